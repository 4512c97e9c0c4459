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

/** `12s`, `3m12s`, `1h04m`, `2d03h`: a time that passes, rounded down. */
export function shortTime(ms: number): string {
  if (!Number.isFinite(ms)) return '?'
  const all = Math.max(0, Math.floor(ms))
  if (all < MINUTE) return `${Math.floor(all / SECOND)}s`
  if (all < HOUR) return `${Math.floor(all / MINUTE)}m${twoDigits((all % MINUTE) / SECOND)}s`
  if (all < DAY) return `${Math.floor(all / HOUR)}h${twoDigits((all % HOUR) / MINUTE)}m`
  return `${Math.floor(all / DAY)}d${twoDigits((all % DAY) / HOUR)}h`
}

/** How long a check took or takes: with tenths below ten seconds. */
export function lasted(ms: number): string {
  return ms >= 0 && ms < 10 * SECOND ? `${(Math.floor(ms / 100) / 10).toFixed(1)}s` : shortTime(ms)
}

/** The remaining time, rounded up: `0s` means that the time is up. */
export function timeLeft(ms: number): string {
  return shortTime(Math.ceil(ms / SECOND) * SECOND)
}

/** How long something took: `50 ms`, `1.2 s`, `9 s`, `1 min 5 s`, `2 h 3 min`. */
export function tookText(ms: number): string {
  if (!Number.isFinite(ms)) return '?'
  const all = Math.max(0, Math.round(ms))
  if (all < SECOND) return `${all} ms`
  if (all < 9.95 * SECOND) return `${Number((all / SECOND).toFixed(1))} s`
  const seconds = Math.round(all / SECOND)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return joined(minutes, 'min', seconds % 60, 's')
  return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
}

function joined(count: number, unit: string, rest: number, smaller: string): string {
  return rest === 0 ? `${count} ${unit}` : `${count} ${unit} ${rest} ${smaller}`
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
