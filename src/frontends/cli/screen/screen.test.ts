// What the screen writes, byte for byte. That a terminal understands it is shown in test/e2e/live-screen.test.ts.
import { describe, expect, test } from 'bun:test'
import { openScreen, type Screen } from './screen.ts'

const ESC = '\u001b'
const ERASE = `${ESC}[2K${ESC}[C${ESC}[J\r`
const HIDE = `${ESC}[?25l`
const SHOW = `${ESC}[?25h`
const sync = (text: string): string => `${ESC}[?2026h${text}${ESC}[?2026l`
const block = (...lines: string[]): string => `${ESC}[?7l${lines.join('\r\n')}\r${ESC}[?7h`

interface Bench {
  readonly screen: Screen
  readonly resize: (columns: number, rows: number) => void
  /** What was written since the last look. */
  readonly look: () => string
}

function bench(columns = 40, rows = 10): Bench {
  let size = { columns, rows }
  let written = ''
  const screen = openScreen({
    write: (text) => void (written += text),
    size: () => size,
    widthOf: (text) => Bun.stringWidth(text),
  })
  return {
    screen,
    resize: (columns, rows) => void (size = { columns, rows }),
    look: () => {
      const text = written
      written = ''
      return text
    },
  }
}

test('the first drawing hides the cursor and writes the block', () => {
  const { screen, look } = bench()
  screen.draw(['a', 'b'])
  expect(look()).toBe(sync(HIDE + block('a', 'b')))
})

test('the same again writes nothing', () => {
  const { screen, look } = bench()
  screen.draw(['a', 'b'])
  look()
  screen.draw(['a', 'b'])
  expect(look()).toBe('')
})

test('another block goes over the former', () => {
  const { screen, look } = bench()
  screen.draw(['a', 'b', 'c'])
  look()
  screen.draw(['d'])
  expect(look()).toBe(sync(`\r${ESC}[2A${ERASE}${block('d')}`))
  screen.draw(['e', 'f'])
  expect(look()).toBe(sync(`\r${ERASE}${block('e', 'f')}`))
})

test('permanent lines stand above, and the block comes back below', () => {
  const { screen, look } = bench()
  screen.draw(['a', 'b'])
  look()
  screen.print(['one', 'two'])
  expect(look()).toBe(sync(`\r${ESC}[1A${ERASE}one\r\ntwo\r\n${block('a', 'b')}`))
  screen.print([])
  expect(look()).toBe('')
})

test('permanent lines without a block leave the cursor alone', () => {
  const { screen, look } = bench()
  screen.print(['one'])
  expect(look()).toBe(sync('one\r\n'))
})

test('clear takes the block away once, and a later drawing begins anew', () => {
  const { screen, look } = bench()
  screen.draw(['a', 'b'])
  look()
  screen.clear()
  expect(look()).toBe(sync(`\r${ESC}[1A${ERASE}${SHOW}`))
  screen.clear()
  expect(look()).toBe('')
  screen.draw(['a', 'b'])
  expect(look()).toBe(sync(HIDE + block('a', 'b')))
})

test('a block that is too tall loses its end', () => {
  const { screen, look } = bench(40, 3)
  screen.draw(['a', 'b', 'c', 'd'])
  expect(look()).toBe(sync(HIDE + block('a', 'b')))
})

test('permanent lines right after a resize leave the block to the next drawing', () => {
  const { screen, resize, look } = bench()
  screen.draw(['a', 'b'])
  look()
  resize(20, 10)
  screen.print(['one'])
  expect(look()).toBe(sync(`\r${ESC}[1A${ERASE}one\r\n`))
  screen.draw(['a', 'b'])
  expect(look()).toBe(sync(block('a', 'b')))
})

describe('after a resize it goes up over what the terminal has wrapped', () => {
  const red = (text: string): string => `${ESC}[31m${text}${ESC}[0m`
  const rows: ReadonlyArray<readonly [name: string, lines: readonly string[], columns: number, up: number]> = [
    ['wider', ['x'.repeat(30), 'end'], 80, 1],
    ['narrower, and it still fits', ['x'.repeat(20), 'end'], 20, 1],
    ['narrower by one too many', ['x'.repeat(21), 'end'], 20, 2],
    ['exactly twice', ['x'.repeat(30), 'end'], 15, 2],
    ['into many rows', ['x'.repeat(35), '', 'end'], 10, 5],
    ['colours take no room', [red('x'.repeat(20)), 'end'], 20, 1],
    ['wide letters leave a cell free', ['世'.repeat(15), 'end'], 9, 4],
    ['marks take none', ['e\u0301'.repeat(20), 'end'], 20, 1],
    ['the last line may wrap as it likes', ['x', 'y'.repeat(39)], 10, 1],
  ]
  for (const [name, lines, columns, up] of rows)
    test(name, () => {
      const { screen, resize, look } = bench()
      screen.draw(lines)
      look()
      resize(columns, 10)
      screen.draw(['z'])
      expect(look()).toBe(sync(`\r${ESC}[${up}A${ERASE}${block('z')}`))
    })
})

test('the same lines are drawn again after a resize', () => {
  const { screen, resize, look } = bench()
  screen.draw(['a'])
  look()
  resize(41, 10)
  screen.draw(['a'])
  expect(look()).toBe(sync(`\r${ERASE}${block('a')}`))
})
