// A test in whose place another one stands now: about the same function, with words of its title, asserting as much.
import type { Comparison } from './matching/comparison.ts'
import { textOf } from './matching/comparison.ts'
import type { TestCase } from '../test-file/test-file.ts'
import { COMMON } from '../test-file/tokens.ts'
import { rowsOf } from './cases/rows.ts'
import { keepsValues, substanceOf } from './assertions/substance.ts'

/** `as-much`: with the values of the old one, or with product code that changed too. `other`: only in its place. */
export type Replacement = 'as-much' | 'other'

/** Each new test takes the place of one. */
export function replacements(
  gone: readonly TestCase[],
  { matches, after, removed }: Comparison,
): Map<TestCase, Replacement> {
  const replaced = new Map<TestCase, Replacement>()
  const [first] = gone
  if (!first) return replaced
  const taken = new Set(matches.values())
  const homes = after.toSorted((a, b) => Number(b.path === first.file.path) - Number(a.path === first.file.path))
  const came = new Set(homes.flatMap(({ cases }) => cases.filter((one) => !taken.has(one))).slice(0, MOST_LOOKED_AT))
  for (const one of gone) {
    const other = [...came].find((candidate) => isInPlaceOf(candidate, one, removed.isTouched))
    if (!other) continue
    came.delete(other)
    const isAsMuch =
      removed.isTouched ||
      keepsValues(one.assertions, textOf(other)) ||
      substanceOf(other.assertions) >= 2 * substanceOf(one.assertions)
    replaced.set(one, isAsMuch ? 'as-much' : 'other')
  }
  return replaced
}

const MOST_LOOKED_AT = 100

function isInPlaceOf(now: TestCase, old: TestCase, isTouched: boolean): boolean {
  const is = substanceOf(now.assertions) + rowsOf(now).length
  if (is === 0 || is < substanceOf(old.assertions) + rowsOf(old).length) return false
  return (
    hasCommon(titleWords(old), titleWords(now)) &&
    (isAboutTheSame(calledIn(old), calledIn(now)) || (isTouched && hasCommon(textsIn(old), textsIn(now))))
  )
}

/** Texts long enough to be no accident. */
function textsIn({ file, block }: TestCase): Set<string> {
  const body = file.source.bare.slice(block.bodyStart, Math.min(block.end, block.bodyStart + 4000))
  return new Set(body.match(/"[^"\n]{6,200}"|'[^'\n]{6,200}'/g))
}

/** At least half of what the old one called, the new one calls too. */
function isAboutTheSame(old: ReadonlySet<string>, now: ReadonlySet<string>): boolean {
  const same = [...old].filter((name) => now.has(name)).length
  return same > 0 && same * 2 >= old.size
}

const FILLER = /^(?:tests?|an?|the|is|are|on|in|of|to|for|with|and|or|when|if|it|should|returns?|does|not|gives?)$/

function titleWords({ title }: TestCase): Set<string> {
  const words =
    title
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]{2,}/g) ?? []
  // One format, several formats.
  return new Set(words.filter((word) => !FILLER.test(word)).map((word) => word.replace(/(?<=[a-z]{3}[^s])s$/, '')))
}

/** Raising and matching belong to the framework. */
const FRAMEWORK =
  /^(?:raises|pytest|toThrow\w*|rejects|resolves|be_\w+|raise_error|len|str|print|String|Number|errors)$/

export function calledIn({ file, block }: Pick<TestCase, 'file' | 'block'>): Set<string> {
  const body = file.source.code.slice(block.bodyStart, Math.min(block.end, block.bodyStart + 4000))
  const calls = Array.from(body.matchAll(/(?<![\w$])([A-Za-z_$][\w$]*)\s?\(/g), ([, name = '']) => name)
  return new Set(calls.filter((name) => !COMMON.test(name) && !FRAMEWORK.test(name)))
}

function hasCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((word) => other.has(word))
}
