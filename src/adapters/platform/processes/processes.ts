// Processes of others, by a name that is not given twice: the number and the moment it began.
import { readdirSync, readFileSync } from 'node:fs'
import type { Ending } from '../../../contract/ending.ts'
import { system } from '../system.ts'

export interface Processes {
  /** Undefined: there is no such process. */
  readonly keyOf: (pid: number) => string | undefined
  readonly isAlive: (key: string) => boolean
  /** How long ago it began, to some 20 ms; undefined where the system does not tell. */
  readonly ageMsOf: (pid: number) => number | undefined
  /** Whether the key names a process of this machine, living or not. */
  readonly isHere: (key: string) => boolean
  /** Its command line, where the system tells it. */
  readonly commandOf: (pid: number) => string | undefined
  readonly self: number
  /** Who started us, nearest first: the parent, and beyond it as long as that is a shell or another launcher. */
  readonly starters: () => readonly string[]
  /** Whether we descend from this process; undefined where the system does not tell. */
  readonly isAbove: (key: string) => boolean | undefined
  /** All that we descend from, nearest first, as far as the system tells. */
  readonly above: () => readonly string[]
}

export const processes: Processes = {
  keyOf: (pid) => keyOf(pid),
  isAlive,
  ageMsOf,
  isHere: () => true,
  commandOf,
  self: process.pid,
  starters,
  isAbove,
  above,
}

const MOST_STARTERS = 4
/** Nobody nests programs deeper; a loop in what we read must end. */
const MOST_DEPTH = 100
const LAUNCHERS = ['sh', 'bash', 'dash', 'zsh', 'ash', 'fish', 'busybox', 'env', 'timeout', 'nice', 'setsid']
/** They name their threads and versions in many ways. */
const LAUNCHERS_BEGIN = ['npm', 'npx', 'node', 'bun', 'fullstop']

function isLauncher(name: string): boolean {
  return LAUNCHERS.includes(name) || LAUNCHERS_BEGIN.some((beginning) => name.startsWith(beginning))
}

function starters(): readonly string[] {
  const keys: string[] = []
  for (let pid = process.ppid; keys.length < MOST_STARTERS;) {
    const stat = statOf(pid)
    const key = keyOf(pid, stat)
    if (key === undefined) break
    keys.push(key)
    const next = launchedBy(stat)
    if (next === undefined) break
    pid = next
  }
  return keys
}

/** The parent of a launcher; a program of any other kind stands for itself. */
function launchedBy(stat: ProcessStat | undefined): number | undefined {
  return stat && isLauncher(stat.name) ? Number(stat.fields[1]) : undefined
}

function isAbove(key: string): boolean | undefined {
  if (process.platform !== 'linux') return undefined
  return above().includes(key)
}

function above(): readonly string[] {
  const keys: string[] = []
  let pid = process.ppid
  while (keys.length < MOST_DEPTH) {
    const stat = statOf(pid)
    const key = keyOf(pid, stat)
    if (key === undefined) break
    keys.push(key)
    pid = Number(stat?.fields[1])
  }
  return keys
}

function keyOf(pid: number, stat = statOf(pid)): string | undefined {
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  const began = startIn(stat)
  if (began !== undefined) return `${pid}-${began}`
  return isThere(pid) ? `${pid}` : undefined
}

/** A key may carry a machine after an `@`; which machine that is, callers know. */
function isAlive(key: string): boolean {
  return keyOf(Number.parseInt(key, 10)) === key.split('@', 1)[0]
}

/** Both are told in hundredths of a second, whatever the kernel itself counts in. */
function ageMsOf(pid: number): number | undefined {
  const began = Number(startIn(statOf(pid)) ?? Number.NaN)
  if (Number.isNaN(began)) return undefined
  try {
    const [uptime = ''] = readFileSync('/proc/uptime', 'utf8').split(' ')
    return Math.max(0, Math.round(Number(uptime) * 1000 - began * 10))
  } catch {
    // Not on this system.
    return undefined
  }
}

function commandOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    // No such process, or no such folder on this system.
    return undefined
  }
}

/** In clock ticks since the machine began; only where the system tells it in a file. */
function startIn(stat: ProcessStat | undefined): string | undefined {
  const fields = stat?.fields ?? []
  // A zombie is no process any more.
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
}

export interface ProcessStat {
  /** Of the program. */
  readonly name: string
  /** Those after the name. */
  readonly fields: readonly string[]
}

/** Every process that Linux shows us. */
export function allPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

export function statOf(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program stands in brackets and may hold anything.
    const end = stat.lastIndexOf(')')
    return { name: stat.slice(stat.indexOf('(') + 1, end), fields: stat.slice(end + 2).split(' ') }
  } catch {
    // No such process, or no such folder on this system.
    return undefined
  }
}

/** Where they stand in `/proc/PID/stat`, counted from the state. */
const FLAGS = 6
const THREADS = 17
/** PF_EXITING, as the kernel has it. */
const EXITING = 0x4

/** It gives up what it holds: it has begun to end, and is not a zombie with all of its threads yet. */
export function isEnding(stat: ProcessStat | undefined): boolean {
  const { [FLAGS]: flags, [THREADS]: threads, 0: state = '' } = stat?.fields ?? []
  if ((Number(flags ?? 0) & EXITING) === 0 || state === 'X') return false
  return state !== 'Z' || Number(threads) > 1
}

function isThere(pid: number): boolean {
  if (process.platform === 'linux') return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process is a process.
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** Where it stands in `/proc/PID/stat`, counted from the state; zero where we may not see it. */
const EXIT_STATUS = 49

/** How a process ended, as the system keeps it until its parent has asked. Undefined: it lives, or nobody can tell. */
export function endOf(pid: number): Ending | undefined {
  if (process.platform !== 'linux') return undefined
  const stat = statOf(pid)
  if (stat && stat.fields[0] !== 'Z' && stat.fields[0] !== 'X') return undefined
  const status = Number(stat?.fields[EXIT_STATUS] ?? 0)
  const signal = Object.entries(system().constants.signals).find(([, number]) => number === (status & 0x7f))
  return signal ? { kind: 'killed', signal: signal[0] } : { kind: 'exited', code: stat ? status >> 8 : -1 }
}
