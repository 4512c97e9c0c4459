// The processes that this one descends from, with what they were started with. A hook loads it only where a variable must be proven.
import { readFileSync, readlinkSync } from 'node:fs'
import { printedBy } from './printed-by.ts'
import { statOf } from './processes.ts'

export interface Ancestor {
  readonly pid: number
  /** Its command line, word by word. Where only `ps` tells, the words of its environment follow. */
  readonly words: readonly string[]
  /** The environment it was started with, as far as we may read it. */
  readonly env: Readonly<Record<string, string>>
}

/** Nobody nests programs deeper; a loop in what we read must end. */
const MOST_ANCESTORS = 100
const PS_MS = 5000

/** Nearest first, with the leaders of the session and the process group of each. */
export function ancestors(): readonly Ancestor[] {
  return process.platform === 'linux' ? ancestorsOnLinux() : ancestorsElsewhere()
}

function ancestorsOnLinux(): readonly Ancestor[] {
  return lineage(aboveOnLinux).map(readProcess)
}

/** A process and all that it descends from, on Linux; empty elsewhere. */
export function ancestorsOf(pid: number): readonly Ancestor[] {
  if (process.platform !== 'linux') return []
  return [pid, ...lineage(aboveOnLinux, pid)].map(readProcess)
}

function aboveOnLinux(pid: number): number[] {
  return (statOf(pid)?.fields.slice(1, 4) ?? []).map(Number)
}

function readProcess(pid: number): Ancestor {
  return { pid, words: readEntries(pid, 'cmdline'), env: toEnv(readEntries(pid, 'environ')) }
}

/** `-E` adds the environment on macOS, of our own user's processes alone; other systems may not know it. */
function ancestorsElsewhere(): readonly Ancestor[] {
  const listed = listProcesses(['-E']) ?? listProcesses([]) ?? new Map<number, Listed>()
  const above = (pid: number): readonly number[] => listed.get(pid)?.above ?? []
  return lineage(above).map((pid) => {
    const words = listed.get(pid)?.words ?? []
    return { pid, words, env: toEnv(words) }
  })
}

/** A process reads from a terminal and writes to one. In doubt it does not. */
export function isAtTerminal(pid: number): boolean {
  if (process.platform !== 'linux') return isAtTerminalElsewhere(pid)
  try {
    return [0, 1].every((stream) => /^\/dev\/(?:pts\/|tty|console)/.test(readlinkSync(`/proc/${pid}/fd/${stream}`)))
  } catch {
    // Gone meanwhile, or a process of another user.
    return false
  }
}

function isAtTerminalElsewhere(pid: number): boolean {
  const args = ['-a', '-p', `${pid}`, '-d', '0,1', '-F', 'n']
  const { text } = printedBy(['/usr/sbin/lsof', ...args], { timeoutMs: PS_MS })
  return text.split('\n').filter((line) => line.startsWith('n/dev/tty')).length === 2
}

/**
 * Parent, group and session of each process. One that lost its parent still belongs to the group and the session in which
 * it was started.
 */
export function lineage(above: (pid: number) => readonly number[], from = process.pid): number[] {
  const found = new Set([from])
  for (const pid of found) {
    for (const one of above(pid)) if (one > 0 && found.size < MOST_ANCESTORS) found.add(one)
  }
  found.delete(from)
  return [...found]
}

interface Listed {
  readonly above: readonly number[]
  readonly words: readonly string[]
}

function listProcesses(options: readonly string[]): ReadonlyMap<number, Listed> | undefined {
  const { ok, text } = printedBy(['ps', '-A', ...options, '-ww', '-o', 'pid=,ppid=,pgid=,command='], {
    timeoutMs: PS_MS,
  })
  if (!ok) return undefined
  return new Map(
    text.split('\n').flatMap((line) => {
      const [pid, parent, group, ...words] = line.trim().split(/\s+/)
      return words.length > 0 ? [[Number(pid), { above: [Number(parent), Number(group)], words }] as const] : []
    }),
  )
}

function readEntries(pid: number, name: 'cmdline' | 'environ'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0').filter(Boolean)
  } catch {
    // Gone meanwhile, or a process of another user.
    return []
  }
}

function toEnv(entries: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const at = entry.indexOf('=')
      return at > 0 ? [[entry.slice(0, at), entry.slice(at + 1)]] : []
    }),
  )
}
