// The pages of the browser as values to draw, in the shape in which the server sends them. A diff comes without its
// lines, which are asked for file by file; the path of a log becomes a name that means nothing outside the server.
import { given } from '../../contract/given.ts'
import type { WaitingReview } from '../../contract/view/review.ts'
import type { TaskState } from '../../contract/state.ts'
import type { DiffBlock } from '../diff/file-diff.ts'
import { ownWords } from '../lists/item-text.ts'
import { whyPointless } from '../tasks/task-order.ts'
import { inLine, oneLine } from '../text/printable.ts'
import { type CheckRow, type EvidenceView, type Round, viewCheck } from './evidence.ts'
import type { EventView } from './event.ts'
import type { ListView } from './list.ts'
import type { DiffView, ReviewView } from './review/review.ts'
import type { FileView, Remark } from './review/files.ts'
import type { CheckCard, ReviewRow, ReviewSection } from './review/sections.ts'
import type { StatsView } from './stats/stats.ts'
import { type TaskHead, type TaskRow, viewTaskRow } from './task/task.ts'
import type { TaskStory } from './task/story.ts'

export interface WaitingPage {
  /** Longest first. */
  readonly rows: readonly WaitingRow[]
}

export interface WaitingRow {
  readonly review: string
  readonly kind: WaitingReview['kind']
  readonly task: string
  readonly agent: string
  readonly title: string
  readonly folder: string
  /** ISO 8601. */
  readonly since: string
  readonly why: readonly string[]
}

export interface TasksPage {
  readonly rows: readonly TaskItem[]
  /** Give it as `after` for the next rows; absent on the last page. */
  readonly next?: string
  /** How many tasks match in all. */
  readonly total: number
  /** What can be filtered by: only states and agents that occur. */
  readonly states: readonly string[]
  readonly agents: readonly string[]
}

export interface TaskItem extends TaskRow {
  readonly openedAt: string
  readonly updatedAt: string
  readonly endedAt?: string
  readonly refusals: number
  readonly isOpen: boolean
  /** A person is asked for. */
  readonly waits: boolean
  /** The task that it is a part of. */
  readonly parent?: string
}

export interface ListsPage {
  /** Newest first. A row names its task. */
  readonly lists: readonly ListView[]
}

export interface TaskPage {
  readonly task: TaskItem
  readonly head: TaskHead
  readonly story: TaskStory
  readonly parent?: TaskItem
  readonly children: readonly TaskItem[]
  readonly rounds: readonly RoundView[]
  /** What the newest verified claim rests on. */
  readonly evidence?: EvidenceView
  readonly can: { readonly review: boolean; readonly resume: boolean; readonly cancel: boolean }
}

/** Checks that were carried out together. */
export interface RoundView {
  readonly run: string
  readonly at: string
  readonly cause: string
  readonly ended: boolean
  readonly checks: readonly LoggedCheck[]
  readonly notes: readonly string[]
}

export type LoggedCheck = Omit<CheckRow, 'log'> & { readonly evidence?: string }

export interface TimelinePage {
  readonly entries: readonly TimelineEntry[]
  /** Give it as `after` for what comes next. */
  readonly last: number
  /** There are more right now. */
  readonly more: boolean
}

export interface TimelineEntry extends EventView {
  readonly number: number
  /** The event's name, such as `claim.made`. */
  readonly event: string
  /** The number of the entry that it is told before, with that entry's moment: a claim, of its checks. */
  readonly before?: number
}

export interface BriefPage {
  readonly text: string
}

/** The diffs of a task that need not wait for a person. */
export interface FilesPage {
  readonly version: string
  readonly diffs: readonly DiffSummary[]
}

export interface ReviewPage {
  readonly view: WebReview
  /** The files as they are now; an answer names it. Absent where they cannot be read. */
  readonly tree?: string
  /** Which loading of the files this is; a request for the lines of a file names it. */
  readonly version: string
}

export interface WebReview extends Omit<ReviewView, 'sections' | 'diffs'> {
  readonly sections: readonly WebSection[]
  readonly diffs: readonly DiffSummary[]
}

export interface WebSection extends Omit<ReviewSection, 'rows'> {
  readonly rows: readonly WebRow[]
}

export type WebRow =
  | Exclude<ReviewRow, { kind: 'check' }>
  | { readonly kind: 'check'; readonly check: Omit<CheckCard, 'log'> & { readonly evidence?: string } }

export interface DiffSummary extends Omit<DiffView, 'files'> {
  readonly files: readonly FileSummary[]
}

export interface FileSummary extends Omit<FileView, 'blocks'> {
  /** How many lines its blocks have. */
  readonly lines: number
  /** Stands for what the file holds on both sides. */
  readonly mark: string
  readonly isViewed: boolean
}

export interface FileLines {
  readonly id: string
  readonly blocks: readonly DiffBlock[]
  readonly remarks: readonly Remark[]
}

/** A piece of a log, made printable. */
export interface LogPart {
  readonly text: string
  /** In bytes of the file. */
  readonly offset: number
  readonly size: number
  /** Where the next piece begins; absent at the end. */
  readonly next?: number
}

export type FiguresPage = StatsView

export function viewWaiting({
  review,
  kind,
  task,
  agent,
  program,
  title,
  folder,
  since,
  why,
  says,
}: WaitingReview): WaitingRow {
  return {
    review,
    kind,
    task,
    agent: oneLine(program ?? agent, 60),
    title: oneLine(ownWords(title ?? ''), 400),
    folder: inLine(folder ?? ''),
    since,
    why: [...why.map(({ text }) => oneLine(text, 400)), ...(says === undefined ? [] : [oneLine(says, 400)])],
  }
}

export function viewTaskItem(task: TaskState, now: Date): TaskItem {
  const { openedAt, updatedAt, endedAt, refusals, status, parent } = task
  return {
    ...viewTaskRow(task, now),
    openedAt,
    updatedAt,
    ...given({ endedAt, parent }),
    refusals,
    isOpen: status !== 'ended',
    waits: waitsForPerson(task),
  }
}

function waitsForPerson({ review }: TaskState): boolean {
  return review !== undefined && review.end === undefined
}

/** What there is a button for. Whether it is obeyed is decided where it is carried out. */
export function viewOrders(task: TaskState): TaskPage['can'] {
  const isLeft = task.run !== undefined && task.outcome !== 'completed' && task.erasedAt === undefined
  return {
    review: task.review !== undefined && task.erasedAt === undefined,
    resume: isLeft && !waitsForPerson(task),
    cancel: whyPointless('task.cancelled', task) === undefined,
  }
}

/** Names a log: the same path always has the same name. */
export type NameLog = (path: string) => string

export function viewRound({ run, at, cause, ended, checks, notes }: Round, nameLog: NameLog): RoundView {
  return {
    run,
    at,
    cause,
    ended,
    checks: checks.map((check) => withoutPath(viewCheck(check), check.log, nameLog)),
    notes: notes.map((note) => oneLine(note, 300)),
  }
}

export interface WebReading {
  readonly nameLog: NameLog
  /** Stands for the content of a file of the task's diff, by its path. */
  readonly markOf: (file: FileView) => string
  readonly isViewed: (path: string, mark: string) => boolean
}

export function viewReviewPage({ sections, diffs, ...view }: ReviewView, reading: WebReading): WebReview {
  return {
    ...view,
    sections: sections.map((section) => ({ ...section, rows: section.rows.map((row) => toWebRow(row, reading)) })),
    diffs: diffs.map((diff) => viewDiffSummary(diff, reading)),
  }
}

function toWebRow(row: ReviewRow, { nameLog }: WebReading): WebRow {
  return row.kind === 'check' ? { kind: 'check', check: withoutPath(row.check, row.check.log, nameLog) } : row
}

export function viewDiffSummary(diff: DiffView, { markOf, isViewed }: WebReading): DiffSummary {
  return {
    ...diff,
    files: diff.files.map((file) => {
      const { blocks, ...rest } = file
      const mark = markOf(file)
      const lines = blocks.reduce((sum, block) => sum + block.lines.length, 0)
      return { ...rest, lines, mark, isViewed: isViewed(file.path, mark) }
    }),
  }
}

function withoutPath<Card extends { readonly log?: string }>(
  { log: _log, ...card }: Card,
  path: string | undefined,
  nameLog: NameLog,
): Omit<Card, 'log'> & { readonly evidence?: string } {
  return { ...card, ...given({ evidence: path === undefined ? undefined : nameLog(path) }) }
}
