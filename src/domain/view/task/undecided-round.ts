// The checks of a claim that nobody has decided: they are under way, or the run was ended before they were.
import type { Event, EventOf } from '../../../contract/event.ts'
import type { CheckRun } from '../../../contract/evidence.ts'
import { extraName } from '../../checks/extra-run.ts'
import { oneLine } from '../../text/printable.ts'

export interface UndecidedRound {
  /** Those that have ended. */
  readonly checks: readonly CheckRun[]
  /** Those that have not, and the extra runs. */
  readonly left: readonly string[]
}

/** Undefined where no claim waits for its checks. */
export function undecidedRound(events: readonly Event[]): UndecidedRound | undefined {
  const since = events.slice(lastVerdict(events) + 1)
  const from = since.findLastIndex((event) => event.kind === 'checks.started' && event.cause === 'claim')
  if (from < 0) return undefined
  const round = since.slice(from)
  const ended = round.flatMap((event) => (event.kind === 'check.finished' ? [event.check] : []))
  const begun = round.flatMap((event) => (event.kind === 'checks.started' ? event.checks : []))
  const isProved = round.some(({ kind }) => kind === 'proof.finished')
  const extra = isProved ? [] : round.flatMap((event) => (event.kind === 'proof.started' ? event.extra : []))
  return {
    // One that ran again, since the tree had moved, counts by its last result.
    checks: ended.filter(({ name }, index) => !ended.slice(index + 1).some((later) => later.name === name)),
    left: [
      ...begun.filter((name) => !ended.some((check) => check.name === name)).map((name) => oneLine(name, 60)),
      ...extra.map((one) => oneLine(extraName(one), 80)),
    ],
  }
}

/** A claim by a call is recorded before its checks run; one at a stop, with its decision. */
export function isSinceVerdict(events: readonly Event[], claim: EventOf<'claim.made'> | undefined): boolean {
  return claim !== undefined && events.indexOf(claim) > lastVerdict(events)
}

function lastVerdict(events: readonly Event[]): number {
  return events.findLastIndex(({ kind }) => ['claim.verified', 'claim.decided', 'stop.decided'].includes(kind))
}
