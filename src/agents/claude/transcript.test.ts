// Claude Code's transcript, as recorded, to entries; and lines that must say nothing whatever they hold.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Access, Entry, TodoPatch } from '../../contract/agent/entry.ts'
import { readWindow } from '../../domain/tasks/request/request.ts'
import { emptyWork } from '../../domain/tasks/request/work.ts'
import { transcript } from './transcript.ts'

const TOKEN = 'TASKMASTER_DONE::0493af44-6256-4ea3-8f5c-f3e038d096d6'

const linesOf = (run: string): unknown[] =>
  readFileSync(join(import.meta.dirname, 'fixtures', '2.1.325', 'transcripts', `${run}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown)
const entriesOf = (run: string): Entry[] => linesOf(run).flatMap((line) => [...transcript.toEntries(line)])

/** Ids are long and texts of the host longer: an id is told by its start, a host's text by its first words. */
function short(entry: Entry): Entry {
  if (entry.kind === 'prompt') {
    const text = entry.by === 'host' ? entry.text.slice(0, 20) : entry.text
    return { ...entry, text, ...(entry.promptId === undefined ? {} : { promptId: entry.promptId.slice(0, 4) }) }
  }
  if (entry.kind === 'tool-called' || entry.kind === 'tool-returned') return { ...entry, id: entry.id.slice(-2) }
  if (entry.kind === 'todos' && entry.call !== undefined) return { ...entry, call: entry.call.slice(-2) }
  return entry
}

const person = (text: string, promptId?: string): Entry => ({
  kind: 'prompt',
  by: 'person',
  text,
  ...(promptId === undefined ? {} : { promptId }),
})
const host = (text: string, promptId: string): Entry => ({ kind: 'prompt', by: 'host', text, promptId })
const said = (text: string): Entry => ({ kind: 'said', text })
const called = (id: string, name: string, access: Access, detail?: string): Entry => ({
  kind: 'tool-called',
  id,
  name,
  access,
  ...(detail === undefined ? {} : { detail }),
})
const returned = (id: string, failed = false): Entry => ({ kind: 'tool-returned', id, failed })
const list = (call: string, ...items: readonly TodoPatch[]): Entry => ({
  kind: 'todos',
  change: 'replace',
  call,
  items,
})

const SDK_PROMPT = 'Write a file out.txt in this folder. When the whole task is finished, call complete_task.'

const runs: Readonly<Record<string, readonly Entry[]>> = {
  // Typed prompts, our feedback between them.
  'tui-refused': [
    person('First typed prompt.', '0493'),
    said('One.'),
    host('Stop hook feedback:\n', '0493'),
    said('Two.'),
    said('Three.'),
    person('Second typed prompt.', '39a7'),
    said('Four.'),
  ],
  // One prompt absorbed in mid-work, one that got its own turn.
  'tui-queued': [
    person('First typed prompt.', 'c9bb'),
    called('01', 'Bash', 'read', 'true'),
    returned('01'),
    { kind: 'prompt', by: 'person', text: 'QUEUED-ONE typed while working.', inMidWork: true },
    said('Text only answer.'),
    person('QUEUED-TWO typed before a text answer.', '8edf'),
    said('After second queued.'),
  ],
  'tui-queued-refused': [
    person('First typed prompt.', '3f9a'),
    said('Text only answer.'),
    host('Stop hook feedback:\n', '3f9a'),
    said('Second answer.'),
    person('QUEUED typed before a refused stop.', 'de1c'),
    said('Third answer.'),
  ],
  // A notification absorbed in mid-work says nothing.
  'tui-background-shell-mid-turn': [
    person('Start a background job.', '8d4f'),
    called('03', 'Bash', 'read', 'sleep 1; echo over'),
    returned('03'),
    called('04', 'Bash', 'read', 'sleep 3'),
    returned('04'),
    said('Done.'),
  ],
  // A notification with its own turn.
  'headless-background-subagent': [
    person('Start it.', '933f'),
    { ...called('15', 'Agent', 'run', 'Slow helper'), writes: true } as Entry,
    returned('15'),
    said('Started agent.'),
    host('<system-reminder>\n<t', 'a12a'),
    host('<task-notification>\n', 'a12a'),
    said('Second.'),
  ],
  // A wake-up.
  'headless-crons': [
    person('Schedule it.', 'b42f'),
    called('01', 'ToolSearch', 'read', 'select:CronCreate'),
    returned('01'),
    called('02', 'CronCreate', 'run'),
    returned('02'),
    called('03', 'ScheduleWakeup', 'run'),
    returned('03'),
    said('Scheduled.'),
    host('WAKE-PROMPT', '13a4'),
    said('Cron one answered.'),
  ],
  'tui-escape': [
    person('First typed prompt.', '0814'),
    person('Second prompt with tool.', '5cd1'),
    called('05', 'Bash', 'read', 'sleep 20'),
    { ...returned('05'), denied: true } as Entry,
    { kind: 'interrupted' },
    person('Third prompt.', '5305'),
    said('Third.'),
  ],
  // The person's own slash command and their own shell command.
  'tui-commands': [
    person(
      '<command-message>hello</command-message>\n<command-name>/hello</command-name>\n<command-args>world</command-args>',
      '4e01',
    ),
    host('Say hello to world p', '4e01'),
    said('Hello there.'),
    person("!env | grep -E '^(CLAUDE|AI_|TERM|GIT_|SHLVL|TMUX)' | sort; tty; ls", 'a745'),
    host('<bash-stdout>AI_AGEN', 'a745'),
    said('Answer after bang.'),
  ],
  'tui-compact': [
    person('First typed prompt.', 'f390'),
    said('One answer.'),
    { kind: 'compacted' },
    host('<local-command-cavea', 'bb6a'),
    host('<command-name>/compa', 'bb6a'),
    host('<local-command-stdou', 'bb6a'),
    person('After the compaction.', 'ed41'),
    said('After compact.'),
  ],
  'tui-goal': [
    { kind: 'goal', active: true },
    host('<command-name>/goal<', '58e8'),
    host('<local-command-stdou', '58e8'),
    host('A session-scoped Sto', '58e8'),
    said('Working.'),
    host('Stop hook feedback:\n', '58e8'),
    { kind: 'goal', active: true },
    said('More.'),
    { kind: 'goal', active: false },
    person('Next prompt.', '0d6a'),
    said('After goal.'),
  ],
  'headless-failure-401': [
    person('Do it.', 'b2d7'),
    { kind: 'said', text: 'Failed to authenticate. API Error: 401 Scripted message.', stoppedBy: 'auth' },
  ],
  'headless-failure-429': [
    person('Do it.', '7711'),
    { kind: 'said', text: 'API Error: Request rejected (429) · Scripted message.', stoppedBy: 'usage-limit' },
  ],
  'headless-failure-500': [
    person('Do it.', 'c29d'),
    {
      kind: 'said',
      text: 'API Error: 500 Scripted message. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:8080).',
      stoppedBy: 'api-error',
    },
  ],
  'headless-context-limit': [
    person(SDK_PROMPT, '986a'),
    { kind: 'said', text: 'Prompt is too long', stoppedBy: 'context-limit' },
  ],
  'headless-output-cut': [
    person(SDK_PROMPT, '6987'),
    { kind: 'said', text: 'This sentence is cut off by the output lim', stoppedBy: 'output-cut' },
    host('Output token limit h', '6987'),
  ],
  'headless-todo-write': [
    person('Plan and do.', '59eb'),
    called('10', 'ToolSearch', 'read', 'select:TodoWrite'),
    returned('10'),
    called('12', 'TodoWrite', 'todo'),
    list('12', { id: '1', text: 'A', status: 'open' }, { id: '2', text: 'B', status: 'open' }),
    returned('12'),
    called('11', 'TodoWrite', 'todo'),
    list('11', { id: '1', text: 'A', status: 'done' }, { id: '2', text: 'B', status: 'done' }),
    returned('11'),
    said('Done.'),
  ],
  // F12: a subagent's prompt, texts and calls.
  subagent: [],
}

describe('recorded runs', () => {
  for (const [run, expected] of Object.entries(runs)) {
    test(run, () => expect(entriesOf(run).map(short)).toEqual([...expected]))
  }
})

describe('the task tools', () => {
  const window = (entries: readonly Entry[]): ReturnType<typeof readWindow> =>
    readWindow(
      { work: emptyWork(true), todos: [], knownPromptIds: [], knownPrompts: [], vendorGoal: false, closed: true },
      entries,
    )

  test('F8: the list as the agent has it: one done, one deleted, and none that was never there', () => {
    expect(window(entriesOf('headless-task-tools')).todos).toEqual([
      { id: '1', text: 'Write the parser', status: 'done' },
      { id: '2', text: 'Test the parser', status: 'cancelled' },
    ])
  })

  test('F8: a change that failed leaves no open item behind', () => {
    const lines = linesOf('headless-task-tools').map(
      (line) =>
        JSON.parse(
          JSON.stringify(line).replace('"taskId":"9","status":"completed"', '"taskId":"9","status":"in_progress"'),
        ) as unknown,
    )
    const { todos } = window(lines.flatMap((line) => [...transcript.toEntries(line)]))
    expect(todos.filter((todo) => todo.status === 'open')).toEqual([])
  })
})

const user = (content: unknown, more: object = {}): object => ({
  type: 'user',
  isSidechain: false,
  message: { role: 'user', content },
  ...more,
})
const assistant = (content: unknown, more: object = {}, message: object = {}): object => ({
  type: 'assistant',
  isSidechain: false,
  message: { role: 'assistant', content, stop_reason: 'end_turn', ...message },
  ...more,
})
const text = (words: string): object => ({ type: 'text', text: words })
const tool = (name: string, input: object): object => ({ type: 'tool_use', id: 'toolu_1', name, input })

describe('F1, F2: lines that hold the token and say nothing', () => {
  const silent: ReadonlyArray<readonly [name: string, line: unknown]> = [
    ['thinking', assistant([{ type: 'thinking', thinking: TOKEN, signature: 'x' }])],
    ['redacted thinking', assistant([{ type: 'redacted_thinking', data: TOKEN }])],
    [
      'a request blob',
      { type: 'api-request-blob', sessionId: 'x', hash: 'x', message: { role: 'assistant', content: [text(TOKEN)] } },
    ],
    ['a request', { type: 'api-request', params: { messages: [{ role: 'assistant', content: [text(TOKEN)] }] } }],
    ['the last prompt', { type: 'last-prompt', lastPrompt: TOKEN }],
    ['a queue operation', { type: 'queue-operation', operation: 'enqueue', content: TOKEN }],
    [
      'a snapshot of the system prompt',
      { type: 'attachment', attachment: { type: 'prompt_snapshot', systemPrompt: [TOKEN] } },
    ],
    [
      'context of a hook',
      {
        type: 'attachment',
        attachment: { type: 'hook_additional_context', content: [TOKEN], hookEvent: 'SessionStart' },
      },
    ],
    [
      'our refusal as an attachment',
      { type: 'attachment', attachment: { type: 'hook_blocking_error', blockingError: { blockingError: TOKEN } } },
    ],
    [
      'a queued notification',
      {
        type: 'attachment',
        attachment: {
          type: 'queued_command',
          commandMode: 'task-notification',
          prompt: TOKEN,
          origin: { kind: 'task-notification' },
        },
      },
    ],
    [
      'a queued prompt that is not human',
      {
        type: 'attachment',
        attachment: {
          type: 'queued_command',
          commandMode: 'prompt',
          prompt: TOKEN,
          origin: { kind: 'task-notification' },
        },
      },
    ],
    ['a system line', { type: 'system', subtype: 'informational', content: TOKEN }],
    ['a summary', { type: 'summary', summary: TOKEN }],
    ['the summary of a compaction', user(TOKEN, { isCompactSummary: true, isVisibleInTranscriptOnly: true })],
    ['F12: the text of a subagent', assistant([text(TOKEN)], { isSidechain: true, agentId: 'a1' })],
    [
      'F12: the text of a subagent that is not marked as a side chain',
      assistant([text(TOKEN)], { isSidechain: undefined, agentId: 'a1' }),
    ],
    ['F12: the prompt of a subagent', user(TOKEN, { isSidechain: true, agentId: 'a1' })],
    ['an assistant line without a message', { type: 'assistant', text: TOKEN }],
    ['an assistant message that is a string', assistant(TOKEN)],
    ['a list', [TOKEN]],
    ['a string', TOKEN],
    ['null', null],
  ]
  for (const [name, line] of silent) test(name, () => expect(transcript.toEntries(line)).toEqual([]))
})

describe('single lines', () => {
  const rows: ReadonlyArray<readonly [name: string, line: unknown, expected: readonly Entry[]]> = [
    ['the assistant speaks', assistant([text('Done.')]), [said('Done.')]],
    [
      'it speaks, then calls, in one line',
      assistant([text('Now.'), tool('Edit', { file_path: 'a.ts' })]),
      [said('Now.'), called('toolu_1', 'Edit', 'write', 'a.ts')],
    ],
    ['thinking beside speech', assistant([{ type: 'thinking', thinking: TOKEN }, text('Done.')]), [said('Done.')]],
    [
      'the context window is full',
      assistant([text('x')], {}, { stop_reason: 'model_context_window_exceeded' }),
      [{ kind: 'said', text: 'x', stoppedBy: 'context-limit' }],
    ],
    [
      'a tool result holds the token',
      user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: TOKEN }]),
      [returned('toolu_1')],
    ],
    [
      'a tool failed',
      user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x', is_error: true }]),
      [returned('toolu_1', true)],
    ],
    [
      'a prompt in blocks',
      user([text('one'), { type: 'image', source: {} }, text('two')], { promptId: 'p' }),
      [person('one\n\ntwo', 'p')],
    ],
    ['a prompt of an older version, without marks', user('Fix it.'), [person('Fix it.')]],
    ['a meta line', user('Fix it.', { isMeta: true }), [{ kind: 'prompt', by: 'host', text: 'Fix it.' }]],
    [
      'a scheduled prompt without the meta mark',
      user('WAKE', { turnOrigin: 'scheduled' }),
      [{ kind: 'prompt', by: 'host', text: 'WAKE' }],
    ],
    [
      'our refusal, given back as a plain prompt',
      user('FULLSTOP (2/5) go on'),
      [{ kind: 'prompt', by: 'us', text: 'FULLSTOP (2/5) go on' }],
    ],
    [
      'an interruption during a tool',
      user([text('[Request interrupted by user for tool use]')]),
      [{ kind: 'interrupted' }],
    ],
    ['a person quotes a tag in the middle', user('What is <system-reminder>?'), [person('What is <system-reminder>?')]],
  ]
  for (const [name, line, expected] of rows) test(name, () => expect(transcript.toEntries(line)).toEqual([...expected]))

  const access: ReadonlyArray<readonly [name: string, input: object, access: Access]> = [
    ['Read', { file_path: 'a' }, 'read'],
    ['Grep', { pattern: 'a' }, 'read'],
    ['WebFetch', { url: 'a' }, 'read'],
    ['AskUserQuestion', {}, 'read'],
    ['Edit', { file_path: 'a' }, 'write'],
    ['Write', { file_path: 'a' }, 'write'],
    ['NotebookEdit', { notebook_path: 'a' }, 'write'],
    ['Bash', { command: 'git status' }, 'read'],
    ['Bash', { command: 'npm test' }, 'run'],
    ['Bash', {}, 'run'],
    ['Agent', { subagent_type: 'Explore' }, 'read'],
    ['Agent', { subagent_type: 'general-purpose' }, 'run'],
    ['TodoWrite', {}, 'todo'],
    ['TaskUpdate', {}, 'todo'],
    ['mcp__fullstop__complete_task', {}, 'ours'],
    ['mcp__plugin_fullstop_fullstop__complete_task', {}, 'ours'],
    ['mcp__other__complete_task', {}, 'run'],
    ['mcp__fullstop_evil__x', {}, 'run'],
    ['SomethingNew', {}, 'run'],
  ]
  for (const [name, input, expected] of access) {
    test(`${name} ${JSON.stringify(input)} is ${expected}`, () => {
      const entry = transcript.toEntries(assistant([tool(name, input)]))[0]
      expect(entry?.kind === 'tool-called' ? entry.access : entry).toBe(expected as never)
    })
  }
})

test('folders: where the config was moved to', () => {
  expect(transcript.folders({ CLAUDE_CONFIG_DIR: '/home/me/.claude-two' })).toEqual(['/home/me/.claude-two'])
})
