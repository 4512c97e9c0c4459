// The request window: what a person asked for and what was done since, read from an agent's entries.
// Says where a claim may stand and which calls count as work; decides nothing.
import type {
  Access,
  Entry,
  Involuntary,
  PromptEntry,
  Receipt,
  TodosEntry,
  ToolCalledEntry,
  ToolReturnedEntry,
} from '../../contract/entry.ts'
import { isClaimTool, isSaveTool } from '../../contract/tool-name.ts'
import type { TodoItem, Work } from '../../contract/work.ts'
import { given } from '../../contract/given.ts'

const MOST_PENDING = 64
const MOST_COMMANDS = 64
const MOST_ERRORS = 5
const MOST_BACKGROUND = 16
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

export function emptyWork(whole: boolean): Work {
  return { calls: 0, workCalls: 0, progress: 0, commands: [], pending: [], recentErrors: [], whole }
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
  const named = { name: entry.name, ...given({ detail: entry.detail }) }
  const work: Work = {
    ...window.work,
    calls: window.work.calls + (counts ? 1 : 0),
    workCalls: window.work.workCalls + (changes ? 1 : 0),
    ...given({ writes: writesAfter(window.work, isWriting(entry) ? 1 : 0) }),
    pending: last([...window.work.pending, toPending(entry, named)], MOST_PENDING),
  }
  const claimCalls = withClaimCall(window, entry, changes)
  if (!changes) return { ...window, work, claimCalls }
  const staleTexts = last([...window.staleTexts, ...window.texts], MOST_STALE_TEXTS)
  return { ...window, work, claimCalls, texts: [], staleTexts }
}

function toPending(
  { id, access, writes, searches }: ToolCalledEntry,
  named: { readonly name: string; readonly detail?: string },
): Work['pending'][number] {
  return { id, access, ...named, ...given({ writes, searches }) }
}

function isWriting({ access, writes }: { readonly access: Access; readonly writes?: boolean | undefined }): boolean {
  return access === 'write' || writes === true
}

function writesAfter({ writes }: Work, more: number): number | undefined {
  return more === 0 ? writes : Math.max(0, (writes ?? 0) + more)
}

function withClaimCall(
  { claimCalls, texts }: OpenWindow,
  entry: ToolCalledEntry,
  changes: boolean,
): readonly ClaimCallSeen[] {
  const before = changes ? claimCalls.map((call) => ({ ...call, workedAfter: true, textsBefore: 0 })) : claimCalls
  const via = viaOf(entry)
  if (!via) return before
  const textsBefore = changes ? 0 : texts.length
  return last([...before, { id: entry.id, via, textsBefore, workedAfter: false }], MOST_CLAIM_CALLS)
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
  const { receipt } = entry
  const claimCalls = receipt
    ? window.claimCalls.map((seen) => (seen.id === entry.id ? { ...seen, receipt } : seen))
    : window.claimCalls
  const isOurs = claimCalls.some((seen) => seen.id === entry.id && seen.receipt !== undefined)
  const known = withAccess(window, call, entry)
  const answered = isOurs ? { ...call, access: 'ours' as const } : known.call
  const ended = withBackground(known.work, { kind: 'background', id: entry.id, running: false })
  // A search that found nothing did what it was asked to do.
  const failed = entry.failed && !(call.searches === true && entry.exitCode === 1)
  const work = entry.denied === true ? toolDenied(ended, pending, call) : toolReturned(ended, pending, answered, failed)
  const saves =
    receipt?.id.startsWith('ctx_') && isSaveTool(call.name)
      ? [...window.saves, { ...receipt, call: entry.id }]
      : window.saves
  const newer = withoutOlder(known.texts, claimCalls, isOurs)
  const { staleTexts } = known
  const after: OpenWindow = { ...window, texts: newer.texts, staleTexts, claimCalls: newer.claimCalls, saves, work }
  return call.todos && !entry.failed ? withTodos(after, call.todos) : after
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
  return { work: counted, texts: [], staleTexts: last([...staleTexts, ...texts], MOST_STALE_TEXTS), call: known }
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

/** It did nothing, and that is no failure. */
function toolDenied(work: Work, pending: Work['pending'], call: Work['pending'][number]): Work {
  const { access, name, detail } = call
  const isWork = access === 'write' || access === 'run'
  return {
    ...work,
    pending,
    workCalls: work.workCalls - (isWork ? 1 : 0),
    ...given({ writes: writesAfter(work, isWriting(call) ? -1 : 0) }),
    lastTool: { name, ...given({ detail }), failed: false },
  }
}

function toolReturned(work: Work, pending: Work['pending'], call: Work['pending'][number], failed: boolean): Work {
  const { access, name, detail } = call
  if (access === 'ours' || access === 'todo') return { ...work, pending }
  const lastTool = detail === undefined ? { name, failed } : { name, detail, failed }
  if (failed) {
    const error = detail ? `${name} (${detail.slice(0, 60)})` : name
    const writes = writesAfter(work, access === 'write' ? -1 : 0)
    return {
      ...work,
      ...given({ writes }),
      pending,
      lastTool,
      recentErrors: last([...work.recentErrors, error], MOST_ERRORS),
    }
  }
  if (access === 'write') return { ...work, pending, lastTool, progress: work.progress + 1 }
  const after: Work = { ...work, pending, lastTool }
  return access === 'run' ? ranCommand(after, detail ?? name) : after
}

/** A call that runs in the background is named by its command. */
function withBackground(work: Work, entry: Extract<Entry, { kind: 'background' }>): Work {
  if (work.background === undefined && !entry.running) return work
  const others = (work.background ?? []).filter(({ id }) => id !== entry.id)
  const { background: _past, ...rest } = work
  if (!entry.running) return others.length === 0 ? rest : { ...rest, background: others }
  const call = work.pending.find(({ id }) => id === entry.id)
  // A mere look at something that runs has an answer of the same form.
  if (!call && entry.label === undefined) return work
  const label = entry.label ?? call?.detail ?? call?.name ?? 'a command'
  const started = { id: entry.id, label, ...given({ command: call?.detail }) }
  return { ...rest, background: last([...others, started], MOST_BACKGROUND) }
}

/** The same command again is no progress; a command that had not succeeded before is. */
function ranCommand(work: Work, command: string): Work {
  const mark = hashOfCommand(command)
  if (work.commands.includes(mark)) return work
  return { ...work, progress: work.progress + 1, commands: last([...work.commands, mark], MOST_COMMANDS) }
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

function withTodos(window: OpenWindow, todos: readonly TodoItem[]): OpenWindow {
  if (JSON.stringify(todos) === JSON.stringify(window.todos)) return window
  const dropped = droppedFrom(window.todos, todos)
  const work: Work = { ...window.work, progress: window.work.progress + 1 }
  if (dropped.length === 0) return { ...window, todos, work }
  return { ...window, todos, work: { ...work, dropped: last([...(work.dropped ?? []), ...dropped], MOST_DROPPED) } }
}

/** Open items that are neither open nor done any more. A finished list that gives way to a new one drops nothing. */
function droppedFrom(before: readonly TodoItem[], after: readonly TodoItem[]): string[] {
  const kept = new Set(after.filter((todo) => todo.status !== 'cancelled').map((todo) => todo.text))
  return before.filter((todo) => todo.status === 'open' && !kept.has(todo.text)).map((todo) => todo.text)
}

function laidOver(todos: readonly TodoItem[], entry: TodosEntry): TodoItem[] {
  return entry.change === 'replace' ? replaced(entry) : patched(todos, entry)
}

function replaced(entry: TodosEntry): TodoItem[] {
  return entry.items.map((item) => ({ id: item.id, text: item.text ?? item.id, status: item.status ?? 'open' }))
}

function patched(todos: readonly TodoItem[], entry: TodosEntry): TodoItem[] {
  const byId = new Map(todos.map((todo) => [todo.id, todo]))
  for (const item of entry.items) {
    const before = byId.get(item.id)
    byId.set(item.id, {
      id: item.id,
      text: item.text ?? before?.text ?? item.id,
      status: item.status ?? before?.status ?? 'open',
    })
  }
  return [...byId.values()]
}

function last<T>(items: T[], most: number): T[] {
  return items.length > most ? items.slice(-most) : items
}

/** FNV-1a, for telling commands apart without keeping their text. */
export function hashOfCommand(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return (value >>> 0).toString(16)
}
