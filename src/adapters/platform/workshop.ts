// The adapters that checks, installation and `doctor` need and a hook does not. Loaded only on demand.
import { adoptOrphans, endTree, sendSignal, type ProcessTree } from './processes/stray-processes.ts'
import { endMarked, type RunCommand, runCommand } from './processes/command.ts'
import { compileEarly } from './compiling.ts'
import { cpuBelow } from './processes/busy.ts'
import { type Disk, disk } from './files/disk.ts'
import { type ForeignFiles, foreignFiles } from './files/foreign-files.ts'
import { type HostProgram, hostProgram } from './processes/hosting.ts'
import { hmacOf, sha256 } from './ids.ts'
import { isLocked, type Lock, shareLock, takeLock } from './files/lock.ts'
import { startLoopback } from './network/loopback.ts'
import { correctHome } from './files/private-files.ts'
import { type Post, post } from './network/post.ts'
import { makeScratch } from './files/scratch.ts'
import { type RunProgram, runProgram } from './processes/process.ts'
import { type StatFiles, statFiles } from './files/stat-files.ts'
import { type TellProgram, tellProgram } from './processes/tell-program.ts'
import { openTail, type FileTail } from './files/tail.ts'
import { giveWay, ownProgram, type Reaper, type SelfOptions, startReaper, startSelf } from './processes/self.ts'

export interface Workshop {
  readonly disk: Disk
  readonly foreignFiles: ForeignFiles
  readonly sha256: (text: string) => string
  readonly hmacOf: (secret: string, text: string) => string
  readonly pid: number
  /** `linux`, `darwin`, … */
  readonly platform: string
  readonly runProgram: RunProgram
  readonly runCommand: RunCommand
  readonly tellProgram: TellProgram
  readonly post: Post
  readonly statFiles: StatFiles
  readonly openTail: (path: string, from: number) => FileTail
  /** Before so much work of one kind that to compile the code for it pays off. */
  readonly compileEarly: () => void
  /** Processor time of a process's descendants so far. */
  readonly cpuBelow: (pid: number) => number
  readonly hostProgram: HostProgram
  readonly ownProgram: () => string
  readonly startSelf: (args: readonly string[], options: SelfOptions) => void
  /** Lowers our priority: everything else on this machine comes first from now on. */
  readonly giveWay: () => void
  readonly startReaper: (args: readonly string[], env: SelfOptions['env']) => Reaper
  readonly startLoopback: typeof startLoopback
  /** Everything in the state folder that is ours becomes private. */
  readonly correctHome: typeof correctHome
  /** A folder of our own among the temporary ones. */
  readonly makeScratch: (prefix: string) => string
  readonly takeLock: (path: string) => Lock | undefined
  readonly shareLock: (path: string) => Lock | undefined
  readonly isLocked: (path: string) => boolean
  readonly adoptOrphans: () => Promise<boolean>
  readonly endMarked: (mark: string, spared: ReadonlySet<number>) => Promise<number>
  /** The same with all that descends from it, and from processes that are known by their keys. */
  readonly endTree: (tree: ProcessTree) => Promise<void>
  readonly sendSignal: (pid: number, signal: 'SIGTERM' | 'SIGKILL') => void
}

export const workshop: Workshop = {
  disk,
  foreignFiles,
  sha256,
  hmacOf,
  pid: process.pid,
  platform: process.platform,
  runProgram,
  runCommand,
  tellProgram,
  post,
  hostProgram,
  statFiles,
  openTail,
  compileEarly,
  cpuBelow,
  ownProgram,
  startSelf,
  giveWay,
  startReaper,
  startLoopback,
  correctHome,
  makeScratch,
  takeLock,
  shareLock,
  isLocked,
  adoptOrphans,
  endMarked,
  endTree,
  sendSignal,
}
