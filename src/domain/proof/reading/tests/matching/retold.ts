// An assertion that another test of the file makes in the same words, with names spelled out, after all the same steps: a
// test was taken apart, or two that did the same became one.
import { keyOf, type Assertion } from '../../test-file/assertions.ts'
import type { TestCase, TestFile } from '../../test-file/test-file.ts'

/** What leads to an assertion, and what it says. */
interface Told {
  readonly assertion: Assertion
  readonly said: string
  readonly steps: ReadonlySet<string>
  /** Its subject is made inside the test. */
  readonly isOwn: boolean
}

const MOST_TESTS = 200
const MOST_ASSERTIONS = 40

/** Where suites do things of their own first, the same words need not mean the same. */
const OWN_SETUP = /^[ \t]+(?:beforeEach|beforeAll|before|setup)\s?\(/m

export function isRetold(lost: Assertion, one: TestCase, now: TestFile | undefined): boolean {
  if (!one.file.language.hasTestCalls || !now || OWN_SETUP.test(now.source.code)) return false
  const told = toldIn(one).find(({ assertion }) => assertion === lost)
  if (!told?.isOwn) return false
  const says = (other: TestCase) => toldIn(other).some((again) => isSaidBy(told, again))
  // What says it later, of something else, or beside it at the start takes nothing over.
  const said = new Set(one.file.cases.filter(says).map(({ fullTitle }) => fullTitle))
  return cameIn(now, one.file).some((other) => !said.has(other.fullTitle) && says(other))
}

/** All of it, by one test. */
export function isRetoldWhole(one: TestCase, now: TestFile | undefined): boolean {
  const real = one.assertions.filter(({ isVacuous }) => !isVacuous)
  if (!one.file.language.hasTestCalls || !now || OWN_SETUP.test(now.source.code)) return false
  if (real.length === 0 || real.length > MOST_ASSERTIONS) return false
  const told = toldIn(one).filter(({ assertion }) => real.includes(assertion))
  return (
    told.every(({ isOwn }) => isOwn) &&
    cameIn(now, one.file).some((other) => {
      const again = toldIn(other)
      return told.every((part) => again.some((whole) => isSaidBy(part, whole)))
    })
  )
}

/** A twin that stood there before takes nothing over. */
function cameIn(now: TestFile, before: TestFile): TestCase[] {
  const known = new Set(before.cases.map(bodyOf))
  return now.cases.slice(0, MOST_TESTS).filter((one) => !known.has(bodyOf(one)))
}

function bodyOf({ file: { source }, block }: TestCase): string {
  return source.bare.slice(block.bodyStart, block.end).replaceAll(/[\s;]+/g, '')
}

function isSaidBy(told: Told, again: Told): boolean {
  return (
    !again.assertion.isVacuous &&
    (told.said === again.said || strict(told.said) === again.said) &&
    [...told.steps].every((step) => again.steps.has(step))
  )
}

/** A truthy value may become `true`. */
function strict(said: string): string {
  return said.replace(/\.toBeTruthy\(\)$/, '.toBe(true)').replace(/\.toBeFalsy\(\)$/, '.toBe(false)')
}

const LOCAL = /^[ \t]*(?:const|let|var)\s+([A-Za-z_$][\w$]{0,60})(?::[^=\n]{1,80})?\s?=\s?([^=\n][^\n]{0,200}?);?$/gm
/** `get<string>(…)` */
const TYPE_ARGUMENTS = /(?<=\w)<[\w\s,.|[\]]{1,60}>(?=\()/g

const known = new WeakMap<TestCase, readonly Told[]>()

function toldIn(test: TestCase): readonly Told[] {
  const found = known.get(test)
  if (found) return found
  const { file, block, assertions } = test
  const { bare } = file.source
  const locals: (readonly [name: RegExp, value: string])[] = []
  for (const [, name = '', value = ''] of bare.slice(block.bodyStart, block.end).matchAll(LOCAL)) {
    const isName = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$:(])`, 'g')
    locals.push([isName, spelled(value, locals)])
  }
  const told: Told[] = []
  const steps = new Set<string>()
  let from = block.bodyStart
  for (const assertion of assertions.slice(0, MOST_ASSERTIONS)) {
    for (const step of stepsIn(bare.slice(from, assertion.at))) steps.add(keyOf(spelled(step, locals)))
    const written = bare.slice(assertion.at, Math.min(assertion.end, assertion.at + 2000))
    const said = keyOf(spelled(written, locals))
    told.push({ assertion, said, steps: new Set(steps), isOwn: said !== keyOf(spelled(written, [])) })
    from = assertion.end
  }
  known.set(test, told)
  return told
}

function spelled(text: string, locals: readonly (readonly [name: RegExp, value: string])[]): string {
  return locals
    .reduceRight((all, [name, value]) => all.replaceAll(name, () => value), text)
    .replaceAll(TYPE_ARGUMENTS, '')
}

/** Lines that do something; a value under a name stands where the name is used. */
function stepsIn(text: string): string[] {
  return text
    .replaceAll(LOCAL, '')
    .split('\n')
    .slice(text.includes('\n') ? 0 : 1)
    .filter((line) => /\w/.test(line) && !HEAD.test(line))
}

/** What is left of the line on which the body or an assertion begins. */
const HEAD = /^\s*(?:async\b|\(|function\b|t\.$|(?:a(?:wait)|return)\s+(?:\w+\.)?$)|=>\s?\{\s*$|^\s*\w{1,20}\.$/
