// The entrance to notifications: every append to the store passes here, so that no flow needs to know of them. Where
// nobody is to be told of anything it costs one look at a folder; everything else is loaded only after that.
//
//   append.ts    an append that may be worth a message: into the outbox first
//   outbox.ts    one small file for each moment that is to be sent
//   send-due.ts  the process that sends, until nothing is due
//   deliver.ts   one message to one target, until it is sent or given up
import type { Store } from '../../adapters/store/store.ts'
import type { Event } from '../../contract/event.ts'
import { notifyFolder } from '../home/notify-folder.ts'
import type { World } from '../world.ts'

export function noticing(world: Omit<World, 'store'>, store: Store): Store {
  return {
    ...store,
    append: async (events, ...how) => {
      if (!world.files.isFolder(notifyFolder(world)) || events.every(isOurs)) return store.append(events, ...how)
      const { appendAndNotify } = await import('./append.ts')
      return appendAndNotify({ ...world, store }, events, how)
    },
  }
}

/** What was sent is nothing to tell. */
function isOurs({ kind }: Event): boolean {
  return kind === 'notification.sent' || kind === 'notification.failed'
}

/** For a command that appends nothing: what was left unsent is taken up again. Never rejects. */
export async function sendWhatIsLeft(world: World): Promise<void> {
  if (!world.files.isFolder(notifyFolder(world))) return
  try {
    const { startIfDue } = await import('./outbox.ts')
    await startIfDue(world)
  } catch {
    // The folder is not ours to use; the command has its own work to do.
  }
}
