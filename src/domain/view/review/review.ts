// A review as values to draw: sections in the order in which a person should read them, the diffs, and what an approval
// approves. Terminal and browser draw the same values; colours, widths and ages are left to them.
import { given } from '../../../contract/given.ts'
import type { ReviewCheck, ReviewDiff, ReviewKind, ReviewMaterial } from '../../../contract/view/review.ts'
import { ownWords } from '../../lists/item-text.ts'
import { answererText } from '../../review/answerer.ts'
import { inLine, oneLine } from '../../text/printable.ts'
import type { ExtraRun } from '../../../contract/evidence.ts'
import { isCleared } from '../suspicion.ts'
import { type DiffName, type FileView, viewFiles } from './files.ts'
import { type ReviewSection, viewSections } from './sections.ts'

export interface ReviewView {
  readonly review: string
  readonly kind: ReviewKind
  readonly task: string
  readonly agent: string
  readonly title: string
  readonly folder?: string
  /** Since when it waits, ISO 8601. */
  readonly since: string
  /** The first, second, … claim of the task. */
  readonly claimNumber?: number
  /** How it ended; absent while it waits. */
  readonly end?: { readonly at: string; readonly text: string }
  readonly sections: readonly ReviewSection[]
  readonly diffs: readonly DiffView[]
  /** Comments that wait to be sent. */
  readonly drafts: number
  /** The agent says that a check is wrong. */
  readonly isDisputed: boolean
  readonly approval: ApprovalView
}

export interface DiffView {
  readonly name: DiffName
  readonly title: string
  /** Said below the title. */
  readonly notes: readonly string[]
  /** When the files were what they are compared with; absent where the title says it. */
  readonly at?: string
  readonly files: readonly FileView[]
}

/** What a person approves: shown before they confirm. */
export interface ApprovalView {
  readonly tree?: string
  /** Absent where the changed files are not known. */
  readonly files?: { readonly count: number; readonly added: number; readonly removed: number }
  readonly checks: readonly ApprovedCheck[]
  /** Checks that did not pass, suspicions that no run cleared and criteria that are not met: an approval is recorded as "approved despite" them. */
  readonly despite: readonly string[]
  /** The files are no longer those that were verified: an approval is refused. */
  readonly isChanged: boolean
}

export interface ApprovedCheck {
  readonly name: string
  readonly result: ReviewCheck['result']
  readonly ranAt: string
  readonly isOnThisTree: boolean
}

export function viewReview(material: ReviewMaterial): ReviewView {
  const { review, kind, task, agent, program, title, folder, since, claim, end } = material
  const diffs = viewDiffs(material)
  return {
    review,
    kind,
    task,
    agent: oneLine(program ?? agent, 60),
    title: oneLine(ownWords(title ?? ''), 200),
    ...given({ folder: folder && inLine(folder), claimNumber: claim?.number }),
    since,
    ...given({ end: end && { at: end.at, text: endText(end) } }),
    sections: viewSections(material),
    diffs,
    isDisputed: (material.claim?.claim.disputedChecks ?? []).length > 0,
    drafts: material.comments.filter(({ state }) => state === 'draft').length,
    approval: viewApproval(material, diffs),
  }
}

const END: Readonly<Record<NonNullable<ReviewMaterial['end']>['kind'], string>> = {
  approve: 'approved',
  'request-changes': 'changes were requested',
  stands: 'the disputed check stands',
  reject: 'rejected',
  answer: 'answered',
  prompt: 'a new prompt took its place',
  resumed: 'the task was resumed',
  cancelled: 'the task was cancelled',
}

function endText({ kind, by }: NonNullable<ReviewMaterial['end']>): string {
  return `${END[kind]}${by ? ` by ${answererText(by)}` : ''}`
}

function viewDiffs({ tree, sinceLook, diff, comments, suspicions, end }: ReviewMaterial): DiffView[] {
  const remarks = { comments, suspicions }
  const views: DiffView[] = []
  if (tree.kind === 'changed')
    views.push({
      name: 'since-claim',
      title: 'Changed since the checks ran',
      notes: tree.files ? [] : ['The files as they were then were not kept.'],
      files: viewFiles('since-claim', tree.files ?? [], remarks),
    })
  if (sinceLook)
    views.push({
      name: 'since-look',
      title: 'Since your last look',
      at: sinceLook.at,
      notes: lookNotes(sinceLook.files),
      files: viewFiles('since-look', sinceLook.files ?? [], remarks),
    })
  const isOver = end !== undefined
  return [...views, viewTaskDiff(diff, isOver, (files) => viewFiles('task', files, remarks))]
}

function lookNotes(files: readonly unknown[] | undefined): string[] {
  if (!files) return ['The files as they were then were not kept.']
  return files.length === 0 ? ['Nothing has changed.'] : []
}

/** What a task changed, with nothing said about it. */
export function viewChanges(diff: ReviewDiff, isOver: boolean): DiffView {
  return viewTaskDiff(diff, isOver, (files) => viewFiles('task', files, { comments: [], suspicions: [] }))
}

type KnownDiff = Extract<ReviewDiff, { kind: 'known' }>

function viewTaskDiff(diff: ReviewDiff, isOver: boolean, view: (files: KnownDiff['files']) => FileView[]): DiffView {
  const name = 'task'
  if (diff.kind === 'unknown')
    return { name, title: 'Changes', notes: [`Not known: ${oneLine(diff.why, 300)}`], files: [] }
  const { files, left, from } = diff
  return {
    name,
    title: from === 'start' ? 'Changes since the task began' : 'Changes since the last commit',
    notes: [
      ...(isOver ? ['It is over: these are the files as they are now, with whatever changed since.'] : []),
      ...(files.length === 0 && left === 0 ? ['No file has changed.'] : []),
      ...(left > 0 ? [`${left} more ${left === 1 ? 'file is' : 'files are'} not shown.`] : []),
    ],
    files: view(files),
  }
}

function viewApproval(material: ReviewMaterial, diffs: readonly DiffView[]): ApprovalView {
  const { tree, checks, diff } = material
  const files = diffs.find(({ name }) => name === 'task')?.files ?? []
  const sum = (side: 'added' | 'removed'): number => files.reduce((all, file) => all + file[side], 0)
  return {
    ...given({
      tree: tree.kind === 'none' ? undefined : tree.tree,
      files:
        diff.kind === 'unknown'
          ? undefined
          : { count: diff.files.length + diff.left, added: sum('added'), removed: sum('removed') },
    }),
    checks: checks.map(({ name, result, startedAt, isOnThisTree }) => ({
      name: oneLine(name, 60),
      result,
      ranAt: startedAt,
      isOnThisTree: isOnThisTree === true,
    })),
    despite: viewDespite(material),
    isChanged: tree.kind === 'changed',
  }
}

function viewDespite({ checks, suspicions, criteria = [], claim, extra = [] }: ReviewMaterial): readonly string[] {
  const isRed = ({ kind, answer }: ExtraRun): boolean => kind === 'sealed' && answer === 'red'
  return [
    ...checks.filter(({ result }) => result !== 'passed').map(({ name }) => oneLine(name, 60)),
    ...extra.filter(isRed).map(({ check }) => `old tests of ${oneLine(check, 60)} that fail`),
    ...checks
      .filter((check) => check.suspicion !== undefined && check.result === 'passed' && !isCleared(check))
      .map(({ name }) => `a suspicion about ${oneLine(name, 60)}`),
    ...suspicions
      .filter(({ settled }) => settled?.how !== 'cleared' && settled?.by !== 'sealed')
      .map(({ file, line }) => `${inLine(file)}:${line}`),
    ...criteria
      .filter(({ id }) => claim?.claim.criteria?.find((row) => row.id === id)?.state !== 'met')
      .map(({ id }) => `criterion ${oneLine(id, 60)}`),
  ]
}
