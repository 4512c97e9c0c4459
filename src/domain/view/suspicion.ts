// A suspicion and the runs that look into it, each in one line.
import type { Tampering } from '../../contract/change.ts'
import type { ExtraRun } from '../../contract/evidence.ts'
import { extraName } from '../checks/extra-run.ts'
import { testTitles } from '../gate/words/test-titles.ts'
import { oneLine } from '../text/printable.ts'
import { tookText } from './amount.ts'
import type { Tone } from './part.ts'

const MOST = 400
const MOST_TITLE = 200

/** `test/sum.test.js:3 test "adds" is skipped now; cleared by a sealed run of test`. */
export function suspicionText(suspicion: Tampering): string {
  return oneLine(`${suspicion.file}:${suspicion.line} ${withoutPlace(suspicion)}`, MOST)
}

/** The same beside its line. */
export function withoutPlace({ what, settled }: Tampering): string {
  return oneLine(`${what}${settled ? `; ${settledByText(settled)}` : ''}`, MOST)
}

/** As it stands among the reasons of a decision. */
export function reasonOf({ file, line, what }: Pick<Tampering, 'file' | 'line' | 'what'>): string {
  return `${file}:${line} ${what}`
}

/** Whether a text is one of the reasons for which a review waits: they stand above all else. */
export function saidAbove({ why }: { readonly why: readonly { readonly text: string }[] }): (text: string) => boolean {
  const texts = new Set(why.map(({ text }) => text))
  return (text) => texts.has(text)
}

export function toneOfSuspicion(suspicion: Tampering): Tone {
  if (isCleared(suspicion)) return 'good'
  return suspicion.meant ? 'warn' : 'bad'
}

/** What the run said stands beside it, with the run. */
function settledByText({ why, check, ...settled }: NonNullable<Tampering['settled']>): string {
  return `${howText(settled)}${check === undefined ? `, ${why}` : ` of ${check}`}`
}

export function settlementText({ why, ...settled }: NonNullable<Tampering['settled']>): string {
  return `${howText(settled)}, ${why}`
}

/** Old tests that fail may do so after an honest change, too: what it means is for a person to say. */
function howText({ by, how }: Pick<NonNullable<Tampering['settled']>, 'by' | 'how'>): string {
  return `${by === 'sealed' && how === 'confirmed' ? 'not cleared' : how} by a ${by} run`
}

export function isCleared({ settled }: Pick<Tampering, 'settled'>): boolean {
  return settled?.how === 'cleared'
}

const ANSWERS: Readonly<Record<ExtraRun['answer'], string>> = {
  green: 'green',
  red: 'red',
  'cannot-tell': 'cannot tell',
}

/** `sealed run of test: green in 340 ms, passes with …`, with the tests that fail. */
export function extraText(run: ExtraRun): string {
  const tests = testTitles(run.tests ?? [])
  return oneLine(`${extraHead(run)}${tests.length === 0 ? '' : `: ${tests.join('; ')}`}`, MOST)
}

/** The same, with each test that fails in a line of its own. */
export function extraLines(run: ExtraRun): { readonly head: string; readonly tests: readonly string[] } {
  const tests = testTitles(run.tests ?? []).map((title) => oneLine(title, MOST_TITLE))
  return { head: oneLine(`${extraHead(run)}${tests.length === 0 ? '' : ':'}`, MOST), tests }
}

function extraHead(run: ExtraRun): string {
  const took = run.means === undefined ? '' : ` in ${tookText(run.durationMs)}`
  const places = run.places === undefined ? '' : `; likely by ${run.places.join(', ')}`
  return `${extraName(run)}: ${ANSWERS[run.answer]}${took}, ${run.why}${places}`
}
