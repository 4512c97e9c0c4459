// A finding of `fullstop scan` in a narrow window: nothing is lost that a person needs, and its command can be copied.
import { expect, test } from 'bun:test'
import { stringWidth } from '../../../adapters/platform/terminal/window.ts'
import { NO_COUNTS, type ScanFinding, type ScanReport } from '../../../domain/view/scan.ts'
import { showScan } from './show-scan.ts'
import { styleFor } from './style.ts'

const NAME = 'a-service-with-a-long-name-for-a-folder'
const finding: ScanFinding = {
  verdict: 'false-claim',
  shown: [],
  quote: 'All done.',
  agent: 'claude',
  agentSessionId: 's1',
  isHeadless: false,
  at: '2026-11-15T12:00:00.000Z',
  cwd: `/home/ada/work/clients/${NAME}`,
  file: `/home/ada/.claude/projects/-home-ada-work-clients-${NAME}/0b1c2d3e-4f5a-4b6c-8d7e-0000000000aa.jsonl`,
  offset: 0,
  line: 12,
  workCalls: 3,
}
const report: ScanReport = {
  since: '2026-10-18T12:00:00.000Z',
  until: '2026-11-18T12:00:00.000Z',
  folders: [],
  transcripts: 1,
  bytes: 1,
  rows: [{ ...NO_COUNTS, agent: 'claude', isHeadless: false }],
  findings: [finding],
  found: 1,
  cost: { continuations: 0 },
  unreadable: [],
}

function shownAt(columns: number): string[] {
  const style = styleFor({ terminal: { input: false, output: false }, env: {} })
  const lines = showScan(
    report,
    { period: 'the last 30 days', now: new Date(report.until), titleOf: () => 'Claude Code' },
    { columns, style, widthOf: stringWidth, home: '/home/ada' },
  )
  const from = lines.findIndex((line) => line.startsWith(' 1.'))
  return lines.slice(from, lines.indexOf('', from))
}

test('issue 17: a long folder is cut in its middle, its age stays, and the command goes there in steps', () => {
  const lines = shownAt(80)
  expect(lines).toEqual([
    ' 1.  false claim  Claude Code, ~/work/clien…ith-a-long-name-for-a-folder, 3d ago',
    '     "All done."',
    '     (cd ~/.claude/projects \\',
    `       && cd ./-home-ada-work-clients-${NAME} \\`,
    '       && less +12 ./0b1c2d3e-4f5a-4b6c-8d7e-0000000000aa.jsonl)',
  ])
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
})

test('issue 17: in a wide window the command is one line', () => {
  expect(shownAt(200).at(-1)).toBe(
    `     less +12 ~/.claude/projects/-home-ada-work-clients-${NAME}/0b1c2d3e-4f5a-4b6c-8d7e-0000000000aa.jsonl`,
  )
})
