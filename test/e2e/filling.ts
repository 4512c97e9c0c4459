// Fills a store beside the product, by its own append: many tasks, or long ones, in little time.
import { ago } from '../clock.ts'
import type { Event, EventOf } from '../../src/contract/event.ts'
import { openSqliteStore } from '../../src/adapters/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/adapters/store/store.ts'
import { POLICY } from '../../src/domain/tasks/events.fixture.ts'
import type { Room } from './room.ts'

const AT_ONCE = 10_000
const A_DAY_MS = 24 * 3_600_000

/** `hook`: waits for the lock as long as a hook does. */
export function openStore(room: Room, patience: 'hook' | 'person' = 'person'): Store {
  return openSqliteStore({ home: room.state, busyMs: patience === 'hook' ? 100 : 5000 })
}

export async function fillStore(room: Room, events: readonly Event[]): Promise<void> {
  const store = openStore(room)
  for (let first = 0; first < events.length; first += AT_ONCE) {
    const appended = await store.append(events.slice(first, first + AT_ONCE))
    if (appended !== 'appended') throw new Error(`the store was not filled: ${appended}`)
  }
  store.close()
}

export interface Shape {
  /** How long ago it was opened. */
  readonly days: number
  readonly stops?: number
  readonly outcome?: EventOf<'task.ended'>['outcome']
  readonly words?: string
}

export function taskEvents(name: string, { days, stops = 0, outcome, words = 'Part.' }: Shape): Event[] {
  const at = ago(days * A_DAY_MS).toISOString()
  const session = { at, session: `ses_${name}` }
  const head = { ...session, task: `task_${name}` }
  const request = `req_${name}`
  const seen: Event = {
    ...session,
    id: `evt_${name}_seen`,
    kind: 'session.seen',
    agent: 'claude',
    agentSessionId: name,
    attended: true,
    source: 'startup',
  }
  const prompt = `Build ${name}.`
  return [
    seen,
    { ...head, id: `evt_${name}_task`, kind: 'task.opened', agent: 'claude', policy: POLICY },
    { ...head, id: `evt_${name}_request`, kind: 'request.opened', request, prompt, isQuestion: false, heard: true },
    ...Array.from({ length: stops }, (_, nth) => stopOf(head, `${name}_${nth}`, request, words)),
    ...(outcome ? [{ ...head, id: `evt_${name}_end`, kind: 'task.ended' as const, outcome, because: [] }] : []),
  ]
}

function stopOf(
  head: { readonly at: string; readonly session: string; readonly task: string },
  id: string,
  request: string,
  lastWords: string,
): Event {
  return {
    ...head,
    id: `evt_${id}_stop`,
    kind: 'stop.decided',
    request,
    key: id,
    decision: {
      kind: 'continue',
      rule: 11,
      because: [{ code: 'no-claim', text: 'nothing says that the task is done' }],
      say: 'FULLSTOP',
      fingerprint: '11',
      counts: ['refusal'],
    },
    continuations: 1,
    lastWords,
    nearMisses: [],
  }
}
