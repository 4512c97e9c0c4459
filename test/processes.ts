// Processes as tests look for them, from /proc: children that outlive a test, and all that belongs to a room.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** False for one that has ended and is only not buried yet. */
export function isAlive(pid: number): boolean {
  return isRunning(statOf(pid))
}

function isRunning([state = '']: readonly string[]): boolean {
  return state !== '' && state !== 'Z' && state !== 'X'
}

/** The fields after its name, which may hold anything: its state first, its flags seventh. */
function statOf(pid: number): string[] {
  return read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ', 7)
}

/** Of the kernel: most processes of an idle machine are, and none of them belongs to a folder. */
const KERNEL_THREAD = 0x20_00_00

/** None where there is no /proc. */
export function childrenOf(pid: number): number[] {
  return entriesOf(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  )
}

/** Living processes in a folder, or with its path in their environment or arguments, no matter which parent they have now. */
export function processesOf(folder: string): number[] {
  const newest = newestPid()
  const found = lookFor(folder)
  // One that forked and ended while we looked hid its child: it was listed alone, and gone when it was looked at.
  return found.length > 0 || newest === newestPid() ? found : lookFor(folder)
}

/** The number that was given last to a process. */
function newestPid(): string | undefined {
  return read('/proc/loadavg').trim().split(' ').at(-1)
}

function lookFor(folder: string): number[] {
  return entriesOf('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => {
      const stat = statOf(pid)
      if (!isRunning(stat) || (Number(stat[6]) & KERNEL_THREAD) !== 0) return false
      return isNamed(pid, folder) || isIn(pid, folder)
    })
}

/** Ends them for good, and returns once the last one is gone. */
export function endProcesses(find: () => readonly number[]): void {
  for (let found = find(); found.length > 0; found = find()) {
    killEach(found)
    Bun.sleepSync(2)
  }
}

/** The death of one may end another before its turn comes. */
export function killEach(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone meanwhile.
    }
  }
}

export function commandOf(pid: number): string {
  return `${pid} ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()}`
}

function isNamed(pid: number, folder: string): boolean {
  return ['environ', 'cmdline'].some((name) => read(`/proc/${pid}/${name}`).includes(`${folder}/`))
}

function isIn(pid: number, folder: string): boolean {
  try {
    return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`)
  } catch {
    // Gone meanwhile, or somebody else's.
    return false
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Gone meanwhile, or no Linux.
    return []
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Gone meanwhile, or somebody else's.
    return ''
  }
}
