// Whole screens of the review at 80x24, and the looks of single rows.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../../test/cost.ts'
import { checkWith, commentWith, fileWith, REVIEW_NOW } from '../../../domain/view/review/review.fixture.ts'
import { drawReview } from './draw.ts'
import type { ColourRange } from '../screen/colours.ts'
import { toUpdate } from './open-review.ts'
import { opened, press, screenOf, SMALL } from './pressing.fixture.ts'

test('where it opens', () => {
  expect(screenOf(opened())).toEqual([
    ' Review task_7k3f9qz1 · claim 2 · Add retries to the uploader        waiting 5m',
    '▌Why it waits',
    '    A test was skipped, so a person has the last word.',
    '',
    ' Request',
    '    Add retries with backoff to the uploader, with tests.  2h ago',
    '    Please address this feedback: three tries are enough.  1h ago',
    '',
    ' Claim 2: success',
    '    The uploader retries three times with backoff.  7m ago',
    '    All tests pass.',
    '    Proof it names: npm test',
    '',
    ' Look at this first',
    '  ! test/upload.test.ts:1 test "uploads" is skipped now',
    '  ! package.json changed, and decides whether a check passes',
    '',
    ' Checks',
    '    ✓ test                 passed · 6m ago · this tree · took 12 s',
    '  ▸ ✗ lint                 failed · 6m ago · this tree · exit 1',
    '      │ src/upload.ts',
    '      │   5:3  error  sleep is not defined',
    ' Why it waits                                                              1/76',
    ' a approve  r request changes  x reject  c comment  ? help  q quit  n p hunk',
  ])
})

test('a diff, with comments and suspicions on their lines', () => {
  expect(screenOf(press(opened(), ']').state)).toEqual([
    ' Review task_7k3f9qz1 · claim 2 · Add retries to the uploader        waiting 5m',
    '',
    ' Changes since the task began: 4 files',
    '▌▾ ! test/upload.test.ts ────────────────────────────────── decides checks +1 -1',
    "   1 - test('uploads', async () => {",
    "   1 + test.skip('uploads', async () => {",
    '     ┃ ! test "uploads" is skipped now',
    '   2     expect(await upload(file)).toBe(true)',
    '   3   })',
    '',
    ' ▾ src/upload.ts ───────────────────────────────────────────────────────── +8 -3',
    "   1   import { send } from './send.ts'",
    '   2',
    '   3 - /** Sends a file. */',
    '   3 + /** Sends a file, up to three times. */',
    '   4   export async function upload(file: File): Promise<void> {',
    '   5 -   await send(file)',
    '   5 +   for (let attempt = 1; attempt <= 3; attempt++) {',
    '     ┃ addressed Three tries are enough.  1h ago',
    '     ┃ reply Three now.  10m ago',
    '   6 +     // A lost connection is worth another try.',
    '   7 +     if (await send(file)) return',
    ' test/upload.test.ts                                                      40/76',
    ' a approve  r request changes  x reject  c comment  ? help  q quit  n p hunk',
  ])
})

test('all keys fit on one screen', () => {
  expect(screenOf(press(opened(), '?').state)).toEqual([
    ' Review task_7k3f9qz1 · claim 2 · Add retries to the uploader        waiting 5m',
    ' Move',
    '   j k n p    next and previous line, arrows too; next and previous hunk',
    '   ] [        next and previous file',
    '   N P        next and previous comment',
    '   space b    next and previous page',
    '   g G        beginning and end',
    '   h l        to the left and right in long lines',
    ' Read',
    '   Enter o    fold or open a file, a gap, a check or its log; go to a line',
    '   R          read it again: files, checks and comments as they are now',
    ' Answer',
    '   c d        comment on the line, or change its draft; delete a draft',
    '   v          begin a range: j k extend it, c comments on it, Esc leaves it',
    '   a          approve: shows what you approve, and asks',
    '   r          request changes, with all drafts; to a question: reply',
    '   s          where the agent disputes a check: the check is right',
    '   x          reject: asks for your words, then for y; the task ends',
    '   q          quit: the review keeps waiting, drafts are kept',
    ' While you type',
    '   Enter Esc  send or keep it; go back without',
    '   Ctrl-G     write it in $VISUAL or $EDITOR',
    ' Keys',
    ' q back  j k line  space b page',
  ])
})

test('why a check could not run is read whole, below it', () => {
  const why = 'eslint is not installed, and nothing else on the PATH of this machine answers to that name'
  const checks = [checkWith({ name: 'a-linter-with-a-long-name', result: 'could-not-run', why, durationMs: 0 })]
  const rows = screenOf(opened({ checks, skipped: [], suspicions: [], yardstick: [], prompts: [] }))
  const at = rows.indexOf(' Checks')
  expect(rows.slice(at, at + 4)).toEqual([
    ' Checks',
    '    ○ a-linter-with-a-long-name could not run · 6m ago · this tree',
    '       eslint is not installed, and nothing else on the PATH of this machine',
    '       answers to that name',
  ])
})

test('what does not fit ends with an ellipsis', () => {
  const checks = [checkWith({ name: `${'very-'.repeat(11)}long`, result: 'failed', why: 'exit 1' })]
  const found = (look: { isPlain: boolean }): string | undefined =>
    screenOf(opened({ checks }), look).find((row) => row.includes('very-'))
  expect(found({ isPlain: false })).toEndWith(' failed · 6m a…')
  expect(found({ isPlain: true })).toEndWith(' failed - 6m...')
})

test('how long ago stands behind words that fill their lines too', () => {
  const text = 'Add retries with backoff to the uploader, with tests, and say in the docs how often it tries.'
  const prompts = [
    { at: '2026-07-30T13:00:00.000Z', text },
    { at: '2026-07-30T14:00:00.000Z', text: 'More.' },
  ]
  const rows = screenOf(opened({ prompts }))
  const at = rows.indexOf(' Request')
  expect(rows.slice(at + 1, at + 4)).toEqual([
    '    Add retries with backoff to the uploader, with tests, and say in  2h ago',
    '    the docs how often it tries.',
    '    More.  1h ago',
  ])
})

test('an approval, despite a failed check and with a draft that is not sent', () => {
  const { state } = press(opened({ comments: [commentWith({ state: 'draft' })] }), 'a')
  expect(screenOf(state).slice(1, 12)).toEqual([
    '',
    ' You approve',
    '',
    '   tree      4f2a9c1b7d3e',
    '   files     4 changed, +10 -5',
    '   checks    ✓ test passed 6m ago, on this tree',
    '             ✗ lint failed 6m ago, on this tree',
    '   despite   lint, test/upload.test.ts:1: recorded as "approved despite" them',
    '   drafts    1 comment is not sent: r sends it instead',
    '',
    ' y approve, any other key goes back',
  ])
})

test('before a rejection it shows the words, and that the task ends', () => {
  const { state } = press(opened(), 'xNot needed.\r')
  const rows = screenOf(state)
  expect([rows.slice(1, 7), rows.slice(-2)]).toEqual([
    ['', ' You reject: the task ends', '', '   Not needed.', '', ' y reject, any other key goes back'],
    [' Reject?', ' y reject  any other key back'],
  ])
})

describe('typing', () => {
  const bottomOf = (keys: string): string[] => screenOf(press(opened(), keys).state).slice(-2)
  const cases: ReadonlyArray<readonly [string, string, readonly string[]]> = [
    ['a comment', 'nnjcWhy?', [' Comment on line 3 · Enter: keep · Ctrl-G: editor · Esc: back', '> Why?']],
    ['a request', 'rMore', [' Request changes · Enter: send · Ctrl-G: editor · Esc: back', '> More']],
    [
      'what is too long is scrolled',
      `x${'0123456789'.repeat(9)}`,
      [
        ' Reject, in your words: why? · Enter: on to y · Ctrl-G: editor · Esc: back',
        `> ${'0123456789'.repeat(9).slice(13)}`,
      ],
    ],
    [
      'lines',
      'r\u001b[200~one\ntwo\u001b[201~',
      [' Request changes · Enter: send · Ctrl-G: editor · Esc: back', '> one⏎two'],
    ],
  ]
  test.each(cases)('%s', (_, keys, expected) => expect(bottomOf(keys)).toEqual([...expected]))

  test("the terminal's own cursor stands in the text, and only there", () => {
    const look = { nowMs: REVIEW_NOW.getTime(), isPlain: false, colours: 'basic' as const }
    expect(drawReview(opened(), look).cursor).toBeUndefined()
    expect(drawReview(press(opened(), 'r世x').state, look).cursor).toEqual({ row: 23, column: 5 })
    expect(drawReview(press(opened(), `r${'x'.repeat(100)}`).state, look).cursor).toEqual({ row: 23, column: 79 })
  })
})

test('a comment in an unchanged part shows the lines around it', () => {
  const text = Array.from({ length: 60 }, (_, index) => `line ${index + 1}\n`)
  const file = fileWith({ path: 'a.txt', before: text.join(''), after: text.with(0, 'x\n').join('') })
  const state = opened({
    comments: [commentWith({ path: 'a.txt', line: 30, lineText: 'line 30', words: 'Here.' })],
    diff: { kind: 'known', from: 'start', left: 0, files: [file] },
  })
  expect(screenOf(press(state, 'G').state).slice(-18, -2)).toEqual([
    ' ▾ a.txt ───────────────────────────────────────────────────────────────── +1 -1',
    '   1 - line 1',
    '   1 + x',
    '   2   line 2',
    '   3   line 3',
    '   4   line 4',
    ` ┄┄┄┄┄ 22 unchanged lines ${'┄'.repeat(54)}`,
    '  27   line 27',
    '  28   line 28',
    '  29   line 29',
    '  30   line 30',
    '     ┃ open Here.  1h ago',
    '  31   line 31',
    '  32   line 32',
    '  33   line 33',
    `▌┄┄┄┄┄ 27 unchanged lines ${'┄'.repeat(54)}`,
  ])
})

test('a question, and a review that is over', () => {
  const question = screenOf(opened({ kind: 'question', question: 'Which port?' }))
  expect([question[0], question.at(-1)]).toEqual([
    ' Question task_7k3f9qz1 · claim 2 · Add retries to the uploader      waiting 5m',
    ' r reply  x reject  ? help  q quit  n p hunk  ] [ file  Enter fold',
  ])
  const over = screenOf(opened({ end: { kind: 'reject', at: '', by: { name: 'bo', by: 'script' } } }))
  expect([over[0], over.at(-1)]).toEqual([
    ' Review task_7k3f9qz1 · claim 2 · Add retries to th… rejected by bo (by script)',
    ' ? help  q quit  n p hunk  ] [ file  Enter fold',
  ])
})

test('the looks of a changed line: its side, its syntax, and its changed words; without colours, reverse alone', () => {
  const { state } = press(opened(), ']]')
  const rowOf = (colours: ColourRange): string | undefined =>
    drawReview(press(state, 'G').state, { nowMs: 0, isPlain: false, colours }).rows.find((row) => row.includes('LIMIT'))
  expect(rowOf('basic')).toBe(
    ' \u001b[31m 16 \u001b[0m\u001b[1;31m-\u001b[0m \u001b[35mexport\u001b[0m\u001b[31m \u001b[0m\u001b[35mconst\u001b[0m\u001b[31m LIMIT = \u001b[0m\u001b[7;31m5\u001b[0m',
  )
  expect(rowOf('attributes')).toBe('  16 \u001b[1m-\u001b[0m export const LIMIT = \u001b[7m5\u001b[0m')
})

test('every row fits, at any size', () => {
  for (const columns of [1, 2, 5, 12, 30, 79, 200])
    for (const rows of [1, 2, 3, 4, 9, 60])
      for (const keys of ['', 'G', 'nn', 'a', '?', 'rabc', 'Z']) {
        const screen = screenOf(press(opened({}, { columns, rows }), keys).state)
        expect(screen.length).toBe(rows)
        expect(Math.max(...screen.map((row) => Bun.stringWidth(row)))).toBeLessThanOrEqual(columns)
      }
})

test('a diff of any length opens in linear time', () => {
  const lines = Array.from({ length: 60_000 }, (_, index) => `const value${index} = call(${index}, "text") // note\n`)
  expectLinear(lines.length, (size) => {
    const before = lines.slice(0, size)
    const after = before.map((line, index) => (index % 2 === 0 ? line.replace('call', 'other') : line))
    const file = fileWith({ path: 'a.ts', before: before.join(''), after: after.join('') })
    return screenOf(opened({ diff: { kind: 'known', from: 'start', left: 0, files: [file] } }))
  })
})

test('only rows that changed are written', () => {
  const look = { nowMs: REVIEW_NOW.getTime(), isPlain: false, colours: 'attributes' as const }
  const before = drawReview(opened(), look)
  const after = drawReview(press(opened(), 'j').state, look)
  expect(toUpdate(before, before, SMALL.columns)).toBe('')
  const rows = [...toUpdate(before, after, SMALL.columns).matchAll(/\u001b\[(\d+);1H/g)].map(([, row]) => Number(row))
  expect(rows).toEqual([2, 3, 23])
})
