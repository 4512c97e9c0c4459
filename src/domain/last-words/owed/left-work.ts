// Forms in which last words say how much of the work there is, what it is not, or that the agent gave up.
import { form, formsFor, isFormIn } from '../pattern-group.ts'
import { AS_ASKED, FAULTS, NUMBER, OTHERS, REDONE, UNDONE } from '../work-words.ts'

/** Of a sentence in its plain form. */
export function leavesWork(plain: string): boolean {
  return formsIn(plain).some((form) => isFormIn(form, plain))
}

const formsIn = formsFor(() => [
  form('stuck', () => `\\bi(?:'m| am) (?:still )?stuck (?:on|with|at)\\b`),
  form(
    'touched',
    () => `^(?!.*\\b(?:that|which|who)\\b).*\\b(?:hasn't|haven't|has not|have not) been touched (?:so far|yet)\\b`,
  ),
  form('placeholder', () => `\\b(?:is|are) (?:just |only )?(?:an? )?placeholders? until\\b`),
  form(
    'remain',
    () =>
      `^(?!.*\\b(?:no|none|if|when|upstream)\\b).*\\b(?:issue|problem|error|bug|failure|warning)s? (?:still )?remains?(?:$|[,;])`,
  ),
  form('same treatment', () => `\\b(?:needs?|requires?|awaits?) the same treatment\\b`),
  form(
    'make it into',
    () =>
      `\\b(?:didn't|did not) make it into (?:this|the (?:first|current|initial)) (?:version|round|pass|change|iteration|release|commit|pr)\\b`,
  ),
  form(
    'left|remaining',
    () => `^(?:about |around |roughly |another )?${NUMBER}(?: of them)? (?:are|is) (?:still )?(?:left|remaining)\\b`,
  ),
  form(' no ', () => `\\b(?:i|we)(?:'ve got| have| have got) no \\p{L}+(?: \\p{L}+){0,2} yet\\b`),
  form(
    'of ',
    () =>
      `\\b(?:i|we)(?:'ve| have)? (?:got|managed to get|converted|migrated|fixed|ported|updated|covered|translated) (?:only |just )?(?:most|some|half|many|a few|a third|part) of\\b(?!.*\\b(?:rest|others?|before|earlier)\\b)`,
  ),
  form('stopped short', () => `\\b(?:i|we)(?:'ve| have)? stopped short of\\b`),
  form('to wait', () => `\\b(?:has|have) to wait (?:until|till|for) (?:i|me|we)\\b`),
  form(
    ' for ',
    () =>
      `\\b(?:i|we)(?:'ve| have)? (?:left|kept|saved) [\\p{L} ]{1,40} for (?:another|a later|a second|the next|a next|a future|a separate|a follow-?up|next) (?:pass|round|session|step|pr|iteration|time|change|commit)\\b`,
  ),
  form(
    'deferred|postponed|put off|parked|pushed',
    () =>
      `\\b(?:i|we)(?:'ve| have)? (?:deferred|postponed|put off|parked|pushed)(?: [\\p{L}\\d ]{1,40}?)? (?:back )?(?:to|for|until) (?:an? |the |another |some )?(?:later|separate|follow-?up|next|second|future|subsequent|another) (?:change|pr|commit|step|pass|round|session|task|ticket|issue|iteration|phase|version|release|time|date|point|pull|turn|run)s?\\b`,
  ),
  form(
    'need|require',
    () =>
      `^(?!.*\\b(?:if|when|no longer|that|which)\\b).*\\b(?:needs?|requires?) (?:more|further|additional|deeper|closer|some more|a bit more) (?:investigation|work|thought|attention|research|debugging|analysis|testing|digging)\\b`,
  ),
  form(
    'failures|failing tests',
    () =>
      `^(?!.*\\b(?:if|when|was|were|shows?|prints?)\\b).*\\bthe (?:${NUMBER}|remaining|last|other) (?:failures|failing tests) (?:are|is|all|come|look|have|seem)\\b`,
  ),
  form(
    'remaining|missing',
    () =>
      `\\b(?:is|are|would be) the (?:only |one |last )?(?:remaining|missing) (?:bit|piece|part|step|thing|task|item|point)s?\\b(?! of the \\p{L}+$)`,
  ),
  form(
    'just|only|merely|simply',
    () =>
      `\\b(?:those|these|they|it)(?:'s| is| are|'re) (?:just|only|merely|simply) (?:an? )?(?:\\p{L}+ )?(?:boxes|placeholders?|stubs?|empty|dumm(?:y|ies)|mock-?ups?|shells?|skeletons?|headings?)\\b`,
  ),
  form('still', () => `\\b(?:is|are) still (?:v\\d+|on v\\d+|bash|python|javascript|java|php|perl|ruby)$`),
  form(
    'all but|all except',
    () =>
      `\\ball (?:but|except)(?: for)? (?:${NUMBER}|one|a few|a handful|the last)\\b(?: of)?(?: \\p{L}+){0,4} (?:pass|compile|build|work|succeed|are ${UNDONE})\\b`,
  ),
  form(
    'down |reduced|cut |dropped',
    () =>
      `\\b(?:down|reduced|cut|brought down|dropped) (?:\\p{L}+ ){0,3}to (?!0\\b|zero\\b|no\\b)(?:${NUMBER}|a few|a handful)(?: of)? (?:\\p{L}+ ){0,2}${FAULTS}\\b`,
  ),
  form(
    'failures|errors|failing|failed',
    () =>
      `\\b(?:suite|tests|build|run)\\b.* with (?:a few|some|several|${NUMBER}) (?:remaining |known )?(?:failures|errors|failing tests?|failed tests?)\\b`,
  ),
  form(
    'pass,|pass;|passes,|passes;|passing,|passing;',
    () =>
      `\\bpass(?:es|ing)?\\b[,;] (?:but |and |while )?(?:the|one|two|three|\\d+)\\b[^,;]*\\b(?:fails?|times? out|hangs?|crash(?:es)?|(?:is|are) red|do not|don't|does not|doesn't)\\b(?! (?:if|when|fast|before))`,
  ),
  form(
    'still',
    () =>
      `\\b(?:half|most|some|many|a few|a handful|several|a third|a quarter|two thirds|${NUMBER}) of (?:them|these|those|the)\\b(?:(?!\\b(?:${OTHERS}|which|that|who)\\b)[^,;])*\\bstill (?!pass|work|appl|hold|succeed|green|valid|fit|support|\\p{L}+ed\\b)\\p{L}+`,
  ),
  form(
    'still',
    () => `\\bstill (?:reports?|shows?|lists?|finds?|emits?|prints?) (?:${NUMBER}|a few|some|several|a handful of)\\b`,
  ),
  form(
    'still',
    () =>
      `^(?!.*\\b(?:${OTHERS}|stays?|left|fine|${AS_ASKED}|by design|on purpose)\\b)(?!.*\\b(?:which|that|who|if|when|so|because|as)\\b.*\\bstill\\b).*\\bstill (?:describes?|uses?|rel(?:y|ies) on|depends? on|refers? to|calls?|points? (?:to|at)|contains?|mentions?|lives? in|imports?|expects?) (?:the |an? |some )?(?:old|legacy|previous|former|raw|v1|deprecated|string|hard-?coded)\\b`,
  ),
  form(
    'half of|most of|third of|quarter of|thirds of|some of|part of',
    () =>
      `(?:^|[,;:–—] |\\b(?:but|and|so) )(?:about |roughly |around |only |nearly |almost )?(?:half|most|a third|a quarter|two thirds|some|part) of (?:the|them|it|these|your|all)\\b[^,;]*\\b(?:is|are|has been|have been) (?:now |already )?${REDONE}\\b`,
  ),
  form(
    'mostly|largely|nearly|almost|not quite|not fully|partly|partially',
    () =>
      `\\b(?:is|are|was|were) (?:now |already |only )?(?:mostly|largely|nearly|almost|not quite|not fully|partly|partially) (?:${UNDONE}|there)\\b`,
  ),
  form(
    'got through|made it|as far as',
    () =>
      `\\b(?:i|we) (?:got|made it|am|have got) (?:only )?(?:through|as far as)\\b.*\\b(?:half|third|quarter|some|most|part|first|\\d+)\\b`,
  ),
  form(
    "there's|there is|there are",
    () =>
      `\\bthere(?:'s| is| are) (?:still )?(?:some|a few|a handful of|several|more|${NUMBER}|one|plenty of|a lot of) (?:(?!\\b(?:ways?|options?|reasons?|things you|that|which|to)\\b)[^,;])*\\bto (?:get rid of|remove|migrate|convert|port|clean(?: up)?|replace|address|cover|wire(?: up)?|tackle|rewrite|translate|refactor|fix|write|add|handle|implement|resolve|finish|update)\\b`,
  ),
  form(
    "aren't|don't|isn't|doesn't|are not|do not| fail| remain| to go",
    () =>
      `[,;] (?:but |and |while )?(?:the other |another )?${NUMBER} (?:of them )?(?:aren't|don't|isn't|doesn't|are not|do not|fail|remain)$|\\b(?:${NUMBER}|a few|some|a handful|several) (?:more )?(?:(?!hours?|minutes?|days?|weeks?|seconds?)\\p{L}+ ){0,2}to go(?=$|[,;])`,
  ),
  form(
    'fail|time out|hang|crash|are red|is red|flaky|broken',
    () =>
      `^(?!.*\\b(?:if|when|whenever|unless|before|where|until|on purpose|on main|were|was)\\b).*\\b(?:a number of|some|several|a few|${NUMBER}|one)(?: of (?:them|the|these|those))?(?: \\p{L}+)?(?: tests?| specs?| checks?)? (?:still |currently )?(?:(?:is|are) (?:still |currently )?(?:failing|red|broken|flaky)|fail(?:s|ing)? (?:because|with(?! \\d{3}\\b)|due|on|in|at)|time out|hang|crash)\\b`,
  ),
  form(
    "not clean|n't clean|not green|n't green|not happy|n't happy",
    () => `\\b(?:is|are)(?: still)?(?: not|n't) (?:clean|green|happy)\\b`,
  ),
  form(
    '%',
    () =>
      `(?:\\b(?:is|are|at|stands? at) |: )(?:about |around |roughly |some |now )?\\d{1,2} ?% (?:${UNDONE}|there)\\b`,
  ),
  form(
    'so it|so they|so that|so this',
    () =>
      `\\bso (?:it|they|that|this) (?:isn't|aren't|is not|are not) (?:in (?:here|this|it)|part of (?:this|it)|included)\\b|\\bso (?:it|they|that|this)(?:'s| is| are|'re) (?:still (?!green|passing|fine|valid|possible|supported|there|compatible|works?)|not (?:${UNDONE}|in\\b)|unchanged$)`,
  ),
  form(
    'remain',
    () =>
      `\\bremains? (?:to be (?!seen\\b)\\p{L}+|unimplemented|unfinished|unfixed|unresolved|unsolved|unwritten|untested|unported|undone|unaddressed|incomplete|broken)\\b`,
  ),
  form(
    'will have to|will need to|will come|will follow',
    () => `\\b(?:rest|remainder|others|remaining \\p{L}+)\\b[^,;]*\\bwill (?:have to|need to|come|follow)\\b`,
  ),
  form(
    'a proper|a real|a complete|a full|a clean|a permanent|a robust',
    () =>
      `\\ba (?:proper|real|complete|full|clean|permanent|robust) (?:fix|solution|implementation|version) (?:would|will|needs?|requires?|has to|still|is still)\\b`,
  ),
  form(
    'the actual|the real|the full|the proper',
    () =>
      `\\bthe (?:actual|real|full|proper) [\\p{L} -]{1,40}? (?:(?:has|have|needs?|is|are)(?: yet| still)? to (?:be|come)|is(?: still)? missing|are(?: still)? missing|will follow|(?:is|are) not|isn't|aren't) ?(?:${UNDONE}|built|done|$)?`,
  ),
  form(
    'currently',
    () =>
      `\\bcurrently (?:just |only )?(?:returns?|throws?|raises?|renders?|shows?|does|uses?|contains?) (?:only |just )?(?:an? |the )?(?:empty|blank|dummy|fake|random|placeholders?|static|hard-?coded|nothing|mocks?|mocked|stubs?|canned)\\b`,
  ),
  form(
    "not been|n't been",
    () =>
      `^(?!.*\\b(?:who|that|which|when|if|where|until|whose|unless)\\b).*\\b(?:has|have)(?: not|n't) been (?:started|begun|executed|wired up|hooked up|tackled|addressed|built)\\b`,
  ),
  form(
    'wip|part |phase |stage |step ',
    () =>
      `^wip\\b|\\b(?:part|phase|step|stage) (?:two|three|2|3|ii)\\b[^,;]*\\b(?:will|is|are|would)(?: be)? (?:\\p{L}+ )?(?:replace|add|cover|migrate|convert|wire|bring|handle|tackle|outstanding|to follow|next|pending|missing)\\b`,
  ),
  form(
    'remaining|rest|other',
    () =>
      `^(?!.*\\bno\\b).*\\b(?:should|must|have to|has to|needs? to|can|will) (?:then |also |still )?be (?:${REDONE}|filled in|built|finished|completed|created|documented)\\b[^,;]*\\b(?:the )?(?:remaining|rest|other)\\b|^(?!.*\\bno\\b).*\\b(?:remaining|rest|others?)\\b[^,;]*\\b(?:should|must|have to|has to|needs? to|can|will) (?:then |also |still )?be (?:${REDONE}|filled in|built|finished|completed|created|documented)\\b`,
  ),
  form(
    "haven't|have not|didn't|did not",
    () =>
      `\\b(?:i|we) (?:haven't|have not|didn't|did not) (?:yet )?(?:ported?|implement(?:ed)?|start(?:ed)?|wired?|hook(?:ed)?|look(?:ed)? at|gone? through|cover(?:ed)?|tackled?|address(?:ed)?|migrated?|convert(?:ed)?|written|write|translated?|integrated?|done|set up|built|solved?|resolved?|fix(?:ed)?|handled?)\\b(?!.*\\b(?:because|since|as|any|anything|so)\\b)`,
  ),
  form(
    'coded|faked|stubbed|commented out|skipped|disabled',
    () =>
      `\\b(?:i|we)(?:'ve| have)? (?:hard-?coded|faked|stubbed(?: out)?|commented out|(?:marked|set) [\\p{L}\\d ]{1,40} as skipped|(?:skipped|disabled) (?:the |these |those |both )?(?:${NUMBER} )?(?:\\p{L}+ )?(?:tests?|specs?))\\b(?!.*\\b(?:in (?:the )?(?:tests?|specs?)|so that (?:the )?tests?)\\b)`,
  ),
  form(
    'to reach|to meet|to hit|to get to',
    () =>
      `\\bto (?:reach|meet|hit|get to) (?:the |your |that )?(?:\\d+ ?%|(?:\\p{L}+ )?(?:target|goal|threshold))(?: \\p{L}+)?,? .*\\b(?:would|will|needs?|must|have to)\\b`,
  ),
  form(
    'nowhere|anywhere|to anything',
    () =>
      `\\b(?:is|are) (?:registered|called|used|connected|wired(?: up)?|mounted|exported|linked) nowhere\\b|\\b(?:isn't|aren't|is not|are not) (?:yet )?(?:registered|called|used|connected|wired(?: up)?|mounted|linked|hooked up) (?:anywhere|to anything|from anywhere)(?: yet)?\\b(?! any ?more| now| any longer)`,
  ),
  form(
    'only the|only a',
    () =>
      `(?:^|[,;:–—] |\\b(?:but|and) )(?:for [^;]{1,80} )?only (?:the|an?) (?:\\p{L}+ ){0,3}(?:exists?|(?:is|are) (?:there|in place|done|written))\\b`,
  ),
  form(
    'missing',
    () =>
      `^(?!.*\\b(?:if|when|which|that|who|while|so)\\b).*\\b(?:windows|linux|macos|ios|android|mobile|frontend|backend|\\p{L}+ support) (?:support |part |side |version )?(?:is|are) (?:still )?missing$`,
  ),
  form(
    "could not|couldn't|able to|manage|failed to|cannot|can't",
    () =>
      `\\b(?:i|we) (?:could not|couldn't|was not able to|wasn't able to|was unable to|did not manage to|didn't manage to|failed to|have not managed to|haven't managed to|am unable to|can't|cannot) (?:get|make) \\p{L}+(?: \\p{L}+){0,6}? (?:to )?(?:work|build|pass|run|compile|link|start|green|succeed|go away|stop|fixed|working|running)\\b`,
  ),
  form(
    "could not|couldn't|able to|manage|failed to",
    () =>
      `\\b(?:i|we) (?:could not|couldn't|was not able to|wasn't able to|was unable to|did not manage to|didn't manage to|failed to|am unable to) (?:fix|solve|resolve|implement|repair|determine|find (?:the|a|any|out)(?: \\p{L}+)? (?:cause|reason|culprit|fix|solution|bug|problem|source|why|what))\\b`,
  ),
  form(
    'stopp|ideas|giving up|gave up|given up',
    () =>
      `\\bi(?:'m| am|'ve| have)? (?:now )?stopp(?:ed|ing) (?:here|there|at this point|work)\\b|\\b(?<!\\bfirst (?:\\p{L}+ )?)(?:no further|no more|out of|run out of) ideas\\b(?!.*\\bthen\\b)|\\b(?:i'm|i am) giving up\\b|\\b(?:i|i've|i have) (?:gave|given) up\\b(?!.*\\b(?:third|second|then|now|finally|instead)\\b)`,
  ),
  form(
    'reverted|rolled back|undone|backed out',
    () =>
      `\\bi(?:'ve| have)? (?:reverted|rolled back|undone|backed out)(?: all)?(?: of)? (?:my|the|these|those) (?:changes|edits|upgrade|attempts?|work)\\b`,
  ),
  form(
    'follow|come|handle|added|done|land',
    () =>
      `\\b(?:follows?|comes?|lands?|will (?:follow|come|land|be (?:added|done|handled|covered|tackled|addressed))) (?:in|with|as part of) (?:an?|the|my|one of the) (?:next|later|second|separate|future|follow-?up|subsequent|coming|upcoming) (?:session|step|pass|round|pr|change|commit|version|iteration|run|turn)\\b`,
  ),
  form(
    'partial',
    () =>
      `^(?:this is )?(?:only )?(?:an? )?partial (?:result|solution|implementation|fix|progress|migration|completion|success)s?(?:$|[,;:–—] )`,
  ),
  form(
    'basically|essentially|practically|virtually|pretty much|more or less|as good as',
    () =>
      `\\b(?:is|are|was|were)(?: now)? (?:basically|essentially|practically|virtually|pretty much|more or less|as good as) (?:${UNDONE}|there|ready)\\b|\\b(?:more or less|roughly) (?:corresponds?|matches|match|works?)\\b`,
  ),
  form(
    'straightforward|easy|simple|trivial',
    () =>
      `\\b(?:straightforward|easy|simple|trivial) to (?:extend|add|apply|port|adapt|do|convert|migrate|repeat)\\b.*\\b(?:to them|for them|the (?:rest|others?|remaining|same for))\\b`,
  ),
  form(
    'come|follow|write|do|add',
    () =>
      `\\b(?:comes?|follows?|will (?:come|follow)|(?:is|are) (?:something|a thing|things) to (?:write|do|add|build|implement|set up|tackle|finish)) (?:when|once|as soon as|after) (?:i|we|the|there)\\b`,
  ),
  form(
    'stay tuned|watch this space|to be continued',
    () => `(?:^|[–—:-] ?)(?:stay tuned|watch this space|to be continued)$`,
  ),
  form(
    'in due course|at some point|some day|when time permits|down the road',
    () =>
      `\\b(?:shall|will|should|can|to) be \\p{L}+ (?:in due course|at some point|some day|when time permits|down the road)\\b`,
  ),
  form(
    'of their own|of its own',
    () => `\\bneeds? an? (?:session|pr|task|round|pass|change|ticket|project) of (?:their|its) own\\b`,
  ),
  form(
    'unclear|uncertain|unknown|suspect|fear',
    () =>
      `\\bwhether (?:this|that|it)[^,.;]{1,40} (?:is|remains) (?:unclear|uncertain|unknown|to be seen)\\b|\\bi (?:suspect|fear) (?:that )?(?:another|a further|more|an additional) \\p{L}+ (?:is|are|will be) (?:needed|required|necessary)\\b`,
  ),
  form(
    'so far',
    () =>
      `^(?!.*\\b(?:who|that|which|when|if|where|no)\\b).*\\b(?:isn't|aren't|is not|are not|hasn't been|haven't been) \\p{L}+ed so far\\b`,
  ),
  form(
    'lack of time|out of time',
    () => `\\bfor lack of time\\b|\\b(?:i|we)(?:'ve| have)? (?:ran|run|was running|am) out of time\\b`,
  ),
  form(
    'for later',
    () => `\\b(?:i|we)(?:'ve| have)? (?:left|kept|saved|put aside)(?: (?:it|them|that|this))? for later\\b`,
  ),
  form(
    'remaining|missing',
    () => `\\bthe (?:remaining|missing) (?:distance|gap|way|stretch) (?:to|would|will|needs?|requires?|is)\\b`,
  ),
  form(
    'good enough|close enough|had in mind',
    () =>
      `\\b(?:i'd|i would|let's) (?:call|consider) (?:it|that|this) (?:good|close) enough\\b|\\bnot quite (?:the|what|where) [^.;]{0,40}you (?:had in mind|asked|wanted|requested)\\b`,
  ),
  form('until', () => `\\buntil (?:somebody|someone) (?:fills?|writes?|implements?|adds?|finish(?:es)?)\\b`),
  form(
    'markers|todos|stubs|placeholders',
    () => `\\b(?:conflict markers|todos|stubs|placeholders) (?:is|are) still (?:in )?(?:there|here|in|left)\\b`,
  ),
  form(
    'other than|apart from|except for|aside from|with the exception of',
    () =>
      `^(?:other than|apart from|except for|aside from|with the exception of)\\b[^.;]*,? (?:which|that) (?:is |are )?still\\b`,
  ),
  form(
    'left is|missing is|open is',
    () =>
      `^what(?:'s| is) (?:still )?(?:left|missing|open) is (?:only |just )?(?:the )?(?:${NUMBER}|a few|some|several)\\b`,
  ),
  form(
    'leaves',
    () =>
      `^(?:that|this|which) leaves (?:only|just|us with)\\b|^leaves [^,.]{1,40}, (?:which|whose|where|as|since|because)\\b`,
  ),
  form(
    'why',
    () => `\\bi (?:could not|couldn't|can't|cannot) (?:see|tell|find out|work out|explain|understand) why\\b`,
  ),
  form(
    'bug|problem|issue|defect',
    () =>
      `^(?!.*\\b(?:upstream|vendor|known)\\b).*\\b(?:this|that|the) (?:bug|problem|issue|defect) (?:still )?needs (?:solving|fixing|to be (?:solved|fixed))\\b`,
  ),
  form('to be supplied|to be written|to be filled in', () => `, (?:\\p{L}+ )?to be (?:supplied|written|filled in)$`),
  form('first', () => `^(?:this is )?(?:a |the )?first (?:cut|pass|stab|attempt) (?:of|at)\\b`),
  form('remain', () => `\\bremains? without \\p{L}+(?: \\p{L}+)? for now\\b`),
  form('keep|kept', () => `\\b(?:keeps?|kept) (?:on )?(?:failing|crashing|timing out|hanging)\\b`),
])
