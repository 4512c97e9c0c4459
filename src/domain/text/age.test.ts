// Ages in words, also for clocks that disagree.
import { expect, test } from 'bun:test'
import { ageText } from './age.ts'

const NOW = new Date('2026-11-15T12:00:00.000Z')

test.each([
  ['2026-11-15T12:00:00.000Z', 'just now'],
  ['2026-11-15T11:59:00.001Z', 'just now'],
  ['2026-11-15T11:59:00.000Z', '1 minute ago'],
  ['2026-11-15T11:48:00.000Z', '12 minutes ago'],
  ['2026-11-15T11:00:00.001Z', '59 minutes ago'],
  ['2026-11-15T11:00:00.000Z', '1 hour ago'],
  ['2026-11-14T12:00:00.001Z', '23 hours ago'],
  ['2026-11-14T12:00:00.000Z', '1 day ago'],
  ['2025-11-15T12:00:00.000Z', '365 days ago'],
  ['2026-11-15T12:00:01.000Z', 'just now'],
  ['2027-01-01T00:00:00.000Z', 'just now'],
  ['yesterday', 'at an unknown time'],
  ['', 'at an unknown time'],
])('%s was %s', (at, expected) => {
  expect(ageText(at, NOW)).toBe(expected)
})

test('without a clock no age is made up', () => {
  expect(ageText('2026-11-15T12:00:00.000Z', new Date(Number.NaN))).toBe('at an unknown time')
})
