// A reason in one line for a person: for a red check what its output says, in place of its exit code.
import type { Reason } from '../../../contract/decision.ts'
import { failingLine } from '../../checks/output/failing-line.ts'
import { firstLine, flat } from './quoted.ts'

const LONGEST = 200

export function briefReason({ code, text }: Reason): string {
  const line = firstLine(text)
  const end = text.indexOf('\n')
  if (code !== 'check-failed' || end === -1) return line
  const said = flat(failingLine(text.slice(end + 1)) ?? '')
  if (said === '') return line
  return `${line.replace(/" failed \(exit \d+\)/, '" failed')}: ${said.length > LONGEST ? `${said.slice(0, LONGEST - 1)}…` : said}`
}
