// `fullstop hook codex` with what the real agent sent: refused where it must be, in its strict output, and never for ever.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { quarterOf, someOf } from '../rounds.ts'
import { NO_CLAIM } from './expected.ts'
import { writeUserConfig } from './repository.ts'
import { newRoom, openDatabase, type Output, type Room } from './room.ts'

interface Recorded {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

const fixtures = join(import.meta.dirname, '../../src/agents/codex/fixtures/0.166.0')
const recorded = readFileSync(join(fixtures, 'hooks.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)

const strict = { FULLSTOP_MODE: 'strict' }

function inputOf(name: string): Recorded['input'] {
  const found = recorded.find((one) => one.name === name)
  if (!found) throw new Error(`nothing was recorded as "${name}"`)
  return found.input
}

function hook(room: Room, input: object, env: Readonly<Record<string, string>> = strict): Promise<Output> {
  const here = { ...input, cwd: room.cwd }
  return room.run(['hook', 'codex', '--within', '60s'], { input: JSON.stringify(here), env })
}

const COMMON = ['continue', 'stopReason', 'suppressOutput', 'systemMessage']
const BLOCKING = [...COMMON, 'decision', 'reason']
/** What each event may be answered with; one key more and Codex throws the whole answer away. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  Stop: BLOCKING,
  SubagentStop: BLOCKING,
  UserPromptSubmit: [...BLOCKING, 'hookSpecificOutput'],
  PostToolUse: [...BLOCKING, 'hookSpecificOutput'],
  SessionStart: [...COMMON, 'hookSpecificOutput'],
}

/** The events that `fullstop init` registers; a hook on others says that it knows nothing of them. */
const REGISTERED = [
  'Stop',
  'SubagentStop',
  'SessionStart',
  'UserPromptSubmit',
  'PostToolUse',
  'PreCompact',
  'SessionEnd',
]

for (const mode of quarterOf(['strict', 'balanced', 'watch', 'off'] as const, 0)) {
  test(`[codex recorded F21] all that was recorded, in mode ${mode}: exit 0, and no key that Codex does not know`, async () => {
    using room = newRoom()
    writeUserConfig(room, { mode })
    const odd: unknown[] = []
    for (const { name, input } of recorded) {
      const { code, stdout, stderr } = await hook(room, input, {})
      const answer = (stdout === '' ? {} : JSON.parse(stdout)) as Record<string, unknown>
      const event = String(input['hook_event_name'])
      const unknown = Object.keys(answer).filter((key) => !(ALLOWED[event] ?? COMMON).includes(key))
      const specific = answer['hookSpecificOutput'] as { hookEventName?: string } | undefined
      if (code !== 0 || stderr !== '' || unknown.length > 0) odd.push({ name, code, stdout, stderr })
      if (specific && specific.hookEventName !== event) odd.push({ name, specific })
      if (!REGISTERED.includes(event)) continue
      if (mode === 'off' && stdout !== '') odd.push({ name, stdout })
      if (/because|internal error/.test(String(answer['systemMessage'] ?? ''))) odd.push({ name, stdout })
    }
    expect(odd).toEqual([])
  })
}

test('[codex stop-refused] a stop without a claim is refused, once the prompt is known', async () => {
  using room = newRoom()
  await hook(room, inputOf('session start, headless'))
  await hook(room, inputOf('prompt, headless'))
  const { code, stdout } = await hook(room, inputOf('stop, headless'))
  const answer = JSON.parse(stdout) as { decision: string; reason: string }
  expect([code, Object.keys(answer), answer.decision]).toEqual([0, ['decision', 'reason'], 'block'])
  expect(answer.reason).toStartWith(`FULLSTOP (1/5) ${NO_CLAIM}`)
})

const stories: ReadonlyArray<readonly [string, (index: number) => object]> = [
  ['other words each time', (index) => ({ last_assistant_message: `Part ${index}.` })],
  ['the same words each time', () => ({})],
  ['no words at all', () => ({ last_assistant_message: null })],
  ['no transcript', (index) => ({ transcript_path: null, last_assistant_message: `Part ${index}.` })],
  ['no transcript, the same words', () => ({ transcript_path: null })],
]

for (const [name, change] of quarterOf(stories, 3)) {
  test(`[codex F9 F7] twelve stops in a row (${name}) end by our own guards: Codex itself has none`, async () => {
    using room = newRoom()
    const start = {
      ...inputOf('prompt, headless'),
      ...('transcript_path' in change(0) ? { transcript_path: null } : {}),
    }
    await hook(room, start)
    const answers: string[] = []
    for (let index = 1; index <= 12; index++) {
      const { code, stdout, stderr } = await hook(room, {
        ...inputOf('stop, headless'),
        ...change(index),
        stop_hook_active: false,
      })
      expect([code, stderr]).toEqual([0, ''])
      answers.push((JSON.parse(stdout || '{}') as { decision?: string }).decision ?? 'passes')
    }
    const refusals = answers.indexOf('passes')
    expect(answers.slice(refusals).includes('block')).toBe(false)
    expect(refusals).toBeGreaterThanOrEqual(1)
    expect(refusals).toBeLessThanOrEqual(5)
    const { stops, outcome } = (await room.tasks())[0] ?? {}
    expect([(stops ?? 0) > 0, outcome === 'completed']).toEqual([true, false])
  })
}

test('[codex newer F21] a store of a newer fullstop: the stop passes with one line, and the file is left alone', async () => {
  using room = newRoom()
  await hook(room, inputOf('prompt, headless'))
  const db = openDatabase(room.database)
  db.exec('pragma user_version = 99; pragma wal_checkpoint(truncate)')
  db.close()
  const bytes = readFileSync(room.database)
  const { code, stdout, stderr } = await hook(room, inputOf('stop, headless'))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const answer = JSON.parse(stdout) as { systemMessage: string }
  expect(Object.keys(answer)).toEqual(['systemMessage'])
  expect(answer.systemMessage).toMatch(
    /^Fullstop: the stop was allowed, because the store \S+ was written by a newer fullstop \(schema 99, .*[^\n]$/,
  )
  expect(readFileSync(room.database).equals(bytes)).toBe(true)
})

test('[codex bad-input F21] what is no hook input of Codex passes with one line', async () => {
  for (const input of someOf([
    '',
    'x',
    '[]',
    'null',
    '{}',
    '{"hook_event_name":"Stop"}',
    '{"hook_event_name":7,"session_id":[]}',
  ])) {
    using room = newRoom()
    const { code, stdout, stderr } = await room.run(['hook', 'codex'], { input, env: strict })
    expect([input, code, stderr]).toEqual([input, 0, ''])
    const answer = (stdout === '' ? {} : JSON.parse(stdout)) as object
    expect(Object.keys(answer).filter((key) => key !== 'systemMessage')).toEqual([])
  }
})
