// Two readings of plain language: does a person's prompt only ask something, and do the agent's last words ask the person.
import { lazyWords } from '../../contract/lazily.ts'
import { holdsPart, isAscii, isLetterOrDigit } from '../text/words-in.ts'
import { asksElsewhere, ordersElsewhere } from './prompt-languages.ts'

const workVerbs =
  lazyWords(`add adjust apply bring build bump change clean commit complete configure continue convert correct create debug delete
  deploy disable do document drop edit enable ensure extend extract finish fix format generate go handle implement improve
  install keep make merge migrate modify move optimise optimize patch port proceed publish push put refactor release remove
  rename repair replace resolve revert rewrite run set ship solve split start test try turn undo update upgrade use wire
  write`)

const askingVerbs =
  lazyWords(`analyse analyze clarify compare count describe explain find identify investigate list outline review show summarise
  summarize tell`)

const questionWords = lazyWords(
  `what why how where when who whose which is are was were does do did can could should would will has have had may any`,
)

/** Words that may stand before the verb of an order without changing it. */
const LEAD_INS =
  /^(?:(?:ok|okay|hey|hi|hello|now|then|also|so|and|but|next|first|finally|please|just|again|if so|instead)[\s,]+)+/
/** A name, or another word by itself: "Hi Ada, what is …?" */
const ADDRESS = /^(\p{L}+),\s+/u
const POLITE_ORDER =
  /^(?:(?:can|could|would|will) you|i(?:'d| would)? (?:want|need|like) you to|you (?:should|must|need to|have to)|we (?:should|must|need to|have to)|let'?s|let us|help me(?: to)?|i need to|please)\s+/

const LONGEST_READ = 20_000

/** True if the prompt asks and orders nothing: an answer is all it wants. */
export function asksOnly(prompt: string): boolean {
  // A command that the person ran themselves orders nothing.
  if (prompt.startsWith('!')) return true
  const sentences = toSentences(withoutCode(prompt.slice(0, LONGEST_READ)))
  if (sentences.some(ordersWork)) return false
  return sentences.some(asks)
}

/** "Run the tests and tell me what fails": a red check is what it asks for, unless it also wants it green. */
export function asksToSeeFailure(prompt: string): boolean {
  const sentences = toSentences(withoutCode(prompt.slice(0, LONGEST_READ))).map((sentence) => sentence.toLowerCase())
  const isWantedGreen = sentences.some((sentence) => WANTED_GREEN.test(sentence.replace(LEFT_ALONE, ' ')))
  return !isWantedGreen && sentences.some(showsEnding)
}

/** Two words say so: "print" or "report" by itself names a thing to be made. */
function showsEnding(sentence: string): boolean {
  return SHOW.test(sentence) && ENDING.test(sentence.replace(SHOW, ' '))
}

const SHOW =
  /\b(?:tell|show|report|list|see|find out|let me know|give me|print|paste|reproduces?|demonstrates?|proves?|confirm|verify that|summari[sz]e|what|which|whether|how many)\b/
const ENDING =
  /\b(?:fail(?:s|ed|ing|ures?)?|errors?|red|breaks?|broken|results?|outputs?|status|passes|happens|prints?|reports?|says?)\b/
const WANTED_GREEN =
  /\b(?:fix|repair|resolve|solve|correct|debug)\b|\b(?:make|get|until|so that|ensure|must|should)\b.{0,80}\b(?:pass|passes|passing|green|works?|succeeds?)\b/
const LEFT_ALONE = /\b(?:don't|do not|don’t|without|never|not|no need to|instead of)\b[^.,;]{0,40}/g

function ordersWork(sentence: string): boolean {
  if (ordersElsewhere(sentence)) return true
  const isDirectQuestion = isDirect(sentence)
  return clausesOf(sentence).some((clause, index) => {
    const bare = withoutLeadIn(clause)
    if (isDirectQuestion && index === 0) return ASKED_TO_MIND.test(bare)
    const ordered = withoutLeadIn(bare.replace(POLITE_ORDER, ''))
    const verb = firstWord(ordered)
    if (ANSWER_WANTED.test(ordered)) return false
    if (ASKED_TO_MIND.test(bare)) return true
    if (ASKED_TO_ACT.test(bare)) return !askingVerbs().has(verb) && !replyVerbs().has(verb)
    return workVerbs().has(verb) && !DO_QUESTION.test(ordered)
  })
}

/** "Can you …": whatever is wanted then is an order, except for what an answer is enough for. */
const ASKED_TO_ACT = /^(?:can|could|would|will) you (?:please |just |also |then |maybe |perhaps |quickly )*\w/

/** "Would you mind renaming it?" */
const ASKED_TO_MIND =
  /^(?:would|do) you mind (?!explain|tell|show|describ|summari|clarif|review|check|list|compar|if\b)\w+ing\b/

const replyVerbs = lazyWords(
  `access advise be believe check confirm elaborate give guess have hear help imagine know look mind need please point prefer
  read recall recommend remember remind reproduce say see share spot suggest think understand verify walk want`,
)

function clausesOf(sentence: string): string[] {
  return sentence.split(/[,;:]|\b(?:and|then|but)\b/)
}

/** "do you know …" asks; "do it" and "do the rest" order. With a question mark "do the tests pass?" asks. */
const DO_QUESTION = /^do (?:(?:you|we|i|they)\b|(?:these|those|the|all|any)\b.*[?？])/

function isDirect(sentence: string): boolean {
  const bare = withoutLeadIn(sentence)
  if (firstWord(bare) === 'do') return DO_QUESTION.test(bare)
  return questionWords().has(firstWord(bare)) && !POLITE_ORDER.test(bare)
}

function asks(sentence: string): boolean {
  if (/[?？]\s*$/.test(sentence) || isDirect(sentence) || asksElsewhere(sentence)) return true
  return clausesOf(sentence).some((clause) => {
    const ordered = withoutLeadIn(withoutLeadIn(clause).replace(POLITE_ORDER, ''))
    return askingVerbs().has(firstWord(ordered)) || ANSWER_WANTED.test(ordered)
  })
}

/** Orders whose result is an answer, not a change: "give me an overview", "check whether …". */
const ANSWER_WANTED =
  /^(?:(?:give|get|show)(?: me| us)? (?:an?|your|some|the) (?:\w+ ){0,2}(?:plan|overview|summary|explanation|opinion|feedback|review|estimate|breakdown|comparison|ideas?|thoughts|proposal|suggestions?|list|rundown|tour|recommendation|assessment|outline|analysis)\b|(?:write|make|draft|sketch|prepare|create)(?: me| us| up)? (?:an?|your|some|the) (?:\w+ ){0,2}(?:plan|proposal|outline|analysis|estimate|assessment|breakdown)(?=$|[.,:!](?!\w)| (?:for|of|on|to|how)\b(?!.*\.(?:md|txt|json|html)\b))|give(?: me| us)? (?:feedback|advice)\b|(?:suggest|propose|recommend|evaluate|assess|estimate|audit|brainstorm)\b|understand\b|walk (?:me|us) through\b|remind (?:me|us)\b|(?:check|see|verify|look|determine|figure out|confirm|test) (?:if|whether|how|why|what|which|where)\b|i(?:'m| am)? (?:wonder|wondering|curious|unsure|not sure|confused|interested)\b|i(?:'d| would)? (?:like|want) to (?:know|understand|see|learn)\b|thoughts on\b)/

/** The question the agent ends on, or null. Courtesy ("anything else?") is not a question that it waits for. */
export function closingQuestion(message: string): string | null {
  if (!holdsPart(message.slice(-LONGEST_READ), QUESTION_MARKS)) return null
  // A remark in parentheses after the question leaves the question as the last words.
  const end = message
    .slice(-LONGEST_READ)
    .trimEnd()
    .replace(/\s\([^()\n]{1,300}\)[.!]?$/, '')
  const lastLine = /(?:```|~~~)$/.test(end) ? undefined : toSentences(end).at(-1)
  if (lastLine && isQuestion(lastLine)) return isCourtesy(lastLine) ? null : tidy(lastLine)
  const beforeOptions = withoutTrailingBlock(end)
  if (beforeOptions === null) return null
  const asked = toSentences(beforeOptions).at(-1)
  if (!asked || !isQuestion(asked) || isCourtesy(asked) || !ADDRESSES_PERSON.test(asked)) return null
  return tidy(asked)
}

const ADDRESSES_PERSON =
  /(?<!\p{L})(?:you|your|should i|shall i|may i|can i|could i|want me|prefer|which (?:one|option|approach|of)|soll(?:en)? (?:ich|wir)|darf ich|du|dir|sie|ihnen|welche[rns]?|bevorzugt?|dois-je|puis-je|vous|tu|préfér\p{L}*|quel(?:le)?s?|quieres|prefieres|debo|cuál(?:es)?|você|devo|posso|qual(?:e|i)?|preferis\p{L}*|vuoi|jij|welke|vill du|vilken|який|какой|какую|какое|хотите|мне)(?!\p{L})|您|你|哪|どちら|どれ|ましょうか|ますか|까요/iu

/** A question that is more than courtesy. */
export function asksPerson(sentence: string): boolean {
  return isQuestion(sentence) && !isCourtesy(sentence)
}

const QUESTION_MARKS = ['?', '？']

function isQuestion(sentence: string): boolean {
  if (!holdsPart(sentence, QUESTION_MARKS)) return false
  return /[?？][\s"'”’»)\]*_`:.\p{Extended_Pictographic}\uFE0F]*$/u.test(sentence) && !isQuotedAtEnd(sentence)
}

/** The question is what somebody or something else says: `The dialog reads "Delete it?"`. */
function isQuotedAtEnd(sentence: string): boolean {
  const mark = sentence.search(/[?？]["'“”’»`」』][\s*_.)\]]{0,20}$/)
  if (mark < 0) return false
  const opened = lastMark(sentence.slice(0, mark))
  const closing = sentence.charAt(mark + 1)
  // The mark that opens it stands in a sentence before this one.
  if (opened < 0) return '"”»'.includes(closing)
  const told = sentence.slice(0, opened)
  if (!/[\p{L}\p{N}]/u.test(told) || ASKS_BY_QUOTING.test(told)) return false
  // The agent's own question may end in the words that it asks about.
  return !isDirect(told) && !asksElsewhere(told) && !/^\W*(?:soll|sollen|darf|dois-je|debo|devo)\b/i.test(told)
}

/** "My question: …" */
const ASKS_BY_QUOTING = /\b(?:questions?|asking|to know|frage|pregunta|pergunta|domanda)\b|质问|質問|问题/i

/** Where the last quotation opens: an apostrophe within a word is none. */
function lastMark(text: string): number {
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text.charAt(at)
    if ('"“„«`「『'.includes(character)) return at
    if ("'‘".includes(character) && (at === 0 || text.charAt(at - 1).trim() === '')) return at
  }
  return -1
}

function isCourtesy(sentence: string): boolean {
  return (
    /(?<!\bor )\b(?:anything|something) else(?=\W*$| (?:i|you|we|that i|that you|to|for|needed|with|from|on)\b)/i.test(
      sentence,
    ) ||
    /\b(?:any (?:other |more |further )?(?:questions|requests|concerns)|else (?:i can|you)|make sense|sounds? good|what(?:'s| is) next)\b/i.test(
      sentence,
    ) ||
    COURTESY_ELSEWHERE.test(sentence) ||
    PRAISE.test(sentence)
  )
}

/** "Anything else?" in other languages. */
const COURTESY_ELSEWHERE =
  /\b(?:noch (?:etwas|fragen)|sonst noch|autre chose|algo más|alguna pregunta|mais alguma coisa|algo mais|(?:qualcos'|qualcosa d')?altro)\b|(?:他|ほか)に(?:も)?(?:何|なに|ご)|(?:还|還)(?:有)?(?:其他|什么|別的|别的)|다른 (?:것|질문|도움)|더 필요한|что-(?:нибудь|то|либо) (?:ещё|еще)/iu

/** The agent is pleased with its work: "Neat, isn't it?" */
const PRAISE =
  /^\W*(?:pretty|quite|really|not|very|so|rather|much|looks?|ziemlich|nicht|pas|muy|molto)?\s?(?:bad|neat|nice|cool|great|good|clean|fancy|slick|simple|easy|handy|elegant|sweet|amazing|better|faster|schlecht|schön|super|toll|prima|mal|sympa|chouette|genial|bonito|bello|carino)(?:er|e)?,? (?:isn't (?:it|that)|right|huh|eh|no|non|oder|nicht(?: wahr)?|n'est-ce pas|verdad|não|né|vero)\s?[?？]/iu

/** A list of options or a code block after the question still leaves the question as the last words. */
export function withoutTrailingBlock(text: string): string | null {
  const lines = text.split('\n')
  let end = lines.length
  if (/^\s*(?:```|~~~)/.test(lines[end - 1] ?? '')) {
    end -= 1
    while (end > 0 && !/^\s*(?:```|~~~)/.test(lines[end - 1] ?? '')) end -= 1
    end -= 1
  } else {
    while (end > 0 && OPTION.test(lines[end - 1] ?? '')) end -= 1
  }
  if (end <= 0 || end === lines.length) return null
  return lines.slice(0, end).join('\n')
}

/** A line of a list, or "Option 2: never" and its like. */
const OPTION =
  /^\s*(?:[-*+•]|\(?[0-9a-zA-Z][.)])\s+|^\s*$|^\W{0,4}(?:option|variante?|choice|alternative|lösung|möglichkeit|opción|opção|opzione|вариант|方案|选项|選択肢|案)\s?[\da-z]{1,2}\W{1,3}[:：–—-]?\s?\S/i

export function toSentences(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => (isAscii(line) ? splitPlain(line) : line.split(SENTENCE_END)))
    .map((sentence) => sentence.trim())
    .filter((sentence) => isLetterOrDigit(sentence.charCodeAt(0)) || /[\p{L}\p{N}?？]/u.test(sentence))
}

const SENTENCE_END = /(?<=[.!?][)"'”’»*_`\]]{0,9})\s+|(?<=[。！？])/
const CLOSERS = ')"\'*_`]'
const MOST_CLOSERS = 9

/** The same without the pattern, which takes a hook longer to make than most lines to read. */
function splitPlain(line: string): string[] {
  const sentences: string[] = []
  let start = 0
  for (const mark of endMarksIn(line)) {
    let end = mark + 1
    while (end <= mark + MOST_CLOSERS && end < line.length && CLOSERS.includes(line.charAt(end))) end++
    if (end >= line.length || line.charAt(end).trim() !== '') continue
    sentences.push(line.slice(start, end))
    start = end
  }
  sentences.push(line.slice(start))
  return sentences
}

/** Where they stand, in order. */
function endMarksIn(line: string): readonly number[] {
  const places: number[] = []
  for (const mark of ['.', '!', '?'])
    for (let at = line.indexOf(mark); at >= 0; at = line.indexOf(mark, at + 1)) places.push(at)
  return places.toSorted((one, other) => one - other)
}

function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?(?:```|$)/g, ' ').replace(/`[^`\n]*`/g, ' ')
}

function withoutLeadIn(sentence: string): string {
  const bare = sentence
    .toLowerCase()
    .replace(/^[\s\-*>#\d.)]+/, '')
    .replace(LEAD_INS, '')
  const [address = '', name = ''] = ADDRESS.exec(bare) ?? []
  const isName = name !== '' && ![workVerbs(), askingVerbs(), questionWords()].some((words) => words.has(name))
  return isName ? bare.slice(address.length).replace(LEAD_INS, '') : bare
}

function firstWord(text: string): string {
  return /^[\p{L}']+/u.exec(text)?.[0] ?? ''
}

function tidy(sentence: string): string {
  return sentence.replace(/\s+/g, ' ').slice(0, 200)
}
