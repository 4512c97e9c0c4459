// Sentences in which the agent gives the work up: nothing worked, it is stuck, it leaves things as they were. An attempt
// that it gave up for a better one is no such thing.
import { lazily } from '../../contract/lazily.ts'
import { matches, parted, type PatternGroup } from './pattern-group.ts'
import { normal } from './sentences.ts'

/** `later` sentences may tell that it went well in the end. */
export function givesUp(plain: string, later: readonly string[]): boolean {
  if (!groups.some((group) => matches(group, plain))) return false
  return ![plain, ...later.map(normal)].some((sentence) => wentWell().test(sentence))
}

const MY = "(?:i|we)(?:'m| am|'ve| have|'ll| will|'d)?"
const WHOM =
  '(?:of (?:it|them|this|that|these|those|my \\p{L}+|the \\p{L}+|what (?:i|we) tried) |(?:(?:i|we) (?:have )?tried ))?'
const FAILED =
  '(?:worked|helped|fixed|solved|made (?:a|any) difference|changed (?:anything|that|it)|got me|did it|did the trick|succeeded)'
const WORK =
  '(?:solve|fix|resolve|finish|complete|figure (?:it|this|that|out)|get (?:it|this|that|them|the)|make (?:it|this|that|the \\p{L}+ (?:pass|work))|go (?:any )?further|track)'

const groups: readonly PatternGroup[] = [
  {
    parts: parted(
      "give up|giving up|gave up|given up|abandon|bailing|towel|none |neither |nothing |can't|cannot|can not|couldn't|could not|don't|do not|unable|able to|not manage|n't manage|stop here|stop there|stop at this|quit here|end here|leaving|dead end|beyond me|beyond what|over my head|stuck",
    ),
    patterns: lazily(() =>
      [
        `^(?:(?:so|but|and|for now|unfortunately|sadly|sorry|ok|okay),? ){0,3}(?:${MY} )?(?:(?:have to|had to|must) )?(?:giv(?:e|ing|en) up|gave up|abandon(?:ing|ed)?(?! (?:cart|order|session|checkout|upload|basket))|bailing|throwing in the towel)\\b`,
        `[,;:–—] (?:so |and )?${MY} (?:giving up|giv(?:e|ing) (?:it|this) up|abandoning)\\b`,
        `\\b(?:none|neither|nothing) ${WHOM}(?:has |have )?${FAILED}\\b`,
        `\\b(?:i|we) (?:can't|cannot|can not|couldn't|could not|won't be able to|am (?:not able|unable) to|was (?:not able|unable) to|wasn't able to|don't know how to|do not know how to|don't see how to|do not see how to|didn't manage to|did not manage to|don't think (?:that )?i can|do not think (?:that )?i can) (?:seem to |really |actually )?${WORK}\\b`,
        `\\bi (?:have to|had to|must|need to) (?:stop|quit|end|leave it) (?:here|there|at this point)\\b`,
        `\\b(?:so|hence|therefore|thus|which is why) (?:i|we)(?:'m| am| are)? (?:leave|leaving|left) (?:it|this|that|the|them)\\b.* (?:as (?:is|it is|it was|they are|they were|before)|alone|unfixed|unsolved|open)\\b`,
        `\\b(?:this|it|that) (?:turned out to be|is|was) (?:a dead end|beyond me|over my head)|\\bbeyond what i can\\b`,
        `^(?:i(?:'m| am) )?(?:completely |totally |still )?stuck (?:here|on|at|with)\\b`,
      ].map((source) => new RegExp(source, 'u')),
    ),
  },
  {
    parts: parted(
      'komme|gebe |aufgegeben|abandonne|renonce|arrive pas|rindo|consigo|logro|manera de|desisto|arrendo|riesco|rinuncio|kom er niet|geef het op|ger upp|inte vidare|vazge|pes ed',
    ),
    isForeign: true,
    patterns: lazily(() =>
      [
        `\\b(?:komme ich|ich komme) (?:\\p{L}+ ){0,3}nicht weiter|\\bkomme nicht weiter|\\b(?:gebe ich|ich gebe)(?: es| das)?(?: hier)? auf\\b|\\bich habe (?:es |das )?aufgegeben`,
        `j'abandonne|je renonce|je n'y arrive (?:pas|plus)|je suis (?:bloquée?|coincée?)(?!\\p{L})`,
        `\\bme rindo\\b|\\bno (?:lo )?(?:consigo|logro)\\b|\\bno hay manera de\\b|\\bdesisto\\b|\\bnão (?:estou )?consig\\p{L}+|\\bmi arrendo\\b|\\bnon (?:ci )?riesco\\b|\\brinuncio\\b`,
        `\\bik kom er niet uit\\b|\\bik geef het op\\b|\\bjag ger upp\\b|\\bkommer inte vidare\\b|poddaję się|nie potrafię|pes ediyorum|vazgeçiyorum|çözemedim`,
        `(?:^|[^\\p{L}])(?:сдаюсь|бросаю)(?!\\p{L})|у меня не получается|не могу (?:решить|исправить|найти|понять|разобраться)`,
        `放弃了?|搞不定|没办法(?:解决|修复|完成)|諦め|あきらめ|お手上げ|行き詰ま|포기합|포기하|해결하지 못`,
      ].map((source) => new RegExp(source, 'u')),
    ),
  },
]

/** Another way led to the end, or it is told of a case. */
const wentWell = lazily(
  () =>
    /\b(?:until|instead|at first|first|initially|originally|eventually|in the end|finally|if|when)\b|\b(?:then|but|and|so|;) (?:i |it |that |the \p{L}+ )?(?:then )?(?:found|fixed|solved|wrote|switched|used|built|chose|went with|works|passes)\b|\b(?:is|are|was|were|has been|have been) (?:now )?(?:fixed|solved|resolved|green|done)\b|\b(?:now (?:works?|pass(?:es)?)|(?:works?|pass(?:es)?) now|(?:all|every|the) (?:\p{L}+ ){0,3}(?:pass(?:es)?|green))\b|\b(?:cause|culprit|solution|fix) (?:was|is)\b|^(?:i |it )?(?:fixed|solved)\b|(?:jetzt|nun|stattdessen|schließlich|maintenant|finalement|à la place|ahora|finalmente|agora|ora) |解决了|修好|解決しました|해결했/u,
)
