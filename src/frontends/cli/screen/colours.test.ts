// The palette can be read on light and dark backgrounds.
import { describe, expect, test } from 'bun:test'
import { hexOf } from '../../../../scripts/svg-screen.ts'
import { type Colour, colourCode, colourRange, FIXED } from './colours.ts'

/** What terminals and well-known themes have behind their text. */
const BACKGROUNDS = {
  white: 'ffffff',
  'solarized light': 'fdf6e3',
  'one half light': 'fafafa',
  black: '000000',
  campbell: '0c0c0c',
  alacritty: '181818',
  'vs code dark': '1e1e1e',
  dracula: '282a36',
  'gruvbox dark': '282828',
  'solarized dark': '002b36',
  ubuntu: '300a24',
  'tango dark': '2e3436',
} as const

/** What the Web Content Accessibility Guidelines ask of large text and signs (1.4.3, 1.4.11). */
const LEAST = 2.95

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(Object.entries(FIXED))('%s', (_name, colour) => {
  test.each(Object.entries(BACKGROUNDS))('on %s', (_name, background) => {
    expect(contrast(hexOf(colour), background)).toBeGreaterThan(LEAST)
  })
})

test('the ruler itself', () => {
  expect([hexOf(16), hexOf(231), hexOf(167), hexOf(244)]).toEqual(['000000', 'ffffff', 'd75f5f', '808080'])
  expect(contrast('ffffff', '000000')).toBeCloseTo(21)
  // Green on the white window of a plain xterm: the reason for a palette of our own.
  expect(contrast('00cd00', 'ffffff')).toBeLessThan(LEAST)
})

test.each([
  [{}, 'basic'],
  [{ TERM: 'xterm' }, 'basic'],
  [{ TERM: 'linux' }, 'basic'],
  [{ TERM: 'xterm-256color' }, 'fixed'],
  [{ TERM: 'tmux-256color' }, 'fixed'],
  [{ TERM: 'xterm-kitty' }, 'fixed'],
  [{ TERM: 'screen', COLORTERM: 'truecolor' }, 'fixed'],
  [{ TERM: 'xterm-256color', NO_COLOR: '1' }, 'attributes'],
] as const)('%j: %s', (env, range) => expect(colourRange(env)).toBe(range))

test.each<readonly [Colour, readonly (string | undefined)[]]>([
  ['green', ['38;5;64', '32', undefined]],
  ['orange', ['38;5;166', '35', undefined]],
  ['dim', ['38;5;244', '2', '2']],
])('%s in each range', (colour, codes) =>
  expect((['fixed', 'basic', 'attributes'] as const).map((range) => colourCode(colour, range))).toEqual([...codes]),
)
