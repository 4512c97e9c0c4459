// Sizes of the config in bytes.
import { expect, test } from 'bun:test'
import { toBytes } from './size.ts'

test.each<[size: string, bytes: number]>([
  ['500MB', 500_000_000],
  ['1.5GB', 1_500_000_000],
  ['2TB', 2_000_000_000_000],
  ['12', Number.NaN],
])('%s', (size, bytes) => {
  expect(toBytes(size)).toBe(bytes)
})
