// Forms of sentences with which an agent leaves work to itself: "I still have to", "Next I'll", "is not done yet".
import { form, formsFor } from '../pattern-group.ts'
import { AS_ASKED, FAULTS, NUMBER, OTHERS, REDONE, UNDONE } from '../work-words.ts'

const ADVERB =
  '(?:still |now |first |also |just |really |actually |quickly |then |next |only |probably |definitely |at least |finally |immediately |continue to |go on to |start to |start by |proceed to |move on to |have to |need to )*'
/** Verbs with which an agent speaks to the person, or says that it does nothing. */
const NO_WORK =
  '(?:know|explain|summari[sz]e|recap|stop|wait|leave|pause|be|keep you|let you|assume|stick|note|show you|walk|share|describe|skip|not|hold|stay|stand|a?wait|need your|need you|need the|need a|need an|need to know|go over|break)'

/** What an agent says that it will do; other verbs may speak of the work or to the person. */
const ACT =
  '(?:add|write|fix|implement|convert|migrate|update|port|finish|complete|tackle|handle|move|create|build|continue|refactor|test|clean|remove|replace|rename|document|translate|start|address|extend|wire|cover|resume|proceed|adapt|adjust|set up|take care of|work on|get to|turn to|look (?:at|into)|(?:re-?)?run|apply|verify|double-check|investigate|debug|dig into|repeat)'
/** Not what it says, keeps or chose. */
const DOING =
  '(?!waiting|awaiting|holding|asking|stopping|pausing|leaving|keeping|assuming|using|treating|following|proposing|suggesting|recommending|reporting|guessing|sticking|relying|calling|happy|missing|lacking|expecting|thinking|reading this|seeing|getting|going\\b)\\p{L}+ing\\b'
/** Parts of the work that are not done, and nobody else's. */
const REST = `(?:others?|rest|remaining|remainder|${NUMBER})`
/** "Next I looked at the order": told of what was done. */
const PAST =
  '(?:also |then |simply |only |just )?(?:(?!need\\b|proceed\\b)\\p{L}+ed|made|ran|wrote|took|found|built|put|set|got|went|saw|came|began|split|cut|let|had|was|were|did|gave|kept|left|chose|drew|brought|thought|fed|held|sent|tried)\\b'
const TODO = '(?:todos?|fixmes?|stubs?)'
/** An app, a page or a list for todos is none. */
const NO_NAME = '(?! (?:app|list|item|entry|page|component|manager|tool)s?\\b)'

/** Those that the parts of a sentence call for. */
export const owedIn = formsFor(() => [
  form(
    'still|yet',
    () =>
      `\\b(?:i|we)(?:'ve| have)? (?:still|yet|also still) (?:have|need|got|must|want|should|plan|intend)\\b(?! (?:to know|your|you)\\b)`,
  ),
  form(
    'have to|need to|must to|got to|have yet to',
    () => `\\b(?:i|we) (?:have|need|must|got|'ve got)(?: yet)? to (?!(?:the|a|it)\\b)(?!${NO_WORK}\\b)\\w+`,
  ),
  form(
    'i must|i should|i plan|i intend|about to',
    () => `\\bi (?:must|should|plan to|intend to|am about to|'m about to) (?!${NO_WORK}\\b)\\w+`,
  ),
  form(
    "'ll|will|going to|let me|let's|about to",
    () =>
      `(?:^|[,;:–—] ?|\\b(?:and|but|so|now|next|then|afterwards|first|that|which) )(?:i'll|i will|i'm going to|i am going to|we'll|we will|let me|let's|i'm about to) ${ADVERB}(?!${NO_WORK}\\b)\\w+`,
  ),
  form(
    "'ll|will|going to",
    () =>
      `\\b(?:i'll|i will|i'm going to|i am going to) ${ADVERB}(?!${NO_WORK}\\b)\\w+.*\\b(?:next|now|later|afterwards?|then|after that|shortly|soon|in the next step|tomorrow)\\b`,
  ),
  form('next', () => `\\bnext,? (?:up|step)?,?:? ?(?:is|are|comes?|(?:i|we)(?! ${PAST}))\\b`),
  form(
    'yet',
    () =>
      `^(?!.*\\b(?:when|whenever|if|who|whose|that|which|until|while|where|because|was|were|had)\\b.*(?:\\bnot\\b|n't\\b)).*(?:\\b(?:isn't|aren't|hasn't|haven't|don't|doesn't|not)\\b(?! (?:due )?yet\\b).*\\byet\\b|(?:^|\\b(?:is|are|it's|that's|has|have|do|does|can|but|though|yes|also|so|work|works|supports?) (?:\\p{L}+ )?|[,;:–—(] ?)not yet\\b(?! \\p{L}+ (?:\\p{L}+s|below|above|at|by|are|is|will|get|stay|show)\\b)|\\bnot yet$)|\\byet to be\\b|\\bhave yet to\\b|\\bhas yet to\\b`,
  ),
  form(
    'still',
    () =>
      `^(?!.*\\b(?:that|which|who|what) (?:was|were|are|is)? ?still\\b)(?!.*\\b(?:if|when|while|unless|until|whether|whenever|where|because|since)\\b.*\\bstill\\b)(?!.*\\b(?:was|were) still\\b).*\\bstill (?:fails?|failing|broken|red|missing|an? (?:stub|placeholder|draft|skeleton|mock)|needs? (?:to be|work|a|an|some|tests|the|\\w+ing)|to do|to be \\w+|pending|outstanding|incomplete|unfinished|open|left|lacks?|todo|remains?|doesn't|don't|does not|do not|not|in conflict|conflicting|unresolved|unfixed|unsolved|unhandled|unaddressed|uncommitted)\\b`,
  ),
  form(
    "not|n't|only ",
    () =>
      `(?<!\\b(?:that|which|who|if|when) )\\b(?:is|are|remains?|isn't|aren't)(?: still)?(?: not| only (?:half|partly|partially)) ${UNDONE}\\b(?! (?:by|on|in|for)\\b)|^(?!.*\\b(?:if|when|where|that|which|who)\\b).*\\b(?:isn't|aren't) ${UNDONE}$`,
  ),
  form(
    'not',
    () => `\\b(?:converted|done|finished|migrated|implemented|ported|written|covered)\\b.*\\b(?:are|is) not$`,
  ),
  form(
    'around to|as far as',
    () => `\\b(?:did not|didn't|have not|haven't|could not|couldn't) get around to\\b|\\bonly got as far as\\b`,
  ),
  form(
    'been',
    () =>
      `^(?!.*\\b(?:who|that|which|when|if)\\b).*\\b(?:has|have)(?: not|n't) been (?:implemented|written|converted|migrated|added|wired|ported|done|finished|completed|looked into|investigated)\\b`,
  ),
  form(
    'able to',
    () =>
      `\\b(?:haven't|have not|wasn't|was not) (?:been )?able to (?:finish|complete|implement|fix|get|make|convert)\\b`,
  ),
  form(
    'still',
    () =>
      `\\bthere(?:'s| is| are) still (?!no\\b).*\\b(?:to (?:fix|do|write|add|handle|convert|implement|resolve|finish|update)|left|failing|missing|open|errors?|failures?)\\b`,
  ),
  form(
    'get to|manage|finish|complete|implement|have time|ran out',
    () =>
      `\\b(?:i|we) (?:did not|didn't|have not|haven't|could not|couldn't) (?:get to|manage to|finish|complete|implement|have time)\\b|\\bran out of (?:time|budget|context)\\b|\\b(?:i|we) ran out of (?:room|space|tokens|turns)\\b`,
  ),
  form(
    'progress',
    () =>
      `(?:^|\\b(?:made|making|with) )(?:good|great|solid|some|decent) progress\\b.*\\b(?:stop|pause|leave (?:it|off)|call it a day)\\b`,
  ),
  form(
    'half|partly|partially',
    () =>
      `^(?!.*\\b(?:that|which|who|when|if)\\b).*\\b(?:(?<!\\b(?:killed|interrupted|aborted|cancell?ed|disconnected|crashed|terminated|dies|fails|crashes|breaks|ends) )(?:halfway|half way)(?! (?:through|into|up|down|across) (?:an?|the|its|each|every)\\b)|half done|half-finished|half[ -](?:written|finished|converted|migrated|implemented|ported|translated)(?=$|[,;:])|partly done|partially (?:done|complete|implemented|finished)|half-finished)\\b`,
  ),
  form(
    'only',
    () =>
      `\\bonly (?:did|done|finished|implemented|completed|converted|covers?|the first)\\b.*\\b(?:first|half|part|step|one|some)\\b`,
  ),
  form(
    'so far',
    () =>
      `\\b(?:done|finished|implemented|fixed|converted|completed|migrated|progress) so far\\b|\\b\\d+ (?:of|out of|/) (?:the )?\\d+\\b.*\\bso far\\b`,
  ),
  form(
    'will follow|to follow|follow|next|remain|has to go|left',
    () =>
      `\\b(?:implementation|tests?|rest|docs|remaining|others?|details)\\b.*\\b(?:will follow|to follow|follows? (?:next|later)|comes? next|is next|are next|remains? to be|has to go|is left|are left|remains?)\\b`,
  ),
  form(
    'for now|for the time',
    () =>
      `\\b(?:placeholders?|stub(?:s|bed)?(?: out)?|mocked|hard-?coded|(?:is|are) empty(?: files?| functions?| methods?| folders?)?)\\b(?!.*\\b(?:${AS_ASKED}|as the)\\b).*\\bfor (?:now|the time being)\\b`,
  ),
  form(
    'only',
    () =>
      `\\b(?:for brevity|for now|to save time|in the interest of time)\\b.*\\bonly\\b|\\bonly\\b.*\\b(?:for brevity|to save time|in the interest of time)\\b`,
  ),
  form(
    ' next|will follow',
    () =>
      `^(?!.*\\b(?:that|which|what|who|where)\\b).*\\b(?:(?:comes?|is|are) (?:the )?next(?: step| steps| item| task| thing| one)?|will follow)$`,
  ),
  form(
    'outstanding|unfinished|incomplete|to be done|left to do',
    () => `^(?!.*\\b(?:that|which|who)\\b).*\\b(?:is|are) (?:outstanding|unfinished|incomplete|to be done|left to do)$`,
  ),
  form(
    'time',
    () =>
      `^(?:and |so |now )?(?:it's |it is )?time (?:for the (?:second|third|next|last|other|others|rest|remaining)|to ${ACT})\\b`,
  ),
  form("'ll|will|going to", () => `\\b(?:i'll|i will|i'm going to|i am going to) ${ADVERB}${ACT}\\b`),
  // What the agent is at, or would do before it is done.
  form("i'm|i am", () => `\\bi(?:'m| am) (?:now |currently |still |just |already |next )*${DOING}`),
  form(
    'want|like|ought|mean|hope|expect',
    () => `\\bi(?:'d| would)? (?:still |also |first )*(?:want|like|ought|mean|hope|expect) to ${ADVERB}${ACT}\\b`,
  ),
  form(
    "not|n't|never",
    () =>
      `\\b(?:i|we)(?:'ve| have)? ?(?:not|n't|never|haven't|did not|didn't) (?:yet |even |really )*(?:started?|begun|begin|looked (?:at|into)|look (?:at|into)|reached|reach|tackled|got(?:ten)? (?:to|around to))\\b`,
  ),
  form(
    'to follow|on it',
    () =>
      `(?<!\\b(?:easy|easier|hard|harder|simple|simpler|rules?|steps?|path|trail|links?|conventions?)) to follow$|[:,;–—] (?:i'm |i am )?on it$`,
  ),
  form(
    'for the |for now',
    () =>
      `\\b(?:returns?|throws?|prints?|raises?|does|do|accepts?|shows?|ignores?|skips?)\\b.*\\bfor the (?:moment|time being)$|^for (?:now|the moment|the time being),? .*\\b(?:returns?|throws?|raises?|does nothing|ignores?|skips?)\\b`,
  ),
  form(
    'errors|warnings|failures|failing|failed|violations|problems|issues|findings|error |warning |failure ',
    () =>
      `\\b(?:${FAULTS}\\b.*\\bfrom \\d+ to|from \\d+ (?:\\w+ )?${FAULTS} to|\\d+ (?:\\w+ )?${FAULTS} to) (?!0\\b|zero\\b)\\d+`,
  ),
  form(
    'on my|underway|under way|the works|wip|work in progress|ongoing|tbd|for the next|for my next',
    () =>
      `\\bon my (?:list|plate)\\b|\\b(?:is|are) (?:still |currently |now )*(?:underway|under way|in the works|wip|a work in progress|ongoing|tbd)$|\\bfor (?:the|my) next (?:turn|session|round|pass|run)\\b`,
  ),
  form(
    'still|left|will be',
    () =>
      `\\bstill ha(?:s|ve) to be \\w+|\\bleft (?:for me|to do)\\b|\\bwill be \\w+ in (?:my|the) next (?:step|turn|round)\\b`,
  ),
  form('stubbed', () => `\\b(?:is|are) (?:still |only |just )*stubbed out\\b(?!.*\\b(?:tests?|specs?)\\b)`),
  form('so far', () => `^so far,? (?:only|just)\\b(?!.*\\b(?:supports?|ships?|offers?|allows?)\\b)`),
  form('only', () => `\\bonly (?:partially|partly|half) (?:\\w+ed|done|working|written|rewritten)\\b`),
  form(
    'remain',
    () => `(?:^|[,;:–—] |\\b(?:but|and|while) )(?:[\\p{L} ]{0,40})${NUMBER}(?:[–-]\\d+)?(?: \\p{L}+){0,4} remain$`,
  ),
  // What a stub is for may be told of a finished one: then the sentence does not end with it.
  form(
    'todo|fixme|stub',
    () => `\\b(?:is|are)(?: still| only| just)* (?:an? )?${TODO}(?: for now| so far| at the moment)?$`,
  ),
  form('todo|fixme', () => `\\b(?:is|are)(?: still| only| just)* an? (?:todo|fixme)\\b${NO_NAME}`),
  form(
    'todo|fixme|stub',
    () =>
      `\\b(?:(?:is|are) (?:still|only|just)|(?:i|we)(?:'ve| have)? left(?: \\p{L}+){0,5}?(?: as)?) (?:an? )?${TODO}${NO_NAME}\\b`,
  ),
  form('now |next ', () => `^(?:now|next) (?:for|on to) the\\b`),
  form(
    ' now',
    () =>
      `^(?:and |so |then )?(?:(?:re-?)?(?:running|building|testing|checking|verifying|generating)|updating|writing|adding|implementing|applying|installing|converting|migrating|fixing|creating|removing|replacing|refactoring|investigating|debugging|profiling) (?:the|all|it|them|this|that|those|these|my|our|a|an|both|each|every)\\b(?: (?!(?:takes?|needs?|is|are|works?|shows?|gives?|costs?|prints?) )[^\\s,;]+){0,8} now$`,
  ),
  form(
    ' next| first',
    () =>
      `^(?:and |so |then )?(?:(?:re-?)?(?:running|building|testing|checking|verifying|generating)|applying|deploying|updating|writing|adding|implementing|installing|converting|migrating|fixing|creating|removing|reading|looking)(?! \\p{L}+s (?:finish|end|complete|stop|win|go|come|run|start) first$)(?: [^\\s,;]+){1,9} (?<!\\bthe )(?:next|first)$`,
  ),
  form(
    'yet',
    () =>
      `\\b(?:that|which) (?:i|we) (?:haven't|have not) (?:\\w+ )?(?:touched|got(?:ten)? to|\\w+ed|done)(?: \\w+)? yet$`,
  ),
  form(
    'fails|crashes|hangs|breaks|errors|times out|fail ',
    () =>
      `^(?!.*\\b(?:if|when|where|whenever|unless|which|that)\\b).*(?:\\b(?:build|tests?|suite|job|ci|compilation|lint|typecheck) (?:currently|now) (?:fails?|crash(?:es)?|breaks?|hangs?|errors?|times? out)\\b|\\bbut (?:it )?(?:crashes|fails|hangs|times out|breaks)\\b(?! (?:on|for|with a|loudly|fast|gracefully|early|cleanly)\\b)|\\b(?:fails?|red|broken) until (?:they|it|the|that|those)\\b)`,
  ),
  form(
    'needs to be|need to be|needs |need ',
    () =>
      `^(?!(?:no|nothing|none)\\b)(?!.*\\b(?:if|when|whenever|unless|once|before|that|which|you|your)\\b).*\\bneeds? (?:to be (?:reworked|regenerated|revisited|redone|finished|completed|${REDONE})|(?:translating|reworking|fixing|rewriting|finishing|updating|converting))$`,
  ),
  form(
    'todo|placeholder|dummy|lorem',
    () =>
      `\\b(?:put in|put|added|add|created|inserted|wrote|written)\\b.*\\bwith (?:an? |some )?(?:todo|placeholder|dummy|lorem ipsum)(?: \\w+)?$`,
  ),
  form(
    'left |leave |leaving |kept ',
    () =>
      `\\b(?:(?:i|we)(?:'ve| have)? (?:left|kept)|i(?:'m| am) leaving) (?:it|that|this|them|those|these|that one|this one)(?: \\w+){0,2} (?:as is|as it is|as they are|alone|untouched|unfixed|open) (?:for now|for the moment|for the time being|so far|at the moment)$`,
  ),
  form(
    'currently|for now|at the moment',
    () =>
      `\\b(?:currently (?:just |only |simply )?(?:raises?|throws?|panics?)|(?:raises?|throws?|panics?)\\b.*\\b(?:for now|at the moment|so far)$)`,
  ),
  form(
    'moving|continuing|proceeding|starting|on to|working on|turning|fixing|resuming',
    () =>
      `^(?:now |then |next |and )*(?:moving on|continuing|proceeding|starting|on to|working on|turning to|fixing|resuming)\\b(?!.*\\b(?:fixed|done)$)(?! [^,;:]{1,60} (?:gives|is|takes|works|loads|keeps|starts|yields|shows|does|has)\\b)`,
  ),
  form(
    'missing',
    () =>
      `\\b(?:the )?(?:tests?|docs|documentation|error handling|translations?|validation|implementation|migration|handlers?|coverage)\\b.* (?:is|are) (?:still )?missing\\b`,
  ),
  // The rest of something larger, as it was before.
  form(
    'still|to be',
    () =>
      `(?:^|[,;:–—] |\\b(?:but|and|while|whereas|though) )(?:only )?(?:the |all |all the )?${REST}\\b(?:(?!\\b(?:no|${OTHERS})\\b)[^,;:])*?\\b(?:still (?:uses?|ha(?:ve|s)|imports?|references?|contains?|calls?|rel(?:y|ies) on|depends? on|points? (?:to|at)|goes? through|runs? on)|(?:needs?|have|has) to be ${REDONE})\\b(?!.*\\b(?:intended|wanted|by you|by hand|works?|fine|so (?:i|it|they|we)|left|kept|stays?|which|${AS_ASKED}|by design|on purpose|deliberately)\\b)`,
  ),
  form(
    'still',
    () =>
      `^(?!.*\\b(?:${OTHERS}|stays?|which|${AS_ASKED}|by design|on purpose|was|were)\\b).*\\bstill (?:on|with|in|live|lives|sit|sits|run|runs|go|goes)(?: (?:on|with|in|through|over|via))? the (?:old|legacy|previous|former)\\b`,
  ),
  form('remaining', () => `\\bremaining (?:steps?|tasks?|work|items?|parts?|files?) (?:is|are|include)\\b`),
])
