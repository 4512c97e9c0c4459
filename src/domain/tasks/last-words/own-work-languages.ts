// Sentences in other languages that leave work to the agent itself. Many tell the first person and the future by the
// ending of the verb.
import { lazily } from '../../../contract/lazily.ts'

/** Of a sentence in its plain form. */
export function owesElsewhere(plain: string): boolean {
  return owed().some((pattern) => pattern.test(plain))
}

/** A letter or word that English does not have: most sentences have none, and the patterns below are not made. */
export function mayOweElsewhere(plain: string): boolean {
  return cues().test(plain)
}

const cues = lazily(
  () =>
    /[\u00c0-\u1fff\u3040-\ud7ff]|\b(?:jetzt|nun|danach|anschlie|gleich)|(?:rai|rei)\b|\b(?:noch|muss|ich werde|als n|fehl\w*|steht|reste|vais|dois|manque|pas encore|faltan?|quedan?|voy|ainda|faltam?|vou|devo|ancora|mi resta|restano?|rimane|rimangono|manca\w*|ora|adesso|poi|haga)\b/,
)

const owed = lazily((): readonly RegExp[] =>
  [
    // German
    `\\b(?:ich )?muss (?:ich )?(?:\\p{L}+ )?noch\\b|\\bfehl(?:t|en) noch\\b|\\bals nächstes (?:werde|kommt|kommen|passe|schreibe|mache)|\\bich werde (?:\\p{L}+ )?(?:jetzt|nun|noch|als nächstes|dann)\\b|\\bnoch nicht (?:fertig|umgesetzt|geschrieben|erledigt|implementiert|angepasst|getestet)|\\bsteh(?:t|en) noch aus|\\bnoch (?:offen|zu (?:tun|erledigen))\\b`,
    // "Danach kümmere ich mich": the verb before "ich" says what comes.
    `(?:^|[,;:–—.] ?)(?:jetzt|nun|danach|dann|anschließend|gleich|als nächstes|im nächsten schritt) (?!habe|sehe|denke|glaube|weiß|finde|warte|brauche|hoffe|bin|kann)\\p{L}+e ich(?!\\p{L})`,
    `\\p{L}+e ich (?:mich )?(?:gleich|jetzt|nun|noch|danach|später|als nächstes)$`,
    // French
    `(?:^|[\\s,])j(?:e |')(?!(?:serai|resterai|pourrai|aurai|attendrai|saurai)(?!\\p{L}))\\p{L}+rai(?!\\p{L})`,
    `\\bil (?:me |nous )?reste (?:encore )?à(?!\\p{L})|\\bje vais (?:maintenant|ensuite|désormais)\\b|\\bje dois encore\\b|\\bensuite,? je (?:vais|dois)\\b|\\breste à faire|\\bil manque encore\\b`,
    `^(?!.*\\b(?:qui|dont|quand|lorsque|si)\\b.*pas encore).*\\bpas encore \\p{L}+`,
    // Spanish
    // Verbs by name: French participles have the same ending ("généré", "retiré").
    `(?:^|[\\s,])(?:añadir|agregar|har|corregir|actualizar|escribir|implementar|continuar|seguir|terminar|completar|migrar|mover|probar|revisar|crear|eliminar|refactorizar|pasar|abordar|convertir|arreglar|verificar|ejecutar|empezar|comenzar|proceder|ajustar|adaptar|traducir|documentar|ocupar|encargar|limpiar|renombrar|reemplazar|cubrir|integrar|resolver|preparar|desplegar|extraer|ampliar|portar|cambiar|instalar|configurar)é(?!\\p{L})`,
    `\\b(?:todavía|aún) (?:tengo|falta|faltan|debo|queda|quedan|no)\\b|\\b(?:me )?faltan? (?:por )?\\p{L}+|\\blo haré\\b|\\bahora voy a\\b|\\ba continuación (?:voy|haré|\\p{L}+ré)|\\bquedan? por\\b|\\bvoy a (?:continuar|seguir)\\b`,
    // Portuguese
    `(?:^|[\\s,])(?!estarei|ficarei|poderei|aguardarei)\\p{L}{2,}(?:arei|erei|irei)(?!\\p{L})`,
    `\\bainda (?:preciso|falta|faltam|tenho|não|devo)\\b|\\bfaltam? (?:escrever|implementar|fazer|atualizar|testar|os|as|o|a)\\b|\\b(?:agora|em seguida),? vou\\b|\\bvou (?:agora|continuar|em seguida)\\b`,
    // Italian
    `(?:^|[\\s,])(?!resterò|aspetterò|attenderò)\\p{L}{2,}(?:erò|irò)(?!\\p{L})`,
    `\\bdevo ancora\\b|\\bmi resta\\b|\\b(?:resta|rimane|restano|rimangono) da\\b|\\bmanca(?:no)? ancora\\b|\\b(?:ora|adesso|poi) (?:procedo|passo|aggiorno|scrivo|procederò)(?!\\p{L})|\\bnon (?:è|sono|ho) ancora\\b`,
    // Japanese
    `(?:次は|続いて|この後|このあと|後ほど|あとで|その後).*(?:ます|する|予定です)$`,
    `次に.*(?:ます|する)$|これから.*(?:ます|する)$|続けて.*ます$|まだ.*(?:残って|ていません|ていない|ありません|未)|残り(?:の|は).*(?:ます|です|予定)|今後.*予定です$`,
    // Chinese
    `(?:随后|之后|稍后|接着|然后),?我?(?:会|将|要|再|来|继续)`,
    `接下来,?我?(?:会|将|要|来)|下一步,?我?(?:会|将|要|是)|我?(?:还需要|还要|还没有?|还未)|尚未(?!合并|部署|发布)|我(?:稍后|接着|随后|现在)(?:会|将|来|去)|剩下的?.*(?:会|将|需要|是)`,
    // Korean
    `아직.*(?:않았|못했|남아|남았)|(?:다음|이제|이어서|곧).*(?:겠습니다|할게요|예정입니다)|남은 (?:작업|일|부분)`,
    // Russian
    `(?:^|[^\\p{L}])(?:далее|затем|теперь|сейчас|дальше|потом) (?:я )?(?:обновлю|добавлю|исправлю|напишу|сделаю|займусь|перейду|проверю|создам|реализую|перенесу|начну|продолжу|доделаю|запущу|удалю|переименую|допишу|настрою)(?!\\p{L})`,
    `(?:^|[^\\p{L}])(?:осталось|остаётся|остается)(?!\\p{L}).*\\p{L}+ть(?!\\p{L})|(?:^|[^\\p{L}])(?:мне |я )?(?:ещё|еще) (?:нужно|надо|не|предстоит|должен)|(?:^|[^\\p{L}])(?:далее|затем|теперь|сейчас|дальше) я |следующим шагом|пока не (?:сделан|реализован|написан|готов)`,
  ].map((source) => new RegExp(source, 'u')),
)
