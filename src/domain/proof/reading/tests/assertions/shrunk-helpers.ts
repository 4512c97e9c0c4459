// Assertions outside of tests: in helpers, or in a file that is one long test.
import type { Assertion } from '../../test-file/assertions.ts'
import type { Comparison } from '../matching/comparison.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import { matchersFor } from '../../matchers/index.ts'
import { readDemand } from '../../matchers/read-demand.ts'
import { plural } from '../../../../text/plural.ts'
import { lineAt } from '../../../source/source.ts'
import { withoutEnding } from '../../../yardstick/named/paths.ts'
import type { CodeBlock } from '../../test-file/block.ts'
import { helperExits } from './early-exits.ts'
import { isUnwrapped } from './traps.ts'
import { partOf } from '../matching/shrunk-code.ts'
import { goneSubject } from '../matching/subject.ts'
import { isOfCallByTest, isOfGoneCall } from './set-up-errors.ts'
import { substanceOf } from './substance.ts'
import { handsOverTo, type Helper, helpersNamed, type TestCase, type TestFile } from '../../test-file/test-file.ts'
import { weakenedBody } from './weakened-bodies.ts'
import { widerHelper } from '../helpers/wider-helper.ts'
import { widerLimit } from './wider-limits.ts'

/** A kit for tests that the product itself offers. */
const PRODUCT =
  /(?:^|\/)(?:src|lib|pkg)\/(?:[^/]+\/){0,9}testing\/(?!.*[._-](?:test|spec)\.\w+$)|^src\/(?:(?![^/]*Tests?\/)[^/]+\/){1,5}(?:TestHelpers?|TestKit)\/[^/]+\.cs$/

/** Measures time: it is no test. */
const MEASURES = /^Benchmark[A-Z_]/

function isSameNumber(file: TestFile, same: TestFile, title: string): boolean {
  return helpersNamed(file, title).length === helpersNamed(same, title).length
}

/** A helper that still bears its name but asserts less, and assertions that stand in no test at all. */
export function shrunkHelpers(file: TestFile, comparison: Comparison): TamperFinding[] {
  const { now, ledger, removed } = comparison
  const same = now.get(file.path)
  if (PRODUCT.test(file.path) || (file.path.endsWith('.rs') && !/(?:^|\/)tests\//.test(file.path))) return []
  if (!same) return deletedScript(file, comparison)
  const fewer = (before: readonly Assertion[], after: readonly Assertion[]): number =>
    before.filter((one) => ledger.lost.has(one)).length - after.filter((one) => ledger.gained.has(one)).length
  const found = file.helpers.flatMap((helper) => {
    const { block, assertions } = helper
    // Several may have one name: each is compared with the one in its place.
    const own = helpersNamed(file, block.title)
    const place = own.indexOf(helper)
    const others = helpersNamed(same, block.title)
    const isOneOfMany = own.length > 1
    // One of several methods of a name is gone, with what it was for: those behind it stand in other places.
    if (isOneOfMany && others.length > 0 && !isSameNumber(file, same, block.title)) return []
    const other = others[place] ?? others[0]
    // The only one of its name may hand over to another of that name that takes more.
    const now =
      !isOneOfMany && others.length > 1
        ? others.flatMap((helper) => helper.assertions).filter(({ key }) => !key.startsWith(`${block.title}(`))
        : other?.assertions
    const real = now?.filter((one) => !(ledger.gained.has(one) && isEmpty(one, same)))
    if (!other || !real || MEASURES.test(block.title)) return []
    if (handsOver(file, helper, other.block, same)) return []
    const [was, is] = [
      { source: file.source, block },
      { source: same.source, block: other.block },
    ]
    const byTest = assertions.filter((one) => isOfCallByTest(one, was, is)).map(({ key }) => key)
    const left = assertions.filter(
      (one) =>
        !isUnwrapped(one, was, is) &&
        !isForTypes(one, is) &&
        !(ledger.lost.has(one) && takeFrom(byTest, one.key)) &&
        !(removed.isTouched && isOfGoneCall(one, was, is)) &&
        !isHandedOn(one, file, [block, other.block], same),
    )
    const count = fewer(left, real)
    if (count <= 0) return []
    const came = real.filter((one) => ledger.gained.has(one))
    if (came.length > 0 && substanceOf(came) >= substanceOf(assertions.filter((one) => ledger.lost.has(one)))) return []
    const what = `${count} of ${plural(assertions.length, 'assertion')} of helper ${quote(block.title)} ${count === 1 ? 'is' : 'are'} gone`
    const shrunk = finding('fewer-assertions', file.path, lineAt(same.source, other.block.at), what)
    return [real.length === 0 ? shrunk : { ...shrunk, about: partOf(file, block) }]
  })
  if (file.cases.length > 0 || file.helpers.length > 0)
    return [...found, ...helperExits(file, same), ...weakenedHelpers(file, same)]
  // They may stand in tests since then.
  const into = same.cases.flatMap(({ assertions }) => assertions).filter((one) => ledger.gained.has(one))
  const count = fewer(file.loose, [...same.loose, ...into])
  if (count <= 0) return []
  const what = `${count} of ${plural(file.loose.length, 'assertion')} ${count === 1 ? 'is' : 'are'} gone`
  const shrunk = finding('fewer-assertions', file.path, 1, what)
  return [count * 2 > file.loose.length ? shrunk : { ...shrunk, about: partOf(file) }]
}

/** Of several in the same words, which one went cannot be told. */
function takeFrom(keys: string[], key: string): boolean {
  const at = keys.indexOf(key)
  if (at >= 0) keys.splice(at, 1)
  return at >= 0
}

/** Another helper of the file asserts it, and is called here since then. */
function isHandedOn(
  { key }: Assertion,
  file: TestFile,
  [was, is]: readonly [CodeBlock, CodeBlock],
  same: TestFile,
): boolean {
  const body = ({ source }: TestFile, { bodyStart, end }: CodeBlock): string => source.code.slice(bodyStart, end)
  const [old, now] = [body(file, was), body(same, is)]
  const said = ofParameter(key)
  return same.helpers.some(({ block, assertions }) => {
    if (block.title === is.title || !assertions.some((one) => ofParameter(one.key) === said && !one.isVacuous))
      return false
    const call = new RegExp(`(?<![\\w$])${block.title.replaceAll(/\W/g, '\\$&')}\\s{0,9}\\(`)
    return call.test(now) && !call.test(old)
  })
}

/** All that it does is to call a new helper that asserts at least as much; whether that can fail is asked elsewhere. */
function handsOver(file: TestFile, { block, assertions }: Helper, is: CodeBlock, same: TestFile): boolean {
  const called = handsOverTo(same.source.code.slice(is.bodyStart, is.end))
  if (called === undefined || called === block.title || helpersNamed(file, called).length > 0) return false
  const taken = helpersNamed(same, called)[0]?.assertions ?? []
  return taken.filter(({ isVacuous }) => !isVacuous).length >= Math.max(1, assertions.length)
}

/** What was a field of the test may be handed over: `$this->cache` is `$cache` there. */
function ofParameter(key: string): string {
  return key.replaceAll(/\$this->(?=\w+(?![\w(]))/g, '$').replaceAll(/\b(?:this|self)\.(?=\w+(?![\w(]))/g, '')
}

const NARROWS = /^assert((?:[a-z_]\w{0,40}\.){1,4}[a-z_]\w{0,40}?)(?:isnotNone)?$/

/** Python: said for the type checker alone, before a part of the value is taken, which only one that is there has. */
function isForTypes({ key }: Assertion, { source, block }: { source: TestFile['source']; block: CodeBlock }): boolean {
  const name = NARROWS.exec(key)?.[1]
  const body = source.code.slice(block.bodyStart, block.end)
  return (
    name !== undefined && new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}\\s{0,9}(?:\\.[a-z_]|\\[)`).test(body)
  )
}

/** It holds for every value. */
function isEmpty({ at, end }: Assertion, { path, source }: TestFile): boolean {
  const table = matchersFor(path)
  return table !== undefined && readDemand(source.bare.slice(at, Math.min(end, at + 4000)), table)?.level === 0
}

/** A helper that keeps its assertions, and no longer reaches them or no longer minds. */
function weakenedHelpers(file: TestFile, same: TestFile): TamperFinding[] {
  return file.helpers.flatMap((helper) => {
    const { title } = helper.block
    const [other, more] = helpersNamed(same, title)
    if (!other || more || !isSameNumber(file, same, title)) return []
    const [was, is] = [asTest(file, helper), asTest(same, other)]
    // A matcher of the project's own says whether it holds, and asserts nothing itself.
    const body =
      helper.assertions.length === 0 ? (widerLimit(was, is) ?? widerHelper(was, is) ?? []) : weakenedBody(was, is)
    return body
      .filter(({ what }) => !what.endsWith(' returns before its assertions'))
      .map((one) => ({ ...one, what: one.what.replace(`test ${quote(title)}`, `helper ${quote(title)}`) }))
  })
}

function asTest(file: TestFile, { block, assertions }: Helper): TestCase {
  const { title } = block
  return { file, block, title, fullTitle: title, line: lineAt(file.source, block.at), assertions }
}

/** Here nothing runs that nobody calls: what stands in no test is a helper, such as `fun isSum() = assertEquals(…)`. */
const IS_CALLED = /\.(?:cs|go|java|kts?|rs|scala|swift)$/

/** A function without a name that a test takes from here and calls: `export default (history, done) => {`. */
const IS_TAKEN = /^(?:export default|module\.exports =)\s{1,9}(?:async\s{1,9})?(?:function\b|\(|[\w$]{1,40} =>)/m

/** `cart.test-d.ts` is `cart.test-d.cts` since then. */
function newNameOf({ path }: TestFile, { before, after }: Comparison): TestFile | undefined {
  return after.find(
    (other) => withoutEnding(other.path) === withoutEnding(path) && !before.some((one) => one.path === other.path),
  )
}

/** A deleted file in which no test is seen: what it asserted by itself, outside of helpers, was run all the same. */
function deletedScript(file: TestFile, comparison: Comparison): TamperFinding[] {
  const { ledger, gone, removed } = comparison
  if (file.cases.length > 0 || IS_CALLED.test(file.path) || IS_TAKEN.test(file.source.code)) return []
  const helped = new Set(file.helpers.flatMap(({ assertions }) => assertions))
  const lost = file.loose.filter((one) => ledger.lost.has(one) && !helped.has(one))
  if (lost.length === 0) return []
  const { path, source } = file
  const count = plural(lost.length, 'assertion')
  const gained = newNameOf(file, comparison)?.loose.filter((one) => ledger.gained.has(one)) ?? []
  if (removed.isTouched && gained.length >= lost.length && substanceOf(gained) >= substanceOf(lost)) {
    const what = `${count} ${lost.length === 1 ? 'is' : 'are'} gone under the file's new name, and others say as much`
    return [{ ...finding('fewer-assertions', path, 1, what), meant: true, isNote: true }]
  }
  const features = lost.flatMap(({ at, end }) => removed.namedIn(source, at, end) ?? [])
  const [feature] = features.length * 3 >= lost.length * 2 ? features : []
  if (feature) {
    const what = `test file deleted together with ${quote(feature.name)} in ${feature.from} (${count})`
    return [{ ...finding('deleted', path, 1, what), meant: true, isNote: true }]
  }
  const subject = goneSubject(file, gone)
  const company = subject === undefined ? '' : ` together with ${subject}`
  const found = finding('deleted', path, 1, `test file deleted${company} (${count})`)
  return [{ ...found, meant: subject !== undefined, about: partOf(file) }]
}
