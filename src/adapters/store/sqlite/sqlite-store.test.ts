// The SQLite store: the shared suite, and what only a file can do: locks, spool, damage, permissions, many processes.
import { describe, expect, test } from 'bun:test'
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { FullstopError } from '../../../contract/error.ts'
import { type Event, Event as EventSchema } from '../../../contract/event.ts'
import type { CheckRun } from '../../../contract/evidence.ts'
import type { TaskState, WorkspaceState } from '../../../contract/state.ts'
import type { Store } from '../store.ts'
import { opening, seenIn, stopped, storeSuite } from '../store.suite.ts'
import { eventOnMachine } from '../machine-names.ts'
import { type Projection, projections } from '../projection.ts'
import { openSqliteStore } from './sqlite-store.ts'
import { schemaOf } from '../../../../scripts/store-schema.ts'

const BUSY_MS = 80

interface Place extends Disposable {
  readonly home: string
  readonly file: string
  readonly spool: string
  readonly open: (busyMs?: number) => Store
}

function newPlace(): Place {
  const root = mkdtempSync(join(tmpdir(), 'fullstop-store-'))
  const home = join(root, 'state')
  return {
    home,
    file: join(home, 'fullstop.db'),
    spool: join(home, 'spool'),
    open: (busyMs = BUSY_MS) => openSqliteStore({ home, busyMs }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** The suite's stores wait as a person's commands do, so that no append goes to the spool. */
storeSuite('the SQLite store', {
  newPlace: () => {
    const place = newPlace()
    return { open: () => place.open(5000), [Symbol.dispose]: () => place[Symbol.dispose]() }
  },
})

async function filled(place: Place, name = 'a'): Promise<void> {
  const store = place.open(5000)
  await store.append([...opening(name), stopped(name, 1)])
  store.close()
}

function holdLock(place: Place): Disposable {
  const db = new DatabaseSync(place.file)
  db.exec('begin immediate')
  return {
    [Symbol.dispose]: () => {
      db.exec('rollback')
      db.close()
    },
  }
}

/** The opening of a session by a prompt that its host gave an id. */
function withPrompt(name: string, promptId: string): Event[] {
  return opening(name).map((event) => (event.kind === 'request.opened' ? { ...event, promptId } : event))
}

function spoolFiles(place: Place): string[] {
  return existsSync(place.spool) ? readdirSync(place.spool).sort() : []
}

async function errorOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'no error'
  } catch (error) {
    return error instanceof FullstopError ? error.code : `not a FullstopError: ${String(error)}`
  }
}

async function use<T>(place: Place, work: (store: Store) => Promise<T>): Promise<T> {
  const store = place.open()
  try {
    return await work(store)
  } finally {
    store.close()
  }
}

describe('the spool', () => {
  test('while another holds the lock, an append is spooled instead of waiting for it', async () => {
    using place = newPlace()
    await filled(place)
    using _lock = holdLock(place)
    expect(await use(place, (store) => store.append([stopped('a', 2)]))).toBe('spooled')
    expect(spoolFiles(place)).toHaveLength(1)
    expect(spoolFiles(place)[0]).toEndWith('.jsonl')
  })

  test('states loaded meanwhile hold the spooled events, in every connection', async () => {
    using place = newPlace()
    await filled(place)
    using _lock = holdLock(place)
    await use(place, (store) => store.append([stopped('a', 2)]))
    await use(place, (store) => store.append([stopped('a', 3)]))
    const session = await use(place, (store) => store.loadSession('ses_a'))
    const task = await use(place, (store) => store.loadTask('task_a'))
    expect([session.state?.request?.continuations, task.state?.refusals]).toEqual([3, 3])
  })

  test('R11: the same prompt and the same stop spooled by two processes count once', async () => {
    using place = newPlace()
    await filled(place)
    const again = (event: Event, change: object): Event => ({ ...event, ...change, id: `${event.id}_again` }) as Event
    const prompt = withPrompt('b', 'p1')
    {
      using _lock = holdLock(place)
      for (const events of [prompt, prompt.map((event) => again(event, { task: 'task_c', request: 'req_c' }))])
        await use(place, (store) => store.append(events))
      for (const event of [stopped('b', 1), again(stopped('b', 1), {})])
        await use(place, (store) => store.append([event]))
      const session = await use(place, (store) => store.loadSession('ses_b'))
      expect([session.state?.task, session.state?.request?.continuations]).toEqual(['task_b', 1])
    }
    const tasks = await use(place, (store) => store.listTasks(10))
    expect(tasks.map(({ id, prompts, refusals }) => [id, prompts, refusals])).toEqual([
      ['task_b', 1, 1],
      ['task_a', 1, 1],
    ])
    expect(spoolFiles(place)).toEqual([])
  })

  test('R11: an append that did not see a spooled event of its session is a conflict', async () => {
    using place = newPlace()
    await filled(place)
    const known = await use(place, (store) => store.loadSession('ses_a'))
    {
      using _lock = holdLock(place)
      await use(place, (store) => store.append([stopped('a', 2)]))
    }
    const expected = [{ kind: 'session' as const, id: 'ses_a', version: known.version }]
    expect(await use(place, (store) => store.append([stopped('a', 3)], expected))).toBe('conflict')
    expect(spoolFiles(place)).toEqual([])
    const loaded = await use(place, (store) => store.loadSession('ses_a'))
    expect(loaded.state?.request?.continuations).toBe(2)
  })

  test('a session that exists only in the spool is loaded from it', async () => {
    using place = newPlace()
    await filled(place)
    using _lock = holdLock(place)
    await use(place, (store) => store.append(opening('b')))
    const loaded = await use(place, (store) => store.loadSession('ses_b'))
    expect([loaded.version, loaded.state?.task]).toEqual([0, 'task_b'])
  })

  test('the next append imports the spool exactly once, before its own events, and empties it', async () => {
    using place = newPlace()
    await filled(place)
    {
      using _lock = holdLock(place)
      await use(place, (store) => store.append([stopped('a', 2)]))
      await use(place, (store) => store.append([stopped('a', 3)]))
    }
    expect(await use(place, (store) => store.append([stopped('a', 4)]))).toBe('appended')
    expect(spoolFiles(place)).toEqual([])
    const ids = (await use(place, (store) => store.readEvents({ task: 'task_a', most: 100 }))).map(
      ({ event }) => event.id,
    )
    expect(ids.slice(2)).toEqual(['evt_a_stop_1', 'evt_a_stop_2', 'evt_a_stop_3', 'evt_a_stop_4'])
    expect((await use(place, (store) => store.loadTask('task_a'))).state?.refusals).toBe(4)
  })

  test('reading the log or the list imports the spool as well', async () => {
    for (const read of [(s: Store) => s.readEvents({ most: 9 }), (s: Store) => s.listTasks(9)]) {
      using place = newPlace()
      await filled(place)
      {
        using _lock = holdLock(place)
        await use(place, (store) => store.append([stopped('a', 2)]))
      }
      await use<unknown>(place, read)
      expect(spoolFiles(place)).toEqual([])
      expect((await use(place, (store) => store.loadTask('task_a'))).state?.refusals).toBe(2)
    }
  })

  test('a spool file that was imported but not removed is neither imported nor counted again', async () => {
    using place = newPlace()
    await filled(place)
    {
      using _lock = holdLock(place)
      await use(place, (store) => store.append([stopped('a', 2)]))
    }
    const [name = ''] = spoolFiles(place)
    const copy = join(place.home, 'copy')
    copyFileSync(join(place.spool, name), copy)
    await use(place, (store) => store.append([stopped('a', 3)]))
    // The process was killed between commit and unlink: the file is still there.
    copyFileSync(copy, join(place.spool, name))
    expect((await use(place, (store) => store.loadTask('task_a'))).state?.refusals).toBe(3)
    expect((await use(place, (store) => store.loadSession('ses_a'))).state?.request?.continuations).toBe(3)
    await use(place, (store) => store.append([stopped('a', 4)]))
    expect(spoolFiles(place)).toEqual([])
    expect((await use(place, (store) => store.loadTask('task_a'))).state?.refusals).toBe(4)
    expect(await use(place, (store) => store.readEvents({ task: 'task_a', most: 100 }))).toHaveLength(6)
  })

  test('a conflict imports the spool all the same', async () => {
    using place = newPlace()
    await filled(place)
    {
      using _lock = holdLock(place)
      await use(place, (store) => store.append([stopped('a', 2)]))
    }
    const stale = { kind: 'session' as const, id: 'ses_a', version: 1 }
    expect(await use(place, (store) => store.append([stopped('a', 3)], [stale]))).toBe('conflict')
    expect(spoolFiles(place)).toEqual([])
  })

  test('garbage and half-written files are left alone and harm nothing', async () => {
    using place = newPlace()
    await filled(place)
    mkdirSync(place.spool)
    const half = JSON.stringify(stopped('a', 2)).slice(0, 50)
    const strange: Record<string, string> = {
      '1-half.jsonl': `${JSON.stringify(stopped('a', 9))}\n${half}`,
      '2-garbage.jsonl': '\u0000\u0001 not ours\n',
      '3-half.tmp': half,
      '4-readme.txt': 'hello',
    }
    for (const [name, text] of Object.entries(strange)) writeFileSync(join(place.spool, name), text)
    mkdirSync(join(place.spool, '5-folder.jsonl'))
    expect(await use(place, (store) => store.append([stopped('a', 3)]))).toBe('appended')
    expect((await use(place, (store) => store.loadTask('task_a'))).state?.refusals).toBe(2)
    expect(spoolFiles(place)).toEqual([...Object.keys(strange), '5-folder.jsonl'].sort())
    for (const [name, text] of Object.entries(strange)) expect(readFileSync(join(place.spool, name), 'utf8')).toBe(text)
  })

  const notEvents: ReadonlyArray<readonly [string, unknown]> = [
    ['a number', 7],
    ['null', null],
    ['an empty object', {}],
    ['an event without an id', { ...stopped('a', 2), id: undefined }],
    ['an event whose kind is unknown', { ...stopped('a', 2), kind: 'stop.invented' }],
  ]

  for (const [name, value] of notEvents) {
    test(`JSON that is no event (${name}) does not break the store`, async () => {
      using place = newPlace()
      await filled(place)
      mkdirSync(place.spool)
      writeFileSync(join(place.spool, '1-strange.jsonl'), `${JSON.stringify(value)}\n`)
      expect(await errorOf(() => use(place, (store) => store.loadTask('task_a')))).toBe('no error')
      expect(await use(place, (store) => store.append([stopped('a', 3)]))).toBe('appended')
      expect((await use(place, (store) => store.loadTask('task_a'))).state?.refusals).toBe(2)
    })
  }

  test('where the spool cannot be written either, that is said', async () => {
    using place = newPlace()
    await filled(place)
    writeFileSync(place.spool, 'a file where the folder should be')
    using _lock = holdLock(place)
    expect(await errorOf(() => use(place, (store) => store.append([stopped('a', 2)])))).toBe('store-unwritable')
  })

  test('a forget that cannot get the lock is an error in our words', async () => {
    using place = newPlace()
    await filled(place)
    using _lock = holdLock(place)
    expect(await errorOf(() => use(place, (store) => store.forget('task_a')))).toBe('store-unwritable')
  })

  test('spool folder and files are for the user alone', async () => {
    using place = newPlace()
    await filled(place)
    using _lock = holdLock(place)
    await use(place, (store) => store.append([stopped('a', 2)]))
    expect(modeOf(place.spool)).toBe('700')
    expect(spoolFiles(place).map((name) => modeOf(join(place.spool, name)))).toEqual(['600'])
  })

  test('a store that is locked when it is first opened is spooled to, and nothing is lost', async () => {
    using place = newPlace()
    mkdirSync(place.home)
    const db = new DatabaseSync(place.file)
    db.exec('begin exclusive')
    expect(await use(place, (store) => store.append(opening('a')))).toBe('spooled')
    expect((await use(place, (store) => store.loadSession('ses_a'))).state?.task).toBe('task_a')
    db.exec('rollback')
    db.close()
    await use(place, (store) => store.append([stopped('a', 1)]))
    expect((await use(place, (store) => store.loadTask('task_a'))).state?.refusals).toBe(1)
  })
})

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

describe('the file', () => {
  test('file and companions have mode 0600, the folder 0700', async () => {
    using place = newPlace()
    const store = place.open()
    await store.append(opening('a'))
    const modes = readdirSync(place.home).map((name) => `${name} ${modeOf(join(place.home, name))}`)
    expect(modes.sort()).toEqual(['.gitignore 600', 'fullstop.db 600', 'fullstop.db-shm 600', 'fullstop.db-wal 600'])
    expect(modeOf(place.home)).toBe('700')
    store.close()
  })

  test('what is forgotten is gone from the bytes of every file', async () => {
    using place = newPlace()
    const words = 'an unusual request about zebras'
    const store = place.open()
    await store.append([...opening('a', `Build ${words}.`), stopped('a', 1, words)])
    for (let number = 2; number < 60; number++) await store.append([stopped('a', number, `${words} ${number}`)])
    await store.append(opening('b'))
    expect(bytesOf(place).includes('zebras')).toBe(true)
    await store.forget('task_a')
    expect(bytesOf(place).includes('zebras')).toBe(false)
    store.close()
    expect(bytesOf(place).includes('zebras')).toBe(false)
    expect(bytesOf(place).includes('task_a"')).toBe(false)
  })

  test('what is forgotten is gone from the bytes although another connection is open', async () => {
    using place = newPlace()
    const store = place.open()
    const other = place.open()
    await store.append(opening('a', 'Build something about zebras.'))
    await other.loadTask('task_a')
    await store.forget('task_a')
    expect(bytesOf(place).includes('zebras')).toBe(false)
    other.close()
    store.close()
  })

  test('what is forgotten is gone although it lay in the spool', async () => {
    using place = newPlace()
    await filled(place)
    {
      using _lock = holdLock(place)
      await use(place, (store) => store.append([stopped('a', 2, 'words about zebras')]))
    }
    await use(place, (store) => store.forget('task_a'))
    expect(bytesOf(place).includes('zebras')).toBe(false)
    expect(await use(place, (store) => store.readEvents({ task: 'task_a', most: 9 }))).toEqual([])
  })
})

function bytesOf(place: Place): string {
  return readdirSync(place.home, { recursive: true, encoding: 'utf8' })
    .map((name) => join(place.home, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n')
}

const everyUse: ReadonlyArray<readonly [string, (store: Store) => Promise<unknown>]> = [
  ['loadSession', (store) => store.loadSession('ses_a')],
  ['loadTask', (store) => store.loadTask('task_a')],
  ['append', (store) => store.append([stopped('a', 7)])],
  ['listTasks', (store) => store.listTasks(9)],
  ['readEvents', (store) => store.readEvents({ most: 9 })],
  ['forget', (store) => store.forget('task_a')],
]

/** As the version before wrote it: no column to look anything up by. */
function olderStore(place: Place, tasks: number): DatabaseSync {
  mkdirSync(place.home, { recursive: true })
  const db = new DatabaseSync(place.file)
  db.exec('pragma journal_mode = wal')
  for (const number of [1, 2, 3]) {
    db.exec(readFileSync(join(import.meta.dirname, `../migrations/sqlite/000${number}.sql`), 'utf8'))
  }
  db.exec('pragma user_version = 3; begin')
  const add = db.prepare('insert or replace into tasks (id, version, state) values (?, ?, ?)')
  for (let number = 0; number < tasks; number++) {
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString()
    const [, ...events] = opening('a').map((event) => ({ ...event, at, task: `task_${number}` }) as Event)
    const state = events.reduce<TaskState | undefined>(projections.tasks.step, undefined)
    add.run(`task_${number}`, number + 1, JSON.stringify(state))
  }
  db.exec('commit')
  return db
}

describe('a store of the version before', () => {
  test('S5: its tasks are found by index, and what a process that has it open still writes is found too', async () => {
    using place = newPlace()
    const old = olderStore(place, 5000)
    const store = place.open(5000)
    expect((await store.listTasks(2)).map((task) => task.id)).toEqual(['task_4999', 'task_4998'])
    expect(await store.countTasks()).toBe(5000)
    const row = old.prepare("select state from tasks where id = 'task_0'").get() as { state: string }
    const state = { ...(JSON.parse(row.state) as object), id: 'task_new', openedAt: '2027-01-01T00:00:00.000Z' }
    const put = old.prepare('insert or replace into tasks (id, version, state) values (?, ?, ?)')
    put.run('task_new', 9999, JSON.stringify(state))
    expect((await store.listTasks(1)).map((task) => task.id)).toEqual(['task_new'])
    expect(await store.findTasks('task_n', 9)).toEqual(['task_new'])
    old.close()
    store.close()
  })

  test('S5: whoever lists or finds tasks reads no state but those that are asked for', async () => {
    using place = newPlace()
    const store = place.open(5000)
    for (const name of ['a', 'b', 'c', 'd']) await store.append(opening(name))
    const db = new DatabaseSync(place.file)
    db.exec("drop trigger task_updated; update tasks set state = 'not read' where id in ('task_a', 'task_b')")
    db.close()
    expect((await store.listTasks(2)).map((task) => task.id)).toEqual(['task_d', 'task_c'])
    expect(await store.countTasks()).toBe(4)
    expect(await store.findTasks('task_a', 9)).toEqual(['task_a'])
    expect((await store.loadTask('task_c')).state?.title).toBe('Build c.')
    expect(await store.hasOld(new Date().toISOString())).toBe(false)
    store.close()
  })
})

test('A6: a store of the version before comes to the schema of a fresh one', async () => {
  using place = newPlace()
  olderStore(place, 3).close()
  await use(place, (store) => store.listTasks(1))
  const schema = readFileSync(join(import.meta.dirname, '../migrations/sqlite/schema.sql'), 'utf8')
  expect(schemaOf(place.file)).toBe(schema)
})

describe('tasks that wait for a person', () => {
  const decision = { kind: 'ask-human' as const, rule: 5, because: [{ code: 'asked', text: 'a person must look' }] }
  const told = [...opening('a'), { ...stopped('a', 1), decision } as Event]
  const waiting = (store: Store): Promise<string[]> => store.listWaiting().then((tasks) => tasks.map(({ id }) => id))

  test('are found in a store of the schema before', async () => {
    using place = newPlace()
    await use(place, (store) => store.append(told))
    const db = new DatabaseSync(place.file)
    db.exec('drop trigger task_inserted; drop trigger task_updated; drop index task_index_by_waiting')
    db.exec('drop index task_index_by_parent; drop index task_index_by_concern')
    db.exec('alter table task_index drop column parent; alter table task_index drop column concerns')
    db.exec('alter table task_index drop column waits_since; pragma user_version = 6')
    for (const table of ['lists', 'list_index', 'items', 'item_index']) db.exec(`drop table ${table}`)
    for (const event of ['insert', 'update']) {
      db.exec(`create trigger task_${event.replace(/e?$/, 'ed')} after ${event} on tasks begin select 1; end`)
    }
    db.close()
    expect(await use(place, waiting)).toEqual(['task_a'])
  })

  test('are found although a process of the version before wrote them', async () => {
    using place = newPlace()
    await use(place, (store) => store.append(told))
    const db = new DatabaseSync(place.file)
    db.exec("update task_index set waits_since = null where id = 'task_a'")
    db.exec("update tasks set state = state where id = 'task_a'")
    db.close()
    expect(await use(place, waiting)).toEqual(['task_a'])
  })
})

describe('subtasks', () => {
  const told = [...opening('a'), ...opening('b').map((event) => below(event, 'task_a'))]
  const concerns = (store: Store): Promise<string[]> =>
    store.listConcerns('task_a').then((tasks) => tasks.map(({ id }) => id))

  function below(event: Event, parent: string): Event {
    return event.kind === 'task.opened' ? { ...event, parent } : event
  }

  test('are found although a process of the version before wrote them', async () => {
    using place = newPlace()
    await use(place, (store) => store.append(told))
    const db = new DatabaseSync(place.file)
    db.exec("update task_index set parent = null, concerns = null where id = 'task_b'")
    db.exec("update tasks set state = state where id = 'task_b'")
    db.close()
    expect(await use(place, concerns)).toEqual(['task_b'])
  })

  test('are found by an index, however many tasks there are', async () => {
    using place = newPlace()
    await use(place, (store) => store.append(told))
    const db = new DatabaseSync(place.file)
    const planOf = (where: string): string =>
      JSON.stringify(db.prepare(`explain query plan select id from task_index where ${where}`).all())
    expect(planOf("concerns = 'task_a' and concerns > '' order by opened_at, id")).toContain('task_index_by_concern')
    expect(planOf("parent = 'task_a' order by opened_at, id limit 9")).toContain('task_index_by_parent')
    db.close()
  })
})

describe('A6: a store of version 0.1', () => {
  const machine = (): string => 'mch_a'
  const results = [ran('wsp_1', 1), ran('wsp_1', 2), ran('wsp_2', 3)].flat()
  const told = [...opening('a'), seenIn('a', '7-1', 500), seenIn('b', '8-1', 501), ...results, stopped('a', 1)]

  /** As 0.1 left it: schema 4, bare names in the events and in the states. */
  function oldStore(place: Place, events: readonly Event[]): void {
    mkdirSync(place.home, { recursive: true })
    const db = new DatabaseSync(place.file)
    db.exec('pragma journal_mode = wal')
    for (const number of [1, 2, 3, 4]) {
      db.exec(readFileSync(join(import.meta.dirname, `../migrations/sqlite/000${number}.sql`), 'utf8'))
    }
    db.exec('pragma user_version = 4')
    const add = 'insert into events (id, at, kind, session, task, workspace, body) values (?, ?, ?, ?, ?, ?, ?)'
    for (const event of events) {
      const { id, at, kind, session = null, task = null, workspace = null } = event
      db.prepare(add).run(id, at, kind, session, task, workspace, JSON.stringify(event))
    }
    for (const table of ['sessions', 'tasks', 'workspaces'] as const) {
      const projection: Projection<unknown> = projections[table]
      for (const id of new Set(events.flatMap((event) => projection.idOf(event) ?? []))) {
        const state = events.filter((event) => projection.idOf(event) === id).reduce(projection.step, undefined)
        db.prepare(`insert into ${table} (id, version, state) values (?, ?, ?)`).run(id, 1, JSON.stringify(state))
      }
    }
    db.close()
  }

  async function useOld<T>(place: Place, work: (store: Store) => Promise<T>): Promise<T> {
    const store = openSqliteStore({ home: place.home, busyMs: 5000, machine })
    try {
      return await work(store)
    } finally {
      store.close()
    }
  }

  test('its workspaces are known under their machine, with all results', async () => {
    using place = newPlace()
    oldStore(place, told)
    await useOld(place, async (store) => {
      const { state } = await store.loadWorkspace('wsp_1@mch_a')
      const inFolder = results.filter(({ workspace }) => workspace === 'wsp_1')
      const bare = inFolder.reduce<WorkspaceState | undefined>(projections.workspaces.step, undefined)
      expect(bare?.results).toHaveLength(2)
      expect(state).toEqual({ ...bare, id: 'wsp_1@mch_a' } as WorkspaceState)
      expect((await store.loadWorkspace('wsp_2@mch_a')).state?.root).toBe('/wsp_2')
      expect((await store.loadWorkspace('wsp_1')).state).toBeUndefined()
    })
  })

  test('its live sessions are found by their processes', async () => {
    using place = newPlace()
    oldStore(place, told)
    await useOld(place, async (store) => {
      expect((await store.newestSession('7-1@mch_a'))?.id).toBe('ses_a')
      expect((await store.newestSession('8-1@mch_a'))?.id).toBe('ses_b')
      expect(await store.newestSession('7-1')).toBeUndefined()
    })
  })

  test('its events name the machine, keep the rest, and fold to the same states', async () => {
    using place = newPlace()
    oldStore(place, told)
    await useOld(place, async (store) => {
      const events = (await store.readEvents({ most: 100 })).map(({ event }) => event)
      expect(events).toEqual(told.map((event) => eventOnMachine(event, 'mch_a')))
      for (const event of events) expect(EventSchema.parse(event)).toEqual(event)
      const ofFolder = events.filter(({ workspace }) => workspace === 'wsp_1@mch_a')
      const folded = ofFolder.reduce<WorkspaceState | undefined>(projections.workspaces.step, undefined)
      expect((await store.loadWorkspace('wsp_1@mch_a')).state).toEqual(folded as WorkspaceState)
      await store.forget('task_a')
      expect((await store.newestSession('7-1@mch_a'))?.id).toBe('ses_a')
    })
  })

  test('what it left in the spool comes in under its machine', async () => {
    using place = newPlace()
    oldStore(place, opening('a'))
    mkdirSync(place.spool)
    const late = [seenIn('a', '7-1', 600), ...ran('wsp_1', 1)]
    writeFileSync(join(place.spool, '1-late.jsonl'), late.map((event) => `${JSON.stringify(event)}\n`).join(''))
    await useOld(place, async (store) => {
      expect((await store.newestSession('7-1@mch_a'))?.id).toBe('ses_a')
      expect((await store.loadWorkspace('wsp_1@mch_a')).state?.results).toHaveLength(1)
      expect(await store.append([stopped('a', 1)])).toBe('appended')
      expect((await store.newestSession('7-1@mch_a'))?.id).toBe('ses_a')
      expect((await store.loadWorkspace('wsp_1@mch_a')).state?.results).toHaveLength(1)
    })
  })

  test('a row that is no JSON does not keep the others from being migrated', async () => {
    using place = newPlace()
    oldStore(place, told)
    const db = new DatabaseSync(place.file)
    db.exec("update events set body = 'half of {' where id = 'evt_wsp_1_1_end'")
    db.close()
    await useOld(place, async (store) => {
      expect((await store.loadWorkspace('wsp_1@mch_a')).state?.results).toHaveLength(2)
    })
  })
})

/** One check that ran in a folder. */
function ran(workspace: string, number: number): Event[] {
  const head = { at: new Date(Date.UTC(2026, 0, 2, 0, 0, number)).toISOString(), workspace, run: `run_${number}` }
  const id = (name: string): string => `evt_${workspace}_${number}_${name}`
  const cause = 'claim' as const
  const check: CheckRun = {
    name: 'test',
    key: 'hash',
    result: 'passed',
    why: 'exit 0',
    run: head.run,
    startedAt: head.at,
    durationMs: 5,
    tail: 'odd: \u0000 \ud800 "quoted"',
    failures: [],
    tree: `tree_${number}`,
  }
  return [
    { ...head, id: id('start'), kind: 'checks.started', root: `/${workspace}`, cause, checks: ['test'] },
    { ...head, id: id('check'), kind: 'check.finished', cause, check },
    { ...head, id: id('end'), kind: 'checks.finished', cause, valid: ['test'], artefacts: [], notes: [] },
  ]
}

test('A6: the schema holds no rule: it computes nothing from the states', () => {
  const schema = readFileSync(join(import.meta.dirname, '../migrations/sqlite/schema.sql'), 'utf8')
  expect(schema).not.toMatch(/->|json|create view/i)
})

describe('a store newer than this version', () => {
  for (const [name, work] of everyUse) {
    test(`${name} says store-newer and leaves the file alone`, async () => {
      using place = newPlace()
      await filled(place)
      const db = new DatabaseSync(place.file)
      db.exec('pragma user_version = 99')
      db.close()
      const before = readFileSync(place.file)
      expect(await errorOf(() => use(place, work))).toBe('store-newer')
      expect(readFileSync(place.file).equals(before)).toBe(true)
      expect(readdirSync(place.home).filter((file) => file.includes('damaged'))).toEqual([])
    })
  }
})

const PAGE = 4096

const damages: ReadonlyArray<readonly [string, (bytes: Buffer) => Buffer]> = [
  ['random bytes', (bytes) => Buffer.from(bytes.map((_, index) => (index * 131 + 7) % 251))],
  ['text', () => Buffer.from('not a database at all\n'.repeat(1000))],
  ['truncated in the middle', (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2 / PAGE) * PAGE)],
  ['truncated within a page', (bytes) => bytes.subarray(0, PAGE * 2 + 100)],
  [
    'all pages but the first flipped',
    (bytes) => Buffer.from(bytes.map((byte, at) => (at < PAGE ? byte : byte ^ 0xff))),
  ],
]

describe('a damaged store', () => {
  for (const [name, damage] of damages) {
    test(`${name}: said, set aside with its bytes, and the next open works`, async () => {
      using place = newPlace()
      await filled(place)
      const bytes = damage(readFileSync(place.file))
      writeFileSync(place.file, bytes)
      expect(await errorOf(() => use(place, (store) => store.append([stopped('a', 2)])))).toBe('store-damaged')
      expect(readFileSync(`${place.file}.damaged-1`).equals(bytes)).toBe(true)
      expect(await use(place, (store) => store.append(opening('b')))).toBe('appended')
      expect((await use(place, (store) => store.listTasks(9))).map((task) => task.id)).toEqual(['task_b'])
    })
  }

  test('damage that shows while the store is open: set aside with its bytes, and the next open works', async () => {
    using place = newPlace()
    await filled(place)
    const store = place.open()
    await store.loadSession('ses_a')
    const bytes = Buffer.from(readFileSync(place.file).map((byte, at) => (at < PAGE ? byte : byte ^ 0xff)))
    writeFileSync(place.file, bytes)
    expect(await errorOf(() => store.readEvents({ most: 9 }))).toBe('store-damaged')
    store.close()
    expect(readFileSync(`${place.file}.damaged-1`).equals(bytes)).toBe(true)
    expect(await use(place, (other) => other.append(opening('b')))).toBe('appended')
  })

  test('whoever still holds the damaged store does not harm the fresh one by closing', async () => {
    using place = newPlace()
    await filled(place)
    const damaged = place.open()
    await damaged.loadSession('ses_a')
    writeFileSync(
      place.file,
      readFileSync(place.file).map((byte, at) => (at < PAGE ? byte : byte ^ 0xff)),
    )
    expect(await errorOf(() => damaged.readEvents({ most: 9 }))).toBe('store-damaged')
    const fresh = place.open()
    await fresh.append(opening('b'))
    damaged.close()
    await use(place, (store) => store.append([stopped('b', 1)]))
    fresh.close()
    expect((await use(place, (store) => store.loadTask('task_b'))).state?.refusals).toBe(1)
  })

  test('a second damaged store does not overwrite the first one', async () => {
    using place = newPlace()
    for (const text of ['first ', 'second ']) {
      mkdirSync(place.home, { recursive: true })
      writeFileSync(place.file, text.repeat(1000))
      expect(await errorOf(() => use(place, (store) => store.listTasks(1)))).toBe('store-damaged')
    }
    expect(readFileSync(`${place.file}.damaged-1`, 'utf8')).toStartWith('first')
    expect(readFileSync(`${place.file}.damaged-2`, 'utf8')).toStartWith('second')
  })

  for (const [name, work] of everyUse) {
    test(`${name} on a file that is no database says store-damaged`, async () => {
      using place = newPlace()
      mkdirSync(place.home)
      writeFileSync(place.file, 'not a database at all\n'.repeat(1000))
      expect(await errorOf(() => use(place, work))).toBe('store-damaged')
    })
  }

  test('an empty file is a fresh store, not a damaged one', async () => {
    using place = newPlace()
    mkdirSync(place.home)
    writeFileSync(place.file, '')
    expect(await use(place, (store) => store.append(opening('a')))).toBe('appended')
  })
})

const isRoot = process.getuid?.() === 0

describe('a store that cannot be written', () => {
  for (const [name, work] of everyUse) {
    test(`${name} below a file says store-unwritable`, async () => {
      using place = newPlace()
      writeFileSync(place.home, 'a file where the folder should be')
      expect(await errorOf(() => use(place, work))).toBe('store-unwritable')
    })
  }

  test('a folder where the file should be', async () => {
    using place = newPlace()
    mkdirSync(place.file, { recursive: true })
    expect(await errorOf(() => use(place, (store) => store.append(opening('a'))))).toBe('store-unwritable')
    expect(statSync(place.file).isDirectory()).toBe(true)
  })

  test.skipIf(isRoot)('a file that is read-only (skipped for root, who may write every file)', async () => {
    using place = newPlace()
    await filled(place)
    chmodSync(place.file, 0o400)
    expect(await errorOf(() => use(place, (store) => store.append([stopped('a', 2)])))).toBe('store-unwritable')
  })

  test.skipIf(isRoot)('a folder that is read-only (skipped for root, who may write everywhere)', async () => {
    using place = newPlace()
    mkdirSync(place.home, { mode: 0o500 })
    expect(await errorOf(() => use(place, (store) => store.append(opening('a'))))).toBe('store-unwritable')
  })
})

describe('many processes', () => {
  test('processes that open a fresh store at the same moment never fail or lose an event', async () => {
    using place = newPlace()
    const names = ['one', 'two', 'three', 'four']
    const writers = await Promise.all(names.map(startWriter))
    try {
      for (let round = 1; round <= 60; round++) {
        const home = join(place.home, `${round}`)
        const answers = await Promise.all(writers.map((writer) => writer.write(home)))
        expect(answers.flat().filter((answer) => answer !== 'appended' && answer !== 'spooled')).toEqual([])
        const store = openSqliteStore({ home, busyMs: 5000 })
        const ids = (await store.readEvents({ most: 100 })).map(({ event }) => event.id)
        store.close()
        expect(ids.sort()).toEqual(names.flatMap((name) => [1, 2, 3].map((number) => `evt_${name}_${number}`)).sort())
      }
    } finally {
      for (const writer of writers) writer.stop()
    }
  })
})

interface Writer {
  readonly write: (home: string) => Promise<string[]>
  readonly stop: () => void
}

async function startWriter(name: string): Promise<Writer> {
  const program = join(import.meta.dirname, '../../../../test/fake-agents/store-writer.ts')
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [program, name])
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ready = await lines.next()
  if (ready.value !== 'ready') throw new Error(`the writer did not start: ${ready.value}`)
  return {
    write: async (home) => {
      child.stdin.write(`${home}\n`)
      return JSON.parse((await lines.next()).value as string) as string[]
    },
    stop: () => child.stdin.end(),
  }
}
