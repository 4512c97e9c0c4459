// Outcomes over time as stacked bars, drawn by uPlot on a canvas; a table with the same numbers is there for those who
// do not see it.
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { dayOf } from '../clock.ts'
import { theme } from '../theme.ts'
import type { FiguresPage } from '../values.ts'

type Periods = FiguresPage['periods']

const HEIGHT = 220
const SIDES = ['completed', 'unverified', 'others'] as const
const FILLS = { completed: '--good-fill', unverified: '--warn-fill', others: '--bad-fill' } as const

export function OutcomesPlot({ periods, isByWeek }: { readonly periods: Periods; readonly isByWeek: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const chosen = theme.value
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const plot = draw(element, periods)
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const redraw = (): void => plot.redraw()
    scheme.addEventListener('change', redraw)
    return () => {
      scheme.removeEventListener('change', redraw)
      resized.disconnect()
      plot.destroy()
    }
  }, [periods, chosen])
  return (
    <>
      <div class="plot" ref={box} aria-hidden="true" />
      <table class="unseen">
        <caption>Outcomes by {isByWeek ? 'week' : 'day'}</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            {SIDES.map((side) => (
              <th key={side} scope="col">
                {side}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.map((period) => (
            <tr key={period.from}>
              <th scope="row">{period.from}</th>
              {SIDES.map((side) => (
                <td key={side}>{period[side]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Colours are those of the page, asked for whenever it is drawn. */
function draw(element: HTMLElement, periods: Periods): uPlot {
  const probe = document.createElement('span')
  element.append(probe)
  const colour = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const bars = uPlot.paths.bars?.({ size: [0.62, 48], radius: 0.08 })
  const sums = stacked(periods)
  const data: uPlot.AlignedData = [periods.map((_, index) => index), ...sums.toReversed()]
  const axis = { stroke: () => colour('--soft'), ticks: { show: false }, font: '12px system-ui' }
  return new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      padding: [8, 8, 0, 0],
      scales: {
        x: { time: false, range: [-0.6, periods.length - 0.4] },
        y: { range: (_, __, most) => [0, Math.max(1, most)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          splits: () => periods.map((_, index) => index),
          values: (_, splits) => splits.map((at) => labelOf(periods, at, element.clientWidth)),
        },
        {
          ...axis,
          size: 36,
          grid: { stroke: () => colour('--line'), width: 1 },
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
        },
      ],
      series: [
        {},
        // The tallest sum is drawn first, the others before it.
        ...SIDES.toReversed().map((side) => ({
          ...(bars === undefined ? {} : { paths: bars }),
          fill: () => colour(FILLS[side]),
          width: 0,
          points: { show: false },
        })),
      ],
    },
    data,
    element,
  )
}

/** For each side its count with those below it. */
export function stacked(periods: Periods): number[][] {
  const sums = periods.map(() => 0)
  return SIDES.map((side) =>
    periods.map((period, index) => {
      const sum = (sums[index] ?? 0) + period[side]
      sums[index] = sum
      return sum
    }),
  )
}

/** As many labels as there is room for. */
function labelOf(periods: Periods, at: number, width: number): string {
  const every = Math.max(1, Math.ceil((periods.length * 56) / Math.max(1, width)))
  const period = periods[at]
  return period && at % every === 0 ? dayOf(`${period.from}T12:00:00`) : ''
}
