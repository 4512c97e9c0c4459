// The moving picture of the README shows what the program shows today (U18).
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normal, PICTURES, record } from '../../scripts/picture.ts'
import { lastScreen, textOf, toSvg, DARK } from '../../scripts/svg-screen.ts'
import { hasTmux } from './pane.ts'

const root = join(import.meta.dirname, '..', '..')

test.skipIf(!hasTmux)('[picture] the picture is not stale: run `npm run picture` if this fails', async () => {
  const frames = await record()
  const now = frames.at(-1)
  if (!now) throw new Error('nothing was recorded')
  for (const path of Object.values(PICTURES))
    expect(normal(lastScreen(readFileSync(join(root, path), 'utf8')))).toBe(normal(textOf(now)))
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
})
