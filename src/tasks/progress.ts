// Progress beyond what the transcript tells: the tree moved, or the checks came out another way.
import type { RequestState, Seen } from '../contract/state.ts'

/** A number that grows with progress; equal numbers mean none between. */
export function progressOf(request: Pick<RequestState, 'work' | 'moves'> | undefined): number {
  return request ? request.work.progress + request.moves : 0
}

/** One move more where something that was seen before in this request is another now. */
export function movesAfter(request: Pick<RequestState, 'moves' | 'seen'> | undefined, seen: Seen | undefined): number {
  const before = request?.seen
  const hasMoved = isAnother(before?.tree, seen?.tree) || isAnother(before?.checks, seen?.checks)
  return (request?.moves ?? 0) + (hasMoved ? 1 : 0)
}

function isAnother(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && now !== undefined && before !== now
}
