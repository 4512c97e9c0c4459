// Which words ask for a closer look at a file.
import { expect, test } from 'bun:test'
import { mayBeNew } from './new-lines.ts'

const BEFORE = 'import os from "os"\n  use(os)\nend()\n'

test.each([
  ['the same', BEFORE, false],
  ['a line without the word', `${BEFORE}more()\n`, false],
  ['a line with it', `${BEFORE}use(os, 2)`, true],
  ['a first line with it', `os()\n${BEFORE}`, true],
  ['a line that moved', 'import os from "os"\nend()\nuse(os)\n', false],
  ['a line that was there, with a comment', `more()\n${BEFORE.replace('use(os)', 'use(os) // here')}`, true],
  ['two of them on one line', `${BEFORE}os(os)\n`, true],
])('%s', (_, after, isNew) => {
  expect(mayBeNew(BEFORE, after, { words: /\bos\b/g, comments: 'slashes' })).toBe(isNew)
})

const COMMENTED: readonly (readonly [line: string, isNew: boolean])[] = [
  ['use(os) // here', true],
  ['use(os) /* here */', true],
  ['  // os', false],
  ['/** The os. */', false],
  [' * the os', false],
  ['// os */ use(os)', true],
  ['/* os */ use(os)', true],
  ['# os', false],
  ['use(os)  # here', true],
  ['# os""" # use(os)', true],
]

test('a comment may hide that a line is the same', () => {
  for (const [line, isNew] of COMMENTED) {
    const before = `${line}\n`
    const comments = line.includes('#') ? 'hash' : 'slashes'
    expect(mayBeNew(before, `${before}more()\n`, { words: /\bos\b/g, comments })).toBe(isNew)
  }
})
