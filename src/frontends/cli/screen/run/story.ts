// The lines of a run's story for the terminal: a symbol, what happened, and dimmed what followed from it.
import type { StoryLine, StoryMark } from '../../../../domain/view/run/story-line.ts'
import { type Frame, type Glyphs, glyphsOf, type PaintName } from '../frame.ts'
import { tookText } from '../../../../domain/view/amount.ts'
import { timeOfDay } from '../bars.ts'
import { clean } from '../spans.ts'
import { wrapText } from '../wrap.ts'

const MARKS: Readonly<
  Record<StoryMark, { readonly glyph: Exclude<keyof Glyphs, 'spinner' | 'bar'>; readonly tone: PaintName }>
> = {
  working: { glyph: 'working', tone: 'bold' },
  returned: { glyph: 'returned', tone: 'warn' },
  refused: { glyph: 'failed', tone: 'bad' },
  proven: { glyph: 'passed', tone: 'good' },
  unproven: { glyph: 'notRun', tone: 'warn' },
  asks: { glyph: 'asks', tone: 'warn' },
  waits: { glyph: 'waits', tone: 'dim' },
  warning: { glyph: 'warning', tone: 'warn' },
  person: { glyph: 'person', tone: 'bold' },
}

type StoryFrame = Pick<Frame, 'columns' | 'isPlain' | 'nowMs' | 'paint' | 'widthOf'>

export function drawStory(line: StoryLine, frame: StoryFrame): string[] {
  const { columns, paint, widthOf } = frame
  const { glyph, tone } = MARKS[line.mark]
  const mark = glyphsOf(frame)[glyph]
  const indent = ' '.repeat(widthOf(mark) + 1)
  const room = Math.max(1, columns - indent.length)
  const until = line.until === undefined ? '' : `; trying again ${againText(Date.parse(line.until), frame.nowMs)}`
  const text = wrapText(`${clean(line.text, frame)}${until}`, room)
  const drawn = text.map((one, index) => `${index === 0 ? `${paint[tone](mark)} ` : indent}${one}`)
  const after = clean(line.after ?? '', frame)
  if (after === '') return drawn
  if (widthOf(text.at(-1) ?? '') + 2 + widthOf(after) <= room) {
    return [...drawn.slice(0, -1), `${drawn.at(-1)}  ${paint.dim(after)}`]
  }
  return [...drawn, ...wrapText(after, room).map((one) => `${indent}${paint.dim(one)}`)]
}

/** The clock names no seconds, so a pause that is over before the next minute has none to name. */
function againText(untilMs: number, nowMs: number): string {
  const left = untilMs - nowMs
  if (left <= 0) return 'now'
  return left < 60_000 ? `in ${tookText(Math.ceil(left / 1000) * 1000)}` : `at ${timeOfDay(untilMs, nowMs)}`
}
