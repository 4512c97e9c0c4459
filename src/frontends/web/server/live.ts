// Pages stay up to date by server-sent events: one follower of the store serves all of them. An event names the tasks that
// changed and carries the number of the newest event, so that a page which was away asks for what came after it.
import type { ChangeNotice } from '../../../contract/view/web.ts'
import { followNumbered, newestNumber } from '../../../flows/home/follow.ts'
import type { World } from '../../../flows/world.ts'
import { refuse, respond } from './respond.ts'
import { eraOf } from './sessions.ts'

const LOOK_MS = 500
const PING_MS = 20_000
const MOST_PAGES = 200
/** A page that was away for longer loads everything again. */
const MOST_BEHIND = 5000
/** What a page has not read by then it never reads. */
const MOST_UNREAD = 1000

export interface Live {
  /** `isWelcome` is asked again while the page is open: now and then, and at once when sessions were revoked. */
  readonly open: (request: Request, isWelcome: () => Promise<boolean>) => Promise<Response>
  readonly close: () => void
}

interface Listener {
  readonly send: (text: string) => void
  readonly close: () => void
  readonly isWelcome: () => Promise<boolean>
}

export function openLive(openWorld: () => World, version: string): Live {
  const listeners = new Set<Listener>()
  const state = { last: 0, isClosed: false, isRunning: false }
  const text = (number: number, tasks: Iterable<string>, isAll = false): string => {
    const notice: ChangeNotice = { tasks: [...tasks], isAll, version }
    return `id: ${number}\nevent: changed\ndata: ${JSON.stringify(notice)}\n\n`
  }

  const follow = async (world: World): Promise<void> => {
    const next = followNumbered(world, state.last)
    let quietMs = 0
    let era = eraOf(world)
    while (listeners.size > 0 && !state.isClosed) {
      const now = eraOf(world)
      if (quietMs >= PING_MS || now !== era) {
        quietMs = 0
        era = now
        await ping(listeners)
      }
      const changes = await next()
      state.last = changes.at(-1)?.seq ?? state.last
      if (changes.length > 0) {
        const tasks = new Set(changes.flatMap(({ event }) => event.task ?? []))
        for (const listener of listeners) listener.send(text(state.last, tasks))
      }
      quietMs += LOOK_MS
      await world.sleep(LOOK_MS)
    }
  }

  /** Runs while a page is open. What goes wrong closes the pages: they connect again after a moment. */
  const start = (): void => {
    if (state.isRunning) return
    state.isRunning = true
    const world = openWorld()
    void follow(world)
      .catch(() => {
        for (const listener of listeners) listener.close()
      })
      .finally(() => {
        world.store.close()
        state.isRunning = false
        if (listeners.size > 0 && !state.isClosed) start()
      })
  }

  return {
    open: async (request, isWelcome) => {
      if (listeners.size >= MOST_PAGES) return refuse('too-many', `more than ${MOST_PAGES} pages are open`)
      const world = openWorld()
      try {
        const newest = await newestNumber(world)
        if (!state.isRunning) state.last = Math.max(state.last, newest)
        const after = numberIn(request.headers.get('last-event-id'), newest)
        const first = [`retry: 1000\n\n`]
        const missed = await missedSince(world, after, () => state.last)
        first.push(text(missed.number, missed.tasks, missed.isAll))
        // Nothing is awaited from here on: the follower continues where this ended.
        const listener = listenerFor(isWelcome, () => listeners.delete(listener.one))
        listeners.add(listener.one)
        for (const line of first) listener.one.send(line)
        start()
        // Sessions may have been revoked after this one was looked at, and the follower may have heard of it already.
        if (!(await isWelcome())) listener.one.close()
        return respond(listener.stream, 'text/event-stream; charset=utf-8', { 'X-Accel-Buffering': 'no' })
      } finally {
        world.store.close()
      }
    },
    close: () => {
      state.isClosed = true
      for (const listener of listeners) listener.close()
    },
  }
}

/** A number from another store, or none at all, means: from now on. */
function numberIn(text: string | null, newest: number): number {
  const number = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : newest
  return Math.min(number, newest)
}

interface Missed {
  readonly number: number
  readonly tasks: ReadonlySet<string>
  readonly isAll: boolean
}

/** Reads until the follower has nothing more to add. */
async function missedSince(world: World, after: number, followed: () => number): Promise<Missed> {
  const tasks = new Set<string>()
  const next = followNumbered(world, after)
  let number = after
  for (let count = 0; count <= MOST_BEHIND;) {
    const changes = await next()
    count += changes.length
    number = changes.at(-1)?.seq ?? number
    for (const { event } of changes) if (event.task !== undefined) tasks.add(event.task)
    if (changes.length === 0 && number >= followed()) return { number, tasks, isAll: false }
    if (changes.length === 0) number = followed()
  }
  return { number: Math.max(await newestNumber(world), followed()), tasks: new Set(), isAll: true }
}

async function ping(listeners: ReadonlySet<Listener>): Promise<void> {
  for (const listener of listeners) {
    if (await listener.isWelcome()) listener.send(': still here\n\n')
    else listener.close()
  }
}

function listenerFor(
  isWelcome: Listener['isWelcome'],
  onEnd: () => void,
): { readonly one: Listener; readonly stream: ReadableStream<Uint8Array> } {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const close = (): void => {
    onEnd()
    try {
      controller?.close()
    } catch {
      // The page has gone already.
    }
    controller = undefined
  }
  const stream = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    cancel: () => {
      controller = undefined
      onEnd()
    },
  })
  const send = (text: string): void => {
    if ((controller?.desiredSize ?? 0) < -MOST_UNREAD) close()
    controller?.enqueue(encoder.encode(text))
  }
  return { one: { send, close, isWelcome }, stream }
}
