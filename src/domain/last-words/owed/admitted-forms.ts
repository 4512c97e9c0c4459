// Forms in which the agent says itself how far it came: what it did not run, what holds until it has done the rest, what it
// had no time for.
import { form, formsFor } from '../pattern-group.ts'

const DO =
  '(?:add|write|fix|implement|convert|migrate|update|port|finish|complete|tackle|handle|create|build|continue|refactor|clean|remove|replace|rename|document|translate|address|extend|wire|cover|adapt|adjust|hook|connect|figure|find|get|have|know|decide|move|solve|sort)'
const DONE =
  '(?:added|written|fixed|implemented|converted|migrated|updated|ported|finished|completed|tackled|handled|created|built|refactored|cleaned|replaced|documented|translated|addressed|extended|wired|covered|adapted|hooked|connected|solved|sorted|got|had|done)'
const NOT_RUN =
  "(?:haven't|have not|didn't|did not|couldn't|could not|was not able to|wasn't able to|was unable to|never)(?: yet| actually| even| been able to)*"
const TRY = '(?:run|ran|executed?|try|tried|verif(?:y|ied)|check(?:ed)?|test(?:ed)?|confirm(?:ed)?)'
const CODE =
  '(?:lookup|implementation|client|backend|endpoint|hook|function|handler|query|adapter|module|service|migration|code|logic|integration|real one|rest|api(?: client)?|method|class|component|call)'

/** Of a sentence in its plain form. */
export const admittedIn = formsFor(() => [
  // "… until I implement the lookup", not "until I found it".
  form(
    'until i|till i|once i|as soon as i',
    () =>
      `\\b(?:until|till|once|as soon as) i(?:(?: can| get to| manage to| find the time to)? ${DO}|(?:'ve| have)(?: \\p{L}+ly)? ${DONE})\\b`,
  ),
  form(
    'until',
    () =>
      `^(?!.*\\b(?:waits?|retries|polls?|blocks?|sleeps?|was|were|you|loops?)\\b).*\\buntil (?:the|an?|its|that|this) (?:[\\p{L}-]+ ){0,2}?(?:${CODE} (?:exists?|lands?|(?:is|are) (?:there|ready|in place))|[\\p{L}-]+ (?:is|are) (?:implemented|written|wired(?: up)?|built|hooked up|ported|migrated|in place))`,
  ),
  // "They should pass, but I haven't run them."
  form(
    'should|ought|expect|would|supposed|likely|probably|believe|assume|confident|presumably',
    () =>
      `\\b(?:should|ought to|expect|would|supposed to|likely|probably|believe|assume|confident|presumably)\\b.*\\bi ${NOT_RUN} ${TRY}\\b|\\bi ${NOT_RUN} ${TRY}\\b.*\\b(?:should|ought to|expect|supposed to|confident|presumably)\\b`,
  ),
  form(
    'none of them|none of these|none of the',
    () =>
      `^(?:but |and |however,? )?none of (?:them|these|the (?:new |\\d+ )?(?:tests?|specs?|cases)) (?:has|have|was|were)(?: yet| ever| actually)*(?: been)? (?:run|executed|tried)\\b`,
  ),
])
