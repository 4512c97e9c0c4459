// The agent's todos and the task's checks: what is open or went wrong stands first.
import type { CheckView, RunView } from '../../../../contract/view/run-view.ts'
import type { TodoItem } from '../../../../contract/work.ts'
import { lasted } from '../../../../domain/view/amount.ts'
import { type Frame, glyphsOf, spinnerOf } from '../frame.ts'
import { clean, type Span, type Spans, widthOf } from '../spans.ts'

/** Up to so many closed todos are still shown one by one. */
const FEW = 3
const MOST_CHECK_LINES = 3
const ORDER = ['failed', 'timed-out', 'could-not-run', 'running', 'passed', 'not-run'] as const

export interface Todos {
  readonly open: readonly Spans[]
  /** What became of the others. */
  readonly rest?: Spans
}

/** At most `room` lines of open ones. */
export function renderTodos(todos: readonly TodoItem[], room: number, frame: Frame): Todos {
  const open = todos.filter(({ status }) => status === 'open')
  const closed = todos.length - open.length
  if (open.length > 0 && closed <= FEW && todos.length <= room)
    return { open: todos.map((todo) => toTodo(todo, frame)) }
  const shown = open.length <= room ? open : open.slice(0, Math.max(room - 1, Math.min(room, 1)))
  const more = open.length - shown.length
  const lines = shown.map((todo) => toTodo(todo, frame))
  const note: Spans = [{ text: `${glyphsOf(frame).ellipsis} ${more} more`, tone: 'dim' }]
  return {
    open: more > 0 && room > 1 ? [...lines, note] : lines,
    ...(closed > 0 ? { rest: [{ text: counted(todos, frame), tone: 'dim' }] } : {}),
  }
}

function toTodo({ text, status }: TodoItem, frame: Frame): Spans {
  const mark = glyphsOf(frame)[status]
  const line = `${mark} ${clean(text, frame)}`
  return [status === 'open' ? { text: line } : { text: line, tone: 'dim' }]
}

function counted(todos: readonly TodoItem[], frame: Frame): string {
  const done = todos.filter(({ status }) => status === 'done').length
  const cancelled = todos.filter(({ status }) => status === 'cancelled').length
  const parts = [...(done > 0 ? [`${done} done`] : []), ...(cancelled > 0 ? [`${cancelled} cancelled`] : [])]
  return `${glyphsOf(frame)[done > 0 ? 'done' : 'cancelled']} ${parts.join(', ')}`
}

export interface Checks {
  readonly lines: readonly Spans[]
  /** One runs, or did not pass: the first line says so. */
  readonly isNotable: boolean
}

export function renderChecks({ checks }: Pick<RunView, 'checks'>, width: number, frame: Frame): Checks {
  const sorted = ORDER.flatMap((state) => checks.filter((check) => check.state === state))
  const lines: Span[][] = []
  let left = sorted.length
  for (const check of sorted) {
    const item = toCheck(check, frame)
    const last = lines.at(-1)
    const longer: Span[] = last ? [...last, { text: '  ' }, item] : [item]
    const isLast = lines.length === MOST_CHECK_LINES
    const note = isLast && left > 1 ? [more(left - 1)] : []
    if (last && widthOf([...longer, ...note], frame) <= width) lines[lines.length - 1] = longer
    else if (isLast) {
      last?.push(more(left))
      break
    } else lines.push([item])
    left -= 1
  }
  return { lines, isNotable: sorted.some(({ state }) => state !== 'passed' && state !== 'not-run') }
}

function more(count: number): Span {
  return { text: `  +${count}`, tone: 'dim' }
}

function toCheck({ name, state, ms }: CheckView, frame: Frame): Span {
  const { passed, failed, notRun } = glyphsOf(frame)
  const title = clean(name, frame)
  const took = ms === undefined ? '' : ` ${lasted(ms)}`
  switch (state) {
    case 'passed':
      return { text: `${passed} ${title}${took}`, tone: 'good' }
    case 'running':
      return { text: `${spinnerOf(frame)} ${title}${took}`, tone: 'bold' }
    case 'not-run':
      return { text: `${notRun} ${title}`, tone: 'dim' }
    case 'could-not-run':
      return { text: `${failed} ${title} ${state}`, tone: 'warn' }
    case 'failed':
    case 'timed-out':
      return { text: `${failed} ${title} ${state}${took}`, tone: 'bad' }
  }
}
