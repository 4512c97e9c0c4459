// What would change in a text file, line by line, as people know it from git. Colour and width are left to the screen.
import { type Change, findChanges, isAllCrlf, type Side, toHunks, toSides } from '../diff/line-changes.ts'

/** `hunk` is a line about the others: where the next ones stand, or that a file has no line break at its end. */
export interface EditLine {
  readonly kind: 'same' | 'added' | 'removed' | 'hunk'
  readonly text: string
}

export const NO_LAST_BREAK = String.raw`\ No newline at end of file`

/** `undefined`: there is no such file. Equal texts give no lines. */
export function unifiedDiff(before: string | undefined, after: string | undefined, context = 3): readonly EditLine[] {
  if (before === after) return []
  const isCrlf = isAllCrlf(before) && isAllCrlf(after)
  const sides = toSides(before, after)
  return toHunks(findChanges(sides.before.keys, sides.after.keys), context).flatMap((changes) =>
    renderHunk({ changes, sides, context, isCrlf }),
  )
}

interface Hunk {
  readonly changes: readonly Change[]
  readonly sides: { readonly before: Side; readonly after: Side }
  readonly context: number
  readonly isCrlf: boolean
}

function renderHunk({ changes, sides, context, isCrlf }: Hunk): EditLine[] {
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) return []
  const above = Math.min(context, first.before[0])
  const below = Math.min(context, sides.before.lines.length - last.before[1])
  const range = (side: 'before' | 'after'): string => {
    const from = first[side][0] - above
    const count = last[side][1] + below - from
    return `${count === 0 ? from : from + 1}${count === 1 ? '' : `,${count}`}`
  }
  const lines = (kind: EditLine['kind'], side: Side, from: number, to: number): EditLine[] =>
    side.lines.slice(from, to).flatMap((line) => renderLine(kind, line, isCrlf))
  // Not by push(...): a hunk may have more lines than a call takes arguments.
  const shown: EditLine[][] = [[{ kind: 'hunk', text: `@@ -${range('before')} +${range('after')} @@` }]]
  let at = first.before[0] - above
  for (const { before, after } of changes) {
    shown.push(lines('same', sides.before, at, before[0]))
    shown.push(lines('removed', sides.before, ...before))
    shown.push(lines('added', sides.after, ...after))
    at = before[1]
  }
  return [...shown, lines('same', sides.before, at, at + below)].flat()
}

function renderLine(kind: EditLine['kind'], line: string, isCrlf: boolean): EditLine[] {
  if (!line.endsWith('\n'))
    return [
      { kind, text: line },
      { kind: 'hunk', text: NO_LAST_BREAK },
    ]
  return [{ kind, text: line.slice(0, isCrlf ? -2 : -1) }]
}
