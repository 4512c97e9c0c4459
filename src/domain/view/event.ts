// An event in plain words, as a value: what `show`, `log`, a run's screen and a web page print for people. Programs read
// the event itself.
import type { Decision } from '../../contract/decision.ts'
import type { CheckRun, Evidence } from '../../contract/evidence.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import { extraName } from '../checks/extra-run.ts'
import { answererText } from '../review/answerer.ts'
import { plural } from '../text/plural.ts'
import { oneLine } from '../text/printable.ts'
import { isCutOff, reasonText } from './agent-end.ts'
import { tookText } from './amount.ts'
import { toneOfResult, whyText } from './evidence.ts'
import { extraText, isCleared, suspicionText } from './suspicion.ts'
import { type ViewPart, toMoment, toText } from './part.ts'

export interface EventView {
  readonly at: string
  /** One word: what the event is about. */
  readonly subject: string
  /** The sentence, in pieces that follow each other without a gap. */
  readonly parts: readonly ViewPart[]
  /** Lines that belong below the sentence. */
  readonly details: readonly string[]
}

type Said = Pick<EventView, 'subject' | 'parts'> & Partial<Pick<EventView, 'details'>>

export function viewEvent(event: Event): EventView {
  return { at: event.at, details: [], ...said(event) }
}

function said(event: Event): Said {
  switch (event.kind) {
    case 'session.seen':
      return line('session', `${event.agent} session ${event.agentSessionId} (${event.source})`)
    case 'session.ended':
      return line('session', `ended (${oneLine(event.why, 80)})`)
    case 'session.mode-set':
      return line('mode', `${event.mode}, set by the person (${event.actor})`)
    case 'task.opened':
      return line(
        'opened',
        `in mode ${event.policy.mode}${event.before ? `, after ${event.before}` : ''}${event.parent ? `, a subtask of ${event.parent}` : ''}`,
      )
    case 'request.opened':
      return line('request', oneLine(event.prompt ?? unworded(event), 400))
    case 'prompt.joined':
      return line('joined', oneLine(event.prompt, 400))
    case 'claim.made':
      return line('claim', `${event.claim.status} by ${event.claim.channel}${saidIn(event)}`)
    case 'stop.decided':
      return saidOfStop(event)
    case 'claim.bound':
      return line('claim', 'seen to come from this session')
    case 'claim.voided':
      return line('claim', `no claim of this session (${event.why})`)
    case 'claim.verifying':
      return line('claim', 'answered while its checks still run')
    case 'brief.given':
      return line('brief', `given to a session (${oneLine(event.source, 20)}), ${event.characters} characters`)
    case 'context.saved':
      return line('context', `saved: ${oneLine(event.update.currentStatus, 200)}`)
    case 'context.erased':
      return line('context', 'saved (erased since)')
    case 'context.withdrawn':
      return line('context', `the last save came from elsewhere (${event.why})`)
    case 'context.cleared':
      return line('context', `cleared (${event.by})`)
    case 'claim.verified':
      return saidOfEvidence(event.evidence)
    case 'claim.decided':
      return line('decided', ...decided(event.decision))
    case 'checks.started':
      return line(
        'checks',
        `${event.cause === 'baseline' ? 'baseline: ' : ''}${event.checks.join(', ') || 'nothing to run: all known'}`,
      )
    case 'check.started':
      return line('check', `${oneLine(event.name, 80)} started`)
    case 'check.finished':
      return line('check', ...saidOfCheck(event.check))
    case 'checks.finished':
      return {
        ...line('checks', `ended${event.tree ? ` on tree ${event.tree.slice(0, 12)}` : ''}`),
        details: event.notes.map((note) => oneLine(note, 200)),
      }
    case 'proof.started':
      return line('proof', `${event.extra.map(extraName).join(', ')} started`)
    case 'proof.finished':
      return { ...line('proof', 'ended'), details: event.extra.map(extraText) }
    case 'trust.given':
      return line('trust', `${oneLine(event.root, 120)} trusted by the person (${event.actor}), content ${event.hash}`)
    case 'trust.revoked':
      return line('trust', `${oneLine(event.root, 120)} revoked by the person (${event.actor})`)
    case 'stop.failed':
      return line('failed', `${event.cause}: ${oneLine(event.detail, 200)}`)
    case 'subagent.stopped':
      return line('subagent', `${oneLine(event.subagent, 60)} stopped`)
    case 'compaction.started':
      return line('compact', oneLine(event.trigger, 60))
    case 'tool.used':
      return line('tool', oneLine(event.tool, 100))
    case 'task.ended':
      return line('ended', `${event.outcome}: ${reasons(event.because, 300)}`)
    case 'task.paused':
    case 'task.unpaused':
    case 'task.cancelled':
      return line('person', `${event.kind.slice('task.'.length)} it (${event.actor})`)
    case 'task.resumed':
      return line('person', `took it up again (${event.actor})`)
    case 'run.attached':
      return line('run', event.source === 'run' ? 'supervisor started' : 'supervisor started again')
    case 'stint.started':
      return line('agent', `${HOW[event.how]}${event.isBriefed ? ', with the brief' : ''}`)
    case 'stint.known':
      return line(
        'agent',
        `session ${oneLine(event.agentSessionId, 60)}${event.model ? `, ${oneLine(event.model, 60)}` : ''}`,
      )
    case 'stint.told':
      return line('agent', `told at its prompt: ${HOW[event.how]}`)
    case 'stint.settled':
      return line('agent', 'waits at its prompt')
    case 'stint.ended':
      return {
        ...line(
          'agent',
          `${event.end.kind === 'stopped' ? 'stopped' : `ended: ${event.end.kind}`}${event.end.detail ? `, ${oneLine(event.end.detail, 200)}` : ''}`,
        ),
        details: event.notes.map((note) => oneLine(note, 200)),
      }
    case 'list.opened':
      return line(
        'list',
        `${oneLine(event.file, 120)}: ${plural(event.items.length, 'item')}, to ${oneLine(event.branch, 120)}`,
      )
    case 'list.resumed':
      return line('person', `took the list up again (${event.actor})`)
    case 'list.paused':
      return line('list', toText(`paused: ${event.why}`, 'warn'))
    case 'list.ended':
      return {
        ...line('list', `ended: ${event.outcome}`),
        details: event.missing.map((item) => `not in the result branch: ${oneLine(item, 100)}`),
      }
    case 'item.started':
      return line('item', `${oneLine(event.item, 100)} on ${oneLine(event.branch, 120)}`)
    case 'item.sent-back':
      return line('item', toText(`${oneLine(event.item, 100)} sent back: ${sentBackText(event)}`, 'warn'))
    case 'item.merged':
      return line(
        'item',
        `${oneLine(event.item, 100)} merged as ${event.commit.slice(0, 12)}, all checks passed there`,
        ...(event.unticked === undefined ? [] : [toText(`; not ticked: ${oneLine(event.unticked, 200)}`, 'warn')]),
      )
    case 'item.ended':
      return line(
        'item',
        `${oneLine(event.item, 100)} ended: ${event.outcome}${event.because ? `, ${oneLine(event.because, 300)}` : ''}`,
      )
    case 'item.resumed':
      return line('item', `${oneLine(event.item, 100)} is tried again`)
    case 'wait.started':
      return line('wait', `${oneLine(event.why, 200)}; trying again at `, toMoment(event.until))
    case 'wait.ended':
      return line('wait', 'is over')
    case 'budget.warned':
      return line(
        'budget',
        toText(`${Math.round((event.used / event.limit) * 100)} % of the budget for ${event.budget} is used`, 'warn'),
      )
    case 'clock.skipped':
      return line(
        'clock',
        event.ms > 0
          ? `${tookText(event.ms)} do not count: the machine slept, or its clock was set`
          : `set back by ${tookText(-event.ms)}`,
      )
    case 'subtask.started':
      return line('subtask', `${event.subtask} opened: ${oneLine(event.request, 300)}`)
    case 'subtask.ended':
      return {
        ...line(
          'subtask',
          `${event.subtask} ended: `,
          toText(event.outcome, event.outcome === 'completed' ? 'good' : 'warn'),
        ),
        details: [
          ...(event.summary === undefined ? [] : [oneLine(event.summary, 200)]),
          ...(event.evidence === undefined ? [] : [`checks: ${oneLine(event.evidence, 200)}`]),
          ...(event.remainingWork === undefined ? [] : [`remaining: ${oneLine(event.remainingWork, 200)}`]),
        ],
      }
    case 'subtask.telling':
      return line('subtask', `${event.parent} ${event.by === undefined ? 'was not' : 'is being'} told how it ended`)
    case 'subtask.told':
      return line('subtask', `${event.parent} was told how it ended`)
    case 'task.withdrawn':
      return line('withdrawn', 'it was opened for a call of another session')
    case 'review.viewed':
      return line('review', `looked at by ${answererText(event.by)}`)
    case 'review.approved':
      return line('review', `approved by ${answererText(event.by)}${worded(event.words)}`)
    case 'review.changes-requested':
      return line('review', `changes requested by ${answererText(event.by)}${worded(event.words)}`)
    case 'review.rejected':
      return line('review', `rejected by ${answererText(event.by)}${worded(event.words)}`)
    case 'review.answered':
      return line('review', `answered by ${answererText(event.by)}${worded(event.words)}`)
    case 'comment.drafted':
      return line(
        'comment',
        `${event.comment.id} on ${oneLine(event.comment.path, 120)}:${event.comment.line}${worded(event.comment.words)}`,
      )
    case 'file.viewed':
      return line(
        'review',
        `${oneLine(event.path, 200)} ${event.mark === undefined ? 'marked as unread' : 'read'} by ${answererText(event.by)}`,
      )
    case 'comment.removed':
      return line('comment', `${oneLine(event.comment, 60)} removed`)
    case 'comment.addressed':
      return line('comment', `${oneLine(event.comment, 60)} addressed${worded(event.what)}`)
    case 'feedback.told':
      return line('review', 'the agent was told')
    case 'notification.sent':
      return line('notify', `${event.to}: ${MOMENTS[event.moment]}${event.tries > 1 ? ` (try ${event.tries})` : ''}`)
    case 'notification.failed':
      return line('notify', `${event.to}: `, toText('not sent', 'warn'), `, ${oneLine(event.why, 200)}`)
    case 'hook.failed':
      return line('failure', `${event.code}: ${oneLine(event.message, 200)}`)
  }
}

/** `resume` without words opens a request, too. */
function unworded({ heard }: EventOf<'request.opened'>): string {
  return heard ? '(taken up again, without new words)' : '(no prompt was heard)'
}

function worded(words: string | undefined): string {
  return words === undefined ? '' : `: ${oneLine(words, 400)}`
}

const MOMENTS: Readonly<Record<EventOf<'notification.sent'>['moment'], string>> = {
  'needs-you': 'told that it needs you',
  ended: 'told that it has ended',
}

const HOW: Readonly<Record<EventOf<'stint.started'>['how'], string>> = {
  first: 'started',
  same: 'continues in its session',
  fresh: 'starts a fresh session',
  again: 'continues after the interruption',
  probe: 'is asked whether it is done',
}

/** A claim by tool has a summary; any other claim is quoted. */
function saidIn({ claim, call }: EventOf<'claim.made'>): string {
  if (call?.isStanding) return ' still stands: its checks run again'
  if (!call) return `, from: ${oneLine(claim.text, 200)}`
  const remaining = claim.remainingWork === undefined ? '' : ` (remaining: ${oneLine(claim.remainingWork, 100)})`
  return `: ${oneLine(claim.summary ?? '', 200)}${remaining}`
}

function saidOfStop(event: EventOf<'stop.decided'>): Said {
  return {
    ...line('stop', ...decided(event.decision)),
    details: [
      ...(event.lastWords ? [`last words: ${oneLine(event.lastWords, 200)}`] : []),
      ...event.nearMisses.map((miss) => `no claim: ${oneLine(miss, 200)}`),
    ],
  }
}

function saidOfCheck(check: CheckRun): readonly (string | ViewPart)[] {
  return [
    `${oneLine(check.name, 80)} `,
    toText(check.result, toneOfResult(check.result)),
    ` in ${tookText(check.durationMs)} (${whyText(check)})`,
  ]
}

function saidOfEvidence({
  checks,
  skipped,
  tree,
  yardstickNotes = [],
  notes,
  warnings,
  tampering,
  extra = [],
}: Evidence): Said {
  const results = checks.map((check) => `${oneLine(check.name, 60)} ${check.result}${check.reused ? ' (reused)' : ''}`)
  const left = skipped.map(({ name }) => `${oneLine(name, 60)} skipped`)
  return {
    ...line(
      'evidence',
      `${[...results, ...left].join(', ') || 'no check'}${tree ? `, tree ${tree.slice(0, 12)}` : ''}`,
    ),
    details: [
      ...yardstickNotes.map(({ file, line, what }) => `look: ${oneLine(`${file}:${line} ${what}`, 200)}`),
      ...notes.map((note) => `note: ${oneLine(note, 200)}`),
      ...warnings.map((warning) => `warning: ${oneLine(warning, 200)}`),
      ...checks.flatMap(({ name, suspicion }) =>
        suspicion === undefined ? [] : [`suspicion: check ${oneLine(name, 60)} passed, but ${oneLine(suspicion, 200)}`],
      ),
      ...tampering.map((one) => `${isCleared(one) ? 'cleared' : 'tampering'}: ${suspicionText(one)}`),
      ...extra.map((run) => `proof: ${extraText(run)}`),
    ],
  }
}

function sentBackText({ why, names }: EventOf<'item.sent-back'>): string {
  const listed = oneLine(names.join(', '), 200)
  return why === 'conflict' ? `its merge conflicts in ${listed}` : `after the merge ${listed} fails`
}

function decided(decision: Decision): readonly (string | ViewPart)[] {
  return [verdict(decision), `: ${reasons(decision.because, 300)}`]
}

function verdict(decision: Decision): ViewPart {
  if (isCutOff(decision)) return toText('continues', 'warn')
  if (decision.kind === 'continue') return toText('refused', 'bad')
  if (decision.kind === 'ask-human') return toText('needs a person', 'warn')
  return toText('allowed', decision.outcome && decision.outcome !== 'completed' ? 'warn' : 'good')
}

function reasons(because: readonly { text: string }[], most: number): string {
  // The first line alone: below it stands the output of a check, which `fullstop evidence` shows.
  return oneLine(because.map(({ text }) => reasonText(text.split('\n')[0] ?? '')).join('; '), most)
}

function line(subject: string, ...parts: readonly (string | ViewPart)[]): Said {
  return { subject, parts: parts.map((part) => (typeof part === 'string' ? toText(part) : part)) }
}
