// RSpec: `it { should include(:a) }` about the subject, and the same written out as `expect(names).to include(:a)`.
import { argumentsIn, closeOf } from '../../matchers/arguments.ts'
import { keyOf } from '../../test-file/assertions.ts'
import type { TestCase, TestFile } from '../../test-file/test-file.ts'
import type { Ledger } from './ledger.ts'

const ONE_LINER = /^it\{(?:should(?<no>_not)?|is_expected\.(?:to|(?<not>not_to|to_not)))(?<rest>[a-z].*?)\}(?:end)*$/
const WRITTEN_OUT = /^\.(?<how>to|not_to|to_not)(?=[a-z])(?<rest>.+)$/

/** Those of before for which a new assertion of the same file asks: each of these stands for one. */
export function writtenOut(file: TestFile, same: TestFile | undefined, { gained }: Ledger): ReadonlySet<TestCase> {
  const open = same && file.path.endsWith('.rb') ? same.cases.flatMap((one) => saidBy(one, gained)) : []
  const found = new Set<TestCase>()
  for (const one of open.length === 0 ? [] : file.cases) {
    const said = partsOf(ONE_LINER.exec(keyOf(file.source.bare.slice(one.block.start, one.block.end)))?.groups)
    const places = said.map((part) => open.indexOf(part))
    if (said.length === 0 || places.includes(-1)) continue
    for (const part of said) open.splice(open.indexOf(part), 1)
    found.add(one)
  }
  return found
}

function saidBy({ assertions }: TestCase, gained: Ledger['gained']): string[] {
  return assertions.flatMap((one) => {
    const { key } = one
    if (!gained.has(one) || !key.startsWith('expect(')) return []
    return partsOf(WRITTEN_OUT.exec(key.slice(closeOf(key, 'expect'.length) + 1))?.groups)
  })
}

/** `include(:a, :b)` asks for each of them. */
function partsOf(groups: Record<string, string | undefined> | undefined): string[] {
  if (!groups) return []
  const { no, not, how, rest = '' } = groups
  const isNegated = no !== undefined || not !== undefined || (how !== undefined && how !== 'to')
  const list = /^include\((.+)\)$/.exec(rest)?.[1]
  const parts = list === undefined ? [rest] : argumentsIn(list).map((one) => `include(${one})`)
  return parts.map((part) => `${isNegated ? 'not ' : ''}${part}`)
}
