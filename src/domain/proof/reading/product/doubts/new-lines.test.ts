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
  expect(mayBeNew(BEFORE, after, /\bos\b/g)).toBe(isNew)
})

test('a comment may hide that a line is the same', () => {
  const before = 'use(os) // here\n'
  expect(mayBeNew(before, `${before}more()\n`, /\bos\b/g)).toBe(true)
})
