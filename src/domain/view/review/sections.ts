// What a person reads of a review before the diff: why it waits, the request, the claim, what to look at first, checks,
// refusals, notes and comments. A section with nothing to say is left out.
import type { Tampering } from '../../../contract/change.ts'
import type { ExtraRun } from '../../../contract/evidence.ts'
import { given } from '../../../contract/given.ts'
import type { ReviewCheck, ReviewMaterial } from '../../../contract/view/review.ts'
import { claimWords } from '../../review/claim-words.ts'
import { countCompleted } from '../../review/count-completed.ts'
import { inLine, oneLine, printable } from '../../text/printable.ts'
import { viewCriteria } from './criteria.ts'
import { tookText } from '../amount.ts'
import { toneOfResult, whyText } from '../evidence.ts'
import type { Tone } from '../part.ts'
import { type CommentView, viewComment } from './comment.ts'
import { viewSubtask } from './subtask.ts'
import { extraLines, isCleared, reasonOf, saidAbove, suspicionText, toneOfSuspicion } from '../suspicion.ts'

export interface ReviewSection {
  readonly id: SectionId
  readonly title: string
  readonly rows: readonly ReviewRow[]
}

export type SectionId =
  | 'why'
  | 'request'
  | 'question'
  | 'claim'
  | 'criteria'
  | 'subtasks'
  | 'first'
  | 'checks'
  | 'refusals'
  | 'notes'
  | 'comments'

export type ReviewRow =
  | ProseRow
  | { readonly kind: 'remark'; readonly text: string; readonly tone: Tone; readonly to?: FilePlace }
  | { readonly kind: 'check'; readonly check: CheckCard }
  | { readonly kind: 'comment'; readonly comment: CommentView }

/** Words of a person, an agent or ours, as they were written. */
export interface ProseRow {
  readonly kind: 'prose'
  readonly lines: readonly string[]
  readonly at?: string
}

/** A line of a file in the diff of the task, or the file itself. */
export interface FilePlace {
  readonly path: string
  readonly line?: number
}

export interface CheckCard {
  readonly name: string
  readonly result: ReviewCheck['result']
  readonly tone: Tone
  /** How it ended, or why it could not run. */
  readonly why: string
  readonly took: string
  readonly ranAt: string
  readonly tree: 'this' | 'another' | 'unknown'
  /** It failed when the task began, too. */
  readonly wasFailing: boolean
  readonly output: readonly string[]
  /** The file with all of its output. As it is: not to be printed. */
  readonly log?: string
}

export function viewSections(material: ReviewMaterial): ReviewSection[] {
  const all: readonly ReviewSection[] = [
    { id: 'why', title: material.end ? 'Why it waited' : 'Why it waits', rows: whyRows(material) },
    { id: 'request', title: 'Request', rows: requestRows(material) },
    { id: 'question', title: 'The agent asks', rows: material.question ? [toProse(material.question)] : [] },
    { id: 'claim', title: claimTitle(material), rows: claimRows(material) },
    { id: 'criteria', title: 'Acceptance criteria', rows: criteriaRows(material) },
    { id: 'subtasks', title: subtasksTitle(material), rows: subtaskRows(material) },
    { id: 'first', title: 'Look at this first', rows: firstRows(material) },
    { id: 'checks', title: 'Checks', rows: checkRows(material) },
    { id: 'refusals', title: 'Earlier refusals', rows: refusalRows(material) },
    { id: 'notes', title: 'Notes', rows: material.notes.map((note) => toProse(note)) },
    { id: 'comments', title: 'Comments', rows: commentRows(material) },
  ]
  return all.filter(({ rows }) => rows.length > 0)
}

function toProse(text: string, at?: string): ProseRow {
  return { kind: 'prose', lines: printable(text.trim()).split('\n'), ...given({ at }) }
}

/** A suspicion leads to its line from here, and is not named again below. */
function whyRows({ why, suspicions }: ReviewMaterial): ReviewRow[] {
  return why.map(({ text }) => {
    const suspicion = suspicions.find((one) => reasonOf(one) === text)
    return suspicion ? toSuspicion(suspicion) : toProse(text)
  })
}

function requestRows({ prompts }: ReviewMaterial): ReviewRow[] {
  return prompts.map(({ text, at }) => toProse(text, prompts.length > 1 ? at : undefined))
}

function claimTitle({ claim }: ReviewMaterial): string {
  if (!claim) return 'Claim'
  return `Claim${claim.number > 1 ? ` ${claim.number}` : ''}: ${claim.claim.status}`
}

function claimRows({ claim, why }: ReviewMaterial): ReviewRow[] {
  if (!claim) return []
  const { remainingWork, command, needs, preexistingFailures = [], disputedChecks = [] } = claim.claim
  const named: readonly (readonly [string, string | undefined])[] = [
    ['Left to do', remainingWork],
    ['Proof it names', command],
    ['It needs', needs],
    ['Failures it says are older', preexistingFailures.join(', ') || undefined],
  ]
  return [
    toProse(claimWords(claim), claim.at),
    ...named.flatMap(([label, value]) => (value === undefined ? [] : [toProse(`${label}: ${value}`)])),
    ...disputedChecks.map(({ check, why: words }) =>
      toProse(why.some(({ text }) => text.includes(words)) ? `It disputes ${check}` : `It disputes ${check}: ${words}`),
    ),
  ]
}

function criteriaRows({ criteria = [], claim }: ReviewMaterial): ReviewRow[] {
  return viewCriteria(criteria, claim?.claim).map(({ text, isMet }) => toRemark(text, isMet ? 'good' : 'warn'))
}

function subtasksTitle({ subtasks = [] }: ReviewMaterial): string {
  return `Subtasks: ${countCompleted(subtasks)}`
}

function subtaskRows({ subtasks = [] }: ReviewMaterial): ReviewRow[] {
  return subtasks
    .map(viewSubtask)
    .flatMap(({ head, tone, lines }): ReviewRow[] => [
      toRemark(head, tone),
      ...(lines.length === 0 ? [] : [{ kind: 'prose' as const, lines }]),
    ])
}

/** A canary run is to be red, all others green. */
function toneOfExtra({ kind, answer }: ExtraRun): Tone {
  if (answer === 'cannot-tell') return 'warn'
  return (kind !== 'canary') === (answer === 'green') ? 'good' : 'bad'
}

function toSuspicion(suspicion: Tampering): ReviewRow {
  const { file, line } = suspicion
  return toRemark(suspicionText(suspicion), toneOfSuspicion(suspicion), { path: file, line })
}

/** A run that cannot tell matters only where something is left to settle. */
function isTelling({ suspicions, checks }: ReviewMaterial): (run: ExtraRun) => boolean {
  const isOpen =
    suspicions.some(({ settled }) => !settled) ||
    checks.some(({ suspicion, settled }) => suspicion !== undefined && !settled)
  return ({ answer }) => isOpen || answer !== 'cannot-tell'
}

function toExtra(run: ExtraRun): ReviewRow[] {
  const { head, tests } = extraLines(run)
  const failing: ReviewRow[] =
    tests.length === 0 ? [] : [{ kind: 'prose', lines: tests.map((title) => `  ✗ ${title}`) }]
  return [toRemark(head, toneOfExtra(run)), ...failing]
}

function firstRows(material: ReviewMaterial): ReviewRow[] {
  const { tree, suspicions, yardstickNotes = [], yardstick, warnings, checks, kind, subtasks = [] } = material
  const unended = kind === 'claim' ? subtasks.filter(({ status }) => status !== 'ended') : []
  const said = saidAbove(material)
  const runs = (material.extra ?? []).filter(isTelling(material))
  const untold = runs.filter(({ answer }) => answer === 'cannot-tell')
  // That a run cannot tell says nothing to a reader who does not see what about.
  const isLeftOpen = ({ settled }: Tampering): boolean => !settled && untold.length > 0
  const open = suspicions.filter((one) => !isCleared(one) && (isLeftOpen(one) || !said(reasonOf(one))))
  const bad = runs.filter((run) => !untold.includes(run) && toneOfExtra(run) !== 'good')
  const told = new Set([...suspicions, ...yardstickNotes].map(({ file }) => file))
  return [
    ...(tree.kind === 'changed'
      ? [toRemark('The files changed after the checks ran: approving is refused until they run again.', 'bad')]
      : []),
    ...unended.map(({ id }) => toRemark(`Subtask ${id} has not ended: approving is refused until it has.`, 'bad')),
    ...open.map(toSuspicion),
    ...checks
      .filter((check) => check.suspicion !== undefined && !isCleared(check))
      .map(({ name, suspicion = '' }) => ({
        text: `check "${oneLine(name, 60)}" passed, but ${oneLine(suspicion, 300)}`,
        isUntold: untold.some(({ check }) => check === name),
      }))
      .filter(({ text, isUntold }) => isUntold || !said(text))
      .map(({ text }) => toRemark(text, 'bad')),
    ...bad.flatMap(toExtra),
    ...untold.flatMap(toExtra),
    ...yardstickNotes.map(({ file, line, what }) =>
      toRemark(`${inLine(file)}:${line} ${oneLine(what, 300)}`, 'warn', { path: file, line }),
    ),
    ...yardstick
      .filter((path) => !told.has(path))
      .map((path) => toRemark(`${inLine(path)} changed, and decides whether a check passes`, 'warn', { path })),
    ...warnings.filter((warning) => !said(warning)).map((warning) => toRemark(oneLine(warning, 500), 'warn')),
    ...suspicions.filter(isCleared).map(toSuspicion),
    ...runs.filter((run) => toneOfExtra(run) === 'good').flatMap(toExtra),
  ]
}

function toRemark(text: string, tone: Tone, to?: FilePlace): ReviewRow {
  return { kind: 'remark', text, tone, ...given({ to }) }
}

function checkRows({ checks, skipped }: ReviewMaterial): ReviewRow[] {
  return [
    ...checks.map((check): ReviewRow => ({ kind: 'check', check: viewCheckCard(check) })),
    ...skipped.map(({ name, why }) => toRemark(`${oneLine(name, 60)} was skipped: ${oneLine(why, 300)}`, 'warn')),
  ]
}

function viewCheckCard(check: ReviewCheck): CheckCard {
  const { result, durationMs, startedAt, isOnThisTree, before, tail, log } = check
  return {
    name: oneLine(check.name, 60),
    result,
    tone: toneOfResult(result),
    why: whyText(check),
    took: tookText(durationMs),
    ranAt: startedAt,
    tree: isOnThisTree === undefined ? 'unknown' : isOnThisTree ? 'this' : 'another',
    wasFailing: before === 'failed',
    output: tail.trim() === '' ? [] : printable(tail.trimEnd()).split('\n'),
    ...given({ log }),
  }
}

function refusalRows({ refusals }: ReviewMaterial): ReviewRow[] {
  return refusals.map(({ at, because }) => toProse(because.map(({ text }) => text).join('\n'), at))
}

function commentRows({ comments }: ReviewMaterial): ReviewRow[] {
  return comments.map((comment) => ({ kind: 'comment', comment: viewComment(comment, false) }))
}
