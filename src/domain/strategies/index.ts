// The table of strategies. Config, hook, `run`, `detect`, refusals, contract and reference pages all read it: a new way
// to claim is one row here, and its detector.
import type { Match, Reading } from './detector.ts'
import { ANY_PREFIX, doneToken, sayToken } from './done-token.ts'
import type { Grammar } from './grammar.ts'
import { heuristic, sayPhrase } from './heuristic.ts'
import { promiseTag, sayTag } from './promise-tag.ts'
import { relaxedTag } from './relaxed-tag.ts'
import type { ByWords, Row } from './strategy.ts'

const TABLE = [
  { name: 'tool', onByDefault: true, kind: 'tool' },
  { name: 'cli', onByDefault: true, kind: 'cli' },
  {
    name: 'done-token',
    onByDefault: true,
    kind: 'words',
    isExplicit: true,
    needsSessionId: true,
    looksLike: ({ donePrefix }) => donePrefix ?? ANY_PREFIX,
    detect: doneToken,
    sayHow: sayToken,
  },
  {
    name: 'promise-tag',
    onByDefault: true,
    kind: 'words',
    isExplicit: true,
    looksLike: () => /promise/i,
    detect: promiseTag,
    sayHow: sayTag,
  },
  {
    name: 'relaxed-tag',
    onByDefault: false,
    kind: 'words',
    isExplicit: false,
    looksLike: () => /promise/i,
    detect: relaxedTag,
    sayHow: sayTag,
  },
  {
    name: 'heuristic',
    onByDefault: false,
    kind: 'words',
    isExplicit: false,
    looksLike: () => '',
    detect: heuristic,
    sayHow: sayPhrase,
  },
  { name: 'probe', onByDefault: false, kind: 'probe' },
  { name: 'file-change', onByDefault: false, kind: 'fact' },
] as const satisfies readonly Row[]

/** The strategies that read text. */
export type Strategy = Extract<(typeof TABLE)[number], { kind: 'words' }>['name']

export const strategies: readonly Row[] = TABLE
export const byWords: readonly ByWords[] = strategies.filter((row) => row.kind === 'words')

/** Where nobody names any. */
export const defaultStrategies: readonly string[] = strategies.filter((row) => row.onByDefault).map(({ name }) => name)

/** Of these names those that read text, in the same order. */
export function rowsByWords(names: readonly string[]): readonly ByWords[] {
  return names.flatMap((name) => byWords.find((row) => row.name === name) ?? [])
}

/** Whether an agent can claim by it at all. */
export function isWay(name: string): boolean {
  return strategies.some((row) => row.name === name && row.kind !== 'probe' && row.kind !== 'fact')
}

export interface Detection {
  readonly match: Match | null
  /** Why near misses of the strategies tried did not count, each with the name of its strategy. */
  readonly reasons: readonly string[]
}

/** Never throws; a strategy that reads no text (or that we do not know) finds nothing. */
export function detect(reading: Reading, names: readonly string[], grammar: Grammar): Detection {
  const reasons: string[] = []
  for (const name of names) {
    const row = byWords.find((one) => one.name === name)
    if (!row) reasons.push(`${name}: there is no such strategy`)
    const finding = row?.detect(reading, grammar)
    if (finding?.found) return { match: finding, reasons }
    for (const reason of finding?.because ?? []) reasons.push(`${name}: ${reason}`)
  }
  return { match: null, reasons }
}
