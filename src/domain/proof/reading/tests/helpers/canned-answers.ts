// Set-up code of tests that replaces a computation of the project by the values that the tests expect of it. Clocks, networks
// and stores are another matter: nobody can expect what they give.
import type { FileChange } from '../../../../../contract/change.ts'
import { lazily } from '../../../../../contract/lazily.ts'
import { isTestFile } from '../../../yardstick/yardstick.ts'
import { languageOf } from '../../../source/languages.ts'
import { lineAt } from '../../../source/source.ts'
import { stemOf } from '../../../source/stem.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import type { TestFile } from '../../test-file/test-file.ts'
import { readTestFile } from '../../test-file/test-file.ts'
import type { Comparison } from '../matching/comparison.ts'
import { OF_THE_RUNTIME, REPLACES } from '../replaced-subjects.ts'

const MOST_FILES = 40
/** Fewer could be chance. */
const FEWEST_VALUES = 3

export function cannedAnswers({ before, after }: Comparison, changes: readonly FileChange[]): TamperFinding[] {
  const expected = lazily(() => {
    const was = before.filter(({ cases }) => cases.length > 0).slice(0, MOST_FILES)
    const now = after
      .slice(0, MOST_FILES)
      .flatMap(({ source, cases }) => cases.map(({ block }) => source.bare.slice(block.start, block.end)))
    return new Set([...was.map(({ source }) => source.bare), ...now].flatMap((text) => [...valuesIn(text)]))
  })
  return after.slice(0, MOST_FILES).flatMap((file) => {
    const outside = outsideOf(file)
    const places = REPLACES.flatMap((pattern) => [...outside.matchAll(pattern)])
    if (places.length === 0) return []
    const old = before.find(({ path }) => path === file.path)?.source.bare ?? ''
    const known = new Set(old.split('\n'))
    const came = outside
      .split('\n')
      .filter((line) => !known.has(line))
      .join('\n')
    const held = lazily(() => [...valuesIn(came)].filter((value) => expected().has(value)))
    return places.flatMap(({ 0: written, 1: owner = '', 2: name = '', index }) => {
      if (old.includes(written) || OF_THE_RUNTIME.test(owner) || !isComputed(owner, name, changes)) return []
      if (held().length < FEWEST_VALUES) return []
      const what = `tests run with ${quote(`${owner}.${name}`)} replaced by values that they expect (${held().slice(0, FEWEST_VALUES).join(', ')})`
      return [finding('vacuous', file.path, lineAt(file.source, index), what)]
    })
  })
}

/** What stands in no test, everything in its place. */
function outsideOf({ source: { bare }, cases }: TestFile): string {
  const parts: string[] = []
  let from = 0
  for (const { block } of cases) {
    if (block.start < from) continue
    parts.push(bare.slice(from, block.start), bare.slice(block.start, block.end).replaceAll(/[^\n]/g, ' '))
    from = block.end
  }
  return [...parts, bare.slice(from)].join('')
}

/** What depends on the world around, which tests hold still for good reasons. */
const OUTER =
  /(?<![.\w])fetch\b|\b(?:open|input|print|sleep|now|today|environ|getenv|random|uuid\w*|request\w*|https?|urlopen|axios|client|session|socket|connect\w*|cursor|execute|query|quer\w+|transaction|redis|s3|boto\w*|subprocess|spawn\w*|exec\w*|readFile\w*|writeFile\w*|fs|os|process|Time|Date|DateTime|datetime|clock|File|IO|Net|send\w*|deliver\w*|publish\w*|upload|download|load\w*|save\w*|a(?:wait)|async|log\w*)\b/

/** A function of product code that changed too, which computes its answer from what it is given. */
function isComputed(owner: string, name: string, changes: readonly FileChange[]): boolean {
  const last = owner.slice(Math.max(owner.lastIndexOf('.'), owner.lastIndexOf(':')) + 1)
  return changes.some(({ path, after, before }) => {
    if (after === undefined || before === after || isTestFile(path) || !languageOf(path) || !after.includes(name))
      return false
    const isHome =
      stemOf(path) === last ||
      new RegExp(`\\b(?:class|module|const|object)\\s{1,9}${last.replaceAll(/\W/g, '')}\\b`).test(after)
    const file = isHome ? readTestFile(path, after) : undefined
    const own = file?.helpers.find(({ block }) => block.title === name)
    return (
      own !== undefined && file !== undefined && !OUTER.test(file.source.code.slice(own.block.bodyStart, own.block.end))
    )
  })
}

const VALUE = /(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])|"((?:[^"\\\n]|\\.){0,200})"|'((?:[^'\\\n]|\\.){0,200})'/g

/** Numbers that are not round, and texts. */
function valuesIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const [written, one, other] of text.matchAll(VALUE)) {
    const quoted = one ?? other
    if (
      quoted !== undefined
        ? quoted.length > 3 && /[^\w/]|\d/.test(quoted) && !/^[.@]|\//.test(quoted)
        : /\.\d*[1-9]|\d{2,}[1-9]/.test(written)
    )
      found.add(quoted ?? written)
  }
  return found
}
