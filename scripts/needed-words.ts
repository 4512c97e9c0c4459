// The words that the patterns of the rules for product code need, as a text beside them, a line for each rule: to take 200
// patterns apart at every claim would take longer than to match them.
import { neededWords } from '../src/domain/proof/reading/product/needed-words.fixture.ts'
import { writtenRules } from '../src/domain/proof/reading/product/rig-rules.ts'

export function neededWordsText(): string {
  const rows = writtenRules([])
    .flat()
    .map(({ pattern }) => neededWords(pattern)?.join('\t') ?? '')
  return `${rows.join('\n')}\n`
}
