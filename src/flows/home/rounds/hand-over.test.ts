// What the process that asks for a round hands over to it, and how long the round waits for that.
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disk } from '../../../adapters/platform/files/disk.ts'
import { files } from '../../../adapters/platform/files/files.ts'
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import type { World } from '../../world.ts'
import { handSuspicions, takeSuspicions } from './hand-over.ts'
import type { RoundRequest } from './round-request.ts'
import { startRound } from './start-round.ts'

const shop = { disk, startSelf: () => undefined } as unknown as Workshop
const asked = {
  root: '/',
  cause: 'claim',
  checks: [],
  mayReuse: true,
  counts: true,
  proof: { when: 'suspicion', timeMs: 1, checks: [], by: '1:1' },
} as const

interface Taken {
  readonly suspicions: number | undefined
  readonly sleeps: number
}

/** What the round is told if this happens in its first sleep, or before it begins to wait; and how often it slept. */
async function taken(
  happens: (world: World, stateHome: string) => void,
  when: 'before' | 'meanwhile' = 'meanwhile',
): Promise<Taken> {
  const stateHome = mkdtempSync(join(tmpdir(), 'fullstop-round-'))
  let sleeps = 0
  const world = {
    stateHome,
    env: {},
    newId: () => 'run_1',
    files,
    processes: { isAlive: () => true },
    now: () => new Date(Date.UTC(2026, 0, 1) + sleeps * 1000),
    sleep: async () => {
      sleeps += 1
      if (sleeps === 1 && when === 'meanwhile') happens(world, stateHome)
    },
  } as unknown as World
  try {
    const request: RoundRequest = startRound(world, shop, asked)
    if (when === 'before') happens(world, stateHome)
    return { suspicions: await takeSuspicions(world, request), sleeps }
  } finally {
    rmSync(stateHome, { recursive: true, force: true })
  }
}

test('a round waits for the number of suspicions while the process that asked reads the change', async () => {
  expect(await taken((world) => handSuspicions(world, shop, 'run_1', 12))).toEqual({ suspicions: 12, sleeps: 1 })
  expect(await taken((world) => handSuspicions(world, shop, 'run_1', 0), 'before')).toEqual({
    suspicions: 0,
    sleeps: 0,
  })
  expect((await taken(() => undefined)).suspicions).toBeUndefined()
})

test('R11: it waits no longer where the number cannot come', async () => {
  const unread = (world: World): void => handSuspicions(world, shop, 'run_1', undefined)
  expect(await taken(unread)).toEqual({ suspicions: undefined, sleeps: 1 })
  const full = (world: World, stateHome: string): void => {
    const noRoom = (): never => {
      throw new Error('ENOSPC: no space left on device')
    }
    const { writeQuickly: _, ...rest } = disk
    handSuspicions(world, { ...shop, disk: { ...rest, writeQuickly: noRoom } }, 'run_1', 3)
    expect(files.exists(join(stateHome, 'runs', 'run_1', 'request.json'))).toBe(true)
  }
  expect(await taken(full)).toEqual({ suspicions: undefined, sleeps: 1 })
  const replaced = (world: World, stateHome: string): void => {
    rmSync(join(stateHome, 'runs'), { recursive: true })
    writeFileSync(join(stateHome, 'runs'), '')
    handSuspicions(world, shop, 'run_1', 3)
  }
  expect(await taken(replaced)).toEqual({ suspicions: undefined, sleeps: 1 })
  const gone = (_: World, stateHome: string): void => {
    rmSync(join(stateHome, 'runs'), { recursive: true })
    mkdirSync(join(stateHome, 'runs'))
  }
  expect(await taken(gone, 'before')).toEqual({ suspicions: undefined, sleeps: 0 })
})
