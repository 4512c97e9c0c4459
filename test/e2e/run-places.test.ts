// Which runs exclude each other: those that would edit one tree, by whatever path they reach it.
import { expect, test as inTurn } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Act } from '../fake-agents/crash-claude.ts'
import { quarterOf } from '../rounds.ts'
import { until } from './checking.ts'
import { kindsOf, newStage, processesOf, type Stage } from './crashing.ts'

// They wait for one another most of the time.
const test = inTurn.concurrent

const HELD: readonly Act[] = [{ say: 'I begin.' }, { mark: 'working' }, { until: 'go' }, { say: 'That is all.' }]
const runIn = (folder: string, prompt: string): readonly string[] => [
  'run',
  '--agent',
  'claude',
  '--max-continuations',
  '1',
  '--folder',
  folder,
  prompt,
]

const canMount =
  spawnSync('sh', ['-c', 'd=$(mktemp -d) && mount --bind $d $d && umount $d && rmdir $d'], {}).status === 0

interface Two {
  readonly name: string
  /** Paths of the two folders, which it makes. */
  readonly make: (stage: Stage) => readonly [string, string]
  readonly isOne: boolean
  readonly unmount?: (stage: Stage) => void
}

function git(cwd: string, ...args: readonly string[]): void {
  const author = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com', '-c', 'protocol.file.allow=always']
  const { status, stderr } = spawnSync('git', [...author, ...args], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
}

function folderIn(base: string, name: string): string {
  const path = join(base, name)
  mkdirSync(path, { recursive: true })
  return path
}

function repositoryIn(base: string, name: string): string {
  const path = folderIn(base, name)
  git(path, 'init', '--quiet')
  writeFileSync(join(path, 'file'), 'x\n')
  git(path, 'add', '--all')
  git(path, 'commit', '--quiet', '--message', 'Start')
  return path
}

function shell(line: string): void {
  const { status, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${line}: ${stderr}`)
}

const CASES: readonly Two[] = [
  {
    name: 'a repository and a folder in it',
    make: ({ room }) => [room.cwd, folderIn(room.cwd, 'src/deep')],
    isOne: true,
  },
  {
    name: 'a folder of a repository and the repository',
    make: ({ room }) => [folderIn(room.cwd, 'src/deep'), room.cwd],
    isOne: true,
  },
  {
    name: 'two folders of one repository',
    make: ({ room }) => [folderIn(room.cwd, 'src'), folderIn(room.cwd, 'docs')],
    isOne: true,
  },
  {
    name: 'a repository and a link to a folder of it',
    make: ({ room }) => {
      const link = join(room.root, 'link')
      symlinkSync(folderIn(room.cwd, 'src'), link)
      return [room.cwd, link]
    },
    isOne: true,
  },
  {
    name: 'a repository and its submodule',
    make: ({ room }) => {
      git(room.cwd, 'submodule', '--quiet', 'add', repositoryIn(room.root, 'other'), 'module')
      return [room.cwd, join(room.cwd, 'module')]
    },
    isOne: true,
  },
  {
    name: 'a plain folder and one below it',
    make: ({ room }) => [folderIn(room.root, 'plain'), folderIn(room.root, 'plain/a/b')],
    isOne: true,
  },
  {
    name: 'a plain folder and one above it',
    make: ({ room }) => [folderIn(room.root, 'plain/a/b'), folderIn(room.root, 'plain')],
    isOne: true,
  },
  {
    name: 'a repository and its worktree, even inside it',
    make: ({ room }) => {
      git(room.cwd, 'worktree', 'add', '--quiet', join(room.cwd, 'trees/one'))
      return [room.cwd, join(room.cwd, 'trees/one')]
    },
    isOne: false,
  },
  {
    name: 'a repository and another one inside it',
    make: ({ room }) => [room.cwd, repositoryIn(room.cwd, 'vendor/other')],
    isOne: false,
  },
  {
    name: 'two plain folders side by side',
    make: ({ room }) => [folderIn(room.root, 'plain/a'), folderIn(room.root, 'plain/b')],
    isOne: false,
  },
]

async function expectTwo(stage: Stage, { make, isOne }: Two): Promise<void> {
  stage.script(HELD, HELD, HELD, HELD)
  const [first, second] = make(stage)
  const one = stage.start(runIn(first, 'The first.'))
  await stage.marked('working')
  const { id } = stage.task()
  const other = stage.start(runIn(second, 'The second.'))
  if (isOne) {
    const { code, stdout, stderr } = await other.ended
    // By the lock: that an agent is there would be found too, but not between two turns of it.
    expect(stderr).toStartWith('fullstop: another run is at work in ')
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(`fullstop cancel ${id}`)])
    expect(stage.invocations().length).toBe(1)
  } else {
    await until(() => stage.invocations().length === 2)
  }
  stage.open('go')
  await Promise.all([one.ended, other.ended])
  expect(kindsOf(stage.events(), 'task.opened').length).toBe(isOne ? 1 : 2)
}

for (const two of quarterOf(CASES, 0)) {
  test(`[run-alone] R10: ${two.name}: ${two.isOne ? 'the second run is refused' : 'both run'}`, async () => {
    await using stage = await newStage({ check: false })
    await expectTwo(stage, two)
  })
}

inTurn.skipIf(!canMount)(
  '[run-alone] R10: a repository and the same one at another mount (only where folders can be mounted)',
  async () => {
    await using stage = await newStage({ check: false })
    const mounted = folderIn(stage.room.root, 'mounted')
    shell(`mount --bind ${stage.room.cwd} ${mounted}`)
    try {
      await expectTwo(stage, { name: '', isOne: true, make: () => [stage.room.cwd, mounted] })
    } finally {
      shell(`umount -l ${mounted}`)
    }
  },
)

test('[run-alone run-reattach] R10: an agent that nobody supervises keeps its tree, for a run and for a resume in a folder of it', async () => {
  await using stage = await newStage({ check: false })
  stage.script([{ say: 'That is all.' }], [{ say: 'That is all.' }], HELD, HELD)
  const inside = folderIn(stage.room.cwd, 'src')
  expect((await stage.run(runIn(inside, 'The first.'))).code).toBe(7)
  const { id } = stage.task()
  const supervisor = stage.start(runIn(stage.room.cwd, 'The second.'))
  await stage.marked('working')
  const { agent } = await processesOf(stage)
  const other = stage.task().id
  await supervisor.kill()
  for (const args of [runIn(inside, 'The third.'), ['resume', id, 'Go on.']]) {
    const { code, stderr } = await stage.run(args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(`fullstop resume ${other}`)])
  }
  process.kill(agent, 'SIGKILL')
})
