// What became of a stop or a claim, as one line of the story: what the agent did, then what followed.
import type { Decision, Reason } from '../../../contract/decision.ts'
import type { AgentEnd } from '../../../contract/agent/agent-end.ts'
import type { ClaimStatus } from '../../../contract/claim.ts'
import type { Evidence, EvidenceCheck } from '../../../contract/evidence.ts'
import { oneLine } from '../../text/printable.ts'
import { plural } from '../../text/plural.ts'
import { endWords, isOverBudget } from '../agent-end.ts'
import { couldNotRunTexts, isRed, limitText, resultText, type Telling } from '../result-text.ts'
import { type StoryLine, type StoryMark, storyLine } from './story-line.ts'

export interface Stopped extends Telling {
  /** The agent's last words. */
  readonly words?: string | undefined
  /** How often it was sent back in this request, this time included; absent: that does not count. */
  readonly nth?: number | undefined
}

/** What is remembered of the run when a stop or a claim is decided. */
export interface StoryFacts {
  /** The agent's own name. */
  readonly agent: string
  /** How often it may be sent back; absent: no limit. */
  readonly limit?: number | undefined
  /** What the newest claim rests on. */
  readonly evidence?: Evidence
  readonly claimed?: ClaimStatus
  /** How the last turn of the agent ended. */
  readonly end?: AgentEnd
}

export function tellDecision(story: StoryFacts, decision: Decision, stopped: Stopped): readonly StoryLine[] {
  switch (decision.kind) {
    case 'continue': {
      const { because, counts } = decision
      if (because[0]?.code === 'subtask-ended')
        return [storyLine('working', `${story.agent} continues with its own task`)]
      // The line of the session that follows says what becomes of it.
      const isUncounted = because[0]?.code === 'not-the-agents-choice' && counts?.includes('wait')
      return [toLine(didWhat(story, because, stopped), isUncounted ? undefined : sentBack(story, because, stopped))]
    }
    case 'ask-human':
      return [storyLine('asks', 'claimed done; you decide')]
    case 'allow':
      return allowed(story, decision, stopped)
  }
}

function allowed(story: StoryFacts, decision: Extract<Decision, { kind: 'allow' }>, stopped: Stopped): StoryLine[] {
  const { because, outcome, then } = decision
  // The wait that follows says why; what a person cancelled, paused or interrupted, and a question, stand elsewhere.
  if (then !== undefined || outcome === undefined) return []
  const [first, ...rest] = because
  switch (outcome) {
    case 'completed':
      return [storyLine('proven', `claimed done: ${proofOf(story, because, stopped)}`)]
    case 'unverified':
      return [storyLine('unproven', `claimed done, but ${unprovenBy(story, because)}`)]
    case 'capped':
    case 'stuck':
    case 'over-budget': {
      const why = limitText(firstLine(first))
      if (rest[0]?.code === 'not-the-agents-choice' && isOverBudget(story.end))
        return [storyLine('warning', `${story.agent} was stopped: ${why}`)]
      const after = why.startsWith('gave up') ? why : `gave up${why === '' ? '' : `: ${why}`}`
      return [toLine(didWhat(story, rest, stopped), after)]
    }
    case 'agent-failed':
    case 'blocked':
    case 'partial':
    case 'rejected':
      return [toLine(didWhat(story, because, stopped))]
    // The report puts the question, and says what is missing.
    case 'needs-input':
      return first?.code === 'question' ? [] : [toLine(didWhat(story, because, stopped))]
    case 'cancelled':
    case 'interrupted':
    case 'usage-limited':
      return []
  }
}

interface Did {
  readonly mark: StoryMark
  readonly text: string
}

function toLine({ mark, text }: Did, after?: string): StoryLine {
  return storyLine(mark, text, after === undefined ? {} : { after })
}

function didWhat(story: StoryFacts, because: readonly Reason[], stopped: Stopped): Did {
  const [first] = because
  const { agent } = story
  switch (first?.code) {
    case undefined:
    case 'no-claim':
      return { mark: 'returned', text: `stopped early${quoted(stopped.words)}` }
    case 'claim-refused-before':
      return { mark: 'returned', text: `stopped again without a new claim${quoted(stopped.words)}` }
    case 'claim-stale':
      return { mark: 'returned', text: `its claim no longer holds: ${firstLine(first)}` }
    case 'check-failed':
      return { mark: 'refused', text: `claimed done, but ${redChecks(story, because, stopped)}` }
    case 'partial':
      if (story.claimed === 'success') return { mark: 'refused', text: `claimed done, but named ${firstLine(first)}` }
      return { mark: 'returned', text: `says that a part is done; ${firstLine(first)}` }
    case 'blocked':
      return {
        mark: 'asks',
        text: firstLine(first).replace(/^the agent says it is blocked/, 'says that it is blocked'),
      }
    case 'needs-input':
      return { mark: 'asks', text: firstLine(first).replace(/^the agent /, '') }
    case 'question':
      return {
        mark: 'asks',
        text: `asks: ${firstLine(first).replace(/^(?:nobody is there to answer|the agent asks): /, '')}`,
      }
    case 'permission':
      return { mark: 'warning', text: firstLine(first).replace(/^nobody could permit/, 'was denied') }
    case 'changes-requested':
      return { mark: 'returned', text: 'you asked for changes' }
    case 'not-the-agents-choice':
      return { mark: 'warning', text: `${agent} ${endWords(story.end) ?? 'was stopped'}` }
    default:
      return story.claimed === 'success'
        ? { mark: 'refused', text: `claimed done, but ${sentence(because)}` }
        : { mark: 'returned', text: sentence(because) }
  }
}

function sentBack({ limit }: StoryFacts, because: readonly Reason[], { nth }: Stopped): string {
  const what = FOLLOWS.get(because[0]?.code ?? 'no-claim') ?? 'sent back'
  if (nth === undefined) return 'told so'
  return `${what}, ${nth}${limit === undefined ? '' : ` of ${limit}`}`
}

const FOLLOWS = new Map<Reason['code'], string>([
  ['question', 'told to decide by itself'],
  ['permission', 'told to do without'],
  ['blocked', 'told to try another way'],
])

/** `test passed in 50 ms and lint passed in 1 s`; of many, how many there were. */
function proofOf(story: StoryFacts, because: readonly Reason[], telling: Telling): string {
  const passed = (story.evidence?.checks ?? []).filter(({ result }) => result === 'passed')
  const isApproved = because.some(({ code }) => code === 'approved' || code === 'approved-despite')
  if (isApproved || passed.length === 0) return sentence(because)
  return passed.length > 3 ? `${plural(passed.length, 'check')} passed` : results(passed, telling)
}

function unprovenBy({ evidence }: StoryFacts, because: readonly Reason[]): string {
  const [barred] = couldNotRunTexts(evidence?.checks ?? [])
  if (barred !== undefined) return barred
  return firstLine(because[0]).replace(/^claimed, but /, '')
}

function redChecks({ evidence }: StoryFacts, because: readonly Reason[], telling: Telling): string {
  const red = (evidence?.checks ?? []).filter(isRed)
  if (red.length === 0) return sentence(because)
  const [first, ...others] = red
  const more = others.length === 0 ? '' : `; ${others.map(({ name }) => oneLine(name, 40)).join(', ')} failed too`
  return `${results(first === undefined ? [] : [first], telling)}${more}`
}

function results(checks: readonly EvidenceCheck[], telling: Telling): string {
  return checks.map((check) => `${oneLine(check.name, 60)} ${resultText(check, telling)}`).join(', ')
}

const SHORT_WORDS = 48

/** The last sentence of what the agent said; all of it where that is short. */
function quoted(words: string | undefined): string {
  const all = oneLine(words ?? '', 2000)
  if (all === '') return ''
  const last = all.length <= SHORT_WORDS ? all : (all.split(/(?<=[.!?…])\s+/).at(-1) ?? all)
  return `: "${oneLine(last, 160)}"`
}

/** Of several open todos and the like, the kind is named once: `open todo: the tests; the docs`. */
function sentence(because: readonly Reason[]): string {
  const texts = because.map(firstLine)
  const shared = /^open (?:todo|subtask): /.exec(texts[0] ?? '')?.[0] ?? ''
  return oneLine(texts.map((text, nth) => (nth > 0 && shared !== '' ? text.replace(shared, '') : text)).join('; '), 300)
}

/** Below it stands the output of a check. */
function firstLine(reason: Reason | undefined): string {
  return oneLine(reason?.text.split('\n')[0] ?? '', 300)
}
