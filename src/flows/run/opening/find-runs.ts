// Which run is meant: those of a folder or of a tree, the one that `resume` names, and the one that a request repeats.
import { FullstopError } from '../../../contract/error.ts'
import type { RunTask } from '../../../contract/state.ts'
import { isStartedAlike, isUnfinished, judgeFormer, type WantedRun } from '../../../domain/tasks/run/former-run.ts'
import { maskedCriteria } from '../../../domain/tasks/criteria.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { findTask } from '../../home/tasks/find-task.ts'
import { aliveFile } from '../../home/stint-files.ts'
import { erasedLine } from '../../../domain/view/task/task.ts'
import { maskFor } from '../../project/mask.ts'
import type { World } from '../../world.ts'
import { overlap, type RunPlace, placeOf } from './run-place.ts'

const MOST_TASKS = 10_000
/** The request is among the first events of its task. */
const FIRST_EVENTS = 10

/** Runs that were opened in exactly this folder, newest first. */
export async function runsIn(world: World, cwd: string): Promise<readonly RunTask[]> {
  const folder = world.files.realPath(cwd)
  return runsWhere(world, (other) => world.files.realPath(other) === folder)
}

/** Runs that were opened anywhere in this tree, newest first. */
export async function runsAround(world: World, place: RunPlace): Promise<readonly RunTask[]> {
  return runsWhere(world, (folder) => overlap(world, place, placeOf(world, folder)))
}

async function runsWhere(world: World, isMeant: (folder: string) => boolean): Promise<readonly RunTask[]> {
  const tasks = await world.store.listRuns(isMeant, MOST_TASKS)
  return tasks.flatMap((task) => (task.run ? [{ ...task, run: task.run }] : []))
}

/** The agent of the run has a process, supervised or not. */
export async function hasAgent(world: World, { run }: RunTask): Promise<boolean> {
  const { isLocked } = await world.openWorkshop()
  return run.stint !== undefined && isLocked(aliveFile(world, run.stint.id))
}

/** The run that `resume` is to continue: the named one, else the newest of the folder. */
export async function findRun(
  world: World,
  { name, cwd }: { name: string | undefined; cwd: string },
): Promise<RunTask> {
  // A subtask continues with the task above it.
  const task =
    name === undefined
      ? (await runsIn(world, cwd)).find(({ parent }) => parent === undefined)
      : await findTask(world, name)
  if (!task)
    throw new FullstopError(
      'unknown-task',
      'nothing was run in this folder',
      'name a task of another folder (fullstop tasks), or begin one: fullstop run "…"',
    )
  if (task.run) return { ...task, run: task.run }
  if (task.erasedAt !== undefined) {
    throw new FullstopError('not-resumable', `${task.id}: ${erasedLine(task, task.erasedAt)}`, 'open a new task')
  }
  throw new FullstopError(
    'not-resumable',
    `${task.id} was not opened by \`fullstop run\``,
    `continue it in its own session, or give its brief to another: fullstop brief ${task.id}`,
  )
}

/** The unfinished run of the same request, if there is one. Throws if another unfinished run keeps the tree for itself. */
export async function findFormer(world: World, place: RunPlace, wanted: WantedRun): Promise<RunTask | undefined> {
  const unfinished = (await runsAround(world, place)).filter(isUnfinished)
  const isSubtask = ({ parent }: RunTask): boolean => parent !== undefined
  for (const task of [...unfinished.filter((one) => !isSubtask(one)), ...unfinished.filter(isSubtask)]) {
    const former = judgeFormer({
      status: task.status,
      isSameRequest: !isSubtask(task) && (await isSameRequest(world, task, wanted)),
      isStartedAlike: isStartedAlike(task, asStored(world, task, wanted)),
      isAtWork: await hasAgent(world, task),
    })
    if (former.kind === 'same') return task
    if (former.kind === 'other') continue
    throw new FullstopError(
      'run-busy',
      `${task.id} ${former.why}: ${oneLine(task.title ?? '', 60)}`,
      `continue it: fullstop resume ${task.id}; or end it: fullstop cancel ${task.id}`,
    )
  }
  return undefined
}

function asStored(world: World, { policy, cwd }: RunTask, wanted: WantedRun): WantedRun {
  return { ...wanted, criteria: maskedCriteria(wanted.criteria, maskFor(world, [policy.root, cwd])) }
}

async function isSameRequest(world: World, task: RunTask, { setup, prompt }: WantedRun): Promise<boolean> {
  if (world.files.realPath(task.run.setup.cwd) !== setup.cwd) return false
  const events = await world.store.readEvents({ task: task.id, most: FIRST_EVENTS })
  const opened = events.find(({ event }) => event.kind === 'request.opened')?.event
  const masked = maskFor(world, [task.policy.root, task.cwd])(prompt)
  return opened?.kind === 'request.opened' && opened.prompt === masked
}
