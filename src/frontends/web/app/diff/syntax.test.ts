// Syntax as classes of text, and changed words within them.
import { expect, test } from 'bun:test'
import type { Line } from '../values.ts'
import { type CodeToken, colourer, highlight, languageOf, textOf, withMarks } from './syntax.ts'

test.each([
  ['src/a.ts', 'typescript'],
  ['a.mjs', 'typescript'],
  ['Makefile', 'makefile'],
  ['deep/Dockerfile', 'dockerfile'],
  ['a.h', 'cpp'],
  ['notes.txt', undefined],
])('%s is read as %p', (path, language) => {
  expect(languageOf(path)).toBe(language)
})

test('a comment that goes over lines keeps its class, and no text is lost', () => {
  const lines = ['const a = 1 /* one', 'two */ const b = "x"', '']
  const rows = highlight(lines, 'typescript')
  expect(rows.map((row) => row.map(({ text }) => text).join(''))).toEqual(lines)
  expect(rows[1]?.[0]).toEqual({ text: 'two */', class: 'comment' })
  expect(rows[1]?.find(({ text }) => text === '"x"')?.class).toBe('string')
})

test('in a style sheet a name is told by where it stands', () => {
  const sheet = [
    '@media (min-width: 1100px) {',
    '  .card:hover > a, #main::before { color: #fa3; margin: -0.5em auto; }',
    '  --own: var(--space-2); grid-of-tomorrow: 10%;',
    '  background: url(http://a.test/b.png); /* over',
    '  lines */',
    '  $size: 12px; // SCSS',
    'a:hover,',
    'button:focus {',
    '  font-family: serif,',
    '    "A; B" !important }',
  ]
  const rows = highlight(sheet, 'css')
  expect(rows.map((row) => row.map(({ text }) => text).join(''))).toEqual(sheet)
  const of = (wanted: CodeToken['class']): readonly string[] =>
    rows.flat().flatMap((token) => (token.class === wanted ? [token.text.trim()] : []))
  expect(of('name')).toEqual(['color', 'margin', '--own', 'grid-of-tomorrow', 'background', '$size', 'font-family'])
  expect(of('keyword')).toEqual(['@media', '.card:hover', '#main::before', ':hover', ':focus', '!important'])
  expect(of('number')).toEqual(['1100px', '#fa3', '-0.5em', '10%', '12px'])
  expect(of('string')).toEqual(['url(http://a.test/b.png)', '"A; B"'])
  expect(of('comment')).toEqual(['/* over', 'lines */', '// SCSS'])
})

test('markup stays text: nothing is escaped, nothing is dropped', () => {
  const text = '<script>alert("1 < 2 && 3")</script> <img src=x onerror=alert(1)>'
  for (const language of ['xml', 'markdown', 'typescript', undefined]) {
    expect(
      highlight([text], language)[0]
        ?.map((token) => token.text)
        .join(''),
    ).toBe(text)
  }
})

const changed: Line = {
  kind: 'added',
  after: 3,
  pieces: [{ text: 'const limit = ' }, { text: '10', isChanged: true }, { text: ' // max' }],
}

test('tokens are cut where a changed word begins or ends', () => {
  const tokens = withMarks(changed, highlight([textOf(changed)], 'typescript')[0] ?? [])
  expect(tokens.map(({ text }) => text).join('')).toBe('const limit = 10 // max')
  expect(tokens.filter(({ isChanged }) => isChanged).map(({ text }) => text)).toEqual(['10'])
})

test('a mark inside a token splits it', () => {
  const line: Line = {
    kind: 'removed',
    before: 1,
    pieces: [{ text: '"old ' }, { text: 'word', isChanged: true }, { text: '"' }],
  }
  expect(withMarks(line, [{ text: '"old word"', class: 'string' }])).toEqual([
    { text: '"old ', class: 'string' },
    { text: 'word', class: 'string', isChanged: true },
    { text: '"', class: 'string' },
  ])
})

const never = { whenIdle: (): void => undefined }

test('words of one class are one token, with the space between them', () => {
  expect(highlight(['export const a'], 'typescript')).toEqual([
    [{ text: 'export const', class: 'keyword' }, { text: ' a' }],
  ])
})

test('the lines before and after those in sight are read when there is time, once', () => {
  const lines = Array.from({ length: 300 }, (_, at): Line => ({
    kind: 'added',
    after: at,
    pieces: [{ text: 'let a' }],
  }))
  const later: (() => void)[] = []
  const tokensOf = colourer('a.ts', [{ kind: 'hunk', lines }], { whenIdle: (act) => void later.push(act) })
  const ask = (at: number): readonly CodeToken[] => tokensOf(lines[at] ?? expect.unreachable())
  expect(ask(100)).toEqual([{ text: 'let', class: 'keyword' }, { text: ' a' }])
  expect(later).toHaveLength(2)
  for (const act of later.splice(0)) act()
  // Read already: only what lies behind it is left to do.
  ask(101)
  ask(0)
  ask(200)
  expect(later).toHaveLength(1)
})

test('each line of a block gets the tokens of its own side', () => {
  const lines: Line[] = [
    { kind: 'same', before: 1, after: 1, pieces: [{ text: 'let a' }] },
    { kind: 'removed', before: 2, pieces: [{ text: '/* old' }] },
    { kind: 'removed', before: 3, pieces: [{ text: 'still old */' }] },
    { kind: 'added', after: 2, pieces: [{ text: 'return 1' }] },
  ]
  const tokensOf = colourer('a.ts', [{ kind: 'hunk', lines }], never)
  const [, , old, now] = lines.map((line) => tokensOf(line))
  expect(old).toEqual([{ text: 'still old */', class: 'comment' }])
  expect(now?.[0]).toEqual({ text: 'return', class: 'keyword' })
})

test('a line that is too long to read stays plain and whole', () => {
  const text = 'x'.repeat(5000)
  const line: Line = { kind: 'added', after: 1, pieces: [{ text }] }
  expect(colourer('a.ts', [{ kind: 'hunk', lines: [line] }], never)(line)).toEqual([{ text }])
})
