// The gate as the real agents meet it: the built hook, and what it recorded in a room.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Event, EventOf } from '../../src/contract/event.ts'
import { lastMatch, type ModelRequest } from '../model-server/script.ts'
import type { HookCall } from './hook-log.ts'
import { roomEnv, type Room } from './room.ts'

const binary = join(import.meta.dirname, '..', '..', 'dist', 'fullstop')

export const hookCommand = `'${binary}' hook claude`

/** A model that does as it was told: it copies the done token from the last text that named one. */
export function claim(request: ModelRequest): string {
  return `All parts are done.\n\n${lastMatch(request, /TASKMASTER_DONE::[\w-]+/) ?? 'no token was named'}`
}

export function refusalsIn(calls: readonly HookCall[]): string[] {
  return calls
    .filter((call) => call.event === 'Stop')
    .map((call) => call.answer?.stdout ?? '')
    .filter((stdout) => stdout.includes('"decision":"block"'))
}

export function fullstop(room: Room, ...args: string[]): string {
  return spawnSync(binary, args, { env: roomEnv(room), encoding: 'utf8' }).stdout
}

/** Events of every task in the room, oldest task first. */
export function eventsIn(room: Room): Event[] {
  const tasks = JSON.parse(fullstop(room, 'tasks', '--json')) as { id: string }[]
  return tasks
    .reverse()
    .flatMap(({ id }) => (JSON.parse(fullstop(room, 'show', id, '--json')) as { events: Event[] }).events)
}

/** Each decision as `kind rule reason`, in order. */
export function decisionsIn(room: Room): string[] {
  return eventsIn(room)
    .filter((event): event is EventOf<'stop.decided'> => event.kind === 'stop.decided')
    .map(({ decision }) => `${decision.kind} ${decision.rule} ${decision.because[0]?.code}`)
}

export function outcomesIn(room: Room): string[] {
  return (JSON.parse(fullstop(room, 'tasks', '--json')) as { status: string; outcome?: string }[])
    .reverse()
    .map((task) => task.outcome ?? task.status)
}
