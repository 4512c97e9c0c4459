// Work is counted in small steps: sleep, a clock that is set, and a process that was stopped do not count.
import { describe, expect, test } from 'bun:test'
import { clockSkips, stopwatch } from './working-time.ts'

const HOUR = 3_600_000

/** A world whose two clocks are moved by hand. */
function clocks() {
  let wall = Date.UTC(2026, 10, 15, 10)
  let steady = 5000
  return {
    now: () => new Date(wall),
    elapsed: () => steady,
    /** The wall clock moves as the other one does, unless told otherwise. */
    pass: (ms: number, onWall = ms) => {
      steady += ms
      wall += onWall
    },
  }
}

describe('R10: a stopwatch', () => {
  test('counts what passes in small steps, whatever the clock on the wall tells', () => {
    const world = clocks()
    const worked = stopwatch(world)
    for (const onWall of [1000, 9 * HOUR, -9 * HOUR, 0]) {
      world.pass(1000, onWall)
      worked()
    }
    expect(worked()).toBe(4000)
  })

  test('counts a gap as one step, and never backwards', () => {
    const world = clocks()
    const worked = stopwatch(world)
    world.pass(8 * HOUR)
    expect(worked()).toBe(1000)
    world.pass(-2000)
    expect(worked()).toBe(1000)
    world.pass(500)
    expect(worked()).toBe(1500)
  })
})

describe('R10: what the clock skips', () => {
  const cases: readonly (readonly [string, readonly (readonly [number, number?])[], readonly number[]])[] = [
    ['nothing while both clocks agree', [[1000], [250], [4000]], [0, 0, 0]],
    [
      'the sleep of a machine whose steady clock stands still meanwhile',
      [[1000], [1000, 8 * HOUR]],
      [0, 8 * HOUR - 1000],
    ],
    ['the sleep of one whose steady clock goes on', [[1000], [8 * HOUR]], [0, 8 * HOUR - 1000]],
    ['a clock that is set forward', [[1000, 1000 + HOUR]], [HOUR]],
    ['a clock that is set back', [[1000, 1000 - HOUR]], [-HOUR]],
    ['once only', [[1000, 1000 + HOUR], [1000]], [HOUR, 0]],
    [
      'a clock that drifts, once that is a second',
      [
        [1000, 1400],
        [1000, 1400],
        [1000, 1400],
      ],
      [0, 0, 1200],
    ],
  ]
  for (const [name, passes, expected] of cases) {
    test(name, () => {
      const world = clocks()
      const skips = clockSkips(world)
      const seen = passes.map(([ms, onWall]) => {
        world.pass(ms, onWall)
        return skips()
      })
      expect(seen).toEqual([...expected])
    })
  }
})
