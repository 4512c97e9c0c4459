// When a hook answers: before its limit, with time for what comes after the checks.
import { expect, test } from 'bun:test'
import { answerAtLast, answerBy } from './answer-by.ts'

const world = { startedAt: () => new Date(0) }
const host = (withinMs?: number) => ({ attended: true, blockCap: 0, ...(withinMs === undefined ? {} : { withinMs }) })

test.each([
  [undefined, 55_000, 58_500],
  [60_000, 55_000, 58_500],
  [20_000, 18_000, 19_400],
  [3000, 2000, 2700],
])('R11: of %p ms most of the margin is left for reading the workspace', (withinMs, by, atLast) => {
  expect([answerBy(world, host(withinMs)), answerAtLast(world, host(withinMs))]).toEqual([by, atLast])
})
