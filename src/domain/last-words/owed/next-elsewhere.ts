// What an agent announces in other languages: "Prochaine étape : les tests", "Sigo con los tests". A step of the product
// ("la prochaine étape de l'assistant affiche …") is none, and neither is what the person is to do.
import { lazily } from '../../../contract/lazily.ts'
import { matches, type PatternGroup } from '../pattern-group.ts'

/** Of a sentence in its plain form. */
export function announcesElsewhere(plain: string): boolean {
  return matches(announcements, plain) && !persons().test(plain)
}

/** A step that is next, and then what it is. */
const STEPS = [
  '(?:mein |der )?nächste[rn]? (?:schritt|punkt)|als nächste[rs](?: schritt)?|im nächsten schritt',
  "(?:la )?prochaine étape|(?:l')?étape suivante|(?:el |mi )?(?:siguiente|próximo) paso|lo siguiente|(?:o |meu )?próximo passo|(?:a )?próxima etapa",
  '(?:il )?(?:prossimo passo|passo successivo)|(?:de )?volgende stap|nästa steg|neste (?:steg|trinn)|næste (?:skridt|trin)|(?:następny|kolejny) krok|další krok|sonraki adım|następnie',
  'следующ(?:ий шаг|ий этап)|наступний крок|下一步|次のステップ|다음 단계|الخطوة التالية',
].join('|')
const IS =
  '(?: ?[:：–—]|,| (?:ist|sind|wäre|est|sont|sera|seront|serait|es|son|será|serán|é|são|è|sono|sarà|is|zijn|är|er|jest|to|je|będzie)(?!\\p{L})|是)'
/** With these an agent turns to something, whoever comes first. */
const OPENINGS = [
  'weiter(?: geht es|gehts)? mit|(?:nun|jetzt) (?:zu|zum|zur|an die|ans|kommt|kommen|folgt|folgen|geht es)(?!\\p{L})|als nächstes(?: kommt| kommen| folgt| folgen| geht| dran)',
  "place (?:maintenant )?(?:à|au|aux)(?!\\p{L})|maintenant,? (?:les?|la|l'|au tour)|passons(?!\\p{L})|ahora (?:toca|viene|vienen|falta|faltan|vamos)(?!\\p{L})|agora (?:vem|vêm|falta|faltam|vamos)(?!\\p{L})|(?:ora|adesso) (?:tocca|viene|mancano|manca|vengono)(?!\\p{L})",
  '下一步[,，:：]?(?:是|要|将|会|就|来)?(?:实现|移植|迁移|编写|添加|修复|完成|处理|补|写|做|测试|重构)|接下来(?:我|要|将|会|就|来|是|再|开始)*(?:实现|移植|迁移|编写|添加|修复|完成|处理|补|写|做|测试|重构)',
].join('|')

/** What the agent turns to, in the first person: where English has a pronoun, these begin their clause. */
const TURNS = [
  'sigo|continúo|paso|procedo|empiezo|prosigo|me pongo|me ocupo|seguimos|continuo|passo|parto|avanço|começo|cuido|proseguo|comincio|inizio|mi occupo|mi dedico',
].join('|')
const TO =
  '(?:ahora |luego |ora |adesso |agora )?(?:con|a|al|alla|alle|agli|ai|ao|aos|à|às|para|por|com|da|dai|dei|delle|di|de|dos|das)(?!\\p{L})'
const SAYS_I = [
  'ich (?:schaue|sehe|kümmere|mache|widme|nehme|wende|arbeite|fahre|setze|gehe|beginne|starte|baue|schreibe|passe|ergänze|teste|prüfe|stelle|ziehe) (?:\\p{L}+ ){0,6}?(?:als nächstes|jetzt|nun|gleich|danach|anschließend|weiter|fort)(?!\\p{L})',
  '(?!habe|bin|war|kann|sehe|denke|finde)\\p{L}+e ich (?:\\p{L}+ ){0,3}?(?:im anschluss|anschließend|morgen|später|danach|als nächstes|gleich|nachher|beim nächsten mal|in der nächsten \\p{L}+)(?!\\p{L})',
  "(?:je passe|je m'attaque|je m'occupe|je continue|je poursuis|j'enchaîne|je reprends|je termine|je finis|je commence|je me mets) (?:maintenant |ensuite )?(?:à|au|aux|avec|par|sur|de|des|du|les|la|le|l')",
  'nu ga ik|ik ga (?:nu|verder|door) |ik pak nu|ik begin (?:nu|met)|ik werk verder',
  'jag (?:fortsätter|går vidare|börjar|tar itu)|nu (?:fortsätter|går|tar) jag|jeg (?:fortsetter|fortsætter|går videre|begynner)|nå (?:tar|går) jeg',
  '(?:zajmę się|przechodzę do|kontynuuję|zabieram się|biorę się|dokończę|dopiszę|przepiszę|dodam|napiszę|poprawię|przeniosę|uruchomię)(?!\\p{L})',
  '(?:devam ediyorum|devam edeceğim|geçiyorum|başlıyorum|(?:ekle|yaz|düzelt|yap|tamamla)(?:y?[ae]ca[ğg]ım|yece[ğg]im|ece[ğg]im))(?!\\p{L})',
  '(?:перехожу|приступаю|продолжаю|берусь|начинаю|займусь|доделаю|допишу|переходжу|продовжую)(?!\\p{L})',
].join('|')
const IN_LINE =
  'に(?:取り掛かり|取りかかり|移り|進み|着手し)ます|(?:これから|続いて|次は).{0,40}(?:ます|します)$|(?:は|が)まだです$'
/** What comes later, said of it in the third person. */
const LATER = [
  '(?:arrivent?|viennent|vient|suivent|suit) (?:ensuite|après|plus tard|bientôt)(?!\\p{L})|ficam? para (?:a próxima|o próximo|depois|mais tarde)|quedan? para (?:la próxima|luego)',
  '(?:moet|moeten) nog (?:\\p{L}+ ){0,3}?(?:worden|gebeuren)(?!\\p{L})|(?:ontbreekt|ontbreken) nog|nog niet(?: af| klaar| gedaan| gemaakt)?$',
  '(?:został[yoa]?|brakuje|pozostał[yoa]?) (?:mi )?jeszcze|jeszcze nie(?!\\p{L})|(?:filtren |\\p{L}+ )?återstår$|saknas (?:än|fortfarande)|(?:mangler|gjenstår) (?:endnu|ennå|fortsatt|stadig)|gjenstår$|henüz .*(?:madı|medi|yok)$',
].join('|')

const announcements: PatternGroup = {
  isForeign: true,
  parts: { list: () => [], areIn: (plain) => cues().test(plain) },
  patterns: lazily(() => [
    new RegExp(`(?:^|[,;:.–—。，、] ?)(?:(?:${STEPS})${IS}(?!.{0,80}(?:${RELEASE}))|(?:${OPENINGS}))`, 'u'),
    new RegExp(
      `(?:^|[,;:.–—] ?|(?<!\\p{L})(?:ahora|luego|entonces|agora|então|ora|adesso|poi|y|e) )(?:${TURNS}) ${TO}`,
      'u',
    ),
    new RegExp(`(?:^|[^\\p{L}])(?:${SAYS_I}|${LATER})|${IN_LINE}`, 'u'),
  ]),
}

/** What such a sentence holds if it has only letters that English has, too. */
const cues = lazily(
  () =>
    /\b(?:ich|weiter|jetzt|nun|je|place|passons|maintenant|siguiente|sigo|paso|procedo|empiezo|prosigo|me|seguimos|ahora|agora|ora|adesso|passo|parto|cuido|ficam?|quedan?|prossimo|proseguo|continuo|comincio|inizio|mi|volgende|nog|nu|ik|jag|jeg|neste|jeszcze|zabieram|dodam|sonraki|devam|mangler)\b/,
)

/** The person publishes, and is told so as a piece of advice. */
const RELEASE =
  'publi|veröffentlich|deploy|déploy|desplieg|merge|mergen|release|freigeb|发布|部署|合并|公開|デプロイ|배포|опубликов|деплой'

/** It is the person who comes next, or may want it. */
const persons = lazily(
  () =>
    /(?<!\p{L})(?:du|sie können|dir|deinerseits|ihrerseits|wenn|falls|vous|tu|votre|ton|ta|de ton côté|usted|ustedes|quieres|prefieres|puedes|debes|tienes|tu parte|você|sua|quiser|pode|puoi|devi|vuoi|tua|tuo|je kunt|jij|du kan|możesz|musisz|вы|вам|вас|ты|тебе|можете|хотите|если|eğer|isterseniz)(?!\p{L})|您|你|如果|ください|下さい|하세요|하시|なさ|よろしけ/u,
)
