// Moments by the reader's clock: ages that stay true while the page is open, and times of day.
import { signal } from '@preact/signals'

export const now = signal(Date.now())

export function startClock(): void {
  setInterval(() => {
    if (!document.hidden) now.value = Date.now()
  }, 10_000)
  document.addEventListener('visibilitychange', () => {
    now.value = Date.now()
  })
}

/** `just now`, `4 min`, `3 h`, `2 d`. */
export function ageText(at: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(at)) / 60_000)
  if (!(minutes >= 1)) return 'just now'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`
  return `${Math.floor(minutes / (24 * 60))} d`
}

const TIME = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const WHOLE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

export const timeOfDay = (at: string): string => formatted(TIME, at)
export const dayOf = (at: string): string => formatted(DAY, at)
export const wholeMoment = (at: string): string => formatted(WHOLE, at)

function formatted(format: Intl.DateTimeFormat, at: string): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? at : format.format(date)
}
