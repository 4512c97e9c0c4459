// Processes that work in a folder: those whose current folder it is, or one below it.
import { readlinkSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { printedBy } from './printed-by.ts'
import { allPids, statOf } from './processes.ts'

export interface ProcessIn {
  readonly pid: number
  readonly name: string
}

/** Never rejects. Empty where the system does not tell. */
export type ProcessesIn = (folder: string) => Promise<readonly ProcessIn[]>

export const processesIn: ProcessesIn = async (folder) => {
  const root = realPath(folder)
  const isIn = (cwd: string): boolean => cwd === root || cwd.startsWith(`${root}${sep}`)
  const found = process.platform === 'linux' ? onLinux(isIn) : elsewhere(isIn)
  return found.filter(({ pid }) => pid !== process.pid)
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    // Not there: nobody works in it.
    return folder
  }
}

function onLinux(isIn: (cwd: string) => boolean): ProcessIn[] {
  return allPids().flatMap((pid) => (isIn(cwdOf(pid)) ? [{ pid, name: statOf(pid)?.name ?? '' }] : []))
}

function cwdOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // Gone meanwhile, or a process of another user.
    return ''
  }
}

/** `lsof` answers with a line for each field: p for the process, c for its name, n for the folder. */
function elsewhere(isIn: (cwd: string) => boolean): ProcessIn[] {
  const { text } = printedBy(['lsof', '-w', '-a', '-d', 'cwd', '-F', 'pcn'])
  const found: ProcessIn[] = []
  let [pid, name] = [0, '']
  for (const line of text.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1))
    else if (line.startsWith('c')) name = line.slice(1)
    else if (line.startsWith('n') && isIn(line.slice(1))) found.push({ pid, name })
  }
  return found
}
