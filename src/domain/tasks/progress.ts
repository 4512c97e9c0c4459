// Progress that the transcript does not show: the tree changed, a check has another result, or a claim answers one more
// acceptance criterion.
import type { RequestState, Observed } from '../../contract/state.ts'

/** A number that grows with progress; equal numbers mean none between. */
export function progressOf(request: Pick<RequestState, 'work' | 'moves'> | undefined): number {
  return request ? request.work.progress + request.moves : 0
}

/** One move more where something that was observed before in this request is another now. */
export function movesAfter(
  request: Pick<RequestState, 'moves' | 'observed'> | undefined,
  observed: Observed | undefined,
): number {
  const before = request?.observed
  const hasMoved =
    isAnother(before?.tree, observed?.tree) ||
    isAnother(before?.checks, observed?.checks) ||
    isAnother(before?.todos, observed?.todos) ||
    // Counted as they grow: rows that change in circles are no progress.
    (observed?.rows ?? []).some((id) => !before?.rows?.includes(id))
  return (request?.moves ?? 0) + (hasMoved ? 1 : 0)
}

function isAnother(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && now !== undefined && before !== now
}
