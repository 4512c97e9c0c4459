// The steps that a list takes in git for each of its items, by the product's own code: run by `npm run bench:lists`, once
// for some items and once for none.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListState } from '../src/contract/list.ts'
import { tick } from '../src/domain/lists/tick.ts'
import { POLICY } from '../src/domain/tasks/events.fixture.ts'
import { openListGit } from '../src/flows/lists/list-git.ts'
import { keptTextFile, listFolder } from '../src/flows/lists/list-places.ts'
import { newInterruption } from '../src/flows/run/interruption.ts'
import { openWorld } from '../src/frontends/cli/wire.ts'

const [top = '', base = '', count = '0'] = process.argv.slice(2)
const names = Array.from({ length: Number(count) }, (_, index) => `item-${index}`)
const text = names.map((name) => `- [ ] ${name}\n`).join('')
const world = openWorld(process.env, 'person')
const list: ListState = {
  id: `list_${count}`,
  file: 'TODO.md',
  hash: 'h',
  top,
  base,
  branch: `fullstop/list-${process.pid}`,
  agent: 'claude',
  setup: { cwd: top, permissions: 'edits', args: [] },
  policy: { ...POLICY, root: top },
  items: names.map((id) => ({ id, title: id, after: [], checks: [] })),
  status: 'open',
  missing: [],
  openedAt: '',
  updatedAt: '',
}
const shop = await world.openWorkshop()
shop.disk.makeFolder(listFolder(world, list.id))
shop.disk.writeWhole(keptTextFile(world, list.id), text)
const git = await openListGit(world, list, {
  interruption: newInterruption(),
  onNote: (why) => {
    throw new Error(why)
  },
})
await git.openBranch()
const onSetup = async (): Promise<void> => undefined
for (const item of names) {
  const task = `task_${process.pid}_${item}`
  const state = { list: list.id, item, phase: 'working', task, returns: 0 } as const
  const started = { ...state, worktree: git.itemTree(item), branch: `fullstop/${task}` }
  await git.makeItemTree(started, false, onSetup)
  writeFileSync(join(started.worktree, `${item}.txt`), `${item}\n`)
  const saved = await git.saveWork(started, item)
  if (saved.kind !== 'saved') throw new Error(`${item} was not saved`)
  const { tip, text: before = '' } = await git.tipWith(list.file)
  const merged = await git.mergeBeside({ tip, head: saved.head, message: `Merge ${item}`, onSetup })
  if (merged.kind !== 'merged') throw new Error(`${item} was not merged`)
  const ticked = tick(list.file, before, { id: item, text: item })
  if (!ticked.ok) throw new Error(ticked.why)
  await git.publish({ tip, merged: merged.commit, file: list.file, text: ticked.text, message: `Tick ${item}` })
  await git.clear(started)
}
world.store.close()
