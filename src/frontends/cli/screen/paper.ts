// What lists and tables are written on: how wide it is, and how it is coloured. A pipe has no width, so nothing is cut there.
import { stringWidth, windowSize } from '../../../adapters/platform/terminal/window.ts'
import type { Context } from '../command.ts'
import { type Style, styleFor } from './style.ts'

export interface Paper {
  /** Infinite where it is no terminal. */
  readonly columns: number
  readonly style: Style
  readonly widthOf: (text: string) => number
  /** The user's home folder, written `~` at a terminal. */
  readonly home?: string | undefined
}

export function paperFor({ terminal, env }: Pick<Context, 'terminal' | 'env'>): Paper {
  const columns = terminal.output ? windowSize().columns : Number.POSITIVE_INFINITY
  const home = terminal.output ? env['HOME'] || undefined : undefined
  return { columns, style: styleFor({ terminal, env }), widthOf: stringWidth, home }
}

/** A path as people write it: with `~` for the home folder. */
export function pathOn({ home }: Pick<Paper, 'home'>, path: string): string {
  if (home === undefined || home === '/') return path
  if (path === home) return '~'
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

/** The same for paths within a text. One in quotes stays as it is: a shell would not read its `~`. */
export function pathsOn({ home }: Pick<Paper, 'home'>, text: string): string {
  if (home === undefined || home === '/' || !text.includes(home)) return text
  return text
    .split(/(?<=[\s(])/)
    .map((word) => (word.startsWith(`${home}/`) ? pathOn({ home }, word) : word))
    .join('')
}
