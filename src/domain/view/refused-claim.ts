// A refused claim in one line for the person beside the agent, the reason last: of a red check what its output says, in place
// of its exit code.
import type { Claim } from '../../contract/claim.ts'
import type { Continue, Decision, Reason } from '../../contract/decision.ts'
import { failingLine } from '../checks/output/failing-line.ts'
import { refusesClaim } from '../gate/consequences.ts'
import { countIn } from '../gate/words/message.ts'
import { firstLine, flat } from '../gate/words/quoted.ts'

const LONGEST = 200

/** A refused claim, which agents show as no more than a call of a tool. What ends the work is told at the stop. */
export function tellClaim({ status }: Pick<Claim, 'status'>, decision: Decision | undefined): string | undefined {
  if (!refusesClaim(decision)) return undefined
  const [first, ...others] = decision.because
  const more = others.length > 0 ? `, the first of ${decision.because.length} reasons` : ''
  const why = first === undefined ? '' : briefReason(first)
  return `Fullstop: ${CLAIMED[status]}${countIn(decision.say)}${more}: ${why}`
}

const CLAIMED: Readonly<Record<Claim['status'], string>> = {
  success: 'claim refused',
  partial: 'partial claim, sent back',
  blocked: 'blocked claim, sent back to try another way',
}

/** For the end of the answer to a call; none where a person's own words are the refusal. */
export function refusedLine({ because, say }: Pick<Continue, 'because' | 'say'>): string | undefined {
  const count = countIn(say)
  return count === '' ? undefined : `Claim refused${count}: ${because.map(briefReason).join('; ')}`
}

export function briefReason({ code, text }: Reason): string {
  const line = firstLine(text)
  const end = text.indexOf('\n')
  if (code !== 'check-failed' || end === -1) return line
  const said = flat(failingLine(text.slice(end + 1)) ?? '')
  if (said === '') return line
  return `${line.replace(/" failed \(exit \d+\)/, '" failed')}: ${said.length > LONGEST ? `${said.slice(0, LONGEST - 1)}…` : said}`
}
