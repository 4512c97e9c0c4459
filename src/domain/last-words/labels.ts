// Labels and headings over work that is left: "Remaining: the tests", "## Not done", "Couldn't do:".
import { lazily } from '../../contract/lazily.ts'
import { isExcused, isNotOwn } from './excused.ts'
import { isCalledFor, parted } from './pattern-group.ts'
import { toSentences } from './question.ts'
import { LONGEST_SENTENCE, normal } from './sentences.ts'
import { endsOpen } from './status-rows.ts'
import { LISTED } from './work-words.ts'

/** What is left, in one word or a few. */
const LEFT =
  '(?:remaining|remains|left(?: over| open| out| undone)?|missing|outstanding|open|pending|unfinished|incomplete|undone|unresolved|unsolved|' +
  'un(?:implemented|converted|migrated|ported|translated|written|fixed|started|tackled|addressed|finalized|wired)|' +
  'to-? ?dos?|to be (?:done|finished|added|written|fixed)|to finish|in progress|work in progress|wip|ongoing|blocked|failing|' +
  'not (?:yet )?(?:quite |fully |completely )?(?:done|there|finished|complete|completed|implemented|started|begun|migrated|converted|ported|written|wired(?: up)?|' +
  'working|fixed|translated|updated|built|attempted|reached|solved|resolved|tackled|addressed|passing|green|ready)|' +
  '(?:partly|partially|half|only partly) (?:done|finished|working|complete|migrated|converted)|(?:nearly|almost) done|' +
  "(?:(?:things |parts )?(?:i|we) )?(?:couldn't|could not|didn't|did not|haven't|have not|unable to|not able to)(?: \\p{L}+){0,4}|" +
  '(?:known )?gaps|known (?:failures|issues?|bugs?|problems?|errors?)|where (?:i|we) (?:stopped|left off|am|are)|next up|up next|done so far)'
const NOUN =
  '(?:work|tasks?|items?|steps?|parts?|points?|todos?|issues?|pieces?|bits?|bugs?|problems?|failures?|errors?|cases?|modules?|files?|screens?|endpoints?|to do)'
/** For whom or when it is left. */
const TAIL =
  '(?:yet|so far|still|now|for (?:now|me|later|the next \\p{L}+|another \\p{L}+)|to (?:do|finish|fix|migrate|convert|port)|in this (?:session|round|pass|run|pr|change)|' +
  'on my (?:side|end|list|part|plate)|by me|(?:from|of) (?:your|the|my) (?:list|plan|task|request|work|tasks)|me|mine|work)'
const ELSEWHERE =
  'offen(?:e punkte)?|noch (?:offen|zu tun|nicht (?:fertig|umgesetzt|erledigt))|nicht (?:fertig|umgesetzt|erledigt|geschafft)|(?:was |es )?fehlt(?: noch)?|ausstehend|' +
  'reste à faire|à (?:faire|terminer|finir)|pas (?:encore )?(?:fait|terminé|fini)|en (?:suspens|cours)|pendientes?|por hacer|falta|sin (?:hacer|terminar)|en curso|' +
  'por fazer|em falta|em andamento|da (?:fare|completare)|in corso|残り|残作業|未完了|未対応|未着手|作業中|待办|剩余|未完成|进行中|남은 작업|미완료|осталось|не сделано|в работе|te doen|nog open|pozostało|do zrobienia|återstår|kvar att göra'
/** Every label holds one of these, or a letter that English does not have. To make its pattern takes as long as fifty others. */
const inLabels = {
  parts: parted(
    'remain|left|missing|outstanding|open|pending|unfinished|incomplete|undone|unresolved|unsolved|unimplemented|unconverted|' +
      'unmigrated|unported|untranslated|unwritten|unfixed|unstarted|untackled|unaddressed|unfinalized|unwired|' +
      'todo|to-do|to do|to- do|to be |to finish|to come|progress|wip|ongoing|blocked|failing|not |partly |partially |half |' +
      "nearly done|almost done|couldn't|could not|didn't|did not|haven't|have not|unable to|gaps|known |where |next up|up next|" +
      'done so far|offen|noch |nicht |fehlt|ausstehend|pas |en suspens|en cours|pendiente|por hacer|falta|sin |en curso|' +
      'por fazer|em andamento|da fare|da completare|in corso|te doen|do zrobienia',
  ),
  isForeign: true,
} as const
const label = lazily(
  () =>
    new RegExp(
      `^[^\\p{L}]{0,9}(?:(?:what(?:'s|’s| is| i)?|things|parts|still|yet|also|currently|the|my|one|a|two|all|everything|only|that(?:'s| is)) ){0,3}` +
        `(?:${LEFT}(?: ${NOUN})?(?: (?:${TAIL}|\\(?${TAIL}\\)?)){0,2}|${NOUN} (?:still )?(?:${LEFT}|to come)(?: ${TAIL})?|${ELSEWHERE})(?: \\([^()]{1,40}\\))?[^\\p{L}]{0,6}$`,
      'iu',
    ),
)

function isLabel(words: string): boolean {
  return isCalledFor(inLabels, words.toLowerCase()) && label().test(words)
}

const NONE =
  /^\W{0,6}(?:https?:|localhost|none|nothing|no\b|0\b|n\/a|nil|all done|empty|keine|nichts|rien|aucun|nada|ninguno|niente|nessuno|なし|无|無|没有|없음|нет|ничего)|^\W*$/i

/** Under such a heading stands what comes later: work, if it was asked for. */
const laterLabel = lazily(
  () =>
    /^\W{0,6}(?:deferred|postponed|parked|skipped|later|not (?:included|covered|in this \w+|part of this \w+)|left for later|to come|coming (?:next|later)|follow-?ups?(?: (?:prs?|work|tasks?|items?|changes?))?|next (?:pr|change|iteration|phase|round)|phase (?:2|two)|open (?:points|ends)|out of this (?:pr|change))\W{0,6}$/i,
)

export function putOffList(lines: readonly string[], isNamed: (words: string) => boolean): string | null {
  const tail = lines.slice(-40)
  const put = tail.find((line) => isPutOff(line, isNamed))
  if (put !== undefined) return put.trim().slice(0, 200)
  const at = tail.findIndex(
    (line) =>
      line.length < 60 &&
      (line.endsWith(':') || line.startsWith('#') || line.startsWith('*')) &&
      laterLabel().test(line),
  )
  if (at < 0) return null
  const below = tail.slice(at + 1).filter((line) => line.trim() !== '')
  const end = below.findIndex((line) => !LISTED.test(line))
  return (
    (end < 0 ? below : below.slice(0, end))
      .find((item) => isNamed(item) && !isExcused(normal(item)))
      ?.trim()
      .slice(0, 200) ?? null
  )
}

/** Under "Next steps" stands what was asked for, and nowhere else in the message. */
export function nextAsked(lines: readonly string[], stemsAsked: (words: string) => readonly string[]): string | null {
  const tail = lines.slice(-40)
  const isOpen = (item: string, others: readonly string[]): boolean => {
    if (isExcused(normal(item)) || persons().test(item)) return false
    const named = stemsAsked(item)
    return named.length > 0 && !isSubset(named, stemsAsked(others.join('\n')))
  }
  return nextInLine(tail, isOpen) ?? nextInList(tail, isOpen)
}

type IsOpen = (item: string, others: readonly string[]) => boolean
const isSubset = (some: readonly string[], all: readonly string[]): boolean => some.every((stem) => all.includes(stem))

/** "What comes after that: the invite and the tour." */
function nextInLine(tail: readonly string[], isOpen: IsOpen): string | null {
  const told = tail.flatMap((line) => toSentences(line.slice(0, LONGEST_SENTENCE)))
  const at = told.findLastIndex((sentence) => {
    const colon = sentence.indexOf(':')
    return colon > 3 && colon < 45 && /\p{L}/u.test(sentence.slice(colon)) && isNextLabel(sentence.slice(0, colon))
  })
  const named = told[at]
  if (named === undefined) return null
  return isOpen(named.slice(named.indexOf(':') + 1), told.toSpliced(at, 1)) ? named.slice(0, 200) : null
}

function nextInList(tail: readonly string[], isOpen: IsOpen): string | null {
  const at = tail.findLastIndex((line) => line.length < 60 && isNextLabel(line))
  if (at < 0) return null
  const below = tail.slice(at + 1)
  const start = below.findIndex((line) => line.trim() !== '')
  const end = below.findIndex((line, index) => index > start && line.trim() !== '' && !LISTED.test(line))
  const items = below.slice(0, end < 0 ? below.length : end).filter((line) => LISTED.test(line))
  const others = [...tail.slice(0, at), ...(end < 0 ? [] : below.slice(end))]
  return (
    items
      .find((item) => isOpen(item, others))
      ?.trim()
      .slice(0, 200) ?? null
  )
}

/** What comes after the work: to set it up, to bring it to others, to watch it. */
const persons = lazily(
  () =>
    /^\W*(?:\d{1,3}[.)])?\W*(?:set|configure|deploy|merge|review|run|ask|tell|announce|inform|publish|monitor|watch|rotate|restart|release|install|roll out|try|enable|consider|optional\w*|later|maybe|perhaps|you)\b/i,
)

const inNextLabels = {
  parts: parted('next|after that|what|coming up|still to come|further steps|upcoming|siguientes'),
  isForeign: true,
} as const
const nextLabel = lazily(
  () =>
    /^\W{0,6}(?:(?:the |my |possible )?next steps?|what(?:'s|’s| is| comes) (?:next|after that|then)|next|after that|coming up|up next|still to come|further steps|upcoming|nächste schritte|als nächstes|prochaines étapes|étapes suivantes|próximos pasos|siguientes pasos|次のステップ|下一步|后续步骤)\W{0,6}$/iu,
)

function isNextLabel(words: string): boolean {
  return isCalledFor(inNextLabels, words.toLowerCase()) && nextLabel().test(words)
}

/** "Not included: the search" */
function isPutOff(line: string, isNamed: (words: string) => boolean): boolean {
  const colon = line.indexOf(':')
  if (colon < 4 || colon > 40 || !laterLabel().test(line.slice(0, colon))) return false
  const [first = ''] = toSentences(line.slice(colon + 1))
  return first !== '' && !NONE.test(first) && !isExcused(normal(first)) && (isNamed(first) || endsOpen(first))
}

/** "Remaining: the tests", or the label with a list below it; but not "Remaining: none". */
export function underLabel(lines: readonly string[]): string | null {
  const tail = lines.slice(-40).flatMap((line) => toSentences(line.slice(0, LONGEST_SENTENCE)))
  for (const [index, line] of tail.entries()) {
    const head = line.slice(0, 300)
    const colon = head.search(/[:：]/)
    // "| `TODO: handle CRLF` | done |" quotes one.
    if (head.slice(0, Math.max(0, colon)).split('`').length % 2 === 0) continue
    const isHeading = colon <= 0 && head.length < 60 && /^\W*#|\*\*/.test(head)
    if (!(colon > 0 ? isLabel(head.slice(0, colon)) : isHeading && isLabel(head))) continue
    const own =
      colon > 0
        ? head
            .slice(colon + 1)
            .replace(/[*_\s]/g, ' ')
            .trim()
        : ''
    const below = own === '' ? (tail.slice(index + 1).find((next) => next.trim() !== '') ?? '') : own
    if (!NONE.test(below) && !isNotOwn(normal(below))) return head.trim().slice(0, 200)
  }
  return null
}
