// Takes the work of an item to the result branch: merges it beside the branch, has all checks run there, ticks the item, and
// only then moves the branch, in one step. Killed anywhere before that, the branch is as it was, and all of it is done again.
import type { CheckRun } from '../../contract/evidence.ts'
import { given } from '../../contract/given.ts'
import { sentBackText } from '../../domain/lists/item-text.ts'
import { afterMerge, type MergeResult } from '../../domain/lists/next-step.ts'
import { readList } from '../../domain/lists/read-list.ts'
import { tick } from '../../domain/lists/tick.ts'
import { oneLine } from '../../domain/text/printable.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { loadRun } from '../run/supervising.ts'
import { takeUpRun } from '../run/opening/open-run.ts'
import { stamp } from '../world.ts'
import { checkMerged, type MergeToCheck, waitForFormerRound } from './check-merged.ts'
import { policyIn, type StartedItem, toWanted } from './item-run.ts'
import type { LoadedList, Supervision } from './supervising.ts'

const LONGEST_TAIL = 3000

export interface Integrating {
  readonly facts: LoadedList
  readonly state: StartedItem
}

export async function integrate(supervision: Supervision, { facts, state }: Integrating): Promise<void> {
  const { world, git } = supervision
  const { list } = facts
  // Somebody else may move the branch meanwhile: the merge is then made anew, on what is there.
  const taken = await untilRecorded(async () => {
    const tried = await tryOnce(supervision, { facts, state })
    return tried.kind === 'moved' ? 'conflict' : tried
  })
  if (!taken) throw git.busy(list.branch)
  if (taken.kind === 'interrupted') return
  if (taken.kind !== 'published') return giveBack(supervision, { facts, state }, taken)
  const head = { ...stamp(world), list: list.id, item: state.item, task: state.task }
  await world.store.append([
    { ...head, kind: 'item.merged', commit: taken.commit, ...given({ unticked: taken.unticked }) },
  ])
}

type Tried =
  | { readonly kind: 'published'; readonly commit: string; readonly unticked?: string | undefined }
  | { readonly kind: 'moved' }
  | { readonly kind: 'interrupted' }
  | Refused

type Refused = MergeResult & { readonly failed?: readonly CheckRun[] }

async function tryOnce(supervision: Supervision, { facts, state }: Integrating): Promise<Tried> {
  const { world, git, watching } = supervision
  const { list, items } = facts
  const planned = list.items.find(({ id }) => id === state.item)
  const title = oneLine(planned?.title ?? state.item, 60)
  const saved = await git.saveWork(state, title)
  if (saved.kind === 'unresolved') return { kind: 'conflict', names: saved.files }
  const { tip, text } = list.tracker ? { tip: await git.tip(), text: undefined } : await git.tipWith(list.file)
  // The branch was moved by a supervisor that was killed before it had recorded so.
  if (text !== undefined && isTicked(list.file, text, state.item) && (await git.isIn(saved.head, tip))) {
    return { kind: 'published', commit: tip }
  }
  const merge: MergeToCheck = {
    list: list.id,
    key: world.hashOf(state.item, tip, saved.head, `${state.returns}`, list.resumedAt ?? ''),
    signal: watching.interruption.now,
    onLook: () => watching.onList({ list, items, merging: state.item }),
  }
  if ((await waitForFormerRound(world, merge)) === 'interrupted') return { kind: 'interrupted' }
  const merged = await git.mergeBeside({
    tip,
    head: saved.head,
    message: `Merge ${state.branch}: ${title}`,
    onSetup: (command) =>
      watching.onList({ list, items, merging: state.item, settingUp: { item: state.item, command } }),
  })
  if (merged.kind === 'interrupted') return merged
  if (merged.kind === 'conflict') return { kind: 'conflict', names: merged.files }
  const checked = await checkMerged(world, { ...merge, policy: policyIn(list, git.resultTree), task: state.task })
  if (checked.kind === 'interrupted' || checked.kind === 'unproven') return checked
  if (checked.kind === 'red') {
    return { kind: 'red', names: checked.failed.map(({ name }) => name), failed: checked.failed }
  }
  const ticked = text === undefined ? undefined : tick(list.file, text, { id: state.item, text: planned?.title ?? '' })
  const published = await git.publish({
    tip,
    merged: merged.commit,
    file: list.file,
    // Whatever the item did to the list is undone: only a proven item is ticked, and only here.
    text: ticked?.ok ? ticked.text : text,
    message: `Tick ${title} in ${list.file}`,
  })
  if (published.kind !== 'published') return { kind: 'moved' }
  const unticked = ticked && !ticked.ok ? ticked.why : undefined
  return { kind: 'published', commit: merged.commit, unticked }
}

function isTicked(file: string, text: string, item: string): boolean {
  const read = readList(file, text)
  if (!read.ok) return read.problems.some(({ code }) => code === 'all-done')
  return read.list.items.find(({ id }) => id === item)?.isDone === true
}

/** The agent is told why, in the session that it has; the other work is brought into its worktree first. */
async function giveBack(supervision: Supervision, { facts, state }: Integrating, refused: Refused): Promise<void> {
  const { world, git } = supervision
  const { list, tasks, items } = facts
  const after = afterMerge(state.returns, refused)
  const head = { ...stamp(world), list: list.id, item: state.item }
  if (after.kind === 'end-item') {
    const { outcome, because } = after
    await world.store.append([{ ...head, kind: 'item.ended', outcome, because }])
    return
  }
  const { why, names } = after
  await git.bringIn(state, await git.tip())
  const planned = items.find((one) => one.planned.id === state.item)?.planned
  if (!planned) return
  const { policy, setup } = toWanted(world, list, planned, state, tasks)
  await takeUpRun(world, await loadRun({ world, task: state.task }), {
    policy,
    setup,
    words: sentBackText({ why, names, tail: tailOf(refused) }),
    actor: 'script',
    beside: [{ ...head, kind: 'item.sent-back', task: state.task, why, names: [...names] }],
  })
}

function tailOf({ failed }: Refused): string | undefined {
  return failed?.[0]?.tail.slice(-LONGEST_TAIL)
}
