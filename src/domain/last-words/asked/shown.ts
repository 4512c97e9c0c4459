// Output in a code block at the end: a run that is red, where the request wants it green, or code that is not written.
import { lazily } from '../../../contract/lazily.ts'
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
  const counted = lines.findLast((line) => /\b\d+ (?:\w+ )?(?:failed|failing|failures?|errors?|xfailed)\b/.test(line))
  return counted !== undefined && /\b[1-9]\d* (?:\w+ )?(?:failed|failing|failures?|errors?|xfailed)\b/.test(counted)
    ? counted.trim().slice(0, 200)
    : null
}

/** It is what was before, what would be, or what a program prints. */
const told = lazily(
  () =>
    /\b(?:before|previously|used to|was|were|example|sample|output|prints?|shows?|reports?|says?|looks? like|fails? (?:with|as)|checks?)\b[^.]*$/i,
)
const ends = lazily(() => ['pass', 'green', 'fix', 'repair', 'compile', 'lint'].map(stemOf))
