// `fullstop run --tasks`: a list of several items to a branch of its own, with everything that can come in between.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Act, Turn } from '../fake-agents/script.ts'
import { commandOf, processesOf } from '../processes.ts'
import { isVariant, quarterOf, someOf } from '../rounds.ts'
import { until } from '../until.ts'
import { binary } from './binary.ts'
import { recorded } from './crashing.ts'
import { ALL_GOOD, type Listing, listing, makes, outcomesIn } from './listing.ts'
import { trustChecks, writeUserConfig } from './repository.ts'
import { claims } from './running.ts'

const THREE = '# To do\n\n- [ ] Write a\n- [ ] Write b\n  after: Write a\n- [ ] Write c\n'
/** Where one is not enough. */
const TWO = '# To do\n\n- [ ] Write a\n- [ ] Write b\n'
/** Where it does not matter how many there are. */
const ONE = '# To do\n\n- [ ] Write a\n'
const writesThree: readonly Turn[] = ['a', 'b', 'c'].map((name) => makes({ [`${name}.txt`]: 'good\n' }))
const ONE_DONE = { 'write-a': 'completed' }
const ALL_DONE = { 'write-a': 'completed', 'write-b': 'completed', 'write-c': 'completed' }

/** The checkout is compared before and after. */
async function untouched(at: Listing, work: () => Promise<void>): Promise<void> {
  const before = at.checkout()
  await work()
  expect(at.checkout()).toEqual(before)
}

/** The words that claim the work, and what they cost. */
const spent = (use: { tokens: number }): Act => ({ do: 'say', text: 'Done.\n\n{token}', ...use })

const ASKS: Turn = [claims('blocked', { remaining_work: 'all of it', needs: 'credentials' })]

const kinds = (at: Listing, kind: string): string[] =>
  at.listEvents().flatMap((event) => (event.kind === kind && 'item' in event ? [event.item] : []))

test('[lists lists-checkout] every item is proven, merged and ticked on a branch of its own', async () => {
  using at = await listing(THREE)
  at.script(writesThree)
  await untouched(at, async () => {
    const ran = await at.runList()
    expect(ran.items).toEqual(ALL_DONE)
    expect(ran.code).toBe(0)
    expect(ran.stdout).toContain('completed · 3 of 3 items proven done')
    expect(ran.stdout).toContain(`git merge ${at.branch()}`)
  })
  expect(at.onBranch('TODO.md')).toBe(THREE.replaceAll('[ ]', '[x]'))
  expect(['a', 'b', 'c'].map((name) => at.onBranch(`${name}.txt`))).toEqual(['good\n', 'good\n', 'good\n'])
  // Worktrees and branches of finished items are gone; only the result stays.
  expect(at.worktrees()).toHaveLength(1)
  expect(at.repository.git('branch', '--list', 'fullstop/*').trim()).toBe(at.branch())
  at.repository.git('merge', '--quiet', at.branch())
  const tasks = JSON.parse((await at.room.run(['tasks', '--json'])).stdout) as { outcome: string }[]
  expect(tasks.map(({ outcome }) => outcome)).toEqual(['completed', 'completed', 'completed'])
  // Its items stand below it, in its order and in their own words.
  const tree = (await at.room.run(['tasks', '--tree', '--here'])).stdout
  const [, list, ...below] = tree.trimEnd().split('\n')
  expect(list).toMatch(/^list_\w+ +completed +claude +\w+ +TODO\.md, 3 of 3 items done$/)
  expect(below.map((line) => line.replaceAll(/task_\w+|\b\d+[smh]\b/g, '').replaceAll(/ +/g, ' '))).toEqual([
    ' completed claude 0 Write a',
    ' completed claude 0 Write b',
    ' completed claude 0 Write c',
  ])
})

test('[lists F19] done is what git says: a merge that is not in the result branch at the end is missing', async () => {
  using at = await listing(THREE)
  const undo: Act = {
    do: 'shell',
    line: 'b=$(git for-each-ref --format="%(refname)" "refs/heads/fullstop/list-*"); git update-ref $b HEAD~2',
  }
  at.script([...writesThree.slice(0, 2), [undo, ...ASKS]])
  const ran = await at.runList()
  expect(ran.code).toBe(4)
  const ended = at.listEvents().findLast((event) => event.kind === 'list.ended')
  expect(ended).toMatchObject({ outcome: 'partial', missing: ['write-b'] })
  expect(ran.stdout).toContain('not in the result branch')
})

test('[lists F19] a merge that an agent forges beside the result branch does not count: its work must be in it', async () => {
  using at = await listing('- [ ] Write a\n- [ ] Write b\n')
  const forges = [
    'echo good > b.txt; git add -A; git commit --quiet -m b',
    'tip=$(git rev-parse "$(git for-each-ref --format="%(refname)" "refs/heads/fullstop/list-*")")',
    'forged=$(git commit-tree -p $tip -p HEAD -m Merge "$tip^{tree}")',
    'echo $forged > "$(echo "$(git rev-parse --git-common-dir)"/worktrees/result*/HEAD)"',
  ].join('; ')
  at.script([makes({ 'a.txt': 'good\n' }), [{ do: 'shell', line: forges }, ...makes({})]])
  const ran = await at.runList()
  expect([ran.code, at.calls().length]).toEqual([0, 2])
  expect(at.onBranch('b.txt')).toBe('good\n')
})

test('[lists F19] an item is ticked only after its merge: a box that its agent ticks does not count', async () => {
  using at = await listing('- [ ] Write a\n- [ ] Write b\n')
  const ticksAll = { 'TODO.md': '- [x] Write a\n- [x] Write b\n' }
  at.script([makes({ 'a.txt': 'good\n', ...ticksAll }), ASKS])
  await untouched(at, async () => expect((await at.runList()).code).toBe(4))
  expect(at.onBranch('TODO.md')).toBe('- [x] Write a\n- [ ] Write b\n')
})

test('[lists] parts come before the item that they belong to, which is told of them', async () => {
  using at = await listing('- [ ] Write both\n  - [ ] Write a\n')
  at.script([...writesThree.slice(0, 1), makes({ 'both.txt': 'good\n' })])
  const ran = await at.runList()
  expect(kinds(at, 'item.started')).toEqual(['write-a', 'write-both'])
  expect(ran.code).toBe(0)
  expect(at.calls()[1]?.prompt).toContain('These parts of it are done and merged already:\n- Write a')
})

test('[lists] JSON stories run by priority with their criteria, and pass on the branch', async () => {
  const stories = {
    userStories: [
      { id: 'S2', title: 'Write b', priority: 2, passes: false },
      { id: 'S1', title: 'Write a', priority: 1, passes: false },
    ],
  }
  using at = await listing(`${JSON.stringify(stories, null, 2)}\n`, 'prd.json')
  at.script(writesThree)
  expect((await at.runList()).items).toEqual({ S1: 'completed', S2: 'completed' })
  expect(at.onBranch('prd.json')).toBe(`${JSON.stringify(stories, null, 2).replaceAll('false', 'true')}\n`)
  expect(kinds(at, 'item.started')).toEqual(['S1', 'S2'])
})

const NEEDS_MODULE = { 'check.sh': 'cat node_modules/dep/index.txt\n', '.gitignore': 'node_modules/\n.env\n' }

test('[lists-worktree] linked folders and files are there for the agent, its checks and those of the merge', async () => {
  const worktree = { link: ['node_modules', '.env', 'none'], maxDisk: '1GB' }
  using at = await listing(ONE, 'TODO.md', NEEDS_MODULE, { worktree })
  at.repository.write('node_modules/dep/index.txt', 'good\n')
  at.repository.write('.env', 'good\n')
  const copies: Act = { do: 'shell', line: 'cp .env env.txt' }
  at.script([[copies, ...(writesThree[0] ?? [])], ...writesThree.slice(1)])
  await untouched(at, async () => {
    const ran = await at.runList()
    expect([ran.code, ran.items]).toEqual([0, ONE_DONE])
    // Said once, although several worktrees go without it.
    expect(ran.stderr).toBe('fullstop: worktree.link: none is left out: it is not in the checkout\n')
  })
  expect(at.onBranch('env.txt')).toBe('good\n')
  expect(at.repository.git('ls-tree', '-r', '--name-only', at.branch())).not.toContain('node_modules')
})

test('[lists-worktree] without room a list stops and names the limit; raised, it continues', async () => {
  using at = await listing(ONE, 'TODO.md', {}, { worktree: { maxDisk: '0MB' } })
  at.script(writesThree)
  const ran = await at.runList()
  expect([ran.code === 0, at.calls()]).toEqual([false, []])
  expect(ran.stderr).toContain('that worktree.maxDisk allows: raise it')
  await trustChecks(at.room, at.repository, [ALL_GOOD], { worktree: { maxDisk: '1GB' } })
  const again = await at.runList()
  expect([again.code, again.items]).toEqual([0, ONE_DONE])
})

test('[lists lists-checkout] a branch of somebody else with the name of an item is not taken', async () => {
  using at = await listing(ONE, 'TODO.md', {}, { worktree: { maxDisk: '0MB' } })
  at.script(writesThree)
  await at.runList()
  const started = at.listEvents().find((event) => event.kind === 'item.started')
  const branch = started?.kind === 'item.started' ? started.branch : ''
  await trustChecks(at.room, at.repository, [ALL_GOOD])
  at.repository.git('branch', branch)
  const refused = await at.runList()
  expect([refused.code === 0, at.calls()]).toEqual([false, []])
  expect(refused.stderr).toContain(`the branch ${branch} exists already: rename or delete it`)
  at.repository.git('branch', '--move', branch, 'theirs')
  const again = await at.runList()
  expect([again.code, again.items]).toEqual([0, ONE_DONE])
  expect(at.repository.git('rev-parse', 'theirs')).toBe(at.repository.git('rev-parse', 'main'))
})

const SETUP = 'mkdir -p node_modules/dep && echo good > node_modules/dep/index.txt'

test('[lists-worktree] a trusted setup runs once in each worktree, before its agent and the checks', async () => {
  const setup = ['sh', '-c', `${SETUP} && pwd >> "$SETUPS"`]
  using at = await listing(ONE, 'TODO.md', NEEDS_MODULE, { worktree: { setup } })
  const setups = join(at.room.root, 'setups')
  at.script(writesThree)
  await untouched(at, async () => {
    const { code, stdout } = await at.goOn(['run', '--agent', 'claude', '--tasks', 'TODO.md'], {
      env: { SETUPS: setups },
    })
    expect([code, outcomesIn(at.listEvents())]).toEqual([0, ONE_DONE])
    expect(stdout).toContain(', in each new worktree')
  })
  const ranIn = readFileSync(setups, 'utf8')
    .trim()
    .split('\n')
    .map((path) => basename(path))
  expect(ranIn.sort()).toEqual(['1-write-a', 'result'])
})

test('[lists-worktree] a setup that fails stops the list before an agent starts; corrected, it continues', async () => {
  const setup = ['sh', '-c', `test -e "$HOME/ready" || { echo no network >&2; exit 7; }; ${SETUP}`]
  using at = await listing(ONE, 'TODO.md', NEEDS_MODULE, { worktree: { setup } })
  at.script(writesThree)
  const ran = await at.runList()
  expect([ran.code === 0, at.calls()]).toEqual([false, []])
  expect(ran.stderr).toMatch(/worktree\.setup ended with exit 7 in .*: no network/)
  writeFileSync(join(at.room.home, 'ready'), '')
  const again = await at.runList()
  expect([again.code, again.items]).toEqual([0, ONE_DONE])
})

test('[lists-worktree] a setup that is not trusted does not run, and is said', async () => {
  using at = await listing(ONE)
  const ran = join(at.room.root, 'ran')
  const worktree = { setup: ['touch', ran] }
  writeUserConfig(at.room, { checks: [{ name: 'fine', run: 'true' }] })
  at.repository.write('fullstop.json', JSON.stringify({ worktree }))
  at.repository.commit('Untrusted')
  at.script(writesThree)
  const untrusted = await at.runList()
  expect([untrusted.code, untrusted.items]).toEqual([0, ONE_DONE])
  expect(untrusted.stdout).toContain('worktree.setup: not trusted, will not run')
  expect(existsSync(ran)).toBe(false)
})

test.skipIf(isVariant)(
  '[lists-worktree] with --json an untrusted setup is said on stderr, and stdout stays events',
  async () => {
    using at = await listing(ONE)
    writeUserConfig(at.room, { checks: [{ name: 'fine', run: 'true' }] })
    at.repository.write('fullstop.json', JSON.stringify({ worktree: { setup: ['touch', 'ran'] } }))
    at.repository.commit('Untrusted')
    at.script(writesThree)
    const { code, stdout, stderr } = await at.runList(['run', '--agent', 'claude', '--tasks', 'TODO.md', '--json'])
    expect(code).toBe(0)
    expect(stderr).toContain('worktree.setup is not trusted and does not run; `fullstop trust` lets it run')
    for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('kind')
  },
)

test('[lists-worktree lists-crash] killed while its setup runs, nothing of that stays, and it is set up again', async () => {
  // The first one hangs in a process that has left its group.
  const hangs = 'test -e "$HOME/hung" || { touch "$HOME/hung"; setsid sleep 4321; }'
  using at = await listing(ONE, 'TODO.md', NEEDS_MODULE, { worktree: { setup: ['sh', '-c', `${hangs}; ${SETUP}`] } })
  at.script(writesThree)
  const sleepers = (): string[] =>
    processesOf(at.room.root)
      .map(commandOf)
      .filter((line) => line.endsWith(' sleep 4321'))
  const env = { ...at.room.env, ...at.env }
  const child = spawn(binary, ['run', '--agent', 'claude', '--tasks', 'TODO.md'], { cwd: at.room.cwd, env })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
  await until(() => sleepers().length === 1)
  // It is said while it runs, not afterwards.
  await until(
    () => printed.includes('  setup sh -c '),
    () => printed,
  )
  child.kill('SIGKILL')
  await ended
  await until(
    () => sleepers().length === 0,
    () => sleepers().join('\n'),
  )
  const ran = await at.runList()
  expect([ran.code, ran.items]).toEqual([0, ONE_DONE])
})

const interrupted = [
  ['a merge', 'result'],
  ['an item', 'write-a'],
] as const
test.each(quarterOf(interrupted, 0))(
  '[lists-worktree] Ctrl-C ends the setup of %s at once, and the list continues there',
  async (_name, tree) => {
    const hangs = `case "$PWD" in *${tree}*) test -e "$HOME/hung" || { touch "$HOME/hung"; setsid sleep 4322; };; esac`
    using at = await listing(ONE, 'TODO.md', NEEDS_MODULE, { worktree: { setup: ['sh', '-c', `${hangs}; ${SETUP}`] } })
    at.script(writesThree)
    const sleepers = (): number =>
      processesOf(at.room.root).filter((pid) => commandOf(pid).endsWith(' sleep 4322')).length
    const env = { ...at.room.env, ...at.env }
    const run = ['run', '--agent', 'claude', '--tasks', 'TODO.md']
    const child = spawn(binary, run, { cwd: at.room.cwd, env, stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await until(() => sleepers() === 1)
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect([sleepers(), kinds(at, 'item.merged'), at.calls().length]).toEqual([0, [], tree === 'result' ? 1 : 0])
    const ran = await at.runList()
    expect([ran.code, ran.items, at.calls().length]).toEqual([0, ONE_DONE, 1])
  },
)

test('[lists-worktree] a setup whose trust is revoked while the list runs does not run any more', async () => {
  using at = await listing(TWO, 'TODO.md', {}, { worktree: { setup: ['sh', '-c', 'pwd >> "$HOME/setups"'] } })
  const revokes: Act = { do: 'shell', line: `rm -r '${join(at.room.state, 'trust')}'` }
  at.script([[revokes, ...ASKS], ASKS])
  const ran = await at.runList()
  expect(ran.stderr).toContain('worktree.setup is not run: the trust in fullstop.json was revoked')
  expect(readFileSync(join(at.room.home, 'setups'), 'utf8').trim().split('\n')).toHaveLength(1)
})

/** The branch of the result gets another line while the item is at work, as it does where items run beside each other. */
const movesResult = (file: string, text: string): Act => ({
  do: 'shell',
  line: [
    'b=$(git for-each-ref --format="%(refname)" "refs/heads/fullstop/list-*")',
    'i=$(mktemp -u)',
    'GIT_INDEX_FILE=$i git read-tree $b',
    `o=$(printf '${text}' | git hash-object -w --stdin)`,
    `GIT_INDEX_FILE=$i git update-index --add --cacheinfo 100644,$o,${file}`,
    't=$(GIT_INDEX_FILE=$i git write-tree)',
    'git update-ref $b $(git commit-tree -p $b -m other $t)',
  ].join('; '),
})

test('[lists lists-sent-back] a conflict goes back to its agent with the facts, and is resolved', async () => {
  using at = await listing('- [ ] Change it\n', 'TODO.md', { 'f.txt': 'good one\n' })
  at.script([
    [movesResult('f.txt', 'good theirs\\n'), ...makes({ 'f.txt': 'good ours\n' })],
    [{ do: 'read', file: 'f.txt' }, ...makes({ 'f.txt': 'good both\n' })],
  ])
  await untouched(at, async () => {
    const ran = await at.runList()
    expect([ran.code, ran.items]).toEqual([0, { 'change-it': 'completed' }])
    expect(ran.stdout).toContain('change-it sent back: its merge conflicts in f.txt')
  })
  const [, again] = at.calls()
  expect(again?.isResumed).toBe(true)
  expect(again?.prompt).toContain('the two conflict in:\n- f.txt')
  expect(at.onBranch('f.txt')).toBe('good both\n')
})

test.skipIf(isVariant)(
  '[lists lists-sent-back] a conflict that is claimed as it is goes back again, and ends',
  async () => {
    using at = await listing('- [ ] Change it\n', 'TODO.md', { 'f.txt': 'good one\n' })
    const first: Turn = [movesResult('f.txt', 'good theirs\\n'), ...makes({ 'f.txt': 'good ours\n' })]
    const again = makes({ 'other.txt': 'good\n' })
    at.script([first], again)
    await untouched(at, async () => {
      const ran = await at.runList()
      expect([ran.code, ran.items]).toEqual([4, { 'change-it': 'stuck' }])
    })
    expect(kinds(at, 'item.sent-back')).toHaveLength(3)
    expect(at.onBranch('f.txt')).toBe('good theirs\n')
    // What it made is still there.
    expect(at.worktrees()).toHaveLength(2)
  },
)

test('[lists lists-sent-back] a check that fails after the merge sends the item back with its output', async () => {
  using at = await listing('- [ ] Add a number\n')
  at.script([[movesResult('x.num', '7\\n'), ...makes({ 'y.num': '7\n' })], makes({ 'y.num': '3\n' })])
  await untouched(at, async () => {
    const ran = await at.runList()
    expect([ran.code, ran.items]).toEqual([0, { 'add-a-number': 'completed' }])
  })
  expect(at.calls()[1]?.prompt).toContain('these checks fail:\n- good\n| the numbers add up to too much')
  expect([at.onBranch('x.num'), at.onBranch('y.num')]).toEqual(['7\n', '3\n'])
})

test.skipIf(isVariant)(
  '[lists lists-outcome] what needs a failed item is not started and names it; the others continue',
  async () => {
    using at = await listing(THREE)
    at.script([ASKS, writesThree[2] ?? [], ...writesThree.slice(0, 2)])
    await untouched(at, async () => {
      const ran = await at.runList()
      expect(ran.items).toEqual({ 'write-a': 'needs-input', 'write-b': 'not-started', 'write-c': 'completed' })
      expect(ran.code).toBe(4)
      expect(ran.stdout).toContain('it needs write-a, which is not completed')
    })
    expect(at.onBranch('TODO.md')).toContain('- [ ] Write a\n- [ ] Write b\n  after: Write a\n- [x] Write c\n')
    // A person wants it to be tried again.
    const [opened] = at.listEvents()
    const again = await at.runList(['resume', opened && 'list' in opened ? opened.list : ''])
    expect([again.code, again.items]).toEqual([0, ALL_DONE])
  },
)

test('[lists lists-outcome] where only reviews are open it exits 9 and says how to answer', async () => {
  using at = await listing(THREE, 'TODO.md', {}, { review: 'always' })
  at.script([writesThree[0] ?? [], writesThree[2] ?? []])
  const ran = await at.runList()
  expect([ran.code, ran.items]).toEqual([9, {}])
  expect(ran.stdout).toMatch(/fullstop review task_\w+ +write-a waits for your answer/)
})

test('[lists lists-checkout] a dirty and detached checkout stays as it is, and the list begins at its commit', async () => {
  using at = await listing(ONE)
  at.repository.git('checkout', '--quiet', '--detach')
  writeFileSync(at.file('README.md'), 'changed by hand\n')
  writeFileSync(at.file('mine.bin'), 'untracked')
  at.repository.git('stash', 'push', '--quiet', '--include-untracked')
  writeFileSync(at.file('README.md'), 'staged by hand\n')
  at.repository.git('add', 'README.md')
  writeFileSync(at.file('README.md'), 'changed again\n')
  // The list itself is not committed as it is.
  writeFileSync(at.file('TODO.md'), `${ONE}- [x] Done by hand\n`)
  at.script(writesThree)
  await untouched(at, async () => expect((await at.runList()).code).toBe(0))
  expect(at.onBranch('README.md')).toBe('# Project\n')
  expect(at.onBranch('TODO.md')).toBe(`${ONE.replaceAll('[ ]', '[x]')}- [x] Done by hand\n`)
})

test('[lists lists-checkout] a file that is edited by hand while the list runs is left alone', async () => {
  using at = await listing(ONE, 'my tasks/to do.md')
  const edits: Act = { do: 'shell', line: `printf -- '- [ ] Something else\\n' > '${at.file('my tasks/to do.md')}'` }
  at.script([[edits, ...(writesThree[0] ?? [])], ...writesThree.slice(1)])
  const ran = await at.runList()
  expect([ran.code, ran.items]).toEqual([0, ONE_DONE])
  expect(at.onBranch('my tasks/to do.md')).toBe(ONE.replaceAll('[ ]', '[x]'))
  expect(await Bun.file(at.file('my tasks/to do.md')).text()).toBe('- [ ] Something else\n')
})

test('[lists lists-checkout] a branch that is named is the result; one that is checked out is refused', async () => {
  using at = await listing(ONE)
  at.repository.git('branch', 'result')
  at.script(writesThree)
  const run = ['run', '--agent', 'claude', '--tasks', 'TODO.md', '--branch']
  const refused = await at.runList([...run, 'main'])
  expect([refused.code, at.listEvents()]).toEqual([2, []])
  expect(refused.stderr).toContain('the branch main is checked out in')
  expect((await at.runList([...run, 'result'])).code).toBe(0)
  expect(at.onBranch('TODO.md', 'result')).toBe(ONE.replaceAll('[ ]', '[x]'))
})

test('[lists] a list that cannot be carried out is refused before anything begins', async () => {
  using at = await listing('- [ ] Write a\n  after: Write b\n- [ ] Write b\n  after: Write a\n')
  await untouched(at, async () => {
    const cycle = await at.runList()
    expect([cycle.code, cycle.stderr.includes('wait for each other')]).toEqual([2, true])
    const none = await at.runList(['run', '--agent', 'claude', '--tasks', 'none.md'])
    expect([none.code, none.stderr.includes('is not there')]).toEqual([2, true])
    const prompt = await at.runList(['run', '--agent', 'claude', '--tasks', 'TODO.md', 'Do it'])
    expect(prompt.code).toBe(2)
  })
  writeFileSync(at.file('TODO.md'), '- [ ] Write a\n  check: rm -rf /\n')
  const command = await at.runList()
  expect([command.code, command.stderr.includes('names the check "rm -rf /"')]).toEqual([2, true])
  expect(command.stderr).toEndWith('  next: add it to fullstop.json, then run `fullstop trust`\n')
  rmSync(join(at.room.cwd, '.git'), { recursive: true })
  const nowhere = await at.runList()
  expect([nowhere.code, nowhere.stderr.includes('a list needs a git repository')]).toEqual([2, true])
  expect(at.listEvents()).toEqual([])
})

test('[lists] with --json the events of the list and of its tasks are printed, one a line; run again, nothing is left', async () => {
  using at = await listing(ONE)
  at.script(writesThree)
  const ran = await at.runList(['run', '--agent', 'claude', '--tasks', 'TODO.md', '--json'])
  const events = ran.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; kind: string })
  const all = at.room.allEvents().filter((event) => 'list' in event || event.kind === 'task.opened')
  const printed = new Map(events.map(({ id, kind }) => [id, kind]))
  expect(all.filter(({ id }) => !printed.has(id)).map(({ kind }) => kind)).toEqual([])
  expect(printed.size).toBe(events.length)
  expect([events[0]?.kind, events.at(-1)?.kind]).toEqual(['list.opened', 'list.ended'])
  const again = await at.runList()
  expect([again.code, at.calls().length]).toEqual([0, 1])
  expect(again.stderr).toContain('there is nothing left to do')
})

const budgets: readonly (readonly [
  option: string,
  limit: string,
  raised: string,
  turns: readonly Turn[],
  answered: number,
])[] = [
  [
    '--max-tokens',
    '1000',
    '100000',
    ['a', 'b', 'c'].map((name): Turn => [...makes({ [`${name}.txt`]: 'good\n' }).slice(0, 1), spent({ tokens: 600 })]),
    3,
  ],
  [
    '--max-cost',
    '1',
    '50',
    ['a', 'b', 'c'].map((name): Turn => [...makes({ [`${name}.txt`]: 'good\n' }), { do: 'stop', cost: 0.6 }]),
    3,
  ],
  // The first one is broken off in the middle of its turn, and continues.
  ['--max-time', '12s', '1h', [[{ do: 'hang' }], ...writesThree], 4],
]
test.each(quarterOf(budgets, 0))(
  '[lists lists-budget] %s, used up, pauses the list; raised, it continues there',
  async (option, limit, raised, turns, answered) => {
    using at = await listing(THREE)
    at.script(turns)
    const ran = await at.runList(['run', '--agent', 'claude', '--tasks', 'TODO.md', option, limit])
    expect([ran.code, ran.stdout.includes('paused: over-budget')]).toEqual([4, true])
    expect(at.listEvents().at(-1)).toMatchObject({ kind: 'list.paused', why: 'over-budget' })
    const [, list] = new RegExp(`fullstop resume (list_\\w+) ${option} \\S+`).exec(ran.stdout) ?? []
    // As it is, nothing is begun, and nothing more is spent.
    const before = at.calls().length
    const same = await at.runList()
    expect([same.code, at.calls().length]).toEqual([4, before])
    const again = await at.runList(['resume', list ?? '', option, raised])
    expect([again.code, again.items]).toEqual([0, ALL_DONE])
    expect(at.calls()).toHaveLength(answered)
  },
)

test('[lists-crash] killed at its events, it comes to the same end, and no item is done twice', async () => {
  const play = async (boundary: number | undefined): Promise<{ readonly end: unknown; readonly events: number }> => {
    using at = await listing(isVariant ? TWO : THREE)
    at.script(writesThree)
    const before = at.checkout()
    const args = ['run', '--agent', 'claude', '--tasks', 'TODO.md']
    if (boundary !== undefined) await killAt(at, args, boundary)
    const { code } = await at.runList()
    const tasks = at.room.allEvents().filter(({ kind }) => kind === 'task.opened')
    expect(at.checkout()).toEqual(before)
    const end = {
      code,
      items: outcomesIn(at.listEvents()),
      list: at.onBranch('TODO.md'),
      files: at.repository.git('ls-tree', '--name-only', at.branch()),
      commits: at.repository.git('log', '--format=%s', '--first-parent', at.branch()).replaceAll(/task_\w+/g, 'task'),
      merged: kinds(at, 'item.merged'),
      tasks: tasks.length,
      calls: at.calls().map(({ prompt }) => prompt.split('\n')[0]),
      worktrees: at.worktrees().length,
    }
    return { end, events: at.room.allEvents().length }
  }
  const { end, events } = await play(undefined)
  const boundaries = Array.from({ length: events - FIRST_BOUNDARY }, (_, index) => index + FIRST_BOUNDARY)
  for (const boundary of someOf(boundaries)) expect((await play(boundary)).end).toEqual(end)
})

/** A check that hangs on the first merge until the gate is open, and passes at once everywhere else. */
const HANGS_ON_MERGE = `case "$PWD" in */result*) test -e "$HOME/begun" || { touch "$HOME/begun"; until test -e "$HOME/gate"; do sleep 0.05; done; };; esac`

async function killedWhileMerging(): Promise<Listing & { readonly rounds: () => number }> {
  const at = await listing('- [ ] Write a\n')
  await trustChecks(at.room, at.repository, [{ name: 'good', run: ['sh', '-c', HANGS_ON_MERGE] }])
  at.script([makes({ 'a.txt': 'good\n' })])
  const env = { ...at.room.env, ...at.env }
  const child = spawn(binary, ['run', '--agent', 'claude', '--tasks', 'TODO.md'], {
    cwd: at.room.cwd,
    env,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await until(() => existsSync(join(at.room.home, 'begun')))
  child.kill('SIGKILL')
  await ended
  const rounds = (): number =>
    at.room.allEvents().filter((event) => event.kind === 'checks.started' && basename(event.root).startsWith('result'))
      .length
  return { ...at, rounds }
}

test('[lists-crash] killed while a merge is checked, the next supervisor waits for the same round', async () => {
  using at = await killedWhileMerging()
  const again = at.runList()
  writeFileSync(join(at.room.home, 'gate'), '')
  const ran = await again
  expect([ran.code, ran.items, at.rounds()]).toEqual([0, { 'write-a': 'completed' }, 1])
})

test.skipIf(isVariant)(
  '[lists-crash] killed while a merge is checked that is overtaken, the round of it is ended',
  async () => {
    using at = await killedWhileMerging()
    const { git } = at.repository
    const tip = git('rev-parse', at.branch()).trim()
    const other = git('commit-tree', '-m', 'By somebody else', '-p', tip, `${tip}^{tree}`).trim()
    git('update-ref', `refs/heads/${at.branch()}`, other)
    const ran = await at.runList()
    expect([ran.code, ran.items, at.rounds()]).toEqual([0, { 'write-a': 'completed' }, 2])
    expect(existsSync(join(at.room.home, 'gate'))).toBe(false)
  },
)

/** Trust, and the event that opens the list. */
const FIRST_BOUNDARY = 2

/** As soon as so many events are in the store. */
async function killAt(at: Listing, args: readonly string[], count: number): Promise<void> {
  const child = spawn(binary, args, { cwd: at.room.cwd, env: { ...at.room.env, ...at.env }, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await recorded(at.room, count, child)
  child.kill('SIGKILL')
  await ended
}
