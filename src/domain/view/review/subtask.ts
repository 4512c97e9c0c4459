// A subtask as its task's review and story show it: one line for how it stands, and its own words below.
import type { ReviewSubtask } from '../../../contract/view/review.ts'
import { oneLine } from '../../text/printable.ts'
import type { Tone } from '../part.ts'

const MOST_TEXT = 600

export interface SubtaskView {
  /** `task_a1 completed: Port the parser` */
  readonly head: string
  readonly tone: Tone
  /** Why it stands so, what its agent said, its checks, and what is left. */
  readonly lines: readonly string[]
}

export function viewSubtask({ id, title = '', status, outcome, ...told }: ReviewSubtask): SubtaskView {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['Why', told.why],
    ['Claimed', told.summary],
    ['Checks', told.evidence],
    ['Left to do', told.remainingWork],
    ['Answer it', status === 'awaiting-review' ? `fullstop review ${id}` : undefined],
  ]
  return {
    head: `${id} ${outcome ?? status}: ${oneLine(title, 200)}`,
    tone: outcome === 'completed' ? 'good' : 'warn',
    lines: lines.flatMap(([label, text = '']) => (text.trim() === '' ? [] : [`${label}: ${oneLine(text, MOST_TEXT)}`])),
  }
}
