// Does a sentence of a person's prompt ask or order, in languages other than English? A question in form may be an order:
// "Kannst du den Test reparieren?"
import { lazily } from '../../contract/lazily.ts'
import { isAscii } from '../text/words-in.ts'

export function asksElsewhere(sentence: string): boolean {
  const text = sentence.toLowerCase()
  if (hasIdeographs(text)) return asksInCjk().test(text)
  return isElsewhere(text) && clausesOf(text).some((clause) => opensQuestion().test(clause) || asksFor().test(clause))
}

export function ordersElsewhere(sentence: string): boolean {
  const text = sentence.toLowerCase()
  if (hasIdeographs(text)) return ordersInCjk(text)
  if (!isElsewhere(text)) return false
  const clauses = clausesOf(text)
  if (opensQuestion().test(clauses[0] ?? '')) clauses.shift()
  return clauses.some((clause) => {
    const bare = clause.replace(politely(), '')
    if (bare !== clause) return !answers().test(bare)
    return changes().test(clause)
  })
}

/** A word or letter that English does not have: only then are the tables below looked at. */
function isElsewhere(text: string): boolean {
  return !isAscii(text) || functionWords().test(text)
}

const functionWords = lazily(
  () =>
    /\b(?:der|das|dem|eine?|einen|und|bitte|mir|ist|wie|warum|kannst|diese[rsn]?|le|les|des|une|est|cette|moi|ce|el|los|las|una|este|esta|por|para|uma|o que|la|con|del|nel|il|gli|questo|questa|della|che)\b/,
)

function clausesOf(text: string): string[] {
  return text
    .split(/[,;:]|\s(?:und|dann|et|puis|ensuite|y|luego|e|poi|depois)\s/)
    .map((clause) => clause.replace(leadIns(), ''))
}

const leadIns = lazily(
  () =>
    /^[\s¿¡\-*>#\d.)]*(?:(?:bitte|jetzt|nun|also|und|hallo|mal|zuerst|s'il (?:te|vous) plaît|maintenant|d'abord|alors|et|por favor|ahora|primero|entonces|agora|primeiro|então|per favore|ora|prima|allora)[\s,]+)*/,
)

const opensQuestion = lazily(
  () =>
    /^(?:was|warum|wieso|weshalb|wie|wo|wohin|woher|wozu|wann|wer|wem|wen|welche[rsmn]?|ist|sind|gibt es|kann man|muss man|pourquoi|comment|où|quand|qui|que|quels?|quelles?|est-ce|qu'est-ce|combien|y a-t-il|à quoi|qué|por qué|cómo|dónde|cuándo|quién|cuál|cuáles|cuánto|hay|o que|por que|como|onde|quando|quem|qual|quais|há|che cosa|cosa|perché|dove|chi|quale|quali|quanto|почему|как|что|где|когда|кто|какой|какая|зачем)(?![\p{L}-])/u,
)

const asksFor = lazily(
  () =>
    /^(?:erklär|beschreib|zeig|sag|nenn|liste|vergleich|analysier|fass|erläuter|(?:über)?prüfe? (?:mal |bitte )?ob|expli|décri|montre|dis|dites|résum|compar|analys|list|explí|describ|muéstra|muestra|dime|resum|analiz|enumera|me (?:explique|diga|mostre)|descrev|mostre|analis|spiega|descrivi|mostra|dimmi|riassum|confront|analizz|elenca|объясн|опиш|покаж|расскаж|сравн)/u,
)

/** "Kannst du", "peux-tu": what comes after is wanted, in the form of a question. */
const politely = lazily(
  () =>
    /^(?:kannst du|könntest du|können sie|könnten sie|würdest du|würden sie|magst du|(?:est-ce que )?(?:tu peux|tu pourrais|vous pouvez|vous pourriez)|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|(?:me |nos )?(?:puedes|podrías|puede usted|podría)|você (?:pode|poderia)|pode|poderia|(?:mi |ci )?(?:puoi|potresti|può|potrebbe)|можешь|можете)\s/u,
)

/** What is wanted is an answer. */
const answers = lazily(
  () =>
    /(?:^|[\s'])(?:erklären|sagen|zeigen|beschreiben|nennen|auflisten|zusammenfassen|vergleichen|analysieren|prüfen|nachsehen|erläutern|helfen|expliquer|dire|montrer|décrire|résumer|comparer|analyser|lister|vérifier|explicar\p{L}{0,2}|decir\p{L}{0,2}|mostrar\p{L}{0,2}|describir|resumir|comparar|analizar|revisar|listar|dizer|descrever|analisar|verificar|spiegar\p{L}{0,2}|dir\p{L}{0,2}|descrivere|riassumere|confrontare|analizzare|elencare|объяснить|описать|показать|рассказать)(?!\p{L})/u,
)

/** Stems of what an order to change something begins with. */
const changes = lazily(
  () =>
    /^(?:beheb|fixe|reparier|korrigier|füg|ergänz|erstell|erzeug|schreib|bau|änder|entfern|lösch|aktualisier|refaktor|migrier|benenn|verschieb|implementier|mach|stell|ersetz|installier|konfigurier|führ|setz|pass|optimier|verbesser|übersetz|dokumentier|corrig|répar|ajout|écri|crée|créez|modifi|chang|supprim|enlèv|retir|mets |mettez|mettre|remplac|refactor|migr|renomm|déplac|implément|fais |faites|faire|install|configur|optimis|nettoi|lanc|exécut|tradui|génér|corrij|arregl|añad|agreg|escrib|crea|modific|cambi|elimin|borr|quita|actualiz|renombr|muev|implement|haz |haga|hacer|ejecut|traduc|genera|reemplaz|conserte|adicion|escrev|crie|alter|remov|atualiz|refator|renome|faça|fazer|execut|substitu|corregg|ripar|aggiung|scriv|rimuov|aggiorn|rinomin|spost|fai |esegu|sostitui|исправ|добав|напиш|созда|удал|обнов|измени|реализ|перенес|замен)/u,
)

/** Of all tables only these read a language without spaces. Half a page of Korean has some of its letters, too. */
function hasIdeographs(text: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text)
}

const asksInCjk = lazily(
  () =>
    /か[。\s]*$|何|なぜ|どう(?:し|や|な|い)|どこ|いつ|どれ|どの|説明|教えて|要約|比較して|什么|为什么|怎么|如何|哪|吗|呢[。\s]*$|多少|是否|谁|解释|说明|介绍|总结|比较|分析|列出|看看|왜|무엇|뭐|뭘|어떻게|어디|언제|누가|설명|알려|요약|비교|(?:까요|나요|습니까|인가요)[.\s]*$/,
)

const CHANGES =
  '(?:直し|修正し|追加し|実装し|作成し|作っ|変更し|削除し|更新し|書い|移行し|置き換え|改善し|対応し|リファクタリングし|修复|修改|修正|添加|增加|加上|实现|创建|新建|删除|更新|重构|迁移|替换|优化|编写|写|改成|改为|部署|升级|补充|完成|고쳐|수정해|추가해|구현해|작성해|만들어|변경해|삭제해|업데이트해|리팩터링해|리팩토링해|바꿔|옮겨)'
const wishes = lazily(
  () =>
    new RegExp(
      `${CHANGES}(?:て|で)?(?:ください|下さい|くれ|もらえ|いただけ|ほしい|欲しい|주세요|줘|주시겠|주십시오|줄래|[。\\s]*$)|(?:帮我|帮忙|请|麻烦|能不能|能否|可以|能|把|将).{0,40}${CHANGES}|(?:^|[,，、。；;并再]|然后)(?:先|再|并)?${CHANGES}`,
    ),
)
const wonders = lazily(() => /为什么|怎么|如何|什么|哪|多少|谁|なぜ|どうやって|どうすれば|왜|어떻게/)

function ordersInCjk(text: string): boolean {
  return text.split(/[，、；。！？!?]/).some((clause) => wishes().test(clause) && !wonders().test(clause))
}
