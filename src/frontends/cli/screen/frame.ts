// What the live screen is drawn into: the size, the moment, the colours, and the characters that the terminal can show.

export interface Frame {
  readonly columns: number
  readonly rows: number
  readonly nowMs: number
  /** Grows by one with each drawing. */
  readonly spin: number
  /** ASCII alone. */
  readonly isPlain: boolean
  readonly paint: Paint
  /** Columns that a text takes on the screen; escape sequences take none. */
  readonly widthOf: (text: string) => number
}

export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly warn: (text: string) => string
}

export type PaintName = keyof Paint

export interface Glyphs {
  readonly spinner: readonly [string, ...string[]]
  readonly bar: { readonly left: string; readonly full: string; readonly free: string; readonly right: string }
  readonly passed: string
  readonly failed: string
  readonly notRun: string
  readonly open: string
  readonly done: string
  readonly cancelled: string
  readonly ended: string
  readonly working: string
  readonly returned: string
  readonly asks: string
  readonly waits: string
  readonly warning: string
  readonly person: string
  /** Between parts of a line. */
  readonly dot: string
  readonly ellipsis: string
}

const RICH: Glyphs = {
  spinner: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'],
  bar: { left: '▕', full: '█', free: '░', right: '▏' },
  passed: '✓',
  failed: '✗',
  notRun: '○',
  open: '☐',
  done: '☑',
  cancelled: '☒',
  ended: '■',
  working: '●',
  returned: '↩',
  asks: '?',
  waits: '◷',
  warning: '!',
  person: '■',
  dot: '·',
  ellipsis: '…',
}

const PLAIN: Glyphs = {
  spinner: ['|', '/', '-', '\\'],
  bar: { left: '[', full: '#', free: '.', right: ']' },
  passed: '+',
  failed: 'x',
  notRun: 'o',
  open: '[ ]',
  done: '[x]',
  cancelled: '[-]',
  ended: '*',
  working: '*',
  returned: '<',
  asks: '?',
  waits: '~',
  warning: '!',
  person: '#',
  dot: '-',
  ellipsis: '...',
}

export function glyphsOf({ isPlain }: Pick<Frame, 'isPlain'>): Glyphs {
  return isPlain ? PLAIN : RICH
}

export function spinnerOf(frame: Frame): string {
  const { spinner } = glyphsOf(frame)
  return spinner[Math.abs(Math.trunc(frame.spin)) % spinner.length] ?? spinner[0]
}
