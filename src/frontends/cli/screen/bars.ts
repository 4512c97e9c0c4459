// Numbers, times and bars, as short as they are still useful.
import type { Meter } from '../../../contract/run-view.ts'
import { type Frame, glyphsOf, type Tone } from './frame.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const UNITS = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const
const WARN_FROM = 0.8

/** `940`, `9.4k`, `123k`, `1.2M`: never more than is there. */
export function shortCount(count: number): string {
  if (!Number.isFinite(count)) return '?'
  const most = Math.max(0, Math.floor(count))
  for (const [size, unit] of UNITS) {
    if (most < size) continue
    const tenths = Math.floor((most * 10) / size)
    return `${tenths < 100 && tenths % 10 !== 0 ? (tenths / 10).toFixed(1) : Math.floor(tenths / 10)}${unit}`
  }
  return `${most}`
}

/** `12s`, `3m12s`, `1h04m`, `2d03h`. */
export function shortTime(ms: number): string {
  if (!Number.isFinite(ms)) return '?'
  const all = Math.max(0, Math.floor(ms))
  if (all < MINUTE) return `${Math.floor(all / SECOND)}s`
  if (all < HOUR) return `${Math.floor(all / MINUTE)}m${twoDigits((all % MINUTE) / SECOND)}s`
  if (all < DAY) return `${Math.floor(all / HOUR)}h${twoDigits((all % HOUR) / MINUTE)}m`
  return `${Math.floor(all / DAY)}d${twoDigits((all % DAY) / HOUR)}h`
}

/** How long a check took or takes: with tenths while that is short. */
export function lasted(ms: number): string {
  return ms >= 0 && ms < 10 * SECOND ? `${(Math.floor(ms / 100) / 10).toFixed(1)}s` : shortTime(ms)
}

/** What is left, rounded up: only what is over has nothing left. */
export function timeLeft(ms: number): string {
  return shortTime(Math.ceil(ms / SECOND) * SECOND)
}

export function dollars(amount: number): string {
  if (!Number.isFinite(amount)) return '?'
  const most = Math.max(0, amount)
  return most < 1000 ? `$${most.toFixed(2)}` : `$${shortCount(most)}`
}

/** As the reader's clock shows it; with the day where it is not today. */
export function timeOfDay(ms: number, nowMs: number): string {
  const at = new Date(ms)
  if (Number.isNaN(at.getTime())) return '?'
  const clock = `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
  return at.toDateString() === new Date(nowMs).toDateString() ? clock : `${WEEKDAYS[at.getDay()]} ${clock}`
}

/** From 0 to 1; without a limit 0, over a limit of nothing 1. */
export function shareOf({ used, limit }: Meter): number {
  if (limit === undefined) return 0
  const share = limit > 0 ? used / limit : 1
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}

/** Absent: nothing to worry about. */
export function toneOf(meter: Meter): Tone | undefined {
  const share = shareOf(meter)
  if (share >= 1) return 'bad'
  return share >= WARN_FROM ? 'warn' : undefined
}

/** `▕███████░░░░░▏`, `cells` without its ends. Full means used up. */
export function bar(share: number, cells: number, frame: Pick<Frame, 'isPlain'>): string {
  const { left, full, free, right } = glyphsOf(frame).bar
  const filled = Math.floor(share * cells)
  return `${left}${full.repeat(filled)}${free.repeat(cells - filled)}${right}`
}

function twoDigits(count: number): string {
  return `${Math.floor(count)}`.padStart(2, '0')
}
