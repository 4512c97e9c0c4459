// All time limits of the tests, in one place. They end what hangs and are no assertion: each is many times what the
// slowest machine needs, so that a busy one fails no test.

/** One test, unless it is ended sooner by one of the limits below. */
export const TEST_MS = 1_800_000

/** One condition that a test waits for. */
export const WAIT_MS = 120_000

/** One program that a test runs to its end. */
export const PROGRAM_MS = 240_000

/**
 * The limit of a hook that answers while a check still runs, as its settings name it: by then a busy machine too has
 * begun the check.
 */
export const HOOK_LIMIT = '15s'

/** The build that test files share. */
export const BUILD_MS = 300_000
