// Processes that a check leaves behind. Its group is known; what forked away is found by the mark in its environment,
// or, where the system lets us adopt orphans, as a child of ours.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const PR_SET_CHILD_SUBREAPER = 36
let isAdopting = false

/** Orphans of this process's children become its own children, so that none can hide. Linux only; elsewhere marks must do. */
export async function adoptOrphans(): Promise<boolean> {
  if (process.platform !== 'linux') return false
  try {
    const { dlopen, FFIType } = await import('bun:ffi')
    const number = FFIType.u64
    const signature = { prctl: { args: [FFIType.i32, number, number, number, number], returns: FFIType.i32 } } as const
    const library = ['libc.so.6', 'libc.so', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]
      .map((name) => openLibrary(() => dlopen(name, signature)))
      .find((opened) => opened !== undefined)
    isAdopting = library?.symbols.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) === 0
    return isAdopting
  } catch {
    // No foreign functions on this system: the marks in the environment still find nearly all.
    return false
  }
}

function openLibrary<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch {
    // Another name of the same library will do.
    return undefined
  }
}

/** Living processes with this entry in their environment, and orphans that we adopted. */
export function findStrays(mark: string, spared: ReadonlySet<number>): number[] {
  if (process.platform === 'linux') return findOnLinux(mark, spared)
  const { stdout } = spawnSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], { encoding: 'utf8' })
  return (stdout ?? '')
    .split('\n')
    .filter((line) => line.includes(mark))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => pid > 0 && pid !== process.pid && !spared.has(pid))
}

function findOnLinux(mark: string, spared: ReadonlySet<number>): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids
    .map(Number)
    .filter((pid) => pid !== process.pid && !spared.has(pid))
    .filter((pid) => {
      const stat = readProc(pid, 'stat')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (state === undefined || state === '' || state === 'Z' || state === 'X') return false
      return (isAdopting && Number(parent) === process.pid) || readProc(pid, 'environ').split('\0').includes(mark)
    })
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    // Gone meanwhile, or somebody else's.
    return ''
  }
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Already gone, which is what the signal was for.
  }
}
