// Work that an agent's last words leave for itself: an open box, an open row, something under a label such as
// "Remaining", or a sentence that says so.
import { lazily } from '../../contract/lazily.ts'
import { admittedIn } from './owed/admitted-forms.ts'
import { leavesAsked } from './asked/asked-work.ts'
import {
  asksForReport,
  isSubject,
  names,
  type Request,
  readRequest,
  thingsAsked,
  wordsOf,
} from './asked/request-read.ts'
import { statesAsked } from './asked/asked-state.ts'
import { owedIn } from './owed/owed-forms.ts'
import { isExcused, laterWork, wasSoBefore } from './excused.ts'
import { givesUp } from './giving-up.ts'
import { announcesElsewhere } from './owed/next-elsewhere.ts'
import { nextAsked, putOffList, underLabel } from './labels.ts'
import { isFormIn, matches, parted, type PatternGroup } from './pattern-group.ts'
import { mayOweElsewhere, owesElsewhere } from './owed/own-work-languages.ts'
import { isReached, leavesSome } from './own-share.ts'
import { offersRest } from './owed/offers.ts'
import { leavesWork } from './owed/left-work.ts'
import { normal, sentencesOf } from './sentences.ts'
import { fallsShort, isOfOtherNumber, missesMeasure } from './asked/measures.ts'
import { openCross, openRow } from './status-rows.ts'
import { LISTED } from './work-words.ts'

/** The first place that names it, or null. */
export function namedWork(all: readonly string[], prompts: readonly string[] = []): string | null {
  const lines = withoutStateNames(withoutShown(withoutQuoted(all, prompts)))
  const isReport = lazily(() => prompts.length > 0 && prompts.every(asksForReport))
  const request = lazily(() => readRequest(isReport() ? [] : prompts))
  const isNamed = (words: string): boolean => prompts.length > 0 && !isReport() && names(words, request())
  const listed = (prompts.some(asksForBoxes) ? null : openBox(lines)) ?? openRow(lines, isNamed) ?? underLabel(lines)
  if (listed !== null && !isReport()) return listed
  const named =
    (prompts.length === 0 ? null : openCross(lines, isNamed)) ??
    putOffList(lines, isNamed) ??
    (prompts.length === 0 ? null : nextAsked(lines, (words) => (isReport() ? [] : thingsAsked(words, request()))))
  if (named !== null && !isReport()) return named
  // Of a report only what the agent says of itself counts.
  const isOwn = (sentence: string): boolean => !isReport() || ofItself().test(sentence)
  const sentences = sentencesOf(lines)
  return (
    sentences.find(
      (sentence, at) =>
        namesOwnWork(sentence, sentences[at - 1], request) &&
        isOwn(sentence) &&
        !wasWanted().test(normal(sentences[at + 1] ?? '')) &&
        !wasSoBefore(sentences[at + 1]) &&
        !isReached(normal(sentence), sentences.slice(at + 1)),
    ) ??
    sentences.find((sentence, at) => givesUp(normal(sentence), sentences.slice(at + 1)) && isOwn(sentence)) ??
    shortOf(lines, prompts, isReport) ??
    leftToRun(sentences, prompts)
  )
}

/** Said of the sentence before it: "You asked for the web app only." */
const wasWanted = lazily(
  () =>
    /^(?:you (?:only|just) (?:asked|wanted|said)\b|you (?:asked|wanted|told)(?: me)? (?:not|to (?:leave|keep|stop))\b|you (?:asked|wanted) [^.;]{1,60}\b(?:only|alone|nothing else)\b|as you (?:asked|wanted|said)\b)/,
)

/** The newest prompt names a number that the last words do not reach. */
function shortOf(lines: readonly string[], prompts: readonly string[], isReport: () => boolean): string | null {
  const prompt = prompts.at(-1)
  if (
    prompt === undefined ||
    !/\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|an? (?:minute|second|hour))\b/i.test(prompt)
  )
    return null
  const text = lines.slice(-60).join('\n')
  const isShort = (missesMeasure(text, prompt) || fallsShort(text, prompt)) && !isReport()
  return isShort ? (sentencesOf(lines).at(-1) ?? text.slice(-200)) : null
}

/** "Write the script and run it": "You can run it with …", and nowhere that it ran. */
function leftToRun(sentences: readonly string[], prompts: readonly string[]): string | null {
  if (!/\b(?:and|then) (?:run|execute|apply|seed) (?:it|them|the)\b/i.test(prompts.at(-1) ?? '')) return null
  const told = sentences.find((sentence) => toRun().test(sentence))
  return told === undefined || sentences.some((sentence) => hasRun().test(sentence)) ? null : told.slice(0, 200)
}

const toRun = lazily(
  () =>
    /\b(?:you can|you could|you may|to) (?:then |now )?(?:run|seed|execute|apply) (?:it|them|the|this)\b|^\W*(?:then |just |please )?run `/i,
)
const hasRun = lazily(
  () =>
    /\b(?:ran|executed|applied|seeded|imported|has run|have run|printed|took|takes|result|output|rows|pass(?:es|ed)?|exit(?:s|ed)|worked)\b/i,
)

/** Then boxes are what was made. */
function asksForBoxes(prompt: string): boolean {
  return /\b(?:templates?|(?:create|write|add|generate|draft|make) (?:\w+ ){0,3}(?:checklist|checkbox(?:es)?|task list|to-?do list))\b|\b(?:which|what)\b.*\btick\b/i.test(
    prompt,
  )
}

/** What the request puts between quotes is a name: a column "Not yet started". */
function withoutQuoted(lines: readonly string[], prompts: readonly string[]): readonly string[] {
  const quoted = prompts.flatMap((prompt) => prompt.slice(0, 2000).match(QUOTED) ?? [])
  if (quoted.length === 0) return lines
  return lines.map((line) => quoted.slice(0, 20).reduce((rest, name) => rest.replaceAll(name, 'it'), line))
}

const QUOTED =
  /(?<=["“])[^\s"“”]{1,20} [^"“”\n]{1,40}(?=["”])|(?<=(?:^|[\s(])['‘])[^\s'‘’]{1,20} [^'‘’\n]{1,40}(?=['’](?:[\s.,;:!?)]|$))/g

/** What a page, a program or an example shows in a list or table is no list of the work. */
function withoutShown(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => LISTED.test(line))) return lines
  let isShown = false
  let before = ''
  return lines.filter((line) => {
    if (line.trim() === '') return true
    if (!LISTED.test(line)) {
      before = line
      isShown = false
      return true
    }
    if (before !== '') isShown = shows().test(before)
    before = ''
    return !isShown
  })
}

const shows = lazily(
  () =>
    /\b(?:renders?|shows?|prints?|displays?|outputs?|looks? like|reads|example|sample|legend|covers|contains|describes|explains|documents|walks|(?:it|which|that|page|file|document) (?:has|holds|consists of) (?:the )?(?:two|three|four|five|six|seven|\d{1,2}|these|following) (?:parts|sections|chapters|headings|columns|blocks|pages))\b[^.!?]{0,80}:?\s*$/i,
)

/** "- `pending`: not yet picked up" and its like, side by side, say what the names of states mean in the product. */
function withoutStateNames(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.includes('`'))) return lines
  const isName = lines.map((line) => stateName().test(line))
  return isName.filter(Boolean).length < 2 ? lines : lines.filter((_, index) => isName[index] !== true)
}

const stateName = lazily(
  () =>
    /^\s{0,20}(?:[-*+•|]|\d{1,3}[.)])\s{0,9}\*{0,2}`["']?(?:pending|open|to-?do|queued|waiting|running|active|started|in[-_ ]?progress|done|completed?|finished|closed|failed|failure|error|success|succeeded|cancell?ed|paused|draft|approved|rejected|archived|ready|blocked|new|skipped|incomplete|partial|missing|outstanding|remaining)["']?`/i,
)

/**
 * Most sentences are told by themselves, and agents write many of them again and again: those are kept. The sentence before
 * is only looked at together with the request, so a reading that asked for no request used neither.
 */
function namesOwnWork(sentence: string, before: string | undefined, request: () => Request): boolean {
  const known = kept.get(sentence)
  if (known !== undefined) return known
  let isHeld = false
  const isNamed = readsOwnWork(sentence, before, () => {
    isHeld = true
    return request()
  })
  if (isHeld) return isNamed
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(sentence, isNamed)
  return isNamed
}

const MOST_KEPT = 10_000
const kept = new Map<string, boolean>()

function readsOwnWork(sentence: string, before: string | undefined, request: () => Request): boolean {
  if (/[?？]\W*$/.test(sentence)) return false
  const plain = normal(sentence)
  if (breaksOff(plain, before, request)) return !ofBefore().test(plain)
  const isHandedOver =
    matches(handsOver, plain) ||
    matches(skipsAsked, plain) ||
    offersRest(plain, () => request().text) ||
    (matches(leavesMark, sentence.toLowerCase()) && !/\b(?:todo|fixme)s?\b/i.test(request().text))
  const isAskedFor =
    !isHandedOver &&
    (leavesAsked(sentence, plain, request) || statesAsked(sentence, before, request)) &&
    !proof().test(plain)
  if (!isHandedOver && !isAskedFor && !isOwed(plain)) return false
  if (ofBefore().test(plain)) return false
  if (isSubject(wordsOf(sentence), request().asked) && !ownsUp().test(plain)) return false
  if (isHandedOver) return true
  if (/\bi(?:'ve| have)? stopped (?:there|here|after|before)\b/.test(plain) && STOP_WANTED.test(request().text))
    return false
  if (!isAskedFor && request().wantsToSeeRed && red().test(plain)) return false
  if (/\d|\b(?:two|three|four|five)\b/.test(plain) && isOfOtherNumber(plain, request().text)) return false
  const isLater = laterWork().test(plain) && !(request().wantsAll && /\bwill (?:come|follow|be)\b/.test(plain))
  return !isExcused(plain) && (isAskedFor || !isLater)
}

const ofBefore = lazily(
  () =>
    /^(?:before|previously|formerly|until now|at first|initially|originally)(?: (?:the|this|my) (?:change|fix))?[:,–] /,
)
/** How it was made sure of is no state of the work. */
const proof = lazily(() => /\b(?:verified|checked|tested|confirmed|proved) (?:it|this|that|the [\w-]+) by\b/)
const STOP_WANTED = /\b(?:then|and) stop\b(?! the\b)|\bstop (?:there|here|after|before)\b/
const red = lazily(() => /\b(?:is|are|stays?|turns?) (?:all |now |still )?red\b|\bfail(?:s|ing|ed|ures?)?\b/)

/** "The core is covered. Refunds and disputes aren't." */
function breaksOff(plain: string, before: string | undefined, request: () => Request): boolean {
  if (!(plain.endsWith("n't") || plain.endsWith(' not')) || plain.length > 80) return false
  if (!elliptic().test(plain)) return false
  // Asked for: what stands before it is of this request as well.
  return request().text !== '' && before !== undefined && doneBefore().test(normal(before))
}

const elliptic = lazily(
  () =>
    /^(?:but |only |however,? )?(?!.*\b(?:users?|guests?|admins?|customers?|safari|firefox|chrome|browsers?|others?|it|they|that|which|if|when)\b)(?:\p{L}|\d|[ ./·'-])+ (?:doesn't|don't|isn't|aren't|hasn't|haven't|wasn't|weren't|didn't|does not|do not|is not|are not|has not|have not)$/u,
)
const doneBefore = lazily(
  () =>
    /\b(?:(?:is|are|has been|have been) (?:now |all |both |fully )?(?:covered|converted|done|migrated|ported|translated|implemented|tested|fixed|documented|written|in place|finished|complete|updated|rewritten)|most of (?:it|them|the)|(?:compiles?|passes|pass|works?|builds?) now|now (?:compiles?|passes|pass|works?|builds?))\b/,
)

const ofItself = lazily(
  () =>
    /\b(?:i|we)(?:'ll|'m|’ll|’m| will| am| still| yet| have not| haven't| haven’t| did not| didn't| didn’t| could not| couldn't| need| must| should| plan| stopped| gave)\b|\blet me\b/i,
)

/** The agent speaks of what it did itself, not of what the product shows. */
const ownsUp = lazily(() => /\b(?:i|we)(?:'ve)? (?:have not|haven't|did not|didn't|not|still (?:have|need) to)\b/)

function isOwed(plain: string): boolean {
  return (
    leavesSome(plain) ||
    leavesWork(plain) ||
    owedIn(plain).some((form) => isFormIn(form, plain)) ||
    admittedIn(plain).some((form) => isFormIn(form, plain)) ||
    (mayOweElsewhere(plain) && owesElsewhere(plain)) ||
    announcesElsewhere(plain)
  )
}

/** The person is left with the rest, or what was made is not in use. */
const handsOver: PatternGroup = {
  parts: parted(
    "feel free|you can|you could|you may|you would|you will|you'll|you'd|nothing |won't go|no-op|stub|placeholder|skeleton",
  ),
  patterns: lazily(() => [
    /\b(?:feel free to|you can|you could|you may|you'd need to|you would need to) (?:then |now |easily |simply |just )*(?:add|extend|continue|complete|finish|fill|do|apply|repeat|write|convert|port|migrate|create)\b.*\b(?:the (?:other|others|rest|remaining|missing)\b|(?:them|it|this) from here\b)|\byou(?:'d| would|'ll| will) (?:still )?(?:need|have) to \p{L}+ (?:it |them |this )?(?:yourself|by hand)\b|\byou(?:'d| would) (?:still )?(?:need|have) to (?:fill in|translate|implement|complete|finish|convert|port|migrate)\b|\bnothing (?:calls?|uses?|imports?|triggers?|invokes?|renders?|reads?|sends?) (?:it|them|this|these)(?: \w+)? yet\b|\b(?:does|do) nothing (?:for now|yet|so far|at the moment|at present)\b|\b(?:no-op|stub|placeholder|skeleton)s?\b.*\byou(?:'d| would|'ll| will)? (?:need|have) to\b|\bnothing (?:i|we) tried (?:helped|worked)\b|\bwon't go away\b/u,
  ]),
}

/** "I skipped the part you asked for" */
const skipsAsked: PatternGroup = {
  parts: parted('you asked|you wanted|you requested|asked for'),
  patterns: lazily(() => [
    /\b(?:skipped|left out|omitted|dropped|postponed|ignored|did not do|didn't do|not add|n't add|not write|n't write)\b.*\b(?:you (?:asked|wanted|requested)(?: me)?(?: for| to have)?|that (?:was|were) (?:asked for|requested))\b(?! (?:to|not|me)\b)/,
  ]),
}

/** A mark that the agent set itself: "I left a `// TODO: …`". */
const leavesMark: PatternGroup = {
  parts: parted('todo|fixme|implemented|coming soon|comment|note'),
  patterns: lazily(() => [
    /(?:^|\b(?:i|i've|have|and) )(?:left|added|put|marked|set)\b[^`]{0,60}`[^`\n]{0,20}\b(?:TODO|FIXME)\b|\b(?:just|only|simply|still|but) (?:prints?|exits? with|throws?|returns?|raises?|says?|shows?) (?:an? )?["“'`][^"”'`\n]{0,30}(?:not (?:yet )?implemented|todo|coming soon)/i,
    /(?:\bthere(?:'s|’s| is| are)|\b(?:has|have|contains?|carr(?:y|ies)))(?: still| now| also| just)? (?:an?|one|two|three|some|several|\d{1,3}) (?:`|open )?(?:todo|fixme)s?\b(?! (?:app|list|item|entry|page|component|in (?:each|every)|per)\b)(?!.*\b(?:unrelated|pre-?existing|already|old|existing|upstream|for each|on each)\b)/,
    /\bi(?:'ve|’ve| have)? (?:left|added|put|wrote) a (?:comment|note)\b(?!.*\b(?:why|because|so that)\b).*\b(?:not|\w+n't|missing|unhandled)\b.*\b(?:yet|there|into account|handled|covered|supported|implemented|done)\b/,
    /\bi(?:'ve|’ve| have)? (?:marked|tagged|flagged|annotated) .{1,80} (?:with|as) (?:an? )?`?(?:\/\/ ?)?(?:todo|fixme)\b/,
  ]),
}

/** An item of a list that is not ticked, among others that are or under a heading of its own. */
function openBox(lines: readonly string[]): string | null {
  const box = lines.findLast((line) => /^\s{0,20}(?:[-*+]|\d{1,3}[.)]) \[ \] \S/.test(line))
  return box === undefined ? null : box.trim().slice(0, 200)
}
