// Work that an agent's last words leave for itself: an open box, an open row, something under a label such as
// "Remaining", or a sentence that says so.
import { lazily } from '../../../contract/lazily.ts'
import { leavesAsked } from './asked/asked-work.ts'
import { asksForReport, isSubject, names, type Request, readRequest, wordsOf } from './asked/request-read.ts'
import { statesAsked } from './asked/asked-state.ts'
import { form, formsFor, isFormIn, matches, parted, type PatternGroup } from './pattern-group.ts'
import { toSentences } from './question.ts'
import { mayOweElsewhere, owesElsewhere } from './own-work-languages.ts'
import { leavesSome } from './own-share.ts'
import { leavesWork } from './left-work.ts'
import { LONGEST_SENTENCE, normal, sentencesOf } from './sentences.ts'
import { fallsShort, missesMeasure } from './asked/measures.ts'
import { openCross, openRow } from './status-rows.ts'
import { AS_ASKED, FAULTS, NUMBER, OTHERS, REDONE, UNDONE } from './work-words.ts'

/** The first place that names it, or null. */
export function namedWork(all: readonly string[], prompts: readonly string[] = []): string | null {
  const lines = withoutStateNames(withoutShown(withoutQuoted(all, prompts)))
  const isReport = lazily(() => prompts.length > 0 && prompts.every(asksForReport))
  const request = lazily(() => readRequest(isReport() ? [] : prompts))
  const listed = (prompts.some(asksForBoxes) ? null : openBox(lines)) ?? openRow(lines) ?? underLabel(lines)
  if (listed !== null && !isReport()) return listed
  const isNamed = (words: string): boolean => !isReport() && names(words, request())
  const named = prompts.length === 0 ? null : (openCross(lines, isNamed) ?? putOffList(lines, isNamed))
  if (named !== null) return named
  // Of a report only what the agent says of itself counts.
  const isOwn = (sentence: string): boolean => !isReport() || ofItself().test(sentence)
  const sentences = sentencesOf(lines)
  return (
    sentences.find((sentence, at) => namesOwnWork(sentence, sentences[at - 1], request) && isOwn(sentence)) ??
    shortOf(lines, prompts, isReport)
  )
}

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

/** Then boxes are what was made. */
function asksForBoxes(prompt: string): boolean {
  return /\b(?:templates?|(?:create|write|add|generate|draft|make) (?:\w+ ){0,3}(?:checklist|checkbox(?:es)?|task list|to-?do list))\b|\b(?:which|what)\b.*\btick\b/i.test(
    prompt,
  )
}

/** What the request puts between quotes is a name: a column "Not yet started". */
function withoutQuoted(lines: readonly string[], prompts: readonly string[]): readonly string[] {
  const quoted = prompts.flatMap(
    (prompt) => prompt.slice(0, 2000).match(/(?<=["“])[^\s"“”]{1,20} [^"“”\n]{1,40}(?=["”])/g) ?? [],
  )
  if (quoted.length === 0) return lines
  return lines.map((line) => quoted.slice(0, 20).reduce((rest, name) => rest.replaceAll(name, 'it'), line))
}

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

const LISTED = /^\s{0,20}(?:[-*+•|]|\d{1,3}[.)])\s/
const shows = lazily(
  () =>
    /\b(?:renders?|shows?|prints?|displays?|outputs?|looks? like|reads|example|sample|legend|covers|contains|describes|explains|documents|walks)\b[^.!?]{0,80}:?\s*$/i,
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

function namesOwnWork(sentence: string, before: string | undefined, request: () => Request): boolean {
  if (/[?？]\W*$/.test(sentence)) return false
  const plain = normal(sentence)
  const isHandedOver =
    matches(handsOver, plain) ||
    (matches(leavesMark, sentence.toLowerCase()) && !/\b(?:todo|fixme)s?\b/i.test(request().text))
  const isAskedFor = !isHandedOver && (leavesAsked(sentence, plain, request) || statesAsked(sentence, before, request))
  if (!isHandedOver && !isAskedFor && !isOwed(plain)) return false
  if (isSubject(wordsOf(sentence), request().asked) && !ownsUp().test(plain)) return false
  if (isHandedOver) return true
  return !isExcused(plain) && (isAskedFor || !laterWork().test(plain))
}

const ofItself = lazily(
  () =>
    /\b(?:i|we)(?:'ll|'m|’ll|’m| will| am| still| yet| have not| haven't| haven’t| did not| didn't| didn’t| could not| couldn't| need| must| should| plan| stopped| gave)\b|\blet me\b/i,
)

/** The agent speaks of what it did itself, not of what the product shows. */
const ownsUp = lazily(() => /\b(?:i|we)(?:'ve)? (?:have not|haven't|did not|didn't|not|still (?:have|need) to)\b/)

/** What is to be done before the person goes on is still the agent's. */
function isExcused(plain: string): boolean {
  const text = plain.replace(
    /\b(?:before|until) you (?:merge|deploy|ship|release|use|have)\b|\bi(?:'d| would) (?:suggest|recommend|propose) (?=doing)/,
    '',
  )
  return excused().some((pattern) => pattern.test(text))
}

function isOwed(plain: string): boolean {
  return (
    leavesSome(plain) ||
    leavesWork(plain) ||
    owedIn(plain).some((form) => isFormIn(form, plain)) ||
    (mayOweElsewhere(plain) && owesElsewhere(plain))
  )
}

/** The person is left with the rest, or what was made is not in use. */
const handsOver: PatternGroup = {
  parts: parted(
    "feel free|you can|you could|you may|you would|you'd|nothing |won't go|no-op|stub|placeholder|skeleton",
  ),
  patterns: lazily(() => [
    /\b(?:feel free to|you can|you could|you may|you'd need to|you would need to) (?:then |now |easily |simply |just )*(?:add|extend|continue|complete|finish|fill|do|apply|repeat|write|convert|port|migrate|create)\b.*\b(?:the (?:other|others|rest|remaining|missing)\b|(?:them|it|this) from here\b)|\bnothing (?:calls?|uses?|imports?|triggers?|invokes?|renders?|reads?|sends?) (?:it|them|this|these)(?: \w+)? yet\b|\b(?:does|do) nothing (?:for now|yet|so far|at the moment|at present)\b|\b(?:no-op|stub|placeholder|skeleton)s?\b.*\byou(?:'d| would|'ll| will)? (?:need|have) to\b|\bnothing (?:i|we) tried (?:helped|worked)\b|\bwon't go away\b/,
  ]),
}

/** A mark that the agent set itself: "I left a `// TODO: …`". */
const leavesMark: PatternGroup = {
  parts: parted('todo|fixme|implemented|coming soon'),
  patterns: lazily(() => [
    /(?:^|\b(?:i|i've|have|and) )(?:left|added|put|marked|set)\b[^`]{0,60}`[^`\n]{0,20}\b(?:TODO|FIXME)\b|\b(?:just|only|simply|still|but) (?:prints?|exits? with|throws?|returns?|raises?|says?|shows?) (?:an? )?["“'`][^"”'`\n]{0,30}(?:not (?:yet )?implemented|todo|coming soon)/i,
  ]),
}

/** Work that may come some time is none of this task, unless it was asked for. */
const laterWork = lazily(
  () => /\b(?:in (?:the )?future|future work|some ?day|follow-?ups?|separate (?:pr|issue|ticket|task))\b/,
)

const notOwn = lazily((): readonly RegExp[] => [...excused(), laterWork()])

/** It is the person's, optional, elsewhere, or there is none of it. */
const excused = lazily((): readonly RegExp[] => [
  /\byou(?:'ll|'d| will| would| should| must| can| could| may| might| only| just| also)*(?: still| then| also| only| first)* (?:need|have|must|want|should|run|set|add|deploy|update|review|restart|merge|configure)\b/,
  /\b(?:for you|on (?:your|their|his|her|\p{L}+'s) (?:side|end|part|plate)|your (?:call|choice|decision|side|turn)|up to you|the user still|users still)\b/u,
  /\b(?:if|should|unless|in case|whenever) (?:you|needed|necessary|desired|wanted|required|anything|something|there)\b/,
  /\b(?:optional(?:ly)?|out of scope|beyond (?:the|this) scope|not part of|nice to have|not (?:needed|required|necessary)|by design|on purpose|intentional(?:ly)?|deliberate(?:ly)?|pre-?existing|unrelated|as before|as requested|as (?:you )?(?:asked|described|wanted|requested|scoped)|you (?:declined|denied|rejected|mentioned)|separate (?:matter|concern|topic|issue|story)|different matter|as agreed|of course|in line with|according to|your (?:plan|policy|rules?|ticket|spec|conventions?)|as (?:laid|scoped|discussed)|as instructed|as specified|per (?:your|the (?:spec|request|instructions))|as the \w+(?: \w+)? (?:says|requires|demands|specifies)|yours|(?:left|leave \w+) (?:to|for) you|you (?:said|wanted|asked|told))\b/,
  /^(?:if|in case|whenever|unless|should)\b.*\bi(?:'ll| will| can| would|'d)\b/,
  /^no\b.*\b(?:left|remains?|remaining|any ?more)\b/,
  /(?:^|[;,] )in (?:the |our |local )?(?:\w+ )?(?:tests|specs|development|dev mode)\b/,
  /\bsame as (?:in|for|with|on)\b|\blike (?:in )?the (?:other|existing)\b/,
  /\b(?:as|since|because) no \w+(?: \w+)? (?:was|were|is) (?:wanted|asked for|requested|needed|due)\b/,
  // One of those that the product knows, and what its users have not done.
  /\b(?:an?|any|each|every) (?:[\w-]+ ){1,3}(?:that|which|who)(?:'s| is| has)? (?:still|not|never|yet)\b|\b(?:you|users|people|customers)(?:'ve| have)?(?: \w+){0,2} (?:but |and )?(?:not|never|haven't)(?: yet)? \w+ed\b/,
  /\banyway$/,
  // What a text of the product says.
  /^(?:the |a |an |this |it |each |every )?(?:[\p{L}./-]+ ){0,4}(?:lists|describes|explains|mentions|states|documents|includes? (?:an?|the|its) [\p{L}x ]{0,40}(?:section|chapter|list|table|note|paragraph)s?)\b/u,
  // What somebody else has not done.
  /^(?:but |and |since |because )?(?:the )?(?:vendor|upstream|maintainers?|provider|supplier|library|framework|browsers?|safari|firefox|chrome|they)\b(?! (?:fallback|version|build|support|tests?|part)\b)/,
  /\b(?:could|might|may) (?:later |also |then |still )*(?:add|be|want|consider|replace|extend|improve|use|make|help)\b|\b(?:i|we)(?:'d| would) (?:recommend|suggest)\b|\bconsider\b/,
  /^(?:nothing|none)\b(?!.*\bbut\b)|\bnone of (?:them|these|those|it)\b|\b(?:nobody|no one|not|didn't|wasn't|never) (?:been )?(?:ask|asked|request|requested)\b|\b(?:nothing|none)(?: of \w+| else)?(?: is| was| are| has)?(?: been)? (?:left|open|missing|remaining|remains|else|to do|outstanding|pending|more|changed|further)\b|\b(?:no (?:\w+ )?(?:work|tasks?|items?|steps?|issues?|todos?|errors?|failures?|remaining|open))\b(?!.*\bbut\b)/,
  /\b(?:that|which|who|what) (?:was|were|had|used to)\b|\b(?:is|are|have been|has been|were|was) (?:now |all )?(?:fixed|resolved|green|passing) now\b|\bno longer\b|\bused to\b/,
  /\bonce (?:you|the pr|this is merged|it is merged|merged)\b|\b(?:when|after) you\b/,
  /(?:^|\s)(?:du musst|musst du|sie müssen|müssen sie|kannst du|könntest du|bei bedarf)(?=\s|$)|\bvous (?:devez|devrez|pouvez)\b|\bil vous reste\b|\b(?:tienes|tendrás|debes|puedes|te falta)\b|\bvocê (?:ainda )?(?:precisa|deve|pode)\b|\b(?:devi|dovrai|puoi)\b/,
  /必要に応じて|してください|お願いします|(?:您|你)(?:还)?(?:需要|可以|应)|如果(?:您|你)|하시면|하셔야|(?:^|[^\p{L}])(?:вам|вы)(?=\s)|при желании/u,
])

const ADVERB =
  '(?:still |now |first |also |just |really |actually |quickly |then |next |only |probably |definitely |at least |finally |immediately |continue to |go on to |start to |start by |proceed to |move on to |have to |need to )*'
/** Verbs with which an agent speaks to the person, or says that it does nothing. */
const NO_WORK =
  '(?:know|explain|summari[sz]e|recap|stop|wait|leave|pause|be|keep you|let you|assume|stick|note|show you|walk|share|describe|skip|not|hold|stay|stand|a?wait|need your|need you|need the|need a|need an|need to know|go over|break)'

/** What an agent says that it will do; other verbs may speak of the work or to the person. */
const ACT =
  '(?:add|write|fix|implement|convert|migrate|update|port|finish|complete|tackle|handle|move|create|build|continue|refactor|test|clean|remove|replace|rename|document|translate|start|address|extend|wire|cover|resume|proceed|adapt|adjust|set up|take care of|work on|get to|turn to|look (?:at|into)|(?:re-?)?run|apply|verify|double-check|investigate|debug|dig into|repeat)'
/** Not what it says, keeps or chose. */
const DOING =
  '(?!waiting|awaiting|holding|asking|stopping|pausing|leaving|keeping|assuming|using|treating|following|proposing|suggesting|recommending|reporting|guessing|sticking|relying|calling|happy|missing|lacking|expecting|thinking|reading this|seeing|getting|going\\b)\\p{L}+ing\\b'
/** Parts of the work that are not done, and nobody else's. */
const REST = `(?:others?|rest|remaining|remainder|${NUMBER})`
const TODO = '(?:todos?|fixmes?|stubs?)'
/** An app, a page or a list for todos is none. */
const NO_NAME = '(?! (?:app|list|item|entry|page|component|manager|tool)s?\\b)'

const owedIn = formsFor(() => [
  form(
    'still|yet',
    () =>
      `\\b(?:i|we)(?:'ve| have)? (?:still|yet|also still) (?:have|need|got|must|want|should|plan|intend)\\b(?! (?:to know|your|you)\\b)`,
  ),
  form(
    'have to|need to|must to|got to|have yet to',
    () => `\\b(?:i|we) (?:have|need|must|got|'ve got)(?: yet)? to (?!(?:the|a|it)\\b)(?!${NO_WORK}\\b)\\w+`,
  ),
  form(
    'i must|i should|i plan|i intend|about to',
    () => `\\bi (?:must|should|plan to|intend to|am about to|'m about to) (?!${NO_WORK}\\b)\\w+`,
  ),
  form(
    "'ll|will|going to|let me|let's|about to",
    () =>
      `(?:^|[,;:–—] ?|\\b(?:and|but|so|now|next|then|afterwards|first|that|which) )(?:i'll|i will|i'm going to|i am going to|we'll|we will|let me|let's|i'm about to) ${ADVERB}(?!${NO_WORK}\\b)\\w+`,
  ),
  form(
    "'ll|will|going to",
    () =>
      `\\b(?:i'll|i will|i'm going to|i am going to) ${ADVERB}(?!${NO_WORK}\\b)\\w+.*\\b(?:next|now|later|afterwards?|then|after that|shortly|soon|in the next step|tomorrow)\\b`,
  ),
  form('next', () => `\\bnext,? (?:up|step)?,?:? ?(?:i|is|are|comes?|we)\\b`),
  form(
    'yet',
    () =>
      `^(?!.*\\b(?:when|whenever|if|who|whose|that|which|until|while|where|because|was|were|had)\\b.*(?:\\bnot\\b|n't\\b)).*(?:\\b(?:isn't|aren't|hasn't|haven't|don't|doesn't|not)\\b(?! yet\\b).*\\byet\\b|(?:^|\\b(?:is|are|it's|that's|has|have|do|does|can|but|though|yes|also|so|work|works|supports?) (?:\\p{L}+ )?|[,;:–—(] ?)not yet\\b(?! \\p{L}+ (?:\\p{L}+s|below|above|at|by|are|is|will|get|stay|show)\\b)|\\bnot yet$)|\\byet to be\\b|\\bhave yet to\\b|\\bhas yet to\\b`,
  ),
  form(
    'still',
    () =>
      `^(?!.*\\b(?:that|which|who|what) (?:was|were|are|is)? ?still\\b)(?!.*\\b(?:if|when|while|unless|until|whether|whenever|where|because|since)\\b.*\\bstill\\b)(?!.*\\b(?:was|were) still\\b).*\\bstill (?:fails?|failing|broken|red|missing|an? (?:stub|placeholder|draft|skeleton|mock)|needs? (?:to be|work|a|an|some|tests|the|\\w+ing)|to do|to be \\w+|pending|outstanding|incomplete|unfinished|open|left|lacks?|todo|remains?|doesn't|don't|does not|do not|not|in conflict|conflicting|unresolved|unfixed|uncommitted)\\b`,
  ),
  form(
    "not|n't|only ",
    () =>
      `(?<!\\b(?:that|which|who|if|when) )\\b(?:is|are|remains?|isn't|aren't)(?: still)?(?: not| only (?:half|partly|partially)) ${UNDONE}\\b(?! (?:by|on|in|for)\\b)|^(?!.*\\b(?:if|when|where|that|which|who)\\b).*\\b(?:isn't|aren't) ${UNDONE}$`,
  ),
  form(
    'not',
    () => `\\b(?:converted|done|finished|migrated|implemented|ported|written|covered)\\b.*\\b(?:are|is) not$`,
  ),
  form(
    'around to|as far as',
    () => `\\b(?:did not|didn't|have not|haven't|could not|couldn't) get around to\\b|\\bonly got as far as\\b`,
  ),
  form(
    'been',
    () =>
      `^(?!.*\\b(?:who|that|which|when|if)\\b).*\\b(?:has|have)(?: not|n't) been (?:implemented|written|converted|migrated|added|wired|ported|done|finished|completed|looked into|investigated)\\b`,
  ),
  form(
    'able to',
    () =>
      `\\b(?:haven't|have not|wasn't|was not) (?:been )?able to (?:finish|complete|implement|fix|get|make|convert)\\b`,
  ),
  form(
    'still',
    () =>
      `\\bthere(?:'s| is| are) still (?!no\\b).*\\b(?:to (?:fix|do|write|add|handle|convert|implement|resolve|finish|update)|left|failing|missing|open|errors?|failures?)\\b`,
  ),
  form(
    'get to|manage|finish|complete|implement|have time|ran out',
    () =>
      `\\b(?:i|we) (?:did not|didn't|have not|haven't|could not|couldn't) (?:get to|manage to|finish|complete|implement|have time)\\b|\\bran out of (?:time|budget|context)\\b|\\b(?:i|we) ran out of (?:room|space|tokens|turns)\\b`,
  ),
  form(
    'progress',
    () =>
      `(?:^|\\b(?:made|making|with) )(?:good|great|solid|some|decent) progress\\b.*\\b(?:stop|pause|leave (?:it|off)|call it a day)\\b`,
  ),
  form(
    'half|partly|partially',
    () =>
      `^(?!.*\\b(?:that|which|who|when|if)\\b).*\\b(?:(?:halfway|half way)(?! (?:through|into|up|down|across) (?:an?|the|its|each|every)\\b)|half done|partly done|partially (?:done|complete|implemented|finished)|half-finished)\\b`,
  ),
  form(
    'only',
    () =>
      `\\bonly (?:did|done|finished|implemented|completed|converted|covers?|the first)\\b.*\\b(?:first|half|part|step|one|some)\\b`,
  ),
  form(
    'so far',
    () =>
      `\\b(?:done|finished|implemented|fixed|converted|completed|migrated|progress) so far\\b|\\b\\d+ (?:of|out of|/) (?:the )?\\d+\\b.*\\bso far\\b`,
  ),
  form(
    'will follow|to follow|follow|next|remain|has to go|left',
    () =>
      `\\b(?:implementation|tests?|rest|docs|remaining|others?|details)\\b.*\\b(?:will follow|to follow|follows? (?:next|later)|comes? next|is next|are next|remains? to be|has to go|is left|are left|remains?)\\b`,
  ),
  form(
    'for now|for the time',
    () =>
      `\\b(?:placeholders?|stub(?:s|bed)?(?: out)?|mocked|hard-?coded|(?:is|are) empty(?: files?| functions?| methods?| folders?)?)\\b(?!.*\\b(?:${AS_ASKED}|as the)\\b).*\\bfor (?:now|the time being)\\b`,
  ),
  form(
    'only',
    () =>
      `\\b(?:for brevity|for now|to save time|in the interest of time)\\b.*\\bonly\\b|\\bonly\\b.*\\b(?:for brevity|to save time|in the interest of time)\\b`,
  ),
  form(
    ' next|will follow',
    () =>
      `^(?!.*\\b(?:that|which|what|who|where)\\b).*\\b(?:(?:comes?|is|are) (?:the )?next(?: step| steps| item| task| thing| one)?|will follow)$`,
  ),
  form(
    'outstanding|unfinished|incomplete|to be done|left to do',
    () => `^(?!.*\\b(?:that|which|who)\\b).*\\b(?:is|are) (?:outstanding|unfinished|incomplete|to be done|left to do)$`,
  ),
  form(
    'time',
    () =>
      `^(?:and |so |now )?(?:it's |it is )?time (?:for the (?:second|third|next|last|other|others|rest|remaining)|to ${ACT})\\b`,
  ),
  form("'ll|will|going to", () => `\\b(?:i'll|i will|i'm going to|i am going to) ${ADVERB}${ACT}\\b`),
  // What the agent is at, or would do before it is done.
  form("i'm|i am", () => `\\bi(?:'m| am) (?:now |currently |still |just |already |next )*${DOING}`),
  form(
    'want|like|ought|mean|hope|expect',
    () => `\\bi(?:'d| would)? (?:still |also |first )*(?:want|like|ought|mean|hope|expect) to ${ADVERB}${ACT}\\b`,
  ),
  form(
    "not|n't|never",
    () =>
      `\\b(?:i|we)(?:'ve| have)? ?(?:not|n't|never|haven't|did not|didn't) (?:yet |even |really )*(?:started?|begun|begin|looked (?:at|into)|look (?:at|into)|reached|reach|tackled|got(?:ten)? (?:to|around to))\\b`,
  ),
  form(
    'to follow|on it',
    () =>
      `(?<!\\b(?:easy|easier|hard|harder|simple|simpler|rules?|steps?|path|trail|links?|conventions?)) to follow$|[:,;–—] (?:i'm |i am )?on it$`,
  ),
  form(
    'for the |for now',
    () =>
      `\\b(?:returns?|throws?|prints?|raises?|does|do|accepts?|shows?|ignores?|skips?)\\b.*\\bfor the (?:moment|time being)$|^for (?:now|the moment|the time being),? .*\\b(?:returns?|throws?|raises?|does nothing|ignores?|skips?)\\b`,
  ),
  form(
    'errors|warnings|failures|failing|failed|violations|problems|issues|findings|error |warning |failure ',
    () =>
      `\\b(?:${FAULTS}\\b.*\\bfrom \\d+ to|from \\d+ (?:\\w+ )?${FAULTS} to|\\d+ (?:\\w+ )?${FAULTS} to) (?!0\\b|zero\\b)\\d+`,
  ),
  form(
    'on my|underway|under way|the works|wip|work in progress|ongoing|tbd|for the next|for my next',
    () =>
      `\\bon my (?:list|plate)\\b|\\b(?:is|are) (?:still |currently |now )*(?:underway|under way|in the works|wip|a work in progress|ongoing|tbd)$|\\bfor (?:the|my) next (?:turn|session|round|pass|run)\\b`,
  ),
  form(
    'still|left|will be',
    () =>
      `\\bstill ha(?:s|ve) to be \\w+|\\bleft (?:for me|to do)\\b|\\bwill be \\w+ in (?:my|the) next (?:step|turn|round)\\b`,
  ),
  form('stubbed', () => `\\b(?:is|are) (?:still |only |just )*stubbed out\\b(?!.*\\b(?:tests?|specs?)\\b)`),
  form('so far', () => `^so far,? (?:only|just)\\b(?!.*\\b(?:supports?|ships?|offers?|allows?)\\b)`),
  form('only', () => `\\bonly (?:partially|partly|half) (?:\\w+ed|done|working|written|rewritten)\\b`),
  form(
    'remain',
    () => `(?:^|[,;:–—] |\\b(?:but|and|while) )(?:[\\p{L} ]{0,40})${NUMBER}(?:[–-]\\d+)?(?: \\p{L}+){0,4} remain$`,
  ),
  // What a stub is for may be told of a finished one: then the sentence does not end with it.
  form(
    'todo|fixme|stub',
    () => `\\b(?:is|are)(?: still| only| just)* (?:an? )?${TODO}(?: for now| so far| at the moment)?$`,
  ),
  form('todo|fixme', () => `\\b(?:is|are)(?: still| only| just)* an? (?:todo|fixme)\\b${NO_NAME}`),
  form(
    'todo|fixme|stub',
    () =>
      `\\b(?:(?:is|are) (?:still|only|just)|(?:i|we)(?:'ve| have)? left(?: \\p{L}+){0,5}?(?: as)?) (?:an? )?${TODO}${NO_NAME}\\b`,
  ),
  form('now |next ', () => `^(?:now|next) (?:for|on to) the\\b`),
  form(
    ' now',
    () =>
      `^(?:and |so |then )?(?:(?:re-?)?(?:running|building|testing|checking|verifying|generating)|updating|writing|adding|implementing|applying|installing|converting|migrating|fixing|creating|removing|replacing|refactoring|investigating|debugging|profiling) (?:the|all|it|them|this|that|those|these|my|our|a|an|both|each|every)\\b(?: (?!(?:takes?|needs?|is|are|works?|shows?|gives?|costs?|prints?) )[^\\s,;]+){0,8} now$`,
  ),
  form(
    ' next| first',
    () =>
      `^(?:and |so |then )?(?:(?:re-?)?(?:running|building|testing|checking|verifying|generating)|applying|deploying|updating|writing|adding|implementing|installing|converting|migrating|fixing|creating|removing|reading|looking)(?: [^\\s,;]+){1,9} (?:next|first)$`,
  ),
  form(
    'yet',
    () =>
      `\\b(?:that|which) (?:i|we) (?:haven't|have not) (?:\\w+ )?(?:touched|got(?:ten)? to|\\w+ed|done)(?: \\w+)? yet$`,
  ),
  form(
    'fails|crashes|hangs|breaks|errors|times out|fail ',
    () =>
      `^(?!.*\\b(?:if|when|where|whenever|unless|which|that)\\b).*(?:\\b(?:build|tests?|suite|job|ci|compilation|lint|typecheck) (?:currently|now) (?:fails?|crash(?:es)?|breaks?|hangs?|errors?|times? out)\\b|\\bbut (?:it )?(?:crashes|fails|hangs|times out|breaks)\\b(?! (?:on|for|with a|loudly|fast|gracefully|early|cleanly)\\b)|\\b(?:fails?|red|broken) until (?:they|it|the|that|those)\\b)`,
  ),
  form(
    'needs to be|need to be|needs |need ',
    () =>
      `^(?!(?:no|nothing|none)\\b)(?!.*\\b(?:if|when|whenever|unless|once|before|that|which|you|your)\\b).*\\bneeds? (?:to be (?:reworked|regenerated|revisited|redone|finished|completed|${REDONE})|(?:translating|reworking|fixing|rewriting|finishing|updating|converting))$`,
  ),
  form(
    'todo|placeholder|dummy|lorem',
    () =>
      `\\b(?:put in|put|added|add|created|inserted|wrote|written)\\b.*\\bwith (?:an? |some )?(?:todo|placeholder|dummy|lorem ipsum)(?: \\w+)?$`,
  ),
  form(
    'left |leave |leaving |kept ',
    () =>
      `\\b(?:(?:i|we)(?:'ve| have)? (?:left|kept)|i(?:'m| am) leaving) (?:it|that|this|them|those|these|that one|this one)(?: \\w+){0,2} (?:as is|as it is|as they are|alone|untouched|unfixed|open) (?:for now|for the moment|for the time being|so far|at the moment)$`,
  ),
  form(
    'currently|for now|at the moment',
    () =>
      `\\b(?:currently (?:just |only |simply )?(?:raises?|throws?|panics?)|(?:raises?|throws?|panics?)\\b.*\\b(?:for now|at the moment|so far)$)`,
  ),
  form(
    'moving|continuing|proceeding|starting|on to|working on|turning|fixing|resuming',
    () =>
      `^(?:now |then |next |and )*(?:moving on|continuing|proceeding|starting|on to|working on|turning to|fixing|resuming)\\b(?!.*\\b(?:fixed|done)$)`,
  ),
  form(
    'missing',
    () =>
      `\\b(?:the )?(?:tests?|docs|documentation|error handling|translations?|validation|implementation|migration|handlers?|coverage)\\b.* (?:is|are) (?:still )?missing\\b`,
  ),
  // The rest of something larger, as it was before.
  form(
    'still|to be',
    () =>
      `(?:^|[,;:–—] |\\b(?:but|and|while|whereas|though) )(?:only )?(?:the |all |all the )?${REST}\\b(?:(?!\\b(?:no|${OTHERS})\\b)[^,;:])*?\\b(?:still (?:uses?|ha(?:ve|s)|imports?|references?|contains?|calls?|rel(?:y|ies) on|depends? on|points? (?:to|at)|goes? through|runs? on)|(?:needs?|have|has) to be ${REDONE})\\b(?!.*\\b(?:intended|wanted|by you|by hand|works?|fine|so (?:i|it|they|we)|left|kept|stays?|which|${AS_ASKED}|by design|on purpose|deliberately)\\b)`,
  ),
  form(
    'still',
    () =>
      `^(?!.*\\b(?:${OTHERS}|stays?|which|${AS_ASKED}|by design|on purpose|was|were)\\b).*\\bstill (?:on|with|in|live|lives|sit|sits|run|runs|go|goes)(?: (?:on|with|in|through|over|via))? the (?:old|legacy|previous|former)\\b`,
  ),
  form('remaining', () => `\\bremaining (?:steps?|tasks?|work|items?|parts?|files?) (?:is|are|include)\\b`),
])

/** An item of a list that is not ticked, among others that are or under a heading of its own. */
function openBox(lines: readonly string[]): string | null {
  const box = lines.findLast((line) => /^\s{0,20}(?:[-*+]|\d{1,3}[.)]) \[ \] \S/.test(line))
  return box === undefined ? null : box.trim().slice(0, 200)
}

const label = lazily(
  () =>
    /^\W{0,6}(?:next up|up next|(?:what(?:'s|’s| is) |still |work )?(?:left|remaining|missing|outstanding|open|pending)(?: (?:to do|work|tasks?|items?|steps?|parts?|points?|todos?|issues?|pieces))?|(?:still )?to ?-?do|todos?|to be done|(?:what(?:'s|’s| is) )?not (?:yet )?(?:done|finished|completed?|implemented|started|migrated|converted|ported|written|wired(?: up)?|working|fixed|translated|updated|built)(?: yet)?|what remains|still missing|known gaps|unfinished(?: \w{1,12})?|done so far|offen|noch (?:offen|zu tun|nicht (?:fertig|umgesetzt|erledigt))|(?:was |es )?fehlt noch|reste à faire|à faire|pas encore fait|pendientes?|por hacer|falta|da fare|残り|残作業|未完了|待办|剩余|남은 작업|осталось)\W{0,6}$/i,
)
const NONE =
  /^\W{0,6}(?:none|nothing|no\b|0\b|n\/a|nil|all done|empty|keine|nichts|rien|aucun|nada|ninguno|niente|nessuno|なし|无|無|没有|없음|нет|ничего)|^\W*$/i

/** Under such a heading stands what comes later: work, if it was asked for. */
const laterLabel = lazily(
  () =>
    /^\W{0,6}(?:deferred|postponed|parked|skipped|later|not (?:included|covered|in this \w+|part of this \w+)|left for later|to come|coming (?:next|later)|follow-?ups?(?: (?:prs?|work|tasks?|items?|changes?))?|next (?:pr|change|iteration|phase|round)|phase (?:2|two)|open (?:points|ends)|out of this (?:pr|change))\W{0,6}$/i,
)

function putOffList(lines: readonly string[], isNamed: (words: string) => boolean): string | null {
  const tail = lines.slice(-40)
  const put = tail.find((line) => isPutOff(line, isNamed))
  if (put !== undefined) return put.trim().slice(0, 200)
  const at = tail.findIndex(
    (line) =>
      line.length < 60 &&
      (line.endsWith(':') || line.startsWith('#') || line.startsWith('*')) &&
      laterLabel().test(line),
  )
  if (at < 0) return null
  const below = tail.slice(at + 1).filter((line) => line.trim() !== '')
  const end = below.findIndex((line) => !LISTED.test(line))
  return (end < 0 ? below : below.slice(0, end)).find(isNamed)?.trim().slice(0, 200) ?? null
}

/** "Not included: the search" */
function isPutOff(line: string, isNamed: (words: string) => boolean): boolean {
  const colon = line.indexOf(':')
  if (colon < 4 || colon > 40 || !laterLabel().test(line.slice(0, colon))) return false
  const [first = ''] = toSentences(line.slice(colon + 1))
  return first !== '' && !NONE.test(first) && !isExcused(normal(first)) && isNamed(first)
}

/** "Remaining: the tests", or the label with a list below it; but not "Remaining: none". */
function underLabel(lines: readonly string[]): string | null {
  const tail = lines.slice(-40).flatMap((line) => toSentences(line.slice(0, LONGEST_SENTENCE)))
  for (const [index, line] of tail.entries()) {
    const head = line.slice(0, 300)
    const colon = head.search(/[:：]/)
    const isLabel =
      colon > 0 ? label().test(head.slice(0, colon)) : head.length < 60 && label().test(head) && /^\W*#|\*\*/.test(head)
    if (!isLabel) continue
    const own =
      colon > 0
        ? head
            .slice(colon + 1)
            .replace(/[*_\s]/g, ' ')
            .trim()
        : ''
    const below = own === '' ? (tail.slice(index + 1).find((next) => next.trim() !== '') ?? '') : own
    if (!NONE.test(below) && !notOwn().some((pattern) => pattern.test(normal(below)))) return head.trim().slice(0, 200)
  }
  return null
}
