// The plugin of OpenCode as `init` installs it, in a host that plays sessions to it: what it says to the model and to the
// person, and what is decided.
import { expect, test } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Asked, Happening } from '../fake-agents/opencode-host.ts'
import { newRoom, type Room, runProgram } from './room.ts'

const host = join(import.meta.dirname, '..', 'fake-agents', 'opencode-host.ts')
const strict = { FULLSTOP_MODE: 'strict' }

async function installed(): Promise<Room & { readonly plugin: string }> {
  const room = newRoom()
  const { code, stderr } = await room.run(['init', '--yes', '--agent', 'opencode'])
  if (code !== 0) throw new Error(stderr)
  return { ...room, plugin: join(room.home, '.config', 'opencode', 'plugins', 'fullstop.js') }
}

async function play(
  room: Room,
  plugins: readonly string[],
  happenings: readonly Happening[],
  { command = 'screen', env = strict as Record<string, string> } = {},
): Promise<readonly Asked[]> {
  const place = { env: { ...room.env, ...env }, cwd: room.cwd, input: JSON.stringify(happenings) }
  const { stdout, stderr } = await runProgram(process.execPath, [host, command, ...plugins], place)
  expect(stderr).toBe('')
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Asked)
}

function decisions(room: Room): string[] {
  return room.allEvents().flatMap((event) => {
    if (event.kind !== 'stop.decided') return []
    return [`${event.decision.kind} ${event.decision.rule} ${event.decision.because.map(({ code }) => code).join(' ')}`]
  })
}

const firstLines = (asked: readonly Asked[]): string[] =>
  asked.flatMap(({ session, said }) => (said === undefined ? [] : [`${session}: ${said.split('.')[0]}`]))
const shown = (asked: readonly Asked[]): string[] =>
  asked.flatMap((one) => (one.shown === undefined ? [] : [`${one.session}: ${one.shown}`]))

const REFUSED = 'Stop refused: nothing says that the task is done'
const prompt = (session: string, text = 'Make the files.', agent?: string): Happening => ({
  kind: 'prompt',
  session,
  text,
  ...(agent === undefined ? {} : { agent }),
})
const step = (session: string, reason: string, more: { calls?: number; text?: string } = {}): Happening => ({
  kind: 'step',
  session,
  reason,
  ...more,
})
const stops = (session: string, reason = 'stop'): Happening[] => [
  step(session, 'tool-calls', { calls: 8 }),
  step(session, reason, { text: 'I stop here' }),
]

test('[opencode-plugin] stops by choice and by the output limit are refused, within the guards; others pass', async () => {
  using room = await installed()
  const cut = (nth: number): Happening => step('cut', 'length', { text: `And so on, part ${nth}` })
  const asked = await play(
    room,
    [room.plugin],
    [
      prompt('cut'),
      step('cut', 'tool-calls', { calls: 8 }),
      ...[1, 2, 3, 4].map(cut),
      prompt('plan', 'Plan it.', 'plan'),
      ...stops('plan'),
      prompt('main'),
      { kind: 'child', session: 'sub', parent: 'main' },
      prompt('sub', 'Do a part.'),
      ...stops('sub'),
      ...stops('main'),
      prompt('broken'),
      step('broken', 'tool-calls', { calls: 8 }),
      { kind: 'interrupted', session: 'broken' },
      prompt('broken', 'Never mind, thanks.'),
      step('broken', 'stop', { text: 'You are welcome.' }),
    ],
  )
  // Our own text comes in as a prompt: it opens no request, so the count continues.
  expect(firstLines(asked)).toEqual([
    `cut: FULLSTOP (1/5) ${REFUSED}`,
    `cut: FULLSTOP (2/5) ${REFUSED}`,
    `cut: FULLSTOP (3/5) ${REFUSED}`,
    `main: FULLSTOP (1/5) ${REFUSED}`,
  ])
  expect(decisions(room)).toEqual([
    'continue 11 no-claim',
    'continue 11 no-claim',
    'continue 11 no-claim',
    'allow 12 same-refusal no-claim',
    'allow 3 plan-mode',
    'continue 11 no-claim',
    'allow 10 conversation',
  ])
  expect(shown(asked)).toEqual([expect.stringMatching(/^cut: .*not proven done: stuck/)])
  const opened = room.allEvents().filter((event) => event.kind === 'request.opened')
  expect(opened.map((event) => event.prompt)).toEqual([
    'Make the files.',
    'Plan it.',
    'Make the files.',
    'Make the files.',
    'Never mind, thanks.',
  ])
})

test('[opencode-plugin] installed twice it decides once; a script is left alone; a failure of ours passes, visibly', async () => {
  using room = await installed()
  await room.run(['init', '--yes', '--agent', 'opencode', '--scope', 'project'])
  const twice = [room.plugin, join(room.cwd, '.opencode', 'plugins', 'fullstop.js')]
  expect(firstLines(await play(room, twice, [prompt('one'), ...stops('one')]))).toHaveLength(1)
  expect(decisions(room)).toEqual(['continue 11 no-claim'])

  expect(await play(room, [room.plugin], [prompt('two'), ...stops('two')], { command: 'run', env: {} })).toEqual([])
  expect(decisions(room)).toHaveLength(1)

  for (const suffix of ['', '-wal', '-shm']) rmSync(`${room.database}${suffix}`, { force: true })
  mkdirSync(room.database)
  const unusable = await play(room, [room.plugin], [prompt('three'), ...stops('three')])
  expect(firstLines(unusable)).toEqual([])
  expect(shown(unusable)).toEqual([expect.stringMatching(/^three: .*Fullstop: the stop was allowed, because/s)])

  rmSync(room.database, { recursive: true })

  rmSync(join(room.state, 'bin', 'fullstop'))
  const gone = await play(room, [room.plugin], [prompt('four'), ...stops('four'), ...stops('four')])
  const failed = 'Fullstop: the stop was allowed, because its program failed (ENOENT): run `fullstop doctor`.'
  expect(gone).toEqual([{ session: 'four', shown: failed }])
})
