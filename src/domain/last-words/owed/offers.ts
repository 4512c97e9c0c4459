// Offers to do what is left of the work: "Happy to carry on with the remaining four files." They ask nothing that the request
// did not answer, so they leave work, and are no question to the person.
import { lazily } from '../../../contract/lazily.ts'
import { holdsPart } from '../../text/words-in.ts'
import { matches, parted, type PatternGroup } from '../pattern-group.ts'

/** A sentence in its plain form that offers the rest, or says that a word is enough for it. */
export function offersRest(plain: string, prompt: () => string): boolean {
  if (plain.endsWith('?') || holdsPart(plain, DANGEROUS)) return false
  if (matches(sure, plain)) return true
  // Of a request for one file, the others are none of the work.
  return matches(ofOthers, plain) && !ONE_FILE.test(prompt())
}

/** Nobody waits for less than a word before doing these. */
const DANGEROUS = [
  'delet',
  'drop ',
  'push',
  'publish',
  'deploy',
  'merge',
  'overwrit',
  'wipe',
  'purge',
  'release',
  'send',
]
const ONE_FILE = /[\w-]\.[a-z]{1,4}\b(?!.*\b(?:and|all|every|each)\b)/i

const WORK =
  '(?:carry on|continue|go on|proceed|keep going|move on|finish|complete|do|convert|migrate|port|apply|tackle|cover|handle|translate|update|take (?:on|care of)|add|write|implement|extend|adapt|fix|roll|replace|rename|move|get|(?:go|work) through)'
const OFFER = `(?:\\b(?:happy|glad|ready|willing|prepared|keen|able) to ${WORK}|\\bi(?:'d| would| can| could| will|'ll| may)(?: (?:also|then|gladly|happily|easily|just|quickly|now|be (?:happy|glad) to))* ${WORK})\\b`
const REST = "(?:the rest|the remainder|remaining|what(?:'s| is) left|untouched|not done yet|still to do)"
const OTHERS =
  '(?:(?:the )?others|the other (?:\\p{L}+ )?(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|files|modules|pages|ones|parts|half))'
const CUE =
  "(?:if you|if (?:that|this|it)(?:'s| is| looks| works)|on request|quickly|should you|when(?:ever)? you|once you|as soon as you|say the word|let me know|just ask|just shout|as well|in one go|the same way|next)"
const A_WORD =
  '(?:just say (?:the word|so)|say the word|let me know|just ask|just shout|give me a shout|drop me a line)'

const sure: PatternGroup = {
  parts: parted('remain|the rest|left|untouched|not done|still|rest|übrig|demás|falta|suivant|les autres|残り|剩|其余'),
  isForeign: true,
  patterns: lazily(() =>
    [
      `${OFFER}.*\\b${REST}\\b(?!.*\\b(?:budget|time|quota|questions?)\\b)`,
      `\\b(?:which|they|these|those|that) (?:are|is) (?:still )?(?:untouched|unchanged|as (?:they|it) (?:were|was)) (?:so far|yet|for now|at the moment)$`,
      `\\b(?:the remaining|the rest|the remainder)\\b[^,;]*\\bi (?:can|could|will|'ll|'d|would)(?: \\p{L}+ly)? ${WORK}\\b`,
      `\\bstill\\b.*\\bi (?:can|could|will|'d|would) .*\\b${A_WORD}\\b`,
      `\\b(?:gern|gerne|ich kann|kann ich|könnte ich|ich könnte|mache ich|werde ich)(?!\\p{L}).*(?<!\\p{L})(?:übrigen|restlichen|verbleibenden|den rest)(?!\\p{L})`,
      `(?:\\bje peux|\\bje pourrais|\\bvolontiers|\\bprête? à)(?!\\p{L}).*(?<!\\p{L})(?:restante?s?|le reste|les autres|suivante?s)(?!\\p{L})`,
      `\\b(?:puedo|podría|con gusto|listo para|encantado de)(?!\\p{L}).*(?<!\\p{L})(?:restantes?|el resto|(?:los|las) demás|(?:que )?faltan)(?!\\p{L})`,
      `残り.{0,20}(?:対応|続け|進め|変換|移行|実装|作業)(?:も)?(?:可能です|できます|いたします)`,
      `(?:可以|愿意).{0,6}(?:继续|处理|完成).{0,10}(?:剩下|剩余|其余)|(?:剩下|剩余|其余).{0,12}可以(?:继续|接着)`,
    ].map((source) => new RegExp(source, 'u')),
  ),
}

const ofOthers: PatternGroup = {
  parts: parted('other'),
  patterns: lazily(() =>
    [
      `\\b${CUE}\\b.*\\b${OTHERS}\\b.*\\b(?:can|could|will|would) (?:then )?(?:follow|come|be \\p{L}+ed)\\b`,
      `${OFFER}.*\\b${OTHERS}\\b.*\\b${CUE}\\b`,
      `\\b${CUE}\\b.*${OFFER}.*\\b${OTHERS}\\b`,
    ].map((source) => new RegExp(source, 'u')),
  ),
}

/** It waits for a word alone, with nothing to choose: no request to the person. */
export function waitsForWord(plain: string): boolean {
  return matches(forWord, plain) && !holdsPart(plain, DANGEROUS) && !CHOICE.test(plain)
}

const forWord: PatternGroup = {
  parts: parted('say the word|let me know and|just ask and|tell me to|say yes and|a nod and'),
  patterns: lazily(() =>
    [
      `^(?:just |so |please )*(?:say the word|say yes|let me know|just ask|ask|give me a nod|tell me to (?:continue|go on|proceed|carry on)),? and i(?:'ll| will| can) ${WORK}\\b.*\\b(?:${REST}|${OTHERS})`,
      `\\bi (?:can|could|will|'d|would) ${WORK}\\b.*\\bsay the word$`,
    ].map((source) => new RegExp(source, 'u')),
  ),
}
const CHOICE = /\b(?:which|whether|what|how|or|if)\b/
