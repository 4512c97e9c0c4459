// Everything that running checks needs beside the hook's own few doors; loaded only when checks run.
import { adoptOrphans, sendSignal } from './strays.ts'
import { endMarked, type RunCommand, runCommand } from './command.ts'
import { type Disk, disk } from './disk.ts'
import { isLocked, type Lock, takeLock } from './lock.ts'
import { type RunProgram, runProgram } from './process.ts'
import { type Reaper, type SelfOptions, startReaper, startSelf } from './self.ts'

export interface Workshop {
  readonly disk: Disk
  readonly pid: number
  readonly runProgram: RunProgram
  readonly runCommand: RunCommand
  readonly startSelf: (args: readonly string[], options: SelfOptions) => void
  readonly startReaper: (args: readonly string[], env: SelfOptions['env']) => Reaper
  readonly takeLock: (path: string) => Lock | undefined
  readonly isLocked: (path: string) => boolean
  readonly adoptOrphans: () => Promise<boolean>
  readonly endMarked: (mark: string, spared: ReadonlySet<number>) => Promise<number>
  readonly sendSignal: (pid: number, signal: 'SIGTERM' | 'SIGKILL') => void
}

export const workshop: Workshop = {
  disk,
  pid: process.pid,
  runProgram,
  runCommand,
  startSelf,
  startReaper,
  takeLock,
  isLocked,
  adoptOrphans,
  endMarked,
  sendSignal,
}
