// Tasks of a folder: those that were opened in it, then those of its repository. Commands without a task mean the newest.
import { basename, dirname } from 'node:path'
import type { TaskState } from '../../../contract/state.ts'
import type { World } from '../../world.ts'

/** The newest tasks that are looked at for one of the same repository. */
const MOST_AROUND = 500
const MOST_IN = 100

/** Undefined: neither the folder nor its repository has one. */
export async function newestHere(world: World, cwd: string): Promise<TaskState | undefined> {
  const folder = world.files.realPath(cwd)
  const ids = await world.store.tasksIn(basename(folder), MOST_IN)
  const states = await Promise.all(ids.map(async (id) => (await world.store.loadTask(id)).state))
  const inIt = states.flatMap((task) => (task && isOpenedIn(world, task, folder) ? [task] : []))
  const newest = newestWhole(inIt.sort((one, other) => (one.openedAt < other.openedAt ? 1 : -1)))
  return newest ?? newestWhole((await world.store.listTasks(MOST_AROUND)).filter(isOfFolder(world, folder)))
}

/** Of tasks that are listed newest first. A subtask is a part of another task: it has to be named to be meant. */
export function newestWhole(tasks: readonly TaskState[]): TaskState | undefined {
  return tasks.find(({ parent }) => parent === undefined) ?? tasks[0]
}

/** Tells of each task whether it was opened in this folder or elsewhere in its repository. */
export function isOfFolder(world: World, cwd: string): (task: Pick<TaskState, 'cwd' | 'isWithdrawn'>) => boolean {
  const rootOf = knowingRoots(world)
  const folder = world.files.realPath(cwd)
  const root = rootOf(folder)
  return (task) =>
    task.cwd !== undefined &&
    (isOpenedIn(world, task, folder) || (root !== undefined && rootOf(world.files.realPath(task.cwd)) === root))
}

function isOpenedIn(
  { files }: World,
  { cwd, isWithdrawn }: Pick<TaskState, 'cwd' | 'isWithdrawn'>,
  folder: string,
): boolean {
  return isWithdrawn !== true && cwd !== undefined && files.realPath(cwd) === folder
}

/** The repository of a folder; many tasks have the same one. */
function knowingRoots({ files }: World): (folder: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  const rootOf = (folder: string): string | undefined => {
    if (known.has(folder)) return known.get(folder)
    const parent = dirname(folder)
    const root = files.isRepositoryRoot(folder) ? folder : parent === folder ? undefined : rootOf(parent)
    known.set(folder, root)
    return root
  }
  return rootOf
}
