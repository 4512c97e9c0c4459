// `fullstop scan` for a person: the counts, the worst stops with the agent's own words, and what refusals would have cost.
import { joinWords } from '../../../domain/shell/words.ts'
import { plural } from '../../../domain/text/plural.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { age, shortCount } from '../../../domain/view/amount.ts'
import type { Counts, ScanFinding, ScanReport, ScanRow, ShownAgainst } from '../../../domain/view/scan.ts'
import { type Paper, pathOn } from './paper.ts'
import { cutMiddle, cutTo, drawTable } from './table.ts'
import { wrapText } from './wrap.ts'

const MOST_UNREADABLE = 3
const MOST_TODOS = 3
const WIDEST = 100

export interface ScanShown {
  readonly period: string
  readonly now: Date
  readonly titleOf: (agent: string) => string
}

export function showScan(report: ScanReport, shown: ScanShown, paper: Paper): string[] {
  const { style } = paper
  const attended = report.rows.filter(({ isHeadless }) => !isHeadless)
  const headless = report.rows.filter(({ isHeadless }) => isHeadless)
  return [
    style.bold(`What the gate would have caught in ${shown.period}`),
    '',
    ...(attended.length > 0
      ? drawTable(countTable(attended, shown), paper)
      : ['No session with a person at it was found.']),
    ...(headless.length > 0 ? ['', ...paragraph(headlessText(headless), paper)] : []),
    ...(report.findings.length > 0 ? ['', ...showFindings(report, shown, paper)] : []),
    '',
    ...paragraph(costText(report), paper),
    '',
    ...(report.cost.continuations === 0
      ? ['Nothing was changed or sent.']
      : [
          'Nothing was changed or sent. To have such stops refused: fullstop init',
          'To have them only recorded for some days: fullstop init --watch',
        ]),
  ]
}

const LINES: ReadonlyArray<readonly [label: string, count: (row: Counts) => number, meaning: string]> = [
  ['sessions', (row) => row.sessions, ''],
  ['requests', (row) => row.requests, ''],
  ['stops', (row) => row.stops, 'the agent ended its turn by itself'],
  ['false claims', (row) => row.falseClaims, 'said "done"; the transcript says otherwise'],
  ['premature', (row) => row.premature, 'left a red check, todos or named work'],
  ['no claim', (row) => row.asksOnce, 'much work, and no word that it is done'],
]

function countTable(rows: readonly ScanRow[], { titleOf }: ScanShown): Parameters<typeof drawTable>[0] {
  const numbers = (count: (row: Counts) => number): string[] => rows.map((row) => count(row).toLocaleString('en-US'))
  const widths = rows.map((row, index) =>
    Math.max(titleOf(row.agent).length, ...LINES.map(([, count]) => numbers(count)[index]?.length ?? 0)),
  )
  const right = (cells: readonly string[]): string[] => cells.map((cell, index) => cell.padStart(widths[index] ?? 0))
  return {
    columns: [
      {},
      ...right(rows.map(({ agent }) => titleOf(agent))).map((title) => ({ title, least: title.length })),
      { wraps: true },
    ],
    rows: LINES.map(([label, count, meaning]) => [label, ...right(numbers(count)), { text: meaning, tone: 'dim' }]),
    indent: 2,
  }
}

function headlessText(rows: readonly ScanRow[]): string {
  const sum = (count: (row: Counts) => number): number => rows.reduce((all, row) => all + count(row), 0)
  const found = [
    plural(
      sum((row) => row.falseClaims),
      'false claim',
    ),
    plural(
      sum((row) => row.premature),
      'premature stop',
    ),
  ]
  const stops = plural(
    sum((row) => row.stops),
    'stop',
  )
  return `Headless sessions are not counted above, because the gate is off there by default: ${stops}, ${found.join(', ')}.`
}

function showFindings({ findings, found }: ScanReport, shown: ScanShown, paper: Paper): string[] {
  const isCut = findings.length < found
  const title =
    found === 1 ? 'The one finding' : isCut ? `The worst ${findings.length} of ${found}` : `All ${found} findings`
  return [
    `${paper.style.bold(title)}${isCut ? paper.style.dim('  (--all lists them all)') : ''}`,
    ...findings.flatMap((finding, index) => ['', ...showFinding(finding, index + 1, shown, paper)]),
  ]
}

const INDENT = '     '

function showFinding(finding: ScanFinding, number: number, { now, titleOf }: ScanShown, paper: Paper): string[] {
  const { verdict, agent, cwd, at, quote, shown } = finding
  const { style } = paper
  const isFalse = verdict === 'false-claim'
  const verdictText = isFalse ? 'false claim' : 'premature stop'
  const head = `${`${number}.`.padStart(3)}  ${verdictText}  `
  const who = titleOf(agent)
  const when = at === undefined ? '' : `, ${age(at, now)} ago`
  const room = paper.columns - head.length
  const path = cwd === undefined ? '' : `, ${oneLine(pathOn(paper, cwd), 200)}`
  const where = `${who}${cutMiddle(path, Math.max(12, room - paper.widthOf(who + when)), paper.widthOf)}${when}`
  return [
    `${`${number}.`.padStart(3)}  ${(isFalse ? style.bad : style.warn)(verdictText)}  ${style.dim(cut(where, room, paper))}`,
    ...indented(`"${oneLine(quote, 300)}"`, paper, 2),
    ...shown.filter(isNews(finding)).flatMap((one) => shownTexts(one).flatMap((text) => indented(text, paper, 2))),
    ...openLines(finding, paper),
  ]
}

/** Words of its own that are quoted already say nothing more. */
function isNews({ quote }: ScanFinding): (shown: ShownAgainst) => boolean {
  return (shown) => shown.kind !== 'own-words' || !quote.includes(shown.sentence.slice(0, 40))
}

function shownTexts(shown: ShownAgainst): string[] {
  switch (shown.kind) {
    case 'red-check': {
      const exit = shown.exitCode === undefined ? '' : ` (exit ${shown.exitCode})`
      const failed = `\`${oneLine(shown.command, 80)}\` had failed${exit}, and no check passed since`
      return shown.line === undefined ? [failed] : [`${failed}:`, `  ${oneLine(shown.line, 200)}`]
    }
    case 'open-todos': {
      const more = shown.items.length - MOST_TODOS
      const items = shown.items.slice(0, MOST_TODOS).map((item) => oneLine(item, 60))
      const open = `${plural(shown.items.length, 'todo')} open: ${items.join('; ')}`
      return [more > 0 ? `${open}; ${more} more` : open]
    }
    case 'own-words':
      return [`it says itself: "${oneLine(shown.sentence, 200)}"`]
  }
}

/** A command is never cut: where it is too wide it continues behind a backslash. */
function openLines({ resume, file, line }: ScanFinding, paper: Paper): string[] {
  const path = pathOn(paper, file)
  const less = line === undefined ? 'less' : `less +${line}`
  const open = resume ?? `${less} ${toWord(path)}`
  const fits = (text: string): boolean => paper.widthOf(INDENT + text) <= paper.columns
  const parts = fits(open) ? [open] : resume === undefined ? steps(path, less, fits) : resume.split(/ (?=&& )/)
  return parts.map((part, index) => `${INDENT}${index > 0 ? '  ' : ''}${part}${index < parts.length - 1 ? ' \\' : ''}`)
}

/** For a path that is wider than the window: into its folder first, in as many steps as that takes. */
function steps(path: string, less: string, fits: (text: string) => boolean): string[] {
  const [first = '', ...names] = path.split('/')
  const file = names.pop() ?? first
  const folders: string[] = [first]
  for (const name of names) {
    const longer = `${folders.at(-1)}/${name}`
    if (fits(`  && cd ${toWord(longer)} \\`)) folders[folders.length - 1] = longer
    else folders.push(`./${name}`)
  }
  const into = folders.map((folder, index) => `${index === 0 ? '(' : '&& '}cd ${toWord(folder)}`)
  return [...into, `&& ${less} ${toWord(`./${file}`)})`]
}

function toWord(path: string): string {
  return path.startsWith('~/') ? `~/${joinWords([path.slice(2)])}` : joinWords([path])
}

function costText({ cost: { continuations, turn } }: ScanReport): string {
  if (continuations === 0) return 'No stop would have been refused.'
  const turns = `Refusals would have cost ${plural(continuations, 'continuation')} at least: one for each false claim, premature stop and stop without a claim.`
  if (!turn) return `${turns} The transcripts do not tell how many tokens a turn takes.`
  const cached = turn.input === 0 ? 0 : Math.round((100 * turn.cached) / turn.input)
  const total = `${shortCount(continuations * turn.input)} tokens read and ${shortCount(continuations * turn.output)} written`
  return `${turns} A typical turn here reads ${shortCount(turn.input)} tokens (${cached}% from cache) and writes ${shortCount(turn.output)}, so about ${total}. That is an estimate: a continuation can be shorter or longer than a turn.`
}

/** `further`: how to look further back, where that is possible. */
export function showNoTranscripts(
  { folders, transcripts }: ScanReport,
  { period, further }: { readonly period: string; readonly further?: string | undefined },
  paper: Paper,
): string[] {
  const what =
    transcripts === 0
      ? `No transcripts of ${period}.`
      : `${plural(transcripts, 'transcript')} of ${period}, and none of them holds a request that a person typed.`
  return [
    ...paragraph(what, paper),
    '',
    'Looked in:',
    ...folders.map((folder) => `  ${cut(oneLine(pathOn(paper, folder), 400), paper.columns - 2, paper)}`),
    '',
    ...paragraph(
      further === undefined
        ? 'Look in another folder with --path DIR.'
        : `Look further back with ${further}, or in another folder with --path DIR.`,
      paper,
    ),
  ]
}

/** For standard error; empty where all could be read. */
export function showUnreadable({ unreadable }: ScanReport, paper: Paper): string {
  if (unreadable.length === 0) return ''
  const lines = unreadable
    .slice(0, MOST_UNREADABLE)
    .map(({ file, why }) => `  ${oneLine(pathOn(paper, file), 300)}: ${oneLine(why, 200)}`)
  const more = unreadable.length > MOST_UNREADABLE ? [`  and ${unreadable.length - MOST_UNREADABLE} more`] : []
  return `fullstop: ${plural(unreadable.length, 'transcript')} could not be read to the end:\n${[...lines, ...more].join('\n')}\n`
}

function paragraph(text: string, paper: Paper): string[] {
  return Number.isFinite(paper.columns) ? wrapText(text, Math.min(paper.columns, WIDEST)) : [text]
}

/** So many lines at most, the last one cut. */
function indented(text: string, paper: Paper, most: number): string[] {
  if (!Number.isFinite(paper.columns)) return [`${INDENT}${text}`]
  const room = Math.max(20, Math.min(paper.columns, WIDEST) - INDENT.length)
  const lines = wrapText(text, room)
  const kept =
    lines.length <= most ? lines : [...lines.slice(0, most - 1), cut(lines.slice(most - 1).join(' '), room, paper)]
  return kept.map((line) => `${INDENT}${line}`)
}

function cut(text: string, width: number, { widthOf }: Paper): string {
  return Number.isFinite(width) ? cutTo(text, Math.max(1, width), { widthOf }) : text
}
