// What work costs, in CPU time of this process: a clock on the wall would measure what else the machine does.
import { expect } from 'bun:test'

/** Below this, the resolution of the CPU clock and the collector say more than the work does. */
const FLOOR_MS = 50
/** Twice the input costs twice as much where the work is linear, and four times where it is quadratic. */
const MOST = 3
const TRIES = 6

/**
 * The work costs at most three times as much as on half the input. One good try of several will do: noise only adds. The
 * collector's thresholds make a step at some sizes, so the later tries are twice as large: what is quadratic shows at both.
 */
export function expectLinear(size: number, work: (size: number) => unknown): void {
  const ratios: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const whole = attempt < TRIES / 2 ? size : size * 2
    const half = cpuMs(() => work(Math.floor(whole / 2)))
    const ratio = cpuMs(() => work(whole)) / Math.max(half, FLOOR_MS)
    if (ratio <= MOST) return
    ratios.push(ratio)
  }
  expect(Math.min(...ratios)).toBeLessThanOrEqual(MOST)
}

/** The work costs at most so many times what the yardstick costs, which must be no trifle. One good try will do. */
export function expectAtMost(most: number, yardstick: () => unknown, work: () => unknown): void {
  const ratios: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const ratio = cpuMs(work) / Math.max(cpuMs(yardstick), 1)
    if (ratio <= most) return
    ratios.push(ratio)
  }
  expect(Math.min(...ratios)).toBeLessThanOrEqual(most)
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
