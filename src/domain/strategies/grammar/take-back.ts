// Does text that follows a completion claim take it back? Caveats, offers and what the reader may still do are no
// take-back; naming work of one's own that is still to be done, or withdrawing the claim, is.
import { inlineSpans, spoken } from './inline.ts'
import { isTroubleElsewhere } from './languages.ts'
import type { Document } from './markdown.ts'
import { readDocument } from './markdown.ts'
import { CONNECTIVE, deniesCompletion, hangsOnCondition, isUnderCondition, SUBJECT } from './mood.ts'
import { proseAfter } from './paragraph.ts'
import { clauses, isQuestion, sentences } from './sentence.ts'
import { oneOf } from './vocabulary.ts'
import { anyOf } from './worded.ts'

const WORK_VERB = oneOf(
  'fix finish implement add run rerun re-run check recheck double-check double_check take_another continue ' +
    'complete update write rewrite correct repair address resolve handle test retest verify re-verify look ' +
    'investigate redo go_back work debug try retry revisit do make clean refactor rename remove revert rebuild ' +
    'build install commit push migrate adjust tackle cover wire figure get see start create change review ' +
    'reconsider rethink solve validate ensure move proceed begin deal sort dig chase track_down iron_out patch',
)
const ADVERB =
  '(?:still |now |first |also |just |really |actually |quickly |then |next |only |probably |definitely |at least )*'
const MUST =
  `(?:need to|needs to|have to|has to|must|should|gotta|got to|ought to|will|am going to|are going to|` +
  `going to|want to|forgot to|plan to|intend to|better)`
const CLAIM_NOUN = '(?:promise|claim|token|signal|tag|line|completion|statement|marker|message|output|announcement)'
const NAMED_CLAIM =
  `(?:that|this|it|the above|above|what i (?:said|wrote|claimed|printed)|(?:the|my|that|this) (?:(?:above|previous|last|earlier|done|` +
  `completion) )*${CLAIM_NOUN}(?: above)?)`
const ITEM =
  '(?:stor(?:y|ies)|tasks?|items?|tests?|todos?|steps?|issues?|failures?|bugs?|checks?|work|parts?|' +
  'problems?|errors?|things?|files?|requirements?|subtasks?)'
const SUITE =
  '(?:the |all |some |many |most |several |our |my |a few |one |two |three |four |five |\\d+ |of |' +
  'these |those |unit |e2e |integration |new |other )*' +
  '(?:tests?|build|checks?|ci|lint|linter|suite|type ?check|pipeline|compilation|code|specs?)'
const FAILING =
  '(?:fails?|(?:is|are) (?:still |now )?(?:failing|broken|red|not passing|not green)|' +
  "(?:still )?(?:don't|doesn't|do not|does not) (?:pass|compile|build|work|run))"
/** A check by its name, or something in code that may be one. */
const CHECK =
  '(?:(?:the|our|my|all|some|one|two|three|\\d+|a|an|several|of|unit|e2e|integration|new|other|whole|full) )*(?:[\\w-]+ ){0,2}' +
  '(?:type ?checker|type ?check|linter|lint|compiler|build|compilation|test suite|suite|tests?|specs?|assertions?|checks?|' +
  'ci|pipeline|jobs?|snapshots?|coverage|migration|patch|npm test|(?:npm|yarn|pnpm|bun) (?:run )?[\\w:-]+|pytest|tsc|' +
  'eslint|mypy|pyright|ruff|flake8|pylint|clippy|vitest|jest|mocha|playwright|cypress|cargo \\w+|go (?:test|vet|build)|' +
  'make(?: \\w+)?|gradle|mvn|dotnet \\w+|rspec|rubocop|phpunit|phpstan|x{2,40})'
const SOME =
  '(?:an?|some|several|many|a few|more|new|other|[1-9]\\d{0,6}|one|two|three|four|five|six|seven|eight|nine|ten|type|compile)'
const TROUBLES = '(?:errors?|problems?|failures?|issues?|violations?|regressions?)'
/** What a check says that is red. */
export const RED: readonly string[] = [
  `^${CONNECTIVE}${CHECK} (?:\\w+ ){0,2}(?:reports?|reported|shows?|finds?|found|prints?|gives?|has|have|throws?|raises?|with|` +
    `returns?|returned|lists?|sees) (?:me |us )?(?:with )?${SOME} (?:\\w+ ){0,3}${TROUBLES}\\b`,
  `^${CONNECTIVE}${CHECK} (?:\\w+ )?(?:exits?|exited|ends?|ended|returns?|returned|finishe[sd]|stops?|stopped)` +
    `(?: with| exit| a| an| non-zero| code| status| on)* (?:-?[1-9]\\d*|non-?zero|an? error)\\b`,
  `^${CONNECTIVE}(?:exit (?:code|status)|exited with(?: code| status)?) [1-9]\\d*$`,
  `^${CONNECTIVE}(?:only |but |now |and )?(?:[1-9]\\d{0,6}|one|two|three|four|five|several|some|many) (?:\\w+ ){0,3}` +
    `(?:failed|failing|fail|fails|errored|failures?|errors)(?: now| again| here)?$`,
  `^${CONNECTIVE}${CHECK} (?:just |now |still |again )?(?:came back|comes back|is|are|went|goes|go|turned|turns|stays?)` +
    `(?: still| now| again)? (?:red|broken|failing|not green|not passing)\\b`,
  `^${CONNECTIVE}${CHECK} (?:just |now |still |again )?(?:timed out|times? out|crashe[sd]|hangs?|complains?|complained|failed)\\b`,
  `^${CONNECTIVE}${CHECK} (?:still )?(?:does not|doesn't|do not|don't|did not|didn't) (?:apply|hold|match|start|finish|run|succeed)\\b`,
  `^${CONNECTIVE}there (?:is|are|'s|were) (?:still |also )?(?!no\\b|nothing\\b|none\\b|0\\b)(?:\\w+ ){0,3}(?:errors?|failures?|problems?|regressions?)\\b`,
  `^(?:fixing|investigating|debugging|looking into)(?: (?:it|this|that|them|those))?(?: now)?$`,
]
const saysRed = anyOf('red', RED)
/** It was so, is meant so, or describes what the work does. */
const NOT_RED =
  /\b(?:at first|first|initially|originally|earlier|previously|before|beforehand|in the beginning|fixed|resolved|solved|gone|when|whenever|if|unless|on (?:an? )?(?:bad|invalid|wrong|missing|error|errors|failure|unknown|empty)|should|would|no longer|used to|were|was|had)\b/

const HARMLESS = new RegExp(
  '\\b(?:pre-?existing|unrelated|as before|on main|known|flaky|out of scope|by design|on purpose|' +
    'expected|intended|intentional|intentionally|deliberately|optional|no longer|beyond the scope|' +
    'not part of|your (?:call|decision|choice)|up to you|' +
    '(?:pending|awaiting|needs?|waiting (?:for|on)) your|' +
    'not (?:yet )?(?:been )?(?:merged|deployed|released|published))\\b',
)
const PUT_OFF_BY_OFFER = new RegExp(
  '\\b(?:if|should|unless|whenever|once|when) (?:you|anyone|anything|something|any|needed|necessary|' +
    'desired|wanted|required|so)\\b|\\b(?:follow-?up|in (?:the )?future|another time|on request|happy to|' +
    'feel free|separately)\\b',
)

export const WITHDRAWALS: readonly string[] = [
  `^${CONNECTIVE}(?:please |i |let me |let's )?(?:scratch|strike|ignore|disregard|forget|retract|` +
    `withdraw|undo|revoke|cancel|rescind|discard|unsay) ${NAMED_CLAIM}(?: (?:please|for now|above|` +
    `entirely))?$`,
  `\\b(?:spoke|claimed|declared|stopped|signalled|signaled|printed|emitted|finished|concluded|` +
    `called it)\\b.*\\b(?:too (?:soon|early|quickly)|prematurely|by (?:mistake|accident)|in error)\\b`,
  `^${CONNECTIVE}${NAMED_CLAIM}(?:'s| was| is| were) (?:a bit |clearly |obviously |probably |` +
    `simply )*(?:premature|wrong|a mistake|too early|too soon|an error|incorrect|not (?:true|right|` +
    `correct|yet true|a claim|meant|valid)|(?:just|only|merely) (?:an? |the )?(?:example|sample|format|template|` +
    `illustration|quote|quotation|mention|placeholder|test)|what (?:i|we)(?:'ll| will| would| must)\\b)`,
  `^${CONNECTIVE}${NAMED_CLAIM} (?:isn't|wasn't) (?:true|right|correct|valid|a claim|meant)\\b`,
  `^${CONNECTIVE}not an? (?:claim|promise|signal|completion claim)$`,
  `^${CONNECTIVE}(?:i|we) (?:was|were) (?:wrong|mistaken|too (?:quick|hasty|fast))\\b(?!.*\\b(?:but|at first)\\b)`,
  `\\b(?:rather not|wouldn't|would not|hesitate to|don't want to|do not want to) (?:yet )?(?:call|claim|declare|mark|consider) (?:this|it|that|the \\w+)\\b`,
  `\\btak(?:e|ing) (?:that|it|this|my (?:claim|promise|word)) back\\b`,
  `^${CONNECTIVE}(?:never mind|nevermind|my mistake|premature|false alarm|not really|(?:just )?kidding|or not|nope)$`,
  `\\b(?:should not have|shouldn't have|did not mean to|didn't mean to) (?:\\w+ )?(?:said|claimed|` +
    `printed|output|emitted|written|sent|declared|signalled|signaled|claim|print|emit|say|write|declare|` +
    `signal|stopped)\\b`,
]
const withdraws = anyOf('withdrawals', WITHDRAWALS)

export const PENDING: readonly string[] = [
  `^${CONNECTIVE}(?:(?:i|we) ${ADVERB}|${ADVERB})${MUST} ${ADVERB}${WORK_VERB}\\b`,
  `^${CONNECTIVE}(?:i'll|we'll|i'm going to|we're going to|i've got to|i'd better|let me|let's|` +
    `let us) ${ADVERB}${WORK_VERB}\\b`,
  `^${CONNECTIVE}(?:i|we) (?:just |still |completely |also )?(?:forgot|missed|overlooked)\\b`,
  `^${CONNECTIVE}(?:i|we) (?:still )?have yet to\\b`,
  `^${CONNECTIVE}${SUITE} ${FAILING}(?: (?:now|again|here|yet|today|at the moment|because .*|in ci|` +
    `locally|on (?:main|ci|windows|linux|mac)))?$`,
  `^${CONNECTIVE}${SUITE} (?:have not|haven't|has not|hasn't) been (?:run|executed)\\b`,
  `^(?!.*\\b(?:no|that|which|when|if|once|until|while|where)\\b).*\\b${ITEM}(?: [\\w# -]{1,40})? (?:(?:is|` +
    `are) (?:still )?not|isn't|aren't) (?:done|complete|finished|implemented|fixed|covered|handled|passing|working)$`,
  `^(?!.*\\b(?:no|that|which|when|if|once|until|while|where)\\b).*\\b${ITEM}(?: [\\w# -]{1,40})? (?:is|` +
    `are) (?:still )?(?:open|unfinished|incomplete|` +
    `undone)$`,
  `^${CONNECTIVE}(?:just |only )?(?:one|two|three|a few|some) more (?:[\\w-]+ )?to (?:fix|do|finish|` +
    `implement|add|check)\\b`,
  `^(?!.*\\b(?:that|which|who|where|you|your)\\b).*\\b(?:isn't|aren't|hasn't|haven't|doesn't|don't|` +
    `(?:is|are|has|have|do|does) not)\\b.* yet$`,
  `\\b(?:i|we) still (?:have to|need to|must|want to|should)\\b`,
  `^(?!.*\\b(?:that|which|who|where|you|your)\\b).*\\b(?:is|are|has|have) not yet (?:been )?\\w+`,
  `^${CONNECTIVE}i'm (?:still |now )?(?:working on|fixing|debugging|implementing|investigating)\\b`,
  `^${CONNECTIVE}(?:that's|that is|this is|it's|it is) (?:still |clearly |definitely )?(?:wrong|broken|not right|incorrect|a bug)$`,
  `^(?!.*\\b(?:that|which|who)\\b.*still).*\\bstill (?:drops?|loses?|leaks?|crash(?:es)?|hangs?|breaks?|flickers?|times out|wrong|slow|flaky)\\b`,
  `^${CONNECTIVE}(?:now |then )?(?:continuing(?: with| on| to|$)|moving on|proceeding|resuming|working on|` +
    `looking into|investigating|on to|onto)\\b`,
  `^${CONNECTIVE}(?:fixing|repairing|addressing|starting|correcting|updating) .*\\b(?:now|next|first)$`,
  `^${CONNECTIVE}(?:i|we) (?:just |now |also )?(?:noticed?|found|spotted|discovered|see|realized?|` +
    `realised?) (?:an?|another|one more|two|some|several) (?:[\\w-]+ )?(?:bugs?|issues?|problems?|` +
    `errors?|regressions?|mistakes?|failures?|gaps?|tests?)\\b`,
  `^(?!.*\\b(?:that|which|who|was|were)\\b.*still)(?!.*\\byou\\b.*still)(?!.*\\b(?:no|nothing|none|` +
    `never)\\b.*still).*\\bstill (?:fails?|failing|broken|red|missing|needs? (?:to be|work|a|an|some)|` +
    `to do|to be (?:done|fixed|written|implemented|added|tested)|pending|outstanding|incomplete|` +
    `unfinished|left|remains?|todo|doesn't (?:work|pass|compile|build)|don't (?:work|pass|compile|build)|` +
    `does not (?:work|pass|compile|build)|do not (?:work|pass|compile|build)|not (?:done|complete|` +
    `finished|working|passing|fixed|implemented))\\b`,
  `^${CONNECTIVE}there (?:is|are|'s) (?:still |also )?(?!no\\b|nothing\\b|not\\b|none\\b).*\\b(?:left|` +
    `remaining|missing|outstanding|unfinished)(?: to (?:do|fix|implement|finish))?$`,
  `^${CONNECTIVE}there (?:is|are|'s) still (?!no\\b|nothing\\b|none\\b).*\\b(?:fail(?:ing|ures?)|` +
    `broken|missing|unfinished|open|errors?|bugs?|problems?|to do)\\b`,
  `^${CONNECTIVE}there (?:is|are|'s) (?:still )?(?:more |some |a lot of |one more |another |` +
    `plenty )?(?:work|${ITEM}|one|more)? ?(?:left )?to (?:do|fix|finish|implement)$`,
  `^(?!.*\\b(?:no|nothing|none|zero)\\b).*\\b${ITEM} (?:still )?remains?(?: (?:open|undone|unfinished|` +
    `to be .*|incomplete|failing|unimplemented))?$`,
  `^${CONNECTIVE}(?:${SUBJECT}|[a-z ]{1,40}) (?:is|are) (?:still |not yet |yet to be )(?:missing|` +
    `failing|broken|unfinished|implemented|done|finished|complete|fixed|written|tested)$`,
  `\\bstill (?:isn't|aren't|is not|are not) (?:\\w+ )?(?:happy|clean|green|right|correct|stable|good|ok|okay|healthy|there|identical|met)$`,
  `\\b(?:not|isn't|aren't|don't|doesn't|didn't|wasn't) (?!(?:\\w+ ){0,3}(?:needed|need|necessary|required|require|used|affected|involved|` +
    `caused?|to blame|a (?:problem|bug|regression))\\b)(?:\\w+ ){1,5}after all$`,
  `\\b(?:short of|miss(?:es|ed)?|(?:doesn't|don't|does not|do not) (?:meet|reach)) (?:the |our |your |its )(?:\\w+ )?(?:goal|target|threshold|requirement)s?(?= (?:of|by|for)\\b|$)`,
]
const namesWork = anyOf('pending', PENDING)

/** A label over what is still to be done, and the answers that empty it. */
const REMAINS = new RegExp(
  `^\\W{0,6}(?:to be done|remaining(?: (?:work|tasks?|items?|steps?|issues?))?|still (?:to do|open|` +
    `missing|remaining)|todos?|to do|left to do|what(?:'s|’s| is) (?:left|missing|still missing)|` +
    `what remains|outstanding(?: \\w{1,12})?|not (?:yet )?done|unfinished(?: \\w{1,12})?|open (?:items|` +
    `tasks|points))\\W{0,4}$`,
  'i',
)
const NONE = /^\W{0,6}(?:none|nothing|no\b|0\b|n\/a|nil|all done|empty)|^\W*$/i
const BARE_STOP = new RegExp(
  '^(?:(?:oh|ah|hmm+|no|but|ok|okay|actually) )*(?:wait|hold on|hang on|oops|uh oh|oh no|' +
    'whoops)(?: (?:no|wait|actually|a (?:second|sec|moment|minute)))*$',
)
const CORRECTION = new RegExp(
  '^(?:(?:oh|ah|hmm+|no|but|ok|okay) )*(?:wait|actually|hold on|hang on|hmm+|oops|uh oh|oh no|whoops|' +
    '(?:small |quick |minor |one )?correction|sorry|on second thoughts?|on (?:closer|second) (?:look|inspection)|one moment|looking at)\\b',
)
/** Said of one's own work, and then what is wrong with it. */
const DISMAY =
  /^(?:oh no|oops|uh oh|whoops|damn|argh|ugh|shoot|dang|mist|verdammt|merde|mince|zut|mierda|accidenti|caspita|упс|糟糕|しまった)(?![\p{L}])/u
const CONTRAST = /^(?:but|however|unfortunately|except|although|though|sadly|yet|that said)\b/
const TROUBLE = new RegExp(
  `\\b(?:broke|fails?|failing|broken|breaks|is missing|are missing|crash(?:e[sd])?|timed out|times out|hangs|(?:is|are|went) red|(?:does not|doesn't|` +
    `do not|don't|did not|didn't|not) (?:even |actually |yet )?(?:work|pass|compile|build|working|` +
    `passing|run|running))\\b`,
)
const DOUBT = new RegExp(
  `\\b(?:failed|missing|wrong|incorrect|a bug|an error|an issue|a problem|a regression|(?:not|isn't|` +
    `aren't|haven't|hasn't|didn't|wasn't) (?:\\w+ )?(?:done|complete|finished|right|correct|tested|` +
    `covered|handled|implemented|there|yet|true|everything|all|fixed|updated|added|ran|run|saved)|had not|hadn't)\\b`,
)
const REASSURING =
  /\b(?:no|nothing|none|never|without|zero|expected|used to|no longer|fixed|already|(?:bug|cause|culprit|fix|problem|reason) was|was the (?:bug|cause|culprit|problem|reason)|now (?:works|passes|fixed))\b/
/** A clause that denies there is any trouble. */
const EMPTY = /^(?:and |but |so )?(?:no|none|nothing|zero|not one|not a single|never|0) (?!wait\b)/
const PERCEPTION = new RegExp(
  '^(?:(?:but|and|oh|oops|actually) )*(?:i|we) (?:just |now |only |also )*(?:notice|noticed|realize|' +
    'realized|realise|realised|see|saw|found out|discovered|remembered|think|believe|' +
    'know) (?:now )?(?:that )?(?=(?:the|i|we|it|one|two|three|some|not|story|this|there|an?)\\b|' +
    `${CHECK} )`,
)
const REPAIRED = new RegExp(
  '\\b(?:but|and|so|which|that) (?!.*\\bnot\\b).*\\b(?:fixed|added|corrected|works|done|passes|' +
    'repaired|resolved)\\b',
)

const NEXT_STAGE =
  /^(?:and |so |now |then )*next (?:up )?(?:is |comes |follows )?(?:the )?(?:phase|step|stage|story|part|task|milestone) (?:\d+|[a-f]|one|two|three|four|five|six|seven)\b/

/** The sentence that takes a completion claim back, as written; null if the text lets the claim stand. */
export function takesBack(text: string): string | null {
  return takenBackAfter(readDocument(text), 0)
}

export function takenBackAfter(document: Document, position: number): string | null {
  let label = ''
  for (const { start, end } of proseAfter(document, position)) {
    const raw = document.text.slice(start, end)
    if (label && !NONE.test(raw)) return label
    label = REMAINS.test(raw.slice(0, 80)) && raw.length <= 80 ? raw.trim() : ''
    if (label) continue
    for (const sentence of sentences(spoken(raw, inlineSpans(raw)))) {
      if (isTakeBack(sentence.text) || hangsOnCondition(sentence.text))
        return raw.slice(sentence.start, sentence.start + sentence.text.length)
    }
  }
  return null
}

export function isTakeBack(sentence: string): boolean {
  if (isQuestion(sentence)) return false
  if (namesRemains(sentence) || deniesCompletion(sentence)) return true
  const parts = clauses(sentence)
  const whole = parts.join(' ')
  if (BARE_STOP.test(whole)) return true
  const open = parts
    .filter((part, index) => !isUnderCondition(parts, index) && !EMPTY.test(part))
    .map(withoutPerception)
  if (open.some(withdraws)) return true
  if (HARMLESS.test(whole) || PUT_OFF_BY_OFFER.test(whole)) return false
  if (!REPAIRED.test(whole) && open.some(namesWork)) return true
  if (!NOT_RED.test(whole) && open.some(saysRed)) return true
  if (open.some(isTroubleElsewhere)) return true
  if (NEXT_STAGE.test(whole)) return true
  if (REASSURING.test(whole.replace(CORRECTION, ''))) return false
  if (DISMAY.test(whole) && parts.length > 1 && !REPAIRED.test(whole)) return true
  return (
    (CORRECTION.test(whole) && (TROUBLE.test(whole) || DOUBT.test(whole))) ||
    (CONTRAST.test(whole) && TROUBLE.test(whole))
  )
}

/** A check is told to be red, whatever else the text says; `isExcused`: by the sentence behind it. */
export function tellsRed(text: string, isExcused: (next: string | undefined) => boolean): string | null {
  const all = sentences(spoken(text, inlineSpans(text)))
  const red = all.find(({ text: sentence }, at) => {
    const parts = clauses(sentence)
    const whole = parts.join(' ')
    // What excuses it last: few sentences say that something is red.
    return (
      parts.some((part, index) => isRed(part) && !isUnderCondition(parts, index) && !EMPTY.test(part)) &&
      !(
        isQuestion(sentence) ||
        NOT_RED.test(whole) ||
        HARMLESS.test(whole) ||
        isOver(whole, all[at + 1]?.text) ||
        isExcused(all[at + 1]?.text)
      )
    )
  })
  return red?.text ?? null
}

/** "The test failed because … The field has a default now." */
function isOver(red: string, next: string | undefined): boolean {
  return /\bfailed (?:because|since|as)\b/.test(red) && /\b(?:now|no longer)\b/i.test(next ?? '')
}

const isRed = (part: string): boolean => saysRed(part) || suiteFails(part)
export const SUITE_FAILS = `^${CONNECTIVE}${SUITE} ${FAILING}(?: (?:now|again|here|at the moment|in ci|locally))?$`
const suiteFails = anyOf('suite', [SUITE_FAILS])

/** "I noticed that the tests fail" says that the tests fail. */
function withoutPerception(part: string): string {
  return part.replace(PERCEPTION, '')
}

/** "Remaining: story 4", but not "Remaining: none". */
function namesRemains(sentence: string): boolean {
  const colon = sentence.indexOf(':')
  return colon > 0 && colon < 60 && REMAINS.test(sentence.slice(0, colon)) && !NONE.test(sentence.slice(colon + 1))
}
