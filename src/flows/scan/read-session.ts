// One transcript from its first line to its last: entries are folded into the window of the request as the hook folds them,
// and every place where the agent ended its turn is handed on, to be judged. Words are parsed only where they are the last
// ones.
import type { ClaimTold, LineTold, SeenCall, Skimmed, UsageSeen } from '../../agents/agent.ts'
import type { Entry, PromptEntry, ToolCalledEntry, ToolReturnedEntry } from '../../contract/agent/entry.ts'
import type { BackgroundTask } from '../../contract/agent/hook-event.ts'
import type { OpenedFile } from '../../adapters/platform/files/files.ts'
import { type CheckSeen, checkSeen } from '../../domain/checks/seen.ts'
import { mayClaimInLine } from '../../domain/strategies/looks-like.ts'
import { asksOnly } from '../../domain/last-words/question.ts'
import { cutPrompt, openWindow, type OpenWindow, stepWindow } from '../../domain/tasks/request/request.ts'
import { emptyWork } from '../../domain/tasks/request/work.ts'
import { orderIn } from '../../domain/tasks/typed-order.ts'
import type { TurnTokens } from '../../domain/view/scan.ts'
import { parseLine } from '../transcript/read-tail.ts'
import type { TranscriptFile } from './find-transcripts.ts'
import { type PastStop, policy } from './judge-stop.ts'
import { type LineSeen, readLines } from './read-lines.ts'

/** A file with more lines in a row that are not JSON is damaged from there on. */
const MOST_BROKEN = 1000
const MOST_PROMPTS = 20
const MOST_BACKGROUND = 16
const NO_TOKENS: TurnTokens = { input: 0, cached: 0, output: 0 }

export interface SessionStop {
  /** What it is judged by. `isOpen` is absent where the decision on the stop before tells it. */
  readonly past: Omit<PastStop, 'isOpen'> & { readonly isOpen?: boolean | undefined }
  readonly at?: string | undefined
  readonly key?: string | undefined
  readonly cwd?: string | undefined
  readonly offset: number
  /** Counted from 1, where the reading has counted it. */
  readonly line?: number | undefined
  readonly asked?: string | undefined
  /** What the turn used, where the transcript counts it. */
  readonly tokens?: TurnTokens | undefined
}

export interface SessionHeard {
  readonly onStop: (stop: SessionStop) => void
  /** A person asked for something. */
  readonly onRequest: (request: RequestHeard) => void
}

export type SessionEnd = 'read' | 'damaged'

type Source = Pick<TranscriptFile, 'archive' | 'reader'>

export function readSession(file: OpenedFile, source: Source, heard: SessionHeard): SessionEnd {
  const state = begun(source, heard)
  readLines(file, (line) => {
    take(state, line)
    return !state.isSubagent && state.broken < MOST_BROKEN
  })
  if (state.broken >= MOST_BROKEN) return 'damaged'
  if (!source.archive.marksEnds) stopped(state)
  return 'read'
}

/** All that is known of the session by now. */
export interface RequestHeard {
  readonly at: string | undefined
  readonly attended: boolean
  /** The same in every copy of it. */
  readonly key: string | undefined
}

interface State extends Source, SessionHeard {
  window: OpenWindow
  told: LineTold
  /** Of the line that was parsed last, and of no line before it. */
  lineKey: string | undefined
  isSubagent: boolean
  broken: number
  /** The assistant's newest words, if no call came after them. */
  words: LastWords | undefined
  /** Of the request: what a person asked for, whether it only asks, and how often we sent the agent back. */
  prompts: string[]
  isQuestion: boolean
  continuations: number
  isAgain: boolean
  isOpen: boolean | undefined
  planMode: boolean
  background: Map<string, BackgroundTask>
  wakesUp: boolean
  claimed: ClaimTold | undefined
  /** The newest one that ran; of those that passed, only one behind a red one is looked at. */
  check: CheckSeen | undefined
  writesAtCheck: number
  workAtTodos: number
  tokens: TurnTokens
  total: UsageSeen | undefined
  answer: UsageSeen | undefined
}

interface LastWords {
  readonly offset: number
  readonly line: number | undefined
  /** The line as it stands in the file, its bytes each as one character, while it has not been parsed. */
  readonly raw?: string
  /** A call of the same message follows. */
  readonly goesOn?: boolean
  readonly at?: string | undefined
  readonly key?: string | undefined
}

const mayClaim = mayClaimInLine(policy)

function begun(source: Source, heard: SessionHeard): State {
  return {
    ...source,
    ...heard,
    window: openWindow({
      work: emptyWork(true),
      todos: [],
      knownPromptIds: [],
      knownPrompts: [],
      vendorGoal: false,
      closed: true,
    }),
    told: {},
    lineKey: undefined,
    isSubagent: false,
    broken: 0,
    words: undefined,
    prompts: [],
    isQuestion: false,
    continuations: 0,
    isAgain: false,
    isOpen: false,
    planMode: false,
    background: new Map(),
    wakesUp: false,
    claimed: undefined,
    check: undefined,
    writesAtCheck: 0,
    workAtTodos: 0,
    tokens: NO_TOKENS,
    total: undefined,
    answer: undefined,
  }
}

function take(state: State, line: LineSeen): void {
  const { archive, window } = state
  const skimmed = archive.skim(line, (id) => window.work.pending.find((call) => call.id === id))
  // Results are most lines, and count nothing.
  const used = isResult(skimmed) ? undefined : archive.usage(line)
  if (used) addUsage(state, used)
  if (skimmed === 'over') stopped(state)
  else if (skimmed === 'words') spoken(state, line)
  else if (skimmed === 'parse') parsed(state, line.text(), { offset: line.start, line: line.number })
  else {
    // What was read from its beginning was no broken line.
    if (skimmed[0]?.kind === 'tool-called') state.broken = 0
    for (const entry of skimmed) step(state, entry, undefined)
  }
}

function isResult(skimmed: Skimmed): boolean {
  return typeof skimmed !== 'string' && skimmed[0]?.kind === 'tool-returned'
}

/** Far more is said than stops follow: only the last words are parsed, and those that may claim. */
function spoken(state: State, line: LineSeen): void {
  heardClaim(state)
  state.words = { offset: line.start, line: line.number, raw: line.bytes() }
}

/** Other words come, or a call: those before them matter only if they claim. */
function heardClaim(state: State): void {
  const raw = state.words?.raw
  if (raw !== undefined && mayClaim?.(raw) !== false) parseWords(state)
}

function parseWords(state: State): void {
  const { words } = state
  if (words?.raw === undefined) return
  const { at, key } = state.told
  state.words = undefined
  parsed(state, Buffer.from(words.raw, 'latin1').toString('utf8'), words)
  // The line that made us look back is the newer one.
  state.told = { ...state.told, at, key }
}

function parsed(state: State, text: string, { offset, line: number }: Pick<LastWords, 'offset' | 'line'>): void {
  const line = parseLine(text)
  if (line === undefined) {
    state.broken += 1
    return
  }
  state.broken = 0
  const told = state.archive.toldBy(line)
  learn(state, told)
  if (told.isSubagent) return
  state.lineKey = told.key
  let outputs: readonly SeenCall[] | undefined
  for (const entry of state.reader.toEntries(line)) {
    if (entry.kind === 'said') {
      state.window = stepWindow(state.window, entry)
      state.words = { offset, line: number, goesOn: entry.goesOn === true, at: told.at, key: told.key }
    } else step(state, entry, (id) => outputOf((outputs ??= state.reader.toCalls?.(line) ?? []), id))
  }
  for (const claim of told.claims ?? []) state.claimed = claim
}

function outputOf(calls: readonly SeenCall[], id: string): string {
  const found = calls.find((call) => call.kind === 'returned' && call.id === id)
  return found?.kind === 'returned' ? found.output : ''
}

function learn(state: State, told: LineTold): void {
  const { background, wakesUp, isSubagent } = told
  const before = state.told
  if (isSubagent === 'file' && before.agentSessionId === undefined) state.isSubagent = true
  if (isSubagent) return
  state.told = {
    // A session is known by where it began, wherever its shell has gone since.
    agentSessionId: before.agentSessionId ?? told.agentSessionId,
    cwd: before.cwd ?? told.cwd,
    at: told.at ?? before.at,
    key: told.key ?? before.key,
    attended: told.attended ?? before.attended,
  }
  state.planMode = told.planMode ?? state.planMode
  state.wakesUp = wakesUp ?? state.wakesUp
  for (const { id, ...task } of background ?? []) {
    if (task.running && state.background.size < MOST_BACKGROUND) state.background.set(id, task)
    else state.background.delete(id)
  }
}

type OutputOf = ((id: string) => string) | undefined

function step(state: State, entry: Entry, outputIn: OutputOf): void {
  if (entry.kind === 'prompt') return prompted(state, entry)
  if (entry.kind === 'interrupted') state.words = undefined
  if (entry.kind === 'tool-called') called(state, entry)
  if (entry.kind === 'tool-returned') returned(state, entry, outputIn)
  const { todos } = state.window
  state.window = stepWindow(state.window, entry)
  if (state.window.todos !== todos) state.workAtTodos = state.window.work.workCalls
}

function called(state: State, { access }: ToolCalledEntry): void {
  heardClaim(state)
  state.words = undefined
  if (access === 'write' || access === 'run') state.claimed = undefined
}

function returned(state: State, entry: ToolReturnedEntry, outputIn: OutputOf): void {
  if (entry.failed && state.claimed?.id === entry.id) state.claimed = undefined
  // Only a red check speaks against the agent, until one passes: to tell checks from other commands takes long.
  if (!entry.failed && state.check?.result !== 'failed') return
  const call = state.window.work.pending.find(({ id }) => id === entry.id)
  if (call?.detail === undefined || call.access !== 'run' || entry.denied === true) return
  const { failed, exitCode } = entry
  const output = failed ? (outputIn?.(entry.id) ?? '') : ''
  const seen = checkSeen(call.detail, { failed, exitCode, output })
  if (!seen) return
  state.check = seen
  state.writesAtCheck = state.window.work.writes ?? 0
}

function prompted(state: State, entry: PromptEntry): void {
  if (!entry.inMidWork) stopped(state)
  if (entry.by === 'us') {
    state.continuations += 1
    state.isOpen = true
    state.window = { ...state.window, closed: false }
  }
  if (entry.by === 'person' && orderIn(entry.text) !== undefined) return
  const before = state.window.opened
  const { opened: _past, ...window } = state.window
  state.window = stepWindow(state.window.closed && entry.by === 'person' ? window : state.window, entry)
  if (entry.by === 'person') state.wakesUp = false
  if (entry.by !== 'host') state.claimed = undefined
  if (state.window.opened && state.window.opened !== before) requested(state, entry)
  else if (entry.by === 'person') state.prompts = [...state.prompts, cutPrompt(entry.text)].slice(-MOST_PROMPTS)
}

function requested(state: State, { text }: PromptEntry): void {
  state.prompts = [cutPrompt(text)]
  state.isQuestion = false
  state.continuations = 0
  state.isAgain = false
  state.check = undefined
  state.writesAtCheck = 0
  state.workAtTodos = 0
  state.onRequest({ at: state.told.at, attended: state.told.attended ?? true, key: state.lineKey })
}

/** The agent ended its turn, if its last words are the last thing that happened. */
function stopped(state: State): void {
  parseWords(state)
  const { words, window } = state
  state.words = undefined
  if (words && words.goesOn !== true && window.lastSaid !== undefined) ended(state, window.lastSaid, words)
}

function ended(state: State, text: string, { offset, line, at, key }: LastWords): void {
  const { window, told, isAgain, check, claimed, isOpen, wakesUp } = state
  const isQuestion = window.opened ? window.work.workCalls === 0 && asksOnly(window.opened.text) : state.isQuestion
  const past = {
    agentSessionId: told.agentSessionId ?? '',
    attended: told.attended ?? true,
    window,
    said: text,
    isOpen,
    planMode: state.planMode && window.work.workCalls === 0,
    background: [...state.background.values()],
    wakesUp,
    claimed,
    check: check && { ...check, wroteSince: (window.work.writes ?? 0) > state.writesAtCheck },
    workedSinceTodos: window.work.workCalls > state.workAtTodos,
    request: isAgain ? toRequest(state, isQuestion) : undefined,
  }
  state.onStop({ past, at, key, cwd: told.cwd, offset, line, asked: state.prompts.at(-1), tokens: turnTokens(state) })
  closed(state, isQuestion)
}

function toRequest({ window, prompts, continuations }: State, isQuestion: boolean): PastStop['request'] {
  return {
    id: 'req_past',
    openedAt: '',
    promptIds: [],
    prompts,
    isQuestion,
    closed: window.closed,
    work: window.work,
    continuations,
    refusals: [],
    blockedPushes: 0,
    questionsPushed: 0,
    waits: 0,
    moves: 0,
  }
}

/** As after every stop that was let pass: in the past, all of them were. */
function closed(state: State, isQuestion: boolean): void {
  const { work, todos, vendorGoal, planMode } = state.window
  state.isQuestion = isQuestion
  state.isAgain = true
  state.isOpen = undefined
  state.claimed = undefined
  state.window = openWindow({
    work,
    todos,
    knownPromptIds: [],
    knownPrompts: [],
    vendorGoal,
    planMode,
    closed: true,
  })
}

/** An answer is told in several lines, the last of which has counted all of it. */
function addUsage(state: State, used: UsageSeen): void {
  if (used.answer === undefined) {
    state.total = used
    return
  }
  if (state.answer && state.answer.answer !== used.answer) state.tokens = sum(state.tokens, state.answer)
  state.answer = used
}

function turnTokens(state: State): TurnTokens | undefined {
  const { total, answer } = state
  if (answer) state.tokens = sum(state.tokens, answer)
  const tokens = total ? difference(total, state.tokens) : state.tokens
  state.answer = undefined
  // Of a running total, what had been used by now is kept.
  state.tokens = total ? { input: total.input, cached: total.cached, output: total.output } : NO_TOKENS
  return tokens.output > 0 ? tokens : undefined
}

function sum(one: TurnTokens, other: TurnTokens): TurnTokens {
  return {
    input: one.input + other.input,
    cached: one.cached + other.cached,
    output: one.output + other.output,
  }
}

function difference(one: TurnTokens, other: TurnTokens): TurnTokens {
  return {
    input: Math.max(0, one.input - other.input),
    cached: Math.max(0, one.cached - other.cached),
    output: Math.max(0, one.output - other.output),
  }
}
