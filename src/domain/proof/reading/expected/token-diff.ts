// Two rows of tokens compared: where they differ, and nothing where they differ too much to say.
import type { WrittenToken } from './written-tokens.ts'

export interface Hunk {
  readonly old: readonly WrittenToken[]
  readonly now: readonly WrittenToken[]
  /** Where it stands in the text of now. */
  readonly at: number
}

/** More differences than this: it was rewritten. */
const MOST_DIFFERENCES = 120

/** Myers' greedy algorithm; undefined where more than a bounded number of tokens came and went. */
export function hunksBetween(before: readonly WrittenToken[], after: readonly WrittenToken[]): Hunk[] | undefined {
  let head = 0
  while (head < before.length && head < after.length && before[head]?.text === after[head]?.text) head++
  let tail = 0
  const most = Math.min(before.length, after.length) - head
  while (tail < most && before.at(-1 - tail)?.text === after.at(-1 - tail)?.text) tail++
  const old = before.slice(head, before.length - tail)
  const now = after.slice(head, after.length - tail)
  if (old.length === 0 || now.length === 0)
    return old.length + now.length === 0 ? [] : [{ old, now, at: placeOf(after, head) }]
  const trace = traceOf(old, now)
  return trace && joined(steps(trace, old.length, now.length), old, now)
}

/** For each diagonal how far it was followed; see `at`. A list: with maps the comparison takes several times as long. */
type Frontier = Int32Array

function traceOf(old: readonly WrittenToken[], now: readonly WrittenToken[]): Frontier[] | undefined {
  const trace: Frontier[] = []
  let frontier = newFrontier()
  for (let depth = 0; depth <= MOST_DIFFERENCES; depth++) {
    trace.push(frontier)
    const next = frontier.slice()
    for (let k = -depth; k <= depth; k += 2) {
      const isDown = k === -depth || (k !== depth && at(frontier, k - 1) < at(frontier, k + 1))
      let x = isDown ? at(frontier, k + 1) : at(frontier, k - 1) + 1
      while (x < old.length && x - k < now.length && old[x]?.text === now[x - k]?.text) x++
      next[k + MIDDLE] = x
      if (x >= old.length && x - k >= now.length) return [...trace, next]
    }
    frontier = next
  }
  return undefined
}

const MIDDLE = MOST_DIFFERENCES + 1

function newFrontier(): Frontier {
  const frontier = new Int32Array(2 * MIDDLE + 1).fill(-1)
  frontier[MIDDLE + 1] = 0
  return frontier
}

function at(frontier: Frontier, k: number): number {
  return frontier[k + MIDDLE] ?? -1
}

interface Step {
  readonly side: 'old' | 'now' | 'both'
}

/** The path back from the end. */
function steps(trace: readonly Frontier[], oldLength: number, nowLength: number): Step[] {
  const path: Step[] = []
  let x = oldLength
  let y = nowLength
  for (let depth = trace.length - 2; depth >= 0 && (x > 0 || y > 0); depth--) {
    const frontier = trace[depth] ?? newFrontier()
    const k = x - y
    const isDown = k === -depth || (k !== depth && at(frontier, k - 1) < at(frontier, k + 1))
    const previous = isDown ? k + 1 : k - 1
    const fromX = depth === 0 ? 0 : at(frontier, previous)
    const fromY = depth === 0 ? 0 : fromX - previous
    for (; x > fromX && y > fromY; x--, y--) path.push({ side: 'both' })
    if (depth === 0) break
    path.push({ side: isDown ? 'now' : 'old' })
    x = fromX
    y = fromY
  }
  return path.reverse()
}

/** Differences that touch are one. */
function joined(path: readonly Step[], old: readonly WrittenToken[], now: readonly WrittenToken[]): Hunk[] {
  const hunks: { old: WrittenToken[]; now: WrittenToken[]; at: number }[] = []
  let [x, y, isOpen] = [0, 0, false]
  for (const { side } of path) {
    if (side === 'both') {
      x++
      y++
      isOpen = false
      continue
    }
    if (!isOpen) hunks.push({ old: [], now: [], at: placeOf(now, y) })
    isOpen = true
    const token = side === 'old' ? old[x++] : now[y++]
    if (token) hunks.at(-1)?.[side].push(token)
  }
  return hunks
}

function placeOf(now: readonly WrittenToken[], index: number): number {
  return (now[index] ?? now.at(-1))?.at ?? 0
}
