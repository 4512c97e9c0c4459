// A lock that others look at now and then, on a machine that may stop them in the middle of it.
import { expect, test } from 'bun:test'
import { takeLockPatiently } from './take-lock.ts'

const lock = { release: () => undefined }

test('R11: whoever is stopped in the middle of a look for half a second does not keep the lock from us', async () => {
  let ms = 0
  const world = { sleep: async (forMs: number) => void (ms += forMs) }
  const shop = { takeLock: () => (ms < 500 ? undefined : lock) }
  expect(await takeLockPatiently(world, shop, 'a')).toBe(lock)
})

test('somebody who holds it for good is given way to', async () => {
  expect(await takeLockPatiently({ sleep: async () => undefined }, { takeLock: () => undefined }, 'a')).toBeUndefined()
})
