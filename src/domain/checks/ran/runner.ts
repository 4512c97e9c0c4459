// What a row of the table of test runners holds, and what reading one of them gives.

/** The end of one run: the summary that a runner prints last. */
export interface RunEnd {
  /** Tests that were carried out, passed or failed. */
  readonly tests: number
  readonly failed: number
  readonly skipped: number
  /** Marks that a run of this size prints: what comes before a summary must bear it out. */
  readonly units: number
  /** The last line of the summary. */
  readonly last: number
}

/** A runner that closes each run with a summary. Lines come without blank ones, colours and redraws. */
export interface Runner {
  readonly name: string
  /** Part of every summary or first line: texts without any of these are not read. */
  readonly hints: readonly string[]
  /** Command lines that start it, as their first words; each such run prints a summary. */
  readonly commands: readonly string[]
  /** A line that it alone prints when a run begins. */
  readonly begins?: RegExp
  /** How many tests, or files of tests, a line reports on. */
  readonly marks?: (line: string) => number
  /** Marks of this form are its own: without a summary behind them the run did not end. */
  readonly isTelling?: RegExp
  /** A line that begins a run can be believed, and so can each end: runs of one command, one after the other. */
  readonly isMany?: boolean
  /** The summary that starts in this line. */
  readonly endAt: (lines: readonly string[], at: number) => RunEnd | undefined
}

/** A run in the output, as the lines from its first sign to its summary. */
export interface RunSpan extends RunEnd {
  readonly start: number
  readonly marks: number
}

/** What one runner says in one stream of output. */
export interface RunnerRead {
  readonly runs: readonly RunSpan[]
  /** It began, and no summary follows: so many marks were seen. */
  readonly unfinished?: number
  /** Where that run began and where it was last heard of, if its beginning was seen. */
  readonly open?: Pick<RunSpan, 'start' | 'last'>
  /** It ran tests without telling how many. */
  readonly isUncounted?: boolean
}
