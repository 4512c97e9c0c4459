// A changed file as lines: signs, line numbers, and changed words in brackets; `…` is an unchanged part.
import { expect, test } from 'bun:test'
import { expectLinear } from '../../../test/cost.ts'
import { diffFile, type DiffLine } from './file-diff.ts'

const SIGN = { same: ' ', added: '+', removed: '-', note: '\\' } as const

function shown(line: DiffLine): string {
  const text = line.pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')
  const number = (side: 'before' | 'after'): string => `${line[side] ?? ''}`.padStart(2)
  return `${number('before')} ${number('after')} ${SIGN[line.kind]}${text}`
}

const drawn = (before: string | undefined, after: string | undefined, path = 'a.txt'): string[] =>
  diffFile({ path, before, after }).blocks.flatMap(({ kind, lines }) =>
    kind === 'same' ? [`… ${lines.length}`] : lines.map(shown),
  )

const letters = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\n'

const cases: ReadonlyArray<readonly [string, string | undefined, string | undefined, readonly string[]]> = [
  ['equal texts', letters, letters, []],
  ['a new file', undefined, 'a\nb\n', ['    1 +a', '    2 +b']],
  ['a deleted file', 'a\n', undefined, [' 1    -a']],
  [
    'unchanged parts on both sides of a hunk',
    letters,
    letters.replace('g', 'G'),
    ['… 3', ' 4  4  d', ' 5  5  e', ' 6  6  f', ' 7    -g', '    7 +G', ' 8  8  h', ' 9  9  i', '10 10  j', '… 4'],
  ],
  [
    'changed words',
    'one\nlet limit = 5\n',
    'one\nlet limit = 10\n',
    [' 1  1  one', ' 2    -let limit = [5]', '    2 +let limit = [10]'],
  ],
  ['more lines added than removed', 'f(a)\n', 'f(a, b)\ng()\n', [' 1    -f(a)', '    1 +f(a[, b])', '    2 +g()']],
  [
    'no line break at the end',
    'a',
    'a\n',
    [' 1    -a', '       \\no line break at the end of the file', '    1 +a'].map((line) =>
      line.replace('       \\', '      \\'),
    ),
  ],
  ['CRLF on both sides is no news', 'a\r\nb\r\n', 'a\r\nc\r\n', [' 1  1  a', ' 2    -b', '    2 +c']],
  ['CRLF on one side is', 'a\r\n', 'a\n', [' 1    -a[\u{fffd}]', '    1 +a']],
  ['escape sequences cannot steer a terminal', undefined, 'x\u001b[2Jy\u202e\n', ['    1 +x\u{fffd}[2Jy\u{fffd}']],
]

test.each(cases)('%s', (_, before, after, expected) => {
  expect(drawn(before, after)).toEqual([...expected])
})

test('syntax classes and changed words cut each other', () => {
  const { blocks, added, removed } = diffFile({
    path: 'a.ts',
    before: `const a = "x y" // old\n`,
    after: `const a = "x z" // old\n`,
  })
  expect({ added, removed }).toEqual({ added: 1, removed: 1 })
  expect(blocks[0]?.lines[1]?.pieces).toEqual([
    { text: 'const', class: 'keyword' },
    { text: ' a = ' },
    { text: '"x ', class: 'string' },
    { text: 'z', class: 'string', isChanged: true },
    { text: '"', class: 'string' },
    { text: ' ' },
    { text: '// old', class: 'comment' },
  ])
})

test('a comment that began above the hunk is known in it', () => {
  const before = `/*\n${'x\n'.repeat(20)}if\n*/\n`
  const { blocks } = diffFile({ path: 'a.ts', before, after: before.replace('if', 'for') })
  const changed = blocks.flatMap(({ lines }) => lines).filter(({ kind }) => kind !== 'same')
  expect(changed.map(({ pieces }) => pieces.map((piece) => piece.class))).toEqual([['comment'], ['comment']])
})

test('a file of any length costs linear time', () => {
  const lines = Array.from({ length: 30_000 }, (_, index) => `const value${index} = call(${index}, "text") // note\n`)
  expectLinear(lines.length, (size) => {
    const before = lines.slice(0, size)
    const after = before.map((line, index) => (index % 2 === 0 ? line.replace('call', 'other') : line))
    const { blocks } = diffFile({ path: 'a.ts', before: before.join(''), after: after.join('') })
    return blocks.flatMap(({ lines }) => lines.map(({ pieces }) => pieces))
  })
})
