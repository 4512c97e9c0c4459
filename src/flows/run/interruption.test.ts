// Once: after this turn; twice: now.
import { expect, test } from 'bun:test'
import { type Interruption, newInterruption } from './interruption.ts'

const state = ({ asked, now }: Interruption): boolean[] => [asked.aborted, now.aborted]

test('nobody asked', () => expect(state(newInterruption())).toEqual([false, false]))
test('once', () => {
  const interruption = newInterruption()
  interruption.ask()
  expect(state(interruption)).toEqual([true, false])
})
test('twice, and more', () => {
  const interruption = newInterruption()
  interruption.ask()
  interruption.ask()
  interruption.ask()
  expect(state(interruption)).toEqual([true, true])
})
test('at once', () => {
  const interruption = newInterruption()
  interruption.demand()
  expect(state(interruption)).toEqual([true, true])
})
