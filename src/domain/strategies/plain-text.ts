// Turns terminal output into the text a person would read: escape sequences gone, redrawn lines as drawn last.
// A line-wise model, not a terminal: what is printed after a return to the line's start replaces that line.

interface Screen {
  /** Rows above those in `rows`, many to a piece: almost all output is printed once and never touched again. */
  readonly finished: string[]
  /** How much of it movements have brought back. */
  broughtBack: number
  rows: string[][]
  row: number
  /** The cursor is back at the start of the row: the next text replaces it. */
  isAtStart: boolean
}

/** Where the next control string ends, as far as it was looked for. */
interface Search {
  terminator: number
}

const ESC = '\x1b'
const ORDINARY = /[^\x00-\x08\x0a-\x1f\x7f-\x9f]+/y
/** Introducers of control strings (DCS, SOS, OSC, PM, APC), after ESC and as one 8-bit character. */
const STRING_OPENERS = 'PX]^_\x90\x98\x9d\x9e\x9f'
const WIDEST_GAP = 200
/** What does more than begin a new row. */
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/
/** Colours, and the first half of a line break. */
const UNSEEN = /\x1b\[[0-?]*m|\r(?=\n)/g
/** So much output is finished at once. */
const PIECE = 16 * 1024

export function plainText(output: string): string {
  if (!CONTROL.test(output)) return output
  const screen: Screen = { finished: [], broughtBack: 0, rows: [[]], row: 0, isAtStart: true }
  const search: Search = { terminator: -1 }
  let tryFrom = 0
  for (let at = 0; at < output.length;) {
    // Output that keeps moving up over all that was printed would be joined and split again each time.
    if (at >= tryFrom && isOnNewRow(screen) && screen.broughtBack <= at) {
      const piece = output.slice(at, at + PIECE)
      const length = piece.lastIndexOf('\n') + 1
      tryFrom = at + (length || PIECE)
      if (length > 0 && finish(screen, piece.slice(0, length))) {
        at = tryFrom
        continue
      }
    }
    ORDINARY.lastIndex = at
    const text = ORDINARY.exec(output)?.[0]
    if (text) print(screen, text)
    at = text ? at + text.length : control(screen, output, at, search)
  }
  return [...screen.finished, joined(screen.rows)].join('\n')
}

function joined(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.join('')).join('\n')
}

function isOnNewRow({ rows, row, isAtStart }: Screen): boolean {
  return isAtStart && row === rows.length - 1 && rows[row]?.length === 0
}

/** Takes whole rows over as they are, if nothing but colours and line breaks is in them. */
function finish(screen: Screen, rows: string): boolean {
  const text = rows.replace(UNSEEN, '').slice(0, -1)
  if (CONTROL.test(text)) return false
  if (screen.row > 0) screen.finished.push(joined(screen.rows.slice(0, screen.row)))
  screen.finished.push(text)
  screen.rows = [[]]
  screen.row = 0
  return true
}

/** Makes finished pieces rows again: as many as are asked for, and no fewer than there are, so that each is moved seldom. */
function bringBack(screen: Screen, count: number): void {
  const above: string[][][] = []
  for (let found = 0; found < Math.max(count, screen.rows.length) && screen.finished.length > 0;) {
    const piece = screen.finished.pop() ?? ''
    const rows = piece.split('\n').map((row) => (row === '' ? [] : [row]))
    above.push(rows)
    found += rows.length
    screen.row += rows.length
    screen.broughtBack += piece.length + 1
  }
  screen.rows = [...above.reverse(), screen.rows].flat()
}

function print(screen: Screen, text: string): void {
  if (screen.isAtStart) screen.rows[screen.row] = []
  screen.rows[screen.row]?.push(text)
  screen.isAtStart = false
}

function newRow(screen: Screen): void {
  screen.row += 1
  if (screen.row === screen.rows.length) screen.rows.push([])
  screen.isAtStart = true
}

/** Carries out the control character or sequence at a position; returns where the next one begins. */
function control(screen: Screen, output: string, at: number, search: Search): number {
  const character = output[at] ?? ''
  if (character === '\n' || character === '\v' || character === '\f' || character === '\x85') newRow(screen)
  else if (character === '\r') screen.isAtStart = true
  else if (character === '\b') backspace(screen)
  else if (character === '\x9b') return sequence(screen, output, at + 1)
  else if (STRING_OPENERS.includes(character)) return afterString(output, at + 1, search)
  else if (character === ESC) return escape(screen, output, at + 1, search)
  return at + 1
}

function escape(screen: Screen, output: string, at: number, search: Search): number {
  const character = output[at] ?? ''
  if (character === '[') return sequence(screen, output, at + 1)
  if (character !== '' && STRING_OPENERS.includes(character)) return afterString(output, at + 1, search)
  let end = at
  while (isBetween(output[end], ' ', '/')) end++
  return isBetween(output[end], '0', '~') ? end + 1 : end
}

/** A control sequence (CSI): parameters, intermediates, one final character. */
function sequence(screen: Screen, output: string, from: number): number {
  let end = from
  while (isBetween(output[end], '0', '?')) end++
  const parameters = output.slice(from, Math.min(end, from + 20))
  while (isBetween(output[end], ' ', '/')) end++
  const final = output[end]
  if (!isBetween(final, '@', '~')) return end
  move(screen, final ?? '', parameters)
  return end + 1
}

function move(screen: Screen, final: string, parameters: string): void {
  const count = Math.max(1, Number.parseInt(parameters, 10) || 1)
  const mode = Number.parseInt(parameters, 10) || 0
  if (final === 'C') advance(screen, Math.min(count, WIDEST_GAP))
  else if (final === 'G') screen.isAtStart = screen.isAtStart || count === 1
  else if (final === 'A' || final === 'F') {
    if (screen.row < count && screen.finished.length > 0) bringBack(screen, count - screen.row)
    screen.row = Math.max(0, screen.row - count)
    if (final === 'F') screen.isAtStart = true
  } else if (final === 'B') screen.row = Math.min(screen.rows.length - 1, screen.row + count)
  else if (final === 'E') newRow(screen)
  else if (final === 'K' && (mode > 0 || screen.isAtStart)) screen.rows[screen.row] = []
  else if (final === 'J' && mode === 0) {
    screen.rows.length = screen.row + 1
    if (screen.isAtStart) screen.rows[screen.row] = []
  } else if (final === 'H' || final === 'f') startAnew(screen)
}

/** Some programs write a gap as a movement; over text that is there already it is only a movement. */
function advance(screen: Screen, columns: number): void {
  const hasText = (screen.rows[screen.row]?.length ?? 0) > 0
  if (!screen.isAtStart || !hasText) print(screen, ' '.repeat(columns))
  screen.isAtStart = false
}

/** Absolute addressing belongs to full-screen programs: what they draw next stands below what was there. */
function startAnew(screen: Screen): void {
  screen.row = screen.rows.length - 1
  newRow(screen)
}

function backspace(screen: Screen): void {
  const row = screen.rows[screen.row]
  const last = row?.pop()
  if (!row || last === undefined) return
  const isPair = last.length > 1 && /[\udc00-\udfff]/.test(last[last.length - 1] ?? '')
  const shorter = last.slice(0, isPair ? -2 : -1)
  if (shorter) row.push(shorter)
}

/**
 * Behind a control string: its terminator is ST or BEL. Only a device control string may hold line breaks; any other
 * that is not closed ends with its line. A terminator that is far away is searched once.
 */
function afterString(output: string, from: number, search: Search): number {
  const isDevice = output[from - 1] === 'P' || output[from - 1] === '\x90'
  if (isDevice && search.terminator < from) search.terminator = endOf(/\x07|\x1b\\|\x9c/g, output, from)
  if (isDevice && search.terminator < Infinity) return search.terminator
  const end = endOf(/\x07|\x1b\\|\x9c|\n/g, output, from)
  if (end === Infinity) return output.length
  return output[end - 1] === '\n' ? end - 1 : end
}

function endOf(pattern: RegExp, output: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(output) ? pattern.lastIndex : Infinity
}

function isBetween(character: string | undefined, low: string, high: string): boolean {
  return character !== undefined && character >= low && character <= high
}
