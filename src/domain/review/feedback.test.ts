// What the agent reads after an answer: the words, and each comment of the batch with its id, place and line.
import { expect, test } from 'bun:test'
import type { ReviewComment } from '../../contract/view/review.ts'
import type { ReviewState } from '../../contract/state.ts'
import { feedbackText } from './feedback.ts'

const AT = '2026-11-15T12:00:00.000Z'
const comment = (id: string, more: Partial<ReviewComment> = {}): ReviewComment => ({
  id,
  path: 'src/a.ts',
  line: 3,
  side: 'new',
  lineText: 'const limit = 5',
  words: 'Why five?',
  at: AT,
  state: 'sent',
  batch: 2,
  ...more,
})
const review = (more: Partial<ReviewState>): ReviewState => ({
  id: 'rev_1',
  kind: 'claim',
  openedAt: AT,
  because: [],
  comments: [],
  batches: 2,
  ...more,
})
const REPLY =
  'Say for each comment what you did about it: call address_comment {id, what}, or name its id in your answer.'

const cases: readonly (readonly [string, ReviewState | undefined, string | undefined])[] = [
  ['no review', undefined, undefined],
  ['all told', review({ comments: [comment('cmt_1')] }), undefined],
  [
    'words alone',
    review({ feedback: { kind: 'changes', batch: 2, words: 'Use the cache.' } }),
    'Please address this feedback: Use the cache.',
  ],
  [
    'words and comments of this batch, then what is still open',
    review({
      feedback: { kind: 'changes', batch: 2, words: 'Nearly.' },
      comments: [
        comment('cmt_0', { batch: 1 }),
        comment('cmt_9', { batch: 1, state: 'addressed', reply: { at: AT, what: 'Done.' } }),
        comment('cmt_1', { words: 'Why five?\nAnd why here?' }),
        comment('cmt_2', { line: 7, lastLine: 9, side: 'old', path: 'b.ts', lineText: 'old()' }),
        comment('cmt_3', { state: 'draft' }),
      ],
    }),
    [
      'Please address this feedback: Nearly.',
      'cmt_1 src/a.ts:3\n  > const limit = 5\n  Why five?\n  And why here?',
      'cmt_2 b.ts:7-9 (as it was before your change)\n  > old()\n  Why five?',
      'Still open from before:',
      'cmt_0 src/a.ts:3\n  > const limit = 5\n  Why five?',
      REPLY,
    ].join('\n\n'),
  ],
  [
    'words alone, while an earlier comment is open',
    review({
      feedback: { kind: 'changes', batch: 2, words: 'Once more.' },
      comments: [comment('cmt_0', { batch: 1 })],
    }),
    [
      'Please address this feedback: Once more.',
      'Still open from before:',
      'cmt_0 src/a.ts:3\n  > const limit = 5\n  Why five?',
      REPLY,
    ].join('\n\n'),
  ],
  [
    'a comment without words beside it',
    review({ feedback: { kind: 'changes', batch: 2 }, comments: [comment('cmt_1')] }),
    `Please address this feedback: 1 comment\n\ncmt_1 src/a.ts:3\n  > const limit = 5\n  Why five?\n\n${REPLY}`,
  ],
  [
    'a comment on an empty line',
    review({ feedback: { kind: 'changes', batch: 2 }, comments: [comment('cmt_1', { lineText: '  ' })] }),
    `Please address this feedback: 1 comment\n\ncmt_1 src/a.ts:3\n  > (empty line)\n  Why five?\n\n${REPLY}`,
  ],
  [
    'an answer',
    review({ feedback: { kind: 'answer', words: 'The first.' } }),
    'The user answers your question: The first.',
  ],
]

test.each(cases)('%s', (_name, given, text) => expect(feedbackText(given)).toBe(text))
