// Colour and layout for a terminal; plain text everywhere else.
import type { Context } from '../command.ts'

export interface Style {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly warn: (text: string) => string
}

export function styleFor({ terminal, env }: Pick<Context, 'terminal' | 'env'>): Style {
  const isColoured = terminal.output && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  const paint =
    (code: number) =>
    (text: string): string =>
      isColoured ? `\u001b[${code}m${text}\u001b[0m` : text
  return { bold: paint(1), dim: paint(2), good: paint(32), bad: paint(31), warn: paint(33) }
}

/** The time of day as the reader's clock shows it. */
export function timeOfDay(at: string): string {
  return new Date(at).toTimeString().slice(0, 8)
}

export function age(from: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(from)) / 1000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`
  return `${Math.floor(seconds / 86_400)}d`
}

/** How long something took, as short as it is still useful. */
export function duration(ms: number): string {
  if (ms < 1000) return `${ms}ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}s`
  const seconds = Math.round(ms / 1000)
  return seconds < 3600
    ? `${Math.floor(seconds / 60)}m${`${seconds % 60}`.padStart(2, '0')}s`
    : `${Math.floor(seconds / 3600)}h${`${Math.floor((seconds % 3600) / 60)}`.padStart(2, '0')}m`
}

/** Columns padded to their widest cell; the last one is left as it is. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}
