// A repository whose config names commands runs none of them while we make worktrees, merge, commit and remove: each
// would leave a proof. That plain git runs them shows that the trap works.
import { afterEach, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { callGit, isBranchRef, type GitCall } from './git-write.ts'
import { makeRoom, RESULT, type Room } from './worktrees.fixture.ts'

const made: Room[] = []

afterEach(() => {
  for (const room of made.splice(0)) room.end()
})

interface Trap {
  readonly here: Room
  /** A program that leaves a proof under its name. */
  readonly bait: (name: string, last?: string) => string
  readonly proofs: () => string[]
  /** Forgets the proofs so far. */
  readonly reset: () => void
}

const LINES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
const lines = (first: string, last: string): string => `${[first, ...LINES, last].join('\n')}\n`

/** The branch `side` and the branch checked out changed different lines of a.txt: merging them needs a look inside. */
function trapWith(set: (trap: Omit<Trap, 'reset'>) => void): Trap {
  const here = makeRoom()
  made.push(here)
  const folder = join(here.outside, 'proofs')
  mkdirSync(folder)
  const bait = (name: string, last = 'cat'): string => {
    const path = join(here.outside, `${name}.sh`)
    writeFileSync(path, `#!/bin/sh\ntouch '${join(folder, name)}'\n${last}\n`)
    chmodSync(path, 0o755)
    return path
  }
  here.write('a.txt', lines('first', 'last'))
  here.commitAll()
  here.git('checkout', '--quiet', '-b', 'side')
  here.write('a.txt', lines('FIRST', 'last'))
  here.commitAll('side')
  here.git('checkout', '--quiet', 'main')
  here.write('a.txt', lines('first', 'LAST'))
  here.commitAll('main')
  const proofs = (): string[] => readdirSync(folder)
  const trap = { here, bait, proofs }
  set(trap)
  const reset = (): void => proofs().forEach((name) => rmSync(join(folder, name)))
  reset()
  return { ...trap, reset }
}

/** All that this folder can do. */
async function everything({ here }: Trap, isTrusted = false): Promise<string[]> {
  const { worktrees } = here
  const checkout = await here.checkoutHere()
  const said: string[] = []
  const say = (answer: { kind: string; why?: string }): void => void said.push(answer.why ?? answer.kind)
  const branch = 'refs/heads/fullstop/one'
  const wish = { checkout, list: 'todo.md', item: 'one', branch, start: checkout.head, links: ['ignored'], isTrusted }
  const one = await worktrees.addWorktree(wish)
  say(one)
  say(await worktrees.createBranch({ checkout, branch: RESULT, at: checkout.head }))
  const result = await worktrees.addWorktree({ ...wish, item: 'result', branch: undefined as never })
  say(result)
  if (one.kind === 'refused' || result.kind === 'refused') return said
  expect(await worktrees.uncommitted(one.path, isTrusted)).toEqual({ ok: true, files: [] })
  const { path } = result
  const from = here.tip(RESULT)
  say(
    await worktrees.mergeInto({ checkout, path, into: RESULT, commit: here.tip('side'), message: 'Merge', isTrusted }),
  )
  const onto = (await worktrees.commitAt(path, 'HEAD')) ?? ''
  const tick = { checkout, path, file: 'todo.md', text: '- [x] a\n', onto, message: 'Tick', isTrusted }
  say(await worktrees.commitFile(tick))
  const to = (await worktrees.commitAt(path, 'HEAD')) ?? ''
  say(await worktrees.moveBranch({ checkout, branch: RESULT, from, to }))
  expect(await worktrees.isMerged({ checkout, commit: here.tip('side'), into: RESULT })).toBe(true)
  here.writeIn(one.path, 'work.txt', 'work\n')
  say(await worktrees.commitWork({ checkout, path: one.path, branch, message: 'Work', isTrusted }))
  const other = { checkout, path: one.path, branch, commit: here.tip('side'), message: 'Bring in', isTrusted }
  say(await worktrees.bringIn(other))
  const work = (await worktrees.commitAt(one.path, 'HEAD')) ?? ''
  say(await worktrees.mergeInto({ checkout, path, into: RESULT, commit: work, message: 'Merge', isTrusted }))
  const last = (await worktrees.commitAt(path, 'HEAD')) ?? ''
  say(await worktrees.moveBranch({ checkout, branch: RESULT, from: to, to: last }))
  say(await worktrees.removeWorktree({ checkout, path: one.path, into: RESULT, isTrusted }))
  say(await worktrees.removeBranch({ checkout, branch, into: RESULT }))
  return said
}

const FINE = 'made done made merged committed done committed merged merged done removed done'.split(' ')

function runAnyway(here: Room, ...args: readonly string[]): void {
  // The bait speaks no protocol, so git may end with an error; that it ran is what counts.
  spawnSync('git', args, { cwd: here.root, env: here.env })
}

const HOOKS = [
  'applypatch-msg',
  'commit-msg',
  'post-checkout',
  'post-commit',
  'post-index-change',
  'post-merge',
  'pre-auto-gc',
  'pre-commit',
  'pre-merge-commit',
  'prepare-commit-msg',
  'reference-transaction',
]

function attributes(here: Room, line: string): void {
  mkdirSync(join(here.root, '.git', 'info'), { recursive: true })
  writeFileSync(join(here.root, '.git', 'info', 'attributes'), `${line}\n`)
}

function include(here: Room, condition: string, text: string): void {
  const path = join(here.outside, `more-${condition.length}`)
  writeFileSync(path, text)
  appendFileSync(join(here.root, '.git', 'config'), `[includeIf "${condition}"]\npath = "${path}"\n`)
}

const addWorktree = (here: Room): void =>
  runAnyway(here, 'worktree', 'add', '--quiet', '-b', 'fullstop/plain', join(here.outside, 'plain'))
const merge = (here: Room): void => runAnyway(here, 'merge', '--no-edit', 'side')

const traps: ReadonlyArray<readonly [string, (trap: Omit<Trap, 'reset'>) => void, (here: Room) => void]> = [
  [
    'hooks',
    ({ here, bait }) => {
      mkdirSync(join(here.root, '.git', 'hooks'), { recursive: true })
      for (const hook of HOOKS)
        writeFileSync(join(here.root, '.git', 'hooks', hook), `#!/bin/sh\n${bait(hook)} </dev/null\n`, { mode: 0o755 })
    },
    addWorktree,
  ],
  [
    'a folder of hooks in the tree',
    ({ here, bait }) => {
      for (const hook of HOOKS) here.write(`.hooks/${hook}`, `#!/bin/sh\n${bait(hook)} </dev/null\n`, 0o755)
      here.commitAll()
      here.git('config', 'core.hooksPath', '.hooks')
    },
    merge,
  ],
  ...(['clean', 'smudge', 'process'] as const).map(
    (kind) =>
      [
        `a ${kind} filter`,
        ({ here, bait }: Omit<Trap, 'reset'>) => {
          attributes(here, '* filter=evil')
          here.git('config', `filter.evil.${kind}`, bait(kind))
          here.git('config', 'filter.evil.required', 'true')
        },
        (here: Room) => {
          here.write('a.txt', 'x\n')
          runAnyway(here, 'add', '-A')
          addWorktree(here)
        },
      ] as const,
  ),
  [
    'a filter that holds in worktrees alone',
    ({ here, bait }) => {
      attributes(here, '* filter=evil')
      include(here, 'gitdir:**/worktrees/**', `[filter "evil"]\nsmudge = ${bait('smudge')}\nclean = ${bait('clean')}\n`)
    },
    addWorktree,
  ],
  [
    'a filter that holds on our branches alone',
    ({ here, bait }) => {
      attributes(here, '* filter=evil')
      include(here, 'onbranch:fullstop/**', `[filter "evil"]\nsmudge = ${bait('smudge')}\nclean = ${bait('clean')}\n`)
    },
    addWorktree,
  ],
  [
    'Git LFS in name only',
    ({ here, bait }) => {
      attributes(here, '* filter=lfs')
      here.git('config', 'filter.lfs.smudge', bait('lfs'))
      here.git('config', 'filter.lfs.process', bait('lfs'))
    },
    addWorktree,
  ],
  [
    'a merge driver',
    ({ here, bait }) => {
      attributes(here, '* merge=evil')
      here.git('config', 'merge.evil.driver', `${bait('driver')} </dev/null`)
      here.git('config', 'merge.evil.recursive', 'evil')
    },
    merge,
  ],
  [
    'a merge driver of the tree, for all files',
    ({ here, bait }) => {
      here.write('.gitattributes', '*.txt merge=e.V.i.l\n')
      here.commitAll()
      appendFileSync(join(here.root, '.git', 'config'), `[MERGE "e.V.i.l"]\nDRIVER = ${bait('driver')} </dev/null\n`)
      here.git('config', 'merge.default', 'e.V.i.l')
    },
    merge,
  ],
  [
    'a program for signatures',
    ({ here, bait }) => {
      for (const key of ['commit.gpgSign', 'merge.verifySignatures', 'tag.gpgSign']) here.git('config', key, 'true')
      for (const key of ['gpg.program', 'gpg.ssh.program', 'gpg.x509.program'])
        here.git('config', key, bait(key, 'exit 1'))
      here.git('config', 'user.signingKey', 'evil')
    },
    (here) => runAnyway(here, 'commit', '--allow-empty', '-m', 'x'),
  ],
  [
    'a monitor, a pager, editors, ssh, askpass, helpers and diffs',
    ({ here, bait }) => {
      attributes(here, '* diff=evil')
      for (const key of [
        'core.fsmonitor',
        'core.pager',
        'core.editor',
        'sequence.editor',
        'core.sshCommand',
        'core.askPass',
      ])
        here.git('config', key, bait(key))
      for (const key of [
        'credential.helper',
        'diff.external',
        'diff.evil.command',
        'diff.evil.textconv',
        'pager.merge',
      ])
        here.git('config', key, bait(key))
      for (const alias of ['merge', 'commit', 'worktree', 'update-ref', 'reset', 'var'])
        here.git('config', `alias.${alias}`, `!${bait('alias')} </dev/null`)
    },
    (here) => runAnyway(here, 'status'),
  ],
  [
    'a submodule whose address is a command',
    ({ here, bait }) => {
      const url = `ext::sh -c ${bait('submodule', 'exit 1')}`
      here.write('.gitmodules', `[submodule "sub"]\npath = sub\nurl = ${url}\nupdate = checkout\n`)
      here.git('update-index', '--add', '--cacheinfo', `160000,${here.tip('HEAD')},sub`)
      here.git('add', '.gitmodules')
      here.git('commit', '--quiet', '-m', 'sub')
      here.git('config', '--global', 'protocol.ext.allow', 'always')
      here.git('config', 'submodule.recurse', 'true')
      here.git('config', 'submodule.sub.active', 'true')
      here.git('config', 'submodule.sub.url', url)
    },
    (here) => runAnyway(here, 'submodule', 'update', '--init'),
  ],
]

describe('nothing is run by', () => {
  for (const [name, set, prove] of traps)
    test(name, async () => {
      const trap = trapWith(set)
      expect(await everything(trap)).toEqual(FINE)
      expect(trap.proofs()).toEqual([])
      expect(trap.here.git('show', `${RESULT}:a.txt`)).toBe(lines('FIRST', 'LAST'))
      trap.reset()
      prove(trap.here)
      expect(trap.proofs()).not.toEqual([])
    })

  test('a missing object whose remote is a command', async () => {
    const trap = trapWith(({ here, bait }) => {
      here.git('config', 'core.repositoryFormatVersion', '1')
      here.git('config', 'extensions.partialClone', 'origin')
      here.git('config', 'remote.origin.promisor', 'true')
      here.git('config', 'protocol.ext.allow', 'always')
      here.git('config', 'remote.origin.url', `ext::sh -c ${bait('promisor', 'exit 1')}`)
      const id = here.tip('HEAD:src/b.txt')
      rmSync(join(here.root, '.git', 'objects', id.slice(0, 2), id.slice(2)), { force: true })
    })
    expect((await everything(trap))[0]).toContain('src/b.txt')
    expect(trap.proofs()).toEqual([])
    addWorktree(trap.here)
    expect(trap.proofs()).not.toEqual([])
  })

  test('variables that lead git elsewhere', async () => {
    const trap = trapWith(() => undefined)
    const program = trap.bait('variable')
    const evil = join(trap.here.outside, 'evil')
    mkdirSync(evil)
    trap.here.gitIn(evil, 'init', '--quiet')
    const names = [
      'GIT_EXTERNAL_DIFF',
      'GIT_SSH_COMMAND',
      'GIT_EDITOR',
      'GIT_PAGER',
      'GIT_ASKPASS',
      'GIT_PROXY_COMMAND',
    ]
    const env = {
      ...trap.here.env,
      ...Object.fromEntries(names.map((name) => [name, program])),
      GIT_DIR: join(evil, '.git'),
      GIT_WORK_TREE: evil,
      GIT_INDEX_FILE: join(evil, 'index'),
      GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${program}'`,
    }
    const here = makeRoom(trap.here, { env })
    expect(await everything({ ...trap, here })).toEqual(FINE)
    expect([trap.proofs(), readdirSync(evil)]).toEqual([[], ['.git']])
  })
})

describe('Git LFS', () => {
  /** As `git lfs install` writes it, with a program that needs no network. */
  function withLfs(where: 'user' | 'repository'): Trap {
    return trapWith(({ here, bait }) => {
      attributes(here, 'a.txt filter=lfs')
      const file = where === 'user' ? (here.env['GIT_CONFIG_GLOBAL'] ?? '') : join(here.root, '.git', 'config')
      const text = `[filter "lfs"]\nclean = ${bait('clean')}\nsmudge = ${bait('smudge')}\nrequired = true\n`
      appendFileSync(file, text)
    })
  }

  test.each([
    ['user', true, true],
    ['user', false, false],
    ['repository', true, false],
  ] as const)('of the %s in a repository that is trusted (%p) runs: %p', async (where, isTrusted, runs) => {
    const trap = withLfs(where)
    expect(await everything(trap, isTrusted)).toEqual(FINE)
    expect(trap.proofs().includes('smudge')).toBe(runs)
  })
})

describe('a worktree whose .git an agent changed', () => {
  const changes: ReadonlyArray<readonly [string, (trap: Trap, path: string) => void]> = [
    [
      'to a folder of its own',
      ({ here }, path) => {
        rmSync(join(path, '.git'))
        here.gitIn(path, 'init', '--quiet')
        here.gitIn(path, 'config', 'core.worktree', here.root)
      },
    ],
    [
      'to a link',
      ({ here }, path) => {
        rmSync(join(path, '.git'))
        symlinkSync(join(here.root, '.git'), join(path, '.git'))
      },
    ],
    ['to the checkout', ({ here }, path) => writeFileSync(join(path, '.git'), `gitdir: ${join(here.root, '.git')}\n`)],
    [
      'to another worktree',
      ({ here }, path) => {
        here.git('worktree', 'add', '--quiet', '--detach', join(here.outside, 'mine'))
        writeFileSync(join(path, '.git'), `gitdir: ${join(here.root, '.git', 'worktrees', 'mine')}\n`)
      },
    ],
  ]
  test.each(changes)('%s is not written', async (_, change) => {
    const trap = trapWith(() => undefined)
    const { here } = trap
    here.write('src/b.txt', 'mine, not committed\n')
    const result = await here.addResult()
    change(trap, result)
    const checkout = await here.checkoutHere()
    const before = here.users()
    const commit = here.tip('side')
    const merged = await here.worktrees.mergeInto({ checkout, path: result, into: RESULT, commit, message: 'x' })
    expect(merged).toMatchObject({ kind: 'failed', why: expect.stringContaining('is no worktree of this repository') })
    const ticked = { checkout, path: result, file: 'todo.md', text: 'x\n', onto: commit, message: 'x' }
    expect(await here.worktrees.commitFile(ticked)).toMatchObject({ kind: 'failed' })
    const work = { checkout, path: result, branch: RESULT, message: 'x' }
    expect(await here.worktrees.commitWork(work)).toMatchObject({ kind: 'failed' })
    expect(await here.worktrees.bringIn({ ...work, commit })).toMatchObject({ kind: 'failed' })
    expect(await here.worktrees.removeWorktree({ checkout, path: result, into: RESULT })).toMatchObject({
      kind: 'kept',
    })
    expect(here.users()).toEqual(before)
    expect(readFileSync(join(here.root, 'src/b.txt'), 'utf8')).toBe('mine, not committed\n')
  })
})

test('a repository whose .git is a link works; one whose config claims another folder is refused', async () => {
  const trap = trapWith(({ here }) => {
    renameSync(join(here.root, '.git'), join(here.outside, 'real.git'))
    symlinkSync(join(here.outside, 'real.git'), join(here.root, '.git'))
  })
  expect(await everything(trap)).toEqual(FINE)
  const victim = join(trap.here.outside, 'victim')
  mkdirSync(victim)
  trap.here.git('config', 'core.worktree', victim)
  expect(await trap.here.worktrees.checkout(trap.here.root)).toMatchObject({ ok: false })
  expect(readdirSync(victim)).toEqual([])
})

test('a name that cannot be switched off stops us', async () => {
  const trap = trapWith(({ here, bait }) => {
    attributes(here, '* filter=a=b')
    appendFileSync(join(here.root, '.git', 'config'), `[filter "a=b"]\nsmudge = ${bait('smudge')}\n`)
  })
  expect((await everything(trap))[0]).toBe('the git config names a program that cannot be switched off: a=b')
  expect(trap.proofs()).toEqual([])
})

test('a branch with the name of our folder of branches is named', async () => {
  const trap = trapWith(({ here }) => void here.git('branch', 'fullstop'))
  expect((await everything(trap)).slice(0, 2)).toEqual([
    'the branch fullstop exists, and git keeps no fullstop/one beside it: rename it (git branch -m fullstop NAME)',
    'the branch fullstop exists, and git keeps no fullstop/result beside it: rename it (git branch -m fullstop NAME)',
  ])
  expect(existsSync(join(trap.here.root, '.git', 'worktrees', 'one'))).toBe(false)
})

test('a value that could be an option, or leads out of our folder, does not pass the door', async () => {
  const { here } = trapWith(() => undefined)
  const commit = here.tip('HEAD')
  const calls: GitCall[] = [
    { name: 'add-worktree', path: join(here.outside, 'away'), commit },
    { name: 'add-worktree', path: join(here.home, '..', 'away'), commit },
    { name: 'add-worktree', path: join(here.home, 'a'), commit: '--orphan' },
    { name: 'remove-worktree', path: here.root },
    { name: 'move-branch', ref: 'HEAD', from: commit, to: commit },
    { name: 'move-branch', ref: 'refs/tags/x', from: commit, to: commit },
    { name: 'delete-branch', ref: 'refs/heads/../../x', from: commit },
    { name: 'reset', commit },
    { name: 'clean' },
    { name: 'merge', commit, message: 'x' },
    { name: 'commit', message: 'x' },
    { name: 'write-tree' },
    { name: 'commit-tree', tree: here.tip('HEAD^{tree}'), commit, message: 'x' },
    { name: 'commit-tree', tree: '--help', commit, message: 'x' },
    { name: 'add', file: '.' },
    { name: 'switch-to', ref: RESULT },
    { name: 'detach', commit },
  ]
  const before = here.users()
  for (const call of calls)
    expect(await callGit({ ...here.tools, home: here.home }, here.root, call)).toMatchObject({ ok: false })
  expect(here.users()).toEqual(before)
})

test.each<[ref: string, is: boolean]>([
  ['refs/heads/fullstop/task_1', true],
  ['refs/heads/größe', true],
  ['refs/heads/-x', false],
  ['refs/heads/a..b', false],
  ['refs/heads/a b', false],
  ['refs/heads/.a', false],
  ['refs/heads/a.lock', false],
  ['refs/heads/a/', false],
  ['refs/heads/a@{1}', false],
  ['refs/heads/', false],
  ['refs/remotes/a', false],
])('%s is a branch: %p', (ref, is) => {
  expect(isBranchRef(ref)).toBe(is)
  expect(
    spawnSync('git', ['check-ref-format', ref]).status === 0 && ref.startsWith('refs/heads/') && !ref.includes('/-'),
  ).toBe(is)
})
