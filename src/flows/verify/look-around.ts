// What the tree of a claim tells beside the results of checks: what changed since the start, what speaks against the
// yardstick, and the notes on both. Gathers; nothing is judged here.
import type { ChangeNote, Tampering } from '../../contract/change.ts'
import type { ChangedFile } from '../../contract/evidence.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { TaskState } from '../../contract/state.ts'
import { plural } from '../../domain/text/plural.ts'
import type { Changes } from './start/changes-since.ts'
import { readSinceStart, type SinceStart } from './start/read-since-start.ts'
import type { WorkspaceRead } from './read-tree.ts'
import type { World } from '../world.ts'

const START_MS = 10_000

/** The claim whose tree is looked at; `verify` says what each means. */
interface LookedFor {
  readonly policy: Policy
  readonly task?: TaskState | undefined
  readonly isCarried: boolean
  readonly isRecorded?: boolean
  readonly until: number
}

/** What the claim's tree tells beside the results of checks. */
export interface Around {
  readonly since: SinceStart
  readonly changes: Changes
  /** All changed files; absent where they are not known. */
  readonly files: readonly ChangedFile[] | undefined
  readonly yardstickNotes: readonly ChangeNote[]
  readonly notes: readonly string[]
  readonly tampering: readonly Tampering[]
  readonly startLost: string | undefined
}

export async function lookAround(world: World, asked: LookedFor, read: WorkspaceRead): Promise<Around> {
  const { task, policy } = asked
  const since: SinceStart = read.ok
    ? await readSinceStart(world, read.reading, { task, checks: policy.checks, until: startBy(world, asked) })
    : { changes: read, files: undefined, suspicions: [], notes: [], doubts: [] }
  const { changes, files, suspicions, notes } = since
  const { uncommittedIn } = await world.openTrees()
  const uncommitted = read.ok ? await uncommittedIn(read.reading) : []
  const startLost = asked.task?.start === undefined || !read.ok ? undefined : whyLost(changes)
  return {
    since,
    changes,
    files,
    yardstickNotes: notes,
    notes: notesOf(asked, changes, uncommitted),
    tampering: suspicions,
    startLost,
  }
}

function whyLost(changes: Changes): string | undefined {
  if (!changes.ok) return changes.why
  if (changes.lost !== undefined) return changes.lost
  return changes.isLost ? 'what was kept of it is gone' : undefined
}

function notesOf(
  { task, isCarried, isRecorded = false }: LookedFor,
  changes: Changes,
  uncommitted: readonly string[],
): string[] {
  const nth = (task?.claims ?? 0) + (isCarried || isRecorded ? 0 : 1)
  const notes = [`claim ${nth} of this task`]
  if (uncommitted.length > 0) notes.push(`uncommitted changes: ${plural(uncommitted.length, 'file')}`)
  if (!changes.ok) notes.push(`what changed is not known: ${changes.why}`)
  else if (changes.lost !== undefined)
    notes.push(`only tests, checks and settings were compared with what was kept of them: ${changes.lost}`)
  else if (changes.isUnsure) notes.push('the start of the task was read while git was at work: it may lack changes')
  else if (!changes.isSeen) notes.push('the start of the task was not seen: compared with the last commit')
  else if (changes.changes.length === 0) notes.push('nothing changed since the task began')
  if (changes.ok && changes.late > 0)
    notes.push(
      `changed before the start of the task was read, compared with its commit: ${plural(changes.late, 'file')}`,
    )
  return notes
}

/** Checks must not wait long for the start, nor the answer at all. */
function startBy(world: World, { until }: LookedFor): number {
  return Math.min(until, world.now().getTime() + START_MS)
}
