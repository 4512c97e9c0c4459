// Old evidence goes, by age and by size; what is still running stays.
import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workshop } from '../../../adapters/platform/workshop.ts'
import { sweep } from './remove-old-logs.ts'
import { aliveFile } from '../../home/workspace.ts'
import type { World } from '../../world.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000

interface Place extends Disposable {
  readonly stateHome: string
  readonly add: (path: string, days: number, bytes?: number) => void
  readonly left: (folder: string) => string[]
  readonly sweep: () => Promise<void>
}

function place(): Place {
  const stateHome = mkdtempSync(join(tmpdir(), 'fullstop-sweep-'))
  const age = (path: string, days: number): void => {
    const at = new Date(NOW.getTime() - days * DAY_MS)
    utimesSync(path, at, at)
  }
  return {
    stateHome,
    add: (path, days, bytes = 3) => {
      const whole = join(stateHome, path)
      workshop.disk.writeWhole(whole, 'log')
      truncateSync(whole, bytes)
      age(whole, days)
      if (path.startsWith('runs/')) age(join(whole, '..'), days)
    },
    left: (folder) => readdirSync(join(stateHome, folder)).toSorted(),
    sweep: () => sweep({ stateHome, now: () => NOW } as World, workshop),
    [Symbol.dispose]: () => rmSync(stateHome, { recursive: true }),
  }
}

test('nothing there, nothing to do', async () => {
  using state = place()
  await state.sweep()
  expect(readdirSync(state.stateHome)).toEqual([])
})

test('runs are kept for 14 days, starts of tasks for 60', async () => {
  using state = place()
  state.add('runs/run_today/01.log', 0)
  state.add('runs/run_13/01.log', 13.9)
  state.add('runs/run_15/01.log', 14.1)
  state.add('starts/start_59.json', 59)
  state.add('starts/start_61.json', 61)
  await state.sweep()
  expect(state.left('runs')).toEqual(['run_13', 'run_today'])
  expect(state.left('starts')).toEqual(['start_59.json'])
})

test('more than 1 GiB of them: the oldest go', async () => {
  using state = place()
  const third = 400 * 1024 * 1024
  state.add('runs/run_1/01.log', 1, third)
  state.add('runs/run_2/01.log', 2, third)
  state.add('runs/run_3/01.log', 3, third)
  state.add('runs/run_4/01.log', 4, 3)
  await state.sweep()
  expect(state.left('runs')).toEqual(['run_1', 'run_2'])
})

test('a run that is still going on stays, however old', async () => {
  using state = place()
  state.add('runs/run_old/request.json', 20)
  const alive = workshop.takeLock(aliveFile(state, 'run_old'))
  state.add('runs/run_old/request.json', 20)
  await state.sweep()
  expect(state.left('runs')).toEqual(['run_old'])
  alive?.release()
  state.add('runs/run_old/request.json', 20)
  await state.sweep()
  expect(state.left('runs')).toEqual([])
})
