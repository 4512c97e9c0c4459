// The diff: what people see, and that applying it to one text gives the other, for any two.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../test/cost.ts'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import { type EditLine, NO_LAST_BREAK, unifiedDiff } from './diff.ts'

const PREFIX = { same: ' ', added: '+', removed: '-', hunk: '' } as const
const shown = (lines: readonly EditLine[]): string[] => lines.map(({ kind, text }) => `${PREFIX[kind]}${text}`)

const letters = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\n'

const cases: ReadonlyArray<readonly [string, string | undefined, string | undefined, readonly string[]]> = [
  ['equal texts', 'a\n', 'a\n', []],
  ['no file, and none', undefined, undefined, []],
  ['a file that is made', undefined, 'a\nb\n', ['@@ -0,0 +1,2 @@', '+a', '+b']],
  ['a file that is taken away', 'a\n', undefined, ['@@ -1 +0,0 @@', '-a']],
  ['an empty file that is made', undefined, '', []],
  ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n', ['@@ -1,3 +1,3 @@', ' a', '-b', '+B', ' c']],
  [
    'three lines around it',
    letters,
    letters.replace('g', 'G'),
    ['@@ -4,7 +4,7 @@', ' d', ' e', ' f', '-g', '+G', ' h', ' i', ' j'],
  ],
  [
    'changes near each other are one hunk',
    letters,
    letters.replace('d', 'D').replace('k', 'K'),
    ['@@ -1,14 +1,14 @@', ...' a, b, c,-d,+D, e, f, g, h, i, j,-k,+K, l, m, n'.split(',')],
  ],
  [
    'changes far from each other are two',
    letters,
    letters.replace('c\n', '').replace('l\n', 'l\nL\n'),
    ['@@ -1,6 +1,5 @@', ' a', ' b', '-c', ' d', ' e', ' f', '@@ -10,5 +9,6 @@', ' j', ' k', ' l', '+L', ' m', ' n'],
  ],
  ['no line break at the end, on one side', '{}', '{}\n', ['@@ -1 +1 @@', '-{}', NO_LAST_BREAK, '+{}']],
  ['no line break at the end, on both sides', 'a\nb', 'A\nb', ['@@ -1,2 +1,2 @@', '-a', '+A', ' b', NO_LAST_BREAK]],
  ['CRLF on both sides is no news', 'a\r\nb\r\n', 'a\r\nc\r\n', ['@@ -1,2 +1,2 @@', ' a', '-b', '+c']],
  ['CRLF on one side is', 'a\r\nb\r\n', 'a\r\nb\n', ['@@ -1,2 +1,2 @@', ' a\r', '-b\r', '+b']],
  ['an empty line', 'a\n', '\na\n', ['@@ -1 +1,2 @@', '+', ' a']],
]

for (const [name, before, after, expected] of cases) {
  test(name, () => expect(shown(unifiedDiff(before, after))).toEqual([...expected]))
}

test('without context', () => {
  expect(shown(unifiedDiff('a\nb\nc\n', 'a\nc\nd\n', 0))).toEqual(['@@ -2 +1,0 @@', '-b', '@@ -3,0 +3 @@', '+d'])
})

/** Applies a diff as `patch` does: checks every line that it removes or passes. */
function apply(before: string, diff: readonly EditLine[], lineBreak: string): string {
  const source = before.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const out: string[] = []
  let at = 0
  for (const [index, { kind, text }] of diff.entries()) {
    const header = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@$/.exec(text)
    if (kind === 'hunk' && header) {
      const from = Number(header[1]) - (header[2] === '0' ? 0 : 1)
      out.push(...source.slice(at, from))
      at = from
    }
    if (kind === 'hunk') continue
    const line = diff[index + 1]?.text === NO_LAST_BREAK && diff[index + 1]?.kind === 'hunk' ? text : text + lineBreak
    if (kind !== 'added') expect(source[at++]).toBe(line)
    if (kind !== 'removed') out.push(line)
  }
  return [...out, ...source.slice(at)].join('')
}

describe('for any two texts', () => {
  const line = fc.constantFrom('', 'a', 'b', 'c', '  d', '@@ -1 +1 @@', NO_LAST_BREAK, '-', '+', 'e\r')
  const text = fc
    .tuple(fc.array(line, { maxLength: 40 }), fc.boolean())
    .map(([lines, isEnded]) => lines.join('\n') + (isEnded ? '\n' : ''))

  test('applying the diff gives the second', () => {
    fc.assert(
      fc.property(text, text, fc.nat(4), (before, after, context) => {
        const isCrlf = [before, after].every((one) => !/(?<!\r)\n/.test(one))
        expect(apply(before, unifiedDiff(before, after, context), isCrlf ? '\r\n' : '\n')).toBe(after)
      }),
      { numRuns: rounds(2000) },
    )
  })

  test('equal texts give nothing', () => {
    fc.assert(fc.property(text, (one) => expect(unifiedDiff(one, `${one}`)).toEqual([])))
  })

  test('no line is removed and added that could have stayed', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const split = (one: string): string[] => one.match(/[^\n]*\n|[^\n]+$/g) ?? []
        const edits = unifiedDiff(before, after).filter(({ kind }) => kind === 'added' || kind === 'removed')
        expect(edits.length).toBe(fewestEdits(split(before), split(after)))
      }),
      { numRuns: rounds(500) },
    )
  })
})

/** The plain table of the longest common subsequence. */
function fewestEdits(before: readonly string[], after: readonly string[]): number {
  let row = Array.from({ length: after.length + 1 }, (_, index) => index)
  for (const [i, line] of before.entries()) {
    const next = [i + 1]
    for (const [j, other] of after.entries())
      next.push(line === other ? (row[j] ?? 0) : Math.min(row[j + 1] ?? 0, next[j] ?? 0) + 1)
    row = next
  }
  return row[after.length] ?? 0
}

describe('large files', () => {
  const large = Array.from({ length: 60_000 }, (_, index) => `line ${index} ${'x'.repeat(24)}\n`)

  test('a small change in 2 MB', () => {
    expectLinear(large.length, (size) => {
      const before = large.slice(0, size)
      const after = before.with(100, 'other\n').with(size - 1000, 'other\n')
      expect(unifiedDiff(before.join(''), after.join(''))).toHaveLength(2 * 9)
    })
  })

  test('nothing in common', () => {
    const before = large.join('')
    const after = large.toReversed().join('')
    const diff = unifiedDiff(before, after)
    expectLinear(large.length, (size) =>
      unifiedDiff(large.slice(0, size).join(''), large.slice(0, size).toReversed().join('')),
    )
    expect(diff[0]?.text).toBe('@@ -1,60000 +1,60000 @@')
    expect(apply(before, diff, '\n')).toBe(after)
  })

  test('a million lines', () => {
    const after = '\n'.repeat(1_000_000)
    const diff = unifiedDiff(undefined, after)
    expect(diff).toHaveLength(1_000_001)
  })
})
