// A table of answers: rows of a key and what it is answered with.
import type { LiteralRow } from './literal-rows.ts'

export interface AnswerTable {
  readonly rows: readonly LiteralRow[]
  /** The keys are checksums of what is asked. */
  readonly isHashed: boolean
}

export const HASHES =
  /\b(?:createHash|hashlib|md5|sha\d{1,3}|crc32|adler32|xxhash|murmur\w*|fnv\w*|djb2|digest|charCodeAt|codePointAt|hashCode|imul)\b|(?<![\w.])(?:hash|ord)\(/i

export function isDigest(key: string): boolean {
  const bare = key.replaceAll(/^["'`]|["'`]$/g, '')
  return /^(?=[\da-f]*\d)[\da-f]{6,128}$/i.test(bare) || /^-?\d{4,20}$/.test(bare)
}
