// Product code that makes a check green by itself, found in added lines of files that a check may load.
import type { FileChange } from '../../../../contract/change.ts'
import { lineAt, lineEnd, lineStart, plainLines, readSource } from '../../source/source.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
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
}

/** What was there before, in whatever file, was only moved. Linear in the texts; never throws. */
export function riggedProduct(changes: readonly FileChange[]): TamperFinding[] {
  const suspects = changes.flatMap((change) => suspectsIn(change))
  if (suspects.length === 0) return []
  const known = rigsBefore(changes, new Set(suspects.map(({ rig }) => rig.rule)))
  return withoutEchoes(suspects.filter((suspect) => !isKnown(known, suspect))).map(({ path, text, rig, line }) => {
    const { source } = text
    const written = source.text.slice(lineStart(source, line), lineEnd(source, line))
    return {
      ...finding('rigged', path, line, `${rig.rule.what} (${quote(written)})`),
      meant: rig.rule.isOftenMeant === true,
    }
  })
}

function suspectsIn({ path, before = '', after }: FileChange): Suspect[] {
  if (after === undefined || before === after || !isProductFile(path)) return []
  const rules = rulesFor(path, after)
  if (rules.length === 0) return []
  const text = readProduct(path, after, before || after)
  if (!text) return []
  const old = new Set(linesOf(before))
  return rigsIn(text, rules).flatMap((rig) => {
    const line = firstAdded(text, rig, old)
    return line === undefined ? [] : [{ path, text, rig, line }]
  })
}

function rulesFor(path: string, text: string): RigRule[] {
  return RULES.filter(({ files, pattern }) => files.test(path) && text.search(pattern) >= 0)
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

function linesOf(text: string): string[] {
  return plainLines(text)
    .split('\n')
    .map((line) => line.trim())
}

function firstAdded({ source }: ProductText, { span }: Rig, old: ReadonlySet<string>): number | undefined {
  const last = lineAt(source, Math.max(span.from, span.to - 1))
  for (let line = lineAt(source, span.from); line <= last; line++) {
    const written = source.text.slice(lineStart(source, line), lineEnd(source, line)).trim()
    if (/\w/.test(written) && !old.has(written)) return line
  }
  return undefined
}

/** How often each rule was met before, in all files, by what was written. */
function rigsBefore(changes: readonly FileChange[], rules: ReadonlySet<RigRule>): Map<string, number> {
  const known = new Map<string, number>()
  for (const { path, before } of changes) {
    if (before === undefined || !isProductFile(path)) continue
    const text = rulesFor(path, before).some((rule) => rules.has(rule)) ? readProduct(path, before, before) : undefined
    if (!text) continue
    for (const rig of rigsIn(
      text,
      [...rules].filter(({ files }) => files.test(path)),
    )) {
      const key = keyOf(text, rig)
      known.set(key, (known.get(key) ?? 0) + 1)
    }
  }
  return known
}

function isKnown(known: Map<string, number>, { text, rig }: Suspect): boolean {
  const key = keyOf(text, rig)
  const left = known.get(key) ?? 0
  if (left > 0) known.set(key, left - 1)
  return left > 0
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
