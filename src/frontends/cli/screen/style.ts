// Colour and layout for a terminal; plain text everywhere else.
import type { Context } from '../command.ts'
import { colourCode, colourRange } from './colours.ts'

export interface Style {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly warn: (text: string) => string
}

export function styleFor({ terminal, env }: Pick<Context, 'terminal' | 'env'>): Style {
  const isPainted = terminal.output && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  const range = colourRange(env)
  const paint =
    (code: string | undefined) =>
    (text: string): string =>
      isPainted && code !== undefined ? `\u001b[${code}m${text}\u001b[0m` : text
  return {
    bold: paint('1'),
    dim: paint(colourCode('dim', range)),
    good: paint(colourCode('green', range)),
    bad: paint(colourCode('red', range)),
    warn: paint(colourCode('orange', range)),
  }
}

/** The time of day as the reader's clock shows it. */
export function timeOfDay(at: string): string {
  return new Date(at).toTimeString().slice(0, 8)
}

/** Date and time as the reader's clock shows them. */
export function localTime(at: string): string {
  const date = new Date(at)
  const two = (count: number): string => `${count}`.padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${timeOfDay(at)}`
}
