// Calls by which the agent may have claimed, as the window finds them: which are such calls, and what they are worth.
import { describe, expect, test } from 'bun:test'
import type { Access, Entry, PromptEntry, Receipt } from '../../../contract/agent/entry.ts'
import { transcript } from '../../../agents/claude/transcript.ts'
import { type ClaimCallSeen, readWindow, type Window, type WindowStart } from './request.ts'
import { emptyWork } from './work.ts'

const start = (changes: Partial<WindowStart> = {}): WindowStart => ({
  work: emptyWork(true),
  todos: [],
  knownPromptIds: [],
  knownPrompts: [],
  vendorGoal: false,
  closed: false,
  ...changes,
})
const RECEIPT: Receipt = { id: 'clm_0123456789abcdef', task: 'task_1' }
const OTHER: Receipt = { id: 'clm_fedcba9876543210', task: 'task_9' }
const SAVED: Receipt = { id: 'ctx_0123456789abcdef', task: 'task_1' }
const TOOL = 'mcp__fullstop__complete_task'

const called = (id: string, name: string, access: Access, detail?: string): Entry => ({
  kind: 'tool-called',
  id,
  name,
  access,
  ...(detail === undefined ? {} : { detail }),
})
const returned = (id: string, receipt?: Receipt, failed = false): Entry => ({
  kind: 'tool-returned',
  id,
  failed,
  ...(receipt === undefined ? {} : { receipt }),
})
const prompt = (by: PromptEntry['by'], promptId?: string): Entry => ({
  kind: 'prompt',
  by,
  text: 'Go on.',
  ...(promptId === undefined ? {} : { promptId }),
})
const tool = (id = '1', receipt: Receipt | undefined = RECEIPT, failed = false): Entry[] => [
  called(id, TOOL, 'ours'),
  returned(id, receipt, failed),
]
/** A command as its reader hands it on: whether it claims is told there. */
const shell = (id: string, command: string, receipt?: Receipt, failed = false): Entry[] => [
  ...transcript
    .toEntries({
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
    })
    .map((entry) => (entry.kind === 'tool-called' ? { ...entry, access: 'run' as const } : entry)),
  returned(id, receipt, failed),
]
const edit = (id: string): Entry[] => [called(id, 'Edit', 'write', 'a.ts'), returned(id)]
const read = (id: string): Entry[] => [called(id, 'Read', 'read', 'a.ts'), returned(id)]

const CLI = 'fullstop claim success --summary "all done"'
const byTool = (changes: Partial<ClaimCallSeen> = {}): ClaimCallSeen => ({
  id: '1',
  via: 'tool',
  receipt: RECEIPT,
  textsBefore: 0,
  workedAfter: false,
  ...changes,
})
const byCli = (changes: Partial<ClaimCallSeen> = {}): ClaimCallSeen => ({
  id: '1',
  via: 'cli',
  textsBefore: 0,
  workedAfter: false,
  ...changes,
})
const window = (entries: readonly Entry[], changes: Partial<WindowStart> = {}): Window =>
  readWindow(start(changes), entries)

describe('which calls may have claimed', () => {
  const tools = [
    'complete_task',
    'attempt_completion',
    'mcp__fullstop__complete_task',
    'mcp__fullstop__attempt_completion',
    'mcp__plugin_fullstop_fullstop__complete_task',
    'mcp__another-name__complete_task',
    'fullstop-complete_task',
    'fullstop_complete_task',
  ]
  for (const name of tools) {
    test(`the tool ${name}`, () =>
      expect(window([called('1', name, 'ours'), returned('1', RECEIPT)]).claimCalls).toEqual([byTool()]))
  }

  const others = [
    'mcp__fullstop__update_session_context',
    'mcp__fullstop__get_session_context',
    'complete_task_list',
    'incomplete_task',
    'TaskUpdate',
  ]
  for (const name of others) {
    test(`not the tool ${name}`, () =>
      expect(window([called('1', name, 'ours'), returned('1', RECEIPT)]).claimCalls).toEqual([]))
  }

  const commands = [
    CLI,
    'npx fullstop claim partial --summary x --remaining y',
    '/usr/local/bin/fullstop claim success --summary x',
    './bin/fullstop claim success --summary x',
    '"/opt/my tools/fullstop" claim success --summary x',
    'cd app && fullstop claim success --summary x',
    'npm test\nfullstop claim success --summary x',
    'FULLSTOP_HOME=/tmp/x fullstop  claim  success --summary x',
    "bash -c 'fullstop claim success --summary x'",
  ]
  for (const command of commands) {
    test(`the command ${command}`, () =>
      expect(window(shell('1', command, RECEIPT)).claimCalls).toEqual([byCli({ receipt: RECEIPT })]))
  }

  const plain = ['fullstop wait', 'fullstop claims list', 'fullstop check', 'echo notfullstop claim x', 'npm test']
  for (const command of plain) {
    test(`not the command ${command}`, () => expect(window(shell('1', command, RECEIPT)).claimCalls).toEqual([]))
  }
})

describe('what a call tells', () => {
  test('a tool call that has not returned has no receipt', () =>
    expect(window([called('1', TOOL, 'ours')]).claimCalls).toEqual([
      { id: '1', via: 'tool', textsBefore: 0, workedAfter: false },
    ]))
  test('a command whose output was thrown away has none either', () =>
    expect(window(shell('1', `${CLI} > /dev/null`)).claimCalls).toEqual([byCli()]))
  test('a refused tool call has one', () => expect(window(tool('1', RECEIPT, true)).claimCalls).toEqual([byTool()]))
  test('a refused command has one', () =>
    expect(window(shell('1', CLI, RECEIPT, true)).claimCalls).toEqual([byCli({ receipt: RECEIPT })]))
  test('a receipt in what another tool returned counts for nothing', () =>
    expect(window([...shell('1', 'cat answers.txt', RECEIPT)]).claimCalls).toEqual([]))
  test('each call has its own', () =>
    expect(window([...tool('1'), ...tool('2', OTHER)]).claimCalls).toEqual([
      byTool(),
      byTool({ id: '2', receipt: OTHER }),
    ]))
  test('answers may come in another order', () =>
    expect(
      window([called('1', TOOL, 'ours'), called('2', TOOL, 'ours'), returned('2', OTHER), returned('1', RECEIPT)])
        .claimCalls,
    ).toEqual([byTool(), byTool({ id: '2', receipt: OTHER })]))
  test('a save is no claim', () =>
    expect(
      window([called('1', 'mcp__fullstop__update_session_context', 'ours'), returned('1', SAVED)]).claimCalls,
    ).toEqual([]))
  test('a session of a thousand claims stays small', () => {
    const entries = Array.from({ length: 1000 }, (_, index) => tool(`${index}`)).flat()
    const { claimCalls } = window(entries)
    expect([claimCalls.length, claimCalls.at(-1)?.id]).toEqual([20, '999'])
  })
})

describe('work after a claim', () => {
  test('an edit', () => expect(window([...tool(), ...edit('2')]).claimCalls).toEqual([byTool({ workedAfter: true })]))
  test('a command', () =>
    expect(window([...tool(), ...shell('2', 'npm test')]).claimCalls).toEqual([byTool({ workedAfter: true })]))
  test('an edit that failed may have changed something', () =>
    expect(
      window([...tool(), called('2', 'Edit', 'write', 'a.ts'), returned('2', undefined, true)]).claimCalls,
    ).toEqual([byTool({ workedAfter: true })]))
  test('an edit that was under way', () =>
    expect(
      window([called('1', TOOL, 'ours'), called('2', 'Edit', 'write', 'a.ts'), returned('1', RECEIPT)]).claimCalls,
    ).toEqual([byTool({ workedAfter: true })]))
  test('an edit before it is none', () => expect(window([...edit('2'), ...tool()]).claimCalls).toEqual([byTool()]))
  test('reading is none', () => expect(window([...tool(), ...read('2')]).claimCalls).toEqual([byTool()]))
  test('our own tools are none', () =>
    expect(window([...tool(), called('2', 'mcp__fullstop__get_session_context', 'ours')]).claimCalls).toEqual([
      byTool(),
    ]))
  test('words are none', () =>
    expect(window([...tool(), { kind: 'said', text: 'All is done.' }]).claimCalls).toEqual([byTool()]))
  test('a claim after the work counts', () =>
    expect(window([...tool(), ...edit('2'), ...tool('3', OTHER)]).claimCalls).toEqual([
      byTool({ workedAfter: true }),
      byTool({ id: '3', receipt: OTHER }),
    ]))
  test('the command that claims is no work after itself', () =>
    expect(window(shell('1', CLI, RECEIPT)).claimCalls).toEqual([byCli({ receipt: RECEIPT })]))
  test('a second command that claims is work after the first', () =>
    expect(window([...shell('1', CLI, RECEIPT), ...shell('2', CLI, OTHER)]).claimCalls).toEqual([
      byCli({ receipt: RECEIPT, workedAfter: true }),
      byCli({ id: '2', receipt: OTHER }),
    ]))
})

describe('what a claim leaves of the words before it', () => {
  const words: Entry = { kind: 'said', text: 'Done.' }
  test('words before a call that claimed are older than it', () => expect(window([words, ...tool()]).texts).toEqual([]))
  test('a claim is no progress', () => {
    expect(window(tool()).work).toMatchObject({ calls: 0, workCalls: 0, progress: 0, pending: [] })
    expect(window(shell('1', CLI, RECEIPT)).work.progress).toBe(0)
  })
  test('a refused claim is no failed tool', () =>
    expect(window(tool('1', RECEIPT, true)).work).toMatchObject({ recentErrors: [] }))
  test('a command that claims is not the last tool', () =>
    expect(window([...shell('0', 'npm test'), ...shell('1', CLI, RECEIPT, true)]).work.lastTool).toEqual({
      name: 'Bash',
      detail: 'npm test',
      failed: false,
    }))
})

describe('what spends a claim', () => {
  test("a person's prompt that joins", () => expect(window([...tool(), prompt('person', 'p2')]).claimCalls).toEqual([]))
  test("a person's prompt that is known", () =>
    expect(window([...tool(), prompt('person', 'p1')], { knownPromptIds: ['p1'] }).claimCalls).toEqual([]))
  test("a person's prompt that opens", () =>
    expect(window([...tool(), prompt('person', 'p2')], { closed: true }).claimCalls).toEqual([]))
  test('our refusal', () => expect(window([...tool(), prompt('us')]).claimCalls).toEqual([]))
  test('an interruption', () => expect(window([...tool(), { kind: 'interrupted' }]).claimCalls).toEqual([]))
  test('not what the host says', () => expect(window([...tool(), prompt('host')]).claimCalls).toEqual([byTool()]))
  test('not a compaction', () => expect(window([...tool(), { kind: 'compacted' }]).claimCalls).toEqual([byTool()]))
  test('a claim after it stands', () =>
    expect(window([...tool(), prompt('us'), ...tool('2', OTHER)]).claimCalls).toEqual([
      byTool({ id: '2', receipt: OTHER }),
    ]))
})
