// The words that the patterns of the rules for product code need, as a text beside them, a line for each rule: to take 200
// patterns apart at every claim would take longer than to match them.
import { neededWords } from '../src/domain/proof/reading/product/needed-words.fixture.ts'
import { DENIALS, DONE_UNDER, SAYS_DONE } from '../src/domain/strategies/grammar/mood.ts'
import { PENDING, RED, SUITE_FAILS, WITHDRAWALS } from '../src/domain/strategies/grammar/take-back.ts'
import { writtenRules } from '../src/domain/proof/reading/product/rig-rules.ts'

export function neededWordsText(): string {
  const rows = writtenRules([])
    .flat()
    .map(({ pattern }) => neededWords(pattern)?.join('\t') ?? '')
  return `${rows.join('\n')}\n`
}

/** The same for what takes a claim back, with the name of its list before each row. */
export function neededInClausesText(): string {
  const lists = {
    denials: DENIALS,
    'says-done': [SAYS_DONE],
    'done-under': [DONE_UNDER],
    withdrawals: WITHDRAWALS,
    pending: PENDING,
    red: RED,
    suite: [SUITE_FAILS],
  }
  const rows = Object.entries(lists).flatMap(([name, sources]) =>
    sources.map((source) => [name, ...(neededWords(new RegExp(source)) ?? [])].join('\t')),
  )
  return `${rows.join('\n')}\n`
}
