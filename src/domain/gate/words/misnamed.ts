// Checks that a claim names and that are none, or did not fail: the agent is told, so that it does not wait for an answer.
import type { Claim } from '../../../contract/claim.ts'
import type { Facts } from '../../../contract/facts.ts'
import type { Policy } from '../../../contract/config/policy.ts'
import { flat } from './quoted.ts'

const MOST = 5
const LONGEST = 60

/** A dispute about a check that did not fail is not heard. `undefined`: none, or nothing failed that it could have meant. */
export function unheardDispute({ claim, verification }: Pick<Facts, 'claim' | 'verification'>): string | undefined {
  const red = redIn(verification)
  if (red.length === 0) return undefined
  return claim?.disputedChecks?.find(({ check }) => !red.includes(check))?.check
}

/** What the answer to a call adds to the decision; a refusal after a red check names a wrong dispute itself. */
export function misnamedLines(
  claim: Pick<Claim, 'disputedChecks' | 'preexistingFailures'>,
  { checks, untrustedChecks }: Pick<Policy, 'checks' | 'untrustedChecks'>,
  verification?: Facts['verification'],
): string[] {
  const evidence = verification?.kind === 'done' ? verification.evidence.map(({ name }) => name) : []
  const configured = [...checks.map(({ name }) => name), ...untrustedChecks]
  const known = new Set([...configured, ...evidence])
  const disputed = (claim.disputedChecks ?? []).map(({ check }) => check)
  const unknown = [...new Set([...disputed, ...(claim.preexistingFailures ?? [])])].filter((name) => !known.has(name))
  const red = redIn(verification)
  const green = red.length > 0 || evidence.length === 0 ? [] : disputed.filter((name) => known.has(name))
  const all = configured.length === 0 ? 'there are none' : `there are ${listed(configured)}`
  return [
    ...(unknown.length === 0
      ? []
      : [`No check is called ${listed(unknown)} (${all}): what you say of it counts for nothing.`]),
    ...(green.length === 0 ? [] : [`You dispute ${listed(green)}, which did not fail.`]),
  ]
}

function redIn(verification: Facts['verification'] | undefined): readonly string[] {
  const evidence = verification?.kind === 'done' ? verification.evidence : []
  return evidence.filter(({ result }) => result === 'failed' || result === 'timed-out').map(({ name }) => name)
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST).map((name) => `"${flat(name).slice(0, LONGEST)}"`)
  return [...shown, ...(names.length > MOST ? [`${names.length - MOST} more`] : [])].join(', ')
}
