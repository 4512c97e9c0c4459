// Takes pairs, tables and list items out of a TOML text. What others wrote between them stays.
import type { AST } from 'toml-eslint-parser'
import type { KeyPath } from '../../contract/agent/edit.ts'
import { remove, type TextSpan, type Splice, splice, whiteBefore } from './edit-list.ts'
import {
  find,
  headerSpan,
  listOf,
  namesOf,
  type Pair,
  type TomlPlace,
  readToml,
  spanOf,
  type TomlText,
} from './edit-toml-tree.ts'

/** `prune`: lists and tables that held nothing else and were ours go too. */
export type Pruning = 'prune' | 'keep'

/** The text without all that is written under this path. */
export function cutPath(toml: TomlText, at: KeyPath, place: TomlPlace, pruning: Pruning): string {
  if (place.pair) return cutPair(toml.text, place.pair, pruning)
  const lines = linesUnder(toml, at)
  if (lines.length > 0) return dropLines(toml.text, lines)
  // Dotted keys within an inline table: one after the other.
  const pair = place.dotted[0]
  const next = pair && readToml(cutPair(toml.text, pair, pruning))
  if (!next?.ok) return toml.text
  const found = find(next, at)
  return found.kind === 'place' ? cutPath(next, at, found.place, pruning) : next.text
}

/** Without one item of the list that this pair holds. */
export function cutItem(text: string, pair: Pair, index: number, pruning: Pruning): string {
  return cutFrom(text, pair.value, index, pruning)
}

function cutFrom(text: string, within: AST.TOMLContentNode, index: number, pruning: Pruning): string {
  const list = listOf(text, within)
  const splices = remove(list, index)
  if (splices !== 'whole') return splice(text, splices)
  if (pruning === 'prune' && within.parent.type === 'TOMLKeyValue') return cutPair(text, within.parent, pruning)
  return splice(text, [{ start: list.open, end: list.close, text: '' }])
}

function cutPair(text: string, pair: Pair, pruning: Pruning): string {
  const { parent } = pair
  if (parent.type === 'TOMLInlineTable') return cutFrom(text, parent, parent.body.indexOf(pair), pruning)
  const isOurs =
    pruning === 'prune' && parent.type === 'TOMLTable' && parent.body.length === 1 && isBare(text, parent, pair)
  return dropLines(text, [...(isOurs ? [headerSpan(text, parent)] : []), spanOf(pair)])
}

/** Whether nobody wrote to this header or its pair, and the table was not there, empty, before the pair. */
function isBare(text: string, table: AST.TOMLTable, pair: Pair): boolean {
  const gap = text.slice(headerSpan(text, table).end, pair.range[0])
  return (
    table.kind === 'standard' &&
    gap.trim() === '' &&
    !/^ \r?\n/.test(gap) &&
    !/^[ \t]*#/.test(text.slice(pair.range[1]))
  )
}

function linesUnder({ text, sections }: TomlText, at: KeyPath): TextSpan[] {
  const isUnder = (path: KeyPath): boolean => at.every((key, index) => path[index] === key)
  return sections.flatMap((section): TextSpan[] => {
    const names = namesOf(section.key)
    if (section.type === 'TOMLKeyValue') return isUnder(names) ? [spanOf(section)] : []
    const pairs = section.body.filter((pair) => isUnder([...names, ...namesOf(pair.key)])).map(spanOf)
    return isUnder(names) ? [headerSpan(text, section), ...pairs] : pairs
  })
}

/** Each with the white space before it, so that what follows moves up to what stands before. */
function dropLines(text: string, lines: readonly TextSpan[]): string {
  const drops = lines.map(({ start, end }): Splice => {
    const hasComment = /^[ \t]*#/.test(text.slice(end))
    return { start: hasComment ? start : start - whiteBefore(text, start).length, end, text: '' }
  })
  let top = 0
  for (const { start, end } of drops) if (start <= top) top = end
  const blank = top === 0 ? 0 : (/^(?:[ \t]*\r?\n){0,2}/.exec(text.slice(top))?.[0].length ?? 0)
  return splice(text, [...drops, { start: top, end: top + blank, text: '' }])
}
