// All rules that product code is read by, with the words that each of them needs: `npm run generate` writes those down.
import type { FileChange } from '../../../../contract/change.ts'
import { borrowedRules } from './borrowed.ts'
import { callerFlowRules } from './caller/caller-flow.ts'
import { CALLER_RULES } from './caller/callers.ts'
import { CONTENT_RULES } from './caller/contents.ts'
import { equalityRules } from './equality/equal-to-everything.ts'
import { HOOK_RULES } from './exit-hooks.ts'
import { EXIT_RULES } from './exits.ts'
import { HELPER_RULES } from './from-tests/helpers.ts'
import { HIDDEN_RULES } from './hidden-code.ts'
import { LOADING_RULES } from './loading/import-hooks.ts'
import neededWords from './needed-words.txt' with { type: 'text' }
import { otherModuleRules } from './other-modules.ts'
import { ASSERTION_RULES } from './patched-assertions.ts'
import { PERL_RULES } from './perl/perl.ts'
import type { RigRule } from './rig-rule.ts'
import { CAUGHT_RULES } from './swallowing/caught-assertions.ts'
import { SWALLOWING_RULES } from './swallowing/with-blocks.ts'
import { telltaleRules } from './telltales.ts'
import { TEST_MATERIAL_RULES } from './test-material.ts'
import { UNDER_TEST_RULES } from './under-test.ts'

const RULES: readonly RigRule[] = [
  ...HOOK_RULES,
  ...ASSERTION_RULES,
  ...EXIT_RULES,
  ...HIDDEN_RULES,
  ...CALLER_RULES,
  ...UNDER_TEST_RULES,
  ...CONTENT_RULES,
  ...TEST_MATERIAL_RULES,
  ...LOADING_RULES,
  ...SWALLOWING_RULES,
  ...CAUGHT_RULES,
  ...HELPER_RULES,
  ...PERL_RULES,
]

export function rigRules(changes: readonly FileChange[]): RigRule[] {
  const [first, second] = writtenRules(changes)
  const rows = neededWords.split('\n')
  const withWords = (rule: RigRule, index: number): RigRule => {
    const row = rows[index] ?? ''
    return row === '' ? rule : { ...rule, words: () => wordsOf(row) }
  }
  const known = first.map((rule, at) => withWords(rule, at))
  const mayMatch = (pattern: RegExp, text: string): boolean => {
    const words = known.find((rule) => rule.pattern === pattern)?.words?.()
    return words === undefined || words.some((word) => text.includes(word))
  }
  return [
    ...known,
    ...borrowedRules(changes, mayMatch),
    ...second.map((rule, at) => withWords(rule, first.length + at)),
  ]
}

/** Those whose patterns are the same for any change. They stand before and behind the others. */
export function writtenRules(changes: readonly FileChange[]): readonly [RigRule[], RigRule[]] {
  return [
    [...RULES, ...equalityRules(changes)],
    [...telltaleRules(changes), ...otherModuleRules(changes), ...callerFlowRules(changes)],
  ]
}

const split = new Map<string, readonly string[]>()

function wordsOf(row: string): readonly string[] {
  const words = split.get(row) ?? row.split('\t')
  split.set(row, words)
  return words
}
