// A block of a diff in the parts that a screen shows or folds. The page of the browser loads nothing of ours but types and
// has the same function; its test holds the two together.
import type { DiffBlock, DiffLine } from '../../diff/file-diff.ts'

/** A gap this small is shown instead of a row that says so. */
const SMALLEST_GAP = 2
const AROUND_REMARK = 3

export interface BlockPart extends DiffBlock {
  /** Shown as one row that says how many lines there are. */
  readonly isGap: boolean
}

/** An unchanged part is a gap, but for what stands around a remark in it. Remarks by `old:LINE` and `new:LINE`. */
export function partsOf(block: DiffBlock, remarks: ReadonlyMap<string, unknown>): BlockPart[] {
  const { kind, lines } = block
  if (kind === 'hunk' || lines.length <= SMALLEST_GAP) return [{ ...block, isGap: false }]
  const remarked = remarks.size === 0 ? [] : [...lines.keys()].filter((at) => isRemarked(lines[at], remarks))
  const parts: BlockPart[] = []
  let done = 0
  const add = (to: number, isGap: boolean): void => {
    if (to > done) parts.push({ kind, lines: lines.slice(done, to), isGap: isGap && to - done > SMALLEST_GAP })
    done = Math.max(done, to)
  }
  for (const at of remarked) {
    add(at - AROUND_REMARK, true)
    add(Math.min(lines.length, at + AROUND_REMARK + 1), false)
  }
  add(lines.length, true)
  return parts
}

function isRemarked(line: DiffLine | undefined, remarks: ReadonlyMap<string, unknown>): boolean {
  return remarks.has(`old:${line?.before}`) || remarks.has(`new:${line?.after}`)
}
