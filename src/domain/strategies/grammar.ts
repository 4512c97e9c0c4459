// The grammar that tells a claim from a mention, as detectors are given it. It is large: the hook loads it only for a
// text that looks like a claim.
import { judge } from './grammar/claim.ts'
import { readDocument } from './grammar/markdown.ts'
import { occurrences, whyNotPlain } from './grammar/plain-statement.ts'

export interface Grammar {
  readonly readDocument: typeof readDocument
  readonly judge: typeof judge
  readonly occurrences: typeof occurrences
  readonly whyNotPlain: typeof whyNotPlain
}

export const grammar: Grammar = { readDocument, judge, occurrences, whyNotPlain }
