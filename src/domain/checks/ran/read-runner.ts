// The runs of one runner in one stream of output. Tests can print what a summary looks like: one counts as the end of a
// run of its own only if what was printed for each test bears it out, else the next summary replaces it.
import type { RunEnd, Runner, RunnerRead, RunSpan } from './runner.ts'

/** What was seen since the last summary. */
interface Open {
  readonly begun?: number
  readonly marks: readonly Mark[]
  readonly isTold: boolean
}

interface Mark {
  readonly at: number
  readonly count: number
}

const NOTHING: Open = { marks: [], isTold: false }

export function readRunner(runner: Runner, lines: readonly string[]): RunnerRead | undefined {
  const runs: RunSpan[] = []
  let marks: Mark[] = []
  let open = NOTHING
  let hasMarks = false
  let isLost = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (runner.begins?.test(line)) {
      // Runs of one command follow each other: one that has no end is not nested in the next.
      isLost ||= runner.isMany === true && open.begun !== undefined
      open = { ...open, begun: runner.isMany ? at : (open.begun ?? at) }
      continue
    }
    const end = runner.endAt(lines, at)
    if (end) {
      const isBelieved = runner.isMany === true || (open.begun !== undefined && !hasMarks)
      const span = toSpan(end, at, { ...open, marks })
      runs.push(isBelieved ? span : replacing(runs, span))
      open = NOTHING
      marks = []
      at = end.last
      continue
    }
    const count = runner.marks?.(line) ?? 0
    if (count === 0) continue
    hasMarks = true
    marks.push({ at, count })
    if (!open.isTold && runner.isTelling?.test(line)) open = { ...open, isTold: true }
  }
  const isOpen = open.begun !== undefined || (open.isTold && runs.length === 0) || isLost
  if (runs.length === 0 && !isOpen) return undefined
  if (!isOpen) return { runs }
  const { begun } = open
  const span = begun === undefined || isLost ? {} : { open: { start: begun, last: marks.at(-1)?.at ?? begun } }
  return { runs, unfinished: total(marks), ...span }
}

function total(marks: readonly Mark[]): number {
  return marks.reduce((sum, { count }) => sum + count, 0)
}

/** It starts where it began, or with the first of the marks that it needs: those before may be of another runner. */
function toSpan(end: RunEnd, at: number, { begun, marks }: Open): RunSpan {
  let start = at
  let needed = end.units
  for (let index = marks.length - 1; index >= 0 && needed > 0; index--) {
    start = marks[index]?.at ?? start
    needed -= marks[index]?.count ?? 0
  }
  return { ...end, start: begun ?? start, marks: total(marks) }
}

/** Takes away the summaries before it that it covers. */
function replacing(runs: RunSpan[], last: RunSpan): RunSpan {
  let { start, marks } = last
  while (runs.length > 0 && marks < last.units) {
    const covered = runs.pop()
    start = Math.min(start, covered?.start ?? start)
    marks += covered?.marks ?? 0
  }
  return { ...last, start, marks }
}
