// A real repository with worktrees of ours beside it, for the tests of this folder.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesIn } from '../platform/processes/processes-in.ts'
import { makeRepository, type Scratch } from '../workspace/scratch.suite.ts'
import type { WorktreeWish } from './add-worktree.ts'
import type { Checkout } from './checkout.ts'
import type { WorktreeTools } from './tools.ts'
import { openWorktrees, type Worktrees } from './worktrees.ts'

export interface Room extends Scratch {
  readonly home: string
  readonly tools: WorktreeTools
  readonly worktrees: Worktrees
  readonly checkoutHere: (cwd?: string) => Promise<Checkout>
  /** A worktree on the branch `fullstop/ITEM`, at the commit checked out. */
  readonly add: (item: string, more?: Partial<WorktreeWish>) => Promise<string>
  /** A detached one at the branch `fullstop/result`, which it makes. */
  readonly addResult: () => Promise<string>
  readonly writeIn: (path: string, file: string, text: string) => void
  readonly commitIn: (path: string, file: string, text: string) => string
  readonly tip: (name: string) => string
  /** Everything of the user's that must stay as it is. */
  readonly users: () => unknown
}

export const RESULT = 'refs/heads/fullstop/result'

export function makeRoom(scratch: Scratch = makeRepository(), more: Partial<WorktreeTools> = {}): Room {
  const { root, outside, door, git, gitIn } = scratch
  const home = join(outside, 'state home', 'worktrees')
  const tools: WorktreeTools = { ...door, home, processesIn, sleep, freeBytes: () => undefined, ...more }
  const worktrees = openWorktrees(tools)
  const checkoutHere = async (cwd = root): Promise<Checkout> => {
    const read = await worktrees.checkout(cwd)
    if (!read.ok) throw new Error(read.why)
    return read.checkout
  }
  const made = async (wish: Partial<WorktreeWish> & Pick<WorktreeWish, 'item'>): Promise<string> => {
    const checkout = await checkoutHere()
    const answer = await worktrees.addWorktree({ checkout, list: 'todo.md', start: checkout.head, ...wish })
    if (answer.kind === 'refused') throw new Error(answer.why)
    return answer.path
  }
  const tip = (name: string): string => git('rev-parse', name).trim()
  return {
    ...scratch,
    home,
    tools,
    worktrees,
    checkoutHere,
    add: (item, wish) => made({ item, branch: `refs/heads/fullstop/${item}`, ...wish }),
    addResult: async () => {
      const checkout = await checkoutHere()
      await worktrees.createBranch({ checkout, branch: RESULT, at: checkout.head })
      return made({ item: 'result' })
    },
    writeIn: (path, file, text) => writeFileSync(join(path, file), text),
    commitIn: (path, file, text) => {
      writeFileSync(join(path, file), text)
      gitIn(path, 'add', '-A')
      gitIn(path, 'commit', '--quiet', '-m', `change ${file}`)
      return gitIn(path, 'rev-parse', 'HEAD').trim()
    },
    tip,
    users: () => ({
      head: existsSync(join(root, '.git', 'HEAD')) && readFileSync(join(root, '.git', 'HEAD'), 'utf8'),
      index: existsSync(join(root, '.git', 'index')) && readFileSync(join(root, '.git', 'index')).toString('base64'),
      config: readFileSync(join(root, '.git', 'config'), 'utf8'),
      status: git('--no-optional-locks', 'status', '--porcelain', '--branch'),
      stash: git('stash', 'list'),
      branches: git('for-each-ref', '--format=%(refname) %(objectname)')
        .split('\n')
        .filter((line) => !line.startsWith('refs/heads/fullstop/')),
    }),
  }
}
