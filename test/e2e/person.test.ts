// Orders that only a person may give, from an agent's shell in every disguise: a cleared environment, a session or a
// terminal of its own. The agent here is a program called `claude` that runs what it is given.
import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { binary } from './binary.ts'
import { makeRepository } from './repository.ts'
import { newRoom, type Output, type Room, runProgram } from './room.ts'
import { running, stops } from './running.ts'

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ')

/** Without the breaks that fit a message to the window. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** A shell line as an agent would run it: in a session of its own, and `claude` stays the parent of the shell. */
async function inAgent(room: Room, line: string, program = 'claude'): Promise<Output> {
  const folder = join(room.root, 'agents')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, program), '#!/bin/sh\nsetsid --wait "$@"\nexit $?\n', { mode: 0o755 })
  return runProgram(join(folder, program), ['sh', '-c', `${line}; exit $?`], { cwd: room.cwd, env: room.env })
}

/** Nothing of the agent in the environment. */
const clean = (room: Room, args: readonly string[]): string =>
  `env -i ${quoted(['PATH', 'HOME', 'FULLSTOP_HOME'].map((name) => `${name}=${room.env[name]}`))} ${quoted([binary, ...args])}`

async function openTask(room: Room): Promise<string> {
  const session = claudeSession(room)
  await session.type('Write the answer.')
  const [task] = await room.tasks()
  return task?.id ?? ''
}

const disguises: Readonly<Record<string, (line: string) => string>> = {
  'its shell': (line) => line,
  'a session of its own': (line) => `setsid --wait ${line}`,
  'a terminal of its own': (line) => `script -qec "${line}" /dev/null`,
  'a terminal and a session of its own': (line) => `setsid --wait script -qec "${line}" /dev/null`,
  'a process that lost its parent': (line) =>
    `mkfifo done; sh -c "(script -qec \\"${line}\\" /dev/null > out 2>&1; echo \\$? > done) &"; code=$(cat done); cat out; exit $code`,
}

for (const [where, disguise] of Object.entries(disguises)) {
  test.skipIf(process.platform !== 'linux')(`[person-needed] R8: cancel from an agent, in ${where}`, async () => {
    using room = newRoom()
    const task = await openTask(room)
    const { code, stdout, stderr } = await inAgent(room, disguise(clean(room, ['cancel', task])))
    expect(flat(`${stdout}${stderr}`)).toMatch(
      /cancel needs a person, but process \d+ \(claude\), which this one descends from/,
    )
    expect([code, (await room.tasks())[0]?.status]).toEqual([1, 'open'])
  })
}

test('[person-needed] R8: an agent whose program nobody knows is told by the mark of its process', async () => {
  using room = newRoom()
  const task = await openTask(room)
  const line = `script -qec "${clean(room, ['cancel', task])}" /dev/null`
  const { stdout } = await inAgent({ ...room, env: { ...room.env, GEMINI_CLI: '1' } }, line, 'some-program')
  expect(flat(stdout)).toContain('(GEMINI_CLI), which this one descends from, shows that an agent runs this')
  expect((await room.tasks())[0]?.status).toBe('open')
})

test('[person-needed] R8: every order that only a person gives', async () => {
  using room = newRoom()
  makeRepository(room)
  writeFileSync(join(room.cwd, 'fullstop.json'), '{"checks":[{"name":"test","run":"true"}]}')
  const task = await openTask(room)
  const orders = [
    ['cancel', task],
    ['pause', task],
    ['review', task, 'approve'],
    ['review', task, 'request-changes', 'words'],
    ['review', task, 'reject', '--yes'],
    ['review', task, 'answer', 'words', '--yes'],
    ['review', task, 'comment', 'a:1', 'words', '--yes'],
    ['unpause', task],
    ['forget', task],
    ['context', 'clear', task],
    ['trust', '--yes'],
    ['trust', '--revoke'],
    ['init', '--undo', '--yes'],
    ['uninstall', '--yes'],
  ]
  for (const order of orders) {
    const { code, stdout } = await inAgent(room, `script -qec "${clean(room, order)}" /dev/null`)
    expect([order, code, stdout]).toEqual([order, 1, expect.stringContaining('shows that an agent runs this')])
  }
  expect((await room.tasks())[0]?.status).toBe('open')
  expect((await room.run(['trust', '--list'])).stdout).toBe('Nothing is trusted.\n')
})

test('[person-needed run-resume] R8: an agent cannot raise a budget or take up what has ended', async () => {
  using scene = await running()
  const { room } = scene
  scene.script([], stops)
  expect((await scene.run(['--max-continuations', '1'])).code).toBe(7)
  const [task] = await room.tasks()
  const id = task?.id ?? ''
  for (const more of [['--max-tokens', '1000000'], ['--max-continuations', '50'], ['try again'], []]) {
    const { code, stderr } = await inAgent(room, clean(room, ['resume', id, ...more]))
    expect([more, code, stderr]).toEqual([more, 1, expect.stringContaining('resume needs a person, but process')])
  }
  const marked = await room.run(['resume', id, '--max-tokens', '1000000'], { env: { CODEX_SANDBOX: '1' } })
  expect([marked.code, marked.stderr]).toEqual([1, expect.stringContaining('CODEX_SANDBOX shows that an agent')])
  expect(room.allEvents().filter(({ kind }) => kind === 'task.resumed')).toEqual([])
  expect((await scene.goOn(['resume', id, '--max-continuations', '1'])).code).toBe(7)
  const resumed = room.allEvents().flatMap((event) => (event.kind === 'task.resumed' ? [event.actor] : []))
  expect(resumed).toEqual(['script'])
})

test('[person-needed] R8: a person in an editor, a multiplexer or a shell of their own is a person', async () => {
  using room = newRoom()
  for (const program of ['tmux', 'code', 'cursor', 'vim']) {
    const task = await openTask(room)
    const { code } = await inAgent(room, `script -qec "${clean(room, ['cancel', task])}" /dev/null`, program)
    expect([program, code]).toEqual([program, 0])
  }
  const actors = room.allEvents().flatMap((event) => (event.kind === 'task.cancelled' ? [event.actor] : []))
  expect(actors).toEqual(['terminal', 'terminal', 'terminal', 'terminal'])
})
