// The long story of a list, for `npm run test:long`; `lists.test.ts` has each part of it. Twelve items with dependencies in a
// project with an installed package, and two lists that somebody else runs to the same branch meanwhile. One of them changes
// the function that an item is changing, the other renames what an item is about to use.
import { expect, test } from 'bun:test'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../src/contract/config/config.ts'
import { isExhaustive, isVariant } from '../rounds.ts'
import { binary } from './binary.ts'
import { type Listing, listing, outcomesIn } from './listing.ts'
import { trustChecks } from './repository.ts'
import { openDatabase } from './room.ts'

const LIST = `# The shop

- [ ] Read the lines of an order
  id: parse
- [ ] The address of a product
  id: slug
- [ ] The catalogue
  id: catalogue
  - [ ] Find a product by its name
    id: find
    after: slug
  - [ ] Products by price
    id: by-price
- [ ] Take a discount off the total
  id: discount
- [ ] Round the total to cents
  id: round
  after: discount
- [ ] Show money
  id: money
- [ ] The invoice
  id: invoice
  after: round, money, parse
- [ ] A report of invoices
  id: report
  after: invoice
- [ ] What is in stock
  id: stock
- [ ] Order a product
  id: order
  after: stock, catalogue
`
const ORDER = 'parse slug find by-price catalogue discount round money invoice report stock order'.split(' ')
/** What somebody else runs while these items are at work. */
const MEANWHILE = { discount: 'tax', invoice: 'rename' } as const

/** Bun works, installs and tests in this project: starts of Node and npm would be two thirds of what the story costs. */
const bun = (...args: readonly string[]): string[] => [process.execPath, ...args]
const CHECK = { name: 'test', run: bun('test') }
const INSTALL = bun('install', '--frozen-lockfile', '--ignore-scripts')
const RUN = ['run', '--agent', 'claude', '--branch', 'result', '--tasks']

interface Shop extends Listing {
  readonly sync: string
  /** Runs the other lists when their moment has come, until this one has ended. */
  readonly beside: (work: () => Promise<void>) => Promise<void>
}

/** A project with one package in `node_modules`, installed from a file of the repository. */
async function shop(worktree: Config['worktree']): Promise<Shop> {
  const at = await listing(LIST)
  const { repository, room } = at
  const sync = join(room.root, 'sync')
  const pack = join(room.root, 'tiny-slug')
  mkdirSync(sync)
  mkdirSync(pack)
  const about = { name: 'tiny-slug', version: '1.0.0', type: 'module', exports: './index.mjs' }
  writeFileSync(join(pack, 'package.json'), JSON.stringify(about))
  writeFileSync(join(pack, 'index.mjs'), "export const tinySlug = (text) => text.toLowerCase().replaceAll(' ', '-')\n")
  repository.write('vendor/.keep', '')
  inside(pack, at, bun('pm', 'pack', '--destination', join(room.cwd, 'vendor')))
  const dependencies = { 'tiny-slug': 'file:vendor/tiny-slug-1.0.0.tgz' }
  repository.write('package.json', JSON.stringify({ name: 'shop', private: true, dependencies }))
  repository.write('.gitignore', 'node_modules/\n')
  repository.write('fix-tax.md', '- [ ] Tax on the total\n  id: tax\n')
  repository.write('fix-rename.md', '- [ ] Call it asMoney\n  id: rename\n')
  inside(room.cwd, at, bun('install'))
  const work = join(import.meta.dirname, '..', 'list-story', 'work.mjs')
  repository.write('src/total.mjs', readFileSync(join(import.meta.dirname, '..', 'list-story', 'total.txt'), 'utf8'))
  repository.write('test/start.test.mjs', "import { test } from 'node:test'\n\ntest('it starts', () => undefined)\n")
  await trustChecks(room, repository, [CHECK], worktree ? { worktree } : {})
  at.script(
    [],
    [
      { do: 'shell', line: `'${process.execPath}' '${work}' '${sync}'` },
      { do: 'say', text: 'Done.\n\n{token}' },
    ],
  )
  const beside: Shop['beside'] = async (main) => {
    const over = { isOver: false }
    const ended = main().finally(() => (over.isOver = true))
    // A failure is told below; until then it must not count as unheard.
    ended.catch(() => undefined)
    for (const [item, other] of Object.entries(MEANWHILE)) {
      // However long it takes to get there: the list ends by itself.
      while (!over.isOver && !existsSync(join(sync, `at-${item}`))) await Bun.sleep(20)
      if (over.isOver) break
      const { code, stdout, stderr } = await at.goOn([...RUN, `fix-${other}.md`])
      if (code !== 0) throw new Error(`${stdout}\n${stderr}`)
      writeFileSync(join(sync, `go-${item}`), '')
    }
    await ended
  }
  return { ...at, sync, beside }
}

/** What it printed, both streams as one. */
function inside(cwd: string, { room }: Pick<Listing, 'room'>, [program = '', ...args]: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env: room.env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}\n${stderr}`)
  return `${stdout}${stderr}`
}

function endOf(at: Shop, code: number): unknown {
  const events = at.listEvents()
  const ofItems = (kind: string): string[] =>
    events.flatMap((event) => (event.kind === kind && 'item' in event ? [event.item] : []))
  const opened = at.room.allEvents().filter(({ kind }) => kind === 'task.opened')
  return {
    code,
    items: outcomesIn(events),
    started: ofItems('item.started').filter((item) => ORDER.includes(item)),
    merged: ofItems('item.merged').toSorted(),
    sentBack: events.flatMap((event) => (event.kind === 'item.sent-back' ? [`${event.item}: ${event.why}`] : [])),
    list: at.onBranch('TODO.md', 'result'),
    total: at.onBranch('src/total.mjs', 'result'),
    files: at.repository.git('ls-tree', '-r', '--name-only', 'result').split('\n').toSorted(),
    tasks: opened.length,
    worktrees: at.worktrees().length,
    branches: at.repository.git('branch', '--list', 'fullstop/*', 'result').trim(),
  }
}

function expectWhole(at: Shop): void {
  const items = Object.fromEntries([...ORDER, 'tax', 'rename'].map((item) => [item, 'completed']))
  expect(endOf(at, 0)).toMatchObject({
    items,
    started: ORDER,
    merged: Object.keys(items).toSorted(),
    sentBack: ['discount: conflict', 'invoice: red'],
    list: LIST.replaceAll('[ ]', '[x]'),
    tasks: ORDER.length + 2,
    worktrees: 1,
    branches: 'result',
  })
  for (const step of ['1.2', '-= off', 'Math.round']) expect(at.onBranch('src/total.mjs', 'result')).toContain(step)
  // What the user gets: the branch in a fresh clone, installed and tested.
  const clone = join(at.room.root, 'clone')
  at.repository.git('clone', '--quiet', '--branch', 'result', at.room.cwd, clone)
  inside(clone, at, INSTALL)
  const said = inside(clone, at, CHECK.run)
  expect([/^ *(\d+) pass$/m.exec(said)?.[1], /^ *(\d+) fail$/m.exec(said)?.[1]]).toEqual(['12', '0'])
}

test.skipIf(isVariant)(
  '[lists lists-worktree lists-sent-back] twelve items, a conflict and a red merge, with an install in each worktree',
  async () => {
    using at = await shop({ setup: INSTALL })
    await at.beside(async () => {
      const ran = await at.runList([...RUN, 'TODO.md'])
      expect([ran.code, ran.stdout.includes('completed · 12 of 12 items proven done')]).toEqual([0, true])
    })
    expectWhole(at)
  },
)

/** So many events after the last one. */
const distance = isExhaustive ? 1 : 45

test.skipIf(isVariant)(
  '[lists lists-crash] killed again and again through the story, it comes to the same end',
  async () => {
    using at = await shop({ link: ['node_modules'] })
    let kills = 0
    await at.beside(async () => {
      // At most so often: were a supervisor killed before it gets anywhere, this would never end.
      for (; kills < 1000; kills++) {
        const code = await killAfter(at, distance)
        if (code !== undefined) return expect(code).toBe(0)
      }
    })
    expect(kills).toBeGreaterThan(0)
    expectWhole(at)
  },
)

/** As soon as so many more events are in the store. Its exit code if it ended before. */
async function killAfter(at: Shop, more: number): Promise<number | undefined> {
  const db = openDatabase(at.room.database, { readOnly: true })
  // Each supervisor records in one step that it is there: killed at that each time, none would ever get further.
  const newest = db.prepare("select count(*) as count from events where kind not in ('run.attached', 'session.seen')")
  const count = (): number => (newest.get() as { count: number }).count
  const wanted = count() + more
  const options = { cwd: at.room.cwd, env: { ...at.room.env, ...at.env }, stdio: 'ignore' } as const
  const child: ChildProcess = spawn(binary, [...RUN, 'TODO.md'], options)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (child.exitCode === null && count() < wanted) await Bun.sleep(1)
  db.close()
  child.kill('SIGKILL')
  await ended
  return child.exitCode ?? undefined
}
