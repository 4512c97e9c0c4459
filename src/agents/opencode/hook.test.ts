// The hook input of our OpenCode plugin: what recorded stops deliver, who wrote a prompt, and what is attended.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../../contract/agent/entry.ts'
import type { HookEvent } from '../../contract/agent/hook-event.ts'
import { authorOf, hook } from './hook.ts'

const file = join(import.meta.dirname, 'fixtures', '1.18.18', 'hooks.jsonl')
const recorded = new Map(
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string; input: Record<string, unknown> })
    .map(({ name, input }) => [name, input]),
)

function decoded(input: unknown): HookEvent {
  const result = hook.decode(input)
  if (!result.ok) throw new Error(result.message)
  return result.value
}

const entriesIn = (event: HookEvent): Entry[] => event.delivered?.items.flat() ?? []
const stopWith = (...items: unknown[]): Entry[] =>
  entriesIn(
    decoded({
      hook_event_name: 'Stop',
      session_id: 'ses_1',
      session_items: { from: 0, items },
      last_assistant_message: 'x',
    }),
  )

test('a stop delivers the prompt, the todo list, the work and the words', () => {
  const entries = entriesIn(decoded(recorded.get('stop, refused')))
  expect(entries.map(({ kind }) => kind)).toEqual([
    'prompt',
    'tool-called',
    'todos',
    'tool-returned',
    'tool-called',
    'tool-returned',
    'said',
  ])
  expect(entries[0]).toMatchObject({
    by: 'person',
    text: '"Make it."',
    promptId: expect.stringMatching(/^msg_/) as never,
  })
})

test('our own text is a message of the user there, and ours all the same; a subagent is work, a claim is not', () => {
  const entries = entriesIn(decoded(recorded.get('stop after a subagent, a claim and our own text')))
  expect(entries.flatMap((entry) => (entry.kind === 'prompt' ? [entry.by] : []))).toEqual(['person', 'us'])
  const calls = entries.flatMap((entry) => (entry.kind === 'tool-called' ? [[entry.name, entry.access]] : []))
  expect(calls).toContainEqual(['task', 'run'])
  expect(calls).toContainEqual(['fullstop_complete_task', 'ours'])
  expect(entries.some((entry) => entry.kind === 'tool-returned' && entry.receipt !== undefined)).toBe(true)
})

describe('items', () => {
  const text = (said: string, more: object = {}) => ({ type: 'text', text: said, ...more })
  test('texts that OpenCode writes itself are the host’s', () =>
    expect(stopWith({ role: 'user', message: 'm', part: text('Go on.', { synthetic: true }) })).toEqual([
      { kind: 'prompt', by: 'host', text: 'Go on.', promptId: 'm' },
    ]))
  test('a message that somebody broke off', () =>
    expect(stopWith({ error: { name: 'MessageAbortedError' } }, { error: { name: 'APIError' } })).toEqual([
      { kind: 'interrupted' },
    ]))
  test('a call that has not ended says nothing', () =>
    expect(stopWith({ role: 'assistant', part: { type: 'tool', tool: 'bash', state: { status: 'running' } } })).toEqual(
      [],
    ))
})

test('a prompt delivers what came before it, so that an interruption is known', () => {
  const typed = { hook_event_name: 'UserPromptSubmit', session_id: 'ses_1', prompt: 'Never mind.' }
  const items = [{ role: 'user', part: { type: 'text', text: 'Make it.' } }, { error: { name: 'MessageAbortedError' } }]
  const event = decoded({ ...typed, session_items: { from: 0, items } })
  expect(entriesIn(event).map(({ kind }) => kind)).toEqual(['prompt', 'interrupted'])
  expect(decoded(typed).delivered).toBeUndefined()
})

test('who wrote a prompt', () => {
  expect(['FULLSTOP (1/5) Stop refused', '  FULLSTOP: go on.'].map(authorOf)).toEqual(['us', 'us'])
  expect(['fullstop on', 'FULLSTOP is loud', 'Explain "FULLSTOP (1/5)"'].map(authorOf)).toEqual([
    'person',
    'person',
    'person',
  ])
})

test('a turn that failed, and one that was broken off', () => {
  const failed = (error: object) => hook.decode({ hook_event_name: 'StopFailure', session_id: 'ses_1', error })
  expect(failed({ name: 'APIError', data: { message: 'No key', statusCode: 401 } })).toMatchObject({
    ok: true,
    value: { kind: 'stop-failed', cause: 'auth', detail: 'No key' },
  })
  expect(failed({ name: 'MessageAbortedError', data: {} }).ok).toBe(false)
})

test('only its screen is attended', () => {
  const attended = (command?: string) => hook.host({ FULLSTOP_OPENCODE_COMMAND: command, OPENCODE_PID: '77' })
  expect([attended('screen'), attended('run'), attended()]).toEqual([
    { attended: true, blockCap: 0, pid: 77 },
    { attended: false, blockCap: 0, pid: 77 },
    { attended: false, blockCap: 0, pid: 77 },
  ])
})
