// What the agent could not do or does not have: if it says that and then asks the person to act, it waits for it. The
// same words after finished work ("Please run `npm install`") are advice.
import { lazily } from '../../contract/lazily.ts'
import { matches, parted, type PatternGroup } from './pattern-group.ts'
import { normal } from './sentences.ts'

/** The request to act at the end of the message, if what comes before it says what stands in the way. */
export function requestForHelp(found: readonly string[]): string | null {
  const asked = found.at(-1)
  if (asked === undefined || !matches(orders, normal(asked))) return null
  const last = found.slice(-4).map(normal)
  const at = last.findLastIndex((sentence) => matches(obstacles, sentence))
  return at < 0 || last.slice(at).some((sentence) => overcome().test(sentence)) ? null : asked.slice(0, 200)
}

/** It was in the way once: the agent got around it. */
const overcome = lazily(
  () =>
    /(?:\b(?:so|then|therefore|but|and)|[;,:]) (?:i|we)(?:'ve| have)? (?:now |then |also |just |simply )*(?!stopped|paused|tried|need)(?:[a-z]+ed|chose|made|took|kept|built|wrote|put|set|ran)\b|\b(?:is|are|was|were|has been|have been) (?:now )?(?:fixed|resolved|solved|green|repaired|in place|done|complete|ready)\b|\b(?:works?|pass(?:es)?|succeeds?) (?:now|again)\b|\b(?:all|the|every|everything) (?:\w+ ){0,3}(?:pass(?:es)?|succeeds?)\b|\b(?:before|previously|no longer)\b|(?:^|[;,] )(?:it|that|this|they)?(?:'s| is| are)? ?now\b|^(?:i|we)(?:'ve| have)? (?:fixed|resolved|solved|repaired)\b|\b(?:behoben|gelöst|corrigée?s?|résolue?s?|corregid[oa]|solucionad[oa]|resuelt[oa]|corrigid[oa]|resolvid[oa]|risolt[oa]|corrett[oa])(?!\p{L})|已解决|已修复|现已|通过|解決しました|修正しました|해결했|исправлен/u,
)

/** To be read, tried or kept in mind is nothing that the agent waits for. */
const NO_HELP =
  '(?:review|note|notice|see|refer|keep|be|bear|make|remember|let|feel|try|check|verify|test|look|have|read|enjoy|double)'

const orders: PatternGroup = {
  parts: parted('please|bitte|veuillez|merci d|plaît|por favor|per favore'),
  isForeign: true,
  patterns: lazily(() =>
    toPatterns([
      `\\bplease,? (?:first |then |also |just |now )*(?!${NO_HELP}\\b)\\p{L}+`,
      `\\bbitte (?!beacht|prüf|schau|lies|denk)\\p{L}+|\\b(?:veuillez |merci d(?:e |'))(?!noter|vérifier|relire)\\p{L}+|s'il (?:te|vous) plaît|\\bpor favor,? (?!revis|ten|note|verifi)\\p{L}+|\\bper favore,? \\p{L}+`,
      `(?:て|で|を)(?:ください|下さい|いただけ)|お願いします|请(?!注意|查看|参)(?:您|你|先)?\\p{L}+|주세요|пожалуйста`,
    ]),
  ),
}

const NEEDED =
  '(?:installed|available|reachable|accessible|set|configured|running|authenticated|authori[sz]ed|logged in|signed in|permitted|allowed|valid|there|enabled)'

/** Not of some or in some case: "users who are not logged in". */
const MAIN = '(?<!\\b(?:who|that|which|if|when|unless|until)(?: \\w{1,20}){0,2} )'

const obstacles: PatternGroup = {
  parts: parted(
    "can't|cannot|can not|could|unable|don't have|do not have|have no|lack|n't |not |missing|unavailable|unreachable|expired|invalid|locked|reject|denie|refuse|block|declined|revoked|suspended|disabled|withdrawn|removed|stuck|stopped|fail|no access|permission|credential|nicht|fehl|kein|ablehn|abgel|verweiger|impossible|refus|manque|expir|rechaz|deneg|falta|no pue|no pud|no ten|impossibile|manca|negat",
  ),
  words: ['no'],
  isForeign: true,
  patterns: lazily(() =>
    toPatterns([
      `\\b(?:i|we)(?:'m| am| was| were)? (?:still )?(?:can't|cannot|can not|couldn't|could not|unable|not able|not allowed|don't have|do not have|have no|had no|lack)\\b(?! (?:find|see|think|notice))`,
      `${MAIN}\\b(?:isn't|aren't|wasn't|weren't|is not|are not|was not|not|no longer) (?:\\w+ )?${NEEDED}\\b`,
      `${MAIN}\\b(?:is|are|was|were) (?:currently |still )?(?:missing|unavailable|unreachable|expired|invalid|locked|offline|down|read-only|full)\\b|${MAIN}\\b(?:has|have) expired\\b`,
      `\\b(?:was|were|got|has been|have been|keeps being|keep being) (?:rejected|denied|refused|blocked|declined|revoked|suspended|disabled|withdrawn|removed from)\\b|\\b(?:access|permission) denied\\b|\\bno (?:access|permission|credentials|network|disk space)\\b`,
      `\\b(?:failed|stopped|stuck|blocked) (?:because|with|on|at|due|until|by|there|here|for lack)\\b|\\b(?:so|and|then) (?:\\w+ ){0,4}(?:fails|failed|stops|stopped)$|\\b(?:cannot|can't|could not|couldn't) (?:start|run|continue|connect|proceed|finish|be (?:reached|started|opened|pulled|pushed|installed|published|built|sent|deployed|run|verified|tested))\\b|\\b(?:could not|couldn't) be \\w+|\\bno (?:\\w+ )?(?:space|quota|credits?|memory|budget|funds|balance|ether|licen[cs]es?|seats?|slots?|tokens?|ports?) (?:is |are )?(?:left|available)\\b`,
      `\\b(?:refuses?|rejects?|blocks?|denies|no|not|isn't|aren't|cannot|can't)\\b.*\\b(?:from here|(?:from|on|in) this (?:host|machine|environment|network|sandbox|container|session))\\b`,
      // German, French, Spanish, Portuguese, Italian
      `\\b(?:konnte|kann)(?: ich)? .*\\bnicht\\b|\\bnicht (?:installiert|erreichbar|verfügbar|gesetzt|konfiguriert|möglich|berechtigt|gültig)\\b|\\bfehl(?:t|en)\\b|\\b(?:abgelehnt|verweigert|abgelaufen|gesperrt|ungültig)\\b|\\bkeine?n? (?:zugriff|zugang|berechtigung|rechte|verbindung)\\b`,
      `\\bje (?:ne peux pas|n'ai pas (?:pu|accès|le droit)|n'arrive pas)|\\bimpossible de\\b|\\bn'est pas (?:installée?|disponible|accessible|configurée?|définie?)|\\b(?:manque|refusée?|expirée?)(?!\\p{L})`,
      `\\bno (?:puedo|pude|tengo|está|se puede|hay acceso)\\b|\\bfaltan?\\b|\\b(?:rechazad|denegad|caducad|expirad|negad)[oa]|\\bnão (?:consigo|consegui|tenho|está|posso)\\b|\\bnon (?:posso|riesco|ho accesso|è (?:installat|disponibil|raggiungibil))|\\bmanca\\b|\\bnegato\\b|\\bscadut[oa]`,
      // Japanese, Chinese, Korean, Russian
      `できません|できなかった|できず|ありません|拒否|見つかりません|期限切れ|失敗|无法|不能|没有权限|缺少|被拒绝|过期|未安装|不可用|失败|없습니다|못했습니다|거부|만료|не (?:могу|удалось|установлен|доступ|найден)|отказано|истёк|истек`,
    ]),
  ),
}

function toPatterns(sources: readonly string[]): readonly RegExp[] {
  return sources.map((source) => new RegExp(source, 'u'))
}
