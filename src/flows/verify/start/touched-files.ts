// The files that a task touched, as git tells it: created, modified or deleted since it began.
import type { TouchedFile } from '../../../contract/context.ts'
import type { ChangedFile } from '../../../contract/evidence.ts'
import type { TaskState } from '../../../contract/state.ts'
import { changesSince } from './changes-since.ts'
import { readWorkspace } from '../read-tree.ts'
import { isInRepository } from '../../home/workspace.ts'
import type { World } from '../../world.ts'

const MOST_FILES = 500
const OPERATIONS = { added: 'created', modified: 'modified', deleted: 'deleted' } as const

/** Never rejects: without a repository, nothing is known. */
export async function touchedFiles(world: World, task: TaskState | undefined): Promise<readonly TouchedFile[]> {
  const changed = (await changedNow(world, task)) ?? []
  const timestamp = world.now().toISOString()
  return changed.slice(0, MOST_FILES).map(({ path, how }) => ({ path, operation: OPERATIONS[how], timestamp }))
}

/** By their names alone; undefined where they are not known. */
export async function changedNow(
  world: World,
  task: Pick<TaskState, 'policy' | 'start'> | undefined,
): Promise<readonly ChangedFile[] | undefined> {
  const root = task?.policy.root
  if (root === undefined || !isInRepository(world, root)) return undefined
  const read = await readWorkspace(world, await world.openWorkshop(), root)
  const changes = read.ok ? await changesSince(world, task?.start, read.reading, { isNamesOnly: true }) : read
  return changes.ok ? changes.changes.map(({ path, how }) => ({ path, how })) : undefined
}
