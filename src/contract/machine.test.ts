// Names with the machine they mean something on: tables.
import { describe, expect, test } from 'bun:test'
import { isOnMachine, withMachine, withoutMachine } from './machine.ts'

const names: readonly (readonly [name: string, machine: string, withIt: string])[] = [
  ['wsp_1', 'mch_a', 'wsp_1@mch_a'],
  ['7-1', 'mch_a', '7-1@mch_a'],
  ['wsp_1@mch_a', 'mch_a', 'wsp_1@mch_a'],
  ['wsp_1@mch_b', 'mch_a', 'wsp_1@mch_b'],
  ['wsp_1', '', 'wsp_1'],
]

describe('a name with its machine', () => {
  test.each(names)('%s on %s', (name, machine, expected) => {
    expect(withMachine(name, machine)).toBe(expected)
    expect(withoutMachine(expected)).toBe(withoutMachine(name))
  })
})

test('the bare name', () => expect(['7-1@mch_a', '7-1'].map(withoutMachine)).toEqual(['7-1', '7-1']))

test('whether a name is of this machine', () => {
  const told = ['7-1', '7-1@mch_a', '7-1@mch_b', '7-1@'].map((name) => isOnMachine(name, 'mch_a'))
  expect(told).toEqual([true, true, false, false])
})
