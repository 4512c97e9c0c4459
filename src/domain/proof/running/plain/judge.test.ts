// What the steps of a plain run say together, and what they leave open.
import { expect, test } from 'bun:test'
import type { PlainPlan } from '../plans.ts'
import { judgePlain } from './judge.ts'

const plan: PlainPlan = {
  put: [],
  remove: [],
  argv: [],
  outer: 'outer',
  own: 'own',
  tail: 'tail',
  programs: 1,
  startsToo: true,
  assertions: [{ file: 'a.test.js', line: 3, expected: ['5'], isLoose: false, then: 1 }],
}
const step = (name: string, values: object, ended = 0): string =>
  `outer${JSON.stringify({ step: name, ended, values })}\n`
const FIVE = step('expected', { 0: ['["n","5"]'], 1: ['["n","5"]'] })
const OTHER = { 0: ['["n","1"]'], '.': [''] }
const DIFFERS = `${FIVE}${step('plain', OTHER)}${step('again', OTHER)}${step('control', {})}`
const EARLY = `${FIVE}${step('plain', {})}${step('again', {})}${step('control', {})}`
const START = step('start-control', {})
const RED = 'without a test around it the code answers "1" (a.test.js:3 expects 5)'
const ENDS = 'the code ends the program, with success, before a.test.js:3 is reached'
const NOTHING = 'no value could be compared without a test'

const rows: readonly (readonly [name: string, output: string, why: string])[] = [
  ['it answered as expected at the start', `${DIFFERS}${START}${step('start', { 1: ['["n","5"]'], '.': [''] })}`, RED],
  ['it differed at the start', `${DIFFERS}${START}${step('start', { 1: ['["n","1"]'], '.': [''] })}`, NOTHING],
  ['the check failed at the start', `${DIFFERS}${step('start-control', {}, 1)}${step('start', {})}`, RED],
  ['there was no time for the start', DIFFERS, NOTHING],
  ['it ends early', `${EARLY}${START}${step('start', { 1: ['["n","5"]'], '.': [''] })}`, ENDS],
  ['it ended early at the start', `${EARLY}${START}${step('start', {})}`, NOTHING],
]
test.each(rows)('%s', (_, output, why) => {
  expect(judgePlain({ kind: 'ran', end: { result: 'passed', why: '' }, output }, plan).why).toBe(why)
})
