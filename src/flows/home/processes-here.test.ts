// Processes under names with their machine: the real ones of this test, and keys of another machine.
import { expect, test } from 'bun:test'
import { processes } from '../../adapters/platform/processes/processes.ts'
import { localKey, processesHere } from './processes-here.ts'

const here = processesHere(processes, () => 'mch_a')
const bare = processes.keyOf(process.pid) ?? ''
const own = here.keyOf(process.pid) ?? ''

test('A6: a key names the process and its machine', () => {
  expect(own).toBe(`${bare}@mch_a`)
  expect(Number.parseInt(own, 10)).toBe(process.pid)
  expect(here.starters()).toEqual(processes.starters().map((key) => `${key}@mch_a`))
  expect(here.above()).toEqual(processes.above().map((key) => `${key}@mch_a`))
  expect(here.keyOf(0)).toBeUndefined()
})

test('A6: in a file of this machine a key names the process alone', () => {
  expect([localKey(here, process.pid), localKey(here, 0)]).toEqual([bare, undefined])
})

const keys: readonly (readonly [string, string, { isHere: boolean; isAlive: boolean }])[] = [
  ['our own', own, { isHere: true, isAlive: true }],
  ['our own, as version 0.1 wrote it', bare, { isHere: true, isAlive: true }],
  ['the same number on another machine', `${bare}@mch_b`, { isHere: false, isAlive: false }],
  ['one that has ended', '999999999-1@mch_a', { isHere: true, isAlive: false }],
]

test.each(keys)('A6: %s', (_name, key, expected) =>
  expect({ isHere: here.isHere(key), isAlive: here.isAlive(key) }).toEqual(expected),
)

test.skipIf(process.platform !== 'linux')(
  'A6: we descend from our parent, and from no process of another machine',
  () => {
    const parent = processes.keyOf(process.ppid) ?? ''
    const told = [`${parent}@mch_a`, parent, `${parent}@mch_b`].map((key) => here.isAbove(key))
    expect(told).toEqual([true, true, false])
  },
)
