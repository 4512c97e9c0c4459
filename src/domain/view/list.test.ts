// A list as it is shown: a row for each item in every state, the report with what to do next, and the story.
import { describe, expect, test } from 'bun:test'
import type { Event } from '../../contract/event.ts'
import type { ItemState, ListState } from '../../contract/list.ts'
import type { ItemFacts, ItemTask } from '../lists/next-step.ts'
import { AT, POLICY } from '../tasks/events.fixture.ts'
import { type ItemRow, tellItem, viewList, viewListReport } from './list.ts'

const LIST: ListState = {
  id: 'list_1',
  file: 'TODO.md',
  hash: 'aa',
  top: '/repo',
  base: 'c0',
  branch: 'fullstop/list-1',
  agent: 'claude',
  setup: { cwd: '/repo', permissions: 'edits', args: [] },
  policy: { ...POLICY, budget: {} },
  items: [
    { id: 'a', title: 'Write a', after: [], checks: [] },
    { id: 'b', title: 'Write b', after: ['a'], checks: [] },
  ],
  status: 'open',
  missing: [],
  openedAt: AT,
  updatedAt: AT,
}

const state = (more: Partial<ItemState> = {}): ItemState => ({
  list: 'list_1',
  item: 'a',
  phase: 'working',
  task: 'task_1',
  worktree: '/w/a',
  branch: 'fullstop/task_1',
  returns: 0,
  ...more,
})
const item = (given?: ItemState, task?: ItemTask, after: readonly string[] = []): ItemFacts => ({
  planned: { id: 'a', title: 'Write a', after: [...after], checks: [] },
  state: given,
  task,
})
const done = state({ phase: 'ended', outcome: 'completed', commit: '0123456789' })

test('while a worktree is set up, its item says by what', () => {
  const [row] = viewList({ list: LIST, items: [item(state())], settingUp: { item: 'a', command: 'npm ci' } }).rows
  expect(row).toMatchObject({ mark: 'working', text: 'its worktree is set up: npm ci' })
})

describe('the row of an item', () => {
  const rows: ReadonlyArray<readonly [name: string, facts: ItemFacts, mark: ItemRow['mark'], text: string]> = [
    ['that has not begun', item(), 'waiting', 'waits'],
    ['that waits for others', item(undefined, undefined, ['x', 'y']), 'waiting', 'waits for x, y'],
    ['at work', item(state(), { status: 'open' }), 'working', 'working'],
    ['that came back', item(state({ returns: 2 }), { status: 'open' }), 'working', 'working, sent back 2 times'],
    ['in review', item(state(), { status: 'awaiting-review' }), 'review', 'awaiting-review'],
    ['that is paused', item(state(), { status: 'paused' }), 'waiting', 'paused'],
    ['broken off', item(state(), { status: 'ended', outcome: 'over-budget' }), 'waiting', 'over-budget'],
    ['accepted', item(state(), { status: 'ended', outcome: 'completed' }), 'working', 'working'],
    ['merged', item(state({ phase: 'merged', commit: '0123456789' })), 'merging', 'merged as 0123456'],
    ['done', item(done), 'done', 'merged as 0123456'],
    ['that failed', item(state({ phase: 'ended', outcome: 'stuck' })), 'failed', 'stuck'],
    ['never started', item(state({ phase: 'ended', outcome: 'not-started' })), 'not-started', 'not-started'],
  ]
  test.each(rows)('%s', (_, facts, mark, text) => {
    const { rows: drawn, done: count } = viewList({ list: LIST, items: [facts] })
    expect(drawn).toMatchObject([{ id: 'a', title: 'Write a', mark, text }])
    expect(count).toBe(mark === 'done' ? 1 : 0)
  })

  test('whose merge is being checked, and one whose merge is missing at the end', () => {
    expect(viewList({ list: LIST, items: [item(state())], merging: 'a' }).rows).toMatchObject([
      { mark: 'merging', text: 'its merge is being checked' },
    ])
    const list = { ...LIST, missing: ['a'] }
    expect(viewList({ list, items: [item(done)] })).toMatchObject({
      done: 0,
      rows: [{ mark: 'failed', text: 'not in the result branch' }],
    })
  })

  test('is one printable line, whatever the list and the agent wrote', () => {
    const facts = item(state({ phase: 'ended', outcome: 'stuck', because: 'no\nway\u001b[2J' }))
    const planned = { ...facts.planned, id: 'a\u001b[2J', title: 'Write\na' }
    const [row] = viewList({ list: LIST, items: [{ ...facts, planned }] }).rows
    expect(row).toMatchObject({ id: 'a\u{fffd}[2J', title: 'Write a', because: 'no way\u{fffd}[2J' })
  })
})

describe('the report', () => {
  const next = (list: Partial<ListState>, ...items: readonly ItemFacts[]): string[] =>
    viewListReport({ list: { ...LIST, ...list }, items }).next.map(({ command, does }) => `${command}: ${does}`)

  test('of a completed list says how to take the result', () => {
    const list = { ...LIST, status: 'ended', outcome: 'completed' } as const
    const report = viewListReport({ list, items: [item(done)] })
    expect(report.ending).toEqual({ text: 'completed', tone: 'good' })
    expect(report.next).toEqual([{ command: 'git merge fullstop/list-1', does: 'takes the result into your branch' }])
  })

  test('of a partial one names what failed, and tries it again', () => {
    const failed = item(state({ phase: 'ended', outcome: 'stuck' }))
    expect(next({ status: 'ended', outcome: 'partial' }, item(done), failed)).toEqual([
      'git merge fullstop/list-1: takes over the 1 item done so far',
      'fullstop show task_1: what became of a',
      'fullstop resume list_1: tries again what was not completed',
    ])
  })

  test('of one that waits for an answer names the review', () => {
    const waits = item(state(), { status: 'awaiting-review' })
    expect(next({ status: 'ended', outcome: 'awaiting-review' }, waits)).toEqual([
      'fullstop review task_1: a waits for your answer',
      'fullstop resume list_1: continues after your answer',
    ])
  })

  test.each<[option: string, budget: ListState['policy']['budget']]>([
    [' --max-cost 10', { cost: 5 }],
    [' --max-tokens 2000', { tokens: 1000 }],
    [' --max-time 3m', { timeMs: 90_000 }],
  ])('of one whose budget is used up offers twice of it:%s', (option, budget) => {
    const list = { ...LIST, status: 'paused', pausedFor: 'over-budget', policy: { ...POLICY, budget } } as const
    const report = viewListReport({ list, items: [item()] })
    expect(report.ending).toEqual({ text: 'paused: over-budget', tone: 'warn' })
    expect(report.next).toEqual([
      { command: `fullstop resume list_1${option}`, does: 'continues with a higher budget' },
    ])
  })

  test('of one that was interrupted', () => {
    expect(viewListReport({ list: LIST, items: [item()] }).ending).toEqual({ text: 'interrupted', tone: 'warn' })
    expect(next({}, item())).toEqual(['fullstop resume list_1: continues where it stopped'])
  })
})

describe('the story', () => {
  const head = { id: 'evt_1', at: AT, list: 'list_1', item: 'b' } as const
  const told = (event: Event): string | undefined => {
    const line = tellItem(event, LIST)
    return (
      line &&
      `${line.isHead ? '# ' : ''}${line.parts.map((part) => (part.kind === 'text' ? part.text : part.at)).join('')}`
    )
  }

  test('an item begins with its number and title', () => {
    expect(told({ ...head, kind: 'item.started', task: 'task_1', worktree: '/w', branch: 'b' })).toBe(
      '# item 2 of 2: Write b',
    )
  })

  test('its merge tells that it is done, so its end is told only where it is another one', () => {
    expect(told({ ...head, kind: 'item.merged', task: 'task_1', commit: '0123456789' })).toContain('0123456')
    expect(told({ ...head, kind: 'item.ended', outcome: 'completed' })).toBeUndefined()
    expect(told({ ...head, kind: 'item.ended', outcome: 'stuck', because: 'it conflicts' })).toContain('it conflicts')
    expect(told({ id: 'evt_1', at: AT, list: 'list_1', kind: 'list.ended', outcome: 'completed', missing: [] })).toBe(
      undefined,
    )
  })
})
