// What a foreign error of SQLite means: locked, damaged, or unusable.
import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FullstopError } from '../../../contract/error.ts'
import { explain, isBusy } from './open.ts'

test('trouble with locks is no damage: the caller spools', () => {
  for (const message of ['database is locked', 'database table is locked', 'locking protocol']) {
    const error = new Error(message)
    expect(isBusy(error)).toBe(true)
    expect(explain(error, '/nowhere/store.sqlite')).toBe(error)
  }
  expect(isBusy(new Error('database disk image is malformed'))).toBe(false)
})

test('a sound file that another process holds is not set aside', () => {
  inFolder((folder) => {
    const path = join(folder, 'store.sqlite')
    const holder = new DatabaseSync(path)
    holder.exec('create table kept (word text); begin exclusive')
    const told = explain(new Error('database disk image is malformed'), path)
    holder.exec('rollback')
    holder.close()
    expect(told).toBeInstanceOf(FullstopError)
    expect(existsSync(path)).toBe(true)
    expect(existsSync(`${path}.damaged-1`)).toBe(false)
  })
})

test('a file that is no database is set aside', () => {
  inFolder((folder) => {
    const path = join(folder, 'store.sqlite')
    writeFileSync(path, 'no database at all, and longer than the header that SQLite looks at'.repeat(20))
    explain(new Error('file is not a database'), path)
    expect(existsSync(path)).toBe(false)
    expect(existsSync(`${path}.damaged-1`)).toBe(true)
  })
})

test('R11: a failed read is damage where a fresh look finds the file damaged', () => {
  inFolder((folder) => {
    const path = join(folder, 'store.sqlite')
    writeFileSync(path, 'no database at all, and longer than the header that SQLite looks at'.repeat(20))
    expect(explain(new Error('disk I/O error'), path)).toMatchObject({ code: 'store-damaged' })
    expect(existsSync(`${path}.damaged-1`)).toBe(true)
  })
})

test('a failed read of a sound file is trouble with the disk, and the file stays', () => {
  inFolder((folder) => {
    const path = join(folder, 'store.sqlite')
    const sound = new DatabaseSync(path)
    sound.exec('create table kept (word text)')
    sound.close()
    expect(explain(new Error('disk I/O error'), path)).toMatchObject({ code: 'store-unwritable' })
    expect(existsSync(path)).toBe(true)
  })
})

function inFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'fullstop-open-'))
  try {
    work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
