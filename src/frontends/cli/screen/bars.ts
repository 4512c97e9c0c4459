// The bar of a meter, and the time of day on the reader's clock.
import { type Frame, glyphsOf } from './frame.ts'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** Hours and minutes; with the weekday if it is not today. */
export function timeOfDay(ms: number, nowMs: number): string {
  const at = new Date(ms)
  if (Number.isNaN(at.getTime())) return '?'
  const clock = `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
  return at.toDateString() === new Date(nowMs).toDateString() ? clock : `${WEEKDAYS[at.getDay()]} ${clock}`
}

/** `▕███████░░░░░▏`: `cells` wide between its ends. A full bar means used up. */
export function bar(share: number, cells: number, frame: Pick<Frame, 'isPlain'>): string {
  const { left, full, free, right } = glyphsOf(frame).bar
  const filled = Math.floor(share * cells)
  return `${left}${full.repeat(filled)}${free.repeat(cells - filled)}${right}`
}

function twoDigits(count: number): string {
  return `${count}`.padStart(2, '0')
}
