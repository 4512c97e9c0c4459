// Is it worth waiting for more words of the agent? What is gathered without them may be decided for good already.
import type { Policy } from '../../contract/config/policy.ts'
import type { Facts } from '../../contract/facts.ts'
import { mayChangeWithWords } from './consequences.ts'
import { decide } from './decide.ts'

export function awaitsWords(facts: Facts, policy: Policy): boolean {
  return mayChangeWithWords(decide(facts, policy))
}
