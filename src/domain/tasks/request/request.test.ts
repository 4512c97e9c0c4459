// The request window: who opened it, what was done in it, and where a claim may stand.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../../test/rounds.ts'
import type { Access, Entry, PromptEntry, TodoPatch } from '../../../contract/agent/entry.ts'
import type { TodoItem, Work } from '../../../contract/work.ts'
import { readWindow, type Window, type WindowStart } from './request.ts'
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
const prompt = (by: PromptEntry['by'], text: string, promptId?: string): PromptEntry => ({
  kind: 'prompt',
  by,
  text,
  ...(promptId === undefined ? {} : { promptId }),
})
const said = (text: string): Entry => ({ kind: 'said', text })
const called = (id: string, access: Access, detail?: string): Entry => ({
  kind: 'tool-called',
  id,
  name: access === 'run' ? 'Bash' : access === 'write' ? 'Edit' : 'Read',
  access,
  ...(detail === undefined ? {} : { detail }),
})
const returned = (id: string, failed = false): Entry => ({ kind: 'tool-returned', id, failed })
const ran = (id: string, command: string, failed = false): Entry[] => [called(id, 'run', command), returned(id, failed)]
const wrote = (id: string, path: string, failed = false): Entry[] => [called(id, 'write', path), returned(id, failed)]
const todos = (change: 'replace' | 'patch', ...items: readonly TodoPatch[]): Entry => ({ kind: 'todos', change, items })

const FIX = prompt('person', 'Fix it.', 'p1')
const ALSO = prompt('person', 'Also the docs.', 'p2')

type Part = { readonly [K in keyof Window]?: Window[K] | undefined }
type Row = readonly [name: string, start: Partial<WindowStart>, entries: readonly Entry[], expected: Part]

const people: readonly Row[] = [
  ['a person opens a request where none runs', { closed: true }, [FIX], { opened: FIX, joined: [] }],
  ['a person joins the request that runs', {}, [FIX], { joined: [FIX] }],
  [
    'the second prompt joins what the first opened',
    { closed: true },
    [FIX, said('ok'), ALSO],
    { opened: FIX, joined: [ALSO] },
  ],
  ['the host opens nothing', { closed: true }, [prompt('host', '<task-notification>')], { joined: [] }],
  ['we open nothing (F1)', { closed: true }, [prompt('us', 'FULLSTOP (1/5) …')], { joined: [] }],
  ['a known id is neither', { knownPromptIds: ['p1'] }, [FIX], { joined: [] }],
  [
    'a known id opens nothing where the request was closed',
    { closed: true, knownPromptIds: ['p1'] },
    [FIX],
    { joined: [] },
  ],
  [
    'an unknown id is new, whatever its text',
    { knownPromptIds: ['p0'], knownPrompts: ['Fix it.'] },
    [FIX],
    { joined: [FIX] },
  ],
  ['without an id the text tells', { knownPrompts: ['other', 'typed'] }, [prompt('person', 'typed')], { joined: [] }],
  [
    'without an id another text is new',
    { knownPrompts: ['typed'] },
    [prompt('person', 'other')],
    { joined: [prompt('person', 'other')] },
  ],
  [
    'after a known prompt the next one joins',
    { closed: true, knownPromptIds: ['p1'] },
    [FIX, ALSO],
    { joined: [ALSO] },
  ],
  [
    'after an interruption the next prompt opens',
    {},
    [said('a'), { kind: 'interrupted' }, ALSO],
    { opened: ALSO, joined: [], interrupted: false },
  ],
  ['an interruption at the end', {}, [said('a'), { kind: 'interrupted' }], { interrupted: true, texts: [] }],
  [
    'an interruption before a known prompt is over',
    { knownPromptIds: ['p1'] },
    [{ kind: 'interrupted' }, FIX],
    { interrupted: false, joined: [] },
  ],
  ['a compaction changes nothing', {}, [said('a'), { kind: 'compacted' }], { texts: ['a'], joined: [] }],
]

const texts: readonly Row[] = [
  ['all texts of the turn', {}, [said('one'), said('two')], { texts: ['one', 'two'], staleTexts: [], lastSaid: 'two' }],
  ['an empty text is none', {}, [said('one'), said(' \n')], { texts: ['one'], lastSaid: ' \n' }],
  ['an edit after a text makes it stale', {}, [said('one'), ...wrote('1', 'a.ts')], { texts: [], staleTexts: ['one'] }],
  [
    'a command after a text makes it stale',
    {},
    [said('one'), ...ran('1', 'npm test')],
    { texts: [], staleTexts: ['one'] },
  ],
  [
    'reading after a text does not',
    {},
    [said('one'), called('1', 'read'), returned('1')],
    { texts: ['one'], staleTexts: [] },
  ],
  [
    'our tool after a text does not',
    {},
    [said('one'), called('1', 'ours'), returned('1')],
    { texts: ['one'], staleTexts: [] },
  ],
  [
    'todos after a text do not',
    {},
    [said('one'), called('1', 'todo'), todos('replace')],
    { texts: ['one'], staleTexts: [] },
  ],
  [
    'our refusal spends them',
    {},
    [said('one'), ...ran('1', 'x'), said('two'), prompt('us', 'FULLSTOP (1/5)'), said('three')],
    { texts: ['three'], staleTexts: [] },
  ],
  ["a person's word spends them", {}, [said('one'), ALSO, said('two')], { texts: ['two'], staleTexts: [] }],
  ['a known prompt spends them', { knownPromptIds: ['p2'] }, [said('one'), ALSO], { texts: [], staleTexts: [] }],
  [
    "the host's word does not",
    {},
    [said('one'), prompt('host', '<task-notification>'), said('two')],
    { texts: ['one', 'two'] },
  ],
]

const involuntary: readonly Row[] = [
  [
    'an error text is no claim',
    {},
    [said('ok'), { kind: 'said', text: 'API Error', stoppedBy: 'api-error' }],
    { texts: ['ok'], involuntary: 'api-error', lastSaid: 'API Error' },
  ],
  [
    'the next text takes it back',
    {},
    [{ kind: 'said', text: 'cut o', stoppedBy: 'output-cut' }, said('off')],
    { texts: ['off'], involuntary: undefined },
  ],
  [
    'a prompt that opens a request takes it back',
    { closed: true },
    [{ kind: 'said', text: 'x', stoppedBy: 'auth' }, FIX],
    { opened: FIX, involuntary: undefined },
  ],
  [
    'a prompt that joins takes it back',
    {},
    [{ kind: 'said', text: 'x', stoppedBy: 'auth' }, FIX],
    { joined: [FIX], involuntary: undefined },
  ],
  [
    'a prompt that is known takes it back',
    { knownPromptIds: ['p1'] },
    [{ kind: 'said', text: 'x', stoppedBy: 'auth' }, FIX],
    { joined: [], involuntary: undefined },
  ],
  ['the goal of the vendor', {}, [{ kind: 'goal', active: true }], { vendorGoal: true }],
  ['the goal of the vendor is over', { vendorGoal: true }, [{ kind: 'goal', active: false }], { vendorGoal: false }],
  ['the goal stays from before', { vendorGoal: true }, [said('x')], { vendorGoal: true }],
]

const item = (id: string, text: string, status: TodoItem['status']): TodoItem => ({ id, text, status })
const AB = [item('1', 'a', 'open'), item('2', 'b', 'open')]
const lists: readonly Row[] = [
  [
    'a list replaces the old one',
    { todos: AB },
    [todos('replace', { id: '1', text: 'c', status: 'done' })],
    { todos: [item('1', 'c', 'done')] },
  ],
  ['an empty list clears it', { todos: AB }, [todos('replace')], { todos: [] }],
  [
    'a patch changes one item',
    { todos: AB },
    [todos('patch', { id: '2', status: 'done' })],
    { todos: [item('1', 'a', 'open'), item('2', 'b', 'done')] },
  ],
  [
    'a patch adds one',
    { todos: AB },
    [todos('patch', { id: '3', text: 'c' })],
    { todos: [...AB, item('3', 'c', 'open')] },
  ],
  [
    'a patch renames one',
    { todos: AB },
    [todos('patch', { id: '1', text: 'A' })],
    { todos: [item('1', 'A', 'open'), item('2', 'b', 'open')] },
  ],
  [
    'cancelled is kept apart from done',
    { todos: AB },
    [todos('patch', { id: '1', status: 'cancelled' })],
    { todos: [item('1', 'a', 'cancelled'), item('2', 'b', 'open')] },
  ],
  ['F13: a compaction loses none', { todos: AB }, [{ kind: 'compacted' }], { todos: AB }],
  ['a new request keeps the list', { todos: AB, closed: true }, [FIX], { opened: FIX, todos: AB }],
]

for (const [title, rows] of Object.entries({ people, texts, involuntary, lists })) {
  describe(`readWindow: ${title}`, () => {
    for (const [name, changes, entries, expected] of rows) {
      test(name, () => {
        const window = readWindow(start(changes), entries)
        const part = Object.fromEntries(Object.keys(expected).map((key) => [key, window[key as keyof Window]]))
        expect({ ...part, opened: window.opened }).toEqual({ opened: undefined, ...expected } as never)
      })
    }
  })
}

type WorkRow = readonly [
  name: string,
  entries: readonly Entry[],
  expected: Partial<Omit<Work, 'commands'>> & { commands?: number },
]
const work: readonly WorkRow[] = [
  ['nothing', [], {}],
  ['talk', [said('hello')], {}],
  [
    'an edit',
    wrote('1', 'a.ts'),
    { calls: 1, workCalls: 1, writes: 1, progress: 1, lastTool: { name: 'Edit', detail: 'a.ts', failed: false } },
  ],
  [
    'the same file twice',
    [...wrote('1', 'a.ts'), ...wrote('2', 'a.ts')],
    { calls: 2, workCalls: 2, writes: 2, progress: 2, lastTool: { name: 'Edit', detail: 'a.ts', failed: false } },
  ],
  [
    'an edit that failed is no progress',
    wrote('1', 'a.ts', true),
    {
      calls: 1,
      workCalls: 1,
      writes: 0,
      lastTool: { name: 'Edit', detail: 'a.ts', failed: true },
      recentErrors: ['Edit (a.ts)'],
    },
  ],
  [
    'a command',
    ran('1', 'npm test'),
    { calls: 1, workCalls: 1, progress: 1, commands: 1, lastTool: { name: 'Bash', detail: 'npm test', failed: false } },
  ],
  [
    'F17: the same command again is no progress',
    [...ran('1', 'npm test'), ...ran('2', 'npm test')],
    { calls: 2, workCalls: 2, progress: 1, commands: 1, lastTool: { name: 'Bash', detail: 'npm test', failed: false } },
  ],
  [
    'another command is',
    [...ran('1', 'npm test'), ...ran('2', 'npm run build')],
    {
      calls: 2,
      workCalls: 2,
      progress: 2,
      commands: 2,
      lastTool: { name: 'Bash', detail: 'npm run build', failed: false },
    },
  ],
  [
    'a command that failed is none, and is once it succeeds',
    [...ran('1', 'npm test', true), ...ran('2', 'npm test')],
    {
      calls: 2,
      workCalls: 2,
      progress: 1,
      commands: 1,
      lastTool: { name: 'Bash', detail: 'npm test', failed: false },
      recentErrors: ['Bash (npm test)'],
    },
  ],
  [
    'reading is a call, but no work',
    [called('1', 'read', 'a.ts'), returned('1')],
    { calls: 1, lastTool: { name: 'Read', detail: 'a.ts', failed: false } },
  ],
  ['our own tools count for nothing', [called('1', 'ours'), returned('1', true)], {}],
  [
    'todo tools count for nothing, moved todos do',
    [called('1', 'todo'), todos('replace', { id: '1', text: 'a' }), returned('1')],
    { progress: 1 },
  ],
  [
    'todos that did not move are no progress',
    [todos('replace', { id: '1', text: 'a' }), todos('replace', { id: '1', text: 'a' })],
    { progress: 1 },
  ],
  ['a result without a call', [returned('9', true)], {}],
  [
    'a result twice counts once',
    [...ran('1', 'x', true), returned('1', true)],
    { calls: 1, workCalls: 1, lastTool: { name: 'Bash', detail: 'x', failed: true }, recentErrors: ['Bash (x)'] },
  ],
  [
    'a call without its result is pending',
    [called('1', 'run', 'sleep 9')],
    { calls: 1, workCalls: 1, pending: [{ id: '1', access: 'run', name: 'Bash', detail: 'sleep 9' }] },
  ],
  [
    'results in another order',
    [called('1', 'run', 'a'), called('2', 'run', 'b'), returned('2', true), returned('1')],
    {
      calls: 2,
      workCalls: 2,
      progress: 1,
      commands: 1,
      lastTool: { name: 'Bash', detail: 'a', failed: false },
      recentErrors: ['Bash (b)'],
    },
  ],
  [
    'the last five errors',
    Array.from({ length: 7 }, (_, index) => ran(`${index}`, `c${index}`, true)).flat(),
    {
      calls: 7,
      workCalls: 7,
      lastTool: { name: 'Bash', detail: 'c6', failed: true },
      recentErrors: ['c2', 'c3', 'c4', 'c5', 'c6'].map((name) => `Bash (${name})`),
    },
  ],
]

describe('readWindow: work', () => {
  for (const [name, entries, { commands = 0, ...expected }] of work) {
    test(name, () => {
      const read = readWindow(start(), entries).work
      expect({ ...read, commands: read.commands.length }).toEqual({
        ...emptyWork(true),
        commands,
        ...expected,
      } as never)
    })
  }

  test('a new request starts from nothing', () => {
    const before: Work = { ...emptyWork(false), calls: 9, workCalls: 9, progress: 9 }
    expect(readWindow(start({ work: before, closed: true }), [FIX]).work).toEqual(emptyWork(true))
  })
  test('a joined prompt goes on with the work', () => {
    const before: Work = { ...emptyWork(true), calls: 9, workCalls: 9, progress: 9 }
    expect(readWindow(start({ work: before }), [FIX]).work).toEqual(before)
  })
  test('a session of a million calls stays small', () => {
    const entries = Array.from({ length: 20_000 }, (_, index) => called(`${index}`, 'run', `c${index}`))
    const { pending } = readWindow(start(), entries).work
    expect(pending.length).toBeLessThanOrEqual(64)
  })
})

const anyEntry: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({ kind: fc.constant('said' as const), text: fc.constantFrom('a', 'b', '') }),
  fc.record({
    kind: fc.constant('tool-called' as const),
    id: fc.constantFrom('1', '2', '3'),
    name: fc.constantFrom('Bash', 'Edit'),
    access: fc.constantFrom('read' as const, 'write' as const, 'run' as const, 'todo' as const, 'ours' as const),
    detail: fc.constantFrom('x', 'y'),
  }),
  fc.record({ kind: fc.constant('tool-returned' as const), id: fc.constantFrom('1', '2', '3'), failed: fc.boolean() }),
  fc.record({
    kind: fc.constant('todos' as const),
    change: fc.constantFrom('replace' as const, 'patch' as const),
    items: fc.array(
      fc.record({
        id: fc.constantFrom('1', '2'),
        text: fc.constantFrom('a', 'b'),
        status: fc.constantFrom('open' as const, 'done' as const),
      }),
      { maxLength: 2 },
    ),
  }),
  fc.record({ kind: fc.constant('goal' as const), active: fc.boolean() }),
  fc.constant({ kind: 'compacted' as const }),
  fc.record({
    kind: fc.constant('prompt' as const),
    by: fc.constantFrom('host' as const, 'us' as const),
    text: fc.constant('x'),
  }),
)

test('a transcript read in parts tells the same work, todos and goal as read at once', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 40 }), fc.nat(40), (entries, cut) => {
      const whole = readWindow(start(), entries)
      const first = readWindow(start(), entries.slice(0, cut))
      const rest = readWindow(
        start({ work: first.work, todos: first.todos, vendorGoal: first.vendorGoal }),
        entries.slice(cut),
      )
      expect([rest.work, rest.todos, rest.vendorGoal]).toEqual([whole.work, whole.todos, whole.vendorGoal] as never)
    }),
    { numRuns: rounds(1000) },
  )
})

describe('S2: what is kept of a long turn is bounded, so that its cost is too', () => {
  const many = Array.from({ length: 5000 }, (_, index) => index)

  test('texts that work came after', () => {
    const entries = many.flatMap((index) => [said(`Step ${index}.`), ...wrote(`${index}`, `src/${index}.ts`)])
    const { staleTexts, texts } = readWindow(start(), entries)
    expect(texts).toEqual([])
    expect(staleTexts.length).toBeLessThan(100)
    expect(staleTexts.at(-1)).toBe('Step 4999.')
  })

  test('texts where a claim may stand, and how many of them stand before a call that claims', () => {
    const claim: Entry = { kind: 'tool-called', id: 'claim', name: 'mcp__fullstop__complete_task', access: 'ours' }
    const before = many.map((index) => said(`Step ${index}.`))
    const after = many.slice(0, 400).map((index) => said(`After ${index}.`))
    const receipt = { id: 'clm_1', task: 'task_1' }
    const { texts } = readWindow(start(), [
      ...before,
      claim,
      ...after,
      { kind: 'tool-returned', id: 'claim', failed: false, receipt },
    ])
    expect(texts).toEqual(after.map((entry) => (entry.kind === 'said' ? entry.text : '')))
    expect(readWindow(start(), before).texts.length).toBeLessThan(2000)
  })
})
