// A suspicion and the runs that look into it, each in one line.
import type { Tampering } from '../../contract/change.ts'
import type { ExtraRun } from '../../contract/evidence.ts'
import { extraName } from '../checks/extra-run.ts'
import { oneLine } from '../text/printable.ts'
import { tookText } from './amount.ts'

const MOST = 400

/** `test/sum.test.js:3 test "adds" is skipped now; cleared by a sealed run, check test: …`. */
export function suspicionText({ file, line, what, settled }: Tampering): string {
  return oneLine(`${file}:${line} ${what}${settled ? `; ${settlementText(settled)}` : ''}`, MOST)
}

export function settlementText({ by, how, why }: NonNullable<Tampering['settled']>): string {
  return `${how} by a ${by} run, ${why}`
}

export function isCleared({ settled }: Pick<Tampering, 'settled'>): boolean {
  return settled?.how === 'cleared'
}

const ANSWERS: Readonly<Record<ExtraRun['answer'], string>> = {
  green: 'green',
  red: 'red',
  'cannot-tell': 'cannot tell',
}

/** `sealed run of test: green in 340 ms, passes with …`. */
export function extraText(run: ExtraRun): string {
  const took = run.means === undefined ? '' : ` in ${tookText(run.durationMs)}`
  const failing = run.tests && run.tests.length > 0 ? `: ${run.tests.join('; ')}` : ''
  return oneLine(`${extraName(run)}: ${ANSWERS[run.answer]}${took}, ${run.why}${failing}`, MOST)
}
