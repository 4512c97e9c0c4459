// A lock that a dead process cannot hold.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLocked, takeLock } from './lock.ts'

function folder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'fullstop-lock-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

/** Another process that holds the lock until it is killed. */
async function holder(path: string): Promise<Bun.Subprocess & Disposable> {
  const script = `
    import { takeLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))}
    const lock = takeLock(${JSON.stringify(path)})
    console.log(lock === undefined ? 'refused' : 'taken')
    // Kept in use: what nobody refers to is closed when memory is tidied up.
    setInterval(() => lock?.release, 1000)
  `
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
  const { value } = await child.stdout.getReader().read()
  if (new TextDecoder().decode(value) !== 'taken\n') child.kill('SIGKILL')
  return Object.assign(child, { [Symbol.dispose]: () => child.kill('SIGKILL') })
}

test('taken, refused, released, taken again', () => {
  using room = folder()
  const path = join(room.path, 'a.lock')
  expect(isLocked(path)).toBe(false)
  const lock = takeLock(path)
  expect(lock).toBeDefined()
  expect([isLocked(path), takeLock(path)]).toEqual([true, undefined])
  lock?.release()
  expect(isLocked(path)).toBe(false)
  takeLock(path)?.release()
})

test('two locks are two locks', () => {
  using room = folder()
  const one = takeLock(join(room.path, 'one.lock'))
  const other = takeLock(join(room.path, 'other.lock'))
  expect([one !== undefined, other !== undefined]).toEqual([true, true])
  one?.release()
  other?.release()
})

test('a process that was killed holds nothing', async () => {
  using room = folder()
  const path = join(room.path, 'a.lock')
  using child = await holder(path)
  expect([isLocked(path), takeLock(path)]).toEqual([true, undefined])
  child.kill('SIGKILL')
  await child.exited
  expect(isLocked(path)).toBe(false)
  const lock = takeLock(path)
  expect(lock).toBeDefined()
  lock?.release()
})

test('where its file cannot be made, it throws, and nothing is locked', () => {
  using room = folder()
  expect(() => takeLock(join(room.path, 'none', 'a.lock'))).toThrow()
  expect(isLocked(join(room.path, 'none', 'a.lock'))).toBe(false)
})

test('a file that is no lock of ours is never taken for a held one', () => {
  using room = folder()
  const path = join(room.path, 'a.lock')
  writeFileSync(path, 'something else, longer than the head of a database '.repeat(20))
  expect(isLocked(path)).toBe(false)
})
