// A repository whose config names commands runs none of them, whatever we ask: each would leave a proof.
import { afterEach, describe, expect, test } from 'bun:test'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { runGit } from './git.ts'
import { type Scratch, makeRepository, readChanges, readStart, readUncommitted } from './scratch.suite.ts'
import { readTree } from './tree/read-tree.ts'

// Each test starts dozens of processes, on a machine that may be busy.

const made: Scratch[] = []

afterEach(() => {
  for (const scratch of made.splice(0)) scratch.end()
})

interface Trap {
  readonly scratch: Scratch
  /** A program that leaves a proof under its name. */
  readonly bait: (name: string, last?: string) => string
  readonly proofs: () => string[]
}

function trap(): Trap {
  const scratch = makeRepository()
  made.push(scratch)
  const folder = join(scratch.outside, 'proofs')
  mkdirSync(folder)
  const bait = (name: string, last = 'cat'): string => {
    const path = join(scratch.outside, `${name}.sh`)
    writeFileSync(path, `#!/bin/sh\ntouch '${join(folder, name)}'\n${last}\n`)
    chmodSync(path, 0o755)
    return path
  }
  return { scratch, bait, proofs: () => readdirSync(folder) }
}

/** Young files are compared by content, old ones with another time too: both kinds must be there. */
function disturb({ scratch }: Trap): void {
  for (const path of ['src/b.txt', 'src/c.txt']) utimesSync(join(scratch.root, path), 1, 1)
  scratch.write('a.txt', 'x\n')
  scratch.write('new.txt', 'new\n')
}

/** All that this folder can do. */
async function everything({ scratch }: Trap): Promise<void> {
  const { door, root } = scratch
  const all = (): boolean => true
  const start = await readStart(door, root, all)
  await readTree(door, root)
  await readTree(door, join(root, 'src'))
  scratch.write('a.txt', 'changed later\n')
  scratch.write('src/b.txt', 'changed later\n')
  if (start) await readChanges(door, root, start, all)
  await readUncommitted(door, root)
  for (const args of [
    ['status', '--porcelain'],
    ['diff-index', 'HEAD'],
    ['diff-index', '--cached', 'HEAD'],
    ['hash-object', 'a.txt'],
    ['hash-object', '--stdin', '--path=a.txt'],
  ])
    expect(await runGit(door, root, args)).toMatchObject({ ok: true })
}

/** That git would run it shows that the trap works. */
const traps: ReadonlyArray<readonly [string, (trap: Trap) => void, (scratch: Scratch) => unknown]> = [
  [
    'fsmonitor',
    ({ scratch, bait }) => scratch.git('config', 'core.fsmonitor', bait('fsmonitor')),
    (s) => s.git('status'),
  ],
  [
    'hooks',
    ({ scratch, bait }) => {
      const hooks = join(scratch.root, '.git', 'hooks')
      rmSync(hooks, { recursive: true, force: true })
      mkdirSync(hooks)
      for (const hook of ['post-index-change', 'pre-commit', 'reference-transaction', 'fsmonitor-watchman'])
        writeFileSync(join(hooks, hook), `#!/bin/sh\n${bait(hook)} </dev/null\n`, { mode: 0o755 })
    },
    (s) => runAnyway(s, 'update-index', '--refresh', '--force-write-index', '-q', '--really-refresh'),
  ],
  [
    'a hooks folder in the config',
    ({ scratch, bait }) => {
      mkdirSync(join(scratch.root, '.hooks'))
      writeFileSync(join(scratch.root, '.hooks', 'post-index-change'), `#!/bin/sh\n${bait('hook')} </dev/null\n`, {
        mode: 0o755,
      })
      scratch.git('config', 'core.hooksPath', '.hooks')
    },
    (s) => s.git('add', '-A'),
  ],
  [
    'a clean filter',
    ({ scratch, bait }) => {
      scratch.write('.gitattributes', '* filter=evil\n')
      scratch.git('config', 'filter.evil.clean', bait('clean'))
      scratch.git('config', 'filter.evil.required', 'true')
    },
    (s) => s.git('status'),
  ],
  [
    'a smudge filter',
    ({ scratch, bait }) => {
      scratch.write('.gitattributes', '* filter=evil\n')
      scratch.git('config', 'filter.evil.smudge', bait('smudge'))
    },
    (s) => s.git('checkout', '-f', '--', '.'),
  ],
  [
    'a process filter, by capitals and dots',
    ({ scratch, bait }) => {
      scratch.write('.gitattributes', '* filter=E.v.I\n')
      appendFileSync(join(scratch.root, '.git', 'config'), `[FILTER "E.v.I"]\nPROCESS = ${bait('process')}\n`)
    },
    (s) => runAnyway(s, 'status'),
  ],
  [
    'Git LFS in name only',
    ({ scratch, bait }) => {
      scratch.write('.gitattributes', '* filter=lfs\n')
      scratch.git('config', 'filter.lfs.clean', bait('lfs'))
      scratch.git('config', 'filter.lfs.process', bait('lfs'))
    },
    (s) => runAnyway(s, 'status'),
  ],
  [
    'a filter in an included file, attributes outside the tree',
    ({ scratch, bait }) => {
      writeFileSync(join(scratch.outside, 'more'), `[filter "more"]\nclean = ${bait('included')}\n`)
      scratch.git('config', 'include.path', join(scratch.outside, 'more'))
      mkdirSync(join(scratch.root, '.git', 'info'), { recursive: true })
      writeFileSync(join(scratch.root, '.git', 'info', 'attributes'), '* filter=more\n')
    },
    (s) => s.git('status'),
  ],
  [
    'textconv and an external diff',
    ({ scratch, bait }) => {
      scratch.write('.gitattributes', '* diff=evil\n')
      scratch.git('config', 'diff.evil.textconv', bait('textconv'))
      scratch.git('config', 'diff.evil.command', bait('command'))
      scratch.git('config', 'diff.external', bait('external'))
    },
    (s) => s.git('diff'),
  ],
  [
    'pager, editor, ssh, askpass and an alias',
    ({ scratch, bait }) => {
      for (const key of [
        'core.pager',
        'pager.status',
        'pager.ls-files',
        'core.editor',
        'core.sshCommand',
        'core.askPass',
        'gpg.program',
      ])
        scratch.git('config', key, bait(key))
      for (const alias of ['ls-files', 'status', 'diff-files', 'rev-parse', 'mine'])
        scratch.git('config', `alias.${alias}`, `!${bait('alias')} </dev/null`)
    },
    (s) => s.git('mine'),
  ],
  [
    'a submodule with its own',
    (trap) => {
      const { scratch, bait } = trap
      const sub = addSubmodule(scratch)
      scratch.gitIn(sub, 'config', 'core.fsmonitor', bait('sub-fsmonitor'))
      scratch.gitIn(sub, 'config', 'filter.sub.clean', bait('sub-clean'))
      writeFileSync(join(sub, '.gitattributes'), '* filter=sub\n')
      writeFileSync(join(sub, 'in.txt'), 'jn\n')
    },
    (s) => s.git('status'),
  ],
  [
    'a repository inside with its own',
    ({ scratch, bait }) => {
      const inner = join(scratch.root, 'inner')
      mkdirSync(inner)
      scratch.gitIn(inner, 'init', '-q')
      writeFileSync(join(inner, 'x'), 'x')
      scratch.gitIn(inner, 'add', '-A')
      scratch.gitIn(inner, 'commit', '-q', '-m', 'x')
      scratch.gitIn(inner, 'config', 'core.fsmonitor', bait('inner-fsmonitor'))
      scratch.gitIn(inner, 'config', 'filter.inner.process', bait('inner-process'))
      writeFileSync(join(inner, '.gitattributes'), '* filter=inner\n')
      utimesSync(join(inner, 'x'), 1, 1)
    },
    (s) => runAnyway({ ...s, root: join(s.root, 'inner') }, 'status'),
  ],
  ...(['ext', 'upload-pack', 'helper'] as const).map(
    (way): readonly [string, (trap: Trap) => void, (scratch: Scratch) => unknown] => [
      `a missing object with a remote that runs a command: ${way}`,
      ({ scratch, bait }) => {
        const program = bait(`promisor-${way}`, 'exit 1')
        scratch.git('config', 'core.repositoryFormatVersion', '1')
        scratch.git('config', 'extensions.partialClone', 'origin')
        scratch.git('config', 'remote.origin.promisor', 'true')
        scratch.git('config', 'protocol.ext.allow', 'always')
        scratch.git(
          'config',
          'remote.origin.url',
          way === 'ext' ? `ext::sh -c ${program}` : way === 'helper' ? 'ssh://host/x' : scratch.outside,
        )
        if (way === 'upload-pack') scratch.git('config', 'remote.origin.uploadpack', program)
        if (way === 'helper') scratch.git('config', 'core.sshCommand', program)
        for (const spec of ['HEAD:src/b.txt', 'HEAD:src/c.txt']) {
          const id = scratch.git('rev-parse', spec).trim()
          rmSync(join(scratch.root, '.git', 'objects', id.slice(0, 2), id.slice(2)), { force: true })
        }
      },
      (s) => runAnyway(s, 'cat-file', 'blob', 'HEAD:src/b.txt'),
    ],
  ),
]

function runAnyway(scratch: Scratch, ...args: readonly string[]): void {
  try {
    scratch.gitIn(scratch.root, ...args)
  } catch {
    // The bait speaks no protocol, so that git ends with an error; that it ran is what counts.
  }
}

function addSubmodule(scratch: Scratch): string {
  const source = join(scratch.outside, 'source')
  mkdirSync(source)
  scratch.gitIn(source, 'init', '-q')
  writeFileSync(join(source, 'in.txt'), 'in\n')
  scratch.gitIn(source, 'add', '-A')
  scratch.gitIn(source, 'commit', '-q', '-m', 'in')
  scratch.git('submodule', '--quiet', 'add', source, 'sub')
  scratch.commitAll()
  return join(scratch.root, 'sub')
}

describe('nothing is run by', () => {
  for (const [name, set, prove] of traps)
    test(name, async () => {
      const trap = trapWith(set)
      await everything(trap)
      expect(trap.proofs()).toEqual([])
      prove(trap.scratch)
      expect(trap.proofs()).not.toEqual([])
    })
})

function trapWith(set: (trap: Trap) => void): Trap {
  const made = trap()
  set(made)
  disturb(made)
  for (const proof of made.proofs()) rmSync(join(made.scratch.outside, 'proofs', proof))
  return made
}

test('a hostile repository is read all the same', async () => {
  const plain = trapWith(() => undefined)
  const hostile = trapWith(({ scratch, bait }) => {
    scratch.git('config', 'core.fsmonitor', bait('fsmonitor'))
    scratch.git('config', 'core.untrackedCache', 'true')
    scratch.git('config', 'diff.external', bait('external'))
  })
  expect(await hostile.scratch.hash()).toBe(await plain.scratch.hash())
  expect(existsSync(join(hostile.scratch.outside, 'proofs', 'fsmonitor'))).toBe(false)
})

test('what could run a program does not pass the door', async () => {
  const { scratch } = trapWith(() => undefined)
  const refused = [
    ['diff'],
    ['log', '-p'],
    ['fetch'],
    ['diff-index', '-p', 'HEAD'],
    ['cat-file', '--filters', 'HEAD:a.txt'],
  ]
  for (const args of refused)
    expect(await runGit(scratch.door, scratch.root, args)).toMatchObject({
      ok: false,
      why: expect.stringContaining('not known'),
    })
})
