// Events in the order in which a person tells them. A claim at a stop is recorded with its decision, after its checks; it
// was made before they began.
import type { Event } from '../../contract/event.ts'

/** What a round for a later claim does not reach across. Anything else may be recorded by others while checks run. */
const BETWEEN_CLAIMS: ReadonlySet<Event['kind']> = new Set<Event['kind']>([
  'claim.made',
  'claim.verified',
  'stop.decided',
  'stop.failed',
  'request.opened',
  'stint.started',
  'stint.ended',
  'task.opened',
  'task.resumed',
  'task.ended',
])

/** Each claim before the round that was run for it, with the moment at which that began. */
export function toldOrder(events: readonly Event[]): Event[] {
  const told: Event[] = []
  for (const event of events) {
    const at = event.kind === 'claim.made' ? roundBefore(told) : told.length
    const first = told[at]
    told.splice(at, 0, first === undefined ? event : { ...event, at: first.at })
  }
  return told
}

/** Where the round begins that was run for the claim at this place; undefined: for no claim, or the claim stands first. */
export function toldBefore(events: readonly Event[], place: number): number | undefined {
  if (events[place]?.kind !== 'claim.made') return undefined
  const from = roundBefore(events.slice(0, place))
  return from < place ? from : undefined
}

/** Where the rounds begin that were run since the last claim or decision; a baseline is for no claim. */
function roundBefore(told: readonly Event[]): number {
  let from = told.length
  for (let index = told.length - 1; index >= 0; index--) {
    const event = told[index]
    if (!event || BETWEEN_CLAIMS.has(event.kind)) break
    if (event.kind === 'checks.started' && event.cause === 'claim') from = index
  }
  return from
}
