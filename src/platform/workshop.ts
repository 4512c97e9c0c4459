// Everything that running checks needs beside the hook's own few doors; loaded only when checks run.
import { adoptOrphans, findStrays, sendSignal } from './strays.ts'
import { endMarked, type RunCommand, runCommand } from './command.ts'
import { type Disk, disk } from './disk.ts'
import { isLocked, type Lock, takeLock } from './lock.ts'
import { type RunProgram, runProgram } from './process.ts'
import { type Guard, type SelfOptions, type Started, startGuard, startSelf } from './self.ts'

export interface Workshop {
  readonly disk: Disk
  readonly runProgram: RunProgram
  readonly runCommand: RunCommand
  readonly startSelf: (args: readonly string[], options: SelfOptions) => Started
  readonly startGuard: (args: readonly string[], env: SelfOptions['env']) => Guard
  readonly takeLock: (path: string) => Lock | undefined
  readonly isLocked: (path: string) => boolean
  readonly adoptOrphans: () => Promise<boolean>
  readonly endMarked: (mark: string, spared: ReadonlySet<number>) => Promise<number>
  readonly findStrays: (mark: string, spared: ReadonlySet<number>) => number[]
  readonly sendSignal: (pid: number, signal: 'SIGTERM' | 'SIGKILL') => void
}

export const workshop: Workshop = {
  disk,
  runProgram,
  runCommand,
  startSelf,
  startGuard,
  takeLock,
  isLocked,
  adoptOrphans,
  endMarked,
  findStrays,
  sendSignal,
}
