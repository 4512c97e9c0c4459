// What is used up: a bar for each thing that has a limit, the mere numbers of the rest on one line.
import type { Meter, RunView } from '../../../../contract/view/run-view.ts'
import { dollars, shortCount, shortTime } from '../../../../domain/view/amount.ts'
import { shareOf, toneOf } from '../../../../domain/view/meter.ts'
import { bar } from '../bars.ts'
import { type Frame, glyphsOf } from '../frame.ts'
import { firstToFit, type Spans } from '../spans.ts'

const MOST_CELLS = 24
const SHORTEST_BAR = 5

interface Row {
  readonly label: string
  readonly meter: Meter
  readonly used: string
  readonly limit: string
}

export interface Meters {
  /** With how much of it is used, from 0 to 1. */
  readonly limited: readonly { readonly share: number; readonly spans: Spans }[]
  readonly unlimited?: Spans
}

export function renderMeters(view: RunView, width: number, frame: Frame): Meters {
  const rows = [
    toRow('time', view.time, shortTime),
    toRow('tokens', view.tokens, shortCount),
    ...(view.cost ? [toRow('cost', view.cost, dollars)] : []),
    toRow('continuations', view.continuations, shortCount),
  ]
  const limited = rows.filter(({ meter }) => meter.limit !== undefined)
  // Without a limit, the time stands beside the agent's name, and no tokens means that the agent reports none.
  const others = rows.filter(
    ({ meter, label }) => meter.limit === undefined && label !== 'time' && !(label === 'tokens' && meter.used === 0),
  )
  const pad = Math.max(0, ...limited.map(({ label }) => label.length))
  const tail = Math.max(0, ...limited.map((row) => ofLimit(row).length))
  const cells = Math.min(MOST_CELLS, width - pad - tail - 4)
  const numbers = others.map(({ label, used }) => `${label} ${used}`).join(` ${glyphsOf(frame).dot} `)
  return {
    limited: limited.map((row) => ({
      share: shareOf(row.meter),
      spans: cells < SHORTEST_BAR ? withoutBar(row, width, frame) : withBar(row, pad, cells, frame),
    })),
    ...(numbers === '' ? {} : { unlimited: [{ text: numbers, tone: 'dim' }] }),
  }
}

function toRow(label: string, meter: Meter, format: (amount: number) => string): Row {
  return { label, meter, used: format(meter.used), limit: meter.limit === undefined ? '' : format(meter.limit) }
}

function withBar(row: Row, pad: number, cells: number, frame: Frame): Spans {
  const drawn = `${bar(shareOf(row.meter), cells, frame)} ${ofLimit(row)}`
  return [{ text: `${row.label.padEnd(pad)} ` }, toned(drawn, row.meter)]
}

function withoutBar(row: Row, width: number, frame: Frame): Spans {
  const { label, used, limit, meter } = row
  return firstToFit(
    [
      [{ text: `${label} ` }, toned(ofLimit(row), meter)],
      [{ text: `${label} ` }, toned(`${used}/${limit}`, meter)],
      [toned(`${used}/${limit}`, meter)],
    ],
    width,
    frame,
  )
}

function ofLimit({ used, limit }: Row): string {
  return `${used} of ${limit}`
}

function toned(text: string, meter: Meter): Spans[number] {
  const tone = toneOf(meter)
  return tone ? { text, tone } : { text }
}
