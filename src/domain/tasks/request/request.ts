// The request window: what a person asked for and what was done since, read from an agent's entries.
// Says where a claim may stand and which calls count as work; decides nothing.
import type {
  Entry,
  Involuntary,
  PromptEntry,
  Receipt,
  TodosEntry,
  ToolCalledEntry,
  ToolReturnedEntry,
} from '../../../contract/agent/entry.ts'
import { isClaimTool, isSaveTool } from '../../../contract/agent/tool-name.ts'
import type { TodoItem, Work } from '../../../contract/work.ts'
import { given } from '../../../contract/given.ts'
import { inPlaceOf, laidOver, replaced, type TodosLaid } from './todo-list.ts'
import { emptyWork, isWriting, lastOf, toolDenied, toolReturned, withBackground, writesAfter } from './work.ts'

const MOST_PENDING = 64
const MOST_DROPPED = 20
/** Nobody reads back further than this for a claim, and less far for one that work came after. */
const MOST_TEXTS = 1000
const MOST_STALE_TEXTS = 64

export interface WindowStart {
  readonly work: Work
  readonly todos: readonly TodoItem[]
  /** Prompts that are known already, by the agent's own id or by their text. */
  readonly knownPromptIds: readonly string[]
  readonly knownPrompts: readonly string[]
  readonly vendorGoal: boolean
  readonly planMode?: boolean
  /** No request is running: the next person's prompt opens one. */
  readonly closed: boolean
}

export interface Window {
  readonly work: Work
  readonly todos: readonly TodoItem[]
  /** The person's prompt that opened a request inside the window, and those that joined since. */
  readonly opened?: PromptEntry
  readonly joined: readonly PromptEntry[]
  /** Assistant texts where a claim may stand: nothing was asked, refused or changed after them. */
  readonly texts: readonly string[]
  /** Texts that work came after: a claim in them is stale. */
  readonly staleTexts: readonly string[]
  readonly interrupted: boolean
  readonly vendorGoal: boolean
  readonly planMode: boolean
  readonly involuntary?: Involuntary
  /** Calls by which the agent claimed, oldest first; what stood before a prompt or our refusal is gone. */
  readonly claimCalls: readonly ClaimCallSeen[]
  /** Receipts of what the agent saved, oldest first. */
  readonly saves: readonly (Receipt & { readonly call: string })[]
  /** The newest text of the assistant; a host may write it only after it asked us. */
  readonly lastSaid?: string
}

/** A call on the main chain that may have made a claim. */
export interface ClaimCallSeen {
  readonly id: string
  readonly via: 'tool' | 'cli'
  readonly receipt?: Receipt
  /** How many of the texts stand before it: what they claim is older. */
  readonly textsBefore: number
  /** Something was changed after it, or may have been. */
  readonly workedAfter: boolean
}

const PROMPT_CHARACTERS = 500
const MOST_CLAIM_CALLS = 20

/** As much of a prompt as is kept with the request. */
export function cutPrompt(text: string): string {
  return text.slice(0, PROMPT_CHARACTERS)
}

export function readWindow(start: WindowStart, entries: readonly Entry[]): Window {
  const known = { ids: new Set(start.knownPromptIds), texts: new Set(start.knownPrompts) }
  return entries.reduce((window: OpenWindow, entry) => stepWindow(window, entry, known), openWindow(start))
}

/** For callers that read entry by entry. */
export function openWindow(start: WindowStart): OpenWindow {
  return {
    work: start.work,
    todos: start.todos,
    joined: [],
    texts: [],
    staleTexts: [],
    claimCalls: [],
    saves: [],
    interrupted: false,
    vendorGoal: start.vendorGoal,
    planMode: start.planMode ?? false,
    closed: start.closed,
  }
}

export type OpenWindow = Window & { readonly closed: boolean }
interface Known {
  readonly ids: ReadonlySet<string>
  readonly texts: ReadonlySet<string>
}
const NOTHING: Known = { ids: new Set(), texts: new Set() }

export function stepWindow(window: OpenWindow, entry: Entry, known: Known = NOTHING): OpenWindow {
  switch (entry.kind) {
    case 'prompt':
      return prompted(window, entry, known)
    case 'said':
      return said(window, entry.text, entry.stoppedBy)
    case 'tool-called':
      return toolCalled(window, entry)
    case 'tool-returned':
      return returned(window, entry)
    case 'todos':
      return todosMoved(window, entry)
    case 'interrupted':
      return { ...window, interrupted: true, closed: true, texts: [], staleTexts: [], claimCalls: [] }
    case 'compacted':
      return window
    case 'goal':
      return { ...window, vendorGoal: entry.active }
    case 'background':
      return { ...window, work: withBackground(window.work, entry) }
    case 'plan-mode':
      return { ...window, planMode: entry.active }
  }
}

function prompted(window: OpenWindow, entry: PromptEntry, known: Known): OpenWindow {
  if (entry.by === 'host') return window
  // Whatever was claimed before our refusal or the person's word is spent.
  const spent: OpenWindow = { ...window, texts: [], staleTexts: [], claimCalls: [] }
  if (entry.by === 'us') return spent
  // Nor does an error from before the person spoke say anything about the stop after it.
  const { involuntary: _past, ...fresh } = spent
  const isKnown = entry.promptId === undefined ? known.texts.has(cutPrompt(entry.text)) : known.ids.has(entry.promptId)
  if (isKnown) return { ...fresh, interrupted: false, closed: false }
  if (!window.closed) return { ...fresh, joined: [...window.joined, entry] }
  return {
    ...fresh,
    opened: entry,
    joined: [],
    work: emptyWork(true),
    interrupted: false,
    closed: false,
  }
}

function said(window: OpenWindow, text: string, stoppedBy: Involuntary | undefined): OpenWindow {
  const rest = withoutInvoluntary(window)
  if (stoppedBy) return { ...rest, lastSaid: text, involuntary: stoppedBy }
  if (text.trim() === '') return { ...rest, lastSaid: text }
  const { texts, claimCalls } = withText(window, text)
  return { ...rest, lastSaid: text, texts, claimCalls }
}

/** Most have none, and to leave a key out costs more than all else that a text does. */
function withoutInvoluntary(window: OpenWindow): OpenWindow {
  if (window.involuntary === undefined) return window
  const { involuntary: _past, ...rest } = window
  return rest
}

function withText({ texts, claimCalls }: OpenWindow, text: string): Pick<OpenWindow, 'texts' | 'claimCalls'> {
  const isFull = texts.length >= MOST_TEXTS
  const kept = texts.slice(isFull ? 1 : 0)
  kept.push(text)
  if (!isFull || claimCalls.length === 0) return { texts: kept, claimCalls }
  return {
    texts: kept,
    claimCalls: claimCalls.map((call) => ({ ...call, textsBefore: Math.max(call.textsBefore - 1, 0) })),
  }
}

function toolCalled(window: OpenWindow, entry: ToolCalledEntry): OpenWindow {
  const changes = entry.access === 'write' || entry.access === 'run'
  const counts = changes || entry.access === 'read'
  const calls = window.work.calls + (counts ? 1 : 0)
  const workCalls = window.work.workCalls + (changes ? 1 : 0)
  const pending = lastOf([...window.work.pending, toPending(entry)], MOST_PENDING)
  const work: Work = isWriting(entry)
    ? { ...window.work, calls, workCalls, pending, writes: (window.work.writes ?? 0) + 1 }
    : { ...window.work, calls, workCalls, pending }
  const claimCalls = withClaimCall(window, entry, changes)
  if (!changes || window.texts.length === 0) return { ...window, work, claimCalls }
  const staleTexts = lastOf([...window.staleTexts, ...window.texts], MOST_STALE_TEXTS)
  return { ...window, work, claimCalls, texts: [], staleTexts }
}

function toPending({ id, access, name, detail, writes, searches }: ToolCalledEntry): Work['pending'][number] {
  const pending = detail === undefined ? { id, access, name } : { id, access, name, detail }
  return writes === undefined && searches === undefined ? pending : { ...pending, ...given({ writes, searches }) }
}

function withClaimCall(
  { claimCalls, texts }: OpenWindow,
  entry: ToolCalledEntry,
  changes: boolean,
): readonly ClaimCallSeen[] {
  const before =
    changes && claimCalls.length > 0
      ? claimCalls.map((call) => ({ ...call, workedAfter: true, textsBefore: 0 }))
      : claimCalls
  const via = viaOf(entry)
  if (!via) return before
  const textsBefore = changes ? 0 : texts.length
  return lastOf([...before, { id: entry.id, via, textsBefore, workedAfter: false }], MOST_CLAIM_CALLS)
}

/** By name alone: our server may be registered under any, and only a call that we know of ever counts. */
function viaOf({ name, isClaim }: ToolCalledEntry): ClaimCallSeen['via'] | undefined {
  if (isClaimTool(name)) return 'tool'
  return isClaim ? 'cli' : undefined
}

function returned(window: OpenWindow, entry: ToolReturnedEntry): OpenWindow {
  const call = window.work.pending.find((pending) => pending.id === entry.id)
  if (!call) return window
  const pending = window.work.pending.filter((other) => other !== call)
  // A search that found nothing did what it was asked to do.
  const failed = entry.failed && !(call.searches === true && entry.exitCode === 1)
  if (isPlain(window, call, entry)) return { ...window, work: toolReturned(window.work, pending, call, failed) }
  const { receipt } = entry
  const claimCalls = receipt
    ? window.claimCalls.map((seen) => (seen.id === entry.id ? { ...seen, receipt } : seen))
    : window.claimCalls
  const isOurs = claimCalls.some((seen) => seen.id === entry.id && seen.receipt !== undefined)
  const known = withAccess(window, call, entry)
  const answered = isOurs ? { ...call, access: 'ours' as const } : known.call
  const ended = withBackground(known.work, { kind: 'background', id: entry.id, running: false })
  const work = entry.denied === true ? toolDenied(ended, pending, call) : toolReturned(ended, pending, answered, failed)
  const saves =
    receipt?.id.startsWith('ctx_') && isSaveTool(call.name)
      ? [...window.saves, { ...receipt, call: entry.id }]
      : window.saves
  const newer = withoutOlder(known.texts, claimCalls, isOurs)
  const { staleTexts } = known
  const after: OpenWindow = { ...window, texts: newer.texts, staleTexts, claimCalls: newer.claimCalls, saves, work }
  return call.todos && !entry.failed ? withTodos(after, inPlaceOf(after.todos, call.todos)) : after
}

/** As nearly all are: it moves nothing but the work. */
function isPlain(
  { claimCalls, work }: OpenWindow,
  { todos }: Work['pending'][number],
  { receipt, access, denied }: ToolReturnedEntry,
): boolean {
  const isToldMore = receipt !== undefined || access !== undefined || denied === true
  return !isToldMore && claimCalls.length === 0 && work.background === undefined && todos === undefined
}

interface Counted extends Pick<OpenWindow, 'work' | 'texts' | 'staleTexts'> {
  readonly call: Work['pending'][number]
}

/** What a call was counted as goes by its name; its host may tell with the result that it only read, or that it did not. */
function withAccess(
  { work, texts, staleTexts }: OpenWindow,
  call: Work['pending'][number],
  entry: ToolReturnedEntry,
): Counted {
  const { access } = entry
  const isForeign = call.name.startsWith('mcp__') && (call.access === 'read' || call.access === 'run')
  const isOther = access !== undefined && access !== call.access && isForeign
  if (!isOther) return { work, texts, staleTexts, call }
  const more = access === 'run' ? 1 : -1
  const counted = { ...work, workCalls: work.workCalls + more, ...given({ writes: writesAfter(work, more) }) }
  const known = { ...call, access }
  if (access === 'read') return { work: counted, texts, staleTexts, call: known }
  return { work: counted, texts: [], staleTexts: lastOf([...staleTexts, ...texts], MOST_STALE_TEXTS), call: known }
}

/** A claim in words is older than a claim by call that follows it. */
function withoutOlder(
  texts: readonly string[],
  claimCalls: readonly ClaimCallSeen[],
  isOurs: boolean,
): Pick<OpenWindow, 'texts' | 'claimCalls'> {
  const older = isOurs ? Math.max(0, ...claimCalls.filter(({ receipt }) => receipt).map((call) => call.textsBefore)) : 0
  if (older === 0) return { texts, claimCalls }
  const shifted = claimCalls.map((call) => ({ ...call, textsBefore: Math.max(call.textsBefore - older, 0) }))
  return { texts: texts.slice(older), claimCalls: shifted }
}

function todosMoved(window: OpenWindow, entry: TodosEntry): OpenWindow {
  if (entry.call === undefined) return withTodos(window, laidOver(window.todos, entry))
  const call = window.work.pending.find((pending) => pending.id === entry.call)
  if (call?.access !== 'todo') return window
  if (entry.change === 'patch') return withTodos(window, laidOver(window.todos, entry))
  // A list that is being written counts once its call has not failed.
  const pending = window.work.pending.map((other) => (other === call ? { ...call, todos: replaced(entry) } : other))
  return { ...window, work: { ...window.work, pending } }
}

function withTodos(window: OpenWindow, laid: TodosLaid | undefined): OpenWindow {
  if (laid === undefined) return window
  const { todos, dropped } = laid
  const work: Work = { ...window.work, progress: window.work.progress + 1 }
  if (dropped.length === 0) return { ...window, todos, work }
  return { ...window, todos, work: { ...work, dropped: lastOf([...(work.dropped ?? []), ...dropped], MOST_DROPPED) } }
}
