// Shares of what was asked for: "Seven of the twelve reducers are slices", "Conformance: 1,204 / 1,231", "Phase 1 of 3 is
// complete". How many were found, were wrong or are in use says nothing of the work.
import { lazily } from '../../../../contract/lazily.ts'
import { shareIn, toNumber } from '../own-share.ts'
import { holdsPart } from '../../../text/words-in.ts'
import { isPartlyAsked } from './asked-work.ts'
import type { Request } from './request-read.ts'

/** The sentence after it may say what of the others. */
export function leavesShare(plain: string, after: string | undefined, request: () => Request): boolean {
  if (!holdsPart(plain, [' of ', '/'])) return false
  const found = shareIn(plain)
  if (found === undefined || !(found.some < found.all)) return false
  const before = plain.slice(0, found.at)
  const behind = plain.slice(found.end)
  if (/\b(?:phase|step|part|stage|milestone|round|batch) (?:no\. )?$/.test(before))
    return completed().test(behind) && !shown().test(plain)
  // Asked for before the sentence after it is looked at: then what is found is not kept for other messages.
  const { text, wantsAll, wantsGreen, asked } = request()
  if (told().test(plain) || shown().test(plain) || (after !== undefined && ofOthers().test(after))) return false
  const [label = ''] = /^[\p{L} ]{2,40}: ?$/u.exec(before) ?? []
  if (label !== '')
    return wantsGreen && behind.length < 20 && (namesCount(text, found.all) || isPartlyAsked(label, asked))
  const [noun = ''] = /^ (?:\p{L}+ )?\p{L}+/u.exec(behind) ?? []
  if (isPartlyAsked(noun, asked) && reached().test(behind)) return true
  return (namesCount(text, found.all) || wantsAll) && (isPartlyAsked(noun, asked) || namesCount(text, found.all))
}

/** The request names that many, in digits or as a word. */
function namesCount(text: string, count: number): boolean {
  return (text.match(/\d{1,6}|\p{L}{3,9}/gu) ?? []).slice(0, 2000).some((word) => toNumber(word) === count)
}

const completed = lazily(
  () => /^ (?:is|are|has been)?\b.*\b(?:complete|completed|done|finished|in place|ready|merged|behind us|through)\b/,
)
/** They are what all of them are to be. */
const reached = lazily(
  () =>
    /^(?: \p{L}+){1,3} (?:(?:is|are|have been) (?!not\b|from\b|about\b|too\b)|load|work|pass|compile|build|live|run)\b/u,
)
const told = lazily(
  () =>
    /\b(?:was|were|had|broke|needed|needs?|affected|slow|unused|already|others?|rest|remaining|attempts?|retries|used|before|previously|found|contained|failed|if|when|unless|while|at most|up to)\b/,
)
const shown = lazily(() => /\b(?:shows?|displays?|prints?|says?|reads|header|footer|label|page)\b/)
const ofOthers = lazily(
  () => /^\W*(?:and )?(?:the (?:other|rest|remaining|missing|last)|others|both|these|those|all)\b/i,
)
