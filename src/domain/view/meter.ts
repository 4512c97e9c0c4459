// How much of a limit is used, and whether that is worth a warning.
import type { Meter } from '../../contract/view/run-view.ts'
import type { Tone } from './part.ts'

const WARN_FROM = 0.8

/** From 0 to 1. Without a limit 0; with a limit of nothing 1. */
export function shareOf({ used, limit }: Meter): number {
  if (limit === undefined) return 0
  const share = limit > 0 ? used / limit : 1
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}

export function toneOf(meter: Meter): Tone | undefined {
  const share = shareOf(meter)
  if (share >= 1) return 'bad'
  return share >= WARN_FROM ? 'warn' : undefined
}
