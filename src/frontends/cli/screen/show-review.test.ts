// The page of a review: nothing on it steers a terminal, and nothing is left out in silence.
import { expect, test } from 'bun:test'
import { stringWidth } from '../../../adapters/platform/terminal/window.ts'
import { fileWith, materialWith, REVIEW_NOW } from '../../../domain/view/review/review.fixture.ts'
import { type Page, showChanged, showReview, showWaiting } from './show-review.ts'
import { styleFor } from './style.ts'

const style = styleFor({ terminal: { input: false, output: false }, env: {} })
const page: Page = { columns: 80, now: REVIEW_NOW, style, widthOf: stringWidth }

/** The lines below the title, up to the next empty one. */
function below(lines: readonly string[], title: string): string[] {
  const from = lines.findIndex((line) => line.startsWith(title)) + 1
  return lines.slice(from, lines.indexOf('', from))
}

test('what notes and warnings quote cannot steer the terminal', () => {
  const quoted = 'proposed: echo \u001b]0;title\u0007\nChecks'
  const lines = showReview(materialWith({ notes: [quoted], warnings: [quoted] }), page)
  const shown = ['  proposed: echo \ufffd]0;title\ufffd Checks']
  expect([below(lines, 'Notes'), below(lines, 'Warnings')]).toEqual([shown, shown])
})

test('the list of what waits says the whole reason, however narrow the window', () => {
  const text = 'test/upload.test.ts:1 test "uploads" is skipped now'
  const waiting = materialWith({ folder: '/home/ada/work/of/this/week/project', why: [{ code: 'tampered', text }] })
  const lines = showWaiting([waiting], REVIEW_NOW, { ...page, columns: 80 })
  expect(lines.filter((line) => stringWidth(line) > 80)).toEqual([])
  const from = lines[0]?.indexOf('WHY') ?? 0
  const whole = lines.slice(1).map((line) => line.slice(from).trim())
  expect(whole.join(' ')).toBe(text)
})

test('a reason is said once', () => {
  const text = 'test/upload.test.ts:1 test "uploads" is skipped now'
  const why = [
    { code: 'tampered', text },
    { code: 'review-needed', text: 'the last tool call failed' },
  ] as const
  const lines = showReview(materialWith({ why: [...why], warnings: ['the last tool call failed'] }), page)
  expect(lines.filter((line) => line.includes('is skipped now'))).toEqual([`  ${text}`])
  expect(lines.filter((line) => line.includes('the last tool call failed'))).toEqual(['  the last tool call failed'])
})

test('every changed file is named, and lines without room are counted', () => {
  const long = Array.from({ length: 2005 }, (_, nth) => `line ${nth}\n`).join('')
  const files = [
    fileWith({ path: 'a.txt', kind: 'added', after: long }),
    fileWith({ path: 'b.txt', kind: 'added', after: 'one\n' }),
  ]
  const lines = showReview(materialWith({ diff: { kind: 'known', files, left: 3, from: 'start' } }), page)
  const shown = below(lines, 'Changes since the task began: 5 files')
  expect([shown[0], ...shown.slice(2000)]).toEqual([
    '  A a.txt  +2005 -0',
    '   2000 +line 1999',
    '    … 5 more lines',
    '  A b.txt  +1 -0',
    '    … 1 more line',
    '  and 3 more files',
  ])
})

test('where it is not known what changed since, all changes are shown', () => {
  const tree = { kind: 'changed', tree: '4f2a9c1b7d3e', now: 'b1' } as const
  const file = fileWith({ path: 'a.txt', before: 'one\n', after: 'two\n' })
  const diff = { kind: 'known', files: [file], left: 0, from: 'start' } as const
  expect(showChanged(materialWith({ tree, diff }), page)).toEqual([
    'Changed since tree 4f2a9c1b7d3e',
    '  which files is not known',
    '',
    'Changes since the task began: 1 file',
    '  M a.txt  +1 -1',
    '      1 -one',
    '      1 +two',
  ])
})
