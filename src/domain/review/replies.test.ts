// Which comments a message of the agent replies to, and with which words.
import { expect, test } from 'bun:test'
import type { ReviewComment } from '../../contract/view/review.ts'
import type { ReviewState } from '../../contract/state.ts'
import { ownLines } from '../strategies/grammar/markdown.ts'
import { feedbackText } from './feedback.ts'
import { repliesIn, type Reply } from './replies.ts'

const AT = '2026-11-15T12:00:00.000Z'
const comment = (id: string, more: Partial<ReviewComment> = {}): ReviewComment => ({
  id,
  path: 'src/a.ts',
  line: 3,
  side: 'new',
  lineText: 'const limit = 5',
  words: 'Why five?\nAnd why here?',
  at: AT,
  state: 'sent',
  batch: 1,
  ...more,
})
const sent = [
  comment('cmt_1'),
  comment('cmt_2', { line: 7, lastLine: 9, side: 'old', words: 'Rename it.' }),
  comment('cmt_4', { words: 'Why?' }),
  comment('cmt_3', { state: 'addressed', reply: { at: AT, what: 'By tool.' } }),
]
const review: ReviewState = {
  id: 'rev_1',
  kind: 'claim',
  openedAt: AT,
  because: [],
  comments: sent,
  batches: 1,
  feedback: { kind: 'changes', batch: 1, words: 'Nearly.' },
}
const ours = feedbackText(review) ?? ''
const again = feedbackText({ ...review, feedback: { kind: 'changes', batch: 2, words: 'Nearly.' } }) ?? ''

const first = (what: string): Reply => ({ comment: 'cmt_1', what })
const second = (what: string): Reply => ({ comment: 'cmt_2', what })

const cases: readonly (readonly [name: string, message: string, replies: readonly Reply[]])[] = [
  ['no id', 'I renamed it.', []],
  ['a line', 'cmt_1: Made it seven.', [first('Made it seven.')]],
  ['a sentence', 'Done.\n\nFor cmt_1 I made it\nseven.\n\nBye.', [first('For cmt_1 I made it\nseven.')]],
  ['an id at the start of a wrapped line', 'I made it seven, see\ncmt_1.', [first('I made it seven, see\ncmt_1.')]],
  ['a list', '- cmt_1: Seven.\n- cmt_2: Renamed.\n- Also the docs.', [first('Seven.'), second('Renamed.')]],
  ['a numbered list, bold', '1. **cmt_1**: Seven.\n2. **cmt_2:** Renamed.', [first('Seven.'), second('Renamed.')]],
  ['code marks and a dash', '* `cmt_1` — Seven.\n* `cmt_2` - Renamed.', [first('Seven.'), second('Renamed.')]],
  ['lines without a list', 'cmt_1 Seven.\ncmt_2: Renamed.', [first('cmt_1 Seven.'), second('Renamed.')]],
  [
    'a point that goes on',
    '- cmt_1: Seven,\n  as asked.\n\n  And tested.\n- More.',
    [first('Seven,\n  as asked.\n  And tested.')],
  ],
  [
    'points below a point',
    '- cmt_1\n  - Seven.\n  - Tested.\n- cmt_2\n  - Renamed.',
    [first('Seven.\n  - Tested.'), second('Renamed.')],
  ],
  [
    'below headings',
    '### cmt_1\n\nSeven.\n\n### cmt_2 (src/a.ts:7-9)\nRenamed.\n\nBye.',
    [first('Seven.'), second('Renamed.')],
  ],
  ['a list below a label', 'cmt_1:\n\n- Seven.\n- Tested.\n\nBye.', [first('Seven.\n- Tested.')]],
  [
    'a table',
    '| id | done |\n|---|---|\n| cmt_1 | Seven. |\n| cmt_2 | Renamed. |',
    [first('| cmt_1 | Seven. |'), second('| cmt_2 | Renamed. |')],
  ],
  [
    'two at once',
    'cmt_1 and cmt_2: both done.',
    [first('cmt_1 and cmt_2: both done.'), second('cmt_1 and cmt_2: both done.')],
  ],
  [
    'its own line before a summary',
    '- cmt_1: Seven.\n\nSo cmt_1 and cmt_2 are done.',
    [first('Seven.'), second('So cmt_1 and cmt_2 are done.')],
  ],
  ['the last word', 'cmt_1: Six.\n\ncmt_1: Seven, after all.', [first('Seven, after all.')]],
  ['a mark alone', '- cmt_1 ✅\n- cmt_2 ✓', [first('cmt_1 ✅'), second('cmt_2 ✓')]],
  ['the claim below it', 'cmt_1: Seven.\n<promise>COMPLETE</promise>', [first('Seven.')]],
  ['the token below it', 'cmt_1: Seven.\nFULLSTOP_DONE::0a-1b', [first('Seven.')]],
  ['other line ends', 'cmt_1: Seven.\r\ncmt_2: Renamed.\r\n', [first('Seven.'), second('Renamed.')]],
  ['ids alone', '- cmt_1\n- cmt_2\n\nAll done.', []],
  ['answered by tool already', 'cmt_3: Once more.', []],
  ['a longer id, a path', 'cmt_12: no. See src/cmt_1 and cmt_1_b.', []],
  ['a code fence', '```\ncmt_1: Seven.\n```\n\n~~~\ncmt_2: Renamed.\n~~~', []],
  ['a quotation', '> cmt_1: Seven.\n\nHm.', []],
  ['our feedback', ours, []],
  ['our feedback, sent again', again, []],
  [
    'our feedback, quoted',
    ours
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
    [],
  ],
  ['our feedback, then a reply', `${ours}\n\ncmt_2: Renamed.`, [second('Renamed.')]],
  ['a comment repeated in a line', '- cmt_1 src/a.ts:3: Why five? And why here?\n- **cmt_2** "Rename it."', []],
  ['a comment of one word, repeated', 'cmt_4 src/a.ts:3\nWhy?', []],
  [
    'below each comment',
    'cmt_1 src/a.ts:3\n  > const limit = 5\n  Why five?\n  And why here?\nSeven.\n\ncmt_2 src/a.ts:7-9 (as it was before your change)\n  Rename it.\n\nRenamed.',
    [first('Seven.'), second('Renamed.')],
  ],
]

test.each(cases)('%s', (_name, message, replies) => expect(repliesIn(ownLines(message), sent)).toEqual([...replies]))
