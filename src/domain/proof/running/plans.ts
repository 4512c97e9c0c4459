// What is changed in a copy of the workspace before a check runs there: plain lists, so that nothing is decided on the way.

/** A file as it stands in the copy, with the current time as its age. */
export interface PutFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string
  readonly text: string
  /** Only where the file must be made anew as a program. */
  readonly executable?: true
}

export interface CopyChanges {
  readonly put: readonly PutFile[]
  readonly remove: readonly string[]
}

/** The yardstick of the task's start over the current code. */
export interface SealedPlan extends CopyChanges {
  /** Files of the start without a text in the changes: the caller puts their bytes back if it has them, otherwise nobody can tell. */
  readonly missing: readonly string[]
  /** Parts of the yardstick that stay as they are now, with the reason: tests inside product files. */
  readonly unsealed: readonly { readonly path: string; readonly why: string }[]
  /** Files among those that are put back which are not there now. */
  readonly gone: readonly string[]
  /** Tests in the test files that are put back. */
  readonly cases: number
  /** Tests in test files that stay deleted. */
  readonly deletedCases: number
  /** Titles and paths of tests that were not there at the start. */
  readonly newTests: readonly string[]
  /** Names that stood in the product at the start and stand nowhere in its changed files now. */
  readonly goneNames: readonly string[]
}

/** One more test, which must fail. */
export interface CanaryPlan extends CopyChanges {
  /** The test file that it was added to. */
  readonly file: string
  /** Printed when the file is loaded, before the code under test. */
  readonly witness: string
  /** Printed by the canary itself, just before it fails. */
  readonly reached: string
  /** It comes after all other tests of the file. */
  readonly isLast: boolean
  /** Files of the workspace that the test file imports itself. */
  readonly loads: readonly string[]
  /** Why a green run may have an honest reason: only the same canary at the start can tell then. */
  readonly excuse?: string
  /** The file is a program, and no runner takes tests from it. */
  readonly isProgram?: true
}

/** Expected values of a test file are others, so that each of these assertions must fail. */
export interface BentPlan extends CopyChanges {
  readonly file: string
  /** Printed with the number of an assertion that was reached, where it tells the other value from the one that stood there. */
  readonly tried: string
  /** … of one that passed. */
  readonly passed: string
  readonly assertions: readonly {
    readonly line: number
    /** It was written like this at the start. */
    readonly isOld: boolean
    /** A class of changed product code builds what it expects. */
    readonly isBuilt?: true
  }[]
  /** The file also says what must not be equal. */
  readonly hasNegatives: boolean
  /** The file is the one of the start. */
  readonly isSame: boolean
}

/** A test file as a plain program, started among other programs by one of ours. */
export interface PlainPlan extends CopyChanges {
  /** The words that start it, from its folder; the words of the check stand behind them as `control`. */
  readonly argv: readonly string[]
  readonly outer: string
  readonly own: string
  /** How many plain programs there are; each says so when it has come to its end. */
  readonly programs: number
  /** The last step runs those of the start. */
  readonly startsToo: boolean
  readonly tail: string
  readonly assertions: readonly {
    readonly file: string
    readonly line: number
    readonly expected: readonly string[]
    readonly isLoose: boolean
    readonly distance?: number
    /** Its number at the start, where it stood there too. */
    readonly then?: number
  }[]
}
