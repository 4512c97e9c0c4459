// Checks of a task that failed at earlier claims, with what was done to the files since.
import type { ChangedFile, Evidence } from '../../contract/evidence.ts'
import type { TaskState } from '../../contract/state.ts'
import type { FailedCheck } from '../../domain/proof/reading/expected/failed-before.ts'
import type { World } from '../world.ts'

const MOST_EVENTS = 2000
const MOST_FAILED = 20

/** Newest first. Nothing is read for the first claim of a task. */
export async function failedChecks(
  { store }: Pick<World, 'store'>,
  task: TaskState | undefined,
  now: readonly ChangedFile[] | undefined,
): Promise<FailedCheck[]> {
  if (task === undefined || task.claims === 0) return []
  const events = await store.readEvents({ task: task.id, most: MOST_EVENTS, newest: true })
  return events
    .flatMap(({ event }) => (event.kind === 'claim.verified' ? [event.evidence] : []))
    .reverse()
    .flatMap((evidence) => failedIn(evidence, now))
    .slice(0, MOST_FAILED)
}

function failedIn(evidence: Evidence, now: readonly ChangedFile[] | undefined): FailedCheck[] {
  const changedSince = changedBetween(evidence, now)
  return evidence.checks
    .filter(({ result }) => result === 'failed')
    .map(({ name, failures, tail }) => ({
      name,
      lines: [...failures, ...tail.split('\n')],
      ...(changedSince === undefined ? {} : { changedSince }),
    }))
}

/** Undefined where the lists do not hold everything. */
function changedBetween(
  { changed, changedCount = 0 }: Evidence,
  now: readonly ChangedFile[] | undefined,
): ReadonlySet<string> | undefined {
  if (changed === undefined || now === undefined || changedCount > changed.length) return undefined
  if (changed.some(({ how, id }) => how !== 'deleted' && id === undefined)) return undefined
  const [then, today] = [idsOf(changed), idsOf(now)]
  const paths = [...then.keys(), ...today.keys()]
  return new Set(paths.filter((path) => then.get(path) !== today.get(path)))
}

function idsOf(files: readonly ChangedFile[]): Map<string, string> {
  return new Map(files.map(({ path, id }) => [path, id ?? 'gone']))
}
