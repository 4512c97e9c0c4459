// A part of a test that went beside a change of product code which is small and speaks of something else. Nobody takes a
// test out for the sake of such a change.
import type { FileChange } from '../../../../../contract/change.ts'
import { lazily } from '../../../../../contract/lazily.ts'
import { countsOf } from '../../../../text/counts.ts'
import { isProductPath } from '../../expected/touched.ts'
import { kindOfConfig } from '../../../yardstick/yardstick.ts'
import { lostIn } from '../updated-tests.ts'
import type { Comparison } from './comparison.ts'
import { bareOf } from './removed-code.ts'
import type { CodePart } from './shrunk-code.ts'
import { headsAbove, isPlainWord } from './shrunk-code.ts'

/** So few lines that what they say is what changed. */
const FEW = 8
/** Tests that grew were written, not only cut. */
const MOST_CAME = 2

export type SmallChange = (part: CodePart) => boolean

export function besideSmallChange(changes: readonly FileChange[], comparison: Comparison): SmallChange {
  const lines = lazily(() => changedLines(changes))
  const said = lazily(() => new Set(lines()?.flatMap(({ line, home }) => [...wordsIn(line), ...home])))
  const isCutOnly = lazily(() => comparison.ledger.gained.size === 0 && cameInTests(comparison) <= MOST_CAME)
  return (part) => {
    const own = lines()
    if (own === undefined || own.length === 0 || own.length > FEW || !isCutOnly()) return false
    const file = comparison.before.find(({ path }) => path === part.path)
    const lost = file ? lostIn(part, file, comparison.ledger.lost) : part.source.bare.slice(part.start, part.end)
    return !wordsIn(`${lost}\n${part.title}`).some((word) => said().has(word))
  }
}

/** Lines of product code that went or came; undefined where what is loaded may be another program altogether. */
function changedLines(changes: readonly FileChange[]): ChangedLine[] | undefined {
  const files = changes.filter(({ path, before, after }) => isProductPath(path) && before !== after)
  if (files.some(({ path, how }) => how !== 'modified' || kindOfConfig(path) !== undefined)) return undefined
  return files.flatMap(({ path, before = '', after = '' }) => differing(bareOf(path, before), bareOf(path, after)))
}

interface ChangedLine {
  readonly line: string
  /** The function that it stands in. */
  readonly home: readonly string[]
}

function differing(was: string, is: string): ChangedLine[] {
  return [...onlyIn(was, is), ...onlyIn(is, was)]
}

function onlyIn(text: string, other: string): ChangedLine[] {
  const known = countsOf(linesOf(other))
  const lines = text.split('\n')
  return lines.flatMap((written, at) => {
    const line = written.trim()
    const count = known.get(line) ?? 0
    if (!/\w/.test(line)) return []
    known.set(line, count - 1)
    return count > 0 ? [] : [{ line, home: headsAbove(lines, at).slice(0, 1) }]
  })
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line))
}

function cameInTests({ now, before }: Comparison): number {
  const old = new Map(before.map(({ path, source }) => [path, new Set(linesOf(source.bare))]))
  const came = [...now.values()].map(
    ({ path, source }) => linesOf(source.bare).filter((line) => old.get(path)?.has(line) !== true).length,
  )
  return came.reduce((sum, one) => sum + one, 0)
}

const WORD = /[A-Za-z_$][\w$]*/g
const SHORTEST = 3

function wordsIn(text: string): string[] {
  return (text.match(WORD) ?? []).filter((word) => word.length >= SHORTEST && !isPlainWord(word))
}
