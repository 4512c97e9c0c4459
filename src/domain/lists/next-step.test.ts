// The next step of a list from how far it has come: every phase of an item with every state of its task, what ends, pauses
// and leaves a list, and a whole list played to its end with a kill after every event.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { expectLinear } from '../../../test/cost.ts'
import { rounds } from '../../../test/rounds.ts'
import type { Event } from '../../contract/event.ts'
import type { ItemState, PlannedItem } from '../../contract/list.ts'
import { Outcome } from '../../contract/outcome.ts'
import { AT } from '../tasks/events.fixture.ts'
import { stepItem } from './fold.ts'
import {
  afterMerge,
  type ItemFacts,
  type ItemTask,
  type ListFacts,
  type ListStep,
  MOST_RETURNS,
  nextSteps,
  outcomeOf,
} from './next-step.ts'

const planned = (id: string, ...after: string[]): PlannedItem => ({ id, title: id, after, checks: [] })
const working = (item: string): ItemState => ({
  list: 'list_1',
  item,
  phase: 'working',
  task: `task_${item}`,
  worktree: `/w/${item}`,
  branch: `fullstop/task_${item}`,
  returns: 0,
})
const ended = (item: string, outcome: ItemState['outcome'] = 'completed'): ItemState => ({
  ...working(item),
  phase: 'ended',
  ...(outcome ? { outcome } : {}),
})
const done: ItemTask = { status: 'ended', outcome: 'completed', endedAt: AT }
const taskEnded = (outcome: Outcome): ItemTask => ({ status: 'ended', outcome, endedAt: AT, why: 'it says so' })
const facts = (items: readonly ItemFacts[], more: Partial<ListFacts> = {}): ListFacts => ({
  list: { status: 'open' },
  items,
  isInterrupted: false,
  isOverBudget: false,
  ...more,
})
const one = (state?: ItemState, task?: ItemTask): ItemFacts[] => [{ planned: planned('a'), state, task }]
const first = (...given: Parameters<typeof facts>): ListStep | undefined => nextSteps(facts(...given))[0]

describe('one item', () => {
  const cases: ReadonlyArray<readonly [name: string, items: readonly ItemFacts[], step: ListStep]> = [
    ['nothing has begun', one(), { kind: 'start', item: 'a' }],
    [
      'it is to be tried again',
      one({ list: 'l', item: 'a', phase: 'ready', returns: 0 }),
      { kind: 'start', item: 'a' },
    ],
    ['its names are recorded, its task is not there yet', one(working('a')), { kind: 'work', item: 'a' }],
    ['its task is open', one(working('a'), { status: 'open' }), { kind: 'work', item: 'a' }],
    ['its checks run', one(working('a'), { status: 'verifying' }), { kind: 'work', item: 'a' }],
    ['its agent waits for a limit', one(working('a'), { status: 'waiting' }), { kind: 'work', item: 'a' }],
    ['its task is completed', one(working('a'), done), { kind: 'merge', item: 'a' }],
    ['it is merged', one({ ...working('a'), phase: 'merged' }, done), { kind: 'clear', item: 'a' }],
    ['it is completed', one(ended('a'), done), { kind: 'end', outcome: 'completed' }],
    ['it has failed', one(ended('a', 'blocked'), taskEnded('blocked')), { kind: 'end', outcome: 'partial' }],
    [
      'a person must look',
      one(working('a'), { status: 'awaiting-review' }),
      { kind: 'end', outcome: 'awaiting-review' },
    ],
    ['a person paused its task', one(working('a'), { status: 'paused' }), { kind: 'end', outcome: 'partial' }],
  ]
  test.each(cases)('%s', (_, items, step) => expect(first(items)).toEqual(step))

  const ends: Record<Exclude<Outcome, 'completed'>, ListStep['kind']> = {
    unverified: 'end-item',
    partial: 'end-item',
    blocked: 'end-item',
    'needs-input': 'end-item',
    rejected: 'end-item',
    capped: 'end-item',
    stuck: 'end-item',
    'over-budget': 'pause',
    'agent-failed': 'end-item',
    'usage-limited': 'pause',
    interrupted: 'take-up',
    cancelled: 'end-item',
  }
  test.each(Outcome.options.filter((outcome) => outcome !== 'completed'))('its task ended %s', (outcome) => {
    const step = first(one(working('a'), taskEnded(outcome)))
    expect(step?.kind).toBe(ends[outcome])
    if (step?.kind === 'end-item') expect(step).toMatchObject({ item: 'a', outcome, because: 'it says so' })
    if (step?.kind === 'pause') expect(step.why as string).toBe(outcome)
  })
})

describe('dependencies', () => {
  const chain = (state?: ItemState, task?: ItemTask): ItemFacts[] => [
    { planned: planned('a'), state, task },
    { planned: planned('b', 'a') },
    { planned: planned('c', 'b') },
    { planned: planned('d') },
  ]

  test('an item waits until what it needs is completed, the others begin', () => {
    expect(nextSteps(facts(chain()), 9)).toEqual([
      { kind: 'start', item: 'a' },
      { kind: 'start', item: 'd' },
    ])
    expect(first(chain(ended('a'), done))).toEqual({ kind: 'start', item: 'b' })
    expect(first(chain({ ...working('a'), phase: 'merged' }, done))).toEqual({ kind: 'clear', item: 'a' })
  })

  test('what needs a failed item is not started and names it; the others continue', () => {
    const because = 'it needs a, which is not completed'
    const skipped: ListStep = { kind: 'end-item', item: 'b', outcome: 'not-started', because }
    expect(nextSteps(facts(chain(ended('a', 'stuck'))), 9)).toEqual([skipped, { kind: 'start', item: 'd' }])
    const later = chain(ended('a', 'stuck')).map((one) =>
      one.planned.id === 'b' ? { ...one, state: ended('b', 'not-started') } : one,
    )
    expect(first(later)).toMatchObject({ kind: 'end-item', item: 'c', because: 'it needs b, which is not completed' })
  })

  test('what needs an item that a person must look at waits, the others continue', () => {
    const waits = chain(working('a'), { status: 'awaiting-review' })
    expect(first(waits)).toEqual({ kind: 'start', item: 'd' })
    const rest = waits.map((each) => (each.planned.id === 'd' ? { ...each, state: ended('d') } : each))
    expect(first(rest)).toEqual({ kind: 'end', outcome: 'awaiting-review' })
    const failed = waits.map((each) => (each.planned.id === 'd' ? { ...each, state: ended('d', 'stuck') } : each))
    expect(first(failed)).toEqual({ kind: 'end', outcome: 'partial' })
  })
})

describe('the whole list', () => {
  const two = (a: ItemFacts, b: ItemFacts): ItemFacts[] => [a, b]
  const fresh = { planned: planned('b') }

  test.each(['paused', 'ended'] as const)('that is %s is left as it is', (status) => {
    expect(first(one(), { list: { status } })).toEqual({ kind: 'leave' })
  })

  test('an item that has begun comes before a new one', () => {
    const items = two({ planned: planned('a') }, { ...fresh, state: working('b') })
    expect(first(items)).toEqual({ kind: 'work', item: 'b' })
  })

  test('a used-up budget pauses it, also where others could begin', () => {
    const over = { planned: planned('a'), state: working('a'), task: taskEnded('over-budget') }
    expect(nextSteps(facts(two(over, fresh)), 9)).toEqual([{ kind: 'pause', why: 'over-budget' }])
    expect(first(one(), { isOverBudget: true })).toEqual({ kind: 'pause', why: 'over-budget' })
    // What is done is still merged.
    expect(first(one(working('a'), done), { isOverBudget: true })).toEqual({ kind: 'merge', item: 'a' })
  })

  test('once a person has taken it up, what a budget or a limit broke off continues', () => {
    for (const outcome of ['over-budget', 'usage-limited'] as const) {
      const list = { status: 'open' as const, resumedAt: '2026-11-15T11:00:00.000Z' }
      expect(first(one(working('a'), taskEnded(outcome)), { list })).toEqual({ kind: 'take-up', item: 'a' })
      const again = { ...taskEnded(outcome), endedAt: '2026-11-15T12:00:00.000Z' }
      expect(first(one(working('a'), again), { list })).toEqual({ kind: 'pause', why: outcome })
    }
  })

  test('interrupted, it begins nothing and leaves what is under way', () => {
    const isInterrupted = true
    expect(first(one(), { isInterrupted })).toEqual({ kind: 'leave' })
    expect(first(one(working('a'), { status: 'open' }), { isInterrupted })).toEqual({ kind: 'leave' })
    expect(first(one(working('a'), taskEnded('interrupted')), { isInterrupted })).toEqual({ kind: 'leave' })
    expect(first(one(working('a'), { status: 'awaiting-review' }), { isInterrupted })).toEqual({ kind: 'leave' })
  })

  test('of several that could be merged at once one is', () => {
    const items = ['a', 'b'].map((id) => ({ planned: planned(id), state: working(id), task: done }))
    expect(nextSteps(facts([...items, { planned: planned('c') }]), 9)).toEqual([
      { kind: 'merge', item: 'a' },
      { kind: 'start', item: 'c' },
    ])
  })
})

describe('a merge that is not taken', () => {
  test.each(['conflict', 'red'] as const)('%s: it goes back, but not for ever', (kind) => {
    const names = ['x', 'y']
    for (let returns = 0; returns < MOST_RETURNS; returns++) {
      expect(afterMerge(returns, { kind, names })).toEqual({ kind: 'send-back', why: kind, names })
    }
    expect(afterMerge(MOST_RETURNS, { kind, names })).toMatchObject({
      kind: 'end-item',
      outcome: 'stuck',
      because: expect.stringContaining('x, y'),
    })
  })

  test('what nothing proves is unverified, and the agent is not blamed for it', () => {
    expect(afterMerge(0, { kind: 'unproven', because: 'test could not run' })).toEqual({
      kind: 'end-item',
      outcome: 'unverified',
      because: 'test could not run',
    })
  })
})

interface Play {
  readonly states: Map<string, ItemState>
  readonly log: string[]
  readonly facts: () => ListFacts
  readonly carryOut: (step: ListStep) => void
}

/** A list that is carried out in memory: each step ends with one event, as in the flow. */
function newPlay(plan: readonly PlannedItem[], failing: ReadonlySet<string>): Play {
  const states = new Map<string, ItemState>()
  const tasks = new Map<string, ItemTask>()
  const log: string[] = []
  const record = (event: Event & { readonly item: string }): void => {
    const state = stepItem(states.get(event.item), event)
    if (state) states.set(event.item, state)
  }
  const carryOut = (step: ListStep): void => {
    if (!('item' in step)) return
    const { item } = step
    const head = { id: 'evt', at: AT, list: 'list_1', item, task: `task_${item}` }
    log.push(`${step.kind} ${item}`)
    if (step.kind === 'start') record({ ...head, kind: 'item.started', worktree: `/w/${item}`, branch: `b/${item}` })
    if (step.kind === 'work') tasks.set(item, failing.has(item) ? taskEnded('stuck') : done)
    if (step.kind === 'merge') record({ ...head, kind: 'item.merged', commit: 'c1' })
    if (step.kind === 'clear') record({ ...head, kind: 'item.ended', outcome: 'completed' })
    if (step.kind === 'end-item') record({ ...head, kind: 'item.ended', outcome: step.outcome })
  }
  const now = (): ListFacts =>
    facts(plan.map((each) => ({ planned: each, state: states.get(each.id), task: tasks.get(each.id) })))
  return { states, log, facts: now, carryOut }
}

test('any list ends, each item once, whatever fails, and a step that is chosen again is the same', () => {
  const plans = fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.boolean()), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(plans, (rows) => {
      const plan = rows.map(([x, y], index) => {
        const after = [...new Set([x, y].filter((other) => other < index))].map((other) => `i${other}`)
        return planned(`i${index}`, ...after)
      })
      const play = newPlay(plan, new Set(rows.flatMap(([, , fails], index) => (fails ? [`i${index}`] : []))))
      for (let count = 0; ; count++) {
        expect(count).toBeLessThan(plan.length * 4 + 1)
        const [step] = nextSteps(play.facts())
        expect(nextSteps(play.facts())[0]).toEqual(step as ListStep)
        if (!step || step.kind === 'end') {
          const isAll = plan.every(({ id }) => play.states.get(id)?.outcome === 'completed')
          expect(step).toEqual({ kind: 'end', outcome: isAll ? 'completed' : 'partial' })
          break
        }
        play.carryOut(step)
      }
      expect(new Set(play.log).size).toBe(play.log.length)
      for (const { id, after } of plan) {
        const begun = play.log.indexOf(`start ${id}`)
        for (const needed of after) {
          if (begun >= 0) expect(play.log.indexOf(`clear ${needed}`)).toBeLessThan(begun)
        }
        expect(play.states.get(id)?.phase).toBe('ended')
      }
      expect(outcomeOf(play.facts())).not.toBe('awaiting-review')
    }),
    { numRuns: rounds(2000) },
  )
})

describe('a long list', () => {
  test('that waits for one review is looked at once, however much its items need each other', () => {
    const items = Array.from({ length: 200 }, (_, at): ItemFacts => {
      const before = [at - 1, at - 2, at - 3].filter((other) => other >= 0).map((other) => `i${other}`)
      return { planned: planned(`i${at}`, ...before) }
    })
    const [head, ...rest] = items
    const waits: ItemFacts = { planned: planned('i0'), state: working('i0'), task: { status: 'awaiting-review' } }
    expect(outcomeOf({ items: [waits, ...rest] })).toBe('awaiting-review')
    expect(head && outcomeOf({ items: [{ ...head, state: ended('i0', 'stuck') }, ...rest] })).toBe('partial')
  })

  test('costs each step no more for an item than a short one', () => {
    expectLinear(40_000, (size) => {
      const items = Array.from({ length: size }, (_, at): ItemFacts => ({
        planned: at === 0 ? planned('i0') : planned(`i${at}`, `i${at - 1}`),
      }))
      expect(nextSteps(facts(items))).toEqual([{ kind: 'start', item: 'i0' }])
    })
  })
})
