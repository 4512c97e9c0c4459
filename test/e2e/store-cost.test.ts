// What a hook costs the disk: the log of the store outlives its process, and a stop waits for one sync.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { binary } from './binary.ts'
import { refused } from './expected.ts'
import { newRoom, runProgram } from './room.ts'

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
  const counted = join(room.root, 'syncs')
  const input = JSON.stringify({
    session_id: session.id,
    transcript_path: session.transcript,
    cwd: room.cwd,
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: 'Part 1.',
    background_tasks: [],
    session_crons: [{ prompt: 'another stop' }],
  })
  const output = await runProgram(
    'strace',
    ['-f', '-e', 'trace=fsync,fdatasync', '-o', counted, binary, 'hook', 'claude'],
    { input, env: { ...room.env, ...strict }, cwd: room.cwd },
  )
  expect({ code: output.code, stderr: output.stderr }).toEqual({ code: 0, stderr: '' })
  const syncs = readFileSync(counted, 'utf8').split('\n')
  expect(syncs.filter((line) => /f(?:data)?sync\(/.test(line))).toHaveLength(1)
  expect((await room.tasks())[0]).toMatchObject({ stops: 2 })
})
