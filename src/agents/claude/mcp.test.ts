// Claude Code and our tools: whose call it is, what the hook after it tells, and what the transcript keeps of it.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry, Receipt } from '../../contract/agent/entry.ts'
import type { HookEvent } from '../../contract/agent/hook-event.ts'
import type { CallMeta, SeenCall } from '../agent.ts'
import { receiptText } from '../formats/receipt.ts'
import { hook } from './hook.ts'
import { claude } from './index.ts'
import { transcript } from './transcript.ts'

interface RecordedCall {
  readonly name: string
  readonly meta: CallMeta
  readonly input: Readonly<Record<string, unknown>>
  readonly line?: Readonly<Record<string, unknown>>
}

const recorded = new Map(
  readFileSync(join(import.meta.dirname, 'fixtures', '2.1.325', 'mcp.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RecordedCall)
    .map((call) => [call.name, call] as const),
)
const callNamed = (name: string): RecordedCall => {
  const call = recorded.get(name)
  if (!call) throw new Error(`nothing was recorded under "${name}"`)
  return call
}

const RECEIPT: Receipt = { id: 'clm_0123456789abcdef', task: 'task_01234567' }
const SAID = `Task completed successfully.\nVerified: passed: unit.\n${receiptText(RECEIPT)}`
const SESSION = '31d93e0d-29e4-4917-8e85-0c2c57499f64'

describe('callOf', () => {
  const callOf = (env: Readonly<Record<string, string>>, meta: CallMeta): unknown => claude.callOf?.({ env, meta })
  const env = { CLAUDE_CODE_SESSION_ID: SESSION }

  for (const { name, meta, input } of recorded.values()) {
    test(`as recorded: ${name}`, () =>
      expect(callOf(env, meta)).toEqual({ agentSessionId: SESSION, toolUseId: input['tool_use_id'] }))
  }
  test('without an id of the call', () => expect(callOf(env, {})).toEqual({ agentSessionId: SESSION }))
  for (const toolUseId of [7, null, {}, ['toolu_1']]) {
    test(`an id that is no text is none: ${JSON.stringify(toolUseId)}`, () =>
      expect(callOf(env, { 'claudecode/toolUseId': toolUseId })).toEqual({ agentSessionId: SESSION }))
  }
  test('an empty session is none', () => expect(callOf({ CLAUDE_CODE_SESSION_ID: '' }, {})).toBeUndefined())
  test("another agent's meta says nothing", () => expect(callOf({}, { threadId: 'abc' })).toBeUndefined())
})

describe('the hook after a call', () => {
  const base = (name: string): object => {
    const { input } = callNamed(name)
    return {
      agentSessionId: SESSION,
      cwd: '/workspace',
      transcriptPath: input['transcript_path'],
      promptId: input['prompt_id'],
      kind: 'tool-used',
      tool: input['tool_name'],
      toolUseId: input['tool_use_id'],
    }
  }
  const decoded = (name: string, changes: object = {}): HookEvent | undefined => {
    const answer = hook.decode({ ...callNamed(name).input, ...changes })
    return answer.ok ? answer.value : undefined
  }

  for (const name of ['structured answer', 'text answer', 'refused', 'refused, with structured content']) {
    test(`as recorded: ${name}`, () => expect(decoded(name)).toEqual(base(name) as never))
  }
  test('as recorded: save by a subagent', () =>
    expect(decoded('save by a subagent')).toEqual({
      ...base('save by a subagent'),
      subagent: 'a1313f18567eb0a1c',
    } as never))

  // The recorder's answers hold no receipt of ours: it is put where that version puts the answer.
  const answers: ReadonlyArray<readonly [name: string, recording: string, changes: object]> = [
    [
      'in structured content, handed on as a JSON string',
      'structured answer',
      { tool_response: JSON.stringify({ message: SAID, decision: 'accepted', task_id: 'task_01234567' }) },
    ],
    ['in blocks', 'text answer', { tool_response: [{ type: 'text', text: SAID }] }],
    ['in a structured object', 'text answer', { tool_response: { structuredContent: { message: SAID } } }],
    ['in an error', 'refused', { error: `FULLSTOP (1/5) check "unit" failed\n${receiptText(RECEIPT)}` }],
  ]
  for (const [name, recording, changes] of answers) {
    test(`a receipt ${name}`, () =>
      expect(decoded(recording, changes)).toEqual({ ...base(recording), receipt: RECEIPT } as never))
  }

  test('our tools under another name of the server', () =>
    expect(
      decoded('structured answer', {
        tool_name: 'mcp__plugin_fullstop_fullstop__attempt_completion',
        tool_response: SAID,
      }),
    ).toMatchObject({ receipt: RECEIPT }))

  test('what another tool returns holds no receipt of ours', () =>
    expect(decoded('structured answer', { tool_name: 'Bash', tool_response: SAID })).not.toHaveProperty('receipt'))

  const strange: readonly unknown[] = [7, true, '', [], {}, [[]], { a: { b: null } }]
  for (const answer of strange) {
    test(`an answer like ${JSON.stringify(answer)} is passed over`, () =>
      expect(decoded('text answer', { tool_response: answer })).toEqual(base('text answer') as never))
  }
})

describe('the process of the agent', () => {
  const rows: ReadonlyArray<readonly [told: string | undefined, pid: number | undefined]> = [
    ['22988', 22988],
    ['2', 2],
    [undefined, undefined],
    ['', undefined],
    ['0', undefined],
    ['1', undefined],
    ['-7', undefined],
    ['claude', undefined],
    ['NaN', undefined],
  ]
  for (const [told, pid] of rows) {
    test(`CLAUDE_PID ${JSON.stringify(told)}`, () => {
      const host = hook.host(told === undefined ? {} : { CLAUDE_PID: told })
      expect(host.pid).toBe(pid as never)
      if (pid === undefined) expect(host).not.toHaveProperty('pid')
    })
  }
})

const SAVED = receiptText({ id: 'ctx_0123456789abcdef', task: 'task_01234567' })
const STAMP = '2026-11-15T10:00:00.000Z'
const result = (content: unknown, more: object = {}, line: object = {}): object => ({
  type: 'user',
  timestamp: STAMP,
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content, ...more }] },
  ...line,
})
const use = (name: string, input: unknown, line: object = {}, id: unknown = 'toolu_1'): object => ({
  type: 'assistant',
  timestamp: STAMP,
  message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
  ...line,
})
const returned = (changes: object = {}): Entry => ({ kind: 'tool-returned', id: 'toolu_1', failed: false, ...changes })

describe('receipts in the transcript', () => {
  for (const name of ['structured answer', 'text answer', 'refused', 'refused, with structured content']) {
    test(`a recorded result without one: ${name}`, () => {
      const { line, input } = callNamed(name)
      const failed = input['hook_event_name'] === 'PostToolUseFailure'
      expect(transcript.toEntries(line)).toEqual([{ kind: 'tool-returned', id: String(input['tool_use_id']), failed }])
    })
  }

  const rows: ReadonlyArray<readonly [name: string, line: object, expected: Entry]> = [
    ['a string', result(SAID), returned({ receipt: RECEIPT })],
    ['a JSON string of structured content', result(JSON.stringify({ message: SAID })), returned({ receipt: RECEIPT })],
    ['blocks', result([{ type: 'text', text: SAID }]), returned({ receipt: RECEIPT })],
    [
      'the last of several blocks',
      result([
        { type: 'text', text: 'first' },
        { type: 'text', text: SAID },
      ]),
      returned({ receipt: RECEIPT }),
    ],
    ['an error', result(SAID, { is_error: true }), returned({ failed: true, receipt: RECEIPT })],
    ['a save', result(SAVED), returned({ receipt: { id: 'ctx_0123456789abcdef', task: 'task_01234567' } })],
    ['an image says nothing', result([{ type: 'image', source: SAID }]), returned()],
    ['no content', result(undefined), returned()],
    ['content of another kind', result({ message: SAID }), returned()],
  ]
  for (const [name, line, expected] of rows) test(name, () => expect(transcript.toEntries(line)).toEqual([expected]))

  test("a subagent's lines say nothing", () => {
    for (const mark of [{ isSidechain: true }, { agentId: 'a1313f18567eb0a1c' }]) {
      expect(transcript.toEntries(result(SAID, {}, mark))).toEqual([])
      expect(transcript.toEntries(use('mcp__fullstop__complete_task', {}, mark))).toEqual([])
    }
  })
})

describe('the access of our own calls', () => {
  const accessOf = (name: string, input: object = {}): unknown => {
    const [entry] = transcript.toEntries(use(name, input))
    return entry?.kind === 'tool-called' ? entry.access : undefined
  }
  const bash = (command: string): unknown => accessOf('Bash', { command })

  const ours = ['mcp__fullstop__complete_task', 'mcp__plugin_fullstop_fullstop__update_session_context']
  for (const name of ours) test(name, () => expect(accessOf(name)).toBe('ours'))
  const others = ['mcp__fullstopper__complete_task', 'mcp__facts__complete_task', 'mcp__a__mcp__fullstop__x.y']
  for (const name of others) test(`${name} is not known to be ours`, () => expect(accessOf(name)).toBe('run'))

  const alone = [
    'fullstop claim success --summary "all done"',
    'fullstop wait',
    '/usr/local/bin/fullstop brief task_1',
    '  fullstop context  ',
  ]
  for (const command of alone) test(command, () => expect(bash(command)).toBe('ours'))
  const mixed = [
    'fullstop claim success --summary x && rm -rf src',
    'fullstop claim success --summary x; npm test',
    'fullstop wait | tee log',
    'fullstop claim success --summary "$(rm -rf src)"',
    'fullstop claim success --summary `rm a`',
    'fullstop wait > a.ts',
    'fullstop trust',
    'fullstop cancel task_1',
  ]
  for (const command of mixed) test(`${command} may change something`, () => expect(bash(command)).toBe('run'))

  for (const command of ['fullstop wait\nrm -rf src', 'fullstop claim success --summary x\nsed -i s/a/b/ a.ts']) {
    test(`${JSON.stringify(command)} may change something`, () => expect(bash(command)).toBe('run'))
  }
})

test('a claim at the end of a long command is still to be seen', () => {
  const command = `git commit -m "${'why this was done, at length. '.repeat(12)}" && fullstop claim success --summary done`
  const [entry] = transcript.toEntries(use('Bash', { command }))
  expect(entry?.kind === 'tool-called' && entry.isClaim).toBe(true)
})

describe('toCalls', () => {
  const toCalls = (line: unknown): readonly SeenCall[] => transcript.toCalls?.(line) ?? []
  const called = (changes: object = {}): SeenCall =>
    ({ kind: 'called', id: 'toolu_1', name: 'Bash', at: STAMP, input: '{"command":"ls"}', ...changes }) as SeenCall

  const rows: ReadonlyArray<readonly [name: string, line: unknown, expected: readonly SeenCall[]]> = [
    ['a call', use('Bash', { command: 'ls' }), [called()]],
    ['a call without input', use('Bash', undefined), [called({ input: '{}' })]],
    ['a line without a time', { ...use('Bash', { command: 'ls' }), timestamp: undefined }, [called({ at: '' })]],
    ['a result', result('one\ntwo'), [{ kind: 'returned', id: 'toolu_1', failed: false, output: 'one\ntwo' }]],
    [
      'a result of blocks',
      result([
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ]),
      [{ kind: 'returned', id: 'toolu_1', failed: false, output: 'one\ntwo' }],
    ],
    [
      'a failed result',
      result('boom', { is_error: true }),
      [{ kind: 'returned', id: 'toolu_1', failed: true, output: 'boom' }],
    ],
    ['our own tools are left out', use('mcp__fullstop__complete_task', {}), []],
    ["a subagent's call", use('Bash', { command: 'ls' }, { isSidechain: true }), []],
    ["a subagent's result", result('x', {}, { agentId: 'a1' }), []],
    ['words', { type: 'assistant', message: { content: [{ type: 'text', text: 'Bash' }] } }, []],
    ['a prompt', { type: 'user', message: { content: 'Do it.' } }, []],
    ['a call in a user line', { ...use('Bash', {}), type: 'user' }, []],
    ['a result in an assistant line', { ...result('x'), type: 'assistant' }, []],
    ['a call without an id', use('Bash', {}, {}, 7), []],
    ['nothing', undefined, []],
    ['a list', [], []],
    ['a message that is text', { type: 'user', message: 'x' }, []],
  ]
  for (const [name, line, expected] of rows) test(name, () => expect(toCalls(line)).toEqual([...expected]))

  test('several calls of one message keep their order', () => {
    const content = [
      { type: 'text', text: 'Both.' },
      { type: 'tool_use', id: '1', name: 'Read', input: { file_path: 'a' } },
      { type: 'tool_use', id: '2', name: 'Bash', input: { command: 'b' } },
    ]
    expect(toCalls({ type: 'assistant', timestamp: STAMP, message: { content } }).map((call) => call.id)).toEqual([
      '1',
      '2',
    ])
  })

  test('every recorded result is seen', () => {
    for (const { line } of recorded.values()) if (line) expect(toCalls(line)).toHaveLength(1)
  })
})
