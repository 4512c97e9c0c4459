// May a text claim under a policy? Cheap, and never wrong on the side of no: most stops hold nothing that looks like a
// claim, and then the grammar is not loaded.
import type { Policy } from '../../contract/config/policy.ts'
import { rowsByWords } from './index.ts'

type Look = (text: string) => boolean

export function mayClaim(policy: Policy): Look {
  const signs = signsOf(policy)
  return (text) => signs.some((sign) => (typeof sign === 'string' ? text.includes(sign) : sign.test(text)))
}

/**
 * The same for lines of a transcript as they stand in the file, their bytes each as one character; undefined where every
 * line may claim. JSON leaves letters and plain signs as they are.
 */
export function mayClaimInLine(policy: Policy): Look | undefined {
  const isPlain = (sign: string | RegExp): boolean =>
    /^[!#-[\]-~]+$/.test(typeof sign === 'string' ? sign : sign.source)
  return signsOf(policy).every(isPlain) ? mayClaim(policy) : undefined
}

function signsOf(policy: Policy): readonly (string | RegExp)[] {
  return rowsByWords(policy.strategies).map(({ looksLike }) => looksLike(policy))
}
