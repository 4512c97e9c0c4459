// What the changes since a task began do to the yardstick. Read for a claim, and again by the process that runs its checks.
import type { ChangeNote, Tampering } from '../../contract/change.ts'
import type { CheckConfig } from '../../contract/config.ts'
import type { ChangedFile } from '../../contract/evidence.ts'
import { given } from '../../contract/given.ts'
import type { TaskState } from '../../contract/state.ts'
import type { TreeReading } from '../../adapters/workspace/start.ts'
import { maskSecrets } from '../../domain/text/mask-secrets.ts'
import type { World } from '../world.ts'
import { type Changes, changesSince } from './changes-since.ts'
import { failedChecks } from './failed-checks.ts'
import { readMasked } from './read-masked.ts'
import { sortTrusted } from './trusted-meanwhile.ts'

export interface SinceStart {
  readonly changes: Changes
  /** All changed files; absent where they are not known. */
  readonly files: readonly ChangedFile[] | undefined
  readonly suspicions: readonly Tampering[]
  readonly notes: readonly ChangeNote[]
}

export interface ReadingSince {
  readonly task: TaskState | undefined
  /** The commit that is the start, where there is no task. */
  readonly base?: string | undefined
  readonly checks: readonly CheckConfig[]
  /** So long a start that is still being read is waited for. */
  readonly until: number
}

export async function readSinceStart(
  world: World,
  reading: TreeReading,
  { task, base, checks, until }: ReadingSince,
): Promise<SinceStart> {
  const changes = await changesSince(world, task, reading, { until, checks, base })
  if (!changes.ok) return { changes, files: undefined, suspicions: [], notes: [] }
  const { contentId } = await world.openTrees()
  const files = changes.changes.map(({ path, how }) => ({
    path: maskSecrets(path),
    how,
    ...given({ id: contentId(reading, path) }),
  }))
  const failed = await failedChecks(world, task, files)
  const read = readMasked(changes.changes, { named: changes.named, failed })
  const { suspicions, notes } = sortTrusted(world, { task, changes: changes.changes, ...read })
  return { changes, files, suspicions, notes: [...notes, ...read.notes] }
}
