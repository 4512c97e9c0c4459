// A block of lines that stays at the bottom of the terminal while permanent lines scroll by above it. It knows widths and
// escape sequences, not what the lines say. What a terminal scrolls out of sight when it is resized stays there.
import { graphemes } from './spans.ts'

export interface ScreenOut {
  readonly write: (text: string) => void
  readonly size: () => Size
  /** Columns that a text takes on the screen; escape sequences take none. */
  readonly widthOf: (text: string) => number
  /** While the block is there; returns the way back. */
  readonly muteKeys?: () => () => void
}

export interface Size {
  readonly columns: number
  readonly rows: number
}

export interface Screen {
  /** The block from now on. Each line must fit the terminal; what is too long is cut off by it. */
  readonly draw: (lines: readonly string[]) => void
  /** Lines that stay, above the block. They may be as long as they like. */
  readonly print: (lines: readonly string[]) => void
  /** Takes the block away and shows the cursor, at the first column. */
  readonly clear: () => void
}

const BEGIN = '\u001b[?2026h'
const END = '\u001b[?2026l'
const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
const NO_WRAP = '\u001b[?7l'
const WRAP = '\u001b[?7h'
/** The line, then from its second column on: tmux treats an erasure from the first cell as a new page, and keeps the old. */
const ERASE_FROM_HERE = '\u001b[2K\u001b[C\u001b[J\r'

export function openScreen(out: ScreenOut): Screen {
  let block: readonly string[] = []
  let drawnAt: Size = { columns: 0, rows: 0 }
  let isHidden = false
  let giveKeys: (() => void) | undefined

  /** From the first column of the last line of the block, where the cursor rests, to that of its first. */
  const erase = (size: Size): string => {
    if (block.length === 0) return ''
    const up = block.slice(0, -1).reduce((sum, line) => sum + rowsOf(line, { drawnAt, size }, out.widthOf), 0)
    return `\r${up > 0 ? `\u001b[${up}A` : ''}${ERASE_FROM_HERE}`
  }
  const write = (text: string): void => {
    if (text !== '') out.write(`${BEGIN}${text}${END}`)
  }
  const hideCursor = (): string => {
    const text = isHidden ? '' : HIDE_CURSOR
    if (!isHidden) giveKeys = out.muteKeys?.()
    isHidden = true
    return text
  }

  return {
    draw: (lines) => {
      const size = out.size()
      const next = lines.slice(0, Math.max(1, size.rows - 1))
      if (isSame(size, drawnAt) && next.length === block.length && next.every((line, index) => line === block[index]))
        return
      write(`${hideCursor()}${erase(size)}${toBlock(next)}`)
      block = next
      drawnAt = size
    },
    print: (lines) => {
      if (lines.length === 0) return
      const size = out.size()
      // Lines for another width would not fit: the next drawing brings the block back.
      const kept = isSame(size, drawnAt) ? block : []
      write(`${erase(size)}${lines.map((line) => `${line}\r\n`).join('')}${toBlock(kept)}`)
      block = kept
    },
    clear: () => {
      write(`${erase(out.size())}${isHidden ? SHOW_CURSOR : ''}`)
      block = []
      isHidden = false
      giveKeys?.()
      giveKeys = undefined
    },
  }
}

/**
 * The cursor rests at the first column: where a line wraps after a resize, that is the one cell whose place is sure.
 * A line that the terminal shows wider than we measured must not wrap: each drawing would leave a row behind.
 */
function toBlock(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${NO_WRAP}${lines.join('\r\n')}\r${WRAP}`
}

/** How many rows a line takes now. A terminal that became narrower has wrapped it anew, letter by letter. */
function rowsOf(line: string, at: { drawnAt: Size; size: Size }, widthOf: ScreenOut['widthOf']): number {
  const columns = Math.max(1, at.size.columns)
  if (columns >= at.drawnAt.columns) return 1
  let rows = 1
  let column = 0
  for (const grapheme of graphemes(line.replaceAll(/\u001b\[[0-9;]*m/g, ''))) {
    const width = widthOf(grapheme)
    if (column + width > columns) {
      rows += 1
      column = 0
    }
    column += width
  }
  return rows
}

function isSame(a: Size, b: Size): boolean {
  return a.columns === b.columns && a.rows === b.rows
}
