// Claude Code's hook input, as recorded, to our events; our answers to its output; its environment to what it allows.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Host } from '../../contract/agent/hook-event.ts'
import type { Environment, HookAnswer } from '../agent.ts'
import { hook } from './hook.ts'

const recorded = new Map(
  readFileSync(join(import.meta.dirname, 'fixtures', '2.1.325', 'hooks.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { name: string; input: Record<string, string> })
    .map(({ name, input }) => [name, input] as const),
)

const STOP = { kind: 'stop-requested', afterRefusal: false, planMode: false, background: [], wakeUps: [] }

/** What the event says, beside where it came from. */
const decoded: Readonly<Record<string, object>> = {
  'session start': { kind: 'session-started', source: 'startup' },
  'session start, tui': { kind: 'session-started', source: 'startup' },
  'session resumed': { kind: 'session-started', source: 'resume' },
  'session start after compaction': { kind: 'session-started', source: 'compact' },
  'session end': { kind: 'session-ended', why: 'other' },
  'prompt, headless': { kind: 'prompt-submitted', by: 'person', text: 'Start it.' },
  'prompt in plan mode': { kind: 'prompt-submitted', by: 'person', text: 'Plan it.', planMode: true },
  'host notification told as a prompt': {
    kind: 'prompt-submitted',
    by: 'host',
    text: expect.stringMatching(/^<task-notification>/),
  },
  'tool used': { kind: 'tool-used', tool: 'Bash', toolUseId: 'toolu_scripted000014' },
  'tool used by a subagent': {
    kind: 'tool-used',
    tool: 'Bash',
    toolUseId: 'toolu_scripted000016',
    subagent: 'a07acd28dbee279fa',
  },
  'plain stop': { ...STOP, lastMessage: 'Second.' },
  'stop after a refusal': { ...STOP, lastMessage: 'More.', afterRefusal: true },
  'stop in plan mode': { ...STOP, lastMessage: 'Here is my plan.', planMode: true },
  'stop with a background shell': {
    ...STOP,
    lastMessage: 'Started.',
    background: [{ running: true, label: 'sleep 6; echo bg-over', command: 'sleep 6; echo bg-over' }],
  },
  'stop with scheduled wake-ups': { ...STOP, lastMessage: 'Scheduled.', wakeUps: ['CRON-PROMPT look', 'WAKE-PROMPT'] },
  'subagent stop': { kind: 'subagent-stopped', subagent: 'a07acd28dbee279fa' },
  'summary agent stopped': { kind: 'subagent-stopped', subagent: 'aa26b5ab3bcddf523' },
  'manual compaction': { kind: 'compaction-started', trigger: 'manual' },
  'automatic compaction': { kind: 'compaction-started', trigger: 'auto' },
  'failure: unknown': { kind: 'stop-failed', cause: 'api-error', detail: 'unknown' },
  'failure: 401': { kind: 'stop-failed', cause: 'auth', detail: 'authentication_failed' },
  'failure: 429': { kind: 'stop-failed', cause: 'usage-limit', detail: 'rate_limit' },
  'failure: 500': { kind: 'stop-failed', cause: 'api-error', detail: 'server_error' },
  'failure: context limit': {
    kind: 'stop-failed',
    cause: 'context-limit',
    detail: expect.stringContaining('prompt is too long'),
  },
}

describe('decode', () => {
  test('every recorded input has its expected event', () => {
    expect(Object.keys(decoded).sort()).toEqual([...recorded.keys()].sort())
  })
  for (const [name, expected] of Object.entries(decoded)) {
    test(name, () => {
      const input = recorded.get(name) ?? {}
      expect(hook.decode(input)).toEqual({
        ok: true,
        value: {
          agentSessionId: input['session_id'],
          cwd: '/workspace',
          transcriptPath: input['transcript_path'],
          ...(input['prompt_id'] === undefined ? {} : { promptId: input['prompt_id'] }),
          ...expected,
        } as never,
      })
    })
  }

  const stop = (more: object): object => ({
    session_id: 'abc',
    hook_event_name: 'Stop',
    last_assistant_message: 'x',
    ...more,
  })
  const rows: ReadonlyArray<readonly [name: string, input: unknown, expected: object]> = [
    [
      'only Stop is registered, and nothing but the message is told',
      stop({}),
      { ok: true, value: { agentSessionId: 'abc', ...STOP, lastMessage: 'x' } },
    ],
    [
      'F12: a stop from inside a subagent',
      stop({ agent_id: 'a1' }),
      { ok: true, value: { agentSessionId: 'abc', kind: 'subagent-stopped', subagent: 'a1' } },
    ],
    [
      'ended background tasks are listed, but do not run',
      stop({
        background_tasks: [
          { status: 'completed', command: 'a' },
          { status: 'failed', command: 'b' },
          { status: 'killed', command: 'c' },
          { status: 'running', description: 'd' },
          { status: 'pending', type: 'subagent' },
        ],
      }),
      {
        ok: true,
        value: {
          agentSessionId: 'abc',
          ...STOP,
          lastMessage: 'x',
          background: [
            { running: false, label: 'a', command: 'a' },
            { running: false, label: 'b', command: 'b' },
            { running: false, label: 'c', command: 'c' },
            { running: true, label: 'd', command: 'd' },
            { running: true, label: 'subagent' },
          ],
        },
      },
    ],
    [
      'null is as good as absent',
      stop({ background_tasks: null, prompt_id: null, cwd: null }),
      { ok: true, value: { agentSessionId: 'abc', ...STOP, lastMessage: 'x' } },
    ],
    [
      'an unknown key is passed over',
      stop({ moon: 'full' }),
      { ok: true, value: { agentSessionId: 'abc', ...STOP, lastMessage: 'x' } },
    ],
    [
      'neither message nor transcript',
      { session_id: 'abc', hook_event_name: 'Stop' },
      {
        ok: false,
        reason: 'invalid',
        message: 'the stop names neither a transcript_path nor a last_assistant_message',
      },
    ],
    [
      'a message that is no text',
      stop({ last_assistant_message: 7 }),
      { ok: false, reason: 'invalid', message: 'last_assistant_message in the hook input is not a string' },
    ],
    [
      'a list that is none',
      stop({ background_tasks: {} }),
      { ok: false, reason: 'invalid', message: 'background_tasks in the hook input is not a list' },
    ],
    [
      'no session',
      { hook_event_name: 'Stop', last_assistant_message: 'x' },
      { ok: false, reason: 'invalid', message: 'the hook input names no session_id' },
    ],
    [
      'no event',
      { session_id: 'abc' },
      { ok: false, reason: 'invalid', message: 'the hook input names no hook_event_name' },
    ],
    [
      'an event of no concern',
      { session_id: 'abc', hook_event_name: 'Notification' },
      { ok: false, reason: 'not-ours', message: 'nothing is known about the hook event "Notification"' },
    ],
    [
      'a prompt without text',
      { session_id: 'abc', hook_event_name: 'UserPromptSubmit' },
      { ok: false, reason: 'invalid', message: 'UserPromptSubmit without a prompt' },
    ],
    [
      'F1: our own refusal told as a prompt',
      { session_id: 'abc', hook_event_name: 'UserPromptSubmit', prompt: 'FULLSTOP (1/5) go on' },
      { ok: true, value: { agentSessionId: 'abc', kind: 'prompt-submitted', by: 'us', text: 'FULLSTOP (1/5) go on' } },
    ],
    ['not an object', 'Stop', { ok: false, reason: 'invalid', message: 'the hook input is not a JSON object' }],
  ]
  for (const [name, input, expected] of rows) test(name, () => expect(hook.decode(input)).toEqual(expected as never))
})

describe('encode', () => {
  const rows: ReadonlyArray<readonly [answer: HookAnswer, stdout: object | undefined]> = [
    [{ kind: 'silent' }, undefined],
    [
      { kind: 'refuse', say: 'go on' },
      { decision: 'block', reason: 'go on' },
    ],
    [
      { kind: 'refuse', say: 'go on', tell: 'told' },
      { decision: 'block', reason: 'go on', systemMessage: 'told' },
    ],
    [{ kind: 'tell', line: 'told' }, { systemMessage: 'told' }],
    [
      { kind: 'inform', at: 'session-start', text: 'read' },
      { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'read' } },
    ],
    [
      { kind: 'inform', at: 'session-start', text: 'read', tell: 'told' },
      { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'read' }, systemMessage: 'told' },
    ],
    [
      { kind: 'answer', text: 'said' },
      { decision: 'block', reason: 'said' },
    ],
  ]
  for (const [answer, stdout] of rows) {
    test(JSON.stringify(answer), () => {
      expect(hook.encode(answer)).toEqual({
        stdout: stdout === undefined ? '' : `${JSON.stringify(stdout)}\n`,
        exitCode: 0,
      })
    })
  }
})

describe('host', () => {
  const rows: ReadonlyArray<readonly [name: string, env: Environment, expected: Host]> = [
    ['nothing is known', {}, { attended: true, blockCap: 8 }],
    [
      'the terminal',
      { CLAUDE_CODE_SESSION_ATTENDED: '1', CLAUDE_CODE_ENTRYPOINT: 'cli' },
      { attended: true, blockCap: 8 },
    ],
    [
      'headless',
      { CLAUDE_CODE_SESSION_ATTENDED: '0', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' },
      { attended: false, blockCap: 8 },
    ],
    ['an older headless version', { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' }, { attended: false, blockCap: 8 }],
    [
      'what it says counts more than where it came from',
      { CLAUDE_CODE_SESSION_ATTENDED: '1', CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' },
      { attended: true, blockCap: 8 },
    ],
    ['a block cap', { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '50' }, { attended: true, blockCap: 50 }],
    ['no block cap', { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '0' }, { attended: true, blockCap: 0 }],
    ['a block cap that is no number', { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: 'many' }, { attended: true, blockCap: 8 }],
    ['a negative block cap', { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '-1' }, { attended: true, blockCap: 8 }],
    ['an empty block cap is none set', { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '' }, { attended: true, blockCap: 8 }],
  ]
  for (const [name, env, expected] of rows) test(name, () => expect(hook.host(env)).toEqual(expected))
})
