// The colours of every screen. Themes disagree about the sixteen basic ones: green and cyan are hard to read on white in
// some, magenta and red on dark grey in others. Where the terminal has 256 colours, each of ours has a contrast of about
// 3 or more to every usual background, light or dark.
import type { Context } from '../command.ts'

/** `attributes`: bold, dim and reverse alone. `basic`: the sixteen of the theme. `fixed`: of the 256. */
export type ColourRange = 'attributes' | 'basic' | 'fixed'

export type Colour = 'red' | 'green' | 'magenta' | 'cyan' | 'orange' | 'dim'

/** Numbers of the 256, as they are the same in all terminals. */
export const FIXED: Readonly<Record<Colour, number>> = {
  red: 167,
  green: 64,
  magenta: 170,
  cyan: 31,
  orange: 166,
  dim: 244,
}
/** Yellow cannot be read on a light background, blue not on a dark one. */
const BASIC: Readonly<Record<Colour, number>> = { red: 31, green: 32, magenta: 35, cyan: 36, orange: 35, dim: 2 }

const HAS_256 = /256color|direct|kitty|alacritty|ghostty|wezterm|^foot|truecolor|24bit/i

export function colourRange(env: Context['env']): ColourRange {
  if (env['NO_COLOR']) return 'attributes'
  return HAS_256.test(env['TERM'] ?? '') || HAS_256.test(env['COLORTERM'] ?? '') ? 'fixed' : 'basic'
}

/** The parameters of the escape sequence; nothing where there are no colours. */
export function colourCode(colour: Colour, range: ColourRange): string | undefined {
  if (range === 'fixed') return `38;5;${FIXED[colour]}`
  return range === 'basic' || colour === 'dim' ? `${BASIC[colour]}` : undefined
}
