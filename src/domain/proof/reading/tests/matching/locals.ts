// Assertions with what the names of a test stand for in their place: a name may be given up or come between.
import { keyOf, type Assertion } from '../../test-file/assertions.ts'
import type { TestCase } from '../../test-file/test-file.ts'

/** Says the same as one that came, but for such names. */
export function isSameSpelledOut(lost: Assertion, one: TestCase, came: readonly Assertion[], other: TestCase): boolean {
  const said = withLocals(lost.key, one)
  return came.some(({ key }) => withLocals(key, other) === said)
}

const LOCAL =
  /^[ \t]{0,40}(?:(?:const|let|var|val|final|\w{1,40}) )?(\$?[A-Za-z_]\w{0,60})\s?:?=\s?([^=\n][^\n;]{1,160});?$/gm

/** With what names of the test stand for in their place. */
export function withLocals(key: string, { file: { source }, block }: TestCase): string {
  const given = Array.from(
    source.bare.slice(block.bodyStart, block.end).matchAll(LOCAL),
    ([, name = '', value = '']) => ({
      name,
      value: keyOf(value),
    }),
  )
  // What is named later may be made of what is named before.
  return given
    .toReversed()
    .reduce(
      (text, { name, value }) =>
        text.replaceAll(new RegExp(`(?<![\\w$.>])${name.replaceAll('$', '\\$')}(?![\\w(])`, 'g'), () => value),
      key,
    )
}
