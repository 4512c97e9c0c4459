// Numbers as short text.

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** As the command line writes it: `850ms`, `1.2s`, `12s`, `1m05s`, `2h03m`, `2d03h`. */
export function shortTime(ms: number): string {
  if (!Number.isFinite(ms)) return '?'
  if (ms < SECOND) return `${Math.round(ms)}ms`
  if (ms < 9.95 * SECOND) return `${(ms / SECOND).toFixed(1)}s`
  const all = Math.round(ms / SECOND) * SECOND
  if (all < MINUTE) return `${all / SECOND}s`
  if (all < HOUR) return `${Math.floor(all / MINUTE)}m${twoDigits((all % MINUTE) / SECOND)}s`
  if (all < DAY) return `${Math.floor(all / HOUR)}h${twoDigits((all % HOUR) / MINUTE)}m`
  return `${Math.floor(all / DAY)}d${twoDigits((all % DAY) / HOUR)}h`
}

function twoDigits(count: number): string {
  return `${Math.floor(count)}`.padStart(2, '0')
}

/** `940`, `9.4k`, `1.2M`. */
export function shortCount(count: number): string {
  if (count >= 1e6) return `${inTenths(count / 1e6)}M`
  return count >= 1e3 ? `${inTenths(count / 1e3)}k` : `${count}`
}

function inTenths(count: number): string {
  return count < 100 ? `${Number(count.toFixed(1))}` : count.toFixed(0)
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${Math.round((100 * part) / whole)} %`
}
