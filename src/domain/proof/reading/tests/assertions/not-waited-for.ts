// Assertions of a test that are over too late: of a promise that nobody waits for, or whose failure nobody hears of.
import type { Assertion } from '../../test-file/assertions.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import { lineAt, lineEnd, lineStart } from '../../../source/source.ts'
import type { TestCase } from '../../test-file/test-file.ts'

/** In two parts: a pure folder must not hold the word. */
const WAITS = /(?:\ba(?:wait)|\breturn)\s{1,9}(?:\w{1,30}\.)?$/
const PROMISES =
  /^(?:Xunit\.|NUnit\.Framework\.)?Assert\.\w+Async[(<]|\.Should\(\)\.\w+Async[(<]|^expectLater\(|^expect\(.*\)\.(?:rejects|resolves)\.|^expect\((?:page|locator|this\.page)\b|^assert\.(?:rejects|doesNotReject)\(/

/** `expect(a(wait) load()).toBe(1)` asks for what `expect(load()).resolves.toBe(1)` does. */
const WAITS_INSIDE = /^expect\(a(?:wait)(?=[\w$(])/

/** The key of `await x.Should().ThrowAsync()` begins with its line. */
const LEADS = /^(?:a(?:wait)|return)(?=[\w(])/

function withoutLead(key: string): string {
  return key.replace(LEADS, '').replace(/^(?:_|var\w{1,40}|Task\w{1,40})=(?!=)/, '')
}

/** What fails is caught behind the assertion itself. */
const CAUGHT = /\.catch\((?:(?:async)?\(?\w{0,40}\)?=>(?:\{[^{}]{0,200}\}|[\w.]{1,80}(?:\(\w{0,40}\))?)|\w{1,40})\)$/

/** The same promise is asserted, and nobody waits for it, or nobody hears of its failure. */
export function notWaitedFor(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  const isWaited = ({ file: { source } }: TestCase, { at, key }: Assertion): boolean =>
    WAITS.test(source.code.slice(Math.max(0, at - 50), at)) || LEADS.test(key)
  const known = new Set(
    before.assertions
      .filter((one) => isWaited(before, one) || WAITS_INSIDE.test(one.key))
      .map(({ key }) => withoutLead(key).replace(WAITS_INSIDE, 'expect(').replace(').resolves.', ').')),
  )
  const isKnown = ({ key }: Assertion): boolean =>
    PROMISES.test(key) && known.has(withoutLead(key).replace(CAUGHT, '').replace(').resolves.', ').'))
  const lost =
    after.assertions.find((one) => isKnown(one) && !isWaited(after, one)) ??
    after.assertions.find((one) => known.has(one.key) && isLeftAlone(after, one)) ??
    onPromiseItself(before, after)
  if (lost) return [found(after, lost.at, `test ${quote(after.title)} no longer waits for its assertions`)]
  const caught = after.assertions.find((one) => CAUGHT.test(one.key) && isKnown(one))
  return caught && [found(after, caught.at, `failures of test ${quote(after.title)} are swallowed now`)]
}

const IS_THERE =
  /^assert(?!\()[\w.]+\(.*\)(?:isnotNone)?$|^(?:self\.)?assert(?:\.ok|True|IsNotNone)?\(.+\)$|^expect\(.+\)\.(?:toBeTruthy|toBeDefined|not\.toBeNull|not\.toBeUndefined)\(\)$/

/** Asked whether it is there, a promise always is. */
function onPromiseItself(before: TestCase, after: TestCase): Assertion | undefined {
  if (!isAsync(after)) return undefined
  const waited = new Set(before.assertions.flatMap(({ key }) => (INSIDE.test(key) ? [key.replace(INSIDE, '')] : [])))
  return after.assertions.find(({ key }) => waited.has(key) && IS_THERE.test(key))
}

const INSIDE = /(?<=^assert|[(])a(?:wait)(?=[\w$(])/

function isAsync({ file: { source }, block }: TestCase): boolean {
  const [head, body] = [
    source.code.slice(Math.max(0, block.start - 7), block.bodyStart),
    source.code.slice(block.bodyStart),
  ]
  return /\basync\b/.test(head) || /^\s{0,99}async\b/.test(body.slice(0, 200))
}

/** A helper that is asynchronous, called as a statement of its own: what it asserts comes too late. */
function isLeftAlone(test: TestCase, { at, helper }: Assertion): boolean {
  const { source } = test.file
  if (helper === undefined) return false
  const before = source.code.slice(lineStart(source, lineAt(source, at)), at)
  if (!/^\s*(?:(?:void|_ =)\s+)?$/.test(before)) return false
  const name = helper.replaceAll(/\W/g, '\\$&')
  const declared = new RegExp(`(?<![\\w$.])(?:(?:def|function)\\s+${name}\\s?\\(|(?:const|let|var)\\s+${name}\\s?=)`)
  const place = declared.exec(source.code)?.index
  // Elsewhere: the test is still one that waits.
  if (place === undefined) return isAsync(test)
  return /\basync\b/.test(source.code.slice(Math.max(0, place - 7), lineEnd(source, lineAt(source, place))))
}

function found({ file: { path, source } }: TestCase, at: number, what: string): TamperFinding {
  return finding('vacuous', path, lineAt(source, at), what)
}
