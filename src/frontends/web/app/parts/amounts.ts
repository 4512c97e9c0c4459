// Numbers as short text.

/** `850 ms`, `12 s`, `3 min 5 s`, `14 min`, `1 h 4 min`. */
export function shortTime(ms: number): string {
  if (!Number.isFinite(ms)) return '?'
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return joined(Math.floor(seconds / 60), 'min', seconds % 60, 's')
  return joined(Math.floor(seconds / 3600), 'h', Math.floor((seconds % 3600) / 60), 'min')
}

function joined(count: number, unit: string, rest: number, smaller: string): string {
  return rest === 0 || count >= 10 ? `${count} ${unit}` : `${count} ${unit} ${rest} ${smaller}`
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
