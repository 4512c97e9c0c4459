// Processes of others, by a name that is not given twice: the number and the moment it began.
import { readFileSync } from 'node:fs'

export interface Processes {
  /** Undefined: there is no such process. */
  readonly keyOf: (pid: number) => string | undefined
  readonly isAlive: (key: string) => boolean
  readonly self: number
  readonly parent: number
}

export const processes: Processes = { keyOf, isAlive, self: process.pid, parent: process.ppid }

function keyOf(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  const began = startOf(pid)
  if (began !== undefined) return `${pid}-${began}`
  return isThere(pid) ? `${pid}` : undefined
}

function isAlive(key: string): boolean {
  return keyOf(Number.parseInt(key, 10)) === key
}

/** In clock ticks since the machine began; only where the system tells it in a file. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program stands in brackets and may hold anything; a zombie is no process any more.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  } catch {
    // No such process, or no such folder on this system.
    return undefined
  }
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
