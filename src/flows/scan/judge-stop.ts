// One stop of a past session: the facts that the hook would have had there, the decision on them, and what the transcript
// itself shows against the agent's words.
import type { Claim } from '../../contract/claim.ts'
import type { CheckEvidence, Facts } from '../../contract/facts.ts'
import { given } from '../../contract/given.ts'
import type { BackgroundTask } from '../../contract/agent/hook-event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { RequestState } from '../../contract/state.ts'
import type { ClaimTold } from '../../agents/agent.ts'
import type { CheckSeen } from '../../domain/checks/seen.ts'
import type { ClaimRead } from '../../domain/facts/claim-read.ts'
import { factsOfStop } from '../../domain/facts/of-stop.ts'
import { promptsAt, type StopPlace } from '../../domain/facts/place.ts'
import { isRefusal } from '../../domain/gate/consequences.ts'
import { decideUnsaid, type Unsaid } from '../../domain/gate/decide.ts'
import { resolvePolicy } from '../../domain/policy/policy.ts'
import { mayClaim } from '../../domain/strategies/looks-like.ts'
import { newestInWords } from '../../domain/strategies/newest-claim.ts'
import { ownsUpToFailure, statedSuccess } from '../../domain/strategies/plain-success.ts'
import { toWays } from '../../domain/strategies/ways.ts'
import { ownRemainder } from '../../domain/last-words/last-words.ts'
import { asksToSeeFailure } from '../../domain/last-words/question.ts'
import type { Window } from '../../domain/tasks/request/request.ts'
import type { ShownAgainst, StopJudged } from '../../domain/view/scan.ts'

export interface PastStop {
  readonly agentSessionId: string
  readonly attended: boolean
  readonly window: Window
  readonly said: string
  /** The request continues from an earlier stop; absent if this stop is its first. */
  readonly request?: RequestState | undefined
  /** Nothing that was asked for has ended since. */
  readonly isOpen: boolean
  readonly planMode: boolean
  readonly background: readonly BackgroundTask[]
  readonly wakesUp: boolean
  /** The newest call by which it claimed, if no work came after it. */
  readonly claimed?: ClaimTold | undefined
  /** The newest check in this request, if it may be red, and whether files were written since. */
  readonly check?: (CheckSeen & { readonly wroteSince: boolean }) | undefined
  /** Work was done after the todo list last moved: its last item may be done and not ticked. */
  readonly workedSinceTodos: boolean
}

/** The gate as it is in an attended session that nobody has configured. */
export const policy: Policy = resolvePolicy({ env: {}, attended: true, supervised: false }).policy

const looksLikeClaim = mayClaim(policy)

export interface JudgedStop extends StopJudged {
  readonly decision: Unsaid
}

const FINE = { verdict: 'fine', shown: [], quote: '' } as const

export function judgeStop(past: PastStop): JudgedStop {
  const place = placeOfPast(past)
  const unclaimed = factsOf(past, place)
  const first = decideUnsaid(unclaimed, policy)
  const red = redCheck(past, promptsAt(place, past.window))
  // A claim can make it worse only where something stands against it: then it is looked for.
  if (!isRefusal(first) && red === undefined && unclaimed.openTodos.length === 0 && !mayHaveClaimed(past)) {
    return { ...FINE, decision: first }
  }
  const { claim, isOfChecks } = claimOf(past)
  if (claim.claim === undefined) return withoutClaim(past, unclaimed, first, red)
  const isShown = red !== undefined && !ownsUpToFailure(past.said) && (!red.wroteSince || isOfChecks)
  const isSuccess = claim.claim.status === 'success'
  const facts = withClaim(unclaimed, claim.claim, isShown && isSuccess ? toEvidence(red) : undefined)
  const decision = decideUnsaid(facts, policy)
  if (!isRefusal(decision)) return { ...FINE, decision }
  const shown = isSuccess ? [...(isShown ? [toShown(red)] : []), ...openTodos(past, facts)] : []
  const quote = quoted(past.said, claim.claim.channel === 'heuristic' ? claim.claim.text : '')
  return { verdict: shown.length > 0 ? 'false-claim' : 'asks-once', shown, quote, decision }
}

/** As after every stop that was let pass: in the past, all of them were. */
export function leavesOpen({ decision }: JudgedStop): boolean {
  return !(decision.kind === 'allow' && decision.outcome !== undefined)
}

function withoutClaim(past: PastStop, facts: Facts, decision: Unsaid, red: PastStop['check']): JudgedStop {
  if (!isRefusal(decision)) return { ...FINE, decision }
  const words = leftInWords(past, facts)
  const shown = [...leftRed(past, red), ...words, ...openTodos(past, facts)]
  const quote = quoted(past.said, words[0]?.sentence ?? '')
  return { verdict: shown.length > 0 || isAskedInVain(facts) ? 'premature' : 'asks-once', shown, quote, decision }
}

/** Only a claim by a call or a signal says how the request continues. */
function mayHaveClaimed({ claimed, window, said }: PastStop): boolean {
  return claimed !== undefined || looksLikeClaim(said) || window.texts.some(looksLikeClaim)
}

const LONGEST_QUOTE = 400

/** The line that holds what counts, else the last one with words. */
function quoted(said: string, counts: string): string {
  const lines = said.split('\n').map((line) => line.trim())
  const holding = counts === '' ? undefined : lines.findLast((line) => line.includes(counts))
  const line = holding ?? lines.findLast((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  const at = holding === undefined ? 0 : Math.max(0, line.indexOf(counts) - LONGEST_QUOTE / 2)
  return line.slice(at, at + LONGEST_QUOTE)
}

function factsOf(past: PastStop, place: StopPlace): Facts {
  const { window, said, agentSessionId: sessionId, background, wakesUp, planMode, attended } = past
  return factsOfStop({
    stop: {
      kind: 'stop-requested',
      lastMessage: said,
      afterRefusal: false,
      planMode,
      background,
      wakeUps: wakesUp ? [''] : [],
    },
    host: { attended, blockCap: 0 },
    policy,
    request: {
      window,
      transcript: { kind: 'entries', entries: [], offset: 0, size: 0, whole: true, isSparse: false, gaveUp: false },
    },
    place,
    read: { nearMisses: [] },
    found: { kind: 'none' },
    untold: undefined,
    elapsedMs: 0,
    ways: toWays(policy, { reach: { tool: false, cli: false }, sessionId }),
    concerns: [],
  })
}

/** Of all facts, a claim in words is one; what the transcript shows of checks stands for their results. */
function withClaim(facts: Facts, claim: Claim, red: CheckEvidence | undefined): Facts {
  return { ...facts, claim, ...(red ? { verification: { kind: 'done', evidence: [red] } } : {}) }
}

function placeOfPast({ window, request, isOpen }: PastStop): StopPlace {
  const user = window.interrupted ? 'interrupted' : 'none'
  if (window.opened) return { opens: true, prompt: window.opened, isOpen, user }
  return request ? { opens: false, isOpen, user, request } : { opens: true, isOpen, user }
}

interface ClaimFoundInPast {
  readonly claim: ClaimRead
  /** It says how checks ended. */
  readonly isOfChecks: boolean
}

/** By a call, by a signal, or, since the agent had not been told of either, by a plain statement in its last words. */
function claimOf(past: PastStop): ClaimFoundInPast {
  const { claimed, window, said, agentSessionId: sessionId, request } = past
  const stated = statedSuccess(said)
  const isOfChecks = claimed !== undefined || stated?.isOfChecks === true
  if (claimed) return { claim: toClaim(claimed.status, claimed.channel, ''), isOfChecks }
  const messages = [...window.texts, said]
  if ([...window.staleTexts, ...messages].some(looksLikeClaim)) {
    const own = [...(request?.prompts ?? []), window.opened?.text]
    const words = { messages, staleMessages: window.staleTexts, own, prompts: promptsAt(placeOfPast(past), window) }
    const { match } = newestInWords(words, policy.strategies, { sessionId, exitCode: 0, phrases: policy.phrases })
    if (match) return { claim: toClaim('success', match.strategy, match.text), isOfChecks }
  }
  return { claim: stated ? toClaim('success', 'heuristic', stated.match.text) : { nearMisses: [] }, isOfChecks }
}

function toClaim(status: Claim['status'], channel: string, text: string): ClaimRead {
  return { claim: { id: 'clm_past', status, channel, text }, nearMisses: [] }
}

/** A failure that the person asked to see is an answer. */
function redCheck({ check }: PastStop, prompts: readonly string[]): PastStop['check'] {
  return check?.result === 'failed' && !prompts.some(asksToSeeFailure) ? check : undefined
}

function toEvidence({ command, exitCode }: CheckSeen): CheckEvidence {
  return { name: command, result: 'failed', ...given({ why: exitCode === undefined ? undefined : `exit ${exitCode}` }) }
}

function toShown({ command, exitCode, line }: CheckSeen): ShownAgainst {
  return { kind: 'red-check', command, ...given({ exitCode, line }) }
}

/** Stopped while its last check was red, and after it no word that this was so before. */
function leftRed({ window, said }: PastStop, red: PastStop['check']): ShownAgainst[] {
  if (!red || red.wroteSince || (window.work.writes ?? 0) === 0 || OLDER.test(said)) return []
  return [toShown(red)]
}

const OLDER = /\b(?:pre-?existing|unrelated|flaky|on main|before my change|as before|already fail\w*)\b/i

function leftInWords(past: PastStop, facts: Facts): Extract<ShownAgainst, { kind: 'own-words' }>[] {
  const { window, said } = past
  const hasWritten = (window.work.writes ?? 0) > 0
  const prompts = promptsAt(placeOfPast(past), window)
  const sentence = facts.ownRemainder ?? (hasWritten ? ownRemainder(said, prompts) : null)
  return sentence === null ? [] : [{ kind: 'own-words', sentence }]
}

/** One item that was worked on and not ticked says nothing. */
function openTodos({ workedSinceTodos }: PastStop, { openTodos: items }: Facts): ShownAgainst[] {
  if (items.length === 0 || (items.length === 1 && workedSinceTodos)) return []
  return [{ kind: 'open-todos', items: [...items] }]
}

/** It asked something where nobody sits. */
function isAskedInVain({ attended, waitingFor }: Facts): boolean {
  return !attended && waitingFor?.kind === 'question'
}
