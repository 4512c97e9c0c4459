// What sealed and canary runs settle, for every kind of suspicion.
import { describe, expect, test } from 'bun:test'
import type { Tampering } from '../../../contract/change.ts'
import { type JudgedRun, settleSuspicions } from './settle-suspicions.ts'

const suspicion = (kind: string, what = 'test "adds two" is weaker now', file = 'a.test.ts'): Tampering => ({
  file,
  line: 3,
  what,
  meant: false,
  kind,
})
const checks = [
  { name: 'test', runsTests: true },
  { name: 'lint', runsTests: false },
]
const sealed = (answer: JudgedRun['answer'], check = 'test', tests: string[] = []): JudgedRun => ({
  check,
  kind: 'sealed',
  answer,
  why: 'said so',
  tests,
})
const canary = (answer: JudgedRun['answer']): JudgedRun => ({ check: 'test', kind: 'canary', answer, why: 'said so' })
const settled = (one: Tampering, runs: readonly JudgedRun[], stillThere: readonly Tampering[] = []): string => {
  const [first] = settleSuspicions({ suspicions: [one], runs, checks, stillThere })
  return first?.settled ? `${first.settled.how} by ${first.settled.by}` : 'not settled'
}

const green = [sealed('green')]
const allGreen = [sealed('green'), sealed('green', 'lint')]

describe('a green sealed run', () => {
  test('is named by the check that runs tests, whichever ran first', () => {
    const runs = [sealed('green', 'lint'), sealed('green', 'test')]
    const told = ['skipped', 'command'].map((kind) => {
      const [one] = settleSuspicions({
        suspicions: [suspicion(kind)],
        runs,
        checks: checks.toReversed(),
        stillThere: [],
      })
      return one?.settled?.why
    })
    expect(told).toEqual(['check test: said so', 'check test: said so'])
  })

  const rows: readonly (readonly [kind: string, ofTests: string, ofAll: string])[] = [
    ['skipped', 'cleared by sealed', 'cleared by sealed'],
    ['vacuous', 'cleared by sealed', 'cleared by sealed'],
    ['fewer-assertions', 'cleared by sealed', 'cleared by sealed'],
    ['bent', 'cleared by sealed', 'cleared by sealed'],
    ['snapshot', 'cleared by sealed', 'cleared by sealed'],
    ['command', 'not settled', 'cleared by sealed'],
    ['config', 'not settled', 'cleared by sealed'],
    ['shadowed', 'not settled', 'cleared by sealed'],
    ['suppressed', 'not settled', 'cleared by sealed'],
    ['hidden', 'not settled', 'not settled'],
    ['deleted', 'not settled', 'not settled'],
    ['emptied', 'not settled', 'not settled'],
    ['gone', 'not settled', 'not settled'],
    ['ci', 'not settled', 'not settled'],
    ['own-config', 'not settled', 'not settled'],
    ['rigged', 'not settled', 'not settled'],
    ['constructor', 'not settled', 'not settled'],
  ]
  test.each(rows)('%s: of the tests %s, of all checks %s', (kind, ofTests, ofAll) => {
    expect(settled(suspicion(kind), green)).toBe(ofTests)
    expect(settled(suspicion(kind), allGreen)).toBe(ofAll)
  })

  const counted: readonly (readonly [
    kind: string,
    now: number | undefined,
    before: number | 'some' | undefined,
    said: string,
  ])[] = [
    ['command', 3, 8, 'not settled'],
    ['config', 3, 8, 'not settled'],
    ['shadowed', 7, 8, 'not settled'],
    ['command', 8, 'some', 'not settled'],
    ['skipped', 8, 'some', 'cleared by sealed'],
    ['command', 8, 8, 'cleared by sealed'],
    ['command', 9, 8, 'cleared by sealed'],
    ['command', undefined, 8, 'not settled'],
    ['command', 3, undefined, 'cleared by sealed'],
    ['skipped', 3, 8, 'cleared by sealed'],
    ['suppressed', 3, 8, 'cleared by sealed'],
  ]
  test.each(counted)('%s: %p tests now, %p with the yardstick of the start: %s', (kind, now, before, said) => {
    const [one] = settleSuspicions({
      suspicions: [suspicion(kind)],
      runs: [{ ...sealed('green'), count: before }],
      checks: [{ name: 'test', runsTests: true, count: now }],
      stillThere: [],
    })
    expect(one?.settled ? `${one.settled.how} by ${one.settled.by}` : 'not settled').toBe(said)
  })

  const deleted: readonly (readonly [file: string, said: string])[] = [
    ['.eslintrc', 'cleared by sealed'],
    ['jest.config.js', 'cleared by sealed'],
    ['tsconfig.json', 'cleared by sealed'],
    ['test/cart.test.ts', 'not settled'],
    ['test/helpers.ts', 'not settled'],
    ['.github/workflows/ci.yml', 'not settled'],
    ['fullstop.json', 'not settled'],
  ]
  test.each(deleted)('%s is deleted: %s', (file, said) => {
    expect(settled(suspicion('deleted', 'deleted', file), allGreen)).toBe(said)
    expect(settled(suspicion('deleted', 'deleted', file), green)).toBe('not settled')
  })

  test('clears nothing that stands in the sealed tree too', () => {
    const one = suspicion('skipped')
    expect(settled(one, allGreen, [{ ...one, line: 9 }])).toBe('not settled')
    expect(settled(one, allGreen, [{ ...one, file: 'b.test.ts' }])).toBe('cleared by sealed')
  })

  const still: readonly (readonly [kind: string, result: string])[] = [
    ['rigged', 'not settled'],
    ['vacuous', 'not settled'],
    ['command', 'not settled'],
    ['config', 'not settled'],
    ['shadowed', 'not settled'],
    ['hidden', 'not settled'],
    ['deleted', 'cleared by sealed'],
    ['gone', 'cleared by sealed'],
    ['ci', 'cleared by sealed'],
    ['skipped', 'cleared by sealed'],
  ]
  test.each(still)('says nothing where %s stands in the sealed tree: %s', (kind, result) => {
    expect(settled(suspicion('bent'), allGreen, [suspicion(kind, 'something else', 'src/cart.ts')])).toBe(result)
  })

  test('does not speak for a check whose tests nobody counted', () => {
    expect(settled(suspicion('skipped'), [sealed('green'), sealed('cannot-tell', 'lint')])).toBe('not settled')
    expect(settled(suspicion('skipped'), [sealed('green'), sealed('green', 'lint')])).toBe('cleared by sealed')
  })

  test('of one check that runs tests does not speak for another', () => {
    const two = [...checks, { name: 'e2e', runsTests: true }]
    const [one] = settleSuspicions({ suspicions: [suspicion('skipped')], runs: green, checks: two, stillThere: [] })
    expect(one?.settled).toBeUndefined()
  })

  test('clears nothing where no check runs tests', () => {
    const none = [{ name: 'lint', runsTests: false }]
    const runs = [sealed('green', 'lint')]
    expect(settleSuspicions({ suspicions: [suspicion('skipped')], runs, checks: none, stillThere: [] })).toEqual([
      suspicion('skipped'),
    ])
  })
})

describe('a red sealed run', () => {
  const rows: readonly (readonly [name: string, tests: string[], result: string])[] = [
    ['names the title', ['✗ cart > adds two'], 'confirmed by sealed'],
    ['names the file', ['FAIL a.test.ts'], 'confirmed by sealed'],
    ['names another test', ['✗ removes one'], 'not settled'],
    ['names none', [], 'not settled'],
  ]
  test.each(rows)('%s', (_, tests, result) => {
    expect(settled(suspicion('skipped'), [sealed('red', 'test', tests)])).toBe(result)
  })

  test('says nothing about a deletion', () => {
    expect(settled(suspicion('gone'), [sealed('red', 'test', ['✗ adds two'])])).toBe('not settled')
  })
})

test.each(['skipped', 'command', 'rigged'])('%s: cannot tell neither clears nor confirms', (kind) => {
  const runs = [sealed('cannot-tell'), sealed('cannot-tell', 'lint'), canary('cannot-tell')]
  expect(settled(suspicion(kind, 'product code ends the process with success (x)', 'src/cart.ts'), runs)).toBe(
    'not settled',
  )
})

describe('a canary', () => {
  const rows: readonly (readonly [kind: string, green: string])[] = [
    ['rigged', 'confirmed by canary'],
    ['vacuous', 'confirmed by canary'],
    ['command', 'confirmed by canary'],
    ['config', 'confirmed by canary'],
    ['shadowed', 'confirmed by canary'],
    ['skipped', 'not settled'],
    ['bent', 'not settled'],
    ['gone', 'not settled'],
    ['deleted', 'not settled'],
    ['snapshot', 'not settled'],
    ['ci', 'not settled'],
    ['own-config', 'not settled'],
    ['suppressed', 'not settled'],
  ]
  test.each(rows)('that stays green, and %s: %s; one that fails clears nothing', (kind, green) => {
    expect(settled(suspicion(kind), [canary('green')])).toBe(green)
    expect(settled(suspicion(kind), [canary('red')])).toBe('not settled')
  })

  test('does not tell which of two changes is the reason, unless one is rigged code', () => {
    const all = (...kinds: readonly string[]): (string | undefined)[] =>
      settleSuspicions({
        suspicions: kinds.map((kind) => suspicion(kind)),
        runs: [canary('green')],
        checks,
        stillThere: [],
      }).map((one) => one.settled?.how)
    expect(all('command', 'config')).toEqual([undefined, undefined])
    expect(all('command', 'skipped')).toEqual(['confirmed', undefined])
    expect(all('command', 'rigged')).toEqual([undefined, 'confirmed'])
  })

  test('may stay green by lines that raised a doubt: then no other change is the reason', () => {
    const among = (kind: string): string | undefined =>
      settleSuspicions({
        suspicions: [suspicion(kind)],
        runs: [canary('green')],
        checks,
        stillThere: [],
        isDoubted: true,
      })[0]?.settled?.how
    expect([among('config'), among('rigged')]).toEqual([undefined, 'confirmed'])
  })
})
