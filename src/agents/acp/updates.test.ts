// One update after another, to entries.
import { expect, test } from 'bun:test'
import type { Entry } from '../../contract/agent/entry.ts'
import { endTelling, NOTHING_TOLD, stepPermission, stepUpdate, type SessionTelling, wokenUp } from './updates.ts'

type Update = Readonly<Record<string, unknown>>

function entriesOf(updates: readonly Update[], from: SessionTelling = NOTHING_TOLD): Entry[] {
  let telling = from
  const entries: Entry[] = []
  for (const update of updates) {
    const told = stepUpdate(telling, update)
    telling = told.telling
    entries.push(...told.entries)
  }
  return [...entries, ...endTelling(telling).entries]
}

const chunk = (text: string, messageId?: string): Update => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
  ...(messageId === undefined ? {} : { messageId }),
})
const call = (more: object): Update => ({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: '', ...more })
const update = (more: object): Update => ({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', ...more })
const returned = (more: object = {}): Entry => ({ kind: 'tool-returned', id: 'c1', failed: false, ...more })

const rows: ReadonlyArray<readonly [name: string, updates: readonly Update[], expected: readonly Entry[]]> = [
  ['a message comes in pieces', [chunk('Do'), chunk('ne.')], [{ kind: 'said', text: 'Done.' }]],
  [
    'a message with another id is another message',
    [chunk('One.', 'a'), chunk('Two.', 'b')],
    [
      { kind: 'said', text: 'One.', goesOn: true },
      { kind: 'said', text: 'Two.' },
    ],
  ],
  [
    "thoughts and echoed prompts are nobody's words",
    [
      { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'FULLSTOP_DONE::x' } },
      { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'FULLSTOP_DONE::x' } },
    ],
    [],
  ],
  [
    'words before a call are not the last ones',
    [chunk('I write.'), call({ title: 'Write a', kind: 'edit', status: 'pending' }), update({ status: 'completed' })],
    [
      { kind: 'said', text: 'I write.', goesOn: true },
      { kind: 'tool-called', id: 'c1', name: 'Write a', access: 'write' },
      returned(),
    ],
  ],
  [
    'a command by its words, in a shell',
    [
      call({
        title: 'shell',
        kind: 'execute',
        status: 'in_progress',
        rawInput: { command: ['bash', '-lc', 'npm test'] },
      }),
      update({ status: 'completed', rawOutput: { exit_code: 3 } }),
    ],
    [
      { kind: 'tool-called', id: 'c1', name: 'shell', access: 'run', detail: 'npm test' },
      returned({ failed: true, exitCode: 3 }),
    ],
  ],
  [
    'a command that only reads',
    [call({ title: 'ls', kind: 'execute', status: 'in_progress', rawInput: { command: 'ls -la' } })],
    [{ kind: 'tool-called', id: 'c1', name: 'ls', access: 'read', detail: 'ls -la' }],
  ],
  [
    'what a call is made with may come later',
    [
      call({ title: 'Terminal', kind: 'execute', status: 'pending', rawInput: {} }),
      update({ rawInput: { command: 'npm run build' } }),
      update({ status: 'completed' }),
    ],
    [{ kind: 'tool-called', id: 'c1', name: 'Terminal', access: 'run', detail: 'npm run build' }, returned()],
  ],
  [
    'an agent that is started for a part of the work may change anything',
    [call({ title: 'Look at it', kind: 'think', status: 'in_progress', _meta: { claudeCode: { toolName: 'Task' } } })],
    [{ kind: 'tool-called', id: 'c1', name: 'Task', access: 'run', detail: 'Look at it', writes: true }],
  ],
  [
    'the plan is the todo list',
    [
      {
        sessionUpdate: 'plan',
        entries: [
          { content: 'One', status: 'completed' },
          { content: 'Two', status: 'in_progress' },
        ],
      },
    ],
    [
      {
        kind: 'todos',
        change: 'replace',
        items: [
          { id: '1', text: 'One', status: 'done' },
          { id: '2', text: 'Two', status: 'open' },
        ],
      },
    ],
  ],
  ['what nobody knows says nothing', [{ sessionUpdate: 'notice' }, {}, call({ toolCallId: 7 })], []],
]

test.each(rows)('%s', (_name, updates, expected) => {
  expect(entriesOf(updates)).toEqual([...expected])
})

test.each([
  [
    'claude',
    {
      title: 'mcp__fullstop__complete_task',
      kind: 'other',
      _meta: { claudeCode: { toolName: 'mcp__fullstop__complete_task' } },
    },
  ],
  [
    'codex',
    { title: 'mcp.fullstop.complete_task', kind: 'other', rawInput: { server: 'fullstop', tool: 'complete_task' } },
  ],
  ['gemini', { title: 'complete_task (fullstop MCP Server)', kind: 'other' }],
  ['opencode', { title: 'fullstop_complete_task', kind: 'other' }],
] as const)('our tool as %s names it, with the receipt in its result', (_agent, named) => {
  const content = [{ type: 'content', content: { type: 'text', text: 'Receipt: clm_0123456789abcdef for task_1' } }]
  const [called, result] = entriesOf([call({ ...named, status: 'pending' }), update({ status: 'completed', content })])
  expect(called).toMatchObject({ kind: 'tool-called', access: 'ours' })
  expect(result).toEqual(returned({ receipt: { id: 'clm_0123456789abcdef', task: 'task_1' } }))
})

test('a call that was only told of by the permission request is known, and denied it did not fail', () => {
  const toolCall = { toolCallId: 'c1', title: 'rm x', kind: 'execute', rawInput: { command: 'rm x' } }
  const { telling } = stepPermission(NOTHING_TOLD, { toolCall }, true)
  expect(entriesOf([update({ status: 'failed' })], telling)).toEqual([
    { kind: 'tool-called', id: 'c1', name: 'rm x', access: 'run', detail: 'rm x', writes: true },
    returned({ failed: true, denied: true }),
  ])
})

test.each([
  ['Claude Code', { command: 'npm run build', run_in_background: true }],
  ['Qwen Code and Gemini CLI', { command: 'npm run build', is_background: true }],
  ['Copilot CLI', { command: 'npm run build', mode: 'async' }],
])('a command in the background, as %s starts it, has not ended with its call', (_agent, rawInput) => {
  const started = stepUpdate(NOTHING_TOLD, call({ kind: 'execute', status: 'completed', rawInput }))
  expect(started.entries.slice(1)).toEqual([{ kind: 'background', id: 'c1', running: true }])
  const { telling } = endTelling(started.telling)
  expect(wokenUp(telling).entries).toEqual([returned()])
  expect(wokenUp(wokenUp(telling).telling).entries).toEqual([])
})
