// A run told as a person would tell it: one line for each thing that happened, without ids, codes or rule numbers. The
// events themselves are in `run-log.ts`. What belongs together comes in several events: the story remembers the claim.
import type { Event, EventOf } from '../../../contract/event.ts'
import { given } from '../../../contract/given.ts'
import type { RunTask } from '../../../contract/state.ts'
import { refusalLimit } from '../../gate/guard.ts'
import { answererText } from '../../review/answerer.ts'
import { oneLine } from '../../text/printable.ts'
import { budgetName } from '../../tasks/run/budgets.ts'
import { endWords, isCutOff } from '../agent-end.ts'
import { tookText } from '../amount.ts'
import { resultText, type Telling } from '../result-text.ts'
import { type StoryFacts, tellDecision } from './story-decision.ts'
import { type StoryLine, storyLine } from './story-line.ts'

export interface Story extends StoryFacts {
  /** When the agent was last told something. */
  readonly since?: string
  readonly isBaseline?: boolean
  /** A program that no driver knows: it cannot continue, and is started anew. */
  readonly isPlain?: boolean
  /** It waited before the next turn, and the wait said why. */
  readonly hasWaited?: boolean
  /** Told already: what a supervisor says when it takes a run on, and notes of the agent. */
  readonly isAttached?: boolean
  readonly noted: readonly string[]
  /** A person was told that they decide, and for which reasons; `isOpen`: nothing was claimed since. */
  readonly asked?: { readonly why: string; readonly isOpen: boolean }
  /** The requests of subtasks, by their ids. */
  readonly subtasks?: Readonly<Record<string, string>>
}

export interface Told {
  readonly story: Story
  readonly lines: readonly StoryLine[]
}

function isPlainProgram({ command, acp }: RunTask['run']['setup']): boolean {
  return command !== undefined && acp !== true
}

/** Who works on the task, and how often it may be sent back. */
export function aboutRun(
  { policy, run }: Pick<RunTask, 'policy' | 'run'>,
  agent: string,
): Pick<Story, 'agent' | 'limit' | 'isPlain'> {
  return { agent, limit: refusalLimit({ blockCap: 0 }, policy), isPlain: isPlainProgram(run.setup) }
}

export function openStory(about: Pick<Story, 'agent' | 'limit' | 'isPlain'>): Story {
  return { ...about, noted: [] }
}

/** The story after one more event, and what that event adds to it. */
export function tell(story: Story, event: Event): Told {
  const why = whyAsked(event)
  const lines = linesOf(story, event).filter(({ mark }) => mark !== 'asks' || !isAskedAgain(story, why))
  const next = remember(story, event)
  const isAsked = lines.some(({ mark }) => mark === 'asks')
  return { story: isAsked ? { ...next, asked: { why, isOpen: true } } : next, lines }
}

/** A claim by a call asks the person at once, and the stop that follows it asks the same again. */
function isAskedAgain({ asked }: Story, why: string): boolean {
  return asked !== undefined && (asked.isOpen || asked.why === why)
}

function whyAsked(event: Event): string {
  if (event.kind !== 'stop.decided' && event.kind !== 'claim.decided') return ''
  return event.decision.because.map(({ text }) => text).join('\n')
}

function remember(story: Story, event: Event): Story {
  switch (event.kind) {
    case 'run.attached':
      return { ...story, isAttached: event.source === 'resume' && !event.isStanding && !story.isPlain }
    case 'stint.started': {
      const { end: _over, ...rest } = story
      return { ...rest, isAttached: false, hasWaited: false, since: event.at }
    }
    case 'stint.told':
      return { ...story, since: event.at }
    case 'wait.started':
      return { ...story, hasWaited: true }
    case 'subtask.started':
      return { ...story, subtasks: { ...story.subtasks, [event.subtask]: event.request } }
    case 'stint.ended':
      return { ...story, end: event.end, noted: [...story.noted, ...event.notes] }
    case 'checks.started':
      return { ...story, isBaseline: event.cause === 'baseline' }
    case 'claim.made': {
      const { evidence: _former, ...rest } = story
      const asked = rest.asked && { ...rest.asked, isOpen: false }
      return { ...rest, ...given({ asked }), claimed: event.claim.status }
    }
    case 'claim.voided':
      return withoutClaim(story)
    case 'claim.verified':
      return { ...story, evidence: event.evidence }
    case 'stop.decided':
      return event.decision.kind === 'continue' ? withoutClaim(story) : story
    case 'prompt.joined':
    case 'review.changes-requested': {
      const { asked: _answered, ...rest } = story
      return rest
    }
    default:
      return story
  }
}

/** `subtask completed: Port the parser`, and what its agent said of it. */
function subtaskEnded({ subtasks = {} }: Story, event: EventOf<'subtask.ended'>): StoryLine {
  const { outcome, subtask, summary } = event
  const what = `subtask ${outcome}: ${oneLine(subtasks[subtask] ?? subtask, 120)}`
  const after = summary === undefined ? {} : { after: `"${oneLine(summary, 120)}"` }
  return storyLine(outcome === 'completed' ? 'proven' : 'refused', what, after)
}

/** A run that was interrupted or killed in mid-turn: what it continues from was told before, or has no words. */
function isOfFormerRun({ isAttached, end }: Story, { decision }: EventOf<'stop.decided'>): boolean {
  return isAttached === true && end === undefined && isCutOff(decision)
}

function withoutClaim({ evidence: _evidence, claimed: _claimed, ...rest }: Story): Story {
  return rest
}

function linesOf(story: Story, event: Event): readonly StoryLine[] {
  switch (event.kind) {
    case 'run.attached':
      if (event.isStanding) return [storyLine('working', 'checking the claim that was made')]
      return event.source === 'resume' && !story.isPlain
        ? [storyLine('working', `${story.agent} continues where it stood`)]
        : []
    case 'stint.started':
      return started(story, event)
    case 'stint.ended':
      return event.notes
        .filter((note) => !story.noted.includes(note))
        .map((note) => storyLine('warning', oneLine(note, 300)))
    case 'checks.started':
      return event.cause === 'baseline' && event.checks.length > 0
        ? [storyLine('working', `checking how things stand before ${story.agent} begins`)]
        : []
    case 'check.finished':
      return story.isBaseline ? [atStart(event)] : []
    case 'claim.decided':
      // The answer to a call: what an accepted claim comes to is told with the stop.
      return event.decision.kind === 'allow' && event.byCall
        ? []
        : tellDecision(story, event.decision, { ...when(story, event), nth: event.continuations })
    case 'stop.decided':
      if (isOfFormerRun(story, event)) return []
      return tellDecision(story, event.decision, {
        ...when(story, event),
        words: event.lastWords,
        nth: event.continuations,
      })
    case 'subtask.started':
      return [storyLine('working', `${story.agent} splits off a subtask: ${oneLine(event.request, 200)}`)]
    case 'subtask.ended':
      return [subtaskEnded(story, event)]
    case 'prompt.joined':
      return [storyLine('person', `you: ${oneLine(event.prompt, 300)}`)]
    case 'wait.started':
      return [storyLine('waits', oneLine(event.why, 300), { until: event.until })]
    case 'budget.warned':
      // At the end of a budget stands what becomes of the run.
      return event.used >= event.limit
        ? []
        : [
            storyLine(
              'warning',
              `${Math.floor((event.used / event.limit) * 100)}% of the ${budgetName(event.budget)} is used`,
            ),
          ]
    case 'task.cancelled':
      return [storyLine('person', 'cancelled')]
    case 'task.paused':
      return [storyLine('person', 'paused')]
    case 'review.approved':
      return [storyLine('proven', `approved by ${answererText(event.by)}${worded(event.words)}`)]
    case 'review.changes-requested':
      return [storyLine('returned', `changes requested by ${answererText(event.by)}${worded(event.words)}`)]
    case 'review.rejected':
      return [storyLine('refused', `rejected by ${answererText(event.by)}${worded(event.words)}`)]
    case 'notification.failed':
      return [storyLine('warning', `${event.to} was not notified: ${oneLine(event.why, 200)}`)]
    case 'hook.failed':
      return [storyLine('warning', oneLine(event.message, 300))]
    default:
      return []
  }
}

function when({ since }: Story, { at }: Event): Telling {
  return { at, since }
}

/** A continuation in the same session was told with the refusal before it. */
function started({ agent, end, isAttached, hasWaited = false }: Story, { how }: EventOf<'stint.started'>): StoryLine[] {
  const why = hasWaited ? undefined : endWords(end)
  const after = why === undefined ? '' : `: it ${why}`
  switch (how) {
    case 'first':
      return isAttached ? [] : [storyLine('working', `${agent} is working`)]
    case 'fresh':
      return [storyLine('working', `${agent} starts a new session with a summary of the work so far`)]
    case 'again':
      return isAttached ? [] : [storyLine('working', `${agent} tries again${after}`)]
    case 'probe':
      return [storyLine('working', `${agent} is asked whether it is done`)]
    case 'same':
      return []
  }
}

function atStart({ check }: EventOf<'check.finished'>): StoryLine {
  const isPassed = check.result === 'passed'
  const name = oneLine(check.name, 60)
  const text = isPassed
    ? `${name} passes before the work begins, in ${tookText(check.durationMs)}`
    : `before the work begins: ${name} ${resultText(check)}`
  return storyLine(isPassed ? 'proven' : 'warning', text)
}

function worded(words: string | undefined): string {
  return words === undefined ? '' : `: ${oneLine(words, 300)}`
}
