// The terminal's window: its size, and how wide text is in it.

/** Asked anew each time: the window may have been resized since. */
export function windowSize(): { columns: number; rows: number } {
  const [columns = 80, rows = 24] = process.stdout.isTTY ? process.stdout.getWindowSize() : []
  return { columns: columns || 80, rows: rows || 24 }
}

export function stringWidth(text: string): number {
  return Bun.stringWidth(text)
}
