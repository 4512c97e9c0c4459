// Syntax classes, line by line: a letter for the class before each token that has one.
import { expect, test } from 'bun:test'
import { growthOf, HOSTILE_CODE } from '../../../test/growth.ts'
import { type Open, tokenizerFor } from './tokens.ts'

const LETTER = { comment: 'c', string: 's', number: 'n', keyword: 'k' } as const

function classesOf(path: string, text: string): string[] | undefined {
  const tokenizer = tokenizerFor(path)
  let open: Open | undefined
  return (
    tokenizer &&
    text.split('\n').map((line) => {
      const read = tokenizer(line, open)
      open = read.open
      expect(read.tokens.map(({ text }) => text).join('')).toBe(line)
      return read.tokens.map((token) => (token.class ? `‹${LETTER[token.class]} ${token.text}›` : token.text)).join('')
    })
  )
}

const cases: ReadonlyArray<readonly [string, string, string, readonly string[] | undefined]> = [
  ['a declaration', 'a.ts', 'const x = 42 // so', ['‹k const› x = ‹n 42› ‹c // so›']],
  ['strings', 'a.js', `f("a\\"b", 'it')`, ['f(‹s "a\\"b"›, ‹s \'it\'›)']],
  ['a string that is not closed ends with its line', 'a.ts', `x = "abc\ny = 1`, ['x = ‹s "abc›', 'y = ‹n 1›']],
  ['a comment over lines', 'a.go', 'a /* b\nc\nd */ return', ['a ‹c /* b›', '‹c c›', '‹c d */› ‹k return›']],
  ['a template over lines', 'a.mts', 'x = `a\n${b}` if', ['x = ‹s `a›', '‹s ${b}`› ‹k if›']],
  ['a comment sign within a string', 'a.c', 'url = "http://x" // y', ['url = ‹s "http://x"› ‹c // y›']],
  ['keywords within other words', 'a.ts', 'iffy.for_each(newer)', ['iffy.for_each(newer)']],
  ['lifetimes', 'a.rs', "fn f<'a>(x: &'a str)", ["‹k fn› f<'a>(x: &'a str)"]],
  [
    'Python',
    'a.py',
    'def f():\n  """doc\n  more"""\n  return None # x',
    ['‹k def› f():', '  ‹s """doc›', '‹s   more"""›', '  ‹k return› ‹k None› ‹c # x›'],
  ],
  ['a shell script', 'bin/run.sh', 'if [ -f x ]; then # y', ['‹k if› [ -f x ]; ‹k then› ‹c # y›']],
  ['a Makefile', 'Makefile', '# all', ['‹c # all›']],
  ['JSON', 'a.json', '{"a": [1, true]}', ['{‹s "a"›: [‹n 1›, ‹k true›]}']],
  ['YAML', 'ci.yml', 'on: true # x', ['on: ‹k true› ‹c # x›']],
  ['HTML', 'a.html', '<a href="x"><!-- b\nc --></a>', ['<a href=‹s "x"›>‹c <!-- b›', '‹c c -->›</a>']],
  ['SQL', 'a.sql', "SELECT 'x' -- y", ["‹k SELECT› ‹s 'x'› ‹c -- y›"]],
  ['CSS', 'a.css', 'a { b: 1px } /* c */', ['a { b: ‹n 1px› } ‹c /* c */›']],
  ['a language that is not known', 'notes.txt', 'if x', undefined],
]

test.each(cases)('%s', (_, path, text, expected) => {
  expect(classesOf(path, text)).toEqual(expected && [...expected])
})

test('the end of a very long line stays plain', () => {
  const line = 'if '.repeat(1000)
  const read = tokenizerFor('a.ts')?.(line, undefined)
  expect(read?.tokens.map(({ text }) => text).join('')).toBe(line)
  expect(read?.tokens.length).toBeLessThan(700)
})

test('hostile text costs linear time in every family', () => {
  const paths = [
    'a.ts',
    'a.java',
    'a.rs',
    'a.py',
    'a.sh',
    'a.json',
    'a.yaml',
    'a.css',
    'a.html',
    'a.sql',
    'a.lua',
    'a.el',
  ]
  const read = (path: string) => (text: string) => {
    const tokenizer = tokenizerFor(path)
    let open: Open | undefined
    for (const line of text.split('\n')) open = tokenizer?.(line, open).open
  }
  const grown = paths.flatMap((path) => HOSTILE_CODE.flatMap((token) => growthOf(read(path), token) ?? []))
  expect(grown).toEqual([])
})
