// How a command ended to one of the four results. What the system did to it is no verdict on the work.
import type { Ending } from '../../../contract/ending.ts'
import type { CheckResult } from '../../../contract/evidence.ts'
import { given } from '../../../contract/given.ts'

export interface EndedCommand {
  readonly how: Ending
  /** What it was told to run. */
  readonly program: string
  readonly limit: string
  /** The disk under the workspace or the temporary folder had no room left when it ended. */
  readonly isDiskFull: boolean
}

export interface CheckEnd {
  readonly result: CheckResult
  readonly why: string
  readonly exitCode?: number
}

export const INSTALL_IT = 'install it, or add its folder to your PATH'

/** Signals by which somebody else ends a process; a program that crashes ends by others. */
const FROM_OUTSIDE = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGXCPU', 'SIGXFSZ'])

export function toOutcome({ how, program, limit, isDiskFull }: EndedCommand): CheckEnd {
  switch (how.kind) {
    case 'exited':
      return exited(how.code, isDiskFull)
    case 'killed':
      if (isDiskFull) return couldNotRun('the disk is full')
      return FROM_OUTSIDE.has(how.signal)
        ? couldNotRun(`killed by the system (${how.signal})`)
        : { result: 'failed', why: `crashed (${how.signal})` }
    case 'timed-out':
      return { result: 'timed-out', why: `took longer than ${limit}` }
    case 'interrupted':
      return couldNotRun('interrupted')
    case 'not-started':
      return couldNotRun(notStarted(how.code, program) ?? how.why)
  }
}

function exited(code: number, isDiskFull: boolean): CheckEnd {
  if (code === 0) return { result: 'passed', why: 'exit 0', exitCode: 0 }
  if (isDiskFull) return couldNotRun(`the disk is full (exit ${code})`, code)
  if (code === 127) return couldNotRun('a command was not found (exit 127)', code)
  if (code === 126) return couldNotRun('a command may not be executed (exit 126)', code)
  // A shell or package runner tells that its child was killed by 128 and the number of the signal.
  if (code === 137) return couldNotRun('killed by the system (exit 137)', code)
  return { result: 'failed', why: `exit ${code}`, exitCode: code }
}

function notStarted(code: string, program: string): string | undefined {
  if (code === 'ENOENT') return `command not found: ${program}; ${INSTALL_IT}`
  if (code === 'EACCES' || code === 'EPERM') return `no permission to run ${program}`
  if (code === 'ENOSPC') return 'the disk is full'
  if (code === 'ENOEXEC') return `${program} is not a program that this system can run`
  if (code === 'EAGAIN' || code === 'ENOMEM' || code === 'EMFILE') return `the system has no room to start it (${code})`
  return undefined
}

function couldNotRun(why: string, exitCode?: number): CheckEnd {
  return { result: 'could-not-run', why, ...given({ exitCode }) }
}
