// SnapshotEntry results by name: entries of a snapshot file, or the file as one.

export interface SnapshotEntry {
  readonly line: number
  readonly text: string
}

/** Vitest, Jest and Bun; syrupy. The name in one of the groups. */
const STARTS = /^exports\[`((?:[^`\\]|\\.){1,400})`\]\s?=|^# name: (.{1,400})$/

export function entriesOf(path: string, text: string): Map<string, SnapshotEntry> {
  if (!/\.(?:snap|ambr|shot)$/.test(path) || !/^(?:exports\[|# name: )/m.test(text))
    return new Map([['', { line: 1, text: plain(text) }]])
  const entries = new Map<string, { line: number; lines: string[] }>()
  let lines: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const hit = STARTS.exec(line.slice(0, 500))
    const name = hit?.[1] ?? hit?.[2]
    if (name !== undefined) {
      lines = []
      entries.set(name, { line: index + 1, lines })
    }
    lines.push(name === undefined ? line : line.slice(hit?.[0].length ?? 0))
  }
  return new Map([...entries].map(([name, entry]) => [name, { line: entry.line, text: plain(entry.lines.join('\n')) }]))
}

/** A year is a year: it moves without anybody's doing. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\b20\d\d\b/g, 'year')
    .trim()
}

/** Nothing is recorded there. */
export function isEmpty(text: string): boolean {
  return /^[\s`"';.#-]*(?:\{\s?\}|\[\s?\]|null|undefined)?[\s`"';.#-]*$/.test(text.slice(0, 40)) && text.length < 40
}
