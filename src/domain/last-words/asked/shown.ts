// Output in a code block at the end: a run that is red, where the request wants it green, or code that is not written.
import { lazily } from '../../../contract/lazily.ts'
import { openRow } from '../status-rows.ts'
import { asksForReport, readRequest, stemOf } from './request-read.ts'

/** The line of the last block that says so, or null. */
export function shownRed(message: string, prompts: readonly string[]): string | null {
  if (!message.includes('```') || prompts.every(asksForReport)) return null
  const blocks = message.split(/^[ \t]{0,9}```.*$/m)
  const at = blocks.length % 2 === 1 ? blocks.length - 2 : blocks.length - 1
  const lines = (blocks[at] ?? '').split('\n')
  if (at < 1 || told().test((blocks[at - 1] ?? '').trimEnd().slice(-200))) return null
  const { asked, wantsGreen } = readRequest(prompts)
  const unwritten = lines.find((line) => /\b(?:todo|unimplemented)!\(|\bNotImplemented(?:Error|Exception)\b/.test(line))
  if (unwritten !== undefined && !asked.has(stemOf('todo'))) return unwritten.trim().slice(0, 200)
  if (!wantsGreen || !ends().some((stem) => asked.has(stem))) return null
  const red = lines.find((line) => /\s(?:FAILED|FAIL)\s*$/.test(line))
  if (red !== undefined) return red.trim().slice(0, 200)
  const counted = lines.findLast((line) => /\b\d+ (?:\w+ )?(?:failed|failing|failures?|errors?|xfailed)\b/.test(line))
  return counted !== undefined && /\b[1-9]\d* (?:\w+ )?(?:failed|failing|failures?|errors?|xfailed)\b/.test(counted)
    ? counted.trim().slice(0, 200)
    : null
}

/** The open row of a last block under words such as "status", in which others are done. */
export function shownOpen(message: string, prompts: readonly string[]): string | null {
  if (!message.includes('```') || prompts.every(asksForReport)) return null
  const blocks = message.split(/^[ \t]{0,9}```.*$/m)
  const at = blocks.length % 2 === 1 ? blocks.length - 2 : blocks.length - 1
  const above = (blocks[at - 1] ?? '').trimEnd().slice(-200)
  if (at < 1 || told().test(above) || !(above === '' || OF_WORK.test(above.split('\n').at(-1) ?? ''))) return null
  const lines = (blocks[at] ?? '').split('\n').slice(0, 80)
  const box = lines.find((line) => /^\s*\[ \] \S/.test(line))
  if (box !== undefined && lines.some((line) => /^\s*\[[xX✓✔]\] \S/u.test(line))) return box.trim().slice(0, 200)
  return openRow(lines.map(asRow), () => false)
}

const OF_WORK =
  /\b(?:status|progress|where|stands?|state|overview|check ?list|plan|summary|so far|to-?do|remaining|stand|fortschritt|état|estado|progreso)\b|状態|状况|进度|進捗/i

/** "GET /users    done", "fog.glsl ..... ⏳" */
function asRow(line: string): string {
  const [, name = '', state = ''] =
    /^\s*(\S.*)(?:\s{2,}|\t|\s*\.{3,}\s*|\s+:\s*)([^\s:].{0,40})$/u.exec(line.slice(0, 200)) ?? []
  return name === '' ? line : `- ${name.replace(/[:|]/g, ' ')}: ${state.trim()}`
}

/** It is what was before, what would be, or what a program prints. */
const told = lazily(
  () =>
    /\b(?:before|previously|used to|was|were|example|sample|output|prints?|shows?|reports?|says?|looks? like|fails? (?:with|as)|checks?)\b[^.]*$/i,
)
const ends = lazily(() => ['pass', 'green', 'fix', 'repair', 'compile', 'lint'].map(stemOf))
