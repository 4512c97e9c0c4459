// An assertion that compared with something and now takes anything.
import type { Assertion } from './assertions.ts'
import type { Finding } from './finding.ts'
import { cut, finding, quote } from './finding.ts'
import { lineAt } from './source.ts'
import type { TestCase } from './test-file.ts'

const ANYTHING =
  /^(?:expect\((.+)\)\.(?:toBeDefined|toBeTruthy|not\.toBeNull|not\.toBeUndefined|to\.exist|to\.be\.ok)(?:\(\))?|assert(?:\.ok|\.isOk|\.exists)?\((.+)\)|assert([^=<>!]+?)(?:isnotNone)?)$/

/** Undefined where nothing is to be said. */
export function weakerAssertion(
  lost: readonly Assertion[],
  gained: readonly Assertion[],
  other: TestCase,
): Finding[] | undefined {
  for (const { key, at, end } of gained) {
    const [, a, b, c] = ANYTHING.exec(key.slice(0, 400)) ?? []
    const subject = a ?? b ?? c
    const isCompared = (old: Assertion): boolean =>
      subject !== undefined &&
      subject.length > 2 &&
      COMPARES.some((compare) => compare(subject).some((start) => old.key.startsWith(start)))
    if (!lost.some(isCompared)) continue
    const { path, source } = other.file
    const what = `test ${quote(other.title)} takes any value now (${cut(source.text.slice(at, end))})`
    return [finding('fewer-assertions', path, lineAt(source, at), what)]
  }
  return undefined
}

const COMPARES: readonly ((subject: string) => readonly string[])[] = [
  (subject) =>
    [
      'toBe(',
      'toEqual(',
      'toStrictEqual(',
      'toMatchObject(',
      'toHaveLength(',
      'to.equal(',
      'to.eql(',
      'to.deep.equal(',
    ].map((matcher) => `expect(${subject}).${matcher}`),
  (subject) => ['equal', 'strictEqual', 'deepEqual', 'deepStrictEqual'].map((name) => `assert.${name}(${subject},`),
  (subject) => [`assert${subject}==`],
]
