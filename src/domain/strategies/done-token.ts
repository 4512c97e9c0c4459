// done-token: a line that is exactly `FULLSTOP_DONE::<session id>`, or the same with another prefix. Only bold and
// backticks around it are forgiven.
import type { Policy } from '../../contract/config/policy.ts'
import { leadOf, tailOf } from './alone.ts'
import type { Candidate } from './grammar/claim.ts'
import type { Finding, Reading } from './detector.ts'
import type { Grammar } from './grammar.ts'
import type { Said } from './strategy.ts'

/** Both count where no prefix is set; agents are told the first. */
const PREFIXES = ['FULLSTOP_DONE', 'TASKMASTER_DONE'] as const
/** A piece of every token where no prefix is set. */
export const ANY_PREFIX = '_DONE::'

export function doneToken(reading: Reading, { judge, readDocument }: Grammar): Finding {
  const prefixes = reading.prefix === undefined ? PREFIXES : [reading.prefix]
  const isNear = prefixes.some((prefix) => reading.text.includes(`${prefix}::`))
  if (!reading.sessionId) return miss(isNear ? ['the session id is not known'] : [])
  const lines = prefixes.map((prefix) => tokenLines(reading.text, `${prefix}::${reading.sessionId}`))
  const candidates = lines.flatMap((line) => line.candidates).sort((one, other) => one.at - other.at)
  if (candidates.length === 0) {
    if (lines.some(({ hasOther }) => hasOther)) return miss(['the token does not stand alone on its line'])
    return miss(isNear ? ['the token is not the one of this session'] : [])
  }
  const judgement = judge(readDocument(reading.text), candidates)
  if (judgement.claim === null) return miss(judgement.because)
  const { at, end } = judgement.claim
  return { found: true, strategy: 'done-token', text: reading.text.slice(at, end), at }
}

function miss(because: readonly string[]): Finding {
  return { found: false, strategy: 'done-token', because }
}

/** Each candidate spans the token with its forgiven marks. */
function tokenLines(
  text: string,
  token: string,
): { readonly candidates: readonly Candidate[]; readonly hasOther: boolean } {
  const candidates: Candidate[] = []
  let hasOther = false
  for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, at + token.length)) {
    const lead = leadOf(text, at)
    const tail = lead === null ? null : tailOf(text, at + token.length, lead)
    if (lead === null || tail === null) hasOther = true
    else candidates.push({ at: at - lead.length, end: at + token.length + tail.length })
  }
  return { candidates, hasOther }
}

/** The token that the agent of a session is told. */
export function tokenOf({ donePrefix }: Pick<Policy, 'donePrefix'>, sessionId: string): string {
  return `${donePrefix ?? PREFIXES[0]}::${sessionId}`
}

export function sayToken(policy: Policy, sessionId: string | undefined): Said | undefined {
  if (!sessionId) return undefined
  const word = policy.donePrefix ?? PREFIXES[0]
  const described = `one line of nothing but the word "${word}", two colons, and "${sessionId}", without spaces`
  return { kind: 'line', say: tokenOf(policy, sessionId), described }
}
