// How a review was answered, in words, for each way in which it can end.
import { expect, test } from 'bun:test'
import type { ReviewEnd } from '../../contract/view/review.ts'
import { endText } from './end-text.ts'

const at = '2026-11-15T12:00:00.000Z'
const by = { name: 'ana', by: 'terminal' } as const

const cases: readonly (readonly [ReviewEnd, string])[] = [
  [{ kind: 'approve', at, by }, 'ana (at a terminal) approved 3 minutes ago'],
  [{ kind: 'reject', at, by, words: 'No,\nnever.' }, 'ana (at a terminal) rejected it 3 minutes ago: No, never.'],
  [
    { kind: 'request-changes', at, by: { by: 'script' }, words: 'Use it.' },
    'somebody by script asked for changes 3 minutes ago: Use it.',
  ],
  [{ kind: 'answer', at, by, words: 'The first.' }, 'ana (at a terminal) answered 3 minutes ago: The first.'],
  [{ kind: 'prompt', at }, 'the user went on with a prompt 3 minutes ago'],
  [{ kind: 'resumed', at }, 'the user resumed the task 3 minutes ago'],
  [{ kind: 'cancelled', at }, 'the user cancelled the task 3 minutes ago'],
]

test.each(cases)('%j', (end, text) => expect(endText(end, new Date('2026-11-15T12:03:10.000Z'))).toBe(text))
