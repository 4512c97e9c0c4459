// Moments as agents tell them.

/** The end of this century: whatever lies behind it was not meant in seconds. */
const LATEST = 4_102_444_800

/** Seconds since 1970 to ISO 8601; undefined where that is no moment that anybody would wait for. */
export function toTime(seconds: unknown): string | undefined {
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds < LATEST)) return undefined
  return new Date(seconds * 1000).toISOString()
}
