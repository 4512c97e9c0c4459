// The table of text detectors, and the one function that tries them in order.
import type { Detector, Match, Reading, Strategy } from './detector.ts'
import { doneToken } from './done-token.ts'
import { heuristic } from './heuristic.ts'
import { promiseTag } from './promise-tag.ts'
import { relaxedTag } from './relaxed-tag.ts'

export const detectors: Readonly<Record<Strategy, Detector>> = {
  'done-token': doneToken,
  'promise-tag': promiseTag,
  'relaxed-tag': relaxedTag,
  heuristic,
}

export interface Detection {
  readonly match: Match | null
  /** Why near misses of the strategies tried did not count, each with the name of its strategy. */
  readonly reasons: readonly string[]
}

/** Never throws; a strategy that reads no text (or that we do not know) finds nothing. */
export function detect(reading: Reading, strategies: readonly Strategy[]): Detection {
  const reasons: string[] = []
  for (const strategy of strategies) {
    const detector = Object.hasOwn(detectors, strategy) ? detectors[strategy] : null
    if (!detector) reasons.push(`${strategy}: there is no such strategy`)
    const finding = detector?.(reading)
    if (finding?.found) return { match: finding, reasons }
    for (const reason of finding?.because ?? []) reasons.push(`${strategy}: ${reason}`)
  }
  return { match: null, reasons }
}
