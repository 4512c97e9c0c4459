// Our own files: whole, for our eyes only, listed with age and size.
import { expect, test } from 'bun:test'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disk } from './disk.ts'

function folder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'fullstop-disk-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

test('writes whole, for our eyes only, and makes the folders', () => {
  using room = folder()
  const path = join(room.path, 'a', 'b', 'file.json')
  disk.writeWhole(path, 'ä\n'.repeat(100_000))
  expect(readFileSync(path, 'utf8')).toBe('ä\n'.repeat(100_000))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(room.path, 'a')).mode & 0o777).toBe(0o700)
  disk.writeWhole(path, 'short')
  expect(readFileSync(path, 'utf8')).toBe('short')
  expect(readdirSync(join(room.path, 'a', 'b'))).toEqual(['file.json'])
})

test('what cannot be written throws and leaves nothing', () => {
  using room = folder()
  writeFileSync(join(room.path, 'file'), '')
  expect(() => disk.writeWhole(join(room.path, 'file', 'inside'), 'x')).toThrow()
  mkdirSync(join(room.path, 'folder', 'full'), { recursive: true })
  expect(() => disk.writeWhole(join(room.path, 'folder'), 'x')).toThrow()
  expect(readdirSync(join(room.path, 'folder'))).toEqual(['full'])
})

test('removes files and folders, and what is not there', () => {
  using room = folder()
  disk.writeWhole(join(room.path, 'a', 'b'), 'x')
  disk.remove(join(room.path, 'a'))
  disk.remove(join(room.path, 'a'))
  expect(readdirSync(room.path)).toEqual([])
})

test('lists with age and size, folders counted whole, links not followed', () => {
  using room = folder()
  disk.writeWhole(join(room.path, 'runs', 'one', 'deep', 'log'), '12345')
  disk.writeWhole(join(room.path, 'runs', 'one', 'log'), '123')
  disk.writeWhole(join(room.path, 'runs', 'file'), '12')
  symlinkSync('/', join(room.path, 'runs', 'one', 'root'))
  const then = new Date('2026-01-01T00:00:00Z')
  utimesSync(join(room.path, 'runs', 'one'), then, then)
  const listed = disk.list(join(room.path, 'runs'))
  const one = listed.find(({ name }) => name === 'one')
  expect(listed.map(({ name }) => name).toSorted()).toEqual(['file', 'one'])
  expect([one?.changedMs, one?.bytes]).toEqual([then.getTime(), 5 + 3 + '/'.length])
  expect(disk.list(join(room.path, 'none'))).toEqual([])
  expect(disk.list(join(room.path, 'runs', 'file'))).toEqual([])
})

test('names with a slash after folders', () => {
  using room = folder()
  disk.writeWhole(join(room.path, 'src', 'a.ts'), '')
  disk.writeWhole(join(room.path, 'package.json'), '')
  expect([...disk.names(room.path)].toSorted()).toEqual(['package.json', 'src/'])
  expect(disk.names(join(room.path, 'none'))).toEqual([])
})

test('knows the room that is left, or that it does not know', () => {
  expect(disk.room(tmpdir())?.bytes).toBeGreaterThan(0)
  expect(disk.room('/no/such/folder')).toBeUndefined()
})
