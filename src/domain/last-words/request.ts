// A request to the person at the end of a message, in the languages that agents speak.
import { lazily } from '../../contract/lazily.ts'
import { namedWork } from './own-work.ts'
import { requestForHelp } from './obstacle.ts'
import { matches, parted, type PatternGroup } from './pattern-group.ts'
import { asksPerson, toSentences } from './question.ts'
import { normal } from './sentences.ts'

/** The request that the message ends on, whatever thanks or reasons come after it. */
export function requestAtEnd(found: readonly string[]): string | null {
  for (const sentence of found.slice(-4).reverse()) {
    const plain = normal(sentence)
    if (isCourtesy(plain)) continue
    if (asksPerson(sentence)) return sentence.slice(0, 200)
    if (requests.some((group) => matches(group, plain))) return sentence.slice(0, 200)
    if (!isReason(plain) && !waits(plain)) break
  }
  return openProposal(found.slice(-4)) ?? actBefore(found) ?? requestForHelp(found)
}

/** "Please create a new key in the portal. Then I can run the import." */
function actBefore(found: readonly string[]): string | null {
  const [act = '', last = ''] = found.slice(-2)
  return goesOn().test(normal(last)) && personsAct().test(normal(act)) ? act.slice(0, 200) : null
}

/** "I'll flash the board and check the LEDs then." */
const thenGoesOn = lazily(() => /^i(?:'ll| will| can) [^,;]{1,100} (?:then|after that|afterwards|from there)$/)

const goesOn = lazily(
  () =>
    /^(?:then|after (?:that|this)|afterwards|with (?:that|this|it)|(?:once|as soon as|when) (?:that|this|it|they)(?:'s| is| has| have| are)?(?: been)?(?: \p{L}+){1,2}),? (?:i|we)(?:'ll| will| can| am able to|'m able to)\b/u,
)
const personsAct = lazily(
  () =>
    /^(?:so |for that,? |to continue,? )?(?:please|could you|can you|would you|you (?:need|have|would have|will have|'ll have) to|you must)\b/,
)

/** A question that the person alone can answer. What is said of it afterwards leaves it open, unless the agent answers it. */
function openProposal(found: readonly string[]): string | null {
  const at = found.findLastIndex((sentence) => asksPerson(sentence) && proposals().test(normal(sentence)))
  const asked = found[at]
  if (asked === undefined) return null
  const after = found
    .slice(at + 1)
    .filter((sentence) => !waits(normal(sentence)) && !thenGoesOn().test(normal(sentence)))
  return after.some((sentence) => decides().test(normal(sentence))) || namedWork(after) !== null
    ? null
    : asked.slice(0, 200)
}

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

/** Without a last line that only gives the reason or the agent's own leaning. */
export function withoutReason(text: string): string {
  const line = text.trimEnd().lastIndexOf('\n')
  const last = toSentences(text.slice(line + 1))
  return line > 0 && last.length < 3 && last.every((sentence) => isReason(normal(sentence)))
    ? text.slice(0, line)
    : text
}

const starts = (text: string): (() => readonly string[]) => lazily(() => text.split('|'))

/** What the pattern below begins with, without compiling it. */
const REASON_STARTS = starts(
  "i'm asking|i am asking|i ask|i lean|i'd |i would |my |i recommend|i suggest|without |otherwise|either way|if |in case |i couldn't|i could not|i can't|i cannot|i don't|i do not|both |sorry|for context|that |this |it |the |everything |davon |das |ich |mein|je |ma |yo |mi |eu |cela |ça |de eso |eso |disso |isso |da questo ",
)

const reasons = lazily(
  () =>
    /^(?:i(?:'m| am) asking|i ask\b|i lean\b|i(?:'d| would) (?:recommend|suggest|lean|go with|prefer|pick)|my (?:recommendation|suggestion|preference)\b|i recommend|i suggest|without (?:it|that|this)\b|otherwise\b|either way\b|(?:if|in case) (?:so|not|yes|no)\b|i (?:couldn't|could not|can't|cannot|don't|do not) (?:find|want|know|see|have|tell)\b|both (?:work|are|would)\b|sorry\b|for context\b)|^(?:that|this|it|the [\w' -]{1,40}|everything(?: else)?) (?:\w+ )?(?:depends?|hinges?|hangs?|rests?)(?: entirely| partly)? on\b|^(?:that|this|it|(?:the|your) (?:answer|choice|decision)) (?:\w+ )?(?:decides?|determines?|affects?|drives?|shapes?|influences?|settles?)\b|^(?:ich (?:tendiere|neige|würde|empfehle|bevorzuge)|meine? (?:empfehlung|tendenz|vorschlag)|je (?:recommande|penche|préfère)|ma (?:recommandation|préférence)|yo |mi (?:recomendación|preferencia)|eu (?:recomendo|prefiro)|minha)(?!\p{L})|^davon hängt\b|^das (?:entscheidet|bestimmt|beeinflusst)\b|^(?:cela|ça) (?:détermine|change|dépend)\b|^(?:de )?eso (?:depende|determina|decide)\b|^(?:disso|isso) (?:depende|determina|define)\b|^da questo dipende\b/u,
)

/** It has not begun, and says so after its question: it waits for the answer. */
function waits(plain: string): boolean {
  return WAIT_STARTS().some((start) => plain.startsWith(start)) && NOT_BEGUN().test(plain)
}

const WAIT_STARTS = starts("i haven't|i have not|i've not|i didn't|i did not|so |nothing |no code|ich habe ")

const NOT_BEGUN = lazily(
  () =>
    /^(?:so far,? )?(?:i (?:haven't|have not|didn't|did not)|i've not)(?: yet)? (?:start(?:ed)?|beg[iu]n|touch(?:ed)?|proceed(?:ed)?|continued?|(?:gone|go|went) (?:any )?further|(?:changed?|modif(?:y|ied)|done|made?|written|write) any(?:thing)?)\b|^(?:so far,? )?(?:nothing|no code|no file) (?:has been|was|is) (?:yet )?(?:changed|touched|started|done|written|committed|modified)\b|^ich habe (?:noch )?nichts\b/,
)

/** Begins a question about what the person wants, has or does. */
const proposals = lazily(
  () =>
    /^[¿\s]*(?:so |and |or |but )*(?:(?:should(?! (?:i|we|you) have\b)|shall|may i|can i|could (?:you|i)|can you|do you|do i have|would you|would (?:it|that|this) be (?:ok|okay|fine|acceptable|alright)|want me|are you (?:ok|okay|fine|happy|sure)|is (?:it|that|this) (?:ok|okay|fine|safe|acceptable)|what should|which (?:one|of|branch|version|option|\w+ (?:should|shall|do you|would you|may i|can i))|soll(?:en)? (?:ich|wir)|darf ich|kannst du|können sie|könntest du|könnten sie|möchtest du|möchten sie|willst du|wollen sie|dois-je|puis-je|peux-tu|pouvez-vous|veux-tu|voulez-vous|souhaitez-vous|debo|puedo|puedes|puede usted|quieres|devo|posso|você (?:pode|quer)|puoi|vuoi)(?![\p{L}]))/u,
)

/** The agent answers its own question, or acted without waiting for an answer. */
const decides = lazily(
  () =>
    /^(?:then|so) |\bso (?:it|that|they|this) (?:does|do|is|are)\b|\b(?:we|it|that|they|code|everything|tests?) (?:do|does|pass|passes|works?) now\b|^(?:probably|certainly|of course|not|never)\b|^(?:yes|yep|no|nope|only|ja|nein|oui|non|sí|sim|não|sì)(?:[,:;.–—-]|$)|\b(?:says?|said|think|is|was|are) (?:yes|no|so)\b|\b(?:i|we)(?:'ve| have| had)? (?:also |now |then |therefore |already |just |simply )*(?!needed\b|wanted\b|tried\b|looked\b|checked\b|searched\b|noticed\b|stopped\b|paused\b|asked\b|prepared\b|drafted\b|hesitated\b|reached\b)(?:[a-z]{2,}ed|went|chose|chosen|made|took|kept|built|wrote|put|set|did|done)\b|^(?:implemented|fixed|added|done|updated|changed|converted|renamed|removed|went|moved)\b|\b(?:i'll|i will|let me|let's|i'm going to|i am going to)\b|\b(?:tests?|checks?|suite|build) (?:all )?(?:pass(?:es|ed)?|is green|are green)\b|\b(?:fix|change|migration|update) (?:is|was|ran|has)\b|\b(?:is|are) (?:now )?(?:done|complete|finished|in place)\b|(?:^|\s)(?:ich (?:habe|hab|werde)|j'ai|je vais|he [a-zí]+[aií]do|voy a|eu |vou|ho [a-z]+to)(?=\s)/u,
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
        `\\bplease,? (?:do )?(?:just )?(?:\\w+ly )?(?:confirm|choose|pick|select|decide|advise|specify|clarify|provide|share|paste|send|give|supply|approve|answer|reply|respond|indicate|grant|authorize|authorise|point me|state|name|attach|upload|re-?send|forward)\\b`,
        `^please\\b[^.;]{1,200}\\band (?:then )?(?:send|tell|show|give|paste|share) (?:me|us)\\b`,
        `^(?:so |and |then |just |simply |first |please )*(?:confirm|choose|pick|select|decide|specify|clarify|approve) (?:that|whether|which|if|one|a|an|between|the|what|how|either|your)\\b`,
        `\\b(?:tell|show|inform|advise) me,? (?:please )?${WH}\\b`,
        `\\btell me (?:the|to|if (?:i|that|this|it)|exactly)\\b`,
        `\\blet me know,? (?:please )?(?:${WH}|if (?:(?:that|this|it)(?:'s| is| sounds| would be) (?:ok|okay|fine|acceptable|alright)|i (?:should|may|can|am)|we should)|the|(?:once|when|as soon as) (?!it goes|they go))\\b`,
        `\\b(?:say the word|say which|give me (?:the|a) (?:go-ahead|green light|go)|give the go-ahead)\\b`,
        `^(?:just |please |simply )*(?:reply|respond|answer|write back) (?:with|by|to)\\b`,
        `^(?:it(?:'s| is) |this is |that is )?your (?:call|choice|decision|move|pick|turn)$`,
        `\\b(?:and|then) (?:then )?(?:ping|tell|notify|message) me\\b`,
        `^(?:please |just |then )*(?:ping|tell|notify|message) me (?:once|when|as soon as)\\b`,
        `^(?:please |just |then )*(?:let me know|point|pick|tell|send|say|type|enter|write|answer|give|choose|drop|share|grant|paste|open|reply|confirm|name|show|approve|run|log|set|add|put|attach|upload|enable|unlock|invite|accept|sign|press|hit|fill|create|export|swap|connect|plug|free)\\b.*\\band (?:then )?i(?:'ll| will| can)\\b`,
        // It says that it waits.
        `\\bi(?:'ll| will|'m| am) (?:hold|holding|pause|pausing|stop|stopping)\\b.*\\b(?:you|your)\\b`,
        `\\b(?:a?waiting|a?wait|i(?:'ll| will) wait|wait|hold(?:ing)? off|paused|stopped|standing by|on hold)\\b.*\\b(?:your|you|a (?:decision|go-ahead|confirmation))\\b`,
        `^(?:i )?a?wait(?:ing)? (?:your|a|the|further|instructions)\\b`,
        `\\b(?:i|we)(?:'d| would)? (?:still |first |just |really |only |also |then )*(?:need|require|like|want)(?: to have| to get)? (?:your|you to|a decision|an answer|an? (?:\\w+ )?(?:yes|ok|okay|nod|word) from you|some (?:input|guidance)|permission|approval|confirmation|from you|to know|(?:the|an?) [\\w ./-]{1,40}(?:key|token|secret|password|credentials?|access|url|permission|approval|answer|decision)\\b|(?:[\\w-]+ ){0,2}(?:access|credentials|permissions?|rights) (?:to|for|on|in)\\b)`,
        `\\b(?:needs?|requires?|pending|subject to) your (?:decision|approval|input|confirmation|answer|go-ahead|permission|ok|sign-off)\\b`,
        `^(?:the |a |your |one |open )?(?:decision|choice|approval|input|answer|sign-off|confirmation|go-ahead|question)s? (?:is |are )?(?:needed|required|wanted|pending|for you)\\b`,
        `\\byour (?:decision|approval|input|confirmation|answer|go-ahead|permission|ok|sign-off)(?: is| are)? (?:needed|required|missing|necessary)\\b`,
        `\\b(?:once|as soon as|when|after) you (?:have |'ve )?${PERSON_ACTS}\\w*\\b.*\\b(?:i|we)(?:'ll| will| can|'m| am)\\b`,
        `\\b(?:i|we)(?:'ll| will| can)\\b.*\\b(?:once|as soon as|when|after|until|unless) you(?:'ve| have)? ${PERSON_ACTS}\\w*\\b`,
        `\\b(?:happy|ready|glad) to (?:start|continue|proceed|go|begin|implement|do)\\b.*\\b(?:once|as soon as|when|after) you(?:'ve| have)? ${PERSON_ACTS}\\w*\\b`,
        `\\b(?:once|when|as soon as|until|after|before|unless) (?:i|we)(?:'ve| have)? (?:heard?(?: back)? from you|heard? back|(?:get|got|have|know|received?) (?:your|what you))\\b`,
        `^(?:please |just |then |or |and |alternatively,? |otherwise,? )*(?:give|send|hand|pass) me (?:an?|the|your)\\b`,
        `\\b(?:won't|will not|did not|didn't|have not|haven't)\\b.*\\b(?:until|before|unless) you(?:'ve| have)? ${PERSON_ACTS}\\w*\\b`,
      ]),
    ),
  },
  {
    parts: parted('bitte|bescheid|wissen|brauche|benötige|warte|oder|nötig|erforderlich|gefragt'),
    words: ['mir'],
    patterns: lazily(() =>
      toPatterns([
        // German
        `\\bbitte (?:\\w+ ){0,2}?(?:bestätig|sag|sagen|gib|geben|wähl|entscheid|teil|nenn|schick|send|antwort|lass|freigeb)`,
        `\\b(?:sag|sage|sagen sie|sagt) mir\\b|\\b(?:sag|gib|geben sie|sagen sie)(?: \\w+){0,3} bescheid,? (?:wie|ob|welch|was|wann|wo)|\\blass(?:e|t|en sie)? (?:es )?mich wissen,? (?:wie|ob|welch|was)`,
        `\\b(?:brauche ich|benötige ich)(?: \\w+){0,3} (?:von dir|von ihnen|entscheidung|freigabe|zustimmung)|\\b(?:entscheidung|freigabe|rückmeldung) (?:nötig|erforderlich|benötigt|gefragt)`,
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
      'confirm|conferm|dime|dímelo|elig|elij|hazme|necesito|espera|espero|diga|avise|informe|escolha|preciso|aguardo|fammi|faccia|dimmi|dica|scegli|indicami|bisogno|attendo|aspetto',
    ),
    isForeign: true,
    patterns: lazily(() =>
      toPatterns([
        // Spanish
        `\\b(?:confírma|indíca|avísa|envía|pása|mánda|dí|dá)(?:me|nos)(?:lo|la|los|las)(?!\\p{L})|\\b(?:confirma|confírmame|confirme|dime|dígame|indícame|indíqueme|avísame|avíseme|elige|elija|hazme saber|házmelo saber)\\b|\\bnecesito (?:que (?:me|tú|usted)|tu|su|saber)\\b|\\b(?:quedo a la espera|espero (?:tu|su))\\b`,
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
