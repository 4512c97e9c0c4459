// What the changes since a task began do to the yardstick. Read for a claim, and again by the process that runs its checks.
import type { ChangeNote, FileChange, Tampering } from '../../../contract/change.ts'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { ChangedFile, Evidence } from '../../../contract/evidence.ts'
import { given } from '../../../contract/given.ts'
import type { TaskState } from '../../../contract/state.ts'
import type { TreeReading } from '../../../adapters/workspace/start.ts'
import { failedBefore } from '../../../domain/proof/reading/expected/failed-before.ts'
import type { Beyond } from '../../../domain/proof/reading/read-change.ts'
import type { Doubt } from '../../../domain/proof/reading/product/doubts/doubts.ts'
import { sortTrusted } from '../../../domain/proof/trusted.ts'
import { maskSecrets } from '../../../domain/text/mask-secrets.ts'
import { PROJECT_FILE } from '../../project/load-policy.ts'
import { readTrust } from '../../project/trust.ts'
import type { World } from '../../world.ts'
import { type Changes, changesSince } from './changes-since.ts'

const MOST_EVENTS = 2000

export interface SinceStart {
  readonly changes: Changes
  /** All changed files; absent where they are not known. */
  readonly files: readonly ChangedFile[] | undefined
  readonly suspicions: readonly Tampering[]
  readonly notes: readonly ChangeNote[]
  /** Shown to nobody: they only make runs due. */
  readonly doubts: readonly Doubt[]
  /** What was looked up in files that did not change; absent where nothing asked for it. */
  readonly beyond?: Beyond
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
  const changes = await changesSince(world, task?.start, reading, { until, checks, base })
  if (!changes.ok) return { changes, files: undefined, suspicions: [], notes: [], doubts: [] }
  const trees = await world.openTrees()
  const trusted = task ? trustedSince(world, reading.tree.root, task.openedAt, changes.changes) : []
  const files = changes.changes.map(({ path, how }) => ({
    path: maskSecrets(path),
    how,
    ...given({ id: trees.contentId(reading, path), isTrusted: trusted.includes(path) ? true : undefined }),
  }))
  const earlier = await earlierEvidence(world, task)
  const [{ readWithBeyond }, { doubtsIn }] = await Promise.all([
    import('./look-beyond.ts'),
    import('../../../domain/proof/reading/product/doubts/doubts.ts'),
  ])
  const context = { named: changes.named, failed: failedBefore(earlier, files) }
  const all = [...changes.changes, ...changes.excludes]
  const read = await readWithBeyond(trees, { reading, start: changes.start }, all, context)
  const { suspicions, notes } = sortTrusted(read.suspicions, trusted)
  return {
    changes,
    files,
    suspicions,
    notes: [...notes, ...read.notes],
    doubts: doubtsIn(changes.changes).map((doubt) => ({ ...doubt, file: maskSecrets(doubt.file) })),
    ...given({ beyond: read.beyond }),
  }
}

/** Newest first. Nothing is read for the first claim of a task. */
async function earlierEvidence({ store }: World, task: TaskState | undefined): Promise<Evidence[]> {
  if (task === undefined || task.claims === 0) return []
  const events = await store.readEvents({ task: task.id, most: MOST_EVENTS, newest: true })
  return events.flatMap(({ event }) => (event.kind === 'claim.verified' ? [event.evidence] : [])).reverse()
}

/**
 * Files of our own config as a person trusted them after the task began: they have read them. Only the content that was
 * trusted last counts, since the agent may have put an older one back.
 */
function trustedSince(world: World, root: string, at: string, changes: readonly FileChange[]): string[] {
  const own = changes.filter(({ path }) => path === PROJECT_FILE || path.endsWith(`/${PROJECT_FILE}`))
  const trust = own.length === 0 ? undefined : readTrust(world, root)
  if (!trust || trust.at <= at) return []
  return own
    .filter(({ after }) => after !== undefined && world.hashOf(after) === trust.hashes[0])
    .map(({ path }) => path)
}
