// What a check's output says of the tests that ran: how many, how many failed or were skipped, and whether each runner
// came to its end. Reads the kept output once; a command that is no test run is not read at all.
import type { WhatRan } from '../../../contract/evidence.ts'
import { given } from '../../../contract/given.ts'
import { toLines } from '../output/output-lines.ts'
import { type Commands, commandsIn, isNoTestRun, printsNodeDots, selectsTests, startsRunner } from './commands.ts'
import { readRunner } from './read-runner.ts'
import type { RunnerRead, RunSpan } from './runner.ts'
import { runners } from './runners.ts'
import { toStreams } from './streams.ts'
import { lineRunners, readNodeDots } from './uncounted.ts'

/** No line of a summary is longer. */
const LONGEST_LINE = 1000

export interface CheckOutput {
  /** The command of the check, as a line. */
  readonly command: string
  readonly output: string
  /** The middle was left out. */
  readonly isCut: boolean
}

/** Undefined where no runner is recognised. */
export function readRan({ command, output, isCut }: CheckOutput): WhatRan | undefined {
  if (isNoTestRun(command)) return undefined
  const lines = toLines(output).flatMap((line) => (line === '' ? [] : [line.slice(0, LONGEST_LINE)]))
  const commands = commandsIn(command, lines)
  const isDots = printsNodeDots(commands) && !isCut
  const reads = isDots ? [readNodeDots(lines)] : toStreams(lines).flatMap((stream) => readStream(stream, isCut))
  if (reads.length === 0) return unended(commands)
  const runs = reads.flatMap((read) => read.runs)
  const open = reads.flatMap(({ unfinished }) => unfinished ?? [])
  // Of what was cut out nobody knows how many summaries it held.
  const isUncounted = reads.some((read) => read.isUncounted) || (isCut && runs.length > 1) || suppresses(lines)
  const tests = sum(runs.map((run) => run.tests)) + sum(open)
  const isPartial = selectsTests(commands)
  return {
    ...(isUncounted && open.length === 0 ? {} : { tests }),
    failed: sum(runs.map(({ failed }) => failed)),
    skipped: sum(runs.map(({ skipped }) => skipped)),
    finished: open.length === 0,
    ...(isPartial ? { partial: true } : {}),
  }
}

/** A runner was started that always prints a summary, and nothing came of it. */
function unended(commands: Commands): WhatRan | undefined {
  const isStarted = runners.some((runner) => startsRunner(commands, runner.commands))
  return isStarted ? { failed: 0, skipped: 0, finished: false } : undefined
}

/** Results of a cache that are not printed again. */
function suppresses(lines: readonly string[]): boolean {
  return lines.some((line) => /cache hit(?: \([^)]*\))?, suppressing logs/.test(line))
}

function readStream(lines: readonly string[], isCut: boolean): readonly RunnerRead[] {
  const text = lines.join('\n')
  const isHinted = ({ hints }: { readonly hints: readonly string[] }): boolean =>
    hints.some((hint) => text.includes(hint))
  const reads = [
    ...runners.filter(isHinted).map((runner) => readRunner(runner, lines)),
    ...lineRunners.filter(isHinted).map((runner) => runner.read(lines, isCut)),
  ].filter((read) => read !== undefined)
  const spans = reads.flatMap(({ runs }) => runs)
  return reads
    .map((read) => ({ ...read, runs: read.runs.filter((run) => !isInside(run, read, spans)) }))
    .map((read) => (read.open && isInside(read.open, read, spans) ? withoutOpen(read) : read))
    .filter(({ runs, unfinished, isUncounted }) => runs.length > 0 || unfinished !== undefined || isUncounted)
}

/** A test file may load a second runner, which the first one never lets come to its end. */
function withoutOpen({ runs, isUncounted }: RunnerRead): RunnerRead {
  return { runs, ...given({ isUncounted }) }
}

/** What stands within the run of another runner was printed by a test. */
function isInside(run: Pick<RunSpan, 'start' | 'last'>, { runs }: RunnerRead, all: readonly RunSpan[]): boolean {
  return all.some((other) => !runs.includes(other) && other.start < run.start && run.last < other.last)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
