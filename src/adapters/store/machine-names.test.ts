// The machine in names that version 0.1 wrote bare: tables.
import { describe, expect, test } from 'bun:test'
import { type Event, Event as EventSchema } from '../../contract/event.ts'
import type { SessionState, WorkspaceState } from '../../contract/state.ts'
import { eventOnMachine, sessionOnMachine, WITH_PROCESS, workspaceOnMachine } from './machine-names.ts'
import { seenIn, stopped } from './store.suite.ts'

const ran: Event = {
  id: 'evt_1',
  at: '2026-01-01T00:00:00.000Z',
  kind: 'check.started',
  workspace: 'wsp_1',
  run: 'run_1',
  name: 'test',
}
const seen = { ...seenIn('a', '7-1', 1), client: '8-1' } as Event

const events: readonly (readonly [string, Event, Partial<Event>])[] = [
  ['a folder', ran, { workspace: 'wsp_1@mch_a' }],
  ['processes', seen, { host: '7-1@mch_a', client: '8-1@mch_a' } as Partial<Event>],
  ['a session in no process', seenless(), {}],
  ['a folder of another machine', { ...ran, workspace: 'wsp_1@mch_b' }, {}],
  ['an event that names neither', stopped('a', 1), {}],
]

function seenless(): Event {
  const { host: _host, ...rest } = seenIn('a', '7-1', 1) as Event & { host?: string }
  return rest as Event
}

describe('an event names', () => {
  test.each(events)('%s', (_name, event, change) => {
    const named = eventOnMachine(event, 'mch_a')
    expect(named).toEqual({ ...event, ...change } as Event)
    expect(EventSchema.parse(named)).toEqual(named)
    expect(eventOnMachine(named, 'mch_b')).toEqual(named)
  })
})

test('a session names its processes, and nothing else of it changes', () => {
  const session = { id: 'ses_a', agent: 'claude', host: '7-1', client: '8-1' } as SessionState
  expect(sessionOnMachine(session, 'mch_a')).toEqual({ ...session, host: '7-1@mch_a', client: '8-1@mch_a' })
  const plain = { id: 'ses_a', agent: 'claude' } as SessionState
  expect(sessionOnMachine(plain, 'mch_a')).toEqual(plain)
})

test('a workspace has the machine in its id', () => {
  const workspace: WorkspaceState = { id: 'wsp_1', root: '/project', results: [], artefacts: [], endedRuns: [] }
  expect(workspaceOnMachine(workspace, 'mch_a')).toEqual({ ...workspace, id: 'wsp_1@mch_a' })
})

test('every kind of event that names a process is listed, so that a migration finds it', () => {
  const kinds = EventSchema.options.filter(({ shape }) => 'host' in shape || 'client' in shape)
  expect(kinds.map(({ shape }) => shape.kind.value)).toEqual([...WITH_PROCESS])
})
