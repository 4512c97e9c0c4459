// Work that an agent's last words leave for itself: an open box, an open row, something under a label such as
// "Remaining", or a sentence that says so.
import { lazily } from '../../contract/lazily.ts'
import { leavesAsked } from './asked/asked-work.ts'
import { asksForReport, isSubject, names, type Request, readRequest, wordsOf } from './asked/request-read.ts'
import { statesAsked } from './asked/asked-state.ts'
import { owedIn } from './owed-forms.ts'
import { isFormIn, matches, parted, type PatternGroup } from './pattern-group.ts'
import { toSentences } from './question.ts'
import { mayOweElsewhere, owesElsewhere } from './own-work-languages.ts'
import { leavesSome } from './own-share.ts'
import { leavesWork } from './left-work.ts'
import { LONGEST_SENTENCE, normal, sentencesOf } from './sentences.ts'
import { fallsShort, isOfOtherNumber, missesMeasure } from './asked/measures.ts'
import { openCross, openRow } from './status-rows.ts'

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
  const isHandedOver =
    matches(handsOver, plain) ||
    (matches(leavesMark, sentence.toLowerCase()) && !/\b(?:todo|fixme)s?\b/i.test(request().text))
  const isAskedFor = !isHandedOver && (leavesAsked(sentence, plain, request) || statesAsked(sentence, before, request))
  if (!isHandedOver && !isAskedFor && !isOwed(plain)) return false
  if (isSubject(wordsOf(sentence), request().asked) && !ownsUp().test(plain)) return false
  if (isHandedOver) return true
  if (/\d|\b(?:two|three|four|five)\b/.test(plain) && isOfOtherNumber(plain, request().text)) return false
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
  /\b(?:optional(?:ly)?|out of scope|beyond (?:the|this) scope|not part of|\w+n't part of (?:the|this|that|your|my) (?:job|task|request|order|assignment|brief|ticket)|you [^,;]{0,40}\byourself|(?:, |fail(?:s|ed)? )as (?:it|they) should|nice to have|not (?:needed|required|necessary)|by design|on purpose|intentional(?:ly)?|deliberate(?:ly)?|pre-?existing|unrelated|as before|as requested|as (?:you )?(?:asked|described|wanted|requested|scoped)|you (?:declined|denied|rejected|mentioned)|separate (?:matter|concern|topic|issue|story)|different matter|as agreed|of course|in line with|according to|your (?:plan|policy|rules?|ticket|spec|conventions?)|as (?:laid|scoped|discussed)|as instructed|as specified|per (?:your|the (?:spec|request|instructions))|as the \w+(?: \w+)? (?:says|requires|demands|specifies)|yours|(?:left|leave \w+) (?:to|for) you|you (?:only |just |merely |specifically |explicitly )?(?:said|wanted|asked|told|needed))\b/,
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
  /(?<!\p{L})(?:no|ningun[oa]|nada|nadie|nenhuma?|não|nessun[oa]?|niente|nulla|non|rien|aucune?|ne|kein\p{L}{0,2}|nichts|niemand)(?: \p{L}+){0,2} (?:(?:faltan?|faltam?|queda|quedan?|resta|restan?|manca|mancano|manque|manquent|reste|restent|fehlt|fehlen|bleibt) ?(?:nada|ningun[oa]|nenhuma?|nessun[oa]?|niente|nulla|rien|aucune?|plus|pas)?|(?:ist |sind )offen)(?!\p{L})(?! (?:escrib|implement|noch|encore|ancora|por|da))/u,
  /必要に応じて|してください|お願いします|(?:您|你)(?:还)?(?:需要|可以|应)|如果(?:您|你)|하시면|하셔야|(?:^|[^\p{L}])(?:вам|вы)(?=\s)|при желании/u,
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
