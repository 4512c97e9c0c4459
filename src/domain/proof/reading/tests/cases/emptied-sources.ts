// Cases that a test file takes from another file now, where there are none: its loops run through nothing.
import type { FileChange } from '../../../../../contract/change.ts'
import { languageOf } from '../../../source/languages.ts'
import { lineAt, plainLines } from '../../../source/source.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import type { TestFile } from '../../test-file/test-file.ts'
import type { Comparison } from '../matching/comparison.ts'
import { definitionEnds, usesIn } from './tables.ts'

/** A changed file without rows. */
interface EmptySource {
  readonly path: string
  readonly file: string
  /** Lists without an element; undefined for data, which has no names. */
  readonly names?: ReadonlySet<string>
}

const MOST_SOURCES = 50

export function emptiedSources({ before, now }: Comparison, changes: readonly FileChange[]): TamperFinding[] {
  const tests = before.flatMap((was) => {
    const same = now.get(was.path)
    return same && same.source.text !== was.source.text && was.cases.length > 0 ? [{ file: was, same }] : []
  })
  const mayGive = ({ path }: FileChange): boolean =>
    changes.length > MOST_SOURCES || tests.some(({ same }) => same.path !== path && mayName(path, same))
  const sources = changes
    .flatMap((change) => (mayGive(change) ? (emptySource(change) ?? []) : []))
    .slice(0, MOST_SOURCES)
  return tests.flatMap(({ file, same }) => {
    const near = sources.filter((source) => source.path !== file.path && isNamed(source, file, same))
    return near.length === 0 ? [] : looped(file, same, near)
  })
}

function looped(was: TestFile, { path, source }: TestFile, sources: readonly EmptySource[]): TamperFinding[] {
  const known = new Set<string>()
  return usesIn(source).flatMap(({ name, at }) => {
    if (known.has(name)) return []
    known.add(name)
    const from = sources.find((one) => gives(one, name, was, source))
    if (!from) return []
    const what = `the rows of ${quote(name)} come from ${from.path} now, and there are none`
    return [finding('vacuous', path, lineAt(source, at), what)]
  })
}

const DATA = /\.(?:jsonc?|json5|jsonl|ndjson|ya?ml|csv|tsv)$/i
const NO_ROWS = /^\s{0,99}(?:\[\s{0,99}\]|\{\s{0,99}\}|null|---(?:\s{1,9}\[\s{0,9}\])?)?\s{0,99}$/
/** The names of the columns alone. */
const ONLY_HEAD = /^[A-Za-z_"][\w",;\t -]{0,200}\s{0,9}$/

const EMPTY_LISTS =
  /(?<![\w.$])([A-Za-z_$][\w$]{0,60})(?:\s?:[^=\n]{1,80})?\s{0,9}=\s{0,9}(?:\[\s{0,99}\]|\{\s{0,99}\}|\(\s{0,9}\)|list\(\)|\[\]struct\s?\{[^{}]{0,200}\}\{\s{0,9}\}|\[\][\w.*]{1,40}\{\s{0,9}\})(?:[ \t]{1,9}as [^\n]{1,60})?;?[ \t]*$/gm
/** What such a list needs: most files have none. */
const EMPTY = /=\s{0,9}(?:\[\s{0,99}\]|\{\s{0,99}\}|\(\s{0,9}\)|list\(\))/
const FILLED =
  /(?<![\w.$])([A-Za-z_$][\w$]{0,60})(?:\.(?:push|append|extend|add|unshift|insert)\b|\[|\s?\+=|\s?=\s?append\()/g

function emptySource({ path, before, after }: FileChange): EmptySource | undefined {
  if (after === undefined || before === after) return undefined
  const file = path.slice(path.lastIndexOf('/') + 1)
  if (DATA.test(path)) {
    const isEmpty = NO_ROWS.test(after) || (/\.[ct]sv$/i.test(path) && ONLY_HEAD.test(after))
    return isEmpty ? { path, file } : undefined
  }
  const text = plainLines(after)
  if (!languageOf(path) || !EMPTY.test(text)) return undefined
  const names = new Set(Array.from(text.matchAll(EMPTY_LISTS), ([, name = '']) => name))
  if (names.size > 0) for (const [, name = ''] of text.matchAll(FILLED)) names.delete(name)
  return names.size === 0 ? undefined : { path, file, names }
}

/** Most files need no further look. */
function mayName(path: string, { path: own, source }: TestFile): boolean {
  const file = path.slice(path.lastIndexOf('/') + 1)
  return path.endsWith('.go') ? folderOf(path) === folderOf(own) : source.text.includes(file.replace(/\.\w+$/, ''))
}

/** Its name came into the test file; neighbours in Go need none. */
function isNamed({ path, file, names }: EmptySource, was: TestFile, { source }: TestFile): boolean {
  if (path.endsWith('.go')) return folderOf(path) === folderOf(was.path)
  const name = names ? file.replace(/\.\w+$/, '') : file
  return source.text.includes(name) && (names !== undefined || !was.source.text.includes(name))
}

function gives({ file, names }: EmptySource, name: string, was: TestFile, now: TestFile['source']): boolean {
  if (names) return names.has(name) && definitionEnds(now, name).length === 0 && isOwn(was, name)
  const at = now.text.indexOf(file)
  return wordOf(name).test(now.text.slice(Math.max(0, at - 200), at + 200))
}

/** The rows stood in the test file itself, or it had no such name. */
function isOwn({ source }: TestFile, name: string): boolean {
  return definitionEnds(source, name).length > 0 || !wordOf(name).test(source.code)
}

function wordOf(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
