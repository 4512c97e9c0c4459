// What makes a copy of the workspace a sealed one: the yardstick as it was when the task began, over the current code.
import type { FileChange, NamedFiles } from '../../../../contract/change.ts'
import { findRenames } from '../../../diff/renames.ts'
import { readTestFile } from '../../reading/test-file/test-file.ts'
import { bareOf, isProduct } from '../../reading/tests/matching/removed-code.ts'
import { stemOf } from '../../source/stem.ts'
import { folderOf, isCodePath } from '../../yardstick/named/paths.ts'
import { isForeignTest, isTestBinary, isTestData, isTestFile, kindOfConfig } from '../../yardstick/yardstick.ts'
import { withoutPointers } from './lfs-pointers.ts'
import type { PutFile, SealedPlan } from '../plans.ts'
import { isMixed, sealMixed } from './seal-mixed.ts'

export interface ToSeal {
  /** All changes since the start, with their texts. */
  readonly changes: readonly FileChange[]
  /** Files that the checks used by name at the start. */
  readonly named: NamedFiles
}

/** Never throws. Nothing to put and nothing to remove: the yardstick is still the one of the start. */
export function planSealed({ changes: all, named }: ToSeal): SealedPlan {
  const changes = withoutPointers(all)
  const parts = changes.filter(({ path }) => isPart(path, named))
  const tests = parts.filter(isTests)
  const renamed = findRenames(
    tests.filter(({ how }) => how === 'deleted'),
    tests.filter(({ how }) => how === 'added'),
  )
  const fates = parts.map((change) => ({ change, fate: fateOf(change, { changes, named, renamed }) }))
  const put = fates.flatMap(({ change: { path, how }, fate }) =>
    fate.kind === 'put' ? [toPut(path, fate.text, how)] : [],
  )
  const taken = fates.flatMap(({ change, fate }) => (fate.kind === 'remove' ? [change.path] : []))
  const added = tests.filter(({ how, path }) => how === 'added' && !taken.includes(path))
  const unable = added.filter((change) => isUnable(change, put, taken, parts)).map(({ path }) => path)
  const stay = added.filter(({ path }) => !unable.includes(path))
  return {
    put,
    remove: [...taken, ...unable],
    missing: fates.flatMap(({ change, fate }) => (fate.kind === 'missing' ? [change.path] : [])),
    unsealed: fates.flatMap(({ change, fate }) => (fate.kind === 'left' ? [{ path: change.path, why: fate.why }] : [])),
    gone: put.map(({ path }) => path).filter((path) => parts.some((one) => one.path === path && one.how === 'deleted')),
    cases: sum(put.map(({ path, text }) => casesIn(path, text))),
    deletedCases: sum(
      fates.flatMap(({ change, fate }) => (fate.kind === 'deleted' ? [casesIn(change.path, change.before)] : [])),
    ),
    newTests: [...new Set(stay.flatMap(namesIn))],
    goneNames: goneNames(changes),
  }
}

/** Identifiers of the product and the names of its files; what any changed file still says is not gone. */
function goneNames(changes: readonly FileChange[]): string[] {
  const files = changes.filter(({ path }) => isProduct(path))
  const wordsOf = (side: 'before' | 'after'): string[] =>
    files.flatMap(({ path, [side]: text }) =>
      text === undefined ? [] : [...(bareOf(path, text).match(/[A-Za-z_$][\w$]*/g) ?? []), stemOf(path)],
    )
  const now = new Set(wordsOf('after'))
  return [...new Set(wordsOf('before'))].filter((word) => !now.has(word))
}

/** The changes from the start to the sealed copy: what reading still finds in them was not put back. */
export function changesInSealed(changes: readonly FileChange[], plan: SealedPlan): FileChange[] {
  const put = new Map(plan.put.map(({ path, text }) => [path, text]))
  const gone = new Set([...plan.remove, ...plan.missing])
  return changes.flatMap((change) => {
    const text = put.get(change.path)
    if (gone.has(change.path)) return []
    if (text === undefined) return [change]
    return text === change.before ? [] : [{ ...change, how: 'modified' as const, after: text }]
  })
}

/** Whether all that the plan changes are tests that stand for themselves: settings, helpers and data reach other tests too. */
export function isAboutTestsAlone({ put, remove, missing, unsealed }: SealedPlan): boolean {
  const isAlone = put.length > 0 && put.every(({ path, text }) => casesIn(path, text) > 0)
  return isAlone && remove.every((path) => isTestFile(path)) && missing.length === 0 && unsealed.length === 0
}

/** The test files of the plan by the names that they have now. */
export function testsNow({ put, remove, gone }: SealedPlan): string[] {
  return [...put.map(({ path }) => path).filter((path) => !gone.includes(path)), ...remove]
}

/** Code of the product may be named by a check too: it is what the check is about. */
const PRODUCT = /^(?:src|lib|app|pkg|packages\/[^/]+\/(?:src|lib)|cmd|internal|crates\/[^/]+\/src)\//

function isPart(path: string, named: NamedFiles): boolean {
  if (isInside(path)) return true
  if (isTestFile(path) || isForeignTest(path) || isTestData(path) || isTestBinary(path) || isMixed(path)) return true
  const kind = kindOfConfig(path)
  // No check runs these: they are the rules of others.
  if (kind !== undefined) return kind !== 'own'
  return named.has(path) && !(isCodePath(path) && PRODUCT.test(path))
}

/** Rust keeps tests beside the code. */
function isInside(path: string): boolean {
  return path.endsWith('.rs') && !/(?:^|\/)tests\//.test(path)
}

function isTests({ path, before, after }: FileChange): boolean {
  return isTestFile(path) && !isInside(path) && casesIn(path, before ?? after) > 0
}

type Fate =
  | { readonly kind: 'put'; readonly text: string }
  | { readonly kind: 'remove' }
  /** It stays as it is now. */
  | { readonly kind: 'left'; readonly why: string }
  /** New, and nothing of the start is in its place. */
  | { readonly kind: 'new' }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'missing' }

interface Around extends ToSeal {
  readonly renamed: ReadonlyMap<string, string>
}

function fateOf(change: FileChange, around: Around): Fate {
  const { path, how, before, after } = change
  if (isInside(path))
    return hasTestsInside(before) || hasTestsInside(after)
      ? { kind: 'left', why: 'its tests stand in the code itself' }
      : { kind: 'new' }
  if (how === 'added') return fateOfNew(change, around)
  if (how === 'deleted') return fateOfGone(change, around)
  if (before === undefined) return { kind: 'missing' }
  if (!isMixed(path)) return { kind: 'put', text: before }
  if (after === undefined) return { kind: 'left', why: 'its text is not known' }
  const sealed = sealMixed(path, before, after, around.named.get(path)?.calls ?? [])
  return sealed.kind === 'sealed' ? { kind: 'put', text: sealed.text } : sealed
}

function fateOfNew(change: FileChange, { changes, named, renamed }: Around): Fate {
  const { path } = change
  if (named.get(path)?.use === 'shadows' || [...renamed.values()].includes(path)) return { kind: 'remove' }
  if (isMixed(path)) return { kind: 'new' }
  const kind = kindOfConfig(path)
  const isRules = kind === 'lint' || kind === 'types' || kind === 'runner' || kind === 'build'
  return isRules && reachesOld(path, changes) ? { kind: 'remove' } : { kind: 'new' }
}

/** Rules that came with a package of their own are those of a new part of the project. */
function reachesOld(path: string, changes: readonly FileChange[]): boolean {
  const manifests = changes
    .filter((one) => one.how === 'added' && MANIFEST.test(one.path))
    .map((one) => folderOf(one.path))
  return !manifests.some((folder) => folder !== '' && path.startsWith(`${folder}/`))
}

const MANIFEST =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.py|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?)$/

function fateOfGone(change: FileChange, { renamed, named }: Around): Fate {
  const { path, before } = change
  const isForeign = isForeignTest(path) && kindOfConfig(path) === undefined && !named.has(path)
  if (isForeign || (isTests(change) && !renamed.has(path))) return { kind: 'deleted' }
  // A package that went took its files along.
  if (isMixed(path)) return { kind: 'new' }
  return before === undefined ? { kind: 'missing' } : { kind: 'put', text: before }
}

function toPut(path: string, text: string, how: FileChange['how']): PutFile {
  return { path, text, ...(how === 'deleted' && text.startsWith('#!') ? { executable: true as const } : {}) }
}

/** A new test cannot stand beside the yardstick of the start where it needs what was put back, or defines it again. */
function isUnable(
  { path, after = '' }: FileChange,
  put: readonly PutFile[],
  removed: readonly string[],
  parts: readonly FileChange[],
): boolean {
  const helpers = put.filter((one) => isTestFile(one.path) && casesIn(one.path, one.text) === 0).map((one) => one.path)
  const lost = parts.filter((one) => removed.includes(one.path) && isCodePath(one.path)).map((one) => one.path)
  const needs = [...helpers, ...lost].some((helper) => {
    const stem = /([^/]+?)\.\w+$/.exec(helper)?.[1] ?? helper
    const isBelow = path.startsWith(folderOf(helper) === '' ? '' : `${folderOf(helper)}/`)
    return stem === 'conftest' ? path.endsWith('.py') && isBelow : new RegExp(`[/.'"\`]${escaped(stem)}\\b`).test(after)
  })
  if (needs) return true
  const names = new Set(declaredIn(path, after))
  return put.some(
    (one) => folderOf(one.path) === folderOf(path) && declaredIn(one.path, one.text).some((name) => names.has(name)),
  )
}

/** Names that a language allows once in a folder. */
function declaredIn(path: string, text: string): string[] {
  if (path.endsWith('.go')) return Array.from(text.matchAll(/^func (\w+)\(/gm), ([, name = '']) => name)
  if (!/\.(?:java|kt|cs|swift|php)$/.test(path)) return []
  return Array.from(text.matchAll(/^[ \t]{0,8}(?:\w+ ){0,3}class (\w+)/gm), ([, name = '']) => name)
}

function hasTestsInside(text: string | undefined): boolean {
  return (
    text !== undefined && /#\[\s{0,9}(?:cfg\(\s{0,9}test\b|(?:\w+::)?test\b)|^\s{0,40}\/\/[/!] {0,9}```/m.test(text)
  )
}

function namesIn({ path, after = '' }: FileChange): string[] {
  return [path, ...(readTestFile(path, after)?.titles ?? [])].filter((name) => name.length > 2)
}

function casesIn(path: string, text: string | undefined): number {
  return text === undefined || !isTestFile(path) ? 0 : (readTestFile(path, text)?.cases.length ?? 0)
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
