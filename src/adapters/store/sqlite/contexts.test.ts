// Contexts in the SQLite file: saves that wait in the spool, and many processes that save at once.
import { describe, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Store } from '../store.ts'
import { cleared, opening, saved, seenIn } from '../store.suite.ts'
import { openSqliteStore } from './sqlite-store.ts'

interface Place extends Disposable {
  readonly home: string
  readonly use: <T>(work: (store: Store) => Promise<T>) => Promise<T>
  readonly lock: () => Disposable
  readonly spooled: () => string[]
}

function newPlace(): Place {
  const root = mkdtempSync(join(tmpdir(), 'fullstop-contexts-'))
  const home = join(root, 'state')
  const spool = join(home, 'spool')
  return {
    home,
    use: async (work) => {
      const store = openSqliteStore({ home, busyMs: 80 })
      try {
        return await work(store)
      } finally {
        store.close()
      }
    },
    lock: () => {
      const database = new DatabaseSync(join(home, 'fullstop.db'))
      database.exec('begin immediate')
      return {
        [Symbol.dispose]: () => {
          database.exec('rollback')
          database.close()
        },
      }
    },
    spooled: () => (existsSync(spool) ? readdirSync(spool).map((name) => join(spool, name)) : []),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

describe('a save that waits in the spool', () => {
  test('is part of the context for whoever loads it meanwhile', async () => {
    using place = newPlace()
    await place.use((store) => store.append([...opening('a'), saved('a', 1)]))
    using _lock = place.lock()
    expect(await place.use((store) => store.append([saved('a', 2)]))).toBe('spooled')
    const { state } = await place.use((store) => store.loadContext('task_a'))
    expect(state?.context).toMatchObject({ summary: 'Summary 2.', keyDecisions: ['Decision 1.', 'Decision 2.'] })
  })

  test('clears meanwhile what it clears', async () => {
    using place = newPlace()
    await place.use((store) => store.append([...opening('a'), saved('a', 1)]))
    using _lock = place.lock()
    expect(await place.use((store) => store.append([cleared('a')]))).toBe('spooled')
    expect((await place.use((store) => store.loadContext('task_a'))).state).toBeUndefined()
  })

  test('is imported by whoever lists the contexts', async () => {
    using place = newPlace()
    await place.use((store) => store.append([...opening('a'), saved('a', 1)]))
    {
      using _lock = place.lock()
      await place.use((store) => store.append([saved('a', 2)]))
    }
    const [first] = await place.use((store) => store.listContexts())
    expect(first?.context.summary).toBe('Summary 2.')
    expect(place.spooled()).toEqual([])
  })

  test('is not counted twice if its file outlives the import', async () => {
    using place = newPlace()
    await place.use((store) => store.append([...opening('a'), saved('a', 1)]))
    const [file, copy] = await spoolOnce(place)
    copyFileSync(copy, file)
    const { state } = await place.use((store) => store.loadContext('task_a'))
    expect(state?.before?.summary).toBe('Summary 1.')
  })

  test('does not come back after a clear if its file outlives the import', async () => {
    using place = newPlace()
    await place.use((store) => store.append([...opening('a'), saved('a', 1)]))
    const [file, copy] = await spoolOnce(place)
    await place.use((store) => store.append([cleared('a')]))
    // The process that imported it was killed between commit and unlink.
    copyFileSync(copy, file)
    expect((await place.use((store) => store.loadContext('task_a'))).state).toBeUndefined()
    expect(await place.use((store) => store.listContexts())).toEqual([])
  })

  /** Spools a save, keeps a copy of its file, and has it imported. */
  async function spoolOnce(place: Place): Promise<[file: string, copy: string]> {
    {
      using _lock = place.lock()
      await place.use((store) => store.append([saved('a', 2)]))
    }
    const [file = ''] = place.spooled()
    const copy = join(place.home, 'copy')
    copyFileSync(file, copy)
    await place.use((store) => store.append([]))
    expect(place.spooled()).toEqual([])
    return [file, copy]
  }
})

test('a session whose start waits in the spool is found by its process', async () => {
  using place = newPlace()
  await place.use((store) => store.append([seenIn('a', '7-1', 1)]))
  using _lock = place.lock()
  expect(await place.use((store) => store.append([seenIn('b', '7-1', 2)]))).toBe('spooled')
  expect((await place.use((store) => store.newestSession('7-1')))?.id).toBe('ses_b')
})

test('processes that save the same task at once lose no decision', async () => {
  using place = newPlace()
  await place.use((store) => store.append(opening('a')))
  const SAVES = 15
  const writers = ['one', 'two', 'three', 'four']
  const codes = await Promise.all(writers.map((name) => runWriter(place.home, name, SAVES)))
  expect(codes).toEqual([0, 0, 0, 0])
  const { state } = await place.use((store) => store.loadContext('task_a'))
  const expected = writers.flatMap((name) => Array.from({ length: SAVES }, (_, index) => `${name} ${index}`))
  expect(state?.context.keyDecisions.toSorted()).toEqual(expected.toSorted())
  expect(state?.context.filesModified.map(({ path }) => path).toSorted()).toEqual(writers.toSorted())
})

/** A process of its own: two connections of one process would not wait for each other's locks as processes do. */
function runWriter(home: string, name: string, saves: number): Promise<number | null> {
  const from = (path: string): string => JSON.stringify(join(import.meta.dirname, path))
  const program = `
    import { openSqliteStore } from ${from('sqlite-store.ts')}
    import { saved } from ${from('../store.suite.ts')}
    const [home, name, saves] = process.argv.slice(-3)
    for (let index = 0; index < Number(saves); index++) {
      const store = openSqliteStore({ home, busyMs: 100 })
      const at = new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString()
      const file = { path: name, operation: 'modified', timestamp: at }
      const event = saved('a', index)
      const id = \`evt_\${name}_\${index}\`
      const update = { ...event.update, keyDecisions: [\`\${name} \${index}\`] }
      const done = await store.append([{ ...event, id, save: id, update, seen: { files: [file], recentToolCalls: [] } }])
      store.close()
      if (done === 'conflict') process.exit(1)
    }`
  const child = spawn(process.execPath, ['-e', program, home, name, String(saves)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.on('close', resolve))
}
