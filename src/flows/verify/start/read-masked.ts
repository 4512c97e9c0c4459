// Reads a change of which nothing secret may be told: no word of a finding comes from a text that was not masked.
import type { FileChange } from '../../../contract/change.ts'
import { given } from '../../../contract/given.ts'
import { maskSecrets, maskSecretsInLines } from '../../../domain/text/mask-secrets.ts'
import type { Beyond, ChangeRead, ReadingContext } from '../../../domain/proof/reading/read-change.ts'
import { readChange } from '../../../domain/proof/reading/read-change.ts'

/**
 * Most changes give rise to nothing, and then there is nothing to mask: to look for secrets in whole texts takes longer than
 * to read them. Otherwise it is the masked texts that are read. A text that was masked when it was kept differs from
 * the one of now wherever a secret stands, so that such a change is always read masked.
 */
export function readMasked(changes: readonly FileChange[], context: ReadingContext = {}): ChangeRead {
  return toldMasked(readChange(changes, context), changes, context)
}

/** What was read of these changes, in words that tell nothing secret. */
export function toldMasked(read: ChangeRead, changes: readonly FileChange[], context: ReadingContext): ChangeRead {
  if (read.suspicions.length === 0 && read.notes.length === 0) return read
  const masked = allWithoutSecrets(changes)
  return saidMasked(masked === changes ? read : readChange(masked, context))
}

/** The same list where nothing is masked, so that what is known about it still holds. */
function allWithoutSecrets(changes: readonly FileChange[]): readonly FileChange[] {
  const masked = changes.map(withoutSecrets)
  const isSame = masked.every(({ before, after }, at) => before === changes[at]?.before && after === changes[at]?.after)
  return isSame ? changes : masked
}

/** For changes that are known to give rise to something. */
export function readOnlyMasked(changes: readonly FileChange[], context: ReadingContext): ChangeRead {
  return saidMasked(readChange(allWithoutSecrets(changes), context))
}

export function beyondMasked(beyond: Beyond): Beyond {
  const { texts, tests = new Map(), unread = [] } = beyond
  return {
    ...beyond,
    texts: new Map(Array.from(texts, ([path, text]) => [path, maskSecretsInLines(text)])),
    unread: unread.map(withoutSecrets),
    tests: new Map(Array.from(tests, ([path, text]) => [path, maskSecretsInLines(text)])),
  }
}

/** Words may come from names of files and checks too. */
function saidMasked({ suspicions, notes }: ChangeRead): ChangeRead {
  const masked = <Said extends { readonly what: string }>(one: Said): Said => ({ ...one, what: maskSecrets(one.what) })
  return { suspicions: suspicions.map(masked), notes: notes.map(masked) }
}

function withoutSecrets(change: FileChange): FileChange {
  const { before, after } = change
  return {
    ...change,
    ...given({ before, after }, maskSecretsInLines),
  }
}
