// Where a mark does not stand: one search finds that out in passing, so that the next one need not read the same bytes.
import type { ByteSpan } from './line.ts'

/** None of these bytes belongs to the mark. They are whole lines. */
export interface Absence {
  readonly mark: string
  from: number
  to: number
}

export function absenceOf(mark: string): Absence {
  return { mark, from: -1, to: -1 }
}

/** To be told of whole lines, newest first. Only the oldest of them without a gap and without the mark are kept. */
export function noteAbsence(absence: Absence, { from, to }: ByteSpan, isThere: boolean): void {
  if (isThere) absence.to = from
  else if (absence.from !== to) absence.to = to
  absence.from = from
}

/** The mark does not begin in these bytes. */
export function isAbsent(absence: Absence | undefined, { from, to }: ByteSpan): boolean {
  return absence !== undefined && from >= absence.from && to <= absence.to
}
