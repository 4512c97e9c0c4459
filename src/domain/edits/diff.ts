// What would change in a text file, line by line, as people know it from git. Colour and width are left to the screen.

/** `hunk` is a line about the others: where the next ones stand, or that a file has no line break at its end. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'hunk'
  readonly text: string
}

export const NO_LAST_BREAK = String.raw`\ No newline at end of file`

/** More than this many lines removed and added are not matched up any further: nobody reads that, and time is bounded. */
const MOST_EDITS = 600

/** Lines `from` to `to`, the latter not included, on either side: they are replaced by each other. */
interface Change {
  readonly before: readonly [from: number, to: number]
  readonly after: readonly [from: number, to: number]
}

interface Side {
  /** With their line breaks. */
  readonly lines: readonly string[]
  /** A number for each line: the same for the same text, on both sides. */
  readonly keys: readonly number[]
}

/** `undefined`: there is no such file. Equal texts give no lines. */
export function unifiedDiff(before: string | undefined, after: string | undefined, context = 3): readonly DiffLine[] {
  if (before === after) return []
  const isCrlf = [before, after].every((text) => text === undefined || isAllCrlf(text))
  const known = new Map<string, number>()
  const sides = { before: toSide(before, known), after: toSide(after, known) }
  return toHunks(findChanges(sides.before.keys, sides.after.keys), context).flatMap((changes) =>
    renderHunk({ changes, sides, context, isCrlf }),
  )
}

/** Then it is no news, and left out of the lines; else it is a part of them that a screen can show. */
function isAllCrlf(text: string): boolean {
  return !/(?<!\r)\n/.test(text)
}

function toSide(text: string | undefined, known: Map<string, number>): Side {
  const lines = text?.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const keys = lines.map((line) => {
    const key = known.get(line) ?? known.size
    known.set(line, key)
    return key
  })
  return { lines, keys }
}

function findChanges(before: readonly number[], after: readonly number[]): Change[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const middle = {
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
  }
  if (middle.before.length === 0 && middle.after.length === 0) return []
  const found = shortestEdits(middle.before, middle.after) ?? [
    { before: [0, middle.before.length], after: [0, middle.after.length] },
  ]
  return found.map(({ before, after }) => ({
    before: [before[0] + start, before[1] + start],
    after: [after[0] + start, after[1] + start],
  }))
}

/**
 * The greedy algorithm of E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): with each further edit
 * it goes as far as it can on every diagonal. Nothing if more than MOST_EDITS were needed.
 */
function shortestEdits(before: readonly number[], after: readonly number[]): Change[] | undefined {
  const most = Math.min(before.length + after.length, MOST_EDITS)
  const furthest = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  for (let edits = 0; edits <= most; edits++) {
    trace.push(furthest.slice(most + 1 - edits - 1, most + 1 + edits + 2))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [below, above] = [furthest[most + diagonal] ?? 0, furthest[most + 2 + diagonal] ?? 0]
      let x = diagonal === -edits || (diagonal !== edits && below < above) ? above : below + 1
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++
      furthest[most + 1 + diagonal] = x
      if (x >= before.length && x - diagonal >= after.length) return backtrack(trace, before.length, after.length)
    }
  }
  return undefined
}

/** Walks from the end to the beginning, one edit at a time; neighbours become one change. */
function backtrack(trace: readonly Int32Array[], beforeLength: number, afterLength: number): Change[] {
  const changes: Change[] = []
  let [x, y] = [beforeLength, afterLength]
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const furthest = trace[edits] ?? new Int32Array()
    const diagonal = x - y
    const at = (other: number): number => furthest[other + edits + 1] ?? 0
    const isAdded = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1))
    const fromX = at(isAdded ? diagonal + 1 : diagonal - 1)
    const fromY = fromX - (isAdded ? diagonal + 1 : diagonal - 1)
    const change: Change = {
      before: [fromX, isAdded ? fromX : fromX + 1],
      after: [fromY, isAdded ? fromY + 1 : fromY],
    }
    const next = changes.at(-1)
    if (next && next.before[0] === change.before[1] && next.after[0] === change.after[1]) {
      changes[changes.length - 1] = {
        before: [change.before[0], next.before[1]],
        after: [change.after[0], next.after[1]],
      }
    } else changes.push(change)
    ;[x, y] = [fromX, fromY]
  }
  return changes.reverse()
}

/** Changes whose context would touch are shown together. */
function toHunks(changes: readonly Change[], context: number): Change[][] {
  const hunks: Change[][] = []
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1)
    if (last && change.before[0] - last.before[1] <= 2 * context) hunks.at(-1)?.push(change)
    else hunks.push([change])
  }
  return hunks
}

interface Hunk {
  readonly changes: readonly Change[]
  readonly sides: { readonly before: Side; readonly after: Side }
  readonly context: number
  readonly isCrlf: boolean
}

function renderHunk({ changes, sides, context, isCrlf }: Hunk): DiffLine[] {
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) return []
  const above = Math.min(context, first.before[0])
  const below = Math.min(context, sides.before.lines.length - last.before[1])
  const range = (side: 'before' | 'after'): string => {
    const from = first[side][0] - above
    const count = last[side][1] + below - from
    return `${count === 0 ? from : from + 1}${count === 1 ? '' : `,${count}`}`
  }
  const lines = (kind: DiffLine['kind'], side: Side, from: number, to: number): DiffLine[] =>
    side.lines.slice(from, to).flatMap((line) => renderLine(kind, line, isCrlf))
  // Not by push(...): a hunk may have more lines than a call takes arguments.
  const shown: DiffLine[][] = [[{ kind: 'hunk', text: `@@ -${range('before')} +${range('after')} @@` }]]
  let at = first.before[0] - above
  for (const { before, after } of changes) {
    shown.push(lines('same', sides.before, at, before[0]))
    shown.push(lines('removed', sides.before, ...before))
    shown.push(lines('added', sides.after, ...after))
    at = before[1]
  }
  return [...shown, lines('same', sides.before, at, at + below)].flat()
}

function renderLine(kind: DiffLine['kind'], line: string, isCrlf: boolean): DiffLine[] {
  if (!line.endsWith('\n'))
    return [
      { kind, text: line },
      { kind: 'hunk', text: NO_LAST_BREAK },
    ]
  return [{ kind, text: line.slice(0, isCrlf ? -2 : -1) }]
}
