// Codex's hook input as recorded, and what its strict output allows.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookAnswer } from '../agent.ts'
import { hook } from './hook.ts'

const recorded = readFileSync(join(import.meta.dirname, 'fixtures', '0.166.0', 'hooks.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as { name: string; input: Record<string, unknown> })
const inputOf = (name: string) => recorded.find((one) => one.name === name)?.input
const decoded = (name: string) => {
  const event = hook.decode(inputOf(name))
  return event.ok ? event.value : event
}

describe('decode', () => {
  test('a stop', () =>
    expect(decoded('stop after a refusal')).toMatchObject({
      kind: 'stop-requested',
      agentSessionId: '01a1dece-7bc0-75f1-b572-8913e2fedbf5',
      promptId: '01a1dece-7cdb-7dc1-9326-974ad65a83c3',
      afterRefusal: true,
      background: [],
      wakeUps: [],
    }))
  test('a stop with nothing said: its last message is null', () =>
    expect(decoded('stop in plan mode, only a plan said')).not.toHaveProperty('lastMessage'))
  test("a prompt is a person's", () =>
    expect(decoded('prompt, TUI')).toMatchObject({ kind: 'prompt-submitted', by: 'person' }))
  test('what one agent gives another to do is not (F12)', () =>
    expect(decoded('task given to a subagent')).toMatchObject({ kind: 'prompt-submitted', by: 'host' }))
  test('a tool of ours, with the id of the call', () =>
    expect(decoded('MCP tool used, text answer')).toMatchObject({
      kind: 'tool-used',
      tool: 'mcp__fullstop__complete_task',
      toolUseId: expect.stringMatching(/./) as never,
    }))
  test('without a transcript and without words there is nothing to decide on', () =>
    expect(
      hook.decode({ hook_event_name: 'Stop', session_id: 'abc', transcript_path: null, last_assistant_message: null }),
    ).toMatchObject({ ok: false, reason: 'invalid' }))
  test('without a transcript, as with --ephemeral, the words are enough', () =>
    expect(
      hook.decode({
        hook_event_name: 'Stop',
        session_id: 'abc',
        transcript_path: null,
        last_assistant_message: 'Done.',
      }),
    ).toMatchObject({ ok: true, value: { kind: 'stop-requested', lastMessage: 'Done.' } }))
})

test('there is no cap of its own: our guards are the only end', () => expect(hook.host({}).blockCap).toBe(0))

/** Whatever else stands in the answer makes Codex drop it whole: schemas of the binary. */
const ALLOWED = ['continue', 'decision', 'reason', 'stopReason', 'suppressOutput', 'systemMessage']
const answers: readonly HookAnswer[] = [
  { kind: 'refuse', say: 'FULLSTOP (1/5) go on' },
  { kind: 'refuse', say: 'FULLSTOP (1/5) go on', tell: 'a line' },
  { kind: 'tell', line: 'Fullstop: not proven done' },
  { kind: 'answer', text: 'Fullstop: the gate is off' },
]

describe('encode', () => {
  for (const answer of answers) {
    test(`only keys that Codex knows: ${answer.kind}`, () => {
      const keys = Object.keys(JSON.parse(hook.encode(answer).stdout) as object)
      expect(keys.filter((key) => !ALLOWED.includes(key))).toEqual([])
    })
  }
  for (const at of ['session-start', 'prompt'] as const) {
    test(`context at ${at} names its event`, () =>
      expect(JSON.parse(hook.encode({ kind: 'inform', at, text: 'read' }).stdout)).toEqual({
        hookSpecificOutput: {
          hookEventName: at === 'prompt' ? 'UserPromptSubmit' : 'SessionStart',
          additionalContext: 'read',
        },
      }))
  }
})
