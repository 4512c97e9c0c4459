// How much assertions say: what they name and which values they hold against it. Fewer assertions may say as much.
import type { Assertion } from '../../test-file/assertions.ts'
import { tokensOf } from '../../test-file/tokens.ts'

/** Hold for nearly every value. */
const LOOSE =
  /toBeDefined|toBeTruthy|toBeFalsy|toBeInstanceOf|toHaveBeenCalled\(\)|not\.toBeNull|not\.toBeUndefined|not\.toThrow|\.to\.exist|\.ok\(|assert\.ok|assertNotNull|assertIsNotNone|isnotNone|notNull|NotNil|assert_not_nil|be_truthy|be_present|(?:not_to|to_not)be_nil|respond_to|wont_be_nil|isNotNull|NotBeNull|typeof|isinstance|assertTrue\((?:is_|true)|assert!\(\w+\.is_(?:ok|some)\(\)\)/i

export function isLoose({ key }: Assertion): boolean {
  return LOOSE.test(key)
}

/** Values count twice: an expected one is what a test is about. */
export function substanceOf(assertions: readonly Assertion[]): number {
  const literals = new Set<string>()
  const words = new Set<string>()
  for (const { key, isVacuous } of assertions) {
    if (isVacuous || LOOSE.test(key)) continue
    const tokens = tokensOf(key)
    for (const literal of tokens.literals) literals.add(literal)
    for (const word of tokens.words) words.add(word)
  }
  return 2 * literals.size + words.size
}

/** Are most of the values that these held against something still written there? */
export function keepsValues(lost: readonly Assertion[], text: string): boolean {
  const values = [...new Set(lost.flatMap(({ key }) => [...tokensOf(key).literals]))]
  const { literals, text: plain } = tokensOf(text)
  const kept = values.filter((value) => literals.has(value) || (value.length > 4 && plain.includes(value.slice(1, -1))))
  return values.length > 1 && kept.length * 5 >= values.length * 3
}
