// The evidence of a claim together with what its extra runs answered.
import type { Settlement, Tampering } from '../../contract/change.ts'
import type { Evidence, EvidenceCheck, ExtraRun } from '../../contract/evidence.ts'
import { given } from '../../contract/given.ts'
import type { ProofState } from '../../contract/state.ts'
import { toldBy } from '../checks/extra-run.ts'

type Proof = Pick<ProofState, 'extra' | 'settled'>

export function withProof(evidence: Evidence, proof: Proof | undefined): Evidence {
  if (!proof || proof.extra.length === 0) return evidence
  const green = proof.extra.filter(({ kind, answer }) => kind === 'sealed' && answer === 'green')
  return {
    ...evidence,
    checks: evidence.checks.map((check) => ({ ...check, ...given({ settled: settledCheck(check, proof) }) })),
    notes: [...evidence.notes, ...green.map(toldBy)],
    tampering: [
      ...evidence.tampering.map((one) => ({ ...one, ...given({ settled: settlementOf(one, proof) }) })),
      ...proof.extra.flatMap((run) => asksPerson(run)),
    ],
    extra: [...proof.extra],
  }
}

/** What nobody could read, such as code that answers differently without a test around it: a person says whether it is meant. */
function asksPerson({ kind, answer, asks, check, why, places = [] }: ExtraRun): Tampering[] {
  if (!asks && (kind !== 'plain' || answer !== 'red')) return []
  const [, file, line] = /^(.+):(\d+)$/.exec(places[0] ?? '') ?? []
  if (file === undefined) return []
  return [{ file, line: Number(line), kind: 'rigged', meant: true, what: `check ${check}: ${why}` }]
}

function settlementOf({ file, line, what }: Tampering, { settled }: Proof): Settlement | undefined {
  return settled.find((one) => one.file === file && one.line === line && one.what === what)?.settled
}

/** Fewer tests than before the task, or a runner without an end: with the yardstick of the start all of them ran. */
function settledCheck({ name, suspicion }: EvidenceCheck, { extra }: Proof): Settlement | undefined {
  const sealed = extra.find(({ kind, check }) => kind === 'sealed' && check === name)
  if (suspicion === undefined || !sealed || sealed.answer === 'cannot-tell') return undefined
  return { by: 'sealed', how: sealed.answer === 'green' ? 'cleared' : 'confirmed', why: toldBy(sealed) }
}
