// A runner that is started before its round is asked for: it gets what is asked, or ends.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disk } from '../../../adapters/platform/files/disk.ts'
import { files } from '../../../adapters/platform/files/files.ts'
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import type { World } from '../../world.ts'
import { announceRound, callOffRound, readAnnounced, whenAsked, whenHanded } from './announce-round.ts'
import { handTree, takeTree } from './hand-over.ts'
import { readRoundRequest, type RoundRequest } from './round-request.ts'
import { startRound } from './start-round.ts'

const asked = { root: '/', cause: 'claim', checks: [], mayReuse: true, counts: true } as const

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
  const counting = { disk, startSelf: () => void (started += 1) } as unknown as Workshop
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
