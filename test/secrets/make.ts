// Random values for samples of secrets. Nothing here is a credential: every value is made from its name when a test runs.

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
export const DIGITS = '0123456789'
const HEX = '0123456789abcdef'
export const UPPER = LOWER.toUpperCase()
export const ALNUM = UPPER + LOWER + DIGITS
export const LOWNUM = LOWER + DIGITS
export const UPNUM = UPPER + DIGITS
const URLSAFE = `${ALNUM}-_`
const BASE64 = `${ALNUM}+/`

/** No part of the values may be readable in the masked text. */
export interface Sample {
  readonly kind: string
  readonly text: string
  readonly values: readonly string[]
}

export interface Make {
  /** So many characters of an alphabet, the same at every run. */
  readonly of: (alphabet: string, length: number) => string
  readonly hex: (length: number) => string
  readonly alnum: (length: number) => string
  readonly url: (length: number) => string
  readonly base64: (length: number) => string
  readonly uuid: () => string
}

export function make(seed: string): Make {
  let state = 2166136261
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 16777619) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const of = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join('')
  const hex = (length: number): string => of(HEX, length)
  return {
    of,
    hex,
    alnum: (length) => of(ALNUM, length),
    url: (length) => `${of(ALNUM, 1)}${of(URLSAFE, length - 2)}${of(ALNUM, 1)}`,
    base64: (length) => of(BASE64, length),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  }
}
