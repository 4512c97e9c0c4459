// A task as a story of five lines: what was asked, what the agent did, what it claimed, what was checked, how it ended.
// What the agent said stands between them where it changed nothing.
import { given } from '../../../contract/given.ts'
import type { ReasonCode } from '../../../contract/decision.ts'
import type { Event, EventOf } from '../../../contract/event.ts'
import type { CheckRun, Evidence } from '../../../contract/evidence.ts'
import type { TaskState } from '../../../contract/state.ts'
import { isWatched } from '../../gate/consequences.ts'
import { ownWords } from '../../lists/item-text.ts'
import { usedBy } from '../../tasks/run/run.ts'
import { plural } from '../../text/plural.ts'
import { inLine, oneLine } from '../../text/printable.ts'
import { isCutOff, reasonText } from '../agent-end.ts'
import { dollars, shortCount, tookText } from '../amount.ts'
import { changedFiles } from '../changed-files.ts'
import { toneOfResult, whyText } from '../evidence.ts'
import { wordsInstead } from './last-words.ts'
import { type Tone, toText, type ViewPart } from '../part.ts'
import { criteriaIn } from '../review/criteria.ts'
import { isCleared } from '../suspicion.ts'
import { isSinceVerdict, type UndecidedRound, undecidedRound } from './undecided-round.ts'

const MOST_FILES = 3

export interface TaskStoryLine {
  /** Empty where it is that of the line before. */
  readonly label: 'asked' | 'did' | 'said' | 'claimed' | 'criteria' | 'checked' | 'ended' | ''
  readonly parts: readonly ViewPart[]
}

export interface TaskStory {
  readonly lines: readonly TaskStoryLine[]
  /** The first reason of its end, or of the last decision: `fullstop explain` tells more. */
  readonly reason?: ReasonCode
}

export function viewTaskStory(task: TaskState, events: readonly Event[]): TaskStory {
  const reason = lastReason(events)
  return {
    lines: [
      { label: 'asked', parts: asked(task, events) },
      { label: 'did', parts: did(task, events) },
      ...said(events),
      { label: 'claimed', parts: claimed(events) },
      ...criteria(task, events),
      { label: 'checked', parts: checked(task, events) },
      { label: 'ended', parts: ended(task, events) },
    ],
    ...given({ reason }),
  }
}

function asked({ title, prompts }: TaskState, events: readonly Event[]): readonly ViewPart[] {
  const first = events.find((event) => event.kind === 'request.opened')?.prompt ?? title
  // `resume` without words opens a request too.
  const wordless = events.filter((event) => event.kind === 'request.opened' && event.prompt === undefined).length
  const more = Math.max(0, prompts - 1 - wordless)
  return [
    toText(first === undefined ? 'not known: no prompt was heard' : oneLine(ownWords(first), 400)),
    ...(more > 0 ? [toText(` (and ${plural(more, 'more prompt')})`)] : []),
  ]
}

function did(task: TaskState, events: readonly Event[]): readonly ViewPart[] {
  const { run, refusals, openedAt, endedAt, updatedAt } = task
  const evidence = lastEvidence(events)
  const turns = run?.turns ?? task.stops
  const cutOff = events.filter((event) => event.kind === 'stop.decided' && isCutOff(event.decision)).length
  const sentBack = refusals - cutOff
  const watched = events.filter((event) => event.kind === 'stop.decided' && isWatched(event.decision)).length
  const { tokens = 0, cost } = run ? usedBy(run) : {}
  const took = run?.spentMs ?? Date.parse(endedAt ?? updatedAt) - Date.parse(openedAt)
  const parts = [
    ...(turns > 0 ? [plural(turns, 'turn')] : []),
    ...(sentBack > 0 ? [`sent back ${times(sentBack)}`] : []),
    ...(watched > 0 ? [`would have been sent back ${times(watched)}`] : []),
    ...(evidence?.changed === undefined ? [] : [changedText(evidence)]),
    tookText(Math.max(0, took)),
    ...(tokens > 0 ? [`${shortCount(tokens)} tokens`] : []),
    ...(cost ? [dollars(cost)] : []),
  ]
  return [toText(parts.join(', '))]
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

function said(events: readonly Event[]): readonly TaskStoryLine[] {
  return wordsInstead(events).map((line, index) => ({ label: index === 0 ? 'said' : '', parts: [toText(line)] }))
}

function changedText(evidence: Evidence): string {
  const { files, count } = changedFiles(evidence)
  if (count === 0) return 'changed no file'
  const names = files.slice(0, MOST_FILES).map(({ path }) => oneLine(inLine(path), 60))
  const more = count - names.length
  return `changed ${names.join(', ')}${more > 0 ? ` and ${plural(more, 'more file')}` : ''}`
}

const CHANNELS: Readonly<Record<string, string>> = {
  'done-token': 'by the done token',
  'promise-tag': 'by the promise tag',
  'relaxed-tag': 'by the promise tag, read leniently',
  heuristic: 'by a phrase that means done',
  probe: 'when it was asked',
  cli: 'by `fullstop claim`',
}

function claimed(events: readonly Event[]): readonly ViewPart[] {
  const voided = new Set(events.flatMap((event) => (event.kind === 'claim.voided' ? [event.claim] : [])))
  const claims = events.filter(
    (event): event is EventOf<'claim.made'> =>
      event.kind === 'claim.made' && !event.call?.isStanding && !voided.has(event.claim.id),
  )
  const last = claims.at(-1)?.claim
  // A claim at a stop is recorded with its decision; that its checks began says that there is one.
  if (undecidedRound(events) && !isSinceVerdict(events, claims.at(-1)))
    return [toText('success, not decided yet', 'warn')]
  if (!last) return [toText('nothing', 'warn')]
  const how = CHANNELS[last.channel]
  const summary = last.summary === undefined ? '' : `: ${oneLine(last.summary, 300)}`
  const remaining = last.remainingWork === undefined ? '' : ` (remaining: ${oneLine(last.remainingWork, 200)})`
  return [
    toText(last.status, last.status === 'success' ? undefined : 'warn'),
    toText(`${how === undefined ? '' : `, ${how}`}${summary}${remaining}`),
    ...(claims.length > 1 ? [toText(` (claim ${claims.length} of this task)`)] : []),
  ]
}

function criteria(task: TaskState, events: readonly Event[]): readonly TaskStoryLine[] {
  return criteriaIn(task.criteria, events).map(({ text, isMet }, index) => ({
    label: index === 0 ? 'criteria' : '',
    parts: [toText(text, isMet ? undefined : 'warn')],
  }))
}

function checked({ policy, status }: TaskState, events: readonly Event[]): readonly ViewPart[] {
  const round = undecidedRound(events)
  if (round) return soFar(round)
  const evidence = lastEvidence(events)
  const { checks = [], skipped = [], tampering = [], warnings = [] } = evidence ?? {}
  const open = tampering.filter((one) => !isCleared(one))
  const cleared = tampering.length - open.length
  const parts = [
    ...checks.flatMap((check, index) => [...(index > 0 ? [toText(', ')] : []), ...checkParts(check)]),
    ...(skipped.length > 0
      ? [toText(`${checks.length > 0 ? ', ' : ''}skipped ${skipped.map(({ name }) => oneLine(name, 60)).join(', ')}`)]
      : []),
    ...(open.length > 0 ? [toText(`; ${plural(open.length, 'suspicion')}`, 'warn')] : []),
    ...(cleared > 0 ? [toText(`; ${plural(cleared, 'suspicion')} cleared by extra runs`)] : []),
    ...(warnings.length > 0 ? [toText(`; ${plural(warnings.length, 'warning')}`, 'warn')] : []),
  ]
  if (parts.length > 0) return parts
  if (policy.untrustedChecks.length > 0) return [toText('nothing: the checks here are not trusted', 'warn')]
  if (policy.checks.length === 0) return [toText('nothing: no check exists here', 'warn')]
  return [toText(`nothing${status === 'ended' ? '' : ' yet'}: checks run when the agent claims success`)]
}

/** What is known of the checks of a claim that is not decided yet. */
function soFar({ checks, left }: UndecidedRound): readonly ViewPart[] {
  return [
    ...checks.flatMap((check, index) => [...(index > 0 ? [toText(', ')] : []), ...checkParts(check)]),
    ...(left.length === 0 ? [] : [toText(`${checks.length > 0 ? '; ' : ''}no result yet: ${left.join(', ')}`, 'warn')]),
  ]
}

function checkParts(check: CheckRun & { readonly reused?: boolean }): readonly ViewPart[] {
  const { name, result, durationMs, reused } = check
  const how = result === 'passed' ? ` in ${tookText(durationMs)}` : ` (${whyText(check)})`
  return [
    toText(`${oneLine(name, 60)} `),
    toText(result, toneOfResult(result)),
    toText(`${how}${reused ? ', known from before' : ''}`),
  ]
}

function ended({ status, outcome, lastReason: reason }: TaskState, events: readonly Event[]): readonly ViewPart[] {
  if (outcome === undefined) {
    const why = reason === undefined ? '' : `: ${oneLine(reasonText(reason.split('\n')[0] ?? ''), 300)}`
    return [toText('not yet, it is '), toText(status, status === 'open' ? undefined : 'warn'), toText(why)]
  }
  const end = events.findLast((event) => event.kind === 'task.ended')
  const why = end?.because.map(({ text }) => reasonText(text.split('\n')[0] ?? '')).join('; ') ?? reason
  const tone: Tone = outcome === 'completed' ? 'good' : 'warn'
  return [toText(outcome, tone), ...(why ? [toText(`: ${oneLine(why, 400)}`)] : [])]
}

function lastEvidence(events: readonly Event[]): Evidence | undefined {
  return events.findLast((event) => event.kind === 'claim.verified')?.evidence
}

function lastReason(events: readonly Event[]): ReasonCode | undefined {
  const last = events.findLast(
    (event) => event.kind === 'task.ended' || event.kind === 'stop.decided' || event.kind === 'claim.decided',
  )
  if (!last) return undefined
  const because = last.kind === 'task.ended' ? last.because : last.decision.because
  return because[0]?.code
}
