// The end of a run as a card for the terminal: no line is wider than the window.
import type { ReportView, StintRow } from '../../../domain/view/report.ts'
import type { NextStep } from '../../../domain/view/next-steps.ts'
import { type Style, table } from './style.ts'
import { wrapText } from './wrap.ts'

export interface Card {
  readonly style: Style
  readonly columns: number
  readonly widthOf: (text: string) => number
  /** Every turn of the agent too. */
  readonly isVerbose: boolean
}

const LABEL = 9

export function runReport(view: ReportView, card: Card): string[] {
  const { style } = card
  return [
    '',
    ...titled(view, card),
    style.dim(cut(`  ${view.task}  ${view.title}`, card)),
    '',
    ...rows('why', view.because, card),
    ...rows('changed', view.changed === undefined ? [] : [view.changed], card),
    ...rows('look', view.look, card),
    ...rows('denied', view.denied, card),
    ...(card.isVerbose ? rows('turns', table(view.stints.map(toCells)), card) : []),
    ...steps(view.next, card),
  ]
}

function rows(label: string, texts: readonly string[], card: Card): string[] {
  return texts.flatMap((text, index) => row(index === 0 ? label : '', text, card))
}

function row(label: string, text: string, { style, columns }: Card): string[] {
  const indent = ' '.repeat(LABEL + 2)
  return wrapText(text, Math.max(1, columns - indent.length)).map(
    (line, index) => `${index === 0 ? style.dim(`  ${label.padEnd(LABEL)}`) : indent}${line}`,
  )
}

/** `completed in 9 s · 3 turns · 13k tokens · $0.04` */
function titled({ ending, used }: ReportView, { style, columns }: Card): string[] {
  const [first = '', ...more] = wrapText(
    `${ending.text} ${ending.tone === 'good' ? 'in' : 'after'} ${used.join(' · ')}`,
    Math.max(1, columns - 2),
  )
  const head = style[ending.tone](style.bold(first.slice(0, ending.text.length)))
  return [`${head}${first.slice(ending.text.length)}`, ...more.map((line) => `  ${line}`)]
}

/** What a command is good for stands behind it; below it where the window is too narrow. */
function steps(next: readonly NextStep[], card: Card): string[] {
  const { style, columns, widthOf } = card
  const widest = Math.max(0, ...next.map(({ command }) => widthOf(command)))
  const isWide = next.every(({ does }) => LABEL + 2 + widest + 3 + widthOf(does) <= columns)
  return next.flatMap(({ command, does }, index) => {
    const label = index === 0 ? 'next' : ''
    if (!isWide) return [...row(label, command, card), ...row('', does, card).map(style.dim)]
    const gap = ' '.repeat(widest - widthOf(command) + 3)
    return [`${style.dim(`  ${label.padEnd(LABEL)}`)}${command}${style.dim(`${gap}${does}`)}`]
  })
}

function cut(text: string, { columns }: Card): string {
  const [first = '', ...more] = wrapText(text, Math.max(1, columns - 2))
  return more.length === 0 ? first : `${first} …`
}

function toCells({ number, how, took, tokens, cost }: StintRow): string[] {
  return [`${number}.`, how, took, tokens, cost]
}
