// The live screen as a value: a view of the run to lines that fit the terminal. What matters most stays where room is short.
import type { RunView } from '../../../../contract/view/run-view.ts'
import { shortTime } from '../../../../domain/view/amount.ts'
import { type Frame, glyphsOf } from '../frame.ts'
import { renderChecks, renderTodos } from './lists.ts'
import { renderMeters } from './meters.ts'
import { clean, firstToFit, type Span, type Spans, toText, widthOf } from '../spans.ts'
import { renderStatus } from './status.ts'

/** The lower, the longer it stays. Budgets stand between theirs and the next, the fullest first. */
const RANK = { status: 0, stopping: 1, budget: 2, check: 3, todo: 4, who: 5, words: 6, rest: 7, hint: 8 } as const
const MOST_TODOS = 8
/** Longer lines are hard to read, and hard to take back when the terminal becomes narrow. */
const WIDEST = 120
const NARROW = 24

interface Line {
  readonly rank: number
  readonly spans: Spans
}

/** No line reaches the last column, and there is always a row left above. */
export function renderLive(view: RunView, frame: Frame): string[] {
  const width = Math.max(1, Math.min(frame.columns - 1, WIDEST))
  const height = Math.max(1, frame.rows - 1)
  const indent = width < NARROW ? '' : '  '
  const room = width - indent.length
  const status = line(RANK.status, renderStatus(view, width, frame))
  const who = renderWho(view, room, frame)
  const proof = renderProof(view, room, frame)
  const use = renderUse(view, room, frame)
  const end = renderEnd(view, room, frame)
  const before = [status, ...proof, ...use, ...end].filter(({ rank }) => rank < RANK.todo).length
  const todos = renderWork(view, Math.max(0, Math.min(MOST_TODOS, height - before)), frame)
  const indented = (lines: readonly Line[]): Line[] =>
    lines.map(({ rank, spans }) => ({ rank, spans: [{ text: indent }, ...spans] }))
  const sections = [[status, ...indented(who)], indented(todos), indented(proof), indented(use), indented(end)]
  return arrange(sections, height).map((spans) => toText(spans, width, frame))
}

function renderWho(view: RunView, width: number, frame: Frame): Line[] {
  const words = view.phase === 'asking' ? '' : clean(view.said ?? '', frame)
  const request = clean(view.request, frame)
  return [
    line(RANK.who, joinFitting(identity(view, frame), width, frame)),
    ...(request === ''
      ? []
      : [
          line(RANK.words, [
            { text: view.parent === undefined ? 'request ' : 'subtask ', tone: 'dim' },
            { text: request },
          ]),
        ]),
    ...(words === '' ? [] : [line(RANK.words, [{ text: `says    ${words}`, tone: 'dim' }])]),
  ]
}

function identity(view: RunView, frame: Frame): string[] {
  return [
    clean(view.agent, frame),
    ...(view.model === undefined ? [] : [clean(view.model, frame)]),
    ...(view.time.limit === undefined ? [shortTime(view.time.used)] : []),
    clean(view.task, frame),
    clean(view.folder, frame),
  ]
}

/** As many parts as fit, from the first on. */
function joinFitting(parts: readonly string[], width: number, frame: Frame): Spans {
  const dot = ` ${glyphsOf(frame).dot} `
  const variants = parts.map((_, index): Spans => [
    { text: parts.slice(0, parts.length - index).join(dot), tone: 'dim' },
  ])
  return firstToFit(variants, width, frame)
}

function renderWork(view: RunView, room: number, frame: Frame): Line[] {
  const { open, rest } = renderTodos(view.todos, room, frame)
  return [...(rest ? [line(RANK.rest, rest)] : []), ...open.map((spans) => line(RANK.todo, spans))]
}

function renderProof(view: RunView, width: number, frame: Frame): Line[] {
  const label: Span = { text: 'checks  ', tone: 'dim' }
  const isLabelled = width >= NARROW
  const { lines, isNotable } = renderChecks(view, isLabelled ? width - widthOf([label], frame) : width, frame)
  return lines.map((spans, index) => {
    const rank = isNotable && index === 0 ? RANK.check : RANK.rest
    if (!isLabelled) return line(rank, spans)
    return line(rank, [index === 0 ? label : { text: ' '.repeat(label.text.length) }, ...spans])
  })
}

function renderUse(view: RunView, width: number, frame: Frame): Line[] {
  const { limited, unlimited } = renderMeters(view, width, frame)
  return [
    ...limited.map(({ share, spans }) => line(RANK.budget + (1 - share) / 2, spans)),
    ...(unlimited ? [line(RANK.rest, unlimited)] : []),
  ]
}

function renderEnd(view: RunView, width: number, frame: Frame): Line[] {
  if (view.phase === 'over') return []
  if (!view.isStopping) return [line(RANK.hint, [{ text: 'Ctrl-C: end after this turn', tone: 'dim' }])]
  const again = 'Ctrl-C again: end now'
  const whole = `ends after this turn ${glyphsOf(frame).dot} ${again}`
  const variants = [whole, again, 'ending'].map((text): Spans => [{ text, tone: 'warn' }])
  return [line(RANK.stopping, firstToFit(variants, width, frame))]
}

/** The most important lines in the order in which they stand; with air between the sections where all of it fits. */
function arrange(sections: readonly (readonly Line[])[], height: number): Spans[] {
  const lines = sections.flat()
  const filled = sections.filter((section) => section.length > 0)
  if (lines.length + filled.length - 1 <= height)
    return filled.flatMap((section, index) => [...(index > 0 ? [[]] : []), ...section.map(({ spans }) => spans)])
  const kept = new Set(lines.toSorted((a, b) => a.rank - b.rank).slice(0, height))
  return lines.filter((each) => kept.has(each)).map(({ spans }) => spans)
}

function line(rank: number, spans: Spans): Line {
  return { rank, spans }
}
