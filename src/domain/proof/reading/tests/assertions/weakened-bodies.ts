// A test that is still there and keeps its assertions, but no longer reaches them or no longer minds.
import { lazily } from '../../../../../contract/lazily.ts'
import type { Assertion } from '../../test-file/assertions.ts'
import { earlyExits } from './early-exits.ts'
import type { TamperFinding } from '../../finding.ts'
import { cut, finding, quote } from '../../finding.ts'
import type { GuardEffect } from '../guards/guard-effect.ts'
import { effectOfGuard } from '../guards/guard-effect.ts'
import type { Guard } from '../../test-file/guards.ts'
import { guardsAround } from '../../test-file/guards.ts'
import { lineAt } from '../../../source/source.ts'
import type { TestCase } from '../../test-file/test-file.ts'
import { normalised } from '../../matchers/arguments.ts'
import { matchersFor } from '../../matchers/index.ts'
import { commonPartsOnly } from './common-parts.ts'
import { isOnlyIfPresent } from './presence.ts'
import { notWaitedFor } from './not-waited-for.ts'
import { widerLimit } from './wider-limits.ts'
import { readDemand } from '../../matchers/read-demand.ts'
import { replacedSubject } from '../replaced-subjects.ts'
import type { Support } from './weaker-assertion.ts'
import { weakerAssertion } from './weaker-assertion.ts'

export function weakenedBody(before: TestCase, after: TestCase, support?: Support): TamperFinding[] {
  if (bodyOf(before) === bodyOf(after)) return []
  const body =
    earlyExits(before, after) ??
    droppedPanics(before, after) ??
    replacedSubject(before, after) ??
    notWaitedFor(before, after) ??
    wrappedToFail(before, after) ??
    handedBack(before, after) ??
    newGuards(before, after)
  if (body.some(({ isNote }) => isNote !== true)) return body
  const weaker =
    weakerAssertion(before, after, support) ??
    fewerTurns(before, after) ??
    widerLimit(before, after) ??
    commonPartsOnly(before, after) ??
    []
  return [...weaker, ...body]
}

const FAILING =
  /^(?:expect\((?:async)?\(?\w*\)?=>\{.*\}\)\.(?:rejects\.)?to\.?[tT]hrow|(?:[\w.]{0,40}\b)?(?:assert\.throws|assertThrows\w*|assertFailsWith|Assert\.(?:Throws|Catch)\w*|Should\.Throw\w*|shouldThrow\w*)[(<{].*\{)/

/** `t.throws(…)` is `t.assert.throws(…)` with another runner. */
const ASKS_FOR_FAILURE = /^(?:[\w$]{1,40}\.){0,3}(?:throws|rejects)\(/

/** The old assertion stands inside one that asks for a failure. */
function wrappedToFail(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  const keys = new Set(after.assertions.map(({ key }) => key))
  const lost = before.assertions
    .filter(({ key }) => !keys.has(key) && key.length > 8 && !ASKS_FOR_FAILURE.test(key))
    .slice(0, 50)
  const old = new Set(before.assertions.map(({ key }) => key))
  const wrap = after.assertions.find(
    ({ key }) => !old.has(key) && FAILING.test(key) && lost.some((one) => key.includes(one.key, 1)),
  )
  return wrap && [found(after, wrap.at, `test ${quote(after.title)} expects its assertions to fail now`)]
}

function found({ file: { path, source } }: TestCase, at: number, what: string): TamperFinding {
  return finding('vacuous', path, lineAt(source, at), what)
}

const PART = /\b(?:range|of|in)\s{1,9}([A-Za-z_]\w{0,60})(?:\[-?\d{0,4}:-?\d{0,4}\]|\.slice\([^()\n]{1,40}\))/g

/** `for c in cases[1:]`: a loop over all cases goes over some of them now. */
function fewerTurns(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  const old = bodyOf(before)
  const part = Array.from(bodyOf(after).matchAll(PART)).find(({ 0: written, 1: name = '' }) => {
    const isWhole = new RegExp(`\\b(?:range|of|in)\\s{1,9}${name}\\s?[{:)]`).test(old)
    return isWhole && !old.includes(written)
  })
  if (!part) return undefined
  const what = `test ${quote(after.title)} looks at a part of its cases (${part[0]})`
  return [found(after, after.block.start + part.index, what)]
}

const RECOVERS = /\bdefer func\(\)\s?\{[^}]{0,200}?\brecover\(\)[^}]{0,200}\}/g

/** Go: a panic ends a test well if nobody looks at what was recovered. */
function droppedPanics(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  if (!after.file.path.endsWith('.go')) return undefined
  const places = (test: TestCase): number[] =>
    Array.from(bodyOf(test).matchAll(RECOVERS))
      .filter(
        ([written]) =>
          !/\b(?:t|tb|b|assert|require|is)\.\w|\b(?:assert|require|expect|must)\w*\(t,|panic\(|\w \?=/.test(written),
      )
      .filter(([written]) => !isLookedAt(/([A-Za-z]\w*) = recover\(\)/.exec(written)?.[1], test))
      .map(({ index }) => test.block.start + index)
  const now = places(after)
  if (now.length <= places(before).length) return undefined
  return [found(after, now[0] ?? 0, `failures of test ${quote(after.title)} are swallowed now`)]
}

/** What was recovered is kept outside of the function that recovers, and asserted. */
function isLookedAt(name: string | undefined, { assertions }: TestCase): boolean {
  return name !== undefined && assertions.some(({ key }) => new RegExp(`(?<![\\w.])${name}(?!\\w)`).test(key))
}

function bodyOf({ file, block }: TestCase): string {
  return file.source.code.slice(block.start, block.end)
}

const SAYS: Readonly<Record<GuardEffect, (title: string) => string>> = {
  never: (title) => `assertions of test ${title} never run now`,
  uncalled: (title) => `assertions of test ${title} never run now`,
  detached: (title) => `test ${title} no longer waits for its assertions`,
  swallowed: (title) => `failures of test ${title} are swallowed now`,
  inverted: (title) => `test ${title} expects its assertions to fail now`,
  present: (title) => `assertions of test ${title} run only where there is something to look at now`,
  fulfilled: (title) => `assertions of test ${title} run only where they hold now`,
  environment: (title) => `assertions of test ${title} run only in some environments now`,
  platform: (title) => `assertions of test ${title} run only on some platforms now`,
  condition: (title) => `assertions of test ${title} run only under a condition now`,
}

/** The most telling first. */
const ORDER = Object.keys(SAYS) as GuardEffect[]

/** Assertions that were there before and stand under something now that keeps them from counting. */
function newGuards(before: TestCase, after: TestCase): TamperFinding[] {
  const known = guardsByKey(before)
  const { source, path, language } = after.file
  const hasOwnCondition = language.failsUnderCondition !== undefined
  const worst = new Map<GuardEffect, Guard>()
  const keys = new Set(after.assertions.map(({ key }) => key))
  const all = guardedOf(after)
  const onSubject = (guard: Guard, one: Guarded, others: readonly Guarded[]): GuardEffect => {
    if (isFulfilled(guard, one.assertion, after)) return 'fulfilled'
    return isAsking(guard, one, others) ? 'present' : 'condition'
  }
  const isAsking = (guard: Guard, { assertion, guards }: Guarded, others: readonly Guarded[]): boolean => {
    // The condition right above a report is the assertion itself.
    if (hasOwnCondition && guard === guards.at(-1)) return false
    if (effectOfGuard(guard, { source, test: testOf(after) }) !== 'condition') return false
    const free = others.filter((one) => !one.guards.some(({ at }) => at === guard.at)).map((one) => one.assertion)
    return isOnlyIfPresent({ guard, outer: guards.slice(0, guards.indexOf(guard)) }, assertion, { test: after, free })
  }
  const isNoLonger = before.assertions.some(({ key }) => !keys.has(key)) && !guardedOf(before).some(isDead(before))
  const wasDetached = lazily(() =>
    guardedOf(before).some(({ guards }) => guards.some((one) => isDetached(one, before))),
  )
  for (const { assertion, guards } of all) {
    const old = known.get(assertion.key)?.shift() ?? (hasOwnCondition ? [] : undefined)
    if (!old) {
      const dead = isNoLonger ? guards.find((guard) => isNever(guard, after)) : undefined
      if (dead && !worst.has('never')) worst.set('never', dead)
      const loose = isNoLonger && !wasDetached() ? guards.find((guard) => isDetached(guard, after)) : undefined
      if (loose && !worst.has('detached')) worst.set('detached', loose)
      const open = isNoLonger && !dead ? guards.find((guard) => isAsking(guard, { assertion, guards }, all)) : undefined
      if (
        open &&
        !guardedOf(before).some((one) => one.guards.some(({ head }) => head === open.head)) &&
        !worst.has('present')
      )
        worst.set('present', open)
      continue
    }
    const heads = new Set(
      (old.length === 0 ? guardedOf(before).flatMap((one) => one.guards) : old).map(({ head }) => withoutLayout(head)),
    )
    for (const guard of old.length === 0 && hasOwnCondition ? guards.slice(-1) : guards) {
      if (heads.has(withoutLayout(guard.head))) continue
      const effect = onUnknown(
        guard,
        onSymbol(guard, effectOfGuard(guard, { source, test: testOf(after) }), before),
        after,
      )
      if (effect === 'uncalled' && isOfInner(guard, guards)) continue
      if (effect === 'inverted' && old.some((one) => isInvertedBy(one, before))) continue
      if (effect === 'detached' && wasDetached()) continue
      const told = effect === 'condition' ? onSubject(guard, { assertion, guards }, all) : effect
      if (told && !worst.has(told)) worst.set(told, guard)
    }
  }
  const effect = ORDER.find((one) => worst.has(one))
  const guard = effect && worst.get(effect)
  if (!effect || !guard) return []
  const title = quote(after.title)
  const what =
    effect === 'swallowed'
      ? SAYS[effect](title)
      : `${SAYS[effect](title)} (${cut(source.text.slice(guard.at, guard.to))})`
  return [
    {
      ...finding('vacuous', path, lineAt(source, guard.at), what),
      ...((effect === 'platform' || effect === 'condition') && { isNote: true as const }),
    },
  ]
}

const TWO_ARROWS =
  /^\s{0,99}(?:async\s{0,9})?(?:\([^()]{0,80}\)|\w{1,40})\s{0,9}=>\s{0,9}(?:async\s{0,9})?(?:\([^()]{0,80}\)|\w{1,40})\s{0,9}=>/

/** `test('adds', () => () => { … })`: the runner is given the function that asserts and does not call it. */
function handedBack(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  const isOne = ({ file: { source }, block }: TestCase): boolean =>
    TWO_ARROWS.test(source.code.slice(block.bodyStart, block.bodyStart + 400))
  return isOne(after) && !isOne(before)
    ? [found(after, after.block.start, SAYS.uncalled(quote(after.title)))]
    : undefined
}

/** Another function hands it back, such as the callback of a hook, to somebody who may call it. */
function isOfInner(guard: Guard, guards: readonly Guard[]): boolean {
  const outer = guards.slice(0, guards.indexOf(guard))
  return /^return\b/.test(guard.head) && outer.some(({ head }) => /=>|\bfunction\b|\blambda\b|\bdef |->/.test(head))
}

/** `if (sum === 3) expect(sum).toBe(3)` */
function isFulfilled(guard: Guard, { at, end }: Assertion, { file: { path, source } }: TestCase): boolean {
  const table = matchersFor(path)
  const demand = table && readDemand(source.bare.slice(at, Math.min(end, at + 1000)), table)
  const parts = [...new Set([...(demand?.subjects ?? []), ...(demand?.given ?? [])])]
  const asked = normalised(source.bare.slice(guard.at, Math.min(guard.to, guard.at + 1000)))
  return parts.length > 1 && parts.every((part) => asked.includes(part))
}

function isNever(guard: Guard, test: TestCase): boolean {
  return effectOfGuard(guard, { source: test.file.source, test: testOf(test) }) === 'never'
}

function isDetached(guard: Guard, test: TestCase): boolean {
  return effectOfGuard(guard, { source: test.file.source, test: testOf(test) }) === 'detached'
}

/** Asked for a failure before; for which one is said where expectations are compared. */
function isInvertedBy(guard: Guard, test: TestCase): boolean {
  return effectOfGuard(guard, { source: test.file.source, test: testOf(test) }) === 'inverted'
}

function isDead(test: TestCase): (one: Guarded) => boolean {
  return ({ guards }) => guards.some((guard) => isNever(guard, test))
}

/** A head over several lines and the same on one line. */
function withoutLayout(head: string): string {
  return head
    .replaceAll(/\s+/g, '')
    .replaceAll(/,(?=[)\]}])/g, '')
    .replace(/:$/, '')
}

const SYMBOL = /^#if(?:def)? ?([A-Z_]{2,60})$/
const USUAL_SYMBOL = /^(?:NET\w*|DEBUG|RELEASE|TRACE|WINDOWS|LINUX|UNIX|MACOS|ANDROID|IOS|UNITY\w*|_\w+|__\w+)$/

/** `#if SLOW`: a symbol that the file has never heard of. */
function onSymbol({ head }: Guard, effect: GuardEffect | undefined, before: TestCase): GuardEffect | undefined {
  const symbol = effect === 'condition' ? SYMBOL.exec(head)?.[1] : undefined
  if (symbol === undefined || USUAL_SYMBOL.test(symbol) || before.file.source.code.includes(symbol)) return effect
  return 'environment'
}

const PLAIN_CONDITION = /^if ?\(? ?!?([A-Za-z_$][\w$]{0,60})(?: ?(?:[!=]==?|is(?: not)?) ?[\w"'.]{1,20})? ?\)? ?[:{]?$/

/** A name that stands nowhere else in the file decides: nobody sets it. */
function onUnknown({ head }: Guard, effect: GuardEffect | undefined, { file }: TestCase): GuardEffect | undefined {
  const name = effect === 'condition' ? PLAIN_CONDITION.exec(head)?.[1] : undefined
  if (name === undefined) return effect
  const own = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g')
  return (file.source.code.match(own)?.length ?? 0) === 1 ? 'environment' : effect
}

function testOf({ file, block }: TestCase): string {
  return file.source.code.slice(block.bodyStart, Math.min(block.end, block.bodyStart + 20_000))
}

interface Guarded {
  readonly assertion: Assertion
  readonly guards: readonly Guard[]
}

function guardedOf({ file: { source, language }, block, assertions }: TestCase): Guarded[] {
  const guards = guardsAround(source, language, { from: block.bodyStart, to: block.end }, assertions)
  return assertions.map((assertion, index) => ({
    assertion,
    // The function of the test itself is none.
    guards: (guards[index] ?? []).filter(({ at }) => at > block.bodyStart || language.blocks === 'indent'),
  }))
}

function guardsByKey(test: TestCase): Map<string, (readonly Guard[])[]> {
  const found = new Map<string, (readonly Guard[])[]>()
  for (const { assertion, guards } of guardedOf(test)) {
    const list = found.get(assertion.key)
    if (list) list.push(guards)
    else found.set(assertion.key, [guards])
  }
  return found
}
