// Real repositories in temporary folders, with a home of their own, for the tests of this folder.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { initPlain } from '../../../test/plain-commit.ts'
import type { FileChange } from '../../contract/change.ts'
import { runProgram } from '../platform/processes/process.ts'
import { statFiles } from '../platform/files/stat-files.ts'
import type { GitDoor } from './git.ts'
import { type Start, type TextOrder, changesIn, startIn, toReading, uncommittedIn } from './start.ts'
import { SMALL_TEXTS } from './texts.ts'
import { hashTree } from './tree/hash-tree.ts'
import { readTree } from './tree/read-tree.ts'
import type { Tree } from './tree/tree.ts'

export interface Scratch {
  /** The repository, or an empty folder. */
  readonly root: string
  /** Beside it: the home, and room for other repositories. */
  readonly outside: string
  readonly env: Readonly<Record<string, string>>
  readonly door: GitDoor
  readonly git: (...args: readonly string[]) => string
  readonly gitIn: (cwd: string, ...args: readonly string[]) => string
  readonly write: (path: string, text: string | Uint8Array, mode?: number) => void
  readonly remove: (path: string) => void
  readonly commitAll: (message?: string) => void
  readonly read: (root?: string) => Promise<Tree>
  readonly hash: (root?: string) => Promise<string>
  readonly end: () => void
}

export function makeScratch(init: readonly string[] | 'no repository' = []): Scratch {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'fullstop-workspace-')))
  const root = join(outside, 'project')
  mkdirSync(join(outside, 'home'))
  mkdirSync(root)
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(outside, 'home'),
    GIT_CONFIG_GLOBAL: join(outside, 'home', '.gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
  }
  writeFileSync(
    env.GIT_CONFIG_GLOBAL,
    '[user]\nname = T\nemail = t@example.com\n[init]\ndefaultBranch = main\n[protocol "file"]\nallow = always\n[advice]\ndetachedHead = false\n',
  )
  const door: GitDoor = { runProgram, env, statFiles }
  const gitIn = (cwd: string, ...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout
  }
  const read = async (folder = root): Promise<Tree> => {
    const answer = await readTree(door, folder)
    if (!answer.ok) throw new Error(answer.why)
    return answer.tree
  }
  const git = (...args: readonly string[]): string => gitIn(root, ...args)
  if (init !== 'no repository') git('init', '--quiet', ...init)
  return {
    root,
    outside,
    env,
    door,
    git,
    gitIn,
    write: (path, text, mode) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
      if (mode !== undefined) chmodSync(join(root, path), mode)
    },
    remove: (path) => rmSync(join(root, path), { recursive: true, force: true }),
    commitAll: (message = 'all') => {
      git('add', '-A')
      git('commit', '--quiet', '--allow-empty', '-m', message)
    },
    read,
    hash: async (folder) => hashTree(await read(folder)),
    end: () => rmSync(outside, { recursive: true, force: true }),
  }
}

/** With files and a commit, none of which is ignored. */
export function makeRepository(init: readonly string[] = []): Scratch {
  const scratch = makeScratch('no repository')
  const plain =
    init.length === 0 ? initPlain({ cwd: scratch.root, who: 'T <t@example.com>', isPlain: () => true }) : undefined
  if (!plain) scratch.git('init', '--quiet', ...init)
  scratch.write('.gitignore', 'ignored\nbuild/\n')
  scratch.write('a.txt', 'a\n')
  scratch.write('src/b.txt', 'b\n')
  scratch.write('src/c.txt', 'c\n')
  scratch.write('run.sh', '#!/bin/sh\n', 0o755)
  if (!plain?.commit('all')) scratch.commitAll()
  return scratch
}

type Keeps = (path: string) => boolean

export function toOrder(keeps: Keeps): TextOrder {
  return (path) => (keeps(path) ? 0 : undefined)
}

/** The tree read for one question alone. */
export async function readStart(door: GitDoor, root: string, keeps: Keeps): Promise<Start | undefined> {
  const read = await readTree(door, root)
  return read.ok ? startIn(toReading(door, read.tree), toOrder(keeps)) : undefined
}

export async function readChanges(
  door: GitDoor,
  root: string,
  start: Start,
  keeps: Keeps,
): Promise<{ ok: true; changes: FileChange[] } | { ok: false; why: string }> {
  const read = await readTree(door, root)
  return read.ok ? changesIn(toReading(door, read.tree), start, toOrder(keeps), SMALL_TEXTS) : read
}

export async function readUncommitted(door: GitDoor, root: string): Promise<readonly string[]> {
  const read = await readTree(door, root)
  return read.ok ? uncommittedIn(toReading(door, read.tree)) : []
}
