// Changes of our own config that a person trusted after the task began: they have read them, so nobody is asked again.
import type { ChangeNote, FileChange, Tampering } from '../../contract/change.ts'
import type { TaskState } from '../../contract/state.ts'
import { PROJECT_FILE } from '../project/load-policy.ts'
import { readTrust } from '../project/trust.ts'
import type { World } from '../world.ts'

interface ReadChanges {
  readonly task: TaskState | undefined
  readonly changes: readonly FileChange[]
  readonly suspicions: readonly Tampering[]
}

interface Sorted {
  readonly suspicions: readonly Tampering[]
  readonly notes: readonly ChangeNote[]
}

/** Only the content that was trusted last counts: an older one may have been put back by the agent. */
export function sortTrusted(world: World, { task, changes, suspicions }: ReadChanges): Sorted {
  const root = task?.policy.root
  const own = changes.filter(({ path }) => path === PROJECT_FILE || path.endsWith(`/${PROJECT_FILE}`))
  const isConcerned = suspicions.some(({ file }) => own.some(({ path }) => path === file))
  const trust = root === undefined || !isConcerned ? undefined : readTrust(world, root)
  if (!task || !trust || trust.at <= task.openedAt) return { suspicions, notes: [] }
  const read = own.filter(({ after }) => after !== undefined && world.hashOf(after) === trust.hashes[0])
  const isRead = ({ file }: Tampering): boolean => read.some(({ path }) => path === file)
  return {
    suspicions: suspicions.filter((one) => !isRead(one)),
    notes: suspicions
      .filter(isRead)
      .map(({ file, line, kind = 'own-config', what }) => ({ file, line, kind, what: `${what}; you trusted it` })),
  }
}
