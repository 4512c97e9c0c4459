// The end of a run as a value to draw: how it ended and what that took, why, what it rests on, and what to do next.
import type { Claim } from '../../../contract/claim.ts'
import type { ReasonCode } from '../../../contract/decision.ts'
import type { Event } from '../../../contract/event.ts'
import type { ChangedFile, Evidence } from '../../../contract/evidence.ts'
import { given } from '../../../contract/given.ts'
import type { RunTask, StintBill, TaskState } from '../../../contract/state.ts'
import { budgetsOf, raiseOption, usedUp } from '../../tasks/run/budgets.ts'
import { usedBy } from '../../tasks/run/run.ts'
import { plural } from '../../text/plural.ts'
import { inLine, oneLine } from '../../text/printable.ts'
import { endWords, isOverBudget } from '../agent-end.ts'
import { dollars, shortCount, tookText } from '../amount.ts'
import { type ChangedList, changedFiles } from '../changed-files.ts'
import { viewEvidence } from '../evidence.ts'
import { criteriaIn } from '../review/criteria.ts'
import { wordsInstead } from './last-words.ts'
import { type Ended, type NextStep, nextSteps } from './next-steps.ts'
import type { Tone } from '../part.ts'
import { couldNotRunTexts, isRed, limitText, resultText, type Telling } from '../result-text.ts'

const MOST_BILLS = 12
const MOST_REASONS = 5
const MOST_FILES = 3
const HOW_A_PROGRAM_CLAIMS =
  'a program says so by a line of its own, <promise>COMPLETE</promise> (docs/run.md, "Run any other program")'

export interface ReportView {
  readonly task: string
  readonly title: string
  /** The outcome, or the status of a task that has none yet. */
  readonly ending: { readonly text: string; readonly tone: Tone }
  /** Time, turns, tokens and cost in all. */
  readonly used: readonly string[]
  readonly because: readonly string[]
  /** Acceptance criteria with what the newest claim says of each. */
  readonly criteria: readonly string[]
  /** `greet.mjs (new), 3 more`; absent where nothing is known of it. */
  readonly changed?: string
  /** The agent's last words, where it changed nothing. */
  readonly said: readonly string[]
  /** What a person should look at: changed tests and what else speaks against the evidence. */
  readonly look: readonly string[]
  /** Tools that the agent was denied. */
  readonly denied: readonly string[]
  /** The stints, if there was more than one; the oldest are left out. */
  readonly stints: readonly StintRow[]
  readonly next: readonly NextStep[]
}

export interface StintRow {
  readonly number: number
  readonly how: string
  readonly took: string
  /** Empty where the agent reports none. */
  readonly tokens: string
  readonly cost: string
}

/** What only the front end knows. */
export interface ReportPlace extends Pick<Ended, 'agent' | 'folder' | 'findable'> {
  /** Changed files, where no evidence tells of them. */
  readonly changed?: readonly ChangedFile[] | 'no repository' | undefined
  /** How our program is called where the reader cannot type its name. */
  readonly called?: string | undefined
  /** The options of the agent that permit these tools. */
  readonly permitting: (denied: readonly string[]) => readonly string[]
  /** Subtasks that a person has to look at before the task can continue. */
  readonly held?: readonly Pick<TaskState, 'id' | 'status'>[]
}

export function viewReport(task: RunTask, events: readonly Event[], place: ReportPlace): ReportView {
  const evidence = evidenceIn(events)
  const denied = deniedIn(events)
  const changed = evidence?.changed ? changedText(changedFiles(evidence)) : otherwiseChanged(place)
  const because = reasonsOf(task, events, { evidence, denied, agent: place.agent })
  return {
    task: task.id,
    title: oneLine(task.title ?? '', 100),
    ending: { text: task.outcome ?? task.status, tone: task.outcome === 'completed' ? 'good' : 'warn' },
    used: usedIn(task),
    because,
    criteria: criteriaIn(task.criteria, events).map(({ text }) => text),
    ...given({ changed }),
    said: wordsInstead(events),
    look: (evidence ? lookAt(evidence) : []).filter((text) => !isSaid(text, because)),
    denied,
    stints: stintsOf(task),
    next: nextSteps(toEnded(task, events, { ...place, denied })).map((step) => calledAs(step, place.called)),
  }
}

interface Because {
  readonly evidence: Evidence | undefined
  readonly denied: readonly string[]
  readonly agent: string
}

function reasonsOf(task: RunTask, events: readonly Event[], { evidence, denied, agent }: Because): readonly string[] {
  const because = becauseOf(task, events)
  const codes = because.map(({ code }) => code)
  const at = events.at(-1)?.at ?? task.openedAt
  const since = events.findLast(({ kind }) => kind === 'stint.started' || kind === 'stint.told')?.at
  if (codes.includes('checks-passed') && evidence) return passedTexts(evidence, { at, since })
  if (task.outcome === 'unverified' && codes.includes('check-could-not-run') && evidence) {
    return couldNotRunTexts(evidence.checks)
  }
  const texts = because.flatMap(({ code, text }): string[] => {
    const line = oneLine((text.split('\n')[0] ?? '').replace(/^claimed, but /, ''), 300)
    switch (code) {
      case 'not-the-agents-choice': {
        // Said already: the budget ended the run, and with it the agent.
        if (isOverBudget(task.run.lastEnd) && codes[0] !== 'not-the-agents-choice') return []
        const words = task.outcome === 'usage-limited' ? undefined : endWords(task.run.lastEnd)
        return [words === undefined ? line : `${agent} ${words}`]
      }
      case 'check-failed': {
        const red = (evidence?.checks ?? []).filter(isRed)
        return red.length === 0 ? [line] : red.map((check) => `${oneLine(check.name, 60)} ${resultText(check)}`)
      }
      case 'needs-input':
        return needed(line, events)
      case 'question':
        return [line.replace(/^nobody is there to answer: /, 'the agent asks: ')]
      case 'partial':
        // Said below, in the words of the claim.
        return task.outcome === 'partial' && lastClaim(events) && line.startsWith('remaining work: ') ? [] : [line]
      case 'permission':
        return [denied.length === 0 ? line : 'nobody was there to permit what it needs']
      default:
        return [limitText(line)]
    }
  })
  if (task.outcome === 'partial') texts.push(...remainder(events))
  const { command, acp } = task.run.setup
  const isSilent = command !== undefined && acp !== true && codes.includes('no-claim')
  return [...new Set(isSilent ? [...texts.slice(0, MOST_REASONS - 1), HOW_A_PROGRAM_CLAIMS] : texts)].slice(
    0,
    MOST_REASONS,
  )
}

/** What the agent needs, in its own words, and what is left once it has it. */
function needed(line: string, events: readonly Event[]): string[] {
  const summary = lastClaim(events)?.summary
  return [summary === undefined ? line : `${line}: ${oneLine(summary, 300)}`, ...remainder(events)]
}

/** What is left, in the agent's own words. */
function remainder(events: readonly Event[]): string[] {
  const left = lastClaim(events)?.remainingWork
  return left === undefined ? [] : [`remaining: ${oneLine(left, 300)}`]
}

function lastClaim(events: readonly Event[]): Claim | undefined {
  return events.findLast((event) => event.kind === 'claim.made')?.claim
}

function becauseOf({ outcome, run }: RunTask, events: readonly Event[]) {
  const ended = events.findLast((event) => event.kind === 'task.ended')
  return outcome !== undefined && ended ? ended.because : (run.lastDecision?.because ?? [])
}

function passedTexts({ checks, skipped }: Evidence, telling: Telling): string[] {
  const passed = checks.filter(({ result }) => result === 'passed')
  const texts = passed.slice(0, MOST_REASONS).map((check) => `${oneLine(check.name, 60)} ${resultText(check, telling)}`)
  const more = passed.length - texts.length
  const left = skipped.map(({ name }) => oneLine(name, 60)).join(', ')
  return [
    ...texts,
    ...(more > 0 ? [`${plural(more, 'more check')} passed`] : []),
    ...(left === '' ? [] : [`skipped, nothing under its paths changed: ${left}`]),
  ]
}

function evidenceIn(events: readonly Event[]): Evidence | undefined {
  return events.findLast((event) => event.kind === 'claim.verified')?.evidence
}

const HOW_CHANGED: Readonly<Record<ChangedFile['how'], string>> = {
  added: ' (new)',
  modified: '',
  deleted: ' (deleted)',
}

function changedText({ files, count }: ChangedList): string {
  if (files.length === 0) return 'nothing'
  const named = files.slice(0, MOST_FILES).map(({ path, how }) => `${inLine(path)}${HOW_CHANGED[how]}`)
  const more = count - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

function otherwiseChanged({ changed }: ReportPlace): string | undefined {
  if (changed === 'no repository') return 'not known: there is no repository'
  return changed && changedText(changedFiles({ changed: [...changed], changedCount: changed.length }))
}

function lookAt(evidence: Evidence): string[] {
  const { yardstickNotes, warnings, tampering, cleared } = viewEvidence(evidence)
  return [...tampering, ...warnings, ...cleared, ...yardstickNotes]
}

/** A place that a reason names is not named again. What a run of ours did about it stands behind a semicolon. */
function isSaid(text: string, because: readonly string[]): boolean {
  const [place = text] = text.split('; ')
  return because.some((why) => why.includes(place))
}

function deniedIn(events: readonly Event[]): readonly string[] {
  const all = events.flatMap((event) => (event.kind === 'stint.ended' ? (event.end.denied ?? []) : []))
  return [...new Set(all.map((one) => oneLine(one, 200)))]
}

function usedIn({ run }: RunTask): readonly string[] {
  const { tokens, cost } = usedBy(run)
  return [
    tookText(run.spentMs),
    ...(run.turns > 0 ? [plural(run.turns, 'turn')] : []),
    ...(tokens > 0 ? [`${shortCount(tokens)} tokens`] : []),
    ...(cost === undefined ? [] : [dollars(cost)]),
  ]
}

const HOW: Readonly<Record<StintBill['how'], string>> = {
  first: 'first prompt',
  same: 'continuation',
  fresh: 'continuation in a fresh session',
  again: 'after an interruption',
  probe: 'asked for its claim',
}

function stintsOf({ run: { bill } }: RunTask): readonly StintRow[] {
  if (bill.length < 2) return []
  const rows = bill.map(({ how, ms, tokens, cost }, index) => ({
    number: index + 1,
    how: HOW[how],
    took: tookText(ms),
    tokens: tokens > 0 ? `${shortCount(tokens)} tokens` : '',
    cost: cost === undefined ? '' : dollars(cost),
  }))
  return rows.slice(-MOST_BILLS)
}

function toEnded(
  task: RunTask,
  events: readonly Event[],
  { denied, permitting, called: _name, changed: _files, held = [], ...place }: ReportPlace & Pick<ReportView, 'denied'>,
): Ended {
  const codes: ReasonCode[] = becauseOf(task, events).map(({ code }) => code)
  const permit = denied.length === 0 ? undefined : permitting(denied)
  return {
    ...place,
    task: task.id,
    state: task.outcome ?? (task.status === 'awaiting-review' ? 'awaiting-review' : 'paused'),
    held: task.outcome === undefined ? held : [],
    codes,
    end: task.run.lastEnd?.kind,
    hasUntrusted: task.policy.untrustedChecks.length > 0,
    hasChecks: task.policy.checks.length > 0,
    raise: raiseOf(task),
    maxContinuations: task.policy.maxContinuations,
    permit,
  }
}

function calledAs({ command, ...step }: NextStep, called = 'fullstop'): NextStep {
  return { command: command.replace(/^fullstop |(?<=&& )fullstop /, () => `${called} `), ...step }
}

/** The option that gives twice the budget that is used up; where none is, that of the time. */
function raiseOf(task: RunTask): string | undefined {
  if (task.outcome !== 'over-budget') return undefined
  const budgets = budgetsOf(task, undefined, new Date(task.run.tick))
  return raiseOption(budgets, usedUp(budgets) ?? 'time')
}
