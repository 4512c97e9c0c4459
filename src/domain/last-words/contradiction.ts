// A report that the request or a check contradicts itself, and that nothing after it decides.
import { lazily } from '../../contract/lazily.ts'
import { matches, parted, type PatternGroup } from './pattern-group.ts'
import { normal } from './sentences.ts'

export function contradictionIn(found: readonly string[]): string | null {
  const at = found.findIndex((sentence) => matches(contradictions, normal(sentence)))
  const sentence = found[at]
  if (sentence === undefined) return null
  const isDecided = found.slice(at).some((later) => decided().test(normal(later)))
  return isDecided ? null : sentence.slice(0, 200)
}

const ASKED =
  '(?:requests?|requirements?|tasks?|specs?|specifications?|instructions?|issues?|tickets?|tests?|checks?|assertions?|expectations?|cases?|rules?|criteria|statements?|sections?|examples?|readme|docs|documentation|both|two|you asked?|you want(?:ed)?|linter|lint|formatter)'

const contradictions: PatternGroup = {
  parts: parted(
    'contradict|exclude|rule out|preclude|at odds|conflict|inconsistent|incompatible|exclusive|both|neither|whatever|no matter|impossible|wrong|incorrect|mistaken|broken|satisfiable',
  ),
  words: ['all', 'no'],
  patterns: lazily(() =>
    [
      `\\b${ASKED}\\b.*\\b(?:contradicts?|contradict each other|contradictory|conflicts? with|(?<!\\b(?:still in|merge|in) )conflict(?! (?:resolution|resolver|handling|detection|markers?|dialog|policy|strategy|errors?)\\b)|are inconsistent|is inconsistent|are incompatible|mutually exclusive)\\b`,
      `\\b(?:is|are|seems?|looks?) (?:self-|mutually )?contradictory\\b|\\b(?:exclude|rule out|preclude) (?:each other|one another)\\b|\\bat odds with (?:each other|one another|itself)\\b`,
      `\\bcontradicts? (?:itself|each other|themselves)\\b`,
      `\\b(?:there is|there's|i found|i see|this is|that is) an? (?:\\w+ )?(?:contradiction|conflict) (?:in|between)\\b.*\\b${ASKED}\\b`,
      `\\b(?:can't|cannot|can not|can never|could not|couldn't) (?:both|all|be both|satisfy both|meet both|do both|have both)\\b`,
      `\\bboth (?:can't|cannot|can not|can never)\\b|\\bneither can\\b.*\\bwithout breaking\\b|\\b(?:whatever|no matter what) i (?:write|do|change)\\b`,
      `\\bno (?:implementation|code|change|version|solution) can (?:pass|satisfy|meet|fulfil|fulfill)\\b|\\bimpossible to (?:satisfy|meet|pass|fulfil|fulfill)\\b`,
      `\\b(?:the|this|that) (?:\\w+ ){0,2}(?:check|test|spec|assertion|expectation|fixture|requirement|snapshot)s?\\b.*\\b(?:itself )?(?:is|are|seems?|looks?|appears?)(?: to be)?(?: simply| just| itself| probably)? (?:wrong|incorrect|mistaken|broken|self-contradictory|not satisfiable|unsatisfiable)\\b`,
    ].map((source) => new RegExp(source)),
  ),
}

const decided = lazily(
  () =>
    /\b(?:so|therefore|thus|hence) (?:i|we) (?:chose|went|decided|changed|updated|fixed|followed|kept|picked|used|made|corrected|took|resolved|adjusted)\b|\b(?:i|we)(?:'ve| have)? (?:now |also |since )?(?:resolved|fixed|corrected|updated|reconciled|settled|adjusted|went with|followed|chose)\b|\b(?:is|are|was|were|has been|have been) (?:now )?(?:resolved|fixed|settled|reconciled)\b|\b(?:all|the) (?:\w+ )?(?:tests|checks) (?:now )?pass\b/,
)
