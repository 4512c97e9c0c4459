// The end of a run in a few lines for the terminal.
import type { Event } from '../../../contract/event.ts'
import type { RunTask } from '../../../contract/state.ts'
import { type ProofView, type StintRow, viewReport } from '../../../domain/view/report.ts'
import { showRest } from './show-evidence.ts'
import { type Style, table } from './style.ts'

export function runReport(task: RunTask, events: readonly Event[], style: Style): string[] {
  const { ending, task: id, title, because, proof, used, stints, next } = viewReport(task, events)
  return [
    '',
    `${style[ending.tone](ending.text)}  ${style.bold(id)}  ${title}`,
    ...because.map((why) => `  ${why}`),
    ...(proof ? showProof(proof, style) : []),
    '',
    `  used     ${used.join(', ')}`,
    ...table(stints.map(toCells)).map((row) => style.dim(`           ${row}`)),
    '',
    ...next.map((line, index) => `${index === 0 ? 'next  ' : '      '}${line}`),
  ]
}

function showProof({ checks, evidence }: ProofView, style: Style): string[] {
  const lines = [
    ...checks.map(({ name, result, tone, took }) => `check    ${name} ${style[tone](result)} in ${took}`),
    ...showRest(evidence, style),
  ]
  return ['', ...lines.map((line) => `  ${line}`)]
}

function toCells({ number, how, took, tokens, cost }: StintRow): string[] {
  return [`${number}.`, how, took, tokens, cost]
}
