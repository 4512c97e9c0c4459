// What excuses work that is named: it is the person's, somebody else's, optional, left as asked, or there is none of it.
import { lazily } from '../../contract/lazily.ts'
import { matches, parted, type PatternGroup } from './pattern-group.ts'

/** What is to be done before the person goes on is still the agent's. */
export function isExcused(plain: string): boolean {
  const text = plain.replace(
    /\bi (?:consider|see|regard|view|treat|count|deem|class|think of)\b[^,;]{1,80}?\b(?:separate|different|own) \p{L}+|\b(?:before|until) you (?:merge|deploy|ship|release|use|have)\b|\bi(?:'d| would) (?:suggest|recommend|propose) (?=doing)/u,
    '',
  )
  return isExcusedAsIs(text)
}

/** Work that may come some time is none of this task, unless it was asked for. */
export const laterWork = lazily(
  () => /\b(?:in (?:the )?future|future work|some ?day|follow-?ups?|separate (?:pr|issue|ticket|task))\b/,
)

export function isNotOwn(plain: string): boolean {
  return isExcusedAsIs(plain) || laterWork().test(plain)
}

/** "1 failed. It is not related: it fails on a clean checkout as well." */
export function wasSoBefore(next: string | undefined): boolean {
  return next !== undefined && aboutIt().test(next) && before().test(next.toLowerCase())
}

const aboutIt = lazily(
  () =>
    /^\W*(?:the|that|this|it|they|those|these|both|all)\b(?: \w+){0,3} (?:is|are|was|were|fails?|failed|has|have|had)\b|^\W*(?:it|they) fails?\b/i,
)
const before = lazily(
  () =>
    /\b(?:pre-?existing|fail(?:s|ed|ing|ures?)?\b.* (?:without (?:my|these|the) changes?|before (?:my|these|the) changes?|on (?:an? )?(?:clean|fresh|untouched) checkout|on (?:the )?(?:base|main|master)\b|(?:with )?my changes stashed)|(?:without (?:my|these|the) changes?|(?:with )?my changes stashed|on (?:an? )?(?:clean|fresh|untouched) checkout)\b.*\bfail)/,
)

function isExcusedAsIs(plain: string): boolean {
  return excused().some((group) => matches(group, plain))
}

/** For a sentence that holds one of the parts, or where that is said, letters that English does not have. */
function excuse(parts: string, pattern: () => RegExp, isForeign = false): PatternGroup {
  return {
    ...(parts === '' ? {} : { parts: parted(parts) }),
    ...(isForeign ? { isForeign } : {}),
    patterns: lazily(() => [pattern()]),
  }
}

/** It is the person's, optional, elsewhere, or there is none of it. */
const excused = lazily((): readonly PatternGroup[] => [
  excuse(
    'you',
    () =>
      /\byou(?:'ll|'d| will| would| should| must| can| could| may| might| only| just| also)*(?: still| then| also| only| first)* (?:need|have|must|want|should|run|set|add|deploy|update|review|restart|merge|configure)\b/,
  ),
  excuse(
    "you|on their |on his |on her |'s |the user still|users still",
    () =>
      /\b(?:for you|on (?:your|their|his|her|\p{L}+'s) (?:side|end|part|plate)|your (?:call|choice|decision|side|turn)|up to you|the user still|users still)\b/u,
  ),
  excuse(
    'if |should |unless |in case |whenever ',
    () =>
      /\b(?:if|should|unless|in case|whenever) (?:you|needed|necessary|desired|wanted|required|anything|something|there)\b/,
  ),
  excuse(
    'optional|scope|existed|part of|you|as it should|as they should|nice to have|not needed|not required|not necessary|by design|on purpose|as intended|intentional|deliberate|preexisting|pre-existing|unrelated|as before|as requested|as asked|as described|as wanted|separate |different matter|as agreed|of course|in line with|according to|as laid|as discussed|as instructed|as specified|per the |as the ',
    () =>
      /\b(?:optional(?:ly)?|(?:they|it|these|which|that) (?:already )?existed before|out of scope|beyond (?:the|this) scope|not part of|\w+n't part of (?:the|this|that|your|my) (?:job|task|request|order|assignment|brief|ticket)|you [^,;]{0,40}\byourself|(?:, |fail(?:s|ed)? )as (?:it|they) should|(?<=, )as intended|nice to have|not (?:needed|required|necessary)|by design|on purpose|intentional(?:ly)?|deliberate(?:ly)?|pre-?existing|unrelated|(?<!\b(?:fails?|hangs?|breaks?|crash(?:es)?|red|broken) )as before|as requested|as (?:you )?(?:asked|described|wanted|requested|scoped)|you (?:declined|denied|rejected|mentioned)|(?<!\b(?:in|into|to) an? )separate (?:matter|concern|topic|issue|story)|different matter|as agreed|of course|in line with|according to|your (?:plan|policy|rules?|ticket|spec|conventions?)|as (?:laid|scoped|discussed)|as instructed|as specified|per (?:your|the (?:spec|request|instructions))|as the \w+(?: \w+)? (?:says|requires|demands|specifies)|yours|(?:left|leave \w+) (?:to|for) you|you (?:only |just |merely |specifically |explicitly )?(?:said|wanted|asked|told|needed))\b/,
  ),
  // The person wanted it so, whatever they did about it.
  excuse(
    'you|the issue|the ticket|the request|the task|the brief|the prompt|the spec|the maintainer|the team',
    () =>
      /\b(?:because|since|as|which|that|what|like) (?:you|the (?:issue|ticket|request|task|brief|prompt|spec|maintainers?|team))(?:'ve| have| had| explicitly| already| also| only)* (?!(?:can|could|may|might|will|see|know|like)\b)(?:\w+ed|said|chose|told|forbade|left|put|took|gave|kept|set|ruled|leaves|leave|says|excludes|forbids|rules|want|need|prefer|have)\b/,
  ),
  excuse(
    'if|in case|whenever|unless|should',
    () => /^(?:if|in case|whenever|unless|should)\b.*\bi(?:'ll| will| can| would|'d)\b/,
  ),
  excuse('left|remain|anymore|any more', () => /^no\b.*\b(?:left|remains?|remaining|any ?more)\b/),
  excuse(
    'tests|specs|development|dev mode',
    () => /(?:^|[;,] )in (?:the |our |local )?(?:\w+ )?(?:tests|specs|development|dev mode)\b/,
  ),
  excuse(
    'same as |like |as in |as with |as for |as on ',
    () =>
      /\bsame as (?:in|for|with|on)\b|\blike (?:in )?the (?:other|existing)\b|\bas (?:in|with|for|on) the (?:other|others|ticket|issue|spec|request|design|sketch|mock-?up|brief|draft|original)\b/,
  ),
  excuse(
    ' no ',
    () => /\b(?:as|since|because) no \w+(?: \w+)? (?:was|were|is) (?:wanted|asked for|requested|needed|due)\b/,
  ),
  // One of those that the product knows, and what its users have not done.
  excuse(
    ' that| which| who|you|users|people|customers',
    () =>
      /\b(?:an?|any|each|every) (?:[\w-]+ ){1,3}(?:that|which|who)(?:'s| is| has)? (?:still|not|never|yet)\b|\b(?:you|users|people|customers)(?:'ve| have)?(?: \w+){0,2} (?:but |and )?(?:not|never|haven't)(?: yet)? \w+ed\b/,
  ),
  excuse('anyway', () => /\banyway$/),
  // What a text of the product says.
  excuse(
    'shows |displays |prints |tells |reports |lists|describes|explains|mentions|states|documents|include',
    () =>
      /^(?:the |a |an |this |it |each |every )?(?:[\p{L}./-]+ ){0,4}(?:(?:shows|displays|prints|tells|reports) (?:how|what|which|whether|when|where|who)\b|lists|describes|explains|mentions|states|documents|includes? (?:an?|the|its) [\p{L}x ]{0,40}(?:section|chapter|list|table|note|paragraph)s?)\b/u,
  ),
  // What somebody else has not done.
  excuse(
    'vendor|upstream|maintainer|provider|supplier|library|framework|browser|safari|firefox|chrome|they',
    () =>
      /^(?:but |and |since |because )?(?:the )?(?:vendor|upstream|maintainers?|provider|supplier|library|framework|browsers?|safari|firefox|chrome|they(?! are (?!working|planning|aware|going|looking|on it)))\b(?! (?:fallback|version|build|support|tests?|part)\b)(?!.*\bi (?:have not|haven't|did not|didn't|could not|couldn't)\b)/,
  ),
  excuse(
    'could |might |may |recommend|suggest|consider',
    () =>
      /\b(?:could|might|may) (?:later |also |then |still )*(?:add|be|want|consider|replace|extend|improve|use|make|help)\b|\b(?:i|we)(?:'d| would) (?:recommend|suggest)\b|\bconsider\b/,
  ),
  excuse(
    'nothing|none|ask|request|no ',
    () =>
      /^(?:nothing|none)\b(?!.*\bbut\b)(?! of .* been (?:run|executed|tried)\b)|\bnone of (?:them|these|those|it)\b(?! (?:has|have|was|were)(?: yet)?(?: been)? (?:run|executed|tried)\b)|\b(?:nobody|no one|not|didn't|wasn't|never) (?:been )?(?:ask|asked|request|requested)\b|\b(?:nothing|none)(?: of \w+| else)?(?: is| was| are| has)?(?: been)? (?:left|open|missing|remaining|remains|else|to do|outstanding|pending|more|changed|further)\b|\b(?:no (?!longer )(?:\w+ )?(?:work|tasks?|items?|steps?|issues?|todos?|errors?|failures?|remaining|open))\b(?!.*\bbut\b)/,
  ),
  excuse(
    'that |which |who |what | now|no longer|used to',
    () =>
      /\b(?:that|which|who|what) (?:was|were|had|used to)\b|\b(?:is|are|have been|has been|were|was) (?:now |all )?(?:fixed|resolved|green|passing) now\b|\bno longer\b(?! (?:works?|loads?|opens?|possible)\b)|\bused to\b/,
  ),
  excuse(
    'once |when you|after you',
    () => /\bonce (?:you|the pr|this is merged|it is merged|merged)\b|\b(?:when|after) you\b/,
  ),
  excuse(
    'du musst|musst du|kannst du|bei bedarf|vous |tienes|debes|puedes|te falta|devi|dovrai|puoi',
    () =>
      /(?:^|\s)(?:du musst|musst du|sie müssen|müssen sie|kannst du|könntest du|bei bedarf)(?=\s|$)|\bvous (?:devez|devrez|pouvez)\b|\bil vous reste\b|\b(?:tienes|tendrás|debes|puedes|te falta)\b|\bvocê (?:ainda )?(?:precisa|deve|pode)\b|\b(?:devi|dovrai|puoi)\b/,
    true,
  ),
  excuse(
    'falta|queda|resta|manca|manque|reste|fehlt|fehlen|bleibt|offen',
    () =>
      /(?<!\p{L})(?:no|ningun[oa]|nada|nadie|nenhuma?|não|nessun[oa]?|niente|nulla|non|rien|aucune?|ne|kein\p{L}{0,2}|nichts|niemand)(?: \p{L}+){0,2} (?:(?:faltan?|faltam?|queda|quedan?|resta|restan?|manca|mancano|manque|manquent|reste|restent|fehlt|fehlen|bleibt) ?(?:nada|ningun[oa]|nenhuma?|nessun[oa]?|niente|nulla|rien|aucune?|plus|pas)?|(?:ist |sind )offen)(?!\p{L})(?! (?:escrib|implement|noch|encore|ancora|por|da))/u,
  ),
  excuse(
    '',
    () =>
      /必要に応じて|してください|お願いします|(?:您|你)(?:还)?(?:需要|可以|应)|如果(?:您|你)|하시면|하셔야|(?:^|[^\p{L}])(?:вам|вы)(?=\s)|при желании/u,
    true,
  ),
])
