// What the exit codes mean that are not outcomes of a run.
import { exitCode, internalExit } from '../../contract/exit-code.ts'
import type { WordMeaning } from '../../domain/view/meanings.ts'

export interface ExitMeaning extends WordMeaning {
  readonly code: number
  /** Which commands. */
  readonly of: string
}

const { yes, no, usage, internal, stillRunning, unverified, look } = exitCode

const wrong: WordMeaning = {
  means: 'Wrong usage: a command, an option, an argument or a config file.',
  why: 'The message on standard error names it.',
  next: 'Follow the line that begins with "next:".',
}
const broken: WordMeaning = {
  means: 'An internal error, such as a state folder that cannot be written.',
  why: 'The message on standard error says what went wrong.',
  next: 'Look at the state folder: fullstop doctor. If it is a bug, report it with the output of `fullstop version`.',
}

export const exitMeanings: readonly ExitMeaning[] = [
  {
    code: yes,
    of: 'all other commands',
    means: 'Yes: it was done, found or proven.',
    why: 'Nothing went wrong.',
    next: 'Nothing.',
  },
  {
    code: no,
    of: 'all other commands',
    means: 'No, or nothing was found.',
    why: 'A check failed, the task does not exist, nothing waits, or a person is needed.',
    next: 'The output says which.',
  },
  { code: internalExit('run'), of: 'run and resume', ...broken },
  { code: usage, of: 'all commands', ...wrong },
  {
    code: unverified,
    of: 'verify',
    means: 'Unverified: nothing proves the change, and nothing speaks against it.',
    why: 'The base has no check, its fullstop.json is not trusted, a check could not run, or nothing may run here.',
    next: 'The last lines of the output say which, and what to do.',
  },
  {
    code: look,
    of: 'verify',
    means: 'A person must look.',
    why: 'A test, a check or its configuration may have been weakened, and no run settled it.',
    next: 'Look at the named lines.',
  },
  { code: internal, of: 'all other commands', ...broken },
  {
    code: stillRunning,
    of: 'wait',
    means: 'Checks are still running.',
    why: 'They did not end within the time that `wait` waits.',
    next: 'Ask again: fullstop wait TASK.',
  },
]
