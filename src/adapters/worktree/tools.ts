// What the functions of this room need from the platform, and how they wait for a worktree to become quiet.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessesIn } from '../platform/processes/processes-in.ts'
import type { GitDoor } from '../workspace/git.ts'
import type { WriteDoor } from './git-write.ts'

export interface WorktreeTools extends WriteDoor, GitDoor {
  readonly processesIn: ProcessesIn
  readonly sleep: (ms: number) => Promise<void>
  /** Bytes that still fit where this path lies; undefined where the system does not tell. */
  readonly freeBytes: (path: string) => number | undefined
}

const WAIT_MS = 100
const MOST_WAITS = 100

/**
 * A git of ours may outlive the process that started it. A lock that nobody holds any more is removed: git removes its
 * locks, unless it was killed. Undefined once the worktree is quiet, else why not.
 */
export async function quietDown(tools: WorktreeTools, path: string, admin: string): Promise<string | undefined> {
  for (let waits = 0; waits < MOST_WAITS; waits += 1) {
    const living = await tools.processesIn(path)
    if (living.length === 0) {
      for (const name of ['index.lock', 'HEAD.lock'])
        if (existsSync(join(admin, name))) rmSync(join(admin, name), { force: true })
      return undefined
    }
    if (living.some(({ name }) => name !== 'git')) return sayLiving(path, living)
    await tools.sleep(WAIT_MS)
  }
  return sayLiving(path, await tools.processesIn(path))
}

export function sayLiving(
  path: string,
  living: ReadonlyArray<{ readonly pid: number; readonly name: string }>,
): string {
  const names = living.slice(0, 3).map(({ pid, name }) => `${name} (process ${pid})`)
  return `${names.join(', ') || 'a process'} still runs in ${path}: end it first`
}
