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
