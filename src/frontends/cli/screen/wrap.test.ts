// Text with paths and commands to copy, broken to the window.
import { describe, expect, test } from 'bun:test'
import { fitLines, foldLines, wrapText, wrapWhole } from './wrap.ts'

describe('wrapWhole', () => {
  const rows: readonly (readonly [string, number, readonly string[]])[] = [
    ['one two three', 8, ['one two', 'three']],
    [
      'a path /a/very/long/path/to/a/file.json is whole',
      12,
      ['a path', '/a/very/long/path/to/a/file.json', 'is whole'],
    ],
    ['run `fullstop checks find --write` now', 20, ['run', '`fullstop checks find --write`', 'now']],
    ['look at it: fullstop show task_1 --all', 20, ['look at it:', 'fullstop show task_1 --all']],
    ['see: fullstop show task_1; or wait', 12, ['see:', 'fullstop show task_1;', 'or wait']],
    ['see: fullstop doctor. Then go on', 16, ['see:', 'fullstop doctor.', 'Then go on']],
    ['', 10, ['']],
  ]
  test.each(rows)('%p at %p', (text, width, lines) => expect(wrapWhole(text, width)).toEqual([...lines]))
})

describe('fitLines', () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['words', 'Before you claim that a task is done:', ['Before you claim that a task', 'is done:']],
    ['a label', 'state  one two three four five six', ['state  one two three four five', '       six']],
    ['a number', '1. one two three four five six seven', ['1. one two three four five six', '   seven']],
    ['a bullet', '- one two three four five six seven', ['- one two three four five six', '  seven']],
    ['a path', 'state  ~/one/two/three/four/five/six', ['state  ~/one/two/three/four/', '       five/six']],
  ]
  test.each(rows)('%s', (_, line, lines) => expect(fitLines([line], 30)).toEqual([...lines]))
})

describe('wrapText', () => {
  test('breaks a path behind a slash, and a long name between letters', () => {
    expect(wrapText('/one/two/three-and', 12)).toEqual(['/one/two/', 'three-and'])
    expect(wrapText('one-two-three-and', 12)).toEqual(['one-two-thre', 'e-and'])
  })
})

describe('foldLines', () => {
  test('an error goes on below its first word', () =>
    expect(foldLines('fullstop: no supported agent was found\n  next: install one of these\n', 30)).toBe(
      'fullstop: no supported agent\n          was found\n  next: install one of these\n',
    ))
  test('a question keeps the space before the answer, and its choices whole', () =>
    expect(foldLines('Add this check to fullstop.json? [y/n/e/a/q] ', 40)).toBe(
      'Add this check to fullstop.json?\n[y/n/e/a/q] ',
    ))
  test('where there is no window, text stays as it is', () => {
    const text = `fullstop: ${'word '.repeat(50)}\n`
    expect(foldLines(text, Number.POSITIVE_INFINITY)).toBe(text)
  })
})
