// Sentences with which the agent hands what was asked for back: the person is to do it, nothing calls it, or nothing was
// changed at all.
import { lazily } from '../../../contract/lazily.ts'
import { holdsPart } from '../../text/words-in.ts'
import { isAsked, isPartlyAsked } from './asked/asked-work.ts'
import { type Request, stemOf } from './asked/request-read.ts'
import { matches, parted, type PatternGroup } from './pattern-group.ts'

export function isHandedOver(
  sentence: string,
  plain: string,
  before: string | undefined,
  request: () => Request,
): boolean {
  return (
    matches(handsOver, plain) ||
    (matches(leavesMark, sentence.toLowerCase()) && !/\b(?:todo|fixme)s?\b/i.test(request().text)) ||
    advisesAsked(plain, request) ||
    (plain.includes(' scope') && isAsked(outOfScope().exec(plain)?.[1] ?? '', request().asked)) ||
    (matches(idle, plain) && wantsCode(request()) && !(before !== undefined && needless().test(before)))
  )
}

/** The person is left with the rest, or what was made is not in use. */
const handsOver: PatternGroup = {
  parts: parted(
    "feel free|you can|you could|you may|you would|you'd|nothing |won't go|no-op|stub|placeholder|skeleton",
  ),
  patterns: lazily(() => [
    /\b(?:feel free to|you can|you could|you may|you'd need to|you would need to) (?:then |now |easily |simply |just )*(?:add|extend|continue|complete|finish|fill|do|apply|repeat|write|convert|port|migrate|create)\b.*\b(?:the (?:other|others|rest|remaining|missing)\b|(?:them|it|this) from here\b)|\bnothing (?:calls?|uses?|imports?|triggers?|invokes?|renders?|reads?|sends?) (?:it|them|this|these)(?: \w+)? yet\b|\b(?:but|though) nothing (?:calls|uses|imports|triggers|invokes|renders|reads|sends) (?:it|them|this|these)$|\b(?:does|do) nothing (?:for now|yet|so far|at the moment|at present)\b|\b(?:no-op|stub|placeholder|skeleton)s?\b.*\byou(?:'d| would|'ll| will)? (?:need|have) to\b|\bnothing (?:i|we) tried (?:helped|worked)\b|\bwon't go away\b/,
  ]),
}

/** A mark that the agent set itself: "I left a `// TODO: …`". */
const leavesMark: PatternGroup = {
  parts: parted('todo|fixme|implemented|supported|coming soon'),
  patterns: lazily(() => [
    /(?:^|\b(?:i|i've|have|and) )(?:left|added|put|marked|set)\b[^`]{0,60}`[^`\n]{0,20}\b(?:TODO|FIXME)\b|\b(?:just|only|simply|still|but) (?:prints?|exits? with|throws?|returns?|raises?|says?|shows?|panics?)(?: with)? (?:an? )?(?:["“'`][^"”'`\n]{0,30}|`[^`\n]{0,40})(?:not (?:yet )?implemented|todo|coming soon)|\b(?:rest|remaining|others)\b[^.`"“]{0,40}\b(?:prints?|throws?|returns?|shows?|raises?|answers?(?: with)?|says?) (?:an? )?["“'`][^"”'`\n]{0,30}(?:not (?:yet )?(?:implemented|supported)|todo|coming soon)/i,
  ]),
}

/** "You will need to implement the e-mail verification", where that was asked for; not what makes it run or adds to it. */
function advisesAsked(plain: string, request: () => Request): boolean {
  if (!holdsPart(plain, ADVICE)) return false
  const [whole, said] = advised().exec(plain) ?? []
  if (whole === undefined || said === undefined || /^(?:to|if|when|for|in order|once|whenever)\b/.test(plain))
    return false
  const [object = ''] = plain
    .slice(plain.indexOf(whole) + whole.length)
    .split(/[,;:]| (?:next|at some point|yourself|when|if|once|before|the same way)\b/)
  if (
    /\b(?:more|new|further|additional|another|own|custom|name|key|secret|password|credentials?|env|variable|value)\b|^ ?(?:it|them)?$/.test(
      object,
    )
  )
    return false
  if (/\byour\b/.test(object)) return false
  if (!request().asked.has(stemOf(said)))
    return isAsked(object, request().asked) || (!WEAK.test(said) && isPartlyAsked(object, request().asked))
  const [first = ''] = object.trim().split(' ')
  return ['it', 'them', 'this', 'that'].includes(first)
    ? isPartlyAsked(object.trim().replace(/^\w+ (?:to|into|in|with|up to|from) /, ''), request().asked)
    : isPartlyAsked(object, request().asked)
}

const WEAK = /^(?:add|fill|connect|plug|create|replace|swap|handle)$/
const ADVICE = ['you', 'worth ', 'good ', "n't forget", 'remember', 'make sure']
const MAKING =
  '(implement|write|wire|hook|add|finish|complete|port|convert|migrate|translate|fill|connect|replace|plug|build|create|cover|document|handle|extract|rewrite|swap|backfill)(?:ing)?'
const advised = lazily(
  () =>
    new RegExp(
      `(?:^|[,;:–—] |\\b(?:but|so|and|then) )(?:(?:you'll|you will|you'd|you would)(?: still| then| probably| likely| also)? (?:want|need|have) to|you (?:still )?(?:need|have) to|you (?:should|must)(?: still| then| now)?|(?:don't|do not) forget to|(?:please )?(?:remember|make sure) to|it(?:'s| is| would be) (?:worth|good to|wise to))(?: still| then| also| now)? ${MAKING}(?: up| out| in| over)?(?= )`,
    ),
)

/** "I considered the docs out of scope", where they were asked for. */
const outOfScope = lazily(
  () =>
    /(?:^|[,;:–—] |\b(?:and|but) )(?:i (?:considered|deemed|treated|left|regarded) )?([^,;:]{2,60}?) (?:(?:is|are|was|were|as) )?(?:out of|beyond|outside) (?:the )?scope\b/,
)

/** "I haven't changed any code." */
const idle: PatternGroup = {
  parts: parted('chang|touch|modif|edit|implement|written|applied|wrote|committed'),
  patterns: lazily(() => [
    /(?:^|[,;] |\b(?:and|but|so) )(?:i|we)(?:'ve| have)? ?(?:have not|haven't|did not|didn't|have yet to|not)(?: yet| actually| really)? (?:change|touch|modif|edit|alter|implement|writ|wrote|commit|appl)\w* (?:any (?:code|files?|of (?:it|them|this|the code)|source(?: code)?|lines?(?: of code)?|changes?|fix)|anything|an? (?:single )?(?:line|file|thing|fix)(?: of code)?|the code|the fix)(?: yet| so far| at all| here| in the (?:repo|repository|code|project))*$/,
    /(?:^|[,;] |\b(?:and|but|so) )(?:no (?:code|files?|edits?|lines?(?: of code)?|source files?|code changes?|changes to the code)|nothing)(?: in the (?:repo|repository|code))?(?: itself)? (?:was|were|has been|have been|got)(?: actually)? (?:changed|touched|modified|edited|made|written|implemented|applied|committed)(?: yet| so far| at all)*$/,
  ]),
}

/** Neither a text nor tests alone: without a change of code there is none of it. */
function wantsCode({ asked, ruledOut }: Request): boolean {
  return asked.size > 0 && !textual().some((stem) => asked.has(stem)) && !changes().some((stem) => ruledOut.has(stem))
}
const textual = lazily(() =>
  [
    'readme',
    'document',
    'changelog',
    'test',
    'tests',
    'comment',
    'guide',
    'plan',
    'design',
    'proposal',
    'check',
    'config',
    'release',
    'publish',
    'deploy',
    'tag',
    'issue',
    'branch',
    'run',
  ].map(stemOf),
)
const changes = lazily(() => ['change', 'touch', 'modify', 'edit', 'code'].map(stemOf))

/** Then there was nothing to do. */
const needless = lazily(
  () =>
    /\b(?:already|as designed|by design|correct|no bug|not a bug|works|works? as|duplicate|intended|nothing to|no need|fine)\b/i,
)
