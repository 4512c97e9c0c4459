// How often a flow tries again when others changed the state.
import { expect, test } from 'bun:test'
import { untilRecorded } from './until-recorded.ts'

const rows: readonly (readonly [string, number, string | undefined, number])[] = [
  ['recorded at once', 0, 'recorded', 1],
  ['recorded after two conflicts', 2, 'recorded', 3],
  ['recorded at the last attempt', 4, 'recorded', 5],
  ['nothing but conflicts', 100, undefined, 5],
]

test.each(rows)('%s', async (_name, conflicts, expected, attempts) => {
  const seen: number[] = []
  const result = await untilRecorded(async (nth) => {
    seen.push(nth)
    return nth <= conflicts ? 'conflict' : 'recorded'
  })
  expect([result, seen]).toEqual([expected, Array.from({ length: attempts }, (_, index) => index + 1)])
})
