// Codex's transcript, as recorded, to entries; and lines that must say nothing whatever they hold.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../../contract/agent/entry.ts'
import { readWindow } from '../../domain/tasks/request/request.ts'
import { emptyWork } from '../../domain/tasks/request/work.ts'
import { transcript } from './transcript.ts'

const linesOf = (run: string): unknown[] =>
  readFileSync(join(import.meta.dirname, 'fixtures', '0.166.0', 'transcripts', `${run}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown)
const entriesOf = (run: string): Entry[] => linesOf(run).flatMap((line) => [...transcript.toEntries(line)])

/** Ids are long: an id is told by its end, a command by its first line. */
function shown(entry: Entry): string {
  switch (entry.kind) {
    case 'prompt':
      return `${entry.by}: ${entry.text}`
    case 'said':
      return `said: ${entry.text}`
    case 'tool-called': {
      const detail = entry.detail === undefined ? '' : ` ${entry.detail.split('\n')[0]}`
      return `called ${entry.id.slice(-2)} ${entry.name} (${entry.access})${detail}`
    }
    case 'tool-returned':
      return `returned ${entry.id.slice(-2)}${entry.failed ? ' failed' : ''}`
    case 'todos':
      return `todos ${entry.items.map((item) => `${item.text}=${item.status}`).join(', ')}`
    case 'goal':
      return `goal ${entry.active}`
    case 'background':
      return `${entry.running ? 'runs on' : 'ended'} ${entry.id.slice(-2)}`
    case 'plan-mode':
      return `plan mode ${entry.active}`
    default:
      return entry.kind
  }
}

const runs: Readonly<Record<string, readonly string[]>> = {
  'tui-refused': [
    'plan mode false',
    'person: Say hello to me.',
    'said: I look.',
    'called 01 shell (run) echo hi; exit 3',
    'returned 01 failed',
    'returned 01',
    'said: First end.',
    'host: Not yet.',
    'said: Second end.',
  ],
  'tui-steer': [
    'plan mode false',
    'person: First prompt.',
    'said: I start.',
    'called 05 shell (read) sleep 2; echo slept',
    'returned 05',
    'returned 05',
    'person: Typed while a tool runs.',
    'person: Typed while the model thinks.',
    'said: Reply two.',
    'plan mode false',
    'person: Queued by tab.',
    'said: Reply three.',
  ],
  'tui-plan': [
    'plan mode true',
    'person: Make a plan please.',
    'plan mode false',
    'person: Implement the plan.',
    'said: Two.',
  ],
  'tui-goal': [
    'goal true',
    'plan mode false',
    'goal true',
    'said: One.',
    'plan mode false',
    'goal true',
    'said: Two.',
    'host: Not yet.',
    'called 02 update_goal (todo)',
    'returned 02',
    'goal false',
    'said: Goal is done.',
  ],
  'tui-escape': [
    'plan mode false',
    'person: First prompt.',
    'interrupted',
    'plan mode false',
    'person: Second prompt.',
    'called 06 shell (read) sleep 20',
    'returned 06',
    'interrupted',
    'plan mode false',
    'person: Third prompt.',
    'said: After.',
  ],
  'tui-compact': [
    'plan mode false',
    'person: First prompt.',
    'said: One.',
    'plan mode false',
    'compacted',
    'plan mode false',
    'person: Second prompt.',
    'said: Two.',
  ],
  'tui-background': [
    'plan mode false',
    'person: First.',
    'called 01 shell (read) sleep 3; echo bg-over',
    'runs on 01',
    'said: Started it.',
    'returned 01',
    'plan mode false',
    'person: Second.',
    'called 02 shell (read) sleep 61',
    'runs on 02',
    'runs on 03',
    'said: Two.',
  ],
  'tui-subagent-running': [
    'plan mode false',
    'person: First.',
    'called 08 spawn_agent (run)',
    'runs on c0',
    'returned 08',
    'said: Main end while sub works.',
    'ended c0',
  ],
  'tui-user-shell': [
    'plan mode false',
    'person: First.',
    'said: One.',
    'plan mode false',
    'plan mode false',
    'person: Second.',
    'said: Two.',
  ],
  'tui-ask': [
    'plan mode false',
    'person: Ask me.',
    'called 01 request_user_input (read)',
    'returned 01',
    'said: Thanks.',
  ],
  'headless-plan-tool': [
    'plan mode false',
    'person: Do the work.',
    'called 01 update_plan (todo)',
    'todos First part=done, Second part=open, Third part=open',
    'returned 01',
    'said: One done.',
  ],
  'headless-apply-patch': [
    'plan mode false',
    'person: Do the work.',
    'called 01 apply_patch (write) new.txt README.md',
    'returned 01',
    'returned 01',
    'called 02 mcp__fullstop__complete_task (ours)',
    'returned 02 failed',
    'said: End.',
  ],
  'headless-apply-patch-shell': [
    'plan mode false',
    'person: Do the work.',
    "called 03 shell (run) apply_patch <<'EOF'",
    'returned 03',
    'returned 03',
    'said: End.',
  ],
  'headless-code-mode-direct': [
    'plan mode false',
    'person: Do the work.',
    'called f0 shell (run) echo hi; exit 3',
    'returned f0 failed',
    'returned 06',
    'returned 07',
    'called e2 apply_patch (write) /workspace/README.md /workspace/new.txt',
    'returned e2',
    'returned 08',
    'called 09 mcp__fullstop__complete_task (ours)',
    'returned 09',
    'returned 09',
    'returned 10',
    'said: End.',
  ],
  'headless-subagent': [
    'plan mode false',
    'person: Do the work.',
    'called 02 spawn_agent (run)',
    'runs on 8f',
    'returned 02',
    'called 04 wait_agent (read)',
    'ended 8f',
    'returned 04',
    'ended 8f',
    'said: Main end.',
  ],
  'headless-subagent-v2': [
    'plan mode false',
    'person: Do the work.',
    'called 04 spawn_agent (run)',
    'runs on 2d',
    'returned 04',
    'called 05 wait_agent (read)',
    'ended 2d',
    'returned 05',
    'said: Main end.',
  ],
  'headless-goal': [
    'plan mode false',
    'person: Do the work.',
    'called 05 create_goal (todo)',
    'returned 05',
    'goal true',
    'said: End 1.',
    'plan mode false',
    'goal true',
    'interrupted',
  ],
  'headless-two-messages': ['plan mode false', 'person: Do the work.', 'said: First block.', 'said: Second block.'],
}

describe('recorded runs', () => {
  for (const [run, expected] of Object.entries(runs)) {
    test(run, () => expect(entriesOf(run).map(shown)).toEqual([...expected]))
  }
})

const windowOf = (run: string) =>
  readWindow(
    { work: emptyWork(true), todos: [], knownPromptIds: [], knownPrompts: [], vendorGoal: false, closed: true },
    entriesOf(run),
  )

test('a call counts once, though it is told when it begins and when it ends', () =>
  expect(windowOf('headless-mcp').work).toMatchObject({ calls: 1, workCalls: 1, pending: [] }))

test('code mode: nested calls count, though only their ends are told', () =>
  expect(windowOf('headless-code-mode-direct').work).toMatchObject({ calls: 2, workCalls: 2 }))

test('an open step of the plan is an open todo', () =>
  expect(windowOf('headless-plan-tool').todos.map(({ text, status }) => `${text}: ${status}`)).toEqual([
    'First part: done',
    'Second part: open',
    'Third part: open',
  ]))

test('the summary of a compaction is not what the agent said', () => {
  const saidIn = entriesOf('headless-compact').flatMap((entry) => (entry.kind === 'said' ? [entry.text] : []))
  expect(saidIn).toEqual(['End after.'])
})

test('a command that still runs has not returned', () => {
  const entries = entriesOf('tui-background')
  const index = entries.findIndex((entry) => entry.kind === 'said')
  expect(entries.slice(0, index).filter((entry) => entry.kind === 'tool-returned')).toEqual([])
})

const TOKEN = 'TASKMASTER_DONE::01a1ded3'
const silent: Readonly<Record<string, unknown>> = {
  'what the host tells the model': {
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: TOKEN }] },
  },
  'the developer message': {
    type: 'response_item',
    payload: { type: 'message', role: 'developer', content: [{ type: 'input_text', text: TOKEN }] },
  },
  'the text of the model without its item': {
    type: 'response_item',
    payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: TOKEN }] },
  },
  thinking: { type: 'response_item', payload: { type: 'reasoning', summary: [{ type: 'summary_text', text: TOKEN }] } },
  'instructions in the first line': { type: 'session_meta', payload: { base_instructions: { text: TOKEN } } },
  'the last message of a finished turn': {
    type: 'event_msg',
    payload: { type: 'task_complete', last_agent_message: TOKEN },
  },
}

describe('lines that say nothing', () => {
  for (const [name, line] of Object.entries(silent)) {
    test(name, () => expect(transcript.toEntries(line)).toEqual([]))
  }
})

describe('a receipt', () => {
  const finished = (item: object): Entry[] => [
    ...transcript.toEntries({ type: 'event_msg', payload: { type: 'item_completed', item } }),
  ]
  const RECEIPT = 'Receipt: clm_kpfh9mv1e4hxybws for task_5f68r450'
  const receipt = { id: 'clm_kpfh9mv1e4hxybws', task: 'task_5f68r450' }

  test('in what our tool answered', () =>
    expect(
      finished({
        type: 'McpToolCall',
        id: 'call_1',
        server: 'fullstop',
        tool: 'complete_task',
        status: 'completed',
        result: { content: [{ type: 'text', text: RECEIPT }], structuredContent: { message: RECEIPT } },
      })[0],
    ).toEqual({ kind: 'tool-returned', id: 'call_1', failed: false, receipt }))

  test('in a claim that was refused: no hook tells of it', () =>
    expect(
      finished({
        type: 'McpToolCall',
        id: 'call_2',
        server: 'fullstop',
        tool: 'complete_task',
        status: 'failed',
        result: { content: [{ type: 'text', text: RECEIPT }], isError: true },
      })[0],
    ).toEqual({ kind: 'tool-returned', id: 'call_2', failed: true, receipt }))

  test('in what our command printed', () =>
    expect(
      finished({
        type: 'CommandExecution',
        id: 'call_3',
        command: ['/bin/bash', '-lc', 'fullstop claim success --summary "All done."'],
        status: 'completed',
        exit_code: 0,
        aggregated_output: RECEIPT,
      }),
    ).toEqual([{ kind: 'tool-returned', id: 'call_3', failed: false, receipt }]))

  test('in what another tool answered it is none', () =>
    expect(
      finished({
        type: 'McpToolCall',
        id: 'call_4',
        server: 'notes',
        tool: 'read',
        status: 'completed',
        result: { content: [{ type: 'text', text: RECEIPT }] },
      }),
    ).toEqual([{ kind: 'tool-returned', id: 'call_4', failed: false }]))
})

describe('who started the session', () => {
  const turn = (trigger: unknown): unknown => ({
    type: 'event_msg',
    payload: { type: 'task_started', turn_attribution: { turn_trigger: trigger } },
  })
  const rows: ReadonlyArray<readonly [string, unknown, boolean | undefined]> = [
    ['the terminal', { type: 'session_meta', payload: { source: 'cli', originator: 'codex-tui' } }, true],
    ['nobody that we know', { type: 'session_meta', payload: { source: 'mcp' } }, false],
    ['a goal goes on by itself', turn('goal'), undefined],
    ['an editor', { type: 'session_meta', payload: { source: 'vscode', originator: 'codex_vscode' } }, true],
    ['codex exec', { type: 'session_meta', payload: { source: 'exec', originator: 'codex_exec' } }, false],
    [
      'exec under another name',
      { type: 'session_meta', payload: { source: 'exec', originator: 'codex_sdk_ts' } },
      false,
    ],
    ['a turn of codex exec', turn('exec'), false],
    ['a turn that a person began', turn('user'), true],
    ['a turn that nobody says who began', turn(null), undefined],
    ['another line', { type: 'event_msg', payload: { source: 'cli' } }, undefined],
    ['no line', 'garbage', undefined],
  ]
  for (const [name, line, expected] of rows) {
    test(name, () => expect(transcript.attendance?.of(line)).toBe(expected as never))
  }
  test('as recorded', () =>
    expect(['headless-mcp', 'tui-plan'].map((run) => transcript.attendance?.of(linesOf(run)[0]))).toEqual([
      false,
      true,
    ]))
})

describe('work beside the conversation', () => {
  const call = (id: string, name: string, args: object): unknown => ({
    type: 'response_item',
    payload: { type: 'function_call', call_id: id, name, arguments: JSON.stringify(args) },
  })
  const output = (id: string, output: string): unknown => ({
    type: 'response_item',
    payload: { type: 'function_call_output', call_id: id, output },
  })
  const item = (item: object): unknown => ({ type: 'event_msg', payload: { type: 'item_completed', item } })
  const ended = (id: string, status: string): unknown =>
    item({ type: 'CommandExecution', id, command: ['/bin/bash', '-lc', 'make'], status })
  const said = (text: string): unknown => item({ type: 'AgentMessage', content: [{ type: 'Text', text }] })
  const prompt = (text: string): unknown => item({ type: 'UserMessage', content: [{ type: 'text', text }] })
  const RUNNING = 'Chunk ID: a\nWall time: 0.3 seconds\nProcess running with session ID 7\nOutput:\n'
  const windowFrom = (...lines: unknown[]) =>
    readWindow(
      { work: emptyWork(true), todos: [], knownPromptIds: [], knownPrompts: [], vendorGoal: false, closed: true },
      lines.flatMap((line) => [...transcript.toEntries(line)]),
    )

  test('what an earlier request began and ends now is no work of this one', () => {
    const { work } = windowFrom(prompt('How does it work?'), ended('call_old', 'failed'), said('Like this.'))
    expect([work.calls, work.lastTool]).toEqual([0, undefined as never])
  })

  test('looking at a running command is no call, however often', () => {
    const polls = Array.from({ length: 70 }, (_, index) => [
      call(`poll_${index}`, 'write_stdin', { session_id: 7, chars: '' }),
      output(`poll_${index}`, RUNNING),
    ]).flat()
    const { work, texts } = windowFrom(
      prompt('Build it.'),
      call('call_1', 'exec_command', { cmd: 'make' }),
      output('call_1', RUNNING),
      ...polls,
      said('<promise>COMPLETE</promise>'),
      ended('call_1', 'completed'),
    )
    expect([work.calls, work.pending, texts]).toEqual([1, [], ['<promise>COMPLETE</promise>']])
  })

  test('what is typed into it is one', () => {
    const { work } = windowFrom(
      prompt('Go.'),
      call('w', 'write_stdin', { session_id: 7, chars: 'y\n' }),
      output('w', RUNNING),
    )
    expect([work.workCalls, work.pending]).toEqual([1, []])
  })
})

test('a picture beside the words changes nothing of them', () =>
  expect(
    transcript.toEntries({
      type: 'event_msg',
      payload: {
        type: 'item_completed',
        item: {
          type: 'UserMessage',
          content: [
            { type: 'text', text: 'Look.' },
            { type: 'local_image', path: '/x.png' },
          ],
        },
      },
    }),
  ).toEqual([{ kind: 'prompt', by: 'person', text: 'Look.' }]))

test('a command that still runs is waited for, until it has ended', () => {
  const entries = entriesOf('tui-background')
  const at = entries.findIndex((entry) => entry.kind === 'said')
  const start = { todos: [], knownPromptIds: [], knownPrompts: [], vendorGoal: false, closed: true }
  const until = (end: number) => readWindow({ ...start, work: emptyWork(true) }, entries.slice(0, end)).work.background
  expect(until(at + 1)).toEqual([
    { id: 'toolu_scripted000001', label: 'sleep 3; echo bg-over', command: 'sleep 3; echo bg-over' },
  ])
  expect(until(at + 2)).toBeUndefined()
})
