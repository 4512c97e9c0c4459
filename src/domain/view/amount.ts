// Numbers as short text: counts, durations and money. The time of day is left to front ends, which know the reader's zone.

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const UNITS = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** `940`, `9.4k`, `123k`, `1.2M`: rounded down. */
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

/** How long something took: `850ms`, `1.2s`, `12s`, `1m05s`, `2h03m`, `2d03h`. The one way to write a duration for people. */
export function duration(ms: number): string {
  const all = Math.max(0, Math.round(ms))
  if (all < SECOND) return `${all}ms`
  return all < 9.95 * SECOND ? `${(all / SECOND).toFixed(1)}s` : inUnits(Math.round(all / SECOND) * SECOND)
}

/** A time that passes, as a clock shows it: in whole seconds, rounded down. */
export function shortTime(ms: number): string {
  return inUnits(Math.max(0, Math.floor(ms)))
}

/** How long a check has been running: it counts up in tenths. */
export function lasted(ms: number): string {
  return ms >= 0 && ms < 10 * SECOND ? `${(Math.floor(ms / 100) / 10).toFixed(1)}s` : shortTime(ms)
}

/** The remaining time, rounded up: `0s` means that the time is up. */
export function timeLeft(ms: number): string {
  return shortTime(Math.ceil(ms / SECOND) * SECOND)
}

/** The two largest units, rounded down. */
function inUnits(ms: number): string {
  if (!Number.isFinite(ms)) return '?'
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)}s`
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m${twoDigits((ms % MINUTE) / SECOND)}s`
  if (ms < DAY) return `${Math.floor(ms / HOUR)}h${twoDigits((ms % HOUR) / MINUTE)}m`
  return `${Math.floor(ms / DAY)}d${twoDigits((ms % DAY) / HOUR)}h`
}

/** How long ago, in the largest unit: `59s`, `3m`, `4h`, `2d`. */
export function age(from: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(from)) / SECOND))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`
  return `${Math.floor(seconds / 86_400)}d`
}

export function dollars(amount: number): string {
  if (!Number.isFinite(amount)) return '?'
  const most = Math.max(0, amount)
  return most < 1000 ? `$${most.toFixed(2)}` : `$${shortCount(most)}`
}

function twoDigits(count: number): string {
  return `${Math.floor(count)}`.padStart(2, '0')
}

/** `940 bytes`, `12 KB`, `5.2 MB`. */
export function byteText(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`
}
