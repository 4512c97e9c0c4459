// Whether notifications arrive, as far as the last ones show. Nothing is sent: that is what `fullstop notify --test` is for.
import type { Event } from '../../contract/event.ts'
import type { NotifyTarget } from '../../contract/config/notify.ts'
import { ageText } from '../../domain/text/age.ts'
import { oneLine } from '../../domain/text/printable.ts'
import { loadPolicy } from '../project/load-policy.ts'
import type { World } from '../world.ts'
import type { DoctorFinding } from './finding.ts'

const MOST_EVENTS = 5000
const TEST = 'fullstop notify --test'

/** One for each place that the config names; none where it names none, or the store cannot be read. */
export async function notifications(world: World, cwd: string): Promise<DoctorFinding[]> {
  try {
    const { policy } = await loadPolicy(world, { cwd, attended: true })
    const targets = policy.notify?.targets ?? []
    if (targets.length === 0) return []
    const recorded = await world.store.readEvents({ most: MOST_EVENTS, newest: true })
    const events = recorded.map(({ event }) => event)
    return targets.map((target) => toFinding(target, newestOf(events, target), world.now()))
  } catch {
    // The finding about the store says what is wrong.
    return []
  }
}

type Notification = Extract<Event, { kind: 'notification.sent' | 'notification.failed' }>

function newestOf(events: readonly Event[], target: NotifyTarget): Notification | undefined {
  return events.findLast(
    (event): event is Notification =>
      (event.kind === 'notification.sent' || event.kind === 'notification.failed') && event.to === target,
  )
}

function toFinding(target: NotifyTarget, newest: Notification | undefined, now: Date): DoctorFinding {
  const what = `notifies by ${target}`
  if (!newest) return { what, result: 'not proven', detail: 'nothing was sent yet', fix: TEST }
  const when = ageText(newest.at, now)
  if (newest.kind === 'notification.sent') return { what, result: 'ok', detail: `the last one was sent ${when}` }
  const detail = `the last one was not sent, ${when}: ${oneLine(newest.why, 200)}`
  return { what, result: 'not ok', detail, fix: TEST }
}
