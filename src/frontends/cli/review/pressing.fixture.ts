// Presses keys on a review screen without a terminal, for tests.
import type { ReviewMaterial } from '../../../contract/view/review.ts'
import { viewReview } from '../../../domain/view/review/review.ts'
import { materialWith, REVIEW_NOW } from '../../../domain/view/review/review.fixture.ts'
import { drawReview } from './draw.ts'
import type { DrawOptions } from './ink.ts'
import { decodeKeys } from './keys.ts'
import { openState, type ScreenState } from './state.ts'
import { type ReviewEffect, step } from './step.ts'

export const SMALL = { columns: 80, rows: 24 }

export interface Pressed {
  readonly state: ScreenState
  readonly effects: readonly ReviewEffect[]
}

export function opened(material: Partial<ReviewMaterial> = {}, size = SMALL): ScreenState {
  return openState(viewReview(materialWith(material)), size)
}

/** Keys as a terminal sends them. */
export function press(state: ScreenState, text: string): Pressed {
  let now = state
  const effects: ReviewEffect[] = []
  for (const key of decodeKeys(text).keys) {
    const stepped = step(now, { kind: 'key', key })
    now = stepped.state
    if (stepped.effect) effects.push(stepped.effect)
  }
  return { state: now, effects }
}

/** What is seen, without colours and without blanks at the ends of lines. */
export function screenOf(state: ScreenState, look: Partial<DrawOptions> = {}): string[] {
  return drawReview(state, { nowMs: REVIEW_NOW.getTime(), isPlain: false, colours: 'attributes', ...look }).rows.map(
    (row) => row.replaceAll(/\u001b\[[\d;]*m/g, '').trimEnd(),
  )
}

/** The row that the cursor is on. */
export function hereOf(state: ScreenState): string {
  return (
    screenOf(state)
      .find((row) => row.startsWith('▌'))
      ?.slice(1)
      .trim() ?? ''
  )
}
