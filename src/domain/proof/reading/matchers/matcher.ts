// How strict an assertion is about its subject: words for the tables beside, one per language.

/** From 4 (one value) over 3 (a part of it), 2 (its kind or range) and 1 (that there is one) to 0 (nothing). */
export type Level = 0 | 1 | 2 | 3 | 4

/** `name(arguments)`: where the subjects stand; -1 is the last one, `all` that each argument may be one. */
export interface CallRule {
  readonly name: RegExp
  readonly level: Level
  readonly subject: number | 'all'
}

/** What follows a subject: `.toBe(5)`, `.isEqualTo(5)`, ` to eq(5)`. */
export interface MatcherRule {
  readonly pattern: RegExp
  readonly level: Level
}

export interface MatcherTable {
  readonly files: RegExp
  /** `expect(x)` and the like: the subject is the first argument, a matcher follows or is the second argument. */
  readonly wraps?: RegExp
  /** `x.ShouldBe(5)`: the subject stands before. */
  readonly suffixes?: RegExp
  readonly matchers: readonly MatcherRule[]
  readonly calls: readonly CallRule[]
  /** `assert x == 5`, `assertTrue(x == 5)`: what follows is a condition. */
  readonly conditions?: RegExp
  /** Hands on what it looks at to the matcher behind it, which asks for more: `.ShouldNotBeNull().ShouldBe(5)`. */
  readonly handsOn?: RegExp
  /** An equality that other types or other cases pass. */
  readonly loose?: RegExp
  /** It asks for a part: fields that are not named, or are left out by name, may hold anything. */
  readonly partial?: RegExp
  /** Where plain equality may leave something open: the one that does not. */
  readonly strict?: RegExp
  /** In whatever order. */
  readonly unordered?: RegExp
  /** What follows must not hold. */
  readonly refutations?: RegExp
}
