// The review screen as rows of text: a bar at the top, the rows of the review, a bar with where the person is, and the keys.
// A pure function of the state: every row is drawn, and as long as the window is wide at most.
import { given } from '../../../contract/given.ts'
import { age } from '../../../domain/view/amount.ts'
import type { ReviewView } from '../../../domain/view/review/review.ts'
import { glyphsOf } from '../screen/frame.ts'
import { drawApproval, drawRejection } from './draw-approval.ts'
import { drawRow } from './draw-row.ts'
import { describeRange, linesOf } from './commenting.ts'
import { helpRows } from './help.ts'
import { cutSpans, type Ink, type InkSpan, type DrawOptions, padded, paint, shorten, widthOfSpans } from './ink.ts'
import { heightOf, type Purpose, type ScreenState, type Typing, rangeOf } from './state.ts'

export interface Drawn {
  readonly rows: readonly string[]
  /** Where the terminal's own cursor blinks, from 0; absent: it is hidden. */
  readonly cursor?: { readonly row: number; readonly column: number }
}

export function drawReview(state: ScreenState, options: DrawOptions): Drawn {
  const { columns, rows } = state.size
  const height = heightOf(state)
  const body = drawBody(state, options).slice(0, height)
  const blank = Array.from({ length: Math.max(0, height - body.length) }, (): InkSpan[] => [])
  const bottom = drawBottom(state, options)
  const all = [drawTop(state.view, columns, options), ...body, ...blank, ...bottom.rows]
  const cursor = bottom.column === undefined ? undefined : { row: Math.max(0, rows - 1), column: bottom.column }
  return {
    rows: all.slice(-rows).map((spans) => toText(cutSpans(spans, { left: 0, width: columns }), options)),
    ...given({ cursor }),
  }
}

function toText(spans: readonly InkSpan[], { isPlain, colours }: DrawOptions): string {
  const plain = spans.map((span) => ({ ...span, text: span.text.replaceAll(/[^\u0020-\u007e]/gu, '?') }))
  return paint(isPlain ? plain : spans, colours)
}

const BAR: readonly Ink[] = ['reverse']

/** The least that is shown of a part that does not fit. */
const FEWEST_LETTERS = 12

/** As many parts as fit, the right one always. `cut`: of this one, its beginning rather than nothing. */
function drawBar(
  parts: readonly string[],
  right: string,
  width: number,
  options: DrawOptions & { readonly cut?: string },
): InkSpan[] {
  const { dot, ellipsis } = glyphsOf(options)
  const joined = (count: number): string => parts.slice(0, count).join(` ${dot} `)
  const room = width - widthOfSpans([{ text: right }]) - 3
  const counts = parts.map((_, index) => parts.length - index)
  const count = counts.find((many) => widthOfSpans([{ text: joined(many) }]) <= room) ?? 1
  const isCut = parts[count] !== undefined && parts[count] === options.cut
  const isRoom = room - widthOfSpans([{ text: joined(count) }]) >= FEWEST_LETTERS
  const [fitted] = isCut && isRoom ? shorten([{ text: joined(count + 1) }], room - ellipsis.length, '') : []
  const fitting = fitted ? `${fitted.text.trimEnd()}${ellipsis}` : joined(count)
  const left = padded(cutSpans([{ text: ` ${fitting}`, ink: BAR }], { left: 0, width: room + 1 }), room + 2, BAR)
  return padded([...left, { text: `${right} `, ink: BAR }], width, BAR)
}

function drawTop(view: ReviewView, width: number, options: DrawOptions): InkSpan[] {
  const { task, title, agent, claimNumber, folder, kind, since, end } = view
  const right = end ? end.text : `waiting ${age(since, new Date(options.nowMs))}`
  const parts = [
    `${kind === 'question' ? 'Question' : 'Review'} ${task}`,
    ...(claimNumber === undefined ? [] : [`claim ${claimNumber}`]),
    ...(title === '' ? [] : [title]),
    agent,
    ...(folder === undefined ? [] : [folder]),
  ]
  return drawBar(parts, right, width, { ...options, cut: title })
}

function drawBody(state: ScreenState, options: DrawOptions): InkSpan[][] {
  const { mode, size } = state
  const height = heightOf(state)
  switch (mode.kind) {
    case 'help':
      return helpRows(size.columns)
        .slice(mode.top, mode.top + height)
        .map((row): InkSpan[] => {
          if (row.kind === 'title') return [{ text: ` ${row.text}`, ink: ['bold', 'underline'] }]
          return [{ text: `   ${row.keys} `, ink: ['bold'] }, { text: row.does }]
        })
    case 'log':
      return mode.lines
        .slice(mode.top, mode.top + height)
        .map((text) => [{ text: ' ' }, ...cutSpans([{ text }], { left: mode.left, width: size.columns - 1 })])
    case 'confirming':
      return mode.answer === 'approve' ? drawApproval(state, options) : drawRejection(state, mode.words)
    case 'reading':
    case 'typing':
    case 'busy':
      return drawRows(state, height, options)
  }
}

function drawRows(state: ScreenState, height: number, options: DrawOptions): InkSpan[][] {
  const { rows, top, cursor, left, size } = state
  const [first, last] = rangeOf(state) ?? [cursor, cursor]
  const frame = { width: Math.max(1, size.columns - 1), left, now: new Date(options.nowMs), isPlain: options.isPlain }
  return rows.slice(top, top + height).map((row, index) => {
    const at = top + index
    const here = options.isPlain ? '>' : '▌'
    const inRange = options.isPlain ? '|' : '▏'
    const text = at === cursor ? here : at >= first && at <= last ? inRange : ' '
    return [text === ' ' ? { text } : { text, ink: ['bold', 'magenta'] }, ...drawRow(row, frame)]
  })
}

interface Bottom {
  readonly rows: readonly InkSpan[][]
  readonly column?: number
}

function drawBottom(state: ScreenState, options: DrawOptions): Bottom {
  const { mode, size } = state
  if (mode.kind === 'typing') return drawTyping(state, mode, options)
  return { rows: [drawPlace(state, size.columns, options), drawKeys(state, size.columns)] }
}

function drawPlace(state: ScreenState, width: number, options: DrawOptions): InkSpan[] {
  const { mode, notice, rows, cursor } = state
  const mark = notice?.tone === 'bad' ? '! ' : ''
  if (notice) return drawBar([`${mark}${notice.text}`], '', width, options)
  switch (mode.kind) {
    case 'busy':
      return drawBar([mode.text], '', width, options)
    case 'help':
      return drawBar(['Keys'], '', width, options)
    case 'log':
      return drawBar(
        [`Log of ${mode.name}`],
        `${Math.min(mode.lines.length, mode.top + heightOf(state))}/${mode.lines.length}`,
        width,
        options,
      )
    case 'confirming':
      return drawBar([mode.answer === 'approve' ? 'Approve?' : 'Reject?'], '', width, options)
    case 'reading':
    case 'typing': {
      const row = rows[cursor]
      const line = row?.kind === 'line' ? (row.line.after ?? row.line.before) : undefined
      const place = row?.file ? `${row.file.name}${line === undefined ? '' : `:${line}`}` : sectionOf(state)
      const drafts = state.view.drafts
      const parts = [
        ...(describeRange(state) ?? [place]),
        ...(drafts === 0 ? [] : [`${drafts} ${drafts === 1 ? 'draft' : 'drafts'}`]),
      ]
      return drawBar(parts, `${cursor + 1}/${rows.length}`, width, options)
    }
  }
}

function sectionOf({ rows, cursor }: ScreenState): string {
  const title = rows.slice(0, cursor + 1).findLast((row) => row.kind === 'title')
  return title?.kind === 'title' ? title.text : ''
}

const READING = [
  ['a', 'approve'],
  ['r', 'request changes'],
  ['x', 'reject'],
  ['c', 'comment'],
  ['?', 'help'],
  ['q', 'quit'],
  ['n p', 'hunk'],
  ['] [', 'file'],
  ['Enter', 'fold'],
] as const
/** Shorter words: at 80 columns the way out must be among them. */
const DISPUTED = [READING[0], ['r', 'changes'], ['s', 'check stands'], ...READING.slice(2)] as const
const QUESTION = [
  ['r', 'reply'],
  ['x', 'reject'],
  ['?', 'help'],
  ['q', 'quit'],
  ['n p', 'hunk'],
  ['] [', 'file'],
  ['Enter', 'fold'],
] as const
const OVER = QUESTION.slice(2)
const PAGER = [
  ['q', 'back'],
  ['j k', 'line'],
  ['space b', 'page'],
  ['h l', 'sideways'],
] as const

type Hint = readonly [key: string, does: string]

function drawKeys({ mode, view }: ScreenState, width: number): InkSpan[] {
  const hints: Readonly<Record<Exclude<ScreenState['mode']['kind'], 'typing'>, readonly Hint[]>> = {
    reading: view.end ? OVER : view.kind === 'question' ? QUESTION : view.isDisputed ? DISPUTED : READING,
    busy: [],
    help: PAGER.slice(0, 3),
    log: PAGER,
    confirming: [
      ['y', mode.kind === 'confirming' ? mode.answer : ''],
      ['any other key', 'back'],
    ],
  }
  const spans: InkSpan[] = []
  for (const [key, does] of mode.kind === 'typing' ? [] : hints[mode.kind]) {
    const next: InkSpan[] = [
      ...spans,
      { text: spans.length === 0 ? ' ' : '  ' },
      { text: key, ink: ['bold'] },
      { text: ` ${does}` },
    ]
    if (widthOfSpans(next) > width) break
    spans.splice(0, spans.length, ...next)
  }
  return spans
}

/** What is rejected is confirmed by one more key. */
const FIRST_HINT: Readonly<Partial<Record<Purpose['kind'], string>>> = {
  comment: 'Enter: keep',
  reject: 'Enter: on to y',
}

/** The text is scrolled so that its cursor stays in sight. */
function drawTyping(state: ScreenState, { purpose, text, at }: Typing, options: DrawOptions): Bottom {
  const width = state.size.columns
  const first = FIRST_HINT[purpose.kind] ?? 'Enter: send'
  const hints = [first, 'Ctrl-G: editor', 'Esc: back']
  const label = state.notice?.text ?? labelOf(purpose, state.view.drafts)
  const shown = (part: string): string => part.replaceAll('\n', options.isPlain ? '\\' : '⏎')
  const before = shown(text.slice(0, at))
  const used = widthOfSpans([{ text: before }])
  const room = Math.max(1, width - 3)
  const left = Math.max(0, used - room)
  const line = cutSpans([{ text: `${before}${shown(text.slice(at))}` }], { left, width: room })
  return {
    rows: [drawBar([label, ...hints], '', width, options), [{ text: '> ', ink: ['bold'] }, ...line]],
    column: Math.min(width - 1, 2 + used - left),
  }
}

function labelOf(purpose: Purpose, drafts: number): string {
  switch (purpose.kind) {
    case 'comment':
      return `${purpose.place.draft === undefined ? 'Comment' : 'Your draft'} on line${purpose.place.lastLine === undefined ? '' : 's'} ${linesOf(purpose.place)}`
    case 'request-changes':
      return `Request changes${drafts === 0 ? '' : ` with ${drafts} ${drafts === 1 ? 'comment' : 'comments'}`}`
    case 'stands':
      return 'The check stands (words optional)'
    case 'reject':
      return 'Reject, in your words: why?'
    case 'answer':
      return 'Reply'
  }
}
