// How old something is, in words. Clocks differ between machines: a time ahead of ours counts as now.
import { plural } from './plural.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export function ageText(at: string, now: Date): string {
  const age = now.getTime() - Date.parse(at)
  if (Number.isNaN(age)) return 'at an unknown time'
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return counted(age / MINUTE, 'minute')
  if (age < DAY) return counted(age / HOUR, 'hour')
  return counted(age / DAY, 'day')
}

function counted(amount: number, unit: string): string {
  return `${plural(Math.floor(amount), unit)} ago`
}
