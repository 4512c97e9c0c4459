// The line that stays when nothing else fits: what the agent does, what it waits for, or how it ended.
import type { RunView } from '../../../../contract/view/run-view.ts'
import { lasted, timeLeft } from '../../../../domain/view/amount.ts'
import { shareOf } from '../../../../domain/view/meter.ts'
import { bar, timeOfDay } from '../bars.ts'
import { type Frame, glyphsOf, spinnerOf } from '../frame.ts'
import { clean, firstToFit, type Span, type Spans, widthOf } from '../spans.ts'

const BAR_CELLS = 20
const SHORTEST_BAR = 6

export function renderStatus(view: RunView, width: number, frame: Frame): Spans {
  switch (view.phase) {
    case 'starting':
      return said('starting', clean(view.agent, frame), width, frame)
    case 'working':
      return said('working', clean(view.doing ?? '', frame), width, frame)
    case 'judging':
      return said('deciding', `${clean(view.agent, frame)} stopped`, width, frame)
    case 'returning':
      return said('continuing', clean(view.agent, frame), width, frame)
    case 'verifying':
      return said('verifying', runningCheck(view, frame), width, frame)
    case 'waiting':
      return view.wait ? renderWait(view.wait, width, frame) : said('waiting', '', width, frame)
    case 'asking':
      return renderQuestion(clean(view.said ?? view.doing ?? '', frame), width, frame)
    case 'over':
      return renderOutcome(view.outcome, width, frame)
  }
}

/** Where there is little room, the thing itself says more than the word before it. */
function said(phase: string, what: string, width: number, frame: Frame): Spans {
  const mark: Span = { text: `${spinnerOf(frame)} ` }
  const head: Span = { text: phase, tone: 'bold' }
  if (what === '') return [mark, head]
  return firstToFit(
    [
      [mark, head, { text: ` ${glyphsOf(frame).dot} ${what}` }],
      [mark, { text: what }],
    ],
    width,
    frame,
  )
}

function runningCheck({ checks }: RunView, frame: Frame): string {
  const check = checks.find(({ state }) => state === 'running')
  if (!check) return ''
  return `${clean(check.name, frame)}${check.ms === undefined ? '' : ` ${lasted(check.ms)}`}`
}

function renderWait({ why, fromMs, untilMs }: NonNullable<RunView['wait']>, width: number, frame: Frame): Spans {
  const left = timeLeft(untilMs - frame.nowMs)
  const mark: Span = { text: `${spinnerOf(frame)} ` }
  const reason = clean(why, frame)
  const short: Spans = [mark, { text: `${reason}; trying again in ` }, { text: left, tone: 'bold' }]
  const whole: Spans = [...short, { text: ` (at ${timeOfDay(untilMs, frame.nowMs)})` }]
  const share = shareOf({ used: frame.nowMs - fromMs, limit: untilMs - fromMs })
  const cells = Math.min(BAR_CELLS, width - widthOf(whole, frame) - 3)
  const drawn: Spans = cells < SHORTEST_BAR ? whole : [...whole, { text: ` ${bar(share, cells, frame)}` }]
  const least: Spans = [mark, { text: `${left} left`, tone: 'bold' }, { text: `: ${reason}` }]
  return firstToFit([drawn, whole, short, least], width, frame)
}

function renderQuestion(question: string, width: number, frame: Frame): Spans {
  const what: Span = { text: question }
  return firstToFit(
    [
      [{ text: '? asks you: ', tone: 'warn' }, what],
      [{ text: '? ', tone: 'warn' }, what],
    ],
    width,
    frame,
  )
}

function renderOutcome(outcome: RunView['outcome'], width: number, frame: Frame): Spans {
  const { passed, ended } = glyphsOf(frame)
  const mark = outcome === 'completed' ? passed : ended
  const tone = outcome === 'completed' ? 'good' : 'warn'
  if (!outcome) return [{ text: `${mark} ended`, tone }]
  return firstToFit(
    [[{ text: `${mark} ended: ${outcome}`, tone }], [{ text: `${mark} ${outcome}`, tone }]],
    width,
    frame,
  )
}
