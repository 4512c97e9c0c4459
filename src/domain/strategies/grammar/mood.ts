// The mood of a clause: does it stand under a condition, is it an offer, does it deny that the work is done?
import { deniesElsewhere } from './languages.ts'
import { clauses, isQuestion } from './sentence.ts'
import { oneOf } from './vocabulary.ts'
import { anyOf } from './worded.ts'

const LEAD = '(?:and|but|so|or|then|only|just|even|also|well|however|still|now|that|perhaps) '
const HARD = oneOf(
  'if unless until till whenever as_soon_as as_long_as in_case provided assuming otherwise should_you whether',
)
const SOFT = oneOf('when once after before upon')
const hard = new RegExp(`^(?:${LEAD}){0,2}(?:only )?${HARD}\\b`)
const soft = new RegExp(`^(?:${LEAD}){0,2}(?:only )?${SOFT}\\b ?(.*)$`)
const IRREGULAR_PAST = oneOf(
  'was were had did ran made got found went saw came took built wrote gave began left kept told said thought broke hit',
)
const OFFER =
  "(?:(?:if|should|in case) (?:you(?:'d|'ll)? (?:want|need|like|have|find|prefer|would|wish|notice|" +
  'spot|run|hit|think|agree|should|rather|' +
  'disagree|encounter|are|care)|needed|necessary|desired|wanted|required)\\b|(?:when|once|' +
  "whenever) you(?:'re| are)? (?:ready|want|like|wish|have|get|need))"

/** Is the clause a condition that is still open ("once all tests pass"), not a past fact ("when I ran them")? */
export function isHypothetical(clause: string): boolean {
  if (/^(?:once (?:more|again)|at once)\b/.test(clause)) return false
  if (hard.test(clause)) return !isOffer(clause)
  const rest = soft.exec(clause)?.[1]
  if (rest === undefined || isOffer(clause)) return false
  if (/^(?:and|but )?(?:after|before|upon)\b/.test(clause)) return isFinite(rest)
  return !isPastFact(rest)
}

/** "if you want changes" is said to the reader; the statement beside it does not hang on it. */
export function isOffer(clause: string): boolean {
  return new RegExp(`\\b${OFFER}`).test(clause)
}

function isFinite(rest: string): boolean {
  if (isPastFact(rest)) return false
  return rest === '' || /\b(?:is|are|am|have|has|pass|passes|i|we|you|works?|succeeds?|finish(?:es)?|done)\b/.test(rest)
}

function isPastFact(rest: string): boolean {
  if (new RegExp(`\\b${IRREGULAR_PAST}\\b`).test(rest)) return true
  const words = rest.split(' ')
  return words.some((word, index) => {
    if (index === 0 || !/^[a-z]{2,}ed$/.test(word)) return false
    const earlier = words.slice(0, index)
    const isParticiple = earlier.some((other) =>
      /^(?:is|are|am|has|have|be|been|gets?|being|'s|it's|that's)$/.test(other),
    )
    return !isParticiple && !earlier.every((other) => /ly$|^all$|^everything$/.test(other))
  })
}

const CONNECTIVE =
  '(?:(?:wait|actually|hmm+|but|however|no|sorry|oops|well|though|so|and|ok|okay|still|unfortunately|hold on|hang on|' +
  'on second thoughts?|next|then|now|first|also|correction|oh|ah|yet|that said|after that|since|' +
  'because|as|today|honestly|' +
  'to be honest|in fact|the truth is|note that|although|while|except|except that) )*'
const WORK =
  '(?:task|work|job|implementation|feature|story|change|fix|migration|refactor|refactoring|goal|project|request)'
const SUBJECT =
  `(?:i|we|it|this|that|things|everything|all of (?:it|this)|(?:the|this|that|my|our) (?:(?:whole|` +
  `entire|actual|current) )?${WORK}|${WORK})`
const BE_NOT = "(?:(?:am|is|are|'m|'s|'re) (?:still |really |actually |clearly |currently )?not|isn't|aren't|ain't)"
const DONE = '(?:done|complete|completed|finished|ready|fully done|over|through)'
const REST = '(?: (?:yet|after all|at all|though|here|until|because|since|with|and|but|as|either|so|when|if)\\b.*)?'
const DEGREE = '(?:yet |quite |really |fully |entirely |actually |completely |all |even |at all )*'

export const DENIALS: readonly string[] = [
  `^${CONNECTIVE}(?:${SUBJECT} )?(?:${BE_NOT}|not|never|nowhere near|far from|anything but|` +
    `hardly) ?${DEGREE}(?:being )?${DONE}${REST}$`,
  `^${CONNECTIVE}(?:i'm|we're|it's|that's|this is) (?:still |really )?(?:not|far from|nowhere near|` +
    `anything but) ${DEGREE}(?:being )?${DONE}${REST}$`,
  `^${CONNECTIVE}(?:(?:${SUBJECT} (?:am|is|are)|i'm|we're|it's) )?(?:still |only |just )*(?:almost|nearly|` +
    `not quite|mostly|partly|partially|half|about) (?:done|complete|completed|finished|ready|` +
    `there)${REST}$`,
  `^${CONNECTIVE}(?:(?:${SUBJECT} (?:is|are|remains?)|it's|still) )(?:still )?(?:incomplete|unfinished|` +
    `undone|in progress|wip)${REST}$`,
  `^${CONNECTIVE}(?:incomplete|unfinished|too early|too soon|wip|work in progress|failed|blocked|` +
    `aborted|cancelled|canceled|stuck|almost|nearly|not (?:yet|quite|entirely|exactly|really|so fast))$`,
  `^${CONNECTIVE}not (?:all|everything|every)\\b.*\\b(?:done|complete|completed|pass|passes|passing|` +
    `works?|working|implemented|finished|fixed|met|green)\\b`,
  `^${CONNECTIVE}(?:i|we) (?:have not|haven't|did not|didn't|could not|couldn't|cannot|can't|never|` +
    `was not able to|am not able to|am unable to|'ve not)(?: yet| fully| actually| even)* (?:finish|` +
    `finished|complete|completed|implement|implemented|done|solve|solved)\\b`,
  `^${CONNECTIVE}(?:i|we) (?:have not|haven't)\\b.* yet$`,
  `^${CONNECTIVE}(?:i |we )?can(?:not|'t) (?:yet )?(?:claim|say|call|declare|mark|signal|promise)\\b`,
  `^${CONNECTIVE}(?:it's|it is|that's|that is) (?:still )?too (?:early|soon)\\b`,
  `^${CONNECTIVE}(?:i'm|i am|we're|we are) (?:still |now |completely |currently )?(?:stuck|blocked)\\b`,
  `^${CONNECTIVE}(?:this|that|it)(?: is|'s) (?:still )?only (?:half|part|a part|the first|a first|one) (?:of|part|half|step)\\b`,
  `^${CONNECTIVE}there (?:is|are|'s) (?:still )?(?:more|some|other|several|many|a few|one more|plenty of|\\d+(?: more)?) ` +
    `.*\\b(?:left|remaining|open|pending|outstanding|to (?:do|go|finish|implement))$`,
]
const denies = anyOf('denials', DENIALS)

/** A present-tense statement that the work as a whole is not done. Questions and conditions state nothing. */
export function deniesCompletion(sentence: string): boolean {
  if (isQuestion(sentence)) return false
  const parts = clauses(sentence)
  return parts.some((part, index) => !isUnderCondition(parts, index) && (denies(part) || deniesElsewhere(part)))
}

/** "Provided that the nightly job passes, this is done": the work is said to be done if something is still to come. */
export function hangsOnCondition(sentence: string): boolean {
  const parts = clauses(sentence)
  return parts.some(
    (part, index) =>
      isDoneUnder(part) ||
      (saysDone(part) && [parts[index - 1], parts[index + 1]].some((other) => other && isHypothetical(other))),
  )
}

const IS_DONE = `^${CONNECTIVE}${SUBJECT} (?:is|are|will be|counts? as|can be (?:called|considered)|should be|may be called) (?:now |then )?${DONE}`
export const SAYS_DONE = `${IS_DONE}(?! (?:by|in|on|via|for|with|at)\\b)`
export const DONE_UNDER = `${IS_DONE} (?:${HARD}|as soon as|once) (?!you\\b)`
const saysDone = anyOf('says-done', [SAYS_DONE])
const isDoneUnder = anyOf('done-under', [DONE_UNDER])

/** A condition governs its own clause and the one right after it. */
export function isUnderCondition(parts: readonly string[], index: number): boolean {
  return [parts[index], parts[index - 1]].some((part) => part !== undefined && (hard.test(part) || isOffer(part)))
}

export { CONNECTIVE, SUBJECT }
