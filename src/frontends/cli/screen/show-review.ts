// A review as plain lines that fit the window: for pipes, scripts and terminals without a screen.
import type { ReviewComment, DiffFile, ReviewMaterial, WaitingReview } from '../../../contract/view/review.ts'
import { diffFile, type DiffLine } from '../../../domain/diff/file-diff.ts'
import { answererText } from '../../../domain/review/answerer.ts'
import { claimWords } from '../../../domain/review/claim-words.ts'
import { countCompleted } from '../../../domain/review/count-completed.ts'
import { quoted } from '../../../domain/review/feedback.ts'
import { endText } from '../../../domain/review/end-text.ts'
import { inLine, oneLine, printable } from '../../../domain/text/printable.ts'
import { age } from '../../../domain/view/amount.ts'
import { viewCriteria } from '../../../domain/view/review/criteria.ts'
import { whyEmpty, whyOpaque } from '../../../domain/view/review/files.ts'
import { viewSubtask } from '../../../domain/view/review/subtask.ts'
import { extraLines, isCleared, reasonOf, saidAbove, suspicionText } from '../../../domain/view/suspicion.ts'
import { COMMENT_LABEL } from '../../../domain/view/review/comment.ts'
import { graphemes } from './spans.ts'
import { showCheck } from './show-evidence.ts'
import { type Paper, pathOn } from './paper.ts'
import type { Style } from './style.ts'
import { drawTable } from './table.ts'

export interface Page {
  readonly columns: number
  readonly now: Date
  readonly style: Style
  readonly widthOf: (text: string) => number
}

const MOST_TEXT_LINES = 200
const MOST_DIFF_LINES = 2000
const LONGEST = 20_000

export function showWaiting(waiting: readonly WaitingReview[], now: Date, paper: Paper): string[] {
  const rows = waiting.map(({ task, kind, since, why, says, title, folder }) => [
    task,
    kind === 'claim' ? 'review' : 'question',
    age(since, now),
    oneLine(pathOn(paper, folder ?? ''), 200),
    oneLine([why[0]?.text ?? title ?? '', ...(says === undefined ? [] : [says])].join(': '), 400),
  ])
  const columns = [
    { title: 'TASK', least: 13 },
    { title: 'WAITS FOR', least: 9 },
    { title: 'AGE', least: 3 },
    { title: 'FOLDER', keepsEnd: true },
    { title: 'WHY', least: 28, wraps: true },
  ]
  return drawTable({ columns, rows }, paper)
}

export function showReview(material: ReviewMaterial, page: Page): string[] {
  return [
    ...showHead(material, page),
    ...section(
      'Request',
      material.prompts.flatMap(({ text }) => wrapped(text, page)),
      page,
    ),
    ...showClaim(material, page),
    ...showCriteria(material, page),
    ...showSubtasks(material, page),
    ...showYardstick(material, page),
    ...showChecks(material, page),
    ...section(
      'Refused before',
      material.refusals.map(({ at, because }) => oneLine(`${age(at, page.now)} ago: ${texts(because)}`, 300)),
      page,
    ),
    ...section('Warnings', flat(material.warnings.filter((text) => !saidAbove(material)(text))), page),
    ...section('Notes', flat(material.notes), page),
    ...section(
      'Comments',
      material.comments.flatMap((comment) => showComment(comment, page)),
      page,
    ),
    ...showTree(material, page),
    ...showSinceLook(material, page),
    ...showDiff(material, page),
    '',
    ...nextSteps(material, page),
  ]
}

function showHead({ kind, task, title, folder, why, since, end }: ReviewMaterial, page: Page): string[] {
  const { bold, warn } = page.style
  const what = kind === 'claim' ? 'awaiting-review' : 'needs-input'
  return [
    fit(`${warn(end ? 'answered' : what)}  ${bold(task)}  ${oneLine(title ?? '', 200)}`, page),
    ...(folder === undefined ? [] : [cut(`in ${inLine(folder)}`, page.columns, page)]),
    ...(end ? [cut(endText(end, page.now), page.columns, page)] : []),
    ...section(
      end ? 'Why it waited' : `Why it waits, for ${age(since, page.now)}`,
      why.flatMap(({ text }) => wrapped(text, page)),
      page,
    ),
  ]
}

function showClaim({ claim, question }: ReviewMaterial, page: Page): string[] {
  const asked = question === undefined ? [] : section('The agent asks', wrapped(question, page), page)
  if (!claim) return asked
  const { status, channel, remainingWork } = claim.claim
  const title = `Claim ${claim.number}: ${status}, by ${channel}, ${age(claim.at, page.now)} ago`
  const rest = remainingWork === undefined ? [] : wrapped(`Remaining: ${remainingWork}`, page)
  return [...asked, ...section(title, [...wrapped(claimWords(claim), page), ...rest], page)]
}

function showCriteria({ criteria = [], claim }: ReviewMaterial, page: Page): string[] {
  const { warn, good } = page.style
  const lines = viewCriteria(criteria, claim?.claim).map(
    ({ text, isMet }) => `${isMet ? good('✓') : warn('!')} ${text}`,
  )
  return section('Acceptance criteria', lines, page)
}

function showSubtasks({ subtasks = [] }: ReviewMaterial, page: Page): string[] {
  const { warn, good } = page.style
  const lines = subtasks
    .map(viewSubtask)
    .flatMap(({ head, tone, lines }) => [
      `${tone === 'good' ? good('✓') : warn('!')} ${head}`,
      ...lines.flatMap((line) => wrapped(line, page, 4)).map((line) => `  ${line}`),
    ])
  return section(`Subtasks: ${countCompleted(subtasks)}`, lines, page)
}

/** What was done to the tests and checks themselves comes before their results. */
function showYardstick(
  { why, suspicions, extra = [], yardstickNotes = [], yardstick }: ReviewMaterial,
  page: Page,
): string[] {
  const { warn, good } = page.style
  const told = new Set([...suspicions, ...yardstickNotes].map(({ file }) => file))
  const said = saidAbove({ why })
  const untold = suspicions.filter((one) => !said(reasonOf(one)))
  const indent = untold.length === 0 ? '' : '  '
  return section(
    'Changed tests and checks',
    [
      ...untold.map((one) => `${isCleared(one) ? good('✓') : warn('!')} ${suspicionText(one)}`),
      ...extra.flatMap((run) => {
        const { head, tests } = extraLines(run)
        return [`${indent}${head}`, ...tests.map((title) => `${indent}  ✗ ${title}`)]
      }),
      ...yardstickNotes.map(({ file, line, what }) => `${warn('*')} ${oneLine(`${file}:${line} ${what}`, 300)}`),
      ...yardstick.filter((path) => !told.has(path)).map((path) => `${warn('*')} ${inLine(path)}`),
    ],
    page,
  )
}

function showChecks({ checks, skipped }: ReviewMaterial, page: Page): string[] {
  const lines = checks.flatMap((check) => {
    const [head = '', ...output] = showCheck(check, { style: page.style, columns: Number.POSITIVE_INFINITY })
    const where = check.isOnThisTree === undefined ? '' : check.isOnThisTree ? ', on this tree' : ', on another tree'
    return [`${head}, ${age(check.startedAt, page.now)} ago${where}`, ...output]
  })
  const rest = skipped.map(({ name, why }) => `skipped  ${oneLine(name, 60)}  ${oneLine(why, 200)}`)
  const all = [...lines, ...rest]
  return section('Checks', all.length === 0 ? ['none ran'] : all, page)
}

function showComment(comment: ReviewComment, page: Page): string[] {
  const { id, path, line, lastLine, lineText, words, state, batch, reply } = comment
  const lines = lastLine === undefined || lastLine === line ? `${line}` : `${line}-${lastLine}`
  const where = `${id}  ${inLine(path)}:${lines}  ${COMMENT_LABEL[state]}${batch === undefined ? '' : `, batch ${batch}`}`
  return [
    where,
    `  > ${oneLine(quoted(lineText), 200)}`,
    ...wrapped(words, page, 4).map((text) => `  ${text}`),
    ...(reply ? wrapped(`agent: ${reply.what}`, page, 4).map((text) => `  ${text}`) : []),
  ]
}

function showTree({ tree }: ReviewMaterial, page: Page): string[] {
  if (tree.kind === 'none') return section('Tree', [tree.why], page)
  const at = tree.tree?.slice(0, 12)
  if (tree.kind === 'same') return section('Tree', [`${at}: the files are as they were verified`], page)
  const known = tree.files ? showFiles(tree.files, page) : ['which files is not known']
  return section(page.style.warn(`Changed since ${at === undefined ? 'the claim' : `tree ${at}`}`), known, page)
}

/** What stands between a person and their approval; all changes, where it is not known which of them are new. */
export function showChanged(material: ReviewMaterial, page: Page): string[] {
  const { tree } = material
  const isKnown = tree.kind === 'changed' && tree.files !== undefined
  return [...showTree(material, page), ...(isKnown ? [] : showDiff(material, page))].slice(1)
}

function showSinceLook({ sinceLook }: ReviewMaterial, page: Page): string[] {
  if (!sinceLook) return []
  const title = `Since the last look, ${age(sinceLook.at, page.now)} ago by ${answererText(sinceLook.by)}`
  const { files } = sinceLook
  if (!files) return section(title, ['what was seen then is not known'], page)
  return section(title, files.length === 0 ? ['nothing changed'] : showFiles(files, page), page)
}

function showDiff({ diff }: ReviewMaterial, page: Page): string[] {
  if (diff.kind === 'unknown') return section('Changes', [`not known: ${diff.why}`], page)
  const from = diff.from === 'start' ? 'since the task began' : 'since the last commit'
  const more = diff.left > 0 ? [`and ${diff.left} more files`] : []
  const count = diff.files.length + diff.left
  return section(
    `Changes ${from}: ${count === 1 ? '1 file' : `${count} files`}`,
    count === 0 ? ['nothing changed'] : [...showFiles(diff.files, page), ...more],
    page,
  )
}

/** Every file is named, also where there is no room for its lines; what is left out is counted. */
function showFiles(files: readonly DiffFile[], page: Page): string[] {
  let room = MOST_DIFF_LINES
  return files.flatMap((file) => {
    const { head, lines } = showFile(file, page)
    const shown = lines.slice(0, room).map((draw) => draw())
    room -= shown.length
    const left = lines.length - shown.length
    return [head, ...shown, ...(left > 0 ? [page.style.warn(`  … ${left} more ${left === 1 ? 'line' : 'lines'}`)] : [])]
  })
}

const LETTERS = { added: 'A', modified: 'M', deleted: 'D', renamed: 'R' } as const

interface FileShown {
  readonly head: string
  /** Drawn only where there is room: that costs more than to find them. */
  readonly lines: readonly (() => string)[]
}

function showFile(file: DiffFile, page: Page): FileShown {
  const { path, oldPath, kind, before, after, isOpaque, isYardstick, isGenerated } = file
  const { bold, dim, warn } = page.style
  const name = `${LETTERS[kind]} ${bold(`${oldPath === undefined ? '' : `${inLine(oldPath)} → `}${inLine(path)}`)}`
  const mark = isYardstick ? `  ${warn('decides whether checks pass')}` : ''
  if (isOpaque) return { head: `${name}${mark}  ${dim(whyOpaque(file))}`, lines: [] }
  const diff = diffFile({ path, before, after })
  const why = whyEmpty(file, diff.blocks)
  const counts = `  +${diff.added} -${diff.removed}${why === undefined ? '' : `  ${dim(why)}`}`
  if (isGenerated) return { head: `${name}${mark}${counts}  ${dim('generated, folded')}`, lines: [] }
  const lines = diff.blocks.flatMap((block) =>
    block.kind === 'same'
      ? [(): string => dim(`  … ${block.lines.length} lines`)]
      : block.lines.map((line) => (): string => showLine(line, page)),
  )
  return { head: `${name}${mark}${counts}`, lines }
}

const SIGNS = { same: ' ', added: '+', removed: '-', note: '\\' } as const

function showLine({ kind, before, after, pieces }: DiffLine, page: Page): string {
  const { good, bad, dim } = page.style
  const number = `${after ?? before ?? ''}`.padStart(5)
  const text = pieces
    .map((piece) => piece.text)
    .join('')
    .replaceAll('\t', '    ')
  const line = cutAloud(`${SIGNS[kind]}${text}`, page.columns - 8, page)
  const paint = kind === 'added' ? good : kind === 'removed' ? bad : (same: string): string => same
  return `${dim(number)} ${paint(line)}`
}

function nextSteps({ task, kind, end, claim, comments }: ReviewMaterial, page: Page): string[] {
  if (end) return [page.style.dim('nothing waits here any more')]
  const drafts = comments.filter(({ state }) => state === 'draft').length
  const sent = drafts === 0 ? '' : ` (with ${drafts === 1 ? '1 draft' : `${drafts} drafts`})`
  const stands = claim?.claim.disputedChecks === undefined ? [] : ['stands']
  const answers = kind === 'claim' ? ['approve', `request-changes "…"${sent}`, ...stands, 'reject "…"'] : ['answer "…"']
  return answers.map((answer) => `answer  fullstop review ${task} ${answer}`)
}

function section(title: string, lines: readonly string[], page: Page): string[] {
  if (lines.length === 0) return []
  return [
    '',
    page.style.bold(title),
    ...lines.map((line) => `  ${fit(line, { ...page, columns: page.columns - 2 })}`.trimEnd()),
  ]
}

/** They name commands, files and todos of the agent. */
function flat(lines: readonly string[]): string[] {
  return lines.map((line) => oneLine(line, 300))
}

function texts(because: readonly { readonly text: string }[]): string {
  return because.map(({ text }) => text.split('\n')[0]).join('; ')
}

/** As it was written, without what could steer a terminal; long lines continue below. */
function wrapped(text: string, page: Page, indent = 2): string[] {
  const width = Math.max(page.columns - indent, 10)
  const lines = printable(text.slice(0, LONGEST)).replaceAll('\t', '    ').trimEnd().split('\n')
  const left = text.length - LONGEST
  const all = lines.flatMap((line) => chunks(line, width, page))
  if (left > 0) all.push(`… ${left} more characters`)
  return all.length <= MOST_TEXT_LINES
    ? all
    : [...all.slice(0, MOST_TEXT_LINES), `… ${all.length - MOST_TEXT_LINES} more lines`]
}

function chunks(line: string, width: number, page: Page): string[] {
  if (page.widthOf(line) <= width) return [line]
  const rows: string[] = []
  let row = ''
  for (const letter of graphemes(line)) {
    if (page.widthOf(row + letter) > width) {
      const at = row.lastIndexOf(' ')
      rows.push(at > width / 2 ? row.slice(0, at) : row)
      row = at > width / 2 ? `${row.slice(at + 1)}${letter}` : letter
    } else row += letter
  }
  return row === '' ? rows : [...rows, row]
}

/** A line that may be painted: cut only where it is plain. */
function fit(line: string, page: Page): string {
  return page.widthOf(line) <= page.columns || line.includes('\u001b') ? line : cut(line, page.columns, page)
}

/** Says how much of the line is missing. */
function cutAloud(line: string, width: number, page: Page): string {
  if (page.widthOf(line) <= width) return line
  const longest = ` ${line.length} more characters`.length
  const kept = cut(line, Math.max(width - longest, 10), page)
  return `${kept} ${line.length - kept.length + 1} more characters`
}

function cut(line: string, width: number, page: Page): string {
  if (page.widthOf(line) <= width) return line
  let kept = ''
  let used = 0
  for (const letter of graphemes(line.slice(0, width * 4))) {
    used += page.widthOf(letter)
    if (used > width - 1) break
    kept += letter
  }
  return `${kept}…`
}
