// What the process that asks for a round hands over to it, and how long the round waits for that.
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disk } from '../../adapters/platform/files/disk.ts'
import { files } from '../../adapters/platform/files/files.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import type { World } from '../world.ts'
import {
  announceRound,
  callOffRound,
  handSuspicions,
  handTree,
  readAnnounced,
  readRoundRequest,
  type RoundRequest,
  startRound,
  takeSuspicions,
  takeTree,
  whenAsked,
  whenHanded,
} from './round-request.ts'

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

test('S4: a request that a power cut damaged is none', () => {
  const stateHome = mkdtempSync(join(tmpdir(), 'fullstop-round-'))
  const world = { stateHome, env: {}, files, newId: () => 'run_1', now: () => new Date() } as unknown as World
  try {
    const request = startRound(world, shop, asked)
    expect(readRoundRequest(world, 'run_1')).toEqual(request)
    for (const left of ['', '\0'.repeat(300), JSON.stringify(request).slice(0, 50)]) {
      writeFileSync(join(stateHome, 'runs', 'run_1', 'request.json'), left)
      expect(readRoundRequest(world, 'run_1')).toBeUndefined()
    }
  } finally {
    rmSync(stateHome, { recursive: true, force: true })
  }
})

interface Announcing {
  readonly world: World
  readonly shop: Workshop
  /** Runners that were started. */
  readonly started: () => number
  readonly waits: () => Promise<RoundRequest | undefined>
}

/** A round is announced; while its runner waits, this happens at its third look. */
async function announced(
  act: (announcing: Announcing) => Promise<void>,
  { isAlive = () => true, happens = () => undefined }: Partial<Happening> = {},
): Promise<void> {
  const stateHome = mkdtempSync(join(tmpdir(), 'fullstop-round-'))
  let [started, sleeps] = [0, 0]
  const counting = { ...shop, startSelf: () => void (started += 1) } as unknown as Workshop
  const world = {
    stateHome,
    env: {},
    files,
    newId: () => 'run_2',
    processes: { self: 1, keyOf: () => '1-1', isAlive },
    now: () => new Date(Date.UTC(2026, 0, 1) + sleeps * 2),
    sleep: async () => {
      sleeps += 1
      if (sleeps === 3) happens(world, counting)
    },
  } as unknown as World
  try {
    announceRound(world, counting, { run: 'run_1', root: '/' }, undefined)
    const known = readAnnounced(world, 'run_1')
    if (!known) throw new Error('not announced')
    const waits = (): Promise<RoundRequest | undefined> => whenAsked(world, counting, known)
    await act({ world, shop: counting, started: () => started, waits })
  } finally {
    rmSync(stateHome, { recursive: true, force: true })
  }
}

interface Happening {
  readonly isAlive: () => boolean
  readonly happens: (world: World, shop: Workshop) => unknown
}

const ask = (world: World, ours: Workshop): RoundRequest =>
  startRound(world, ours, { ...asked, run: 'run_1' }, { isAnnounced: true })

test('S4: the runner of an announced round carries out what is asked for then', async () => {
  await announced(
    async ({ started, waits }) => {
      expect(await waits()).toMatchObject({ run: 'run_1', root: '/', cause: 'claim' })
      expect(started()).toBe(1)
    },
    { happens: ask },
  )
})

test('S4: the tree may come before the request, and after it no more', async () => {
  const tree = Buffer.from('tree')
  const hand = (world: World, ours: Workshop): void => handTree(world, ours, 'run_1', () => tree)
  await announced(
    async ({ world, shop: ours }) => {
      const known = readAnnounced(world, 'run_1')
      if (!known) throw new Error('not announced')
      await whenHanded(world, known)
      expect(takeTree(world, ours, known)).toEqual(tree)
    },
    { happens: hand },
  )
  await announced(async ({ world, shop: ours }) => {
    await whenHanded(world, ask(world, ours))
    expect(takeTree(world, ours, ask(world, ours))).toBeUndefined()
  })
})

test('S4: a round that was called off has no runner, and leaves nothing behind', async () => {
  await announced(
    async ({ world, started, waits }) => {
      expect(await waits()).toBeUndefined()
      expect(started()).toBe(1)
      expect(readAnnounced(world, 'run_1')).toBeUndefined()
    },
    { happens: (world, ours) => callOffRound(world, ours, 'run_1') },
  )
})

test('S4: a runner waits for no process that is gone, nor for long; what is asked for later gets another one', async () => {
  const cases: readonly Partial<Happening>[] = [{ isAlive: () => false }, {}]
  for (const happening of cases) {
    await announced(async ({ world, shop: ours, started, waits }) => {
      expect(await waits()).toBeUndefined()
      expect(ask(world, ours)).toMatchObject({ run: 'run_1' })
      expect(started()).toBe(2)
    }, happening)
  }
})

test('S4: a runner does not wait for ever where its announcement cannot be taken back', async () => {
  const move = (): never => {
    throw new Error('EROFS: read-only file system')
  }
  await announced(
    async ({ world, shop: ours }) => {
      const known = readAnnounced(world, 'run_1')
      if (!known) throw new Error('not announced')
      expect(await whenAsked(world, { ...ours, disk: { ...disk, move } }, known)).toBeUndefined()
    },
    { isAlive: () => false },
  )
})

test('S4: what was asked for is not called off, and who did not announce it starts a runner', async () => {
  await announced(async ({ world, shop: ours, started }) => {
    startRound(world, ours, { ...asked, run: 'run_1' })
    expect(started()).toBe(2)
    callOffRound(world, ours, 'run_1')
    expect(readRoundRequest(world, 'run_1')).toMatchObject({ run: 'run_1' })
  })
})

test('S4: calling a round off never fails', async () => {
  const remove = (): never => {
    throw new Error('ENOTEMPTY: directory not empty')
  }
  await announced(async ({ world, shop: ours }) => {
    expect(() => callOffRound(world, { ...ours, disk: { ...disk, remove } }, 'run_1')).not.toThrow()
  })
})
