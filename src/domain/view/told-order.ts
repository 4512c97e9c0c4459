// Events in the order in which a person tells them. A claim at a stop is recorded with its decision, after its checks; it
// was made before they began.
import type { Event } from '../../contract/event.ts'

const OF_ROUND: ReadonlySet<Event['kind']> = new Set<Event['kind']>([
  'checks.started',
  'check.started',
  'check.finished',
  'checks.finished',
  'proof.started',
  'proof.finished',
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

/** Where the rounds for a claim begin that stand last; a baseline is for no claim. */
function roundBefore(told: readonly Event[]): number {
  let from = told.length
  for (let index = told.length - 1; index >= 0; index--) {
    const event = told[index]
    if (!event || !OF_ROUND.has(event.kind)) break
    if (event.kind !== 'checks.started') continue
    if (event.cause !== 'claim') break
    from = index
  }
  return from
}
