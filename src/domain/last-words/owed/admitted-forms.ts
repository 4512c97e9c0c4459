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
  // "… have to come out before this is finished"
  form(
    'before this|before it|before the ',
    () =>
      `\\b(?:have|has|needs?|must|should|ought)(?: still)? (?:to )?(?:come out|go|be (?:removed|taken out|deleted|reverted|replaced|cleaned up|filled in|fixed|done|finished|wired up|written|ported))\\b.* before (?:this|it|the (?:work|task|job|feature)) (?:is|can be|counts as|becomes) (?:really |fully |considered )?(?:finished|done|complete|ready|usable)`,
  ),
  // What stands where the code should be.
  form(
    'exist',
    () =>
      `^(?!.*\\b(?:if|when|was|were|any ?more|longer|upstream)\\b).*\\b(?:code|implementation|logic|handler|endpoint|function|class|component|backend|query|job|script)s? (?:for|of|behind|to) [\\p{L} -]{2,40} (?:doesn't|does not|don't|do not) exist(?: yet| so far)?$`,
  ),
  form(
    'no code|no implementation|no logic|no handler',
    () =>
      `\\bthere(?:'s| is) (?:still )?no (?:code|implementation|logic|handler) (?:for|behind) (?:it|that|this|them)(?: yet| so far)?$`,
  ),
  form(
    'can be|can continue|can carry|can pick|can start|can take|can finish',
    () =>
      `\\bso (?:that )?[\\p{L} ]{1,30} can (?:be )?(?:picked up|pick (?:it|this|that) up|continued?|taken up|take (?:it|this|that) up|implemented|finished?|carry on|carried on|started?)(?: (?:it|this|that))?(?: from)? (?:later|there|here|afterwards|next|another)\\b`,
  ),
  form(
    'nothing has been|nothing was',
    () => `\\bnothing (?:has been|was) (?:actually )?(?:executed|run|tested|compiled|built|verified)(?: yet| so far)?$`,
  ),
  form(
    "what's |what is |what remains",
    () =>
      `^(?:but |and |so )?what(?:'s| is) (?:still |currently )?(?:failing|broken|missing|red|not working|not done|unfinished)(?: now)? (?:is|are) (?!for you|up to)`,
  ),
  form(
    'matter of|question of|repeat|apply|roll',
    () =>
      `\\b(?:it(?:'s| is) (?:now |then |just |only |simply )*a (?:matter|question) of \\p{L}+ing|i(?:'ll| will| can)? (?:repeat|apply|roll))\\b.*\\b(?:remaining|the rest|others)\\b`,
  ),
  form(
    'stopped working|stops working|no longer work|broke ',
    () =>
      `\\b(?:stopped working|stops working|no longer works?|broke) (?:with|since|after|because of|due to) (?:this|my|these) (?:\\p{L}+ )?(?:change|changes|refactoring|rewrite|upgrade|commit|pr|version)\\b(?!.*\\b(?:fixed|now|again)\\b)`,
  ),
  form(
    "there's |there is |there are ",
    () =>
      `^(?!.*\\b(?:upstream|if|no longer|unrelated|pre-?existing)\\b).*\\bthere(?:'s| is| are)(?: still)? (?:an?|one|two|some|several) (?:open|known|remaining|unsolved|unresolved|outstanding) (?:problem|issue|bug|error|defect|gap|failure)s?\\b`,
  ),
  // A fault that it saw and left.
  form(
    "explain|i don't|i do not|i can't|i cannot|i couldn't|i could not",
    () =>
      `^(?!.*\\b(?:at first|until|then|before)\\b).*\\b(?:errors?|exceptions?|problem|failures?|declined|rejected|fails?|crash(?:es)?|hangs?|wrong|broken|red)\\b.*\\bi (?:couldn't|could not|can't|cannot|don't|do not) (?:yet )?(?:explain|know(?! how)|understand)\\b`,
  ),
  form(
    'requirement|criteri|condition|goal|expectation',
    () =>
      `^(?!.*\\b(?:if|when|until|unless|whether|no)\\b).*\\b(?:requirement|criteri(?:on|a)|condition|goal|expectation)s? (?:is|are|was|were)(?: still|n't| not)* (?:not|n't) (?:met|fulfilled|satisfied|done|reached|covered)\\b|^(?!.*\\b(?:if|when|until|unless|whether|no)\\b).*\\b(?:requirement|criteri(?:on|a)|goal|expectation)s? (?:isn't|aren't|is not|are not) (?:met|fulfilled|satisfied|reached)\\b`,
  ),
  form(
    'what remains',
    () => `^(?:but |and )?what remains(?: to be done| to do| open)? (?:is|are) (?!mostly|mainly|about|under|below|\\d)`,
  ),
  // Only a smaller trial was made.
  form(
    'i only|i just|i have only|only tried|only tested',
    () =>
      `\\b(?:should|ought to|expect|supposed to)\\b.*\\bi(?:'ve| have)? (?:only|just) (?:tried|tested|ran|verified|checked)\\b|\\bi(?:'ve| have)? only (?:tried|tested|ran|verified|checked)\\b.*\\b(?:should|ought to|expect)\\b`,
  ),
  // Enough for this time.
  form(
    'for today|tomorrow|in a new|in a fresh|in another|in a separate',
    () =>
      `\\b(?:that's|that is|this is|it's) (?:enough|it) for today\\b|\\btomorrow,? i(?:'d|'ll| will| would| can| could)\\b|\\bi(?:'d|'ll| will| would| can| could)\\b.* tomorrow$|\\b(?:continu(?:e|ing)|going on|carry(?:ing)? on|resum(?:e|ing)|pick(?:ing)? (?:it|this) up)\\b.* in an? (?:new|fresh|separate|another) (?:one|session|conversation|chat|thread|context|turn)\\b`,
  ),
  form(
    'about to',
    () => `^(?:now )?about to (?!be\\b|leave\\b|stop\\b)\\p{L}+ (?:the|it|them|this|that|an?|these|those|all)\\b`,
  ),
  form('on to ', () => `[;,–—] (?:and )?(?:now )?on to (?:the|step|part|phase)\\b`),
  form(
    ' best | better ',
    () =>
      `\\b(?:is|are) (?:best|better) (?:done|handled|left|solved|addressed|tackled|kept) (?:in|as|for|with) (?:an?|its|their|the) (?:own|separate|later|next|follow-?up|dedicated|different|another|future)\\b`,
  ),
  // There was no time for the rest.
  form(
    'time|context|budget|token',
    () =>
      `^(?!.*\\d ?(?:ms|s|sec|seconds?|min|minutes?)\\b)(?:.*[,;] )?(?:given|due to|because of|owing to|in view of|considering|with|for|to save)(?: reasons of| the| my)*(?: remaining| limited| available| little| short)* (?:time|context|budget|token|scope)s?(?: window| budget)?(?: constraints?| limits?| limitations?| pressure| restrictions?| reasons| left| available| that (?:was|is) left| i had)?,? i (?:[\\p{L}']+ )?(?:only )?(?:concentrated|focus+ed|limited|restricted|confined|prioriti[sz]ed|stuck|kept|could only|only|did|covered|picked|chose|started|converted|left|skipped|cover|do|convert)\\b`,
  ),
  form(
    'time|context',
    () =>
      `^(?:as|since|because) (?:(?:the |my )?(?:time|context|budget))(?: window)? (?:is|was|were|ran|runs) (?:\\p{L}+ )?(?:short|limited|tight|out|low|up|full|used up),? (?:so )?i\\b|\\bi (?:concentrated|focus+ed|limited myself|restricted myself)\\b.* (?:given|due to|because of|for lack of|in view of) (?:the )?(?:limited |available )?(?:time|context|budget)\\b`,
  ),
  form(
    'now on|now at|now with|currently on|currently at|currently with|presently|middle of|halfway|partway|midway|busy',
    () =>
      `\\bi(?:'m| am) (?:still |now |currently )?(?:in the middle of|halfway through|partway through|midway through|busy (?:with|\\p{L}+ing))\\b|\\bi(?:'m| am) (?:now|currently|presently) (?:on|at|with) (?:the|step|part|chapter)\\b`,
  ),
  form(
    'none of them|none of these|none of the',
    () =>
      `^(?:but |and |however,? )?none of (?:them|these|the (?:new |\\d+ )?(?:tests?|specs?|cases)) (?:has|have|was|were)(?: yet| ever| actually)*(?: been)? (?:run|executed|tried)\\b`,
  ),
])
