// The review screen as a state machine: a key, or the end of something that the screen asked for, to the next state and
// what is to be done outside. All keys are read here, and only here.
import type { ReviewView } from '../../../domain/view/review/review.ts'
import type { FilePlace } from '../../../domain/view/review/sections.ts'
import type { Size } from '../screen/screen.ts'
import { extendRange, linesOf, startComment, withoutMark } from './commenting.ts'
import { helpRows } from './help.ts'
import type { Key } from './keys.ts'
import type { LayoutRow } from './layout.ts'
import {
  type CommentPlace,
  heightOf,
  isOver,
  jumpTo,
  moveTo,
  type Purpose,
  said,
  type ScreenState,
  toggle,
  typing,
  withRows,
} from './state.ts'
import { stepTyping } from './typing.ts'

export type ReviewInput =
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'resized'; readonly size: Size }
  /** The review as it is now; `said` tells what brought it. */
  | { readonly kind: 'loaded'; readonly view: ReviewView; readonly said?: string }
  /** Nothing if the person left the editor without a text. */
  | { readonly kind: 'edited'; readonly text?: string }
  | { readonly kind: 'log-read'; readonly name: string; readonly lines: readonly string[] }
  | { readonly kind: 'failed'; readonly text: string }

export type ReviewEffect =
  | { readonly kind: 'quit' }
  | { readonly kind: 'approve' }
  | { readonly kind: 'request-changes'; readonly words: string }
  | { readonly kind: 'stands'; readonly words: string }
  | { readonly kind: 'reject'; readonly words: string }
  | { readonly kind: 'answer'; readonly words: string }
  | { readonly kind: 'comment'; readonly place: CommentPlace; readonly words: string }
  | { readonly kind: 'remove-comment'; readonly id: string }
  | { readonly kind: 'edit'; readonly text: string; readonly about: string }
  | { readonly kind: 'read-log'; readonly path: string; readonly name: string }
  | { readonly kind: 'reload' }
  | { readonly kind: 'suspend' }

export interface Stepped {
  readonly state: ScreenState
  readonly effect?: ReviewEffect
}

type Confirming = Extract<ScreenState['mode'], { kind: 'confirming' }>

const SIDE_STEP = 8

export function step(state: ScreenState, input: ReviewInput): Stepped {
  switch (input.kind) {
    case 'key':
      return stepKey(state, input.key)
    case 'resized':
      return { state: withRows(state, { size: input.size }) }
    case 'loaded': {
      const reading = withRows({ ...withoutMark(state), mode: { kind: 'reading' } }, { view: input.view })
      return { state: input.said === undefined ? reading : said(reading, input.said, 'good') }
    }
    case 'edited':
      return { state: withEdited(state, input.text) }
    case 'log-read':
      return { state: withLog(state, input) }
    case 'failed':
      return { state: said({ ...state, mode: { kind: 'reading' } }, input.text, 'bad') }
  }
}

function stepKey(before: ScreenState, key: Key): Stepped {
  const name = key.kind === 'letter' ? key.text : key.kind === 'named' ? key.name : ''
  const { notice: _, ...state } = before
  if (name === 'ctrl-c') return { state, effect: { kind: 'quit' } }
  if (name === 'ctrl-z') return { state, effect: { kind: 'suspend' } }
  switch (state.mode.kind) {
    case 'reading':
      return stepReading(state, name)
    case 'help':
      return { state: stepHelp(state, name) }
    case 'log':
      return { state: stepLog(state, name) }
    case 'confirming':
      return confirmed(state, state.mode, name === 'y')
    case 'typing':
      return afterTyping(state, key)
    case 'busy':
      return { state: before }
  }
}

function confirmed(state: ScreenState, mode: Confirming, isAgreed: boolean): Stepped {
  if (mode.answer === 'approve') {
    return isAgreed ? ask(state, { kind: 'approve' }, 'approving …') : { state: reading(state) }
  }
  const { words } = mode
  return isAgreed
    ? ask(state, { kind: 'reject', words }, 'sending …')
    : { state: typing(state, { kind: 'reject' }, words) }
}

function reading(state: ScreenState): ScreenState {
  return { ...state, mode: { kind: 'reading' } }
}

function ask(state: ScreenState, effect: ReviewEffect, text: string): Stepped {
  return { state: { ...state, mode: { kind: 'busy', text } }, effect }
}

function stepReading(state: ScreenState, name: string): Stepped {
  const moved = move(state, name)
  if (moved) return { state: moved }
  switch (name) {
    case 'q':
    case 'ctrl-d':
      return { state, effect: { kind: 'quit' } }
    case '?':
      return { state: { ...state, mode: { kind: 'help', top: 0 } } }
    case 'R':
      return ask(state, { kind: 'reload' }, 'reading the review again …')
    case 'enter':
    case 'o':
      return open(state)
    case 'c':
      return { state: startComment(state) }
    case 'v':
      return { state: extendRange(state) }
    case 'escape':
      return { state: withoutMark(state) }
    case 'd':
      return removeDraft(state)
    case 'a':
    case 'r':
    case 's':
    case 'x':
      return { state: startAnswer(state, name) }
    default:
      return { state: name === '' ? state : said(state, `${label(name)} does nothing here; ? shows the keys`) }
  }
}

function label(name: string): string {
  return name === ' ' ? 'space' : name
}

/** Where a key leads; nothing if it does not move. */
function move(state: ScreenState, name: string): ScreenState | undefined {
  const { cursor, left } = state
  const height = heightOf(state)
  switch (name) {
    case 'j':
    case 'down':
      return moveTo(state, cursor + 1)
    case 'k':
    case 'up':
      return moveTo(state, cursor - 1)
    case ' ':
    case 'page-down':
    case 'ctrl-f':
      return page(state, height - 1)
    case 'b':
    case 'page-up':
    case 'ctrl-b':
      return page(state, 1 - height)
    case 'g':
    case 'home':
      return moveTo(state, 0)
    case 'G':
    case 'end':
      return moveTo(state, state.rows.length - 1)
    case 'l':
    case 'right':
      return { ...state, left: left + SIDE_STEP }
    case 'h':
    case 'left':
      return { ...state, left: Math.max(0, left - SIDE_STEP) }
    case 'n':
      return toStop(state, 'hunk', 1)
    case 'p':
      return toStop(state, 'hunk', -1)
    case ']':
      return toStop(state, 'file', 1)
    case '[':
      return toStop(state, 'file', -1)
    case 'N':
      return toStop(state, 'comment', 1)
    case 'P':
      return toStop(state, 'comment', -1)
    default:
      return undefined
  }
}

/** The window moves, and the cursor with it. */
function page(state: ScreenState, by: number): ScreenState {
  return moveTo({ ...state, top: state.top + by }, state.cursor + by)
}

function toStop(state: ScreenState, stop: NonNullable<LayoutRow['stop']>, by: 1 | -1): ScreenState {
  for (let row = state.cursor + by; row >= 0 && row < state.rows.length; row += by)
    if (state.rows[row]?.stop === stop) return jumpTo(state, row)
  return said(state, `there is no ${by > 0 ? 'further' : 'earlier'} ${stop}`)
}

function open(state: ScreenState): Stepped {
  const row = state.rows[state.cursor]
  if (row?.log) return ask(state, { kind: 'read-log', ...row.log }, 'reading the log …')
  if (row?.to) return { state: goTo(state, row.to) }
  return { state: row?.fold === undefined ? said(state, 'there is nothing to open here') : toggle(state, row.fold) }
}

/** To a line in the diff of the task; its file and the part around it are opened. */
function goTo(state: ScreenState, { path, line }: FilePlace): ScreenState {
  const isFile = (row: LayoutRow): boolean => row.file?.diff === 'task' && row.file.path === path
  const head = state.rows.findIndex((row) => isFile(row) && row.kind === 'file')
  const file = state.rows[head]
  if (file?.kind !== 'file') return said(state, 'the file is not among the changes')
  const opened = file.isOpen ? state : toggle(state, file.id)
  const find = ({ rows }: ScreenState): number => {
    const on = (side: 'before' | 'after'): number =>
      rows.findIndex((row) => isFile(row) && row.kind === 'line' && row.line[side] === line)
    return on('after') >= 0 ? on('after') : on('before')
  }
  if (line === undefined) return jumpTo(opened, opened.rows.findIndex(isFile))
  const place = find(opened)
  if (place >= 0) return jumpTo(opened, place)
  const gap = gapWith(opened, path, line)
  const unfolded = gap === undefined ? opened : toggle(opened, gap)
  const found = find(unfolded)
  return jumpTo(unfolded, found >= 0 ? found : unfolded.rows.findIndex(isFile))
}

function gapWith({ rows }: ScreenState, path: string, line: number): string | undefined {
  const gap = rows.find(
    (row) =>
      row.kind === 'gap' &&
      row.file?.diff === 'task' &&
      row.file.path === path &&
      row.lines.some(({ after }) => after === line),
  )
  return gap?.id
}

function removeDraft(state: ScreenState): Stepped {
  const comment = state.rows[state.cursor]?.comment
  if (comment?.state !== 'draft') return { state: said(state, 'd deletes a draft: go to one first') }
  return ask(state, { kind: 'remove-comment', id: comment.id }, 'deleting the draft …')
}

function startAnswer(state: ScreenState, name: 'a' | 'r' | 's' | 'x'): ScreenState {
  const { view } = state
  if (isOver(state)) return said(state, `this review is over: ${view.end?.text}`)
  if (name === 's') {
    if (!view.isDisputed) return said(state, 's answers a dispute: the agent disputes no check here')
    return typing(state, { kind: 'stands' })
  }
  if (view.kind === 'question') {
    if (name === 'a') return said(state, 'the agent asks a question: r answers it, x rejects')
    return typing(state, { kind: name === 'r' ? 'answer' : 'reject' })
  }
  if (name === 'r') return typing(state, { kind: 'request-changes' })
  if (name === 'x') return typing(state, { kind: 'reject' })
  if (view.approval.isChanged)
    return said(state, 'the files changed since the checks ran: nothing to approve yet', 'bad')
  return { ...state, mode: { kind: 'confirming', answer: 'approve' } }
}

function afterTyping(state: ScreenState, key: Key): Stepped {
  if (state.mode.kind !== 'typing') return { state }
  const typed = stepTyping(state.mode, key)
  switch (typed.kind) {
    case 'typing':
      return { state: { ...state, mode: typed.mode } }
    case 'left':
      return {
        state: said(reading(state), state.mode.text.trim() === '' ? 'nothing was sent' : 'left: nothing was sent'),
      }
    case 'edit':
      return { state, effect: { kind: 'edit', text: state.mode.text, about: aboutOf(state.mode.purpose) } }
    case 'done':
      return send(state, state.mode.purpose, state.mode.text.trim())
  }
}

function aboutOf(purpose: Purpose): string {
  switch (purpose.kind) {
    case 'comment':
      return `Comment on ${purpose.place.path}:${linesOf(purpose.place)}`
    case 'request-changes':
      return 'What should the agent change?'
    case 'stands':
      return 'Why does the check stand?'
    case 'reject':
      return 'Why is this rejected? In your words; then y rejects'
    case 'answer':
      return 'Your answer to the agent'
  }
}

function send(state: ScreenState, purpose: Purpose, words: string): Stepped {
  if (purpose.kind === 'comment') {
    if (words === '') return { state: said(reading(state), 'no words, no comment') }
    return ask(state, { kind: 'comment', place: purpose.place, words }, 'keeping the comment …')
  }
  const isEnough = purpose.kind === 'stands' || (purpose.kind === 'request-changes' && state.view.drafts > 0)
  const isEmpty = words === '' && !isEnough
  if (isEmpty) return { state: said(state, 'say it in a few words; Esc goes back') }
  if (purpose.kind === 'reject') return { state: { ...state, mode: { kind: 'confirming', answer: 'reject', words } } }
  return ask(state, { kind: purpose.kind, words }, 'sending …')
}

function withEdited(state: ScreenState, text: string | undefined): ScreenState {
  if (state.mode.kind !== 'typing' || text === undefined) return state
  return typing(state, state.mode.purpose, text.trimEnd())
}

/** A log is read from its end. */
function withLog(state: ScreenState, { name, lines }: { name: string; lines: readonly string[] }): ScreenState {
  const top = Math.max(0, lines.length - heightOf(state))
  return { ...state, mode: { kind: 'log', name, lines, top, left: 0 } }
}

function stepHelp(state: ScreenState, name: string): ScreenState {
  if (state.mode.kind !== 'help') return state
  const top = scrolled(name, {
    top: state.mode.top,
    count: helpRows(state.size.columns).length,
    height: heightOf(state),
  })
  return top === undefined ? reading(state) : { ...state, mode: { kind: 'help', top } }
}

function stepLog(state: ScreenState, name: string): ScreenState {
  const { mode } = state
  if (mode.kind !== 'log') return state
  if (name === 'l' || name === 'right') return { ...state, mode: { ...mode, left: mode.left + SIDE_STEP } }
  if (name === 'h' || name === 'left') return { ...state, mode: { ...mode, left: Math.max(0, mode.left - SIDE_STEP) } }
  const top = scrolled(name, { top: mode.top, count: mode.lines.length, height: heightOf(state) })
  if (top !== undefined) return { ...state, mode: { ...mode, top } }
  return ['q', 'escape', 'enter', 'o'].includes(name) ? reading(state) : state
}

interface Scroll {
  readonly top: number
  readonly count: number
  readonly height: number
}

/** The row at the top after a key that scrolls; nothing if it is no such key. */
function scrolled(name: string, { top, count, height }: Scroll): number | undefined {
  const to = (row: number): number => Math.max(0, Math.min(row, count - height))
  switch (name) {
    case 'j':
    case 'down':
      return to(top + 1)
    case 'k':
    case 'up':
      return to(top - 1)
    case ' ':
    case 'page-down':
    case 'ctrl-f':
      return to(top + height - 1)
    case 'b':
    case 'page-up':
    case 'ctrl-b':
      return to(top - height + 1)
    case 'g':
    case 'home':
      return to(0)
    case 'G':
    case 'end':
      return to(count)
    default:
      return undefined
  }
}
