// A request as it is read back from the disk.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disk } from '../../../adapters/platform/files/disk.ts'
import { files } from '../../../adapters/platform/files/files.ts'
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import type { World } from '../../world.ts'
import { readRoundRequest } from './round-request.ts'
import { startRound } from './start-round.ts'

const shop = { disk, startSelf: () => undefined } as unknown as Workshop
const asked = { root: '/', cause: 'claim', checks: [], mayReuse: true, counts: true } as const

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
