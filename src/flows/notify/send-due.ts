// The process that sends: one at a time, until nothing is due. Each moment goes to each of its targets, all beside each
// other, so that one that does not answer holds up no other. Killed anywhere, the next one continues from outbox and events.
import type { Event } from '../../contract/event.ts'
import { given } from '../../contract/given.ts'
import type { NotifySettings, NotifyTarget } from '../../contract/config/notify.ts'
import { type Moment, momentsIn, targetsLeft } from '../../domain/notify/moment.ts'
import { toMessage } from '../../domain/notify/message.ts'
import { FIRST_PAUSE_MS, isOver } from '../../domain/notify/retry.ts'
import { takeLockPatiently } from '../home/take-lock.ts'
import { readNotifySettings } from '../project/notify-settings.ts'
import { wasTrusted } from '../project/trust.ts'
import { stamp, type World } from '../world.ts'
import { deliver, type DeliveryResult } from './deliver.ts'
import { dueEntries, type OutboxEntry, readEntry, removeEntry, senderLock, writeEntry } from './outbox.ts'

export interface Sending {
  readonly jitter: () => number
  readonly firstPauseMs?: number | undefined
}

const LOOK_MS = 200
/** An event is appended right after its outbox entry: without one by then, the process was killed in between. */
const UNRECORDED_MS = 60_000
const MOST_EVENTS = 1_000_000

export async function sendDue(world: World, sending: Sending): Promise<void> {
  // Without its folder, the lock cannot be taken either.
  if (dueEntries(world).length === 0) return
  const done = new Set<string>()
  do {
    const lock = await takeLockPatiently(world, await world.openWorkshop(), senderLock(world))
    // Its holder looks once more after it has let go.
    if (!lock) return
    try {
      await sendAll(world, sending, done)
    } finally {
      lock.release()
    }
  } while (dueEntries(world).some((id) => !done.has(id)))
}

async function sendAll(world: World, sending: Sending, done: Set<string>): Promise<void> {
  const going = new Map<string, Promise<void>>()
  for (;;) {
    for (const id of dueEntries(world)) {
      if (done.has(id) || going.has(id)) continue
      const sent = sendEntry(world, sending, id).finally(() => {
        done.add(id)
        going.delete(id)
      })
      going.set(id, sent)
    }
    if (going.size === 0) return
    await Promise.race([...going.values(), world.sleep(LOOK_MS)])
  }
}

async function sendEntry(world: World, sending: Sending, id: string): Promise<void> {
  const entry = readEntry(world, id)
  const found = entry && (await findMoment(world, entry))
  if (entry && found) {
    const { moment, events } = found
    const tries: Tries = { ...entry.tries }
    const left = targetsLeft(moment, events)
    await Promise.all(left.map((target) => sendTo(world, sending, { entry, moment, target, tries })))
  }
  await removeEntry(world, id)
}

interface Found {
  readonly moment: Moment
  readonly events: readonly Event[]
}

/** Undefined: its event was never recorded, is erased, or is no moment. */
async function findMoment(world: World, { id, task, since }: OutboxEntry): Promise<Found | undefined> {
  for (;;) {
    const recorded = await world.store.readEvents({ task, most: MOST_EVENTS })
    const events = recorded.map(({ event }) => event)
    if (events.some((event) => event.id === id)) {
      const moment = momentsIn(undefined, events).find((one) => one.id === id)
      return moment && { moment, events }
    }
    if (world.now().getTime() - Date.parse(since) > UNRECORDED_MS) return undefined
    await world.sleep(LOOK_MS)
  }
}

type Tries = Partial<Record<NotifyTarget, number>>

interface Dispatch {
  readonly entry: OutboxEntry
  readonly moment: Moment
  readonly target: NotifyTarget
  /** Of all targets of the entry; counted up here. */
  readonly tries: Tries
}

async function sendTo(world: World, { jitter, firstPauseMs = FIRST_PAUSE_MS }: Sending, dispatch: Dispatch) {
  const { entry, moment, target, tries } = dispatch
  const settings = settingsFor(world, moment)
  const since = moment.at
  const over = isOver({ tries: tries[target] ?? 0, since, now: world.now() })
  const delivered: DeliveryResult =
    typeof settings === 'string' || over !== undefined
      ? { kind: 'failed', why: typeof settings === 'string' ? settings : (over ?? '') }
      : await deliver(world, {
          target,
          settings,
          message: toMessage(moment, settings.page),
          ...given({ project: moment.root ?? moment.cwd }),
          retry: { since, jitter, firstMs: firstPauseMs },
          // Counted before it is tried: a try that ends the sender counts too.
          onTry: async () => {
            tries[target] = (tries[target] ?? 0) + 1
            await writeEntry(world, { ...entry, tries })
            return tries[target] ?? 1
          },
        })
  const about = { task: moment.task, of: moment.id, moment: moment.kind, to: target, tries: tries[target] ?? 0 }
  await world.store.append([
    delivered.kind === 'sent'
      ? { ...stamp(world), kind: 'notification.sent', ...about }
      : { ...stamp(world), kind: 'notification.failed', ...about, why: delivered.why },
  ])
}

/** A sentence where nothing may be sent. */
function settingsFor(world: World, { notify }: Moment): NotifySettings | string {
  const settings = readNotifySettings(world, notify.settings)
  if (!settings) return 'the settings that the task was opened with are gone'
  const { trust } = settings
  if (trust && !wasTrusted(world, trust.root, trust.hash)) return 'the project file is not trusted any more'
  return settings
}
