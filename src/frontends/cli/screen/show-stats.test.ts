// The refusals of `fullstop stats` in windows of several widths: the bar gives way before a reason does.
import { expect, test } from 'bun:test'
import { stringWidth } from '../../../adapters/platform/terminal/window.ts'
import type { RefusalRow } from '../../../domain/view/stats/refusals.ts'
import { viewStats } from '../../../domain/view/stats/stats.ts'
import { showStats } from './show-stats.ts'
import { styleFor } from './style.ts'

const row = (reason: string, count: number, worthIt: number, open = 0): RefusalRow => ({
  code: 'check-failed',
  reason,
  count,
  worthIt,
  open,
  tokens: 12_000,
})
const rows = [
  row('claimed done, but said nothing of a failed subtask', 4, 3),
  row('lacked a permission, nobody there', 1, 0, 1),
]

function refusalsAt(columns: number): string[] {
  const stats = viewStats({ tasks: [], events: [], days: 30, now: new Date('2026-11-18T12:00:00.000Z') })
  const refusals = { count: 5, worthIt: 3, open: 1, tokens: 24_000, rows }
  const style = styleFor({ terminal: { input: false, output: false }, env: {} })
  const shown = showStats(
    { ...stats, tasks: 2, refusals },
    { where: '', isWatchingNow: false },
    { columns, style, widthOf: stringWidth },
  )
  return shown.slice(
    4,
    shown.findIndex((line) => line.startsWith('  worth it')),
  )
}

test('issue 17: the bar gives way first, then a reason is continued below', () => {
  expect(refusalsAt(120)).toEqual([
    '  claimed done, but said nothing of a failed subtask      4         3     12k  ██████████████████░░░░░░',
    '  lacked a permission, nobody there                       1         –     12k  ······',
  ])
  expect(refusalsAt(80)).toEqual([
    '  claimed done, but said nothing of a failed       4         3     12k  ██████░░',
    '  subtask',
    '  lacked a permission, nobody there                1         –     12k  ··',
  ])
})
