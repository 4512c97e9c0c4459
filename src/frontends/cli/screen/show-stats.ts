// `fullstop stats` on a screen: refusals first, then claims, effort and outcomes.
import { plural } from '../../../domain/text/plural.ts'
import { dollars, shortCount, tookText } from '../../../domain/view/amount.ts'
import type { RefusalRow, RefusalYield } from '../../../domain/view/stats/refusals.ts'
import type { StatsPeriod, StatsView } from '../../../domain/view/stats/stats.ts'
import type { Paper } from './paper.ts'
import { type Cell, drawTable } from './table.ts'
import { wrapText } from './wrap.ts'

const LONGEST_BAR = 24
const SHORTEST_BAR = 8
const WIDEST = 80

export interface StatsShown {
  /** Which tasks: empty for all. */
  readonly where: string
  /** A new task here would be watched only. */
  readonly isWatchingNow: boolean
}

export function showStats(stats: StatsView, { where, isWatchingNow }: StatsShown, paper: Paper): string[] {
  const { style } = paper
  const span = stats.days === 1 ? 'the last day' : `the last ${stats.days} days`
  if (stats.tasks === 0) return [`No task was opened in ${span}${where}. More: fullstop stats --days 90`]
  const isWatching = stats.watched.count > 0
  return [
    style.bold(`${plural(stats.tasks, 'task')} in ${span}${where}`),
    '',
    ...refusals('Refusals', stats.refusals, paper, isWatching ? '' : 'none'),
    ...(stats.refusalsErased > 0
      ? [
          `  and ${stats.refusalsErased} of ${plural(stats.erased, 'older task')}, of which only the outcome is kept`,
          '',
        ]
      : []),
    ...(isWatching
      ? [
          ...refusals('Watch mode would have refused', stats.watched, paper, '').slice(0, -1),
          ...(isWatchingNow ? [style.dim('  to have them refused: fullstop init --enforce')] : []),
          '',
        ]
      : []),
    ...claims(stats, paper),
    ...effort(stats, paper),
    ...outcomes(stats, paper),
    ...quiet(stats, paper),
  ]
}

function refusals(
  title: string,
  { count, worthIt, open, tokens, rows }: RefusalYield,
  paper: Paper,
  none: string,
): string[] {
  const { style } = paper
  if (count === 0) return none === '' ? [] : [style.bold(`${title}: ${none}`), '']
  const known = count - open
  const share = known === 0 ? '' : `, worth it ${worthIt} of ${known} (${percent(worthIt, known)})`
  const most = Math.max(...rows.map((row) => row.count))
  const hasTokens = tokens > 0
  const widest = Math.max(...rows.map(({ reason }) => paper.widthOf(reason)))
  // What is left beside the numbers; a reason is continued below where that is too little.
  const room = paper.columns - 2 - widest - (hasTokens ? 25 : 17) - 2
  const longest = Math.min(LONGEST_BAR, Math.max(SHORTEST_BAR, room))
  const drawn = drawTable(
    {
      indent: 2,
      columns: [
        { title: '', wraps: true },
        { title: 'TIMES' },
        { title: 'WORTH IT' },
        ...(hasTokens ? [{ title: 'TOKENS' }] : []),
        { title: '', least: longest },
      ],
      rows: rows.map((row): Cell[] => [
        row.reason,
        `${row.count}`.padStart(5),
        (row.open === row.count ? '–' : `${row.worthIt}`).padStart(8),
        ...(hasTokens ? [row.tokens > 0 ? shortCount(row.tokens).padStart(6) : ''] : []),
        { text: yieldBar(row, most, longest), tone: 'good' },
      ]),
    },
    paper,
  )
  return [
    style.bold(`${title}: ${count}${share}`),
    ...drawn,
    style.dim('  worth it: the files, a check or a todo changed before the next decision'),
    ...(open > 0 ? [style.dim(`  ${open} of these, of open tasks, not judged yet`)] : []),
    '',
  ]
}

/** The filled part was worth it, the empty part was not, and of the dotted part nobody knows yet. */
function yieldBar({ worthIt, open, count }: RefusalRow, most: number, longest: number): string {
  const cells = (part: number): number => (part === 0 ? 0 : Math.max(1, Math.round((part * longest) / most)))
  const whole = cells(count)
  const filled = Math.min(whole, cells(worthIt))
  const dotted = Math.min(whole - filled, cells(open))
  return '█'.repeat(filled) + '░'.repeat(whole - filled - dotted) + '·'.repeat(dotted)
}

function claims({ claims: rows }: StatsView, paper: Paper): string[] {
  if (rows.length === 0) return []
  const hasModel = rows.some(({ model }) => model !== '')
  const number = (count: number, title: string): string => `${count}`.padStart(title.length)
  return [
    paper.style.bold('Claims of success'),
    ...drawTable(
      {
        indent: 2,
        columns: [
          { title: 'AGENT' },
          ...(hasModel ? [{ title: 'MODEL' }] : []),
          { title: 'TRUE' },
          { title: 'FALSE' },
          { title: 'UNDECIDED' },
        ],
        rows: rows.map((row): Cell[] => [
          row.program ?? row.agent,
          ...(hasModel ? [row.model || 'not known'] : []),
          number(row.held, 'TRUE'),
          number(row.didNotHold, 'FALSE'),
          number(row.notShown, 'UNDECIDED'),
        ]),
      },
      paper,
    ),
    ...(rows.some(({ notShown }) => notShown > 0)
      ? [paper.style.dim('  undecided: no check could decide it, and no person has')]
      : []),
    '',
  ]
}

function effort({ perTask, tasks, done }: StatsView, { style }: Paper): string[] {
  const used = [
    ...(done.ms === undefined ? [] : [tookText(done.ms)]),
    ...(done.tokens === undefined ? [] : [`${shortCount(done.tokens)} tokens`]),
    ...(done.cost === undefined ? [] : [dollars(done.cost)]),
  ]
  return [
    style.bold('Effort'),
    `  ${perTask.none} of ${plural(tasks, 'task')} without a refusal; refusals per task: ${perTask.average} on average, ${perTask.most} at most`,
    ...(done.count === 0
      ? ['  no task was completed']
      : [
          `  ${plural(done.count, 'task')} completed${done.count === 1 ? ' in' : '; half of them within'} ${used.join(', ')}`,
        ]),
    '',
  ]
}

function outcomes({ periods, isByWeek }: StatsView, { style }: Paper): string[] {
  const most = Math.max(...periods.map(endsIn))
  if (most <= 0) return []
  const shown = periods.slice(periods.findIndex((period) => endsIn(period) > 0))
  return [
    style.bold(isByWeek ? 'Ends by week' : 'Ends by day'),
    ...shown.map((period) => {
      const cells = (part: number): number => (part === 0 ? 0 : Math.max(1, Math.round((part * LONGEST_BAR) / most)))
      const drawn = [
        style.good('█'.repeat(cells(period.completed))),
        style.warn('▒'.repeat(cells(period.unverified))),
        style.bad('░'.repeat(cells(period.others))),
      ].join('')
      const width = cells(period.completed) + cells(period.unverified) + cells(period.others)
      return `  ${period.from}  ${drawn}${' '.repeat(Math.max(0, LONGEST_BAR + 2 - width))}  ${namedEnds(period)}`.trimEnd()
    }),
    '',
  ]
}

function endsIn({ completed, unverified, others }: StatsPeriod): number {
  return completed + unverified + others
}

function namedEnds({ outcomes: counts }: StatsPeriod): string {
  const sorted = Object.entries(counts).toSorted(([, one = 0], [, other = 0]) => other - one)
  const named = sorted.slice(0, 2).map(([outcome, count]) => `${count} ${outcome}`)
  const rest = sorted.slice(2).reduce((sum, [, count = 0]) => sum + count, 0)
  return [...named, ...(rest > 0 ? [`${rest} other`] : [])].join(', ')
}

/** After a few tasks most things have not happened yet, which says nothing. */
const ENOUGH_TASKS = 10

function quiet({ tasks, quiet: rules }: StatsView, { columns, style }: Paper): string[] {
  if (rules.length === 0 || tasks < ENOUGH_TASKS) return []
  const text = `${rules.join('; ')}.`
  return [
    style.bold('Never happened in the last 30 days'),
    ...wrapText(text, Math.min(columns, WIDEST) - 4).map((line) => `  ${style.dim(line)}`),
  ]
}

function percent(part: number, whole: number): string {
  return `${Math.round((part * 100) / whole)} %`
}
