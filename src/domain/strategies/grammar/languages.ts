// What the mood rules must know of languages other than English: a few closed word classes, no grammar. A clause with
// a verb of utterance is bent by a negation, a condition or a future; "not yet" beside "done" denies the work.
import { CONDITIONAL, FUTURE_TENSE, NEGATED } from './introduction.ts'

const words = (list: string): RegExp =>
  new RegExp(`(?:^|[^\\p{L}])(?:${list.replaceAll(' ', '|').replaceAll('_', ' ')})(?!\\p{L})`, 'u')

/** Stems of verbs with which a signal is uttered. */
const UTTERANCE =
  /(?:^|[^\p{L}])(?:ausgeb|ausgeg|geb|schreib|melde|druck|écri|affich|imprim|dirai|escrib|emit|escrev|scriv|stamp|schrijf|вывод|вывед|вывож|напиш|пиш|печат)|输出|輸出|打印|写|寫|发出|出力|表示|出し|書|출력/u

const NEGATION =
  /(?:^|[^\p{L}])(?:nicht|kein|keine|keinen|pas|jamais|no|nunca|não|non|niet|geen|не|нельзя)(?!\p{L})|不|没|沒|未|别|ない|ません|まだ|않|못/u
const CONDITION = [
  words(
    'sobald falls wenn quand lorsque dès_que si cuando en_cuanto una_vez_que quando assim_que se appena zodra ' +
      'wanneer als если когда как_только',
  ),
  /如果|若|一旦|当.*时|完成后|通过后|たら|れば|後に|次第|면 |후에/,
]
const FUTURE = [
  words('werde wird werden soll muss vais dois doit faut voy_a debo vou devo zal moet буду будет нужно надо'),
  /(?:^|[ '])\p{L}{2,}(?:rai|ré|rei|rò)$/u,
  /将|將|会|會|需要|应该|應該|予定|つもり|べき|겠/,
]

const DONE = words(
  'fertig erledigt abgeschlossen grün umgesetzt behoben vollständig bestanden terminé terminée terminés terminées ' +
    'fini finie finis finies fait complet complète passent prêt listo lista listos listas hecho completado ' +
    'completada completadas completo completa completos terminado terminada terminadas verde pasan concluído ' +
    'concluída pronto pronta feito passam finito finita fatto completato completata completate passano klaar ' +
    'voltooid slagen',
)

const DENIALS: readonly RegExp[] = [
  /(?:^| )nicht (?:ganz |vollständig |wirklich )?(?:fertig|abgeschlossen|erledigt|vollständig)(?!\p{L})/u,
  /(?:schlägt|schlagen) (?:noch|weiterhin|immer noch) fehl(?!\p{L})/u,
  /(?:^| )pas (?:encore |tout à fait |vraiment )?(?:terminée?s?|finie?s?|complète?s?|complet)(?!\p{L})/u,
  /(?:^| )(?:aún|todavía) no (?:está|he|funciona|pasan?)|(?:^| )no (?:está|he) (?:terminad|completad|acabad)/u,
  /ainda não (?:está|terminei|conclu|funciona|passa)|non (?:è|ho) ancora (?:finit|completat|pront)/u,
  /nog niet (?:klaar|af|voltooid)(?!\p{L})|(?:ещё|еще) не (?:готов|заверш|законч|выполн)/u,
  /(?:还没|還沒|尚未|还未)(?:有|能)?(?:全部)?完成|まだ[^。]{0,20}(?:ない|ません|失敗)/,
]

/** Why clauses in another language that lead up to the signal make it a mention; null if they do not. */
export function whyBentElsewhere(all: readonly string[]): string | null {
  const own = all.at(-1) ?? ''
  if (!UTTERANCE.test(own)) return null
  if (NEGATION.test(own)) return NEGATED
  if (all.some((clause) => CONDITION.some((condition) => condition.test(clause)))) return CONDITIONAL
  return FUTURE.some((future) => future.test(own)) ? FUTURE_TENSE : null
}

/** Does the clause end by saying, in another language, that something is done? */
export function endsDoneElsewhere(clause: string): boolean {
  return DONE.test(clause.split(' ').at(-1) ?? '')
}

export function deniesElsewhere(clause: string): boolean {
  return DENIALS.some((denial) => denial.test(clause))
}

/** Something is red, or left to be done. */
const TROUBLES: readonly RegExp[] = [
  /(?:^| )(?:schlägt|schlagen)(?: \S+){0,4} fehl(?!\p{L})|(?:^| )(?:ist|sind|wird|bleibt) (?:doch |noch |immer noch |wieder |weiterhin )?(?:rot|nicht (?:sauber|grün))(?!\p{L})|(?:^| )(?:fehlt|fehlen|steht|stehen) (?:\S+ ){0,2}noch(?!\p{L})|(?:^| )(?:meldet|zeigt|wirft) (?:noch |immer noch |jetzt |weiterhin )?(?:\d+|zwei|drei|vier|fünf|einige|mehrere) fehler(?!\p{L})|(?:^| )(?:ich muss|muss ich) (?:\S+ ){0,3}noch(?!\p{L})|(?:^| )(?:kommt|mache ich|sehe ich mir|kümmere ich mich) (?:\S+ ){0,3}(?:gleich|jetzt|noch|als nächstes)(?!\p{L})/u,
  /(?:^| )il (?:me |nous )?reste (?!plus|rien)|(?:^| )(?:est|sont) (?:encore |toujours |de nouveau )?en échec(?!\p{L})|(?:^| )(?:échouent?|plantent?) (?:encore|toujours)(?!\p{L})|je m'en occupe|(?:^| )je dois encore |(?:^| )reste(?:nt)? à (?:faire|corriger|traiter|écrire)/u,
  /(?:^| )(?:todavía|aún) (?:da|dan|hay|falla|fallan|falta|faltan|queda|quedan|tengo que|debo)(?!\p{L})|(?:^| )(?:me |nos )(?:falta|faltan|queda|quedan) |(?:^| )siguen? (?:fallando|en rojo)|(?:^| )(?:faltan?|quedan?) (?:por|pendientes?|todavía|aún) /u,
  /(?:^| )ainda (?:dá|dão|há|falha|falham|falta|faltam|resta|restam|tenho (?:de|que)|preciso)(?!\p{L})|(?:^| )continuam? (?:falhando|a falhar|vermelh)/u,
  /(?:^| )(?:manca|mancano) ancora |(?:^| )(?:fallisce|falliscono) (?:ancora|sempre)|(?:^| )(?:devo|ci sono) ancora /u,
  /(?:残って|失敗して|落ちて)(?:い|お)(?:る|ます|ました)|(?:エラー|失敗)が[^。、]{0,12}(?:出て|出ま|残|発生)(?![^。]{0,8}(?:ません|ない))/,
  /(?:还|還)(?:有|剩|需要|要)[^没沒。]{0,20}(?:错误|錯誤|失败|失敗|未|没|沒|修|完成)|仍(?:然|旧|舊)?(?:有|失败|失敗|报错|報錯|未)/,
  /아직[^.]{0,30}(?:남|실패|않|못)|(?:테스트|오류|에러)[^.]{0,20}(?:실패하고|남아) ?있/,
  /(?:^| )(?:ещё|еще|всё ещё|все еще) (?:нужно|надо|осталось|остал|падает|падают|не (?:проход|работа))|(?:^| )(?:по-прежнему|снова) (?:падает|падают)/u,
  /(?:^| )(?:habe ich|ich habe|hab ich) (?:\S+ ){0,6}vergessen(?!\p{L})|j'ai oublié|(?:he|se me ha) olvidado|se me olvid|(?:^| )olvidé|(?:^| )esqueci(?:-me)?(?!\p{L})|ho dimenticato|忘れ(?:て|まし)|忘了|忘记了|(?:^| )забыла?(?!\p{L})|잊었|ben ik vergeten|glömde|zapomniał|unuttum/u,
]

/** It was so, is meant so, or is not so. */
const NO_TROUBLE =
  /(?:^| )(?:kein|keine|keiner|nichts|nicht mehr|vorher|zuvor|zunächst|anfangs|behoben|erwartet|wie erwartet|wenn|falls|avant|auparavant|corrigé|attendu|si|antes|corregid\p{L}*|esperad\p{L}*|ningún|ninguna|nenhum|nenhuma|corrigid\p{L}*|prima|corrett\p{L}*|nessun\p{L}*|раньше|исправлен\p{L}*|если)(?!\p{L})|以前|修正済|没有|沒有|之前|없|이전|(?:たら|れば|ると)/u

/** Said after a claim: a check is red, or the agent has something left to do. */
export function isTroubleElsewhere(clause: string): boolean {
  return TROUBLES.some((trouble) => trouble.test(clause)) && !NO_TROUBLE.test(clause)
}
