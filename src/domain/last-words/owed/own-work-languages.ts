// Sentences in other languages that leave work to the agent itself. Many tell the first person and the future by the
// ending of the verb.
import { lazily } from '../../../contract/lazily.ts'

/** Of a sentence in its plain form. */
export function owesElsewhere(plain: string): boolean {
  return leavesSome(plain) || owed().some((pattern) => pattern.test(plain))
}

/** "5 von 12 Modulen", "4 pages sur 11", "12ページ中5ページ": some of them, and not of what a page shows. */
function leavesSome(plain: string): boolean {
  const [, some, all] =
    /(?<!\b(?:seite|schritt|teil|page|étape|partie|paso|página|parte) )\b(\d{1,6})(?: \p{L}{1,20})? (?:von|sur|de|di|из)(?: den| les| las| los| i| le)? (\d{1,6})(?!\d|[.,:]\d| ?(?:%|ms\b|mb\b|kb\b))/u.exec(
      plain,
    ) ?? []
  const [, whole, part] = /(\d{1,6}) ?[^\d\s,、，。]{0,8}?中(?:的|、)? ?(\d{1,6})/u.exec(plain) ?? [
    undefined,
    all,
    some,
  ]
  return part !== undefined && Number(part) < Number(whole) && brought().test(plain)
}

const brought = lazily(
  () =>
    /(?:fertig|erledigt|umgestellt|migriert|geschrieben|übersetzt|konvertiert|portiert|getestet|abgedeckt|laufen durch|sind grün|bestanden|abgeschlossen|implementiert|umgesetzt|behoben|migrée?s?|terminée?s?|faite?s?|traduite?s?|convertie?s?|écrite?s?|corrigée?s?|testée?s?|migrad|terminad|hech|traducid|convertid|escrit|corregid|completad|migrat|complet|完了|対応|移行|終わ|済|実装|修正|変換|作成|完成|重构|迁移|实现|修复|转换|翻译|编写|处理)/,
)

/** A letter or word that English does not have: most sentences have none, and the patterns below are not made. */
export function mayOweElsewhere(plain: string): boolean {
  return cues().test(plain)
}

const cues = lazily(
  () =>
    /[\u00c0-\u1fff\u3040-\ud7ff]|\b(?:jetzt|nun|danach|anschlie|gleich)|(?:rai|rei)\b|\b(?:noch|lasse|vorerst|derzeit|momentan|aktuell|zurzeit|habe|wurden?|sind|ficou|ficaram|enquanto|deixei|resto|sigue|dejo|por ahora|de momento|per ora|lasciat\w|seront|sera|bisher|bislang|weiterhin|nach wie vor|konnte|nicht|ist weiterhin|bleibt?|bleiben|hebe|verschiebe|nur|kommt|kommen|folgt|folgen|n'ai|qu'|a medias|sin terminar|incomplet\w*|dejo|pendientes?|no he|siguen?|n'ai pas|pas|encore|muss|ich werde|als n|fehl\w*|steht|reste|vais|dois|manque|pas encore|restent|faltan?|quedan?|voy|ainda|faltam?|vou|devo|ancora|mi resta|restano?|rimane|rimangono|manca\w*|ora|adesso|poi|haga)\b|\d (?:\w{1,20} )?(?:von|sur|de|di) /,
)

const owed = lazily((): readonly RegExp[] =>
  [
    // German
    `\\b(?:ich )?muss (?:ich )?(?:\\p{L}+ )?noch\\b|\\bfehl(?:t|en) (?:mir |uns )?noch\\b|\\bals nächstes (?:werde|nur|kommt|kommen|passe|schreibe|mache)|\\bich werde (?:\\p{L}+ )?(?:jetzt|nun|noch|als nächstes|dann)\\b|\\bnoch nicht (?:fertig|umgesetzt|geschrieben|erledigt|implementiert|angepasst|getestet)|\\bsteh(?:t|en) noch aus|(?<!\\b(?:welche[rsnm]?|ob|wie viele)\\b[^,;.]{0,40})\\bnoch (?:offen|zu (?:tun|erledigen))\\b`,
    // "Danach kümmere ich mich": the verb before "ich" says what comes.
    `(?:^|[,;:–—.] ?)(?:jetzt|nun|danach|dann|anschließend|gleich|als nächstes|im nächsten schritt) (?!habe|sehe|denke|glaube|weiß|finde|warte|brauche|hoffe|bin|kann)\\p{L}+e ich(?!\\p{L})`,
    `\\p{L}+e ich (?:mich )?(?:gleich|jetzt|nun|noch|danach|später|als nächstes)(?: weiter| fort| an| um)?$`,
    `\\b(?:vorerst|vorläufig|zunächst|bisher|bislang|derzeit|momentan|im moment) (?:noch )?(?:nur |lediglich )?(?:ein |eine |mit |als )*(?:platzhalter|attrappe|dummy|leer|gerüst|grundgerüst|skelett|stub|fest verdrahtet)|\\b(?:schlägt|schlagen|scheitert|scheitern) (?:weiterhin|noch|immer noch|nach wie vor)|\\bich konnte (?:\\p{L}+ ){1,5}nicht (?:finden|beheben|lösen|umsetzen|fertigstellen|abschließen|zum laufen bringen)|\\bich habe (?:\\p{L}+ ){0,5}(?:noch nicht|nicht geschafft|nicht mehr geschafft)|\\bnicht (?:hinbekommen|geschafft|gelungen)(?!\\p{L})|\\b(?:ist|sind) (?:weiterhin|noch immer|immer noch|nach wie vor) (?:rot|kaputt|fehlerhaft)|\\bbleib(?:t|en) (?:noch |vorerst )?offen\\b|\\b(?:habe ich|existieren|gibt es|stehen) (?:bisher |bislang |vorerst |erst )?nur (?:die |das |ein |eine |einen )?(?:entwurf|rohfassung|skizze|überschriften|gerüst\\p{L}*|platzhalter|stubs?|schnittstellen?|struktur|grundstruktur|leere\\p{L}*)|\\b(?:hebe|verschiebe) ich\\b|\\b(?:kommt|kommen|folgt|folgen) (?:noch|später|als nächstes|im nächsten)`,
    `^(?!.*\\b(?:wenn|falls|sobald|die noch|das noch|der noch)\\b).*\\b(?:habe|hab|wurden?|worden|ist|sind) (?:\\p{L}+ ){0,6}?(?:ausgelassen|weggelassen|zurückgestellt|vertagt|aufgeschoben|ausgeklammert|ausgespart|offen ?gelassen|außen vor gelassen|(?:noch )?nicht (?:angefasst|angerührt|umgesetzt|migriert|umgestellt|übersetzt|portiert|fertiggestellt))(?!\\p{L})|\\b(?:ist|sind) (?:nach wie vor|noch immer|immer noch|weiterhin) (?:auf|in|mit|der|die|das|beim)\\b|\\b(?:läuft|laufen|nutzt|nutzen|verwendet|verwenden|liefert|gibt|zeigt|schreibt|prüft) (?:derzeit|momentan|bisher|vorerst|aktuell|weiterhin|bislang|nach wie vor|zurzeit) (?:nur|lediglich|bloß|weiter|noch|die alte|den alten|das alte|über)|\\bin einem (?:späteren|eigenen|weiteren|separaten) (?:schritt|pr|commit|ticket|durchgang)`,
    `\\b(?:ist|sind) (?:derzeit|momentan|aktuell|zurzeit|im moment|gerade|noch immer|immer noch|weiterhin)(?: (?:allerdings|leider|jedoch|aber|noch|dadurch|deshalb))? (?:kaputt|defekt|unbrauchbar|gestört)(?!\\p{L})|\\bfunktionier(?:t|en) (?:derzeit|momentan|aktuell|zurzeit|im moment|gerade|noch)(?: (?:allerdings|leider|jedoch|noch))? nicht(?!\\p{L})|\\b(?:ist|sind|zeigt|zeigen|liefert|liefern|nutzt|nutzen) (?:derzeit|momentan|vorerst|bisher|aktuell|zurzeit|im moment|noch)(?: nur| noch)*(?: mit)? (?:test|beispiel|mock|dummy|demo|platzhalter)-?(?:daten|werte|zahlen)`,
    `\\bich lasse es (?:dabei|hierbei)\\b|\\b(?:ist|sind)(?: [^,.;]{1,40})? nicht zu schaffen|\\b(?:ist|sind) (?:\\p{L}+ ){0,4}noch nicht \\p{L}+t(?!\\p{L})|\\bfür einen (?:zweiten|späteren|weiteren|nächsten) (?:durchgang|schritt|anlauf) (?:aufgehoben|vorgesehen|gelassen)`,
    `(?<!\\b(?:wenn|falls|die|der|das) )\\b(?:ist|sind) noch (?:rot|kaputt|fehlerhaft|defekt)(?!\\p{L})`,
    `\\bfehl(?:t|en) (?:mir |uns )?(?:lediglich|nur noch|nur|bloß|allerdings|jetzt noch)(?!\\p{L})|\\b(?:fertig|komplett|vollständig|alles|alle)(?!\\p{L})[^.;]{0,40} bis auf (?:die|den|das|ein|eine|einen|zwei|drei)(?!\\p{L})|(?:^|[,;:–—] ?)(?:danach|als nächstes|nun|jetzt) (?:ist|sind|kommt|kommen) (?:[\\p{L}-]+ ){1,5}(?:dran|an der reihe)`,
    // French
    `(?<!(?:qui|si|quand) (?:\\p{L}+ )?)(?<!\\p{L})(?:échou(?:e|ent)|plant(?:e|ent)) (?:encore|toujours)(?!\\p{L})|\\b(?:est|sont) (?:encore|toujours|actuellement|pour l'instant|pour le moment) (?:cassée?s?|rouges?|en échec)|\\bne (?:fonctionne|marche)(?:nt)? (?:pas|plus) (?:pour l'instant|pour le moment|actuellement|encore)|\\b(?:est|sont) (?:encore |toujours )?(?:cassée?s?|en panne) (?:pour l'instant|pour le moment|actuellement)`,
    `(?:laissée?s?|mise?s?|reportée?s?|remise?s?) (?:de côté|pour plus tard|à plus tard|en suspens|pour la suite)|(?:^|[\\s,;])à (?:étoffer|compléter|finir|terminer|implémenter|rédiger)(?=$|[,;.])|\\b(?:n'a|n'ont) pas (?:encore )?été (?:faite?|migrée?|traduite?|écrite?|implémentée?|terminée?)s?(?!\\p{L})|\\b(?:utilise|renvoie|affiche|passe|appelle)(?:nt)? (?:pour l'instant|pour le moment|toujours l'ancien)|\\bseron?t? (?:traitée?s?|faite?s?|ajoutée?s?|traduite?s?) (?:plus tard|ensuite|dans un)|\\bsera (?:traitée?|faite?|ajoutée?|traduite?) (?:plus tard|ensuite|dans un)`,
    // French, the first person
    `(?:^|[\\s,])j(?:e |')(?!(?:serai|resterai|pourrai|aurai|attendrai|saurai)(?!\\p{L}))\\p{L}+rai(?!\\p{L})`,
    `\\bil (?:me |nous )?reste (?:encore )?à(?!\\p{L})|\\bje vais (?:maintenant|ensuite|désormais)\\b|\\bje vais (?:l'|les |le |la )?(?!(?:être|résumer|expliquer|attendre|laisser|arrêter)(?!\\p{L}))\\p{L}+(?:er|ir|re)(?!\\p{L})|\\bje dois encore\\b|\\bensuite,? je (?:vais|dois)\\b|\\brest(?:e|ent) (?:encore )?à \\p{L}+|\\bil manque encore\\b|\\bil en reste (?:encore )?\\d|\\bil reste (?:encore )?(?:les |la |le |l'|des |deux |trois |quelques |\\d)|\\bencore (?:vides?|à faire|incompl)|\\b(?:est|sont) (?:un |une |des )?(?:\\p{L}+ )?(?:provisoires?|factices?|vides?) pour (?:l'instant|le moment)|\\bje n'ai (?:fait|traduit|écrit|migré|converti|traité) que\\b|\\bn(?:'est|e sont) qu'à moitié|\\bje n'ai pas (?:réussi|eu le temps|pu (?:terminer|finir|corriger|résoudre))|\\b(?:n'est|ne sont) pas (?:faite?s?|implémentée?s?|terminée?s?|écrite?s?|finie?s?|traduite?s?|migrée?s?)(?!\\p{L})`,
    `^(?!.*\\b(?:qui|dont|quand|lorsque|si)\\b.*pas encore).*\\bpas encore \\p{L}+`,
    // Spanish
    // Verbs by name: French participles have the same ending ("généré", "retiré").
    `(?:^|[\\s,])(?:añadir|agregar|har|corregir|actualizar|escribir|implementar|continuar|seguir|terminar|completar|migrar|mover|probar|revisar|crear|eliminar|refactorizar|pasar|abordar|convertir|arreglar|verificar|ejecutar|empezar|comenzar|proceder|ajustar|adaptar|traducir|documentar|ocupar|encargar|limpiar|renombrar|reemplazar|cubrir|integrar|resolver|preparar|desplegar|extraer|ampliar|portar|cambiar|instalar|configurar)é(?!\\p{L})`,
    `\\b(?:todavía|aún) (?:tengo|falta|faltan|debo|queda|quedan|no)\\b|(?<!(?<!\\p{L})(?:em|porque|que|si|cuando|sin|qué|cuáles) (?:\\p{L}+ )?)\\b(?:me )?faltan? (?:por )?\\p{L}+|\\blo haré\\b|\\bahora voy a\\b|\\ba continuación (?:voy|haré|\\p{L}+ré)|\\bquedan? por\\b|\\bvoy a (?!(?:ser|explicar|resumir|esperar|parar|dejar|detener)\\p{L}*(?!\\p{L}))\\p{L}+(?:ar|er|ir)(?:l[oae]s?|se)?(?!\\p{L})|\\b(?:dejo|dejé|he dejado|quedan?|se quedan?) (?:\\p{L}+ ){0,4}?(?:para (?:más adelante|después|luego|otr[oa]|una? (?:segund|siguient|próxim|posterior)\\p{L}*)|pendientes?)|\\b(?:está|están|quedó|quedaron) (?:a medias|sin terminar|incomplet[oa]s?)|\\bno he (?:ejecutado|probado|corrido|verificado|migrado|traducido|tocado|conseguido|podido|logrado|terminado|implementado|escrito)\\b|(?<!que )\\bsiguen? (?:fallando|apareciendo|sin|pendiente)|\\bno (?:está|están) (?:implementad|terminad|hech|traducid|escrit|migrad)[oa]s?\\b`,
    `(?<!(?<!\\p{L})que )(?<!(?<!\\p{L})que se )\\b(?:quedó|quedaron|quedado|quedan?) (?:fuera|pendientes?|sin|para (?:después|otra|otro|luego))|\\bel resto sigue\\b|\\bsiguen? (?:con el|con la|usando (?:el|la)) \\p{L}+|\\b(?:lo|la|los|las) dejo para\\b|\\btodavía (?:usa|acepta|devuelve|se (?:acepta|usa))|\\b(?:por ahora|de momento) (?:solo|sólo|devuelve|usa|muestra|no)`,
    `(?<!(?:que|si|cuando) (?:\\p{L}+ )?)(?<!\\p{L})(?:todavía|aún) (?:fallan?|dan? error|se (?:cuelga|rompe)n?)(?!\\p{L})|\\b(?:está|están) rot[oa]s? (?:por ahora|de momento|ahora mismo|en este momento)|\\bno funcionan? (?:todavía|aún|por ahora|de momento|en este momento)`,
    // Portuguese
    `(?<!(?<!\\p{L})que )\\b(?:ficou|ficaram) (?:de fora|pendentes?|para depois|por fazer|faltando)|\\bpor enquanto,? (?:só|apenas|retorna|usa|não|mostra)|\\bdeixei (?:\\p{L}+ ){0,4}?(?:de fora|para depois|de lado)|\\bnão (?:foi|foram) (?:feit|implementad|traduzid|migrad|escrit|testad)[oa]s?`,
    `(?:^|[\\s,])(?!estarei|ficarei|poderei|aguardarei)\\p{L}{2,}(?:arei|erei|irei)(?!\\p{L})`,
    `\\bainda (?:preciso|falta|faltam|tenho|não|devo)\\b|\\bfaltam? (?:escrever|implementar|fazer|atualizar|testar|os|as|o|a)\\b|\\b(?:agora|em seguida),? vou\\b|\\bvou (?:agora|continuar|em seguida)\\b`,
    // Italian
    `(?:^|[\\s,])(?!resterò|aspetterò|attenderò)\\p{L}{2,}(?:erò|irò)(?!\\p{L})`,
    `\\bdevo ancora\\b|\\bmi resta\\b|\\b(?:resta|rimane|restano|rimangono) da\\b|\\bmanca(?:no)? ancora\\b|\\b(?:ora|adesso|poi) (?:procedo|passo|aggiorno|scrivo|procederò)(?!\\p{L})|\\bnon (?:è|sono|ho) ancora\\b`,
    `\\b(?:l'ho|ho) lasciat[oaie] (?:\\p{L}+ ){0,4}?(?:fuori|da parte|indietro|per dopo)|\\bper ora,? (?:solo|restituisce|usa|mostra|non)|\\bnon (?:è|sono) stat[oaie] (?:fatt|implementat|tradott|migrat|scritt|testat)[oaie]`,
    // Japanese
    `(?:は|を|が)(?:今回は?|いったん|一旦|ひとまず)?(?:見送り|見送って|後回し|保留に|除外して)`,
    `(?:次は|続いて|この後|このあと|後ほど|あとで|その後).*(?:ます|する|予定です)$`,
    `次の(?:ステップ|段階|フェーズ|回|作業)(?:で|に).*(?:ます|する|予定)|次に.*(?:ます|する)$|これから.*(?:ます|する)$|続けて.*ます$|まだ.*(?:残って|ていません|ていない(?=$|[、。]|です|ため|ので|状態|まま|が|けれど)|ありません|未)|残り(?:の(?!時間|容量|日数|件数|秒|分)|は).*(?:ます|です|予定)|今後.*予定です$|(?:まだ|は)(?:途中|作業中|開発中|対応中)です|(?:は|が|も)、?(?:まだ)?(?:未着手|未実装|未対応|未完成|未作成|未検証|未テスト)(?:です|のまま|の状態|となって|$)|(?:解消|解決|修正|特定|実装|対応|完了|再現)(?:すること(?:が|は))?できませんでした|直せませんでした|(?:は|が)(?:仮|ダミー)(?:の|実装|です)`,
    `^(?!.*(?:もし|場合|修正前|変更前)).*(?:まだ|依然として|相変わらず|いまだに|引き続き).{0,16}(?:(?:失敗し|エラーになっ|落ち|壊れ)て(?:い)?ま(?:す|せん)|失敗し?ます|エラーになります|落ちます|通りません|通っていません|動きません|動いていません)|(?:現在|今のところ|現時点では?).{0,20}(?:壊れてい(?:ます|る)|動きません|動作しません|失敗し(?:てい)?ます)`,
    `^(?!.*(?:テストでは|開発環境)).*(?:現在|今のところ|現時点では?|とりあえず|いったん|ひとまず|まだ).{0,20}(?:ダミー|モック|仮の|サンプル|固定の?).{0,8}(?:データ|値|数値|内容)`,
    `(?:画面|ページ|ファイル|テスト|機能|部分|処理)(?:だけ)?(?:は|が)(?:まだ)?(?:対応|実装|移行|修正|翻訳|変換|検証|確認)していません$`,
    // Chinese
    `(?:目前|暂时|现在|暂).{0,10}(?:模拟|假|示例|写死|占位|固定|测试)(?:的)?(?:数据|值|内容)`,
    `^(?!.*(?:之前|原来|曾|此前|以前|如果|当|是否|修改前)).*(?:(?:仍然?|依然|依旧|还是|还在|始终).{0,6}(?:失败|报错|出错|无法|不能|不通过|没有?通过|未通过|崩溃)|还有.{1,14}(?:没有?|未|不)(?:通过|完成|修复|解决|实现|迁移|处理)|(?:目前|暂时|现在)(?:是坏的|不可用|无法使用|不能用))`,
    `(?:随后|之后|稍后|接着|然后),?我?(?:会|将|要|再|来|继续)`,
    `接下来,?我?(?:会|将|要|来)|下一步,?我?(?:会|将|要|是)|我?(?:还需要|还要|还没有?|还未)(?!.{0,12}(?:时|的时候|之前|前))|尚未(?!合并|部署|发布)|我(?:稍后|接着|随后|现在)(?:会|将|来|去)|剩下的?.*(?:会|将|需要|是)|(?:其余|剩余|其他).*(?:待|未|尚|还)|(?:还|仍|正)在(?:开发|进行|处理|编写|实现)中?$|待(?:处理|完成|实现|补充|开发|迁移|修复)$|(?:暂时|目前|暂|先)(?:用|使用|只|返回|是|以).*(?:占位|假数据|模拟数据|写死|空实现|代替)|(?:没能|未能|无法)(?:修复|解决|完成|找到|实现)|后续(?:再|会|需要|补|接)`,
    `(?:其余|其他|剩余|剩下).{0,12}(?:跳过|略过|没有?|未)|(?:留到|放到|推迟到|留待)(?:下|以后|之后|后续)|(?:只|仅)(?:完成|做|实现|迁移|翻译)了|(?:暂时|目前|暂)返回固定`,
    // Korean
    `아직.*(?:않았|못했|남아|남았)|(?:다음|이제|이어서|곧).*(?:겠습니다|할게요|예정입니다)|남은 (?:작업|일|부분)`,
    // Russian
    `(?:^|[^\\p{L}])(?:пока )?(?:отложил|пропустил)[аи]?(?!\\p{L})|(?:^|[^\\p{L}])пока (?:только|заглушк|возвращает|использует|отложен)`,
    `(?:^|[^\\p{L}])(?:далее|затем|теперь|сейчас|дальше|потом) (?:я )?(?:обновлю|добавлю|исправлю|напишу|сделаю|займусь|перейду|проверю|создам|реализую|перенесу|начну|продолжу|доделаю|запущу|удалю|переименую|допишу|настрою)(?!\\p{L})`,
    `(?:^|[^\\p{L}])(?:осталось|остаётся|остается)(?!\\p{L}).*\\p{L}+ть(?!\\p{L})|(?:^|[^\\p{L}])(?:мне |я )?(?:ещё|еще) (?:нужно|надо|не|предстоит|должен)|(?:^|[^\\p{L}])(?:далее|затем|теперь|сейчас|дальше) я |следующим шагом|пока не (?:сделан|реализован|написан|готов)`,
  ].map((source) => new RegExp(source, 'u')),
)
