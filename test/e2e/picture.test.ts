// The moving picture of the README shows what the program shows today (U18).
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COLUMNS, normal, PICTURES, record } from '../../scripts/picture.ts'
import { DARK, lastScreen, lastStyles, LIGHT, standalone, toSvg } from '../../scripts/svg-screen.ts'
import { FIXED } from '../../src/frontends/cli/screen/colours.ts'
import { hasTmux } from './pane.ts'

const root = join(import.meta.dirname, '..', '..')

test.skipIf(!hasTmux)('[picture] the picture is not stale: run `npm run picture` if this fails', async () => {
  const frames = await record()
  const now = frames.at(-1)
  if (!now) throw new Error('nothing was recorded')
  for (const [name, theme] of [
    ['dark', DARK],
    ['light', LIGHT],
  ] as const) {
    const kept = readFileSync(join(root, PICTURES[name]), 'utf8')
    const today = toSvg([now], { columns: COLUMNS, theme })
    expect(normal(lastScreen(kept))).toBe(normal(lastScreen(today)))
    expect(lastStyles(kept)).toEqual(lastStyles(today))
  }
})

// The picture once lost its colours when the program began to use other ones, and nothing noticed.
test.each(Object.values(PICTURES))('[picture] the symbols of the story have their colours in %s', (path) => {
  const svg = readFileSync(join(root, path), 'utf8')
  const styles = lastStyles(svg)
  const symbols = lastScreen(svg).flatMap((line, row) => {
    const symbol = /^[↩✗✓]/u.exec(line)?.[0]
    return symbol === undefined ? [] : [[symbol, styles[row]?.[0]]]
  })
  expect(symbols).toEqual([
    ['↩', `c${FIXED.orange}`],
    ['✗', `c${FIXED.red}`],
    ['✓', `c${FIXED.green}`],
  ])
  for (const style of new Set(styles.flat().filter((each) => /^c\d+$/.test(each))))
    expect(svg).toContain(`.${style}{fill:#`)
})

test('[picture] colours, columns and frames of a screen become a picture, and its last screen is read back', () => {
  const frames = [
    { atMs: 0, lines: ['$ npm run try'] },
    { atMs: 1000, lines: ['$ npm run try', '', '\u001b[31m✗\u001b[0m a < b  \u001b[2msent back\u001b[0m'] },
  ]
  const svg = toSvg(frames, { columns: 40, theme: DARK })
  expect(svg).toContain('<tspan x="16.0" class="c1">✗</tspan><tspan x="32.8">a &lt; b</tspan>')
  expect(svg).toContain('@keyframes k0{0%{visibility:visible}14.29%{visibility:hidden}}')
  expect(lastScreen(svg)).toEqual(['$ npm run try', '✗ a < b sent back'])
  expect(lastStyles(svg)).toEqual([[''], ['c1', '', 'd']])
})

test.each([
  ['\u001b[38;5;64m✓\u001b[39m done', ['c64', ''], '.c64{fill:#5f8700}'],
  // Not red: the 31 belongs to the colour before it.
  ['\u001b[1;38;5;31mtest\u001b[0m', ['c31 b'], '.c31{fill:#0087af}'],
  ['\u001b[38;5;244mtokens\u001b[m 3', ['c244', ''], '.c244{fill:#808080}'],
  ['\u001b[38;5;2mtest\u001b[0m', ['c2'], '.c2{fill:#3fb950}'],
])('[picture] %j keeps its colours', (line, styles, rule) => {
  const svg = toSvg([{ atMs: 0, lines: [line] }], { columns: 40, theme: DARK })
  expect(lastStyles(svg)).toEqual([styles])
  expect(svg).toContain(rule)
})

test('[picture] a colour that no picture can show is an error, not a picture without it', () => {
  const frames = [{ atMs: 0, lines: ['\u001b[38;2;1;2;3mred\u001b[0m'] }]
  expect(() => toSvg(frames, { columns: 40, theme: DARK })).toThrow('38')
})

test('[picture] a style that continues on the next line is the style of that line, too', () => {
  const lines = standalone([
    '\u001b[38;5;244mask\u001b[39m 1',
    '\u001b[1m\u001b[38;5;244mtask',
    '',
    'why\u001b[0m test',
    'next',
  ])
  const svg = toSvg([{ atMs: 0, lines }], { columns: 40, theme: DARK })
  expect(lastStyles(svg)).toEqual([['c244', ''], ['c244 b'], ['c244 b', ''], ['']])
})
