// What a rule says, put together: a stop that is allowed, one that is refused, and the reason for either.
import type { Allow, AskHuman, Reason, ReasonCode, Rule, Verify } from '../../contract/decision.ts'
import { given } from '../../contract/given.ts'
import type { Outcome } from '../../contract/outcome.ts'
import { countsOf } from './consequences.ts'
import type { RefusalDraft } from './guard.ts'
import { fingerprint } from './words/message.ts'

/** What a rule says; a refusal gets its text last. */
export type Ruled = Allow | AskHuman | RefusalDraft | Verify

export function refuse(rule: Rule, reasons: readonly Reason[]): RefusalDraft {
  return {
    kind: 'continue',
    rule,
    because: [...reasons],
    fingerprint: fingerprint(rule, reasons),
    counts: countsOf(rule),
  }
}

export function allow(rule: Rule, reasons: readonly Reason[], outcome?: Outcome): Allow {
  return { kind: 'allow', rule, because: [...reasons], ...given({ outcome }) }
}

export function because(code: ReasonCode, text: string): Reason {
  return { code, text }
}
