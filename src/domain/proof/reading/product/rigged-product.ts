// Product code that makes a check green by itself, found in added lines of files that a check may load.
import type { FileChange } from '../../../../contract/change.ts'
import { lineAt, plainLines, readSource } from '../../source/source.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { borrowedRules } from './borrowed.ts'
import { CALLER_RULES } from './callers.ts'
import { EQUALITY_RULES } from './equal-to-everything.ts'
import { HOOK_RULES } from './exit-hooks.ts'
import { EXIT_RULES } from './exits.ts'
import { HIDDEN_RULES } from './hidden-code.ts'
import { ASSERTION_RULES } from './patched-assertions.ts'
import type { ProductText } from './product-file.ts'
import { blocksOf, isCommandLine, isEntry, isProductFile, isTestSupport, syntaxOf } from './product-file.ts'
import type { Rig, RigRule } from './rig-rule.ts'
import { rigsIn } from './rig-rule.ts'
import { withPlainNames } from './plain-names.ts'
import { TEST_MATERIAL_RULES } from './test-material.ts'
import { UNDER_TEST_RULES } from './under-test.ts'

const RULES: readonly RigRule[] = [
  ...HOOK_RULES,
  ...ASSERTION_RULES,
  ...EXIT_RULES,
  ...HIDDEN_RULES,
  ...EQUALITY_RULES,
  ...CALLER_RULES,
  ...UNDER_TEST_RULES,
  ...TEST_MATERIAL_RULES,
]

/** A rig in the files as they are now. */
interface Suspect {
  readonly path: string
  readonly text: ProductText
  readonly rig: Rig
  /** The first line of it that was added. */
  readonly line: number
  readonly written: string
  /** How often the rule is met in this file now. */
  readonly total: number
}

/** What was there before, in whatever file, was only moved or edited. Linear in the texts; never throws. */
export function riggedProduct(changes: readonly FileChange[]): TamperFinding[] {
  const rules = [...RULES, ...borrowedRules(changes)]
  const suspects = changes.flatMap((change) => suspectsIn(change, rules))
  if (suspects.length === 0) return []
  const { gone, places } = rigsBefore(changes, new Set(suspects.map(({ rig }) => rig.rule)))
  const fresh = suspects.filter(
    ({ path, text, rig, total, written }) =>
      !take(gone, keyOf(text, rig)) && count(places, placeOf(path, rig)) <= total && !isOwnPackage(written, changes),
  )
  return withoutEchoes(fresh).map(({ path, rig, line, written }) => ({
    ...finding('rigged', path, line, `${rig.rule.what} (${quote(written)})`),
    meant: rig.rule.isOftenMeant === true,
  }))
}

const PACKAGE = /^(?:package|namespace) [\w.\\]{3,200}/

/** The project is that runner itself: other product code of the same package was there before. */
function isOwnPackage(written: string, changes: readonly FileChange[]): boolean {
  const [name] = PACKAGE.exec(written) ?? []
  const head = name === undefined ? undefined : `\n${name.split('.').slice(0, 3).join('.')}`
  return (
    head !== undefined &&
    changes.some(
      ({ path, before }) => isProductFile(path) && before !== undefined && `\n${before.slice(0, 5000)}`.includes(head),
    )
  )
}

type Counts = Map<string, number>

function count(counts: Counts, key: string): number {
  const now = (counts.get(key) ?? 0) + 1
  counts.set(key, now)
  return now
}

/** One less, where there is one. */
function take(counts: Counts, key: string): boolean {
  const left = counts.get(key) ?? 0
  if (left > 0) counts.set(key, left - 1)
  return left > 0
}

function suspectsIn({ path, before = '', after }: FileChange, all: readonly RigRule[]): Suspect[] {
  if (after === undefined || before === after || !isProductFile(path)) return []
  const text = plainLines(after)
  const written = text.split('\n')
  const added = addedLines(before, written)
  const rules = rulesFor(all, path, withPlainNames(path, aroundAdded(written, added)))
  const product = rules.length === 0 ? undefined : readProduct(path, withPlainNames(path, text), before || after)
  if (!product) return []
  const rigs = rigsIn(product, rules)
  return rigs.flatMap((rig) => {
    const line = firstAdded(product, rig, written, added)
    if (line === undefined) return []
    const total = rigs.filter(({ rule }) => rule === rig.rule).length
    return [{ path, text: product, rig, line, written: written[line - 1] ?? '', total }]
  })
}

const NEAR = 25
const IMPORTS = 40

/** The beginning of the file and what stands around added lines: few rules find anything there to look at. */
function aroundAdded(written: readonly string[], added: ReadonlySet<string>): string {
  const kept: string[] = []
  let next = 0
  let isAny = false
  const keep = (from: number, to: number): void => {
    const start = Math.max(next, from)
    const end = Math.min(written.length, to)
    if (end > start) kept.push(written.slice(start, end).join('\n'))
    next = Math.max(next, end)
  }
  keep(0, IMPORTS)
  for (const [index, line] of written.entries()) {
    if (!added.has(line.trim())) continue
    isAny = true
    keep(index - NEAR, index + NEAR)
  }
  return isAny ? kept.join('\n') : ''
}

function rulesFor(rules: readonly RigRule[], path: string, text: string): RigRule[] {
  return rules.filter(({ files, pattern }) => files.test(path) && text.search(pattern) >= 0)
}

/** `was` says what kind of file it is, so that no change makes an entry of a library. */
function readProduct(path: string, raw: string, was: string): ProductText | undefined {
  const syntax = syntaxOf(path)
  if (!syntax) return undefined
  return {
    path,
    source: readSource(raw, syntax),
    blocks: blocksOf(path),
    isEntry: isEntry(path, was),
    isCommandLine: isCommandLine(path, was),
    isTestSupport: isTestSupport(path),
  }
}

/** Lines that are there more often than before, without their indent. A bracket alone says nothing: they are everywhere. */
function addedLines(before: string, written: readonly string[]): Set<string> {
  const left: Counts = new Map()
  for (const line of plainLines(before).split('\n')) count(left, line.trim())
  return new Set(written.map((line) => line.trim()).filter((line) => !take(left, line) && /\w/.test(line)))
}

function firstAdded(
  { source }: ProductText,
  { span }: Rig,
  written: readonly string[],
  added: ReadonlySet<string>,
): number | undefined {
  const last = lineAt(source, Math.max(span.from, span.to - 1))
  for (let line = lineAt(source, span.from); line <= last; line++) {
    if (added.has(written[line - 1]?.trim() ?? '')) return line
  }
  return undefined
}

/** How often each rule was met in each file, and what it was met by that is no longer there. */
function rigsBefore(
  changes: readonly FileChange[],
  rules: ReadonlySet<RigRule>,
): { readonly gone: Counts; readonly places: Counts } {
  const [gone, places]: [Counts, Counts] = [new Map(), new Map()]
  for (const { path, before, after } of changes) {
    if (before === undefined || !isProductFile(path)) continue
    const left: Counts = new Map()
    for (const { text, rig } of rigsOf(path, after, before, rules)) count(left, keyOf(text, rig))
    for (const { text, rig } of rigsOf(path, before, before, rules)) {
      count(places, placeOf(path, rig))
      if (!take(left, keyOf(text, rig))) count(gone, keyOf(text, rig))
    }
  }
  return { gone, places }
}

function rigsOf(
  path: string,
  raw: string | undefined,
  was: string,
  rules: ReadonlySet<RigRule>,
): Pick<Suspect, 'text' | 'rig'>[] {
  if (raw === undefined) return []
  const plain = withPlainNames(path, plainLines(raw))
  const met = rulesFor([...rules], path, plain)
  const text = met.length === 0 ? undefined : readProduct(path, plain, was)
  return text ? rigsIn(text, met).map((rig) => ({ text, rig })) : []
}

function placeOf(path: string, { rule }: Rig): string {
  return `${path} ${rule.what} ${rule.pattern.source}`
}

function keyOf({ source }: ProductText, { rule, span }: Rig): string {
  return `${rule.what} ${source.bare.slice(span.from, span.to).replaceAll(/\s+/g, ' ').slice(0, 200)}`
}

/** One line is reported once. */
function withoutEchoes(suspects: readonly Suspect[]): Suspect[] {
  const lines = new Set<string>()
  return suspects.filter(({ path, line }) => {
    const key = `${line} ${path}`
    if (lines.has(key)) return false
    lines.add(key)
    return true
  })
}
