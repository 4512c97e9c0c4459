// The agent's last words: do they ask the person something, and do they name work that the agent itself still has to do?
// Courtesy ("anything else?"), offers and advice to the person do neither. Reads sentences; questions are left to question.ts.
import { lazily } from '../../contract/lazily.ts'
import { holdsPart, holdsWord, isAscii, isLetterOrDigit, leadingWord } from '../text/words-in.ts'
import { asksPerson, closingQuestion, toSentences } from './question.ts'

const LONGEST_READ = 20_000
/** No rule looks further into a sentence. */
const LONGEST_SENTENCE = 1000
/** So many sentences at the end are last words. */
const MOST_SENTENCES = 14

/** What the agent ends on and waits for: a question, a request, or that the request or a check contradicts itself. */
export function closingRequest(message: string): string | null {
  const text = message.slice(-LONGEST_READ)
  const asked = closingQuestion(text)
  if (asked !== null) return asked
  const found = sentencesOf(withoutFences(text))
  return requestAtEnd(found) ?? contradictionIn(found.slice(-6))
}

/** The sentence that names work of the agent's own that is still to be done, or null. */
export function ownRemainder(message: string): string | null {
  const lines = withoutFences(message.slice(-LONGEST_READ))
  return openBox(lines) ?? underLabel(lines) ?? sentencesOf(lines).find(namesOwnWork) ?? null
}

/**
 * Patterns that match only in a sentence with one of these parts or words, or with foreign letters. There are dozens of
 * them, and a hook pays some 100 µs for each that is made, so those that nothing in a sentence calls for are not.
 */
interface PatternGroup {
  readonly parts?: () => readonly string[]
  /** With nothing of a word before or after them. */
  readonly words?: readonly string[]
  readonly isForeign?: true
  readonly patterns: () => readonly RegExp[]
}

function matches({ parts, words, isForeign, patterns }: PatternGroup, plain: string): boolean {
  const isCalledFor =
    (parts !== undefined && holdsPart(plain, parts())) ||
    (words !== undefined && holdsWord(plain, words)) ||
    (isForeign === true && !isAscii(plain))
  return isCalledFor && patterns().some((pattern) => pattern.test(plain))
}

/** Parts written with a bar between them, since some hold a space. */
const parted = (text: string): (() => readonly string[]) => lazily(() => text.split('|'))

// Requests.

function requestAtEnd(found: readonly string[]): string | null {
  for (const [index, sentence] of found.slice(-4).reverse().entries()) {
    const plain = normal(sentence)
    if (isCourtesy(plain)) continue
    if (asksPerson(sentence)) return sentence.slice(0, 200)
    if (requests.some((group) => matches(group, plain))) return sentence.slice(0, 200)
    const isRemark = index === 0 && REMARKS.includes(leadingWord(plain))
    const isProposal = isRemark && proposals().test(normal(found.at(-2) ?? '')) && asksPerson(found.at(-2) ?? '')
    if (!isReason(plain) && !isProposal) return null
  }
  return null
}

const REMARKS = ['it', 'this', 'that', 'the', 'there', 'both', 'either', 'neither', 'they']

/** Said after a request, and nothing more: thanks, offers, an invitation to ask. */
function isCourtesy(plain: string): boolean {
  return matches(courtesies, plain) || matches(foreignCourtesies, plain)
}

const courtesies: PatternGroup = {
  parts: parted(
    'thank|cheers|dank|merci|gracias|obrigad|grazie|feel free|hesitate|enjoy|happy|know|falls|wenn|sollte|noch|chose|cualquier|dude|alguma|qualquer|altro',
  ),
  words: ['if', 'should', 'si', 'se'],
  isForeign: true,
  patterns: lazily(() => [
    /^(?:many )?(?:thanks|thank you|cheers|danke|vielen dank|merci(?= (?:d'avance|beaucoup|bien)|$)|gracias|obrigad[oa]|grazie|ありがとう|谢谢|감사합니다|спасибо)/,
    // Offers and invitations, which hang on a wish that the person may have.
    /\b(?:let me know|tell me|reach out|just ask|feel free|happy to|glad to|shout|ping me)\b.*\b(?:if|should) (?:you|there(?:'s| is| are)|anything|something|any|this|it|that)\b(?!(?: is|'s)? (?:ok|okay|fine|acceptable|alright)\b)/,
    /^(?:please )?(?:feel free|don't hesitate|do not hesitate|enjoy|happy (?:coding|to help))\b/,
    /\blet me know (?:what you think|how it goes|your thoughts)\b|^(?:just |please )*let me know$/,
    /^if you (?:want|need|like|have|prefer|would|run|see|notice|find|'d)\b/,
    /^(?:falls|wenn|sollte)\b|\b(?:wenn|falls) (?:du|sie|noch|es|etwas)\b|\bnoch (?:etwas|fragen)\b/,
    /n'hésite|\bsi (?:vous|tu|besoin|nécessaire)\b|autre chose/,
    /\bsi (?:necesitas?|tienes?|quieres?|desea|hay)\b|\balgo más\b|\bcualquier\b|no dude/,
    /\bse (?:precisar|tiver|quiser|houver)\b|\bmais alguma\b|\bqualquer\b|fique à vontade/,
    /\bse (?:serve|hai|vuoi|ti|desideri|ha|occorre)\b|\baltro\b.{0,20}$/,
  ]),
}

const foreignCourtesies: PatternGroup = {
  isForeign: true,
  patterns: lazily(() => [
    /(?:他|ほか)に.*(?:あれば|ありましたら|ございますか|ありますか)|何か.*(?:あれば|ありましたら)|ご不明|気軽に|必要であれば/,
    /如有|如果(?:您|你)?(?:有|还|需要|想)|其他(?:问题|需要|需求|要求)|任何(?:问题|疑问)|随时/,
    /더 (?:필요|궁금)|다른 (?:것|질문|사항)|(?:있으면|있으시면|필요하시면|필요하면|원하시면)/,
    /\bесли\b|что-(?:то|нибудь|либо) (?:ещё|еще)/,
  ]),
}

/** Why it asks, said after the question: the question is still what it ends on. */
function isReason(plain: string): boolean {
  return REASON_STARTS().some((start) => plain.startsWith(start)) && reasons().test(plain)
}

/** What the pattern below begins with, without compiling it. */
const REASON_STARTS = parted(
  "i'm asking|i am asking|i ask|i lean|i'd |i would |my |i recommend|i suggest|without |otherwise|either way|if |in case |i couldn't|i could not|i can't|i cannot|i don't|i do not|both |sorry|for context",
)

const reasons = lazily(
  () =>
    /^(?:i(?:'m| am) asking|i ask\b|i lean\b|i(?:'d| would) (?:recommend|suggest|lean|go with|prefer|pick)|my (?:recommendation|suggestion|preference)\b|i recommend|i suggest|without (?:it|that|this)\b|otherwise\b|either way\b|(?:if|in case) (?:so|not|yes|no)\b|i (?:couldn't|could not|can't|cannot|don't|do not) (?:find|want|know|see|have|tell)\b|both (?:work|are|would)\b|sorry\b|for context\b)/,
)

/** Questions that a remark of one sentence does not answer. */
const proposals = lazily(
  () =>
    /^(?:so |and |or |but )*(?:should|shall|may i|can i|could (?:you|i)|can you|do (?:you|i)|would you|want me|are you (?:ok|okay|fine|happy|sure)|is (?:it|that|this) (?:ok|okay|fine|safe|acceptable)|which (?:one|of|branch|version|option))\b/,
)

const PERSON_ACTS =
  '(?:confirm|approve|decide|choose|pick|select|tell|say|send|share|provide|paste|give|answer|reply|respond|clarify|agree|authoris|authoriz|grant|sign|log)'
const WH = '(?:which|whether|how|what|where|when|who|why|your)'

const requests: readonly PatternGroup[] = [
  {
    parts: parted(
      'please|confirm|choose|pick|select|decide|specify|clarify|approve|go-ahead|reply|respond|answer|write|you|wait|need|require|like|want|decision|and i|and then i',
    ),
    words: ['me', 'say'],
    patterns: lazily(() =>
      toPatterns([
        // Asked for an answer, a choice or something that only the person has.
        `\\bplease,? (?:do )?(?:just )?(?:\\w+ly )?(?:confirm|choose|pick|select|decide|advise|specify|clarify|provide|share|paste|send|give|supply|approve|answer|reply|respond|indicate|grant|authorize|authorise|point me|state|name)\\b`,
        `^(?:so |and |then |just |simply |first |please )*(?:confirm|choose|pick|select|decide|specify|clarify|approve) (?:that|whether|which|if|one|a|an|between|the|what|how|either|your)\\b`,
        `\\b(?:tell|show|inform|advise) me,? (?:please )?${WH}\\b`,
        `\\btell me (?:the|to|if (?:i|that|this|it)|exactly)\\b`,
        `\\blet me know,? (?:please )?(?:${WH}|if (?:(?:that|this|it)(?:'s| is| sounds| would be) (?:ok|okay|fine|acceptable|alright)|i (?:should|may|can|am)|we should)|the|once you|when you)\\b`,
        `\\b(?:say the word|say which|give me (?:the|a) (?:go-ahead|green light|go)|give the go-ahead)\\b`,
        `^(?:just |please |simply )*(?:reply|respond|answer|write back) (?:with|by|to)\\b`,
        `^(?:it(?:'s| is) |this is |that is )?your (?:call|choice|decision|move|pick|turn)$`,
        `\\b(?:and|then) (?:then )?(?:ping|tell|notify|message) me\\b`,
        `^(?:please |just |then )*(?:let me know|point|pick|tell|send|say|give|choose|drop|share|grant|paste|open|reply|confirm|name|show|approve|run|log|set)\\b.*\\band (?:then )?i(?:'ll| will| can)\\b`,
        // It says that it waits.
        `\\bi(?:'ll| will|'m| am) (?:hold|holding|pause|pausing|stop|stopping)\\b.*\\b(?:you|your)\\b`,
        `\\b(?:a?waiting|a?wait|i(?:'ll| will) wait|wait|hold(?:ing)? off|paused|stopped|standing by|on hold)\\b.*\\b(?:your|you|a (?:decision|go-ahead|confirmation))\\b`,
        `^(?:i )?a?wait(?:ing)? (?:your|a|the|further|instructions)\\b`,
        `\\b(?:i|we)(?:'d| would)? (?:still |first |just |really |only )*(?:need|require|like|want)(?: to have| to get)? (?:your|you to|a decision|an answer|some (?:input|guidance)|permission|approval|confirmation|from you|to know|(?:the|an?) [\\w ./-]{1,40}(?:key|token|secret|password|credentials?|access|url|permission|approval|answer|decision)\\b)`,
        `\\b(?:needs?|requires?|pending|subject to) your (?:decision|approval|input|confirmation|answer|go-ahead|permission|ok|sign-off)\\b`,
        `\\byour (?:decision|approval|input|confirmation|answer|go-ahead|permission|ok|sign-off)(?: is| are)? (?:needed|required|missing|necessary)\\b`,
        `\\b(?:once|as soon as|when|after) you (?:have |'ve )?${PERSON_ACTS}\\w*\\b.*\\b(?:i|we)(?:'ll| will| can|'m| am)\\b`,
        `\\b(?:i|we)(?:'ll| will| can)\\b.*\\b(?:once|as soon as|when|after|until|unless) you(?:'ve| have)? ${PERSON_ACTS}\\w*\\b`,
        `\\b(?:happy|ready|glad) to (?:start|continue|proceed|go|begin|implement|do)\\b.*\\b(?:once|as soon as|when|after) you(?:'ve| have)? ${PERSON_ACTS}\\w*\\b`,
        `\\b(?:won't|will not|did not|didn't|have not|haven't)\\b.*\\b(?:until|before|unless) you(?:'ve| have)? ${PERSON_ACTS}\\w*\\b`,
      ]),
    ),
  },
  {
    parts: parted('bitte|bescheid|wissen|brauche|benötige|warte|oder'),
    words: ['mir'],
    patterns: lazily(() =>
      toPatterns([
        // German
        `\\bbitte (?:\\w+ ){0,2}?(?:bestätig|sag|sagen|gib|geben|wähl|entscheid|teil|nenn|schick|send|antwort|lass|freigeb)`,
        `\\b(?:sag|sage|sagen sie|sagt) mir\\b|\\b(?:sag|gib|geben sie|sagen sie)(?: \\w+){0,3} bescheid,? (?:wie|ob|welch|was|wann|wo)|\\blass(?:e|t|en sie)? (?:es )?mich wissen,? (?:wie|ob|welch|was)`,
        `\\bich (?:brauche|benötige)(?: \\w+){0,3} (?:deine|ihre|dein|ihr|den|die|das|von dir|von ihnen)|\\bbrauche ich (?:deine|ihre|dein|ihr|noch)|\\b(?:ich )?warte auf (?:deine?|ihre?|dein|ihr)`,
        `\\b(?:soll|darf|kann|möchtest du|welche[rs]?) (?:ich )?\\b.*\\b(?:oder)\\b`,
      ]),
    ),
  },
  {
    parts: parted('merci|-moi|veuillez|attends|besoin'),
    patterns: lazily(() =>
      toPatterns([
        // French
        `\\bmerci de (?:me |bien vouloir )?(?:confirmer|dire|préciser|indiquer|choisir|valider|fournir)|\\b(?:dites|dis|indiquez|indique|précisez|confirmez|envoyez)-moi\\b|\\bveuillez (?:me )?(?:confirmer|préciser|choisir|indiquer|fournir|valider)`,
        `\\bfaites-moi savoir\\b|\\bfais-moi savoir\\b|\\bj'attends (?:votre|vos|ta|ton|tes)\\b|\\bj'ai besoin (?:de (?:votre|vos|ta|ton|savoir)|que vous|que tu|d'une? )`,
      ]),
    ),
  },
  {
    parts: parted(
      'confirm|conferm|dime|elig|elij|hazme|necesito|espera|espero|diga|avise|informe|escolha|preciso|aguardo|fammi|faccia|dimmi|dica|scegli|indicami|bisogno|attendo|aspetto',
    ),
    isForeign: true,
    patterns: lazily(() =>
      toPatterns([
        // Spanish
        `\\b(?:confirma|confírmame|confirme|dime|dígame|indícame|indíqueme|avísame|avíseme|elige|elija|hazme saber|házmelo saber)\\b|\\bnecesito (?:que (?:me|tú|usted)|tu|su|saber)\\b|\\b(?:quedo a la espera|espero (?:tu|su))\\b`,
        // Portuguese
        `\\b(?:me diga|diga-me|me avise|me informe|me confirme|confirme|escolha)\\b|\\bpreciso (?:que você|da sua|do seu|saber)\\b|\\baguardo (?:sua|seu|a sua|o seu)\\b`,
        // Italian
        `\\b(?:fammi|mi faccia) sapere (?:qual|come|se (?:posso|devo)|cosa|quando|che)|\\b(?:dimmi|mi dica|confermami|conferma|scegli|indicami)\\b|\\bho bisogno (?:della tua|del tuo|di sapere|che tu)|\\b(?:attendo|aspetto) (?:la tua|il tuo|una tua|tue)`,
      ]),
    ),
  },
  {
    isForeign: true,
    patterns: lazily(() =>
      toPatterns([
        // Japanese
        `(?:ましょうか|ですか|ますか|でしょうか|ませんか)$|(?:教えて|お知らせ|知らせて|確認して|ご確認|選んで|お選び|決めて|指示して|ご指示|共有して|提供して)(?:を)?(?:いただけ|ください|下さい|お願い)|(?:お待ちして|待って)(?:い|お)ます`,
        // Chinese
        `(?:吗|呢)$|请(?:您|你)?(?:先)?(?:确认|告诉我|告知|选择|指示|回复|提供|决定|批准|说明)|(?:等待|等)(?:您|你)的|需要(?:您|你)(?:确认|决定|提供|批准|选择|告诉)`,
        // Korean
        `(?:까요|나요|습니까|ㄹ까요|인가요|은가요)$|(?:알려|말씀해|확인해|선택해|결정해|정해|제공해|승인해|답변해) ?(?:주세요|주십시오|주시기|주시겠|주시면)|(?:기다리고|기다리겠)`,
        // Russian
        `(?:^|[^\\p{L}])(?:подтвердите|скажите|сообщите|выберите|укажите|уточните|пришлите|предоставьте|решите|дайте знать,? (?:как|какой|какую|что|можно)|подтверди|скажи|выбери|жду (?:ваш|твоего|вашего)|нужн[оаы] (?:ваш|твоё|твое|твой))`,
      ]),
    ),
  },
]

function toPatterns(sources: readonly string[]): readonly RegExp[] {
  return sources.map((source) => new RegExp(source, 'u'))
}

// A request or a check that contradicts itself.

function contradictionIn(found: readonly string[]): string | null {
  const at = found.findIndex((sentence) => matches(contradictions, normal(sentence)))
  const sentence = found[at]
  if (sentence === undefined) return null
  const isSettled = found.slice(at).some((later) => settled().test(normal(later)))
  return isSettled ? null : sentence.slice(0, 200)
}

const ASKED =
  '(?:requests?|requirements?|tasks?|specs?|specifications?|instructions?|issues?|tickets?|tests?|checks?|assertions?|expectations?|cases?|rules?|criteria|statements?|sections?|examples?|readme|docs|documentation|both|two|you asked|linter|lint|formatter)'

const contradictions: PatternGroup = {
  parts: parted(
    'contradict|conflict|inconsistent|incompatible|exclusive|both|neither|whatever|no matter|impossible|wrong|incorrect|mistaken|broken|satisfiable',
  ),
  words: ['all', 'no'],
  patterns: lazily(() =>
    [
      `\\b${ASKED}\\b.*\\b(?:contradicts?|contradict each other|contradictory|conflicts? with|conflict|are inconsistent|is inconsistent|are incompatible|mutually exclusive)\\b`,
      `\\bcontradicts? (?:itself|each other|themselves)\\b`,
      `\\b(?:there is|there's|i found|i see|this is|that is) an? (?:\\w+ )?(?:contradiction|conflict) (?:in|between)\\b.*\\b${ASKED}\\b`,
      `\\b(?:can't|cannot|can not|can never|could not|couldn't) (?:both|all|be both|satisfy both|meet both|do both|have both)\\b`,
      `\\bboth (?:can't|cannot|can not|can never)\\b|\\bneither can\\b.*\\bwithout breaking\\b|\\b(?:whatever|no matter what) i (?:write|do|change)\\b`,
      `\\bno (?:implementation|code|change|version|solution) can (?:pass|satisfy|meet|fulfil|fulfill)\\b|\\bimpossible to (?:satisfy|meet|pass|fulfil|fulfill)\\b`,
      `\\b(?:the|this|that) (?:\\w+ ){0,2}(?:check|test|spec|assertion|expectation|fixture|requirement|snapshot)s?\\b.*\\b(?:itself )?(?:is|are|seems?|looks?|appears?)(?: to be)?(?: simply| just| itself| probably)? (?:wrong|incorrect|mistaken|broken|self-contradictory|not satisfiable|unsatisfiable)\\b`,
    ].map((source) => new RegExp(source)),
  ),
}

const settled = lazily(
  () =>
    /\b(?:so|therefore|thus|hence) (?:i|we) (?:chose|went|decided|changed|updated|fixed|followed|kept|picked|used|made|corrected|took|resolved|adjusted)\b|\b(?:i|we)(?:'ve| have)? (?:now |also |since )?(?:resolved|fixed|corrected|updated|reconciled|settled|adjusted|went with|followed|chose)\b|\b(?:is|are|was|were|has been|have been) (?:now )?(?:resolved|fixed|settled|reconciled)\b|\b(?:all|the) (?:\w+ )?(?:tests|checks) (?:now )?pass\b/,
)

// Work of its own that is left.

function namesOwnWork(sentence: string): boolean {
  const plain = normal(sentence)
  if (!mayOwe().test(plain)) return false
  if (/[?？]\W*$/.test(sentence) || notOwn().some((pattern) => pattern.test(plain))) return false
  return owed().some((pattern) => pattern.test(plain))
}

/** It is the person's, optional, elsewhere, or there is none of it. */
const notOwn = lazily((): readonly RegExp[] => [
  /\byou(?:'ll|'d| will| would| should| must| can| could| may| might| only| just| also)*(?: still| then| also| only| first)* (?:need|have|must|want|should|run|set|add|deploy|update|review|restart|merge|configure)\b/,
  /\b(?:for you|on your (?:side|end|part)|your (?:call|choice|decision|side|turn)|up to you|the user still|users still)\b/,
  /\b(?:if|should|unless|in case|whenever) (?:you|needed|necessary|desired|wanted|required|anything|something|there)\b/,
  /\b(?:optional(?:ly)?|out of scope|beyond (?:the|this) scope|not part of|in (?:the )?future|future work|some ?day|nice to have|follow-?ups?|not (?:needed|required|necessary)|by design|on purpose|intentional(?:ly)?|deliberate(?:ly)?|pre-?existing|unrelated|as before|as requested|as (?:you )?(?:asked|described|wanted)|separate (?:pr|issue|ticket|task))\b/,
  /\b(?:could|might|may) (?:later |also |then |still )*(?:add|be|want|consider|replace|extend|improve|use|make|help)\b|\b(?:i|we)(?:'d| would) (?:recommend|suggest)\b|\bconsider\b/,
  /\b(?:nothing|none|no (?:\w+ )?(?:work|tasks?|items?|steps?|issues?|todos?|errors?|failures?|remaining|open))\b(?!.*\bbut\b)/,
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
const UNDONE =
  '(?:done|complete|completed|finished|implemented|written|converted|wired|hooked|covered|tested|ported|migrated|updated|added|handled|ready|there|in place|working|passing|connected|integrated|fixed|translated|replaced|removed|renamed)'

/** A word that every pattern below needs, or a letter of another alphabet: most sentences have none. */
const mayOwe = lazily(
  () =>
    /[^\0-\x7f]|\b(?:still|yet|must|should|plan|intend|will|going|let|let's|next|not|only|so far|ran out|missing|progress|remain\w*|halfway|half|half-finished|partly|partially|left|follows?|moving|continuing|proceeding|starting|working|turning|fixing|resuming)\b|n't\b|'ll\b|\b(?:have|has|need|got|about|around|able|on|'m) to\b|\bnow for\b|\b(?:noch|muss|ich werde|als n|fehl\w*|steht|reste|vais|dois|manque|pas encore|faltan?|quedan?|voy|ainda|faltam?|vou|devo|ancora|mi resta|restano?|rimane|rimangono|manca\w*|ora|adesso|poi|haga)\b/,
)

const owed = lazily((): readonly RegExp[] =>
  [
    `\\b(?:i|we)(?:'ve| have)? (?:still|yet|also still) (?:have|need|got|must|want|should|plan|intend)\\b(?! (?:to know|your|you)\\b)`,
    `\\b(?:i|we) (?:have|need|must|got|'ve got)(?: yet)? to (?!${NO_WORK}\\b)\\w+`,
    `\\bi (?:must|should|plan to|intend to|am about to|'m about to) (?!${NO_WORK}\\b)\\w+`,
    `(?:^|[,;:–—] ?|\\b(?:and|but|so|now|next|then|afterwards|first|that|which) )(?:i'll|i will|i'm going to|i am going to|we'll|we will|let me|let's|i'm about to) ${ADVERB}(?!${NO_WORK}\\b)\\w+`,
    `\\b(?:i'll|i will|i'm going to|i am going to) ${ADVERB}(?!${NO_WORK}\\b)\\w+.*\\b(?:next|now|later|afterwards?|then|after that|shortly|soon|in the next step|tomorrow)\\b`,
    `\\bnext,? (?:up|step)?,?:? ?(?:i|is|are|comes?|we)\\b`,
    `^(?!.*\\b(?:when|whenever|if|who|whose|that|which|until|while|where|because|was|were|had)\\b.*(?:\\bnot\\b|n't\\b)).*(?:\\b(?:isn't|aren't|hasn't|haven't|don't|doesn't|not)\\b.*\\byet\\b|\\bnot yet\\b)|\\byet to be\\b|\\bhave yet to\\b|\\bhas yet to\\b`,
    `^(?!.*\\b(?:that|which|who) (?:was|were|are|is)? ?still\\b)(?!.*\\b(?:was|were) still\\b).*\\bstill (?:fails?|failing|broken|red|missing|an? (?:stub|placeholder|draft|skeleton|mock)|needs? (?:to be|work|a|an|some|tests|the|\\w+ing)|to do|to be \\w+|pending|outstanding|incomplete|unfinished|open|left|lacks?|todo|remains?|doesn't|don't|does not|do not|not)\\b`,
    `\\b(?:is|are|remains?|isn't|aren't)(?: still)?(?: not| only (?:half|partly|partially)) ${UNDONE}\\b(?! (?:by|on|in|for)\\b)|\\b(?:isn't|aren't) ${UNDONE}$`,
    `\\b(?:converted|done|finished|migrated|implemented|ported|written|covered)\\b.*\\b(?:are|is) not$`,
    `\\b(?:did not|didn't|have not|haven't|could not|couldn't) get around to\\b|\\bonly got as far as\\b`,
    `^(?!.*\\b(?:who|that|which|when|if)\\b).*\\b(?:has|have)(?: not|n't) been (?:implemented|written|converted|migrated|added|wired|ported|done|finished|completed)\\b`,
    `\\b(?:haven't|have not|wasn't|was not) (?:been )?able to (?:finish|complete|implement|fix|get|make|convert)\\b`,
    `\\bthere(?:'s| is| are) still (?!no\\b).*\\b(?:to (?:fix|do|write|add|handle|convert|implement|resolve|finish|update)|left|failing|missing|open|errors?|failures?)\\b`,
    `\\b(?:i|we) (?:did not|didn't|have not|haven't|could not|couldn't) (?:get to|manage to|finish|complete|implement|have time)\\b|\\bran out of (?:time|budget|context)\\b`,
    `(?:^|\\b(?:made|making|with) )(?:good|great|solid|some|decent) progress\\b.*\\b(?:stop|pause|leave (?:it|off)|call it a day)\\b`,
    `\\b(?:halfway|half way|half done|partly done|partially (?:done|complete|implemented|finished)|half-finished)\\b`,
    `\\bonly (?:did|done|finished|implemented|completed|converted|covers?|the first)\\b.*\\b(?:first|half|part|step|one|some)\\b`,
    `\\b(?:done|finished|implemented|fixed|converted|completed|migrated|progress) so far\\b|\\b\\d+ (?:of|out of|/) (?:the )?\\d+\\b.*\\bso far\\b`,
    `\\b(?:implementation|tests?|rest|docs|remaining|others?|details)\\b.*\\b(?:will follow|to follow|follows? (?:next|later)|comes? next|is next|are next|remains? to be|has to go|is left|are left|remains?)\\b`,
    `^(?:now|next) (?:for|on to) the\\b`,
    `^(?:now |then |next |and )*(?:moving on|continuing|proceeding|starting|on to|working on|turning to|fixing|resuming)\\b(?!.*\\b(?:fixed|done)$)`,
    `\\b(?:the )?(?:tests?|docs|documentation|error handling|translations?|validation|implementation|migration|handlers?|coverage)\\b.* (?:is|are) (?:still )?missing\\b`,
    `\\bremaining (?:steps?|tasks?|work|items?|parts?|files?) (?:is|are|include)\\b`,
    // German
    `\\b(?:ich )?muss (?:ich )?(?:\\p{L}+ )?noch\\b|\\bfehl(?:t|en) noch\\b|\\bals nächstes (?:werde|kommt|kommen|passe|schreibe|mache)|\\bich werde (?:\\p{L}+ )?(?:jetzt|nun|noch|als nächstes|dann)\\b|\\bnoch nicht (?:fertig|umgesetzt|geschrieben|erledigt|implementiert|angepasst|getestet)|\\bsteh(?:t|en) noch aus|\\bnoch (?:offen|zu (?:tun|erledigen))\\b`,
    // French
    `\\bil (?:me |nous )?reste (?:encore )?à(?!\\p{L})|\\bje vais (?:maintenant|ensuite|désormais)\\b|\\bje dois encore\\b|\\bensuite,? je (?:vais|dois)\\b|\\breste à faire|\\bil manque encore\\b`,
    `^(?!.*\\b(?:qui|dont|quand|lorsque|si)\\b.*pas encore).*\\bpas encore \\p{L}+`,
    // Spanish
    `\\b(?:todavía|aún) (?:tengo|falta|faltan|debo|queda|quedan|no)\\b|\\b(?:me )?faltan? (?:por )?\\p{L}+|\\blo haré\\b|\\bahora voy a\\b|\\ba continuación (?:voy|haré|\\p{L}+ré)|\\bquedan? por\\b|\\bvoy a (?:continuar|seguir)\\b`,
    // Portuguese
    `\\bainda (?:preciso|falta|faltam|tenho|não|devo)\\b|\\bfaltam? (?:escrever|implementar|fazer|atualizar|testar|os|as|o|a)\\b|\\b(?:agora|em seguida),? vou\\b|\\bvou (?:agora|continuar|em seguida)\\b`,
    // Italian
    `\\bdevo ancora\\b|\\bmi resta\\b|\\b(?:resta|rimane|restano|rimangono) da\\b|\\bmanca(?:no)? ancora\\b|\\b(?:ora|adesso|poi) (?:procedo|passo|aggiorno|scrivo|procederò)(?!\\p{L})|\\bnon (?:è|sono|ho) ancora\\b`,
    // Japanese
    `次に.*(?:ます|する)$|これから.*(?:ます|する)$|続けて.*ます$|まだ.*(?:残って|ていません|ていない|ありません|未)|残り(?:の|は).*(?:ます|です|予定)|今後.*予定です$`,
    // Chinese
    `接下来,?我?(?:会|将|要|来)|下一步,?我?(?:会|将|要|是)|我?(?:还需要|还要|还没有?|还未)|尚未(?!合并|部署|发布)|我(?:稍后|接着|随后|现在)(?:会|将|来|去)|剩下的?.*(?:会|将|需要|是)`,
    // Korean
    `아직.*(?:않았|못했|남아|남았)|(?:다음|이제|이어서|곧).*(?:겠습니다|할게요|예정입니다)|남은 (?:작업|일|부분)`,
    // Russian
    `(?:^|[^\\p{L}])(?:осталось|остаётся|остается)(?!\\p{L}).*\\p{L}+ть(?!\\p{L})|(?:^|[^\\p{L}])(?:мне |я )?(?:ещё|еще) (?:нужно|надо|не|предстоит|должен)|(?:^|[^\\p{L}])(?:далее|затем|теперь|сейчас|дальше) я |следующим шагом|пока не (?:сделан|реализован|написан|готов)`,
  ].map((source) => new RegExp(source, 'u')),
)

/** An item of a list that is not ticked, among others that are or under a heading of its own. */
function openBox(lines: readonly string[]): string | null {
  const box = lines.findLast((line) => /^\s{0,20}(?:[-*+]|\d{1,3}[.)]) \[ \] \S/.test(line))
  return box === undefined ? null : box.trim().slice(0, 200)
}

const label = lazily(
  () =>
    /^\W{0,6}(?:next up|up next|(?:what(?:'s|’s| is) |still |work )?(?:left|remaining|missing|outstanding|open|pending)(?: (?:to do|work|tasks?|items?|steps?|parts?|points?))?|(?:still )?to ?-?do|todos?|to be done|not (?:yet )?(?:done|finished|complete)(?: yet)?|what remains|unfinished(?: \w{1,12})?|done so far|offen|noch (?:offen|zu tun)|reste à faire|pendiente|da fare|残り|残作業|未完了|待办|剩余|남은 작업|осталось)\W{0,6}$/i,
)
const NONE =
  /^\W{0,6}(?:none|nothing|no\b|0\b|n\/a|nil|all done|empty|keine|nichts|rien|aucun|nada|ninguno|niente|nessuno|なし|无|無|没有|없음|нет|ничего)|^\W*$/i

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

/** Lines outside code fences and quotations. */
function withoutFences(text: string): readonly string[] {
  const kept: string[] = []
  let fence = ''
  for (const line of text.split('\n')) {
    // Mostly a letter: then it is neither.
    const isPlain = isLetterOrDigit(line.charCodeAt(0))
    const mark = isPlain ? '' : (/^\s{0,9}(```|~~~)/.exec(line)?.[1] ?? '')
    if (mark !== '' && (fence === '' || fence === mark)) fence = fence === '' ? mark : ''
    else if (fence === '' && (isPlain || !/^\s{0,3}>/.test(line))) kept.push(line)
  }
  return kept
}

function sentencesOf(lines: readonly string[]): readonly string[] {
  return toSentences(lines.slice(-60).join('\n')).slice(-MOST_SENTENCES)
}

/**
 * Lower case, straight apostrophes, no marks of lists and emphasis, inline code as one word, no end mark. Most sentences
 * hold few of these, and a replacement that nothing calls for is not made.
 */
function normal(sentence: string): string {
  const lower = sentence.slice(0, LONGEST_SENTENCE).toLowerCase()
  const isPlain = isAscii(lower)
  const bare = isPlain && !holdsPart(lower, QUOTES_AND_EMPHASIS) ? lower : withoutQuotes(lower)
  const text = isLetterOrDigit(bare.charCodeAt(0)) && bare.charCodeAt(0) > 57 ? bare : withoutListMark(bare)
  const end = withoutEndMark(text)
  return isPlain && !holdsPart(end, GAPS) ? end : end.replace(/\s{1,100}/g, ' ')
}

const QUOTES_AND_EMPHASIS = ['`', '"', '*', '_', '~', '#']
const GAPS = ['  ', '\t', '\n', '\r', '\v', '\f']
const END_MARKS = '.!?。！？…:'

function withoutQuotes(text: string): string {
  return text
    .replace(/`[^`\n]{1,200}`/g, 'x')
    .replace(/["“”„«»][^"“”„«»\n]{1,200}["“”„«»]/g, 'x')
    .replace(/[’‘]/g, "'")
    .replace(/，/g, ',')
    .replace(/[*_`~"“”„«»#]/g, '')
}

function withoutListMark(text: string): string {
  return text.replace(/^[\s\-+•>]{1,20}|^\s{0,9}\d{1,3}[.)]\s/, '')
}

function withoutEndMark(text: string): string {
  let end = text.length
  while (end > 0 && text.length - end < 50 && isEndMark(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

function isEndMark(character: string): boolean {
  return END_MARKS.includes(character) || character.trim() === ''
}
