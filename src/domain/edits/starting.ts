// What starts us, as agents' settings name it: the launcher of this user, or for everybody in a project the PATH.
import { toCommandLine } from '../shell/command-line.ts'

export interface Starting {
  readonly argv: (args: readonly string[]) => readonly [string, ...string[]]
  readonly commandLine: (args: readonly string[]) => string
}

/** The launcher never moves; in files that others share nothing of one user's machine may stand. */
export function starting(launcher: string, scope: 'user' | 'project'): Starting {
  const program = scope === 'user' ? launcher : 'fullstop'
  return {
    argv: (args) => [program, ...args],
    commandLine: (args) => {
      const made = toCommandLine([program, ...args], isWindowsPath(launcher) && scope === 'user' ? 'cmd' : 'sh')
      const line = made.ok ? made.line : program
      // Who works here without us is not to be told so at every stop.
      return scope === 'user' ? line : `! command -v fullstop >/dev/null || ${line}`
    },
  }
}

export function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path)
}

/** The launcher's file within its folder. */
export function launcherName(stateHome: string): string {
  return isWindowsPath(stateHome) ? 'fullstop.cmd' : 'fullstop'
}
