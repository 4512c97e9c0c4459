// The story as lines for a terminal: symbols, colours, and no line wider than the window.
import { describe, expect, test } from 'bun:test'
import type { StoryLine } from '../../../../domain/view/run/story-line.ts'
import { drawStory } from './story.ts'
import { styleFor } from '../style.ts'

const LINE: StoryLine = {
  mark: 'refused',
  text: 'claimed done, but test failed: expected "Hello, Ada!", got "Hello Ada"',
  after: 'sent back, 2 of 5',
}
const plain = styleFor({ terminal: { input: false, output: false }, env: {} })
const coloured = styleFor({ terminal: { input: true, output: true }, env: {} })
const frame = { columns: Number.POSITIVE_INFINITY, isPlain: false, nowMs: 0, paint: plain, widthOf: Bun.stringWidth }

describe('drawStory', () => {
  test('in a pipe: one line', () =>
    expect(drawStory(LINE, frame)).toEqual([
      '✗ claimed done, but test failed: expected "Hello, Ada!", got "Hello Ada"  sent back, 2 of 5',
    ]))

  test('in 80 columns', () =>
    expect(drawStory(LINE, { ...frame, columns: 80 })).toEqual([
      '✗ claimed done, but test failed: expected "Hello, Ada!", got "Hello Ada"',
      '  sent back, 2 of 5',
    ]))

  test('with colours: the symbol, and dimmed what followed', () =>
    expect(drawStory({ mark: 'refused', text: 'no', after: 'back' }, { ...frame, paint: coloured })).toEqual([
      '\u001b[31m✗\u001b[0m no  \u001b[2mback\u001b[0m',
    ]))

  test.each([
    ['2026-11-15T10:00:04.200Z', 'in 5 s'],
    ['2026-11-15T09:59:59.000Z', 'now'],
    ['2026-11-15T10:59:59.000Z', /at \d\d:\d\d/],
  ])('when it is tried again, at %s', (until, when) => {
    const [line] = drawStory(
      { mark: 'waits', text: 'crashed', until },
      { ...frame, nowMs: Date.parse('2026-11-15T10:00:00.000Z') },
    )
    expect(line).toMatch(typeof when === 'string' ? new RegExp(`^◷ crashed; trying again ${when}$`) : when)
  })

  test('where the terminal has ASCII alone', () =>
    expect(drawStory({ mark: 'returned', text: 'stopped: "é"', after: 'x' }, { ...frame, isPlain: true })).toEqual([
      '< stopped: "?"  x',
    ]))

  test.each([5, 10, 24, 79, 80, 120])('U11: in %p columns nothing is wider', (columns) => {
    const long = { ...LINE, text: `${'漢字 wörter '.repeat(20)}${'x'.repeat(200)}` }
    expect(drawStory(long, { ...frame, columns }).filter((line) => Bun.stringWidth(line) > columns)).toEqual([])
  })
})
