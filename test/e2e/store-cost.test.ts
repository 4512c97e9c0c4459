// What a hook costs the disk: the log of the store outlives its process, and a stop waits for one sync.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClaudeSession, claudeSession, type StopOptions } from '../fake-agents/claude-session.ts'
import { binary } from './binary.ts'
import { refused } from './expected.ts'
import { newRoom, type Room, runProgram } from './room.ts'

const strict = { FULLSTOP_MODE: 'strict' }
const strace = spawnSync('strace', ['-V'], { stdio: 'ignore' }).status === 0

test('S6: a stop leaves the log of the store to the next one, for the user alone', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  session.edit()
  expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/5', session.token))
  const file = statSync(room.database)
  for (const suffix of ['-wal', '-shm']) {
    expect(existsSync(`${room.database}${suffix}`)).toBe(true)
    expect(statSync(`${room.database}${suffix}`).mode & 0o777).toBe(0o600)
  }
  expect(await session.sayAndStop('Part 2.')).toEqual(refused('2/5', session.token))
  expect(statSync(room.database).mtimeMs).toBe(file.mtimeMs)
  expect((await room.tasks())[0]).toMatchObject({ stops: 2 })
  // A command that ends takes the log over into the file.
  expect(existsSync(`${room.database}-wal`)).toBe(false)
})

test('S6: the log that stops leave stays short, however many there are', async () => {
  using room = newRoom()
  const sizes: number[] = []
  for (let stop = 0; stop < 30; stop++) {
    const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
    await session.type('Build the parser.')
    session.edit()
    await session.sayAndStop('Part 1.')
    sizes.push(statSync(`${room.database}-wal`).size)
  }
  expect(Math.max(...sizes)).toBeLessThan(1.2 * 1024 * 1024)
  expect(await room.tasks()).toHaveLength(30)
})

test.skipIf(!strace)('S6: a stop waits for one sync (skipped where there is no strace)', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  session.edit()
  await session.sayAndStop('Part 1.')
  const calls = await callsOf(room, session, { last: 'Part 1.', crons: [{ prompt: 'another stop' }] })
  expect(calls.filter((line) => /f(?:data)?sync\(/.test(line))).toHaveLength(1)
  expect((await room.tasks())[0]).toMatchObject({ stops: 2 })
})

test.skipIf(!strace)('S4: no check waits for the disk (skipped where there is no strace)', async () => {
  using room = newRoom()
  spawnSync('git', ['init', '--quiet'], { cwd: room.cwd })
  mkdirSync(room.state, { recursive: true })
  writeFileSync(join(room.state, 'config.json'), JSON.stringify({ checks: [{ name: 'test', run: 'true' }] }))
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  session.edit()
  const last = `Done.\n\n${session.token}`
  const content = [{ type: 'text', text: last }]
  session.write({ type: 'assistant', message: { id: 'msg_1', role: 'assistant', content, stop_reason: 'end_turn' } })
  const calls = await callsOf(room, session, { last })
  const ended = calls.findIndex((line) => line.includes('/ended"'))
  const isSync = (line: string): boolean => /f(?:data)?sync\(/.test(line)
  expect(ended).toBeGreaterThan(0)
  expect(calls.slice(0, ended).filter(isSync)).toEqual([])
  // The round for itself, and the hook for what it decided; whoever ends last copies the log as well.
  expect(calls.slice(ended).filter(isSync).length).toBeGreaterThanOrEqual(2)
  expect((await room.tasks())[0]).toMatchObject({ status: 'ended' })
})

/** What a stop, and all that it starts, asks of the disk. */
async function callsOf(room: Room, session: ClaudeSession, options: StopOptions): Promise<readonly string[]> {
  const counted = join(room.root, 'calls')
  const output = await runProgram(
    'strace',
    ['-f', '-s', '200', '-e', 'trace=fsync,fdatasync,rename', '-o', counted, binary, 'hook', 'claude'],
    { input: JSON.stringify(session.stopInput(options)), env: { ...room.env, ...strict }, cwd: room.cwd },
  )
  expect({ code: output.code, stderr: output.stderr }).toEqual({ code: 0, stderr: '' })
  return readFileSync(counted, 'utf8').split('\n')
}
