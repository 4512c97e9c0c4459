// `fullstop status` as lines: one subject each, with the command that changes it.
import { oneLine } from '../../../domain/text/printable.ts'
import { plural } from '../../../domain/text/plural.ts'
import { age } from '../../../domain/view/amount.ts'
import { toneOfResult } from '../../../domain/view/evidence.ts'
import type { FolderStatus, StatusAgent, StatusCheck } from '../../../flows/doctor/status.ts'
import { type Paper, pathOn } from './paper.ts'
import { type Cell, drawTable } from './table.ts'

const MOST_OPEN = 5

const MODES: Readonly<Record<string, string>> = {
  strict: 'no stop without a claim',
  balanced: 'a stop without a claim is refused after substantial work',
  watch: 'records what it would refuse, and refuses nothing',
  off: 'does nothing',
}

export function showStatus(status: FolderStatus, now: Date, paper: Paper): string[] {
  const rows: Cell[][] = [
    ...labelled('mode', [modeText(status)]),
    ...labelled('checks', checkLines(status, now)),
    ...labelled('agents', status.agents.length === 0 ? [NO_AGENT] : status.agents.map(agentLine)),
    ...labelled('open', openLines(status, now)),
    ...labelled('waiting', [waitingLine(status)]),
  ]
  return [
    paper.style.bold(oneLine(pathOn(paper, status.folder), 200)),
    '',
    ...drawTable({ columns: [{}, { wraps: true }], rows }, paper),
  ]
}

const NO_AGENT: Cell = 'none found: `fullstop agents` lists those that Fullstop works with'

function labelled(label: string, lines: readonly Cell[]): Cell[][] {
  return lines.map((line, index) => [index === 0 ? { text: label, tone: 'dim' } : '', line])
}

function modeText({ mode: { value, origin, note } }: FolderStatus): string {
  const from = note === undefined ? origin : `${origin}, ${note}`
  return `${String(value)} (${from}): ${MODES[String(value)] ?? ''}; \`fullstop run\` is always strict`
}

function checkLines({ checks, projectFile, isProjectFileBroken }: FolderStatus, now: Date): Cell[] {
  if (isProjectFileBroken) {
    return [
      { text: 'none while fullstop.json cannot be read: fix what is said below, then fullstop trust', tone: 'warn' },
      ...checks.map((check) => checkLine(check, now)),
    ]
  }
  if (checks.length === 0) {
    const what = projectFile === undefined ? 'none' : 'fullstop.json names none'
    return [{ text: `${what}, so nothing can be proven: fullstop checks find`, tone: 'warn' }]
  }
  const waiting = checks.filter(({ isTrusted }) => !isTrusted)
  return [
    ...checks.filter(({ isTrusted }) => isTrusted).map((check) => checkLine(check, now)),
    ...(waiting.length === 0
      ? []
      : [
          {
            text: `${waiting.map(({ name }) => oneLine(name, 40)).join(', ')}: not trusted, so not run: fullstop trust`,
            tone: 'warn' as const,
          },
        ]),
  ]
}

function checkLine({ name, last }: StatusCheck, now: Date): Cell {
  const title = oneLine(name, 40)
  if (!last) return `${title}: trusted, not run yet`
  const why = last.result === 'could-not-run' ? ': fullstop check' : ''
  const where = last.isOfOtherFiles ? ', on other files than now' : ''
  const text = `${title}: ${last.result} ${age(last.at, now)} ago${where}${why}`
  const tone = toneOfResult(last.result as Parameters<typeof toneOfResult>[0])
  return tone === 'good' ? text : { text, tone }
}

const SCOPES: Readonly<Record<StatusAgent['in'][number], string>> = {
  user: 'user scope',
  project: 'project scope',
  plugin: 'plugin',
}

function agentLine({ id, title, program, in: scopes, isPartial, switchedOff }: StatusAgent): Cell {
  const where = program === undefined ? `${title} (not on the PATH)` : title
  if (switchedOff) return { text: `${where}: its hooks are switched off by ${switchedOff.setting}`, tone: 'warn' }
  if (scopes.length > 0) return `${where}: gate installed (${scopes.map((scope) => SCOPES[scope]).join(', ')})`
  const what = isPartial ? 'the gate is installed in part' : 'gate not installed'
  return { text: `${where}: ${what}: fullstop init --agent ${id}`, tone: 'warn' }
}

function openLines({ open, openElsewhere, unfinished }: FolderStatus, now: Date): Cell[] {
  const shown = open
    .slice(0, MOST_OPEN)
    .map(
      ({ id, status, agent, openedAt, title = '' }) =>
        `${id}  ${status}, ${agent}, ${age(openedAt, now)} old: ${oneLine(title, 200)}`,
    )
  const more = [
    ...(open.length > MOST_OPEN ? [`and ${open.length - MOST_OPEN} more here`] : []),
    ...(openElsewhere > 0 ? [`${open.length === 0 ? 'none here, ' : ''}${openElsewhere} in other folders`] : []),
  ]
  const left = unfinished
    ? [`the last run ended ${unfinished.outcome}, to continue it: fullstop resume ${unfinished.id}`]
    : []
  if (shown.length + more.length === 0) return ['no task is open', ...left]
  return [...shown, ...(more.length === 0 ? [] : [`${more.join(', ')}: fullstop tasks --state open`]), ...left]
}

function waitingLine({ waiting }: FolderStatus): Cell {
  if (waiting.length === 0) return 'nothing waits for you'
  return { text: `${plural(waiting.length, 'task')} for your answer: fullstop review`, tone: 'warn' }
}
