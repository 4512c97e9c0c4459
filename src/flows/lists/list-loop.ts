// Takes a list to its end: asks what is to be done next, does it, records it, and asks again. It holds nothing that is
// not in the store, in git or in a file of ours: killed at any moment, another one continues from there.
import type { Event } from '../../contract/event.ts'
import type { ListState } from '../../contract/list.ts'
import { type ItemFacts, type ListStep, nextSteps } from '../../domain/lists/next-step.ts'
import { oneLine } from '../../domain/text/printable.ts'
import { onNamedRun } from '../run/on-run.ts'
import { takeUpRun } from '../run/opening/open-run.ts'
import { loadRun } from '../run/supervising.ts'
import { stamp, type World } from '../world.ts'
import { integrate } from './integrate.ts'
import { isStarted, type StartedItem, toWanted } from './item-run.ts'
import { listFolder } from './list-places.ts'
import { type LoadedList, loadFacts, type Supervision } from './supervising.ts'

/** Until it has ended, was paused, or the person wants it to stop. */
export async function superviseList(supervision: Supervision): Promise<LoadedList> {
  await supervision.git.openBranch()
  for (;;) {
    const facts = await loadFacts(supervision)
    await supervision.watching.onList(facts)
    // One at a time: the steps of several items may be carried out beside each other once their screens can be.
    const [step] = nextSteps(facts)
    if (!step || step.kind === 'leave') return facts
    await carryOut(supervision, facts, step)
    // Whatever it left undone would be tried again at once.
    if (supervision.watching.interruption.now.aborted) return loadFacts(supervision)
    await supervision.world.sleep(0)
  }
}

async function carryOut(supervision: Supervision, facts: LoadedList, step: ListStep): Promise<void> {
  const { world } = supervision
  const { list } = facts
  switch (step.kind) {
    case 'start':
      return record(world, start(supervision, list, step.item))
    case 'work':
      return work(supervision, facts, step.item)
    case 'take-up':
      return takeUp(supervision, facts, step.item)
    case 'merge':
      return integrate(supervision, { facts, state: started(facts, step.item) })
    case 'clear': {
      const state = started(facts, step.item)
      await supervision.git.clear(state)
      const closed = await supervision.tracker?.close(factsOf(facts, step.item).planned, state)
      if (closed?.kind === 'interrupted') return
      if (closed?.note !== undefined) supervision.watching.onNote(closed.note)
      return record(world, {
        ...stamp(world),
        kind: 'item.ended',
        list: list.id,
        item: step.item,
        outcome: 'completed',
      })
    }
    case 'end-item': {
      const { item, outcome, because } = step
      return record(world, { ...stamp(world), kind: 'item.ended', list: list.id, item, outcome, because })
    }
    case 'pause':
      return record(world, { ...stamp(world), kind: 'list.paused', list: list.id, why: step.why })
    case 'end':
      return end(supervision, facts, step.outcome)
    case 'leave':
      return
  }
}

async function record(world: World, event: Event): Promise<void> {
  await world.store.append([event])
}

/** All names are chosen now, and made later: a supervisor after a crash makes the same. */
function start({ world, git }: Supervision, list: ListState, item: string): Event {
  const task = world.newId('task')
  const names = { task, worktree: git.itemTree(item), branch: `fullstop/${task}` }
  return { ...stamp(world), kind: 'item.started', list: list.id, item, ...names }
}

function factsOf({ items }: LoadedList, item: string): ItemFacts {
  const found = items.find(({ planned }) => planned.id === item)
  if (!found) throw new Error(`the list has no item ${item}`)
  return found
}

function started(facts: LoadedList, item: string): StartedItem {
  const { state } = factsOf(facts, item)
  if (!isStarted(state)) throw new Error(`the item ${item} has not begun`)
  return state
}

async function work({ world, watching, git, tracker }: Supervision, facts: LoadedList, item: string): Promise<void> {
  const state = started(facts, item)
  const { planned, task } = factsOf(facts, item)
  // Once its task is open it was taken; before that, a supervisor that was killed may have taken it: it is taken again.
  const taken = task ? undefined : await tracker?.take(planned, state)
  if (taken?.ok === false) {
    if (taken.isInterrupted) return
    const because = oneLine(taken.why, 300)
    return record(world, {
      ...stamp(world),
      kind: 'item.ended',
      list: facts.list.id,
      item,
      outcome: 'not-started',
      because,
    })
  }
  const made = await git.makeItemTree(state, task !== undefined, (command) =>
    watching.onList({ ...facts, settingUp: { item, command } }),
  )
  if (made === 'interrupted') return
  await watching.onList(facts)
  await onNamedRun(world, toWanted(world, facts.list, planned, state, facts.tasks), watching)
}

async function takeUp({ world }: Supervision, facts: LoadedList, item: string): Promise<void> {
  const state = started(facts, item)
  const { planned } = factsOf(facts, item)
  const { policy, setup } = toWanted(world, facts.list, planned, state, facts.tasks)
  await takeUpRun(world, await loadRun({ world, task: state.task }), { policy, setup, actor: 'script' })
}

/** Git is asked once more whether every merge is in the result branch, whatever was recorded. */
async function end(
  { world, git }: Supervision,
  { list, items }: LoadedList,
  outcome: NonNullable<ListState['outcome']>,
): Promise<void> {
  const tip = await git.tip()
  const missing: string[] = []
  for (const { state } of items) {
    if (state?.outcome !== 'completed') continue
    if (state.commit === undefined || !(await git.isIn(state.commit, tip))) missing.push(state.item)
  }
  await git.removeResultTree()
  await record(world, {
    ...stamp(world),
    kind: 'list.ended',
    list: list.id,
    outcome: missing.length > 0 ? 'partial' : outcome,
    missing,
  })
  if (outcome === 'completed') (await world.openWorkshop()).disk.remove(listFolder(world, list.id))
}
