// What a list leaves of the user's repository: every file of `.git` and of the checkout, with hooks, locks, stash and
// config, compared byte by byte, through a merge, a conflict, a crash and an item that fails.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Act, Turn } from '../fake-agents/script.ts'
import { until } from '../until.ts'
import { binary } from './binary.ts'
import { type Listing, listing, makes } from './listing.ts'
import { claims } from './running.ts'

/** Those that git itself would run for what we do: commits, merges, moved branches, new worktrees. */
const HOOKS = [
  'applypatch-msg',
  'commit-msg',
  'fsmonitor-watchman',
  'post-checkout',
  'post-commit',
  'post-index-change',
  'post-merge',
  'post-rewrite',
  'pre-auto-gc',
  'pre-commit',
  'pre-merge-commit',
  'prepare-commit-msg',
  'reference-transaction',
]

/** Objects are added; our branches and their logs come and go. All else is the user's. */
const OURS = /^\.git\/(?:objects\/|refs\/heads\/fullstop(?:\/|$)|logs\/refs\/heads\/fullstop(?:\/|$))/

function everyFile(root: string): Record<string, string> {
  const found: Record<string, string> = {}
  const walk = (folder: string): void => {
    for (const name of readdirSync(folder).toSorted()) {
      const path = join(folder, name)
      const key = relative(root, path)
      if (OURS.test(`${key}/`) || OURS.test(key)) continue
      const stats = lstatSync(path)
      if (stats.isDirectory()) {
        found[`${key}/`] = stats.mode.toString(8)
        walk(path)
      } else {
        const text = stats.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, 'latin1')
        found[key] = `${stats.mode.toString(8)} ${Bun.hash(text)} ${text.slice(0, 80)}`
      }
    }
  }
  walk(root)
  return found
}

/** Dirty, staged, stashed, detached, with hooks and settings that a person has. */
function livedIn(at: Listing): string {
  const { repository } = at
  const ran = join(at.room.root, 'hooks-ran')
  for (const name of HOOKS) repository.write(`.git/hooks/${name}`, `#!/bin/sh\necho ${name} >> '${ran}'\n`, 0o755)
  repository.git('config', 'core.hooksPath', '.git/hooks')
  repository.git('config', 'commit.gpgSign', 'true')
  repository.git('config', 'gpg.program', '/bin/false')
  repository.git('config', 'rerere.enabled', 'true')
  repository.git('config', 'gc.auto', '1')
  repository.git('config', 'core.logAllRefUpdates', 'always')
  repository.git('tag', 'mine')
  repository.git('branch', 'other')
  writeFileSync(at.file('README.md'), 'stashed\n')
  repository.git('stash', 'push', '--quiet')
  repository.git('-c', 'core.hooksPath=/dev/null', 'checkout', '--quiet', '--detach')
  writeFileSync(at.file('README.md'), 'staged\n')
  repository.git('add', 'README.md')
  writeFileSync(at.file('README.md'), 'and changed\n')
  writeFileSync(at.file('new.bin'), 'untracked')
  // Git is asked once more, so that what it writes by itself when asked is there before.
  repository.git('-c', 'core.hooksPath=/dev/null', 'status')
  if (existsSync(ran)) writeFileSync(ran, '')
  return ran
}

const LIST = '- [ ] Write a\n- [ ] Change f\n- [ ] Fail\n- [ ] Write b\n  after: Write a\n'
const ASKS: Turn = [claims('blocked', { remaining_work: 'all of it', needs: 'credentials' })]

/** By the hand of another: the result gets another line. Of its own git the hooks are its own. */
const movesResult: Act = {
  do: 'shell',
  line: [
    'export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null',
    'b=$(git for-each-ref --format="%(refname)" "refs/heads/fullstop/list-*")',
    'i=$(mktemp -u)',
    'GIT_INDEX_FILE=$i git read-tree $b',
    "o=$(printf 'good theirs\\n' | git hash-object -w --stdin)",
    'GIT_INDEX_FILE=$i git update-index --add --cacheinfo 100644,$o,f.txt',
    't=$(GIT_INDEX_FILE=$i git write-tree)',
    'git update-ref $b $(git commit-tree -p $b -m other $t)',
  ].join('; '),
}

test('[lists-checkout] nothing of the repository but our branches and objects is another one afterwards, and no hook ran', async () => {
  using at = await listing(LIST, 'TODO.md', { 'f.txt': 'good one\n' })
  const ran = livedIn(at)
  at.script([
    makes({ 'a.txt': 'good\n' }),
    [movesResult, ...makes({ 'f.txt': 'good ours\n' })],
    makes({ 'f.txt': 'good both\n' }),
    ASKS,
    makes({ 'b.txt': 'good\n' }),
  ])
  const before = everyFile(at.room.cwd)
  const run = await at.runList()
  expect(run.items).toEqual({
    'write-a': 'completed',
    'change-f': 'completed',
    fail: 'needs-input',
    'write-b': 'completed',
  })
  const after = everyFile(at.room.cwd)
  // The work of the item that failed is kept, with its worktree: git knows of that one, and of no other.
  const kept = Object.keys(after).filter((name) => name.startsWith('.git/worktrees/'))
  expect(kept.filter((name) => name.split('/').length === 4 && name.endsWith('/'))).toHaveLength(1)
  const users = Object.fromEntries(Object.entries(after).filter(([name]) => !name.startsWith('.git/worktrees/')))
  expect(users).toEqual(before)
  expect(Object.keys(after).filter((name) => name.endsWith('.lock'))).toEqual([])
  expect(existsSync(ran) ? readFileSync(ran, 'utf8') : '').toBe('')
})

test('[lists-checkout lists-crash] killed in the middle and completed, no worktree entry and no lock is left', async () => {
  using at = await listing('- [ ] Write a\n- [ ] Write b\n')
  const ran = livedIn(at)
  at.script([makes({ 'a.txt': 'good\n' }), makes({ 'b.txt': 'good\n' })])
  const before = everyFile(at.room.cwd)
  const options = { cwd: at.room.cwd, env: { ...at.room.env, ...at.env }, stdio: 'ignore' } as const
  const child = spawn(binary, ['run', '--agent', 'claude', '--tasks', 'TODO.md'], options)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await until(() => at.listEvents().some(({ kind }) => kind === 'item.merged'))
  child.kill('SIGKILL')
  await ended
  expect((await at.runList()).code).toBe(0)
  expect(everyFile(at.room.cwd)).toEqual(before)
  expect(existsSync(ran) ? readFileSync(ran, 'utf8') : '').toBe('')
})
