// The end of a run as a card for the terminal: no line is wider than the window.
import type { ReportView, StintRow } from '../../../../domain/view/task/report.ts'
import type { NextStep } from '../../../../domain/view/task/next-steps.ts'
import { drawRows, LABEL } from '../label-rows.ts'
import type { Paper } from '../paper.ts'
import { drawTable } from '../table.ts'
import { wrapText } from '../wrap.ts'

/** `isVerbose`: every turn of the agent too. */
export function runReport(view: ReportView, paper: Paper, { isVerbose }: { readonly isVerbose: boolean }): string[] {
  const { style } = paper
  return [
    '',
    ...titled(view, paper),
    style.dim(cut(`  ${view.task}  ${view.title}`, paper)),
    '',
    ...rows('why', view.because, paper),
    ...rows('criteria', view.criteria, paper),
    ...rows('changed', view.changed === undefined ? [] : [view.changed], paper),
    ...rows('said', view.said, paper),
    ...rows('look', view.look, paper),
    ...rows('denied', view.denied, paper),
    ...(isVerbose ? rows('turns', turnsOf(view, paper), paper) : []),
    ...nextRows(view.next, paper),
  ]
}

function turnsOf({ stints }: ReportView, paper: Paper): string[] {
  return drawTable(
    { columns: [{}, {}, {}, {}, {}], rows: stints.map(toCells) },
    { ...paper, columns: paper.columns - LABEL - 2 },
  )
}

function rows(label: string, texts: readonly string[], paper: Paper): string[] {
  return drawRows(
    texts.map((text, index) => ({ label: index === 0 ? label : '', text })),
    paper,
  )
}

/** `completed in 9 s · 3 turns · 13k tokens · $0.04` */
function titled({ ending, used }: ReportView, { style, columns }: Paper): string[] {
  const [first = '', ...more] = wrapText(
    `${ending.text} ${ending.tone === 'good' ? 'in' : 'after'} ${used.join(' · ')}`,
    Math.max(1, columns - 2),
  )
  const head = style[ending.tone](style.bold(first.slice(0, ending.text.length)))
  return [`${head}${first.slice(ending.text.length)}`, ...more.map((line) => `  ${line}`)]
}

/** What a command is good for stands behind it; below it where the window is too narrow. */
export function nextRows(next: readonly NextStep[], paper: Paper): string[] {
  const { style, columns, widthOf } = paper
  const lines = next.filter(({ isText }) => isText === undefined)
  const widest = Math.max(0, ...lines.map(({ command }) => widthOf(command)))
  const isWide = lines.every(({ does }) => LABEL + 2 + widest + 3 + widthOf(does) <= columns)
  return next.flatMap(({ command, does, isText }, index) => {
    const label = index === 0 ? 'next' : ''
    if (isText) return [...rows(label, [`${does}:`], paper), ...rows('', [command], paper)]
    if (!isWide) return [...rows(label, [command], paper), ...rows('', [does], paper).map(style.dim)]
    const gap = ' '.repeat(widest - widthOf(command) + 3)
    return [`${style.dim(`  ${label.padEnd(LABEL)}`)}${command}${style.dim(`${gap}${does}`)}`]
  })
}

function cut(text: string, { columns }: Paper): string {
  const [first = '', ...more] = wrapText(text, Math.max(1, columns - 2))
  return more.length === 0 ? first : `${first} …`
}

function toCells({ number, how, took, tokens, cost }: StintRow): string[] {
  return [`${number}.`, how, took, tokens, cost]
}
