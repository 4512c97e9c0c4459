// `npm run bench:lists`: what a list costs in git for each item against the plain commands, and what its events cost the
// store with many items against few. Processor time, medians of interleaved rounds. The files are kept in memory where the
// system has a place for that: some disks take three times as long to make files where others were just deleted, and
// only ours deletes them.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../src/adapters/store/sqlite/sqlite-store.ts'
import type { Event } from '../src/contract/event.ts'
import { POLICY } from '../src/domain/tasks/events.fixture.ts'
import { followList } from '../src/flows/lists/follow-list.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9)
const ITEMS = 8
const FILES = 2000
const FEW = 10
const MANY = 200
const AT_MOST = 2
const STORE_AT_MOST = 1.2
const MEMORY = '/dev/shm'
const temp = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'fullstop-bench-lists-'))
const top = join(temp, 'project')
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: temp,
  FULLSTOP_HOME: join(temp, 'state'),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@example.com',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@example.com',
}

/** What somebody types who does the same without us; with `whole` they tick the item and clear up too. */
const PLAIN = `set -e
i=0
git worktree add -q --detach "$1/result" "$2"
while [ $i -lt $3 ]; do
  git worktree add -q -b "plain-$$-$i" "$1/item-$i" "$2"
  echo "$i" > "$1/item-$i/item-$i.txt"
  git -C "$1/item-$i" add -A
  git -C "$1/item-$i" commit -q -m "item $i"
  git -C "$1/result" merge -q --no-ff -m "merge $i" "plain-$$-$i"
  if [ "$4" = whole ]; then
    echo "$i" >> "$1/result/TODO.md"
    git -C "$1/result" add TODO.md
    git -C "$1/result" commit -q -m "tick $i"
    git worktree remove "$1/item-$i"
    git branch -q -D "plain-$$-$i"
  fi
  i=$((i + 1))
done
`

try {
  const base = prepare()
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const count of [0, ITEMS]) {
      add(
        times,
        `ours, ${count}`,
        run([process.execPath, join(import.meta.dirname, 'list-items.ts'), top, base, `${count}`]),
      )
      for (const kind of ['plain', 'whole']) {
        const folder = join(temp, `${kind}-${round}-${count}`)
        mkdirSync(folder)
        add(times, `${kind}, ${count}`, run(['sh', '-c', PLAIN, 'sh', folder, base, `${count}`, kind]))
        clean()
      }
    }
    for (const count of [FEW, MANY]) add(times, `event, ${count}`, await perEvent(count, round))
  }
  report(new Map([...times].map(([name, list]) => [name, median(list)])))
} finally {
  rmSync(temp, { recursive: true, force: true })
}

function prepare(): string {
  mkdirSync(top)
  for (let index = 0; index < FILES; index++) {
    const folder = join(top, `folder-${index % 40}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `file-${index}.txt`), `${index}\n`.repeat(20))
  }
  run(['git', 'init', '-q', '--initial-branch=main'])
  run(['git', 'add', '-A'])
  run(['git', 'commit', '-q', '-m', 'Start'])
  return output(['git', 'rev-parse', 'HEAD'])
}

/** Both begin with the same repository in every round. */
function clean(): void {
  rmSync(join(temp, 'state'), { recursive: true, force: true })
  run([
    'sh',
    '-c',
    'rm -rf .git/worktrees; git for-each-ref --format="delete %(refname)" refs/heads/fullstop "refs/heads/plain-*" | git update-ref --stdin; rm -rf ../plain-* ../whole-*',
  ])
}

/** An item's events of its list as they are recorded, with the look before each step; microseconds of processor time. */
async function perEvent(count: number, round: number): Promise<number> {
  const store = openSqliteStore({ home: join(temp, `store-${count}-${round}`), busyMs: 5000 })
  const items = Array.from({ length: count }, (_, index) => `item-${index}`)
  const at = new Date(0).toISOString()
  const list = 'list_1'
  const setup = { cwd: top, permissions: 'edits' as const, args: [] }
  const plan = { file: 'TODO.md', hash: 'h', top, base: 'c0', branch: 'result', agent: 'claude', setup, policy: POLICY }
  const planned = items.map((id) => ({ id, title: id.repeat(5), after: [], checks: [] }))
  await store.append([{ id: 'evt_open', at, kind: 'list.opened', list, ...plan, items: planned }])
  // The same number of events in both, so that the store is as large.
  const events = Array.from({ length: MANY * 3 }, (_, index): Event => {
    const item = items[Math.floor(index / 3) % count] ?? ''
    const head = { id: `evt_${index}`, at, list, item }
    const task = `task_${item}`
    if (index % 3 === 0) return { ...head, kind: 'item.started', task, worktree: '/w', branch: `fullstop/${task}` }
    if (index % 3 === 1) return { ...head, kind: 'item.merged', task, commit: 'c1' }
    return { ...head, kind: 'item.ended', outcome: 'completed' }
  })
  const before = process.cpuUsage()
  const look = followList({ store }, list)
  for (const event of events) {
    await look()
    await store.append([event])
  }
  const { user, system } = process.cpuUsage(before)
  store.close()
  return (user + system) / events.length
}

function run(argv: readonly string[]): number {
  const { exitCode, resourceUsage, stderr } = Bun.spawnSync([...argv], { cwd: top, env })
  if (exitCode !== 0) throw new Error(`${argv.join(' ')} ended with exit ${exitCode}: ${stderr.toString()}`)
  return Number(resourceUsage.cpuTime.total) / 1000
}

function output(argv: readonly string[]): string {
  return Bun.spawnSync([...argv], { cwd: top, env })
    .stdout.toString()
    .trim()
}

function add(times: Map<string, number[]>, name: string, value: number): void {
  times.set(name, [...(times.get(name) ?? []), value])
}

function median(list: readonly number[]): number {
  return list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)] ?? 0
}

function report(medians: ReadonlyMap<string, number>): void {
  const of = (name: string): number => medians.get(name) ?? Number.NaN
  const each = (name: string): number => (of(`${name}, ${ITEMS}`) - of(`${name}, 0`)) / ITEMS
  const goals = [
    { name: 'an item: ours / git, with tick and removal', ratio: each('ours') / each('whole'), atMost: AT_MOST },
    { name: 'an item: ours / git worktree add, commit, merge', ratio: each('ours') / each('plain'), atMost: AT_MOST },
    {
      name: `an event: ${MANY} items / ${FEW}`,
      ratio: of(`event, ${MANY}`) / of(`event, ${FEW}`),
      atMost: STORE_AT_MOST,
    },
  ]
  const lines = [
    `median of ${ROUNDS} interleaved rounds, processor time, ${FILES} files, ${arch()}, ${cpus().length} cores`,
    '',
    `an item with ours   ${each('ours').toFixed(1)} ms  worktree, commit, merge beside the branch, tick, publish, removal`,
    `an item with git    ${each('plain').toFixed(1)} ms  worktree add, commit, merge`,
    `the same, whole     ${each('whole').toFixed(1)} ms  tick and removal too`,
    `an event, ${FEW} items   ${of(`event, ${FEW}`).toFixed(0)} µs  with the look at the list before it`,
    `an event, ${MANY} items  ${of(`event, ${MANY}`).toFixed(0)} µs`,
    '',
    ...goals.map(({ name, ratio, atMost }) => `${name}: ${ratio.toFixed(2)} (at most ${atMost})`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  const results = join(import.meta.dirname, 'results')
  mkdirSync(results, { recursive: true })
  const kept = { rounds: ROUNDS, arch: arch(), medians: Object.fromEntries(medians), goals }
  writeFileSync(join(results, 'lists.json'), `${JSON.stringify(kept, null, 2)}\n`)
  process.exitCode = goals.every(({ ratio, atMost }) => ratio <= atMost) ? 0 : 1
}
