// Whether the remaining work that a claim of success names is left to do: agents also write there that nothing is, what could
// come next, and what is for the person. Whatever is not known to be one of these is left.

/** Never throws. */
export function leftOver(remainingWork: string): boolean {
  let isListed = false
  for (const line of remainingWork.toLowerCase().replaceAll('’', "'").split('\n')) {
    const text = line.replace(ITEM, '').trim()
    if (text === '' || (isListed && ITEM.test(line))) continue
    isListed = HEADING.test(text) && isNotItsOwn(text)
    if (!isListed && sentencesOf(text).some((sentence) => !isNotItsOwn(sentence) && !saysNothing(sentence))) return true
  }
  return false
}

const ITEM = /^\s{0,40}(?:[-*+•]|\d{1,3}[.)])\s/
const HEADING = /^[^:]{1,200}:$/

/** What follows a colon belongs to what stands before it. */
function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s|[。！？]/)
    .flatMap((sentence) => (/^[^:;]{1,200}:/.test(sentence) ? [sentence] : sentence.split(';')))
    .map((sentence) => sentence.trim())
}

const LATER = 'follow|next|improve|enhance|extension|idea|step|clean|refactor|polish|extra|work'
const ACTS =
  'deploy|run|merge|review|set|configure|approve|decide|provide|supply|publish|push|restart|install|rotate|test|check|choose|enable|apply|migrate|release|commit'
const OWES = '(?:still )?(?:has to|have to|needs? to|must|should|will have to|will need to|may want to|might want to)'

/** Nobody asked for it, or it is for the person. A product has users and optional parts too. */
const NOT_ITS_OWN: readonly RegExp[] = [
  new RegExp(`^(?:optional|optionally|possible|potential|future|suggested)(?: ?[:(,–—]| - | (?:${LATER}))`),
  /\(optional\)\W{0,3}$|\bnice[ -]to[ -]haves?\b/,
  /^(?:this|that|these|those|it|both|all|which)\b.{0,60}\b(?:is|are) (?:purely |entirely |completely )?optional\b/,
  /\bout of scope\b|\bbeyond (?:the|this|your) (?:request|scope|task)\b/,
  /\bnot (?:part of (?:the|this|that|your) |(?:strictly |really )?(?:required|requested|asked for|needed)\b)/,
  /\bif (?:you(?:'d| would)? (?:want|wish|like|prefer|need|agree|decide|choose)|desired|wanted|needed|necessary|required|requested)\b/,
  /^(?:(?:then|now|finally|next|and),? )?you(?:'ll)? (?:still )?(?:can|could|may|might|should|must|need|have to|will|want)\b/,
  new RegExp(`^(?:the )?(?:user|reviewer|maintainer|owner|operator)s? ${OWES} (?:${ACTS})\\b`),
  /\b(?:up to you|left to you|for you to|on your (?:side|end)|your (?:call|choice|decision|review|approval))\b/,
]

function isNotItsOwn(text: string): boolean {
  return NOT_ITS_OWN.some((pattern) => pattern.test(text))
}

/** Alone, or with the statement that all is done. */
function saysNothing(sentence: string): boolean {
  return sentence
    .split(/[,:()–—]| - /)
    .map((clause) => clause.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim())
    .every((clause) => clause === '' || NOTHING.some((pattern) => pattern.test(clause)) || isDone(clause))
}

const AFTER =
  '(?: (?:at all|remains?|remaining|left|else|further|more|open|outstanding|pending|required|needed|necessary|known|to do|is|are|so far|for (?:this|the) (?:task|request)))*$'

const NOTHING: readonly RegExp[] = [
  new RegExp(`^(?:there (?:is|are) )?(?:none|nothing|no|n a|na|nil|null|not applicable)${AFTER}`),
  new RegExp(
    `^(?:there (?:is|are) )?no (?:(?:remaining|further|more|additional|open|outstanding|other|known|pending) )*(?:work|tasks?|items?|(?:next )?steps?|actions?|todos?|follow ups?|blockers?)${AFTER}`,
  ),
  /^(?:keine?s?|nichts(?: mehr| weiter)?|aucune?|rien|ningun[oa]|nada(?: más| mais)?|nenhum[a]?|nessun[oa]|niente|geen|niets|ingen|inget|inga|brak|нет|ничего|немає|なし|無し|特になし|ありません|特にありません|无|無|没有|沒有|暂无|없음|없습니다|yok)$/,
]

const DONE =
  '(?:done|complete|completed|finished|implemented|tested|verified|passing|green|in place|addressed|delivered|covered|fixed)'
const ARE = '(?:is|are|was|were|has been|have been)'
const STATED: readonly RegExp[] = [
  new RegExp(`^(?:all )?${DONE}$`),
  new RegExp(`^(?:all|everything|every|each)\\b.* ${ARE} (?:\\w+ ){0,2}${DONE}\\b`),
  new RegExp(
    `^(?:(?:the|this|my|all) (?:\\w+ ){0,3})?(?:task|work|request|feature|implementation|it) ${ARE} (?:\\w+ ){0,2}${DONE}\\b`,
  ),
  /^(?:all |the )(?:\w+ ){0,3}(?:tests?|checks?) (?:now )?(?:pass|passed)$/,
]
const LIMITED =
  /\b(?:not|t|never|but|except|besides|apart|aside|only|still|yet|until|once|after|before|when|if|should|must|needs?|have to|has to|to be|remains?|remaining|left|missing|pending|will|almost|nearly|mostly|partly|partially|half|later|todo|next)\b/

function isDone(clause: string): boolean {
  return !LIMITED.test(clause) && STATED.some((pattern) => pattern.test(clause))
}
