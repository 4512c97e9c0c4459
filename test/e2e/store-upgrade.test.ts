// A store that version 0.1 left behind, under the binary of today: nothing that it knew is lost.
import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from '../../src/adapters/platform/ids.ts'
import { processes } from '../../src/adapters/platform/processes/processes.ts'
import { ago } from '../clock.ts'
import { asked, claim, completed, evidences, started } from './checking.ts'
import { masked, newRoom, openDatabase, type Room } from './room.ts'
import { makeRepository, writeUserConfig } from './repository.ts'

const A_DAY_MS = 24 * 3_600_000
const recorded = readFileSync(join(import.meta.dirname, 'fixtures', 'store-0.1.sql'), 'utf8')
const [ENDED, OPEN] = ['task_nd5kfke9', 'task_vyhwxmf6']

/** The project and the store as they were recorded. The agent's process is that of this test. */
function newOldRoom(): Room {
  const room = newRoom()
  makeRepository(room)
  writeUserConfig(room, { checks: [{ name: 'test', run: 'true' }] })
  mkdirSync(room.state, { recursive: true })
  const places: Readonly<Record<string, string>> = {
    room: realpathSync(room.root),
    folder: hashOf(realpathSync(room.cwd)),
    host: processes.keyOf(process.pid) ?? '',
    day: ago(A_DAY_MS).toISOString().slice(0, 10),
  }
  const db = openDatabase(room.database)
  db.exec('pragma journal_mode = wal')
  db.exec(recorded.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => places[name] ?? ''))
  db.close()
  return room
}

test('A6: a store of 0.1 keeps its tasks and their events', async () => {
  using room = newOldRoom()
  expect((await room.tasks()).map(({ id, status, outcome }) => [id, outcome ?? status])).toEqual([
    [OPEN, 'open'],
    [ENDED, 'completed'],
  ])
  expect((await room.events(ENDED)).map(({ kind }) => kind)).toEqual([
    'task.opened',
    'request.opened',
    'checks.started',
    'check.started',
    'check.finished',
    'checks.finished',
    'claim.made',
    'claim.verified',
    'stop.decided',
    'task.ended',
  ])
})

test('A6: a result that 0.1 recorded for this tree is reused: the check does not run again', async () => {
  using room = newOldRoom()
  const session = await asked(room)
  expect(masked(await claim(session))).toEqual(completed('test'))
  expect(started(room)).toEqual(['test'])
  expect(evidences(room).map(({ checks }) => checks.map(({ name, reused }) => [name, reused]))).toEqual([
    [['test', false]],
    [['test', true]],
  ])
})

test('A6: a session of 0.1 whose process lives is found by it: a claim reaches its task', async () => {
  using room = newOldRoom()
  const { code, stdout } = await room.run(['claim', 'partial', '--summary', 'Half of it.', '--remaining', 'The rest.'])
  expect([code, stdout.includes(` for ${OPEN}\n`)]).toEqual([0, true])
})
