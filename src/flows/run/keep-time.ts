// Sees to it that only work counts as time of a task: what the clock skipped is recorded as soon as it is seen.
import { readStintEnd, readStintRan } from '../home/stint-files.ts'
import type { RunTask } from '../../contract/state.ts'
import { stamp, type World } from '../world.ts'
import { loadRun, type Supervising } from './supervising.ts'
import { clockSkips, STEP_MS } from '../stint/working-time.ts'

/** A host writes down how long its agent ran every five seconds, and takes a moment to start. */
const TOLERANCE_MS = 10_000

export interface TimeKeeping {
  /** Records what the clock skipped since the last look. Call it before the time is judged. */
  readonly note: () => Promise<void>
  readonly stop: () => void
}

export function keepTime(supervising: Supervising): TimeKeeping {
  const { world } = supervising
  const skips = clockSkips(world)
  const over = new AbortController()
  const note = async (): Promise<void> => {
    const ms = skips()
    if (ms !== 0) await recordSkip(world, await loadRun(supervising), ms)
  }
  const looking = async (): Promise<void> => {
    for (; !over.signal.aborted; await world.sleep(STEP_MS)) await note()
  }
  looking().catch(() => {
    // A store that cannot be used fails the run itself, with its own words.
  })
  return {
    note,
    stop: () => over.abort(),
  }
}

/** While nobody supervised, the host alone counted: what the clock told beyond that was no work. */
export async function noteHostTime(world: World, task: RunTask, until: string): Promise<void> {
  const { stint, tick, phase } = task.run
  if (!stint || phase !== 'running') return
  const ranMs = readStintEnd(world, stint.id)?.ranMs ?? readStintRan(world, stint.id)
  if (ranMs === undefined) return
  const ms = Date.parse(until) - Date.parse(tick) - ranMs
  // A program that was told more than once has run for longer than since the last time.
  const isSkipped = stint.told === undefined ? Math.abs(ms) > TOLERANCE_MS : ms > TOLERANCE_MS
  if (isSkipped) await recordSkip(world, task, ms)
}

async function recordSkip(world: World, { session, id: task }: RunTask, ms: number): Promise<void> {
  await world.store.append([{ ...stamp(world), kind: 'clock.skipped', session, task, ms }])
}
