// Parts of what the person asked for that last words leave undone: "Hot reload is deferred" where hot reload was asked
// for. Of anything else such words are harmless, so what they speak of must stand in the prompt.
import { lazily, lazyWords } from '../../../contract/lazily.ts'
import { holdsPart, holdsWord } from '../../text/words-in.ts'
import { firstMatch, form, formsFor, matchOf, parted, type PatternGroup } from '../pattern-group.ts'
import { wantsExceptions } from './more-states.ts'
import { type AskedWords, endings, removals, type Request, stemOf, stemsOf, wordsOf } from './request-read.ts'
import { normal } from '../sentences.ts'

const trials = stemsOf('test run verify check pass green benchmark measure try execute')

/** The sentence says of something asked for that it is not there, or that the agent did not do it. */
export function leavesAsked(sentence: string, read: string, request: () => Request): boolean {
  const asked = (): AskedWords => request().asked
  // A row of a table says what stands in its columns.
  if (sentence.includes('|')) return false
  const plain = sentence.includes('`') ? normal(namesKept(sentence)) : read
  const isConditional = holdsWord(plain, ['if'])
  return (
    clausesOf(plain).some(
      (clause) =>
        (!(isConditional && clause.includes('would ')) && saysUndone(clause, asked)) ||
        saysNotDoing(clause, asked) ||
        (!isConditional && isWish(clause, asked)) ||
        (!isConditional && isPutOff(clause, asked)) ||
        isAbsent(clause, asked) ||
        isPartly(clause, asked) ||
        isRefrained(clause, asked) ||
        isStillInUse(clause, asked),
    ) ||
    (!isConditional && isExcepted(plain, asked) && !wantsExceptions(request().text)) ||
    isListUndone(plain, asked) ||
    isUntried(plain, asked) ||
    isNotDone(plain, asked) ||
    isLabelledOpen(plain, asked)
  )
}

/** "The app is mostly accessible now", where that was asked for. */
function isPartly(clause: string, asked: () => AskedWords): boolean {
  const state = partly().exec(clause)?.[1]
  return state !== undefined && asked().has(stemOf(state))
}

/** "I therefore refrained from writing the e2e tests" */
function isRefrained(clause: string, asked: () => AskedWords): boolean {
  const thing = refrained().exec(clause)?.[1]
  return thing !== undefined && wordsOf(thing).some((word) => word.length > 2 && asked().has(stemOf(word)))
}

const refrained = lazily(
  () =>
    /\bi (?:have |therefore |thus )*(?:refrained from|decided (?:against|not to)|held off(?: on)?|opted (?:not to|against)|chose not to) (?:writ|implement|add|creat|build|convert|migrat|port|cover|translat)\p{L}* (.{2,80})/u,
)

const partly = lazily(
  () =>
    /\b(?:is|are) (?:now |already |only )?(?:mostly|largely|nearly|almost|not quite|not fully|not entirely|partly|partially) (?:free of )?(\p{L}{4,30}|x)(?: now| already)?$/u,
)

/** A name in inline code is one of the words: `importExcel` is import_excel. */
function namesKept(sentence: string): string {
  if (!sentence.includes('`')) return sentence
  return sentence.replace(/`[^`\n]{1,200}`/g, (code) =>
    wordsOf(code.replace(/([a-z])([A-Z])/g, '$1 $2'))
      .slice(0, 4)
      .join('·'),
  )
}

function clausesOf(plain: string): readonly string[] {
  return plain.split(/[,;:()–—]| - |\b(?:but|while|whereas|although|though)\b/).map((clause) => clause.trim())
}

const HEDGE =
  '(?:still |currently |only |just |now |so |also |all |both |mostly |presently |at the moment |for now |as of now |simply |merely |yet )*'
const made = lazily(
  () =>
    new Set(
      'done complete completed finished implemented written converted wired hooked covered tested ported migrated updated added handled ready there in working connected integrated fixed translated replaced removed renamed supported built started begun created included addressed executed run verified deployed published enforced filtered adapted adjusted refactored documented met solved resolved available functional persisted parsed rewritten extracted split cleaned used called measured filled populated registered optimised optimized set'.split(
        ' ',
      ),
    ),
)
/** One of the words above: looked up, since a pattern of all of them takes long to make. */
const MADE = '(?<made>\\p{L}+)(?: up| in| place)?'
const STOP_GAP =
  '(?:stubs?|placeholders?|no-ops?|mocks?|mock-ups?|dumm(?:y|ies)|dummy \\p{L}+|stand-ins?|skeletons?|shells?|drafts?|sketch(?:es)?|todos?|scaffold\\p{L}*|to-?dos?|fakes?)'
const LATER =
  '(?:later|afterwards?|next|then|in an? \\p{L}+|in the next \\p{L}+|separately|subsequently|as a (?:next|second|follow-?up|later)\\p{L}*|soon|in a follow-?up)'

/** What follows the thing asked for. */
const undoneForms = formsFor(() => [
  form(
    'part of',
    () =>
      `(?<= )(?:hasn't|haven't|has not|have not|isn't|aren't|is not|are not|wasn't|weren't) (?:been )?(?:a )?part of (?:this|the current) (?:round|pass|version|iteration|step|commit|change)(?= |$)`,
  ),
  form("isn't|aren't|doesn't|don't|hasn't|haven't", () => `(?<= )(?:isn't|aren't|doesn't|don't|hasn't|haven't)$`),
  // "Random fill I have not built", "2FA is the one piece that I left out".
  form(
    ' i ',
    () =>
      `(?<= )(?:(?:is|are) (?:the|one|something|an?) [\\p{L} ]{1,40})?(?:that )?i (?:have not|haven't|did not|didn't|couldn't|could not|have yet to|left out|skipped|still have to|still need to|have still to|would do|'d do|will do)(?= |$)`,
  ),
  form(
    'would',
    () =>
      `(?<= )would (?:still |also |then |first )*(?:need|require|be (?:the|an?|another|my) (?:next|second|natural|separate|later|logical))(?= |$)`,
  ),
  form(
    'to be|left|deferred|postponed|omitted|pending|outstanding|skipped|excluded|cut|dropped|disabled|open|empty|blank|missing|absent|unimpl|unfin|unwrit|undone|untest|incomplete|stub|mock|faked|hard|commented|tbd|on hold|todo|wip|progress|under|next|half|partly|partially|placeholder|no-op|dumm|stand-in|skeleton|shell|draft|sketch|scaffold|fake',
    () =>
      `(?<= )(?:(?:is|are) (?:not )?${HEDGE}(?:to be ${MADE}|left(?= (?:out|open|as an?|for (?:later|now|an?|the next|another)|to (?:be|do|a later)|over|un\\p{L}+)|$)|pending|outstanding|(?:disabled|open|empty|blank|missing|absent)(?= (?:for now|at|in this|from this|as|because|since|yet|so far|here|until (?:i|we)\\b)|$)|untested|unimplemented|unfinished|unwritten|incomplete|undone|stubbed|stubbed out|mocked|mocked out|faked|hard-?coded|commented out|tbd|on hold|todo|wip|work in progress|in progress|under ?way|next|up next|half (?:done|working|finished)|(?:partly|partially|half) \\p{L}+|an? ${STOP_GAP}|${STOP_GAP})(?= |$)(?! (?:by default|for users?|if|when|while|unless|until you|to (?:the|your|any|anyone)|on (?:click|submit|mobile|load)|as (?:before|intended|expected|you|requested)|in (?:dev|development|production|tests?|test mode))))`,
  ),
  form(
    "is not|are not|was not|were not|isn't|aren't|wasn't|weren't|still not|now not|also not|all not|just not",
    () =>
      `(?<= )(?:(?:(?:is|are|was|were) ${HEDGE}not|isn't|aren't|wasn't|weren't) ${HEDGE}(?:been )?${MADE}(?= |$)(?! (?:by|when|if|while|unless|until|anymore|any more|any longer|directly|twice|again|automatically|on (?:click|submit|load)|for (?:users?|anonymous|guests?|admins?))))`,
  ),
  form(
    "has not|have not|hasn't|haven't|still not",
    () =>
      `(?<= )(?:(?:(?:has|have) ${HEDGE}not|hasn't|haven't) ${HEDGE}(?:been )?${MADE}(?= |$)(?! (?:by|when|if|while|unless|until)))`,
  ),
  form(
    'omitted|deferred|postponed|skipped|left|cut|dropped|put off',
    () =>
      `(?<= )(?:(?:has|have) (?:been |only been )?(?:omitted|deferred|postponed|skipped|left (?:out|open|for|as|to)|put off)(?= |$))`,
  ),
  form(
    'skipped|omitted|left out|deferred|postponed',
    () => `(?<= )(?:(?:was|were) (?:skipped|omitted|left out|deferred|postponed)$)`,
  ),
  form(
    ' but ',
    () =>
      `(?<= )(?:(?:is|are|exists?|renders?|shows?|works?|loads?|opens?|starts?|runs?)\\b[^,;:]{0,40} but (?:it |they )?(?:(?:is not|are not|not|isn't|aren't) ${MADE}|(?:it's |it is |is |are )?(?:disabled|inactive|blank|empty)|(?:just |only |always )?(?:exits?|prints?|does nothing|do nothing|has no|have no|ignores?|returns? (?:nothing|x|null)))(?! (?:for|to|by|when|if)\\b))`,
  ),
  form(' not', () => `(?<= )(?:not$)`),
  form(
    "do not|don't|does not|doesn't|cannot|can't",
    () =>
      `(?<= )(?:(?:do not|don't|does not|doesn't|cannot|can't) (?:\\p{L}+ )?(?:work|exist|compile|build|function|do anything|persist|survive|restore)(?: yet| at all| so far| either)?$)`,
  ),
  form(
    'lack|no |without',
    () =>
      `(?<= )(?:(?:lacks?|(?:has|have|comes?|ships?) (?:no|without)) (?:an? |any )?(?:tests?|implementation|docs|documentation|rules|content|logic|error handling|validation|styling|body|handlers?)(?: yet| so far| behind \\p{L}+)?$)`,
  ),
  form('to be', () => `(?<= )(?:(?:has|have) to be ${MADE}$)`),
  form(
    'need|require|want|deserve',
    () =>
      `(?<= )(?:(?:needs?|requires?|wants?|deserves?) (?:still |also )*(?:to be ${MADE}|more work|(?:some |further |additional |a bit more )?work|(?:updating|converting|porting|migrating|finishing|fixing|testing|writing|adapting|adding|translating|implementing|rewriting|replacing|documenting)|the same (?:treatment|change|update|work)|another (?:look|pass|round)|attention|larger changes|bigger changes)(?= |$))`,
  ),
  form(
    'will |would |must |should ',
    () =>
      `(?<= )(?:(?:will|would|must|should) (?:still |then |also )*(?:have to|need to|come|follow|happen|be ${MADE} ?(?:${LATER}))(?= |$)(?! (?:from|into|with|the|in handy)))`,
  ),
  form('need ', () => `(?<= )(?:(?:will|would) need (?:\\p{L}+ )?(?:too|as well|tests|work)(?= |$))`),
  form(' be ', () => `(?<= )(?:(?:can|could|should|may|might) (?:still |then |also )*be ${MADE} ${LATER}(?= |$))`),
  form('follow|come|will be', () => `(?<= )(?:(?:follows?|comes?|can follow|can come|will be) (?:${LATER})(?= |$))`),
  form(
    'heading|title|stub|skeleton|placeholder|outline',
    () =>
      `(?<= )(?:${HEDGE}(?:has|have|contains?|consists? of|exists? as|shows?) (?:${HEDGE})?(?:the |an? )?(?:headings?|titles?|stubs?|skeletons?|placeholders?|outlines?|(?:\\p{L}+ )?(?:stub|skeleton|placeholder|outline)s?)(?= |$)(?! (?:for|of the|text|while|when|if|until)))`,
  ),
  form(
    'empty|blank|dummy|fake|placeholder|hard|random|mock|static|sample',
    () =>
      `(?<= )(?:(?:renders?|returns?|shows?|displays?|gives?|prints?|produces?|yields?|opens?) (?:just |only )?(?:an? |the )?(?:empty|blank|dummy|fake|placeholder|hard-?coded|random|mock|static|sample)(?: \\p{L}+){0,2}(?: for now| at present| at this point| at the moment| so far| for the moment)?$)`,
  ),
  form(
    'implemented',
    () => `(?<= )(?:(?:throws?|raises?) (?:an? )?(?:notimplemented\\p{L}*|not·implemented\\p{L}*|not implemented))`,
  ),
])

/** The same of a check; not where its failure is what was asked for. */
const failing = form(
  'times out|time out|fail|hang|crash|is red|are red|broken',
  () =>
    `(?<=\\b(?:tests?|suite|build|specs?|checks?|pipeline|ones?|stories|story|ci|jobs?) )(?:still )?(?:times? out|fails?|hangs?|crash(?:es)?|is red|are red|is broken|are broken|is failing|are failing)(?: with| on| in| at| because| due| waiting|$)(?!.*\\b(?:if|when|whenever|before|now|early|fast|loudly|on purpose|cleanly)\\b)`,
)

function undoneIn(text: string, asked: () => AskedWords): RegExpExecArray | undefined {
  for (const form of undoneForms(text)) {
    const match = matchOf(form, text)
    const word = match?.groups?.['made']
    if (match !== undefined && (word === undefined || made().has(word))) return match
  }
  const match = firstMatch(failing, text)
  const isWanted = match !== undefined && asked().has('fail') && !endings().some((verb) => asked().has(verb))
  return isWanted ? undefined : match
}

function saysUndone(clause: string, asked: () => AskedWords): boolean {
  const match = undoneIn(clause, asked)
  if (match === undefined) return false
  const subject = clause.slice(0, match.index)
  return isAsked(subject, asked()) || (plainlyUndone().test(match[0]) && isPartlyAsked(subject, asked()))
}

/** Nothing that a product does. */
const plainlyUndone = lazily(
  () =>
    /\b(?:implemented|written|converted|wired|hooked|ported|migrated|integrated|built|begun|started|connected|translated|deferred|postponed|omitted|unimplemented|unfinished|unwritten|undone|stub\w*|placeholders?|no-op|tbd|todo|wip|work in progress|commented|to be|on hold|looked at|next)\b/,
)

/** Put off to another time, or so only at this one. */
const putOff: PatternGroup = {
  parts: parted(
    'for now|for the |at the m|at pres|at this|so far|as yet|with|as a |temporar|on hold|up next|to come|to go|step|session|round|phase|iteration|pass|pr|turn|message|commit|change|stage|increment|follow|ready|down the|later|after this|rather',
  ),
  patterns: lazily(() => [
    /\b(?:for (?:now|the moment|the time being)|at (?:the moment|present|this (?:point|stage|time))|(?<!\b(?:found|seen|known|received|read|collected|reached|visited) )so far|as yet|to (?:start|begin) with|as a (?:first step|start)|temporarily|on hold|up next|(?:to|still to) come$|to go$|(?:second|third|next|later|another|further|future|separate|follow-?up|subsequent) (?:steps?|sessions?|rounds?|phases?|iterations?|passe?s?|prs?|turns?|messages?|commits?|changes?|stages?|increments?)|follow-?ups?|(?:the|my) (?:next|remaining) step|when(?:ever)? (?:it is |they are |it's |they're )?ready|down the (?:road|line)|later on|for later|after this|i'd rather do|i would rather do)\b/,
  ]),
}
/** What can be made better some day is no part of the task. */
const betterment = lazily(
  () =>
    /\b(?:improv\w*|tweak\w*|customi\w*|fine-?tun\w*|polish\w*|adjust|chang(?:e|ed)|drop|delete|archive|upgrade|enough|fine|sufficient|works?|passe?s?|green|if|when(?! ready)|while|unless|could|might|no)\b|%/,
)

function isPutOff(clause: string, asked: () => AskedWords): boolean {
  const match = firstMatch(putOff, clause)
  if (match === undefined || betterment().test(clause)) return false
  // What was to go and was kept is work; what was to stay is not.
  if (/\b(?:stays?|remains?|kept|keep)\b/.test(clause) && !removals().some((verb) => asked().has(verb))) return false
  const head = clause.slice(0, match.index)
  return (
    !/\b(?:that|which|who|was|were|had)\b/.test(head) &&
    // A name of several words in inline code says what something is called.
    contentOf(clause.replace(match[0], '').replaceAll(/\S*·\S*/g, '')).some((word) => asked().has(stemOf(word)))
  )
}

/** "No backfill was done", "there's no validation yet", "for caching I only added the interface". */
function isAbsent(clause: string, asked: () => AskedWords): boolean {
  if (!holdsWord(clause, ['no', 'only', 'just', 'merely'])) return false
  const [, thing] =
    /(?:^|\b(?:and|with|there's|there is|there are|has|have) )no ([^,;:]{1,40}?)(?: (?:yet|so far|was (?:done|made|written|added)|were (?:done|made|written|added)|(?:has|have) been (?:done|made|written|added)|behind it|in place))/.exec(
      clause,
    ) ?? []
  if (thing !== undefined && isAsked(headOf(thing), asked())) return true
  const [, field] =
    /^(?:for|as for|regarding|concerning) ([^,;:]{1,40}?) (?:i|there|we)(?:'ve|'s)? (?:have |is |are )?(?:only|just|merely) /.exec(
      clause,
    ) ?? []
  return field !== undefined && isAsked(field, asked())
}

/** "The docs, the examples and the tests need updating", or "The water and fog shaders don't" after what others do. */
function isListUndone(plain: string, asked: () => AskedWords): boolean {
  const match = undoneIn(plain, asked)
  if (match?.[0].includes(' but ') === true) return isAsked(plain.slice(0, match.index), asked())
  if (match !== undefined && /, [^,;:]*\band [^,;:]*$/.test(plain.slice(0, match.index)))
    return isAsked(plain.slice(0, match.index), asked())
  if (!plain.endsWith(' not') && !plain.endsWith("n't")) return false
  const [, subject] =
    /(?:^|[,;] |\b(?:but|and) )((?:the|all|both) [^;:]*?) (?:do not|don't|does not|doesn't|are not|aren't|is not|isn't|have not|haven't|has not|hasn't)$/.exec(
      plain,
    ) ?? []
  const last = subject === undefined ? undefined : contentOf(subject).at(-1)
  return (
    last !== undefined &&
    asked().has(stemOf(last)) &&
    !/\b(?:that|which|who|if|when|old|existing|legacy)\b/.test(subject ?? '')
  )
}

/** "Pages still use SCSS", where that was to go. */
function isStillInUse(clause: string, asked: () => AskedWords): boolean {
  const match = firstMatch(inUse, clause)
  if (match === undefined || !removals().some((verb) => asked().has(verb))) return false
  return isAsked(clause.slice(match.index + match[0].length), asked())
}

const inUse = form(
  'still',
  () =>
    `^(?!.*\\b(?:that|which|who|if|when|because|since|so|was|were|customers?|clients?|teams?)\\b).*\\bstill (?:uses?|imports?|rel(?:y|ies) on|depends? on|runs? on|calls?|lives? in|sits? in|(?:is|are) (?:on|in|written in))(?= )`,
)

/** "Tuning: not done", "Lazy loading: will do". */
function isLabelledOpen(plain: string, asked: () => AskedWords): boolean {
  const colon = plain.indexOf(': ')
  if (colon < 2 || plain.slice(0, colon).split(' ').length > 4) return false
  return openState().test(plain.slice(colon + 2)) && isPartlyAsked(plain.slice(0, colon), asked())
}

const openState = lazily(
  () =>
    /^(?:still |currently |sadly |unfortunately )?(?:not (?:yet |really )?(?:done|started|there|implemented|written|touched|finished|complete|covered|begun)?|todo|tbd|to do|pending|later|missing|will do|to follow|wip|in progress|half \w+|partly|partially|nothing|none yet|haven't|to be \w+|skipped|deferred|on hold)\b[^,]{0,60}$/,
)

/** "Complete apart from the docs", "next up would be the button", "I'll follow up with the tests". */
function isExcepted(plain: string, asked: () => AskedWords): boolean {
  const match = firstMatch(excepted, plain)
  if (match === undefined) return false
  const [thing = ''] = plain.slice(match.index + match[0].length).split(/[,;:]/)
  return isAsked(thing.trim(), asked())
}

const excepted = form(
  'apart from|except|aside from|other than|next up|up next|follow up with|come back to|continue with',
  () =>
    `\\b(?:complete|done|finished|all set|implemented|in place|ready|everything)\\b[^;:]{0,60}?\\b(?:apart from|except(?: for)?|aside from|other than)(?= )|\\b(?:next up|up next) (?:is|are|would be)(?= )|\\bi(?:'ll| will) (?:then )?(?:follow up with|come back to|continue with)(?= )`,
)

/** "I would write the tests once the API has settled." */
function isWish(clause: string, asked: () => AskedWords): boolean {
  const match = firstMatch(wish, clause)
  return match !== undefined && isAsked(clause.slice(match.index + match[0].length).trim(), asked())
}

const wish = form(
  "i'd|i would",
  () =>
    `^(?!.*\\b(?:if|could|might|recommend|suggest)\\b).*\\bi(?:'d| would) (?:still |also |then |rather |first |next )*(?:add|write|go over|do|implement|build|convert|port|migrate|finish|tackle|cover|test|document|translate|fix|wire(?: up)?)(?= )`,
)

/** "It is not deployed", where it was to be. */
function isNotDone(plain: string, asked: () => AskedWords): boolean {
  const [, word] =
    /^(?:it|this|that|they|these)(?:'s| is| are|'re| has| have)(?: still| currently)? not (?:been )?(\p{L}+)(?: yet| so far)?$/u.exec(
      plain,
    ) ?? []
  return word !== undefined && made().has(word) && asked().has(stemOf(word))
}

/** To try it there was part of the request. */
function isUntried(plain: string, asked: () => AskedWords): boolean {
  if (!holdsPart(plain, ['tested', 'verified', 'run', 'tried', 'execute', 'verify', 'try', 'whether', ' only ']))
    return false
  if (
    /\b(?:will|would|should) (?:show|tell|reveal|prove|confirm) (?:us |you )?(?:whether|if) (?:it|they|this|that|the)\b|\bi(?:'ve| have)? only (?:tried|tested|ran|verified|checked) (?:it|them|this)\b/.test(
      plain,
    )
  )
    return trials().some((trial) => asked().has(trial))
  const [, place] =
    /\b(?:untested|unverified|not (?:yet )?(?:been )?(?:tested|verified|run|tried)|n't (?:been )?(?:tested|verified|run|tried)) (?:it )?(?:on|in|with|against|under) ([^,;:]{1,100})/.exec(
      plain,
    ) ?? []
  if (
    place === undefined &&
    /^(?:.*\b)?i (?:haven't|have not|didn't|did not|couldn't|could not|can't|cannot|can not)(?: yet| actually| even)* (?:run|executed?|tried|try|verif(?:y|ied)|test(?:ed)?) (?:them|it|the (?:new |full |whole )?(?:tests?|suite|build|specs?))(?=$|[,;:] | yet| so far| here| from here| on an? | on the )/.test(
      plain,
    )
  )
    return trials().some((trial) => asked().has(trial))
  return place !== undefined && trials().some((trial) => asked().has(trial)) && isAsked(place, asked())
}

const doing = lazily(
  () =>
    new Set(
      'write written wrote implement implemented add added wire wired hook hooked port ported migrate migrated convert converted cover covered test tested run execute executed verify verified build built create created connect connected integrate integrated fix fixed translate translated address addressed tackle tackled handle handled deploy deployed publish published document documented include included benchmark benchmarked measure measured solve solved resolve resolved finish finished do done set refactor refactored rewrite rewritten optimise optimised optimize optimized look looked'.split(
        ' ',
      ),
    ),
)
/** What the agent says it did not do; what it did not need, find or change is nothing. */
const notDoing = form(
  "haven't|have not|didn't|did not|never|yet to|skipped|omitted|deferred|postponed|left |put off",
  () =>
    `(?:^|\\b(?:and|so|then|because|since|as) )(?:(?:i|we)(?:'ve| have)? (?:now |then |also |deliberately )*)?(?:(?:(?:i|we) (?:have not|haven't|did not|didn't|have yet to|never))(?:'ve)? (?:yet |actually |really |even |fully |been able to |managed to )*(?<verb>\\p{L}+)|skipped|omitted|deferred|postponed|left out|put off|left(?= (?:the|this|it|that|them) (?:\\p{L}+ )*(?:out|open|for later|for now|for a later|unimplemented|unfinished|as an? )))(?= |$)`,
)

function saysNotDoing(clause: string, asked: () => AskedWords): boolean {
  const match = firstMatch(notDoing, clause)
  const verb = match?.groups?.['verb']
  if (match === undefined || (verb !== undefined && !doing().has(verb))) return false
  if (match.index > 0 && /\b(?:that|which|who|if|when)\b/.test(clause.slice(0, match.index))) return false
  const object = clause
    .slice(match.index + match[0].length)
    .replace(/ (?:since|because|as (?:the|it|this|that|they)) .*$/, '')
    .trim()
  const [first = ''] = object.split(' ')
  // "I have not hooked it into the UI": then the rest says to what.
  if (PRONOUNS().has(first)) {
    const rest = contentOf(object)
    return rest.length === 0
      ? /\b(?:tested|test|run|verif\w+|execut\w+|measured?)\b/.test(match[0]) &&
          trials().some((trial) => asked().has(trial))
      : rest.some((word) => asked().has(stemOf(word)))
  }
  return isAsked(object, asked())
}

const SUBORDINATE =
  /\b(?:that|which|who|whose|what|how|many|if|when|whenever|where|until|because|since|before|after|unless|once|was|were|had|no|nothing|none|any|old|existing|legacy|i|we|you|it)\b/

/** Everything in the phrase up to its first preposition was asked for, or it is what remains of that. */
function isAsked(phrase: string, asked: AskedWords): boolean {
  if (SUBORDINATE.test(phrase)) return false
  const head = headOf(phrase)
  const content = contentOf(head)
  if (/\b(?:rest|remainder|remaining|others?)\b/.test(head))
    return content.length === 0 || content.some((word) => asked.has(stemOf(word)))
  return content.length > 0 && content.every((word) => asked.has(stemOf(word)))
}

/** One word of it was asked for: "alert rules" where alerts were. */
function isPartlyAsked(phrase: string, asked: AskedWords): boolean {
  return !SUBORDINATE.test(phrase) && contentOf(headOf(phrase)).some((word) => asked.has(stemOf(word)))
}

function headOf(phrase: string): string {
  const words = phrase.trim().split(' ')
  // What is said to be so "at the moment" or "in this change" may stand first.
  const start = PREPOSITIONS().has(words[0] ?? '')
    ? words.findIndex((word, at) => at > 0 && DETERMINERS().has(word))
    : 0
  const rest = words.slice(Math.max(0, start))
  const end = rest.findIndex((word) => PREPOSITIONS().has(word))
  return (end < 0 ? rest : rest.slice(0, end)).join(' ')
}

const contentOf = (phrase: string): readonly string[] =>
  wordsOf(phrase).filter((word) => word.length > 1 && !GENERIC().has(word))

const PREPOSITION_WORDS =
  'of in for on with at from to into by via per under across inside within as about over between through than like during'
const PREPOSITIONS = lazyWords(PREPOSITION_WORDS)
const DETERMINER_WORDS = 'the a an this that these those my your our its their all both some most many'
const DETERMINERS = lazyWords(DETERMINER_WORDS)
const PRONOUN_WORDS = 'it them this that these those any all'
const PRONOUNS = lazyWords(PRONOUN_WORDS)
const GENERIC = lazyWords(
  `${PREPOSITION_WORDS} ${DETERMINER_WORDS} ${PRONOUN_WORDS} i we you they he she there and or nor also so far now then still yet part parts piece pieces bit half halves side sides thing things one ones two three four five six seven eight nine ten eleven twelve first second third last few several handful other others rest remaining remainder actual real proper full complete itself themselves implementation support handling feature features functionality logic job jobs work task tasks portion section sections more only just is are be been for moment time however meanwhile unfortunately note currently new two-thirds pass conversion additional necessary corresponding related option options button entry`,
)
