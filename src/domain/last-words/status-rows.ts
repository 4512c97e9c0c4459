// A report by rows, in a table or a list, of which some are done and others are not: "| tests | in progress |".
import { lazily } from '../../contract/lazily.ts'
import { holdsPart } from '../text/words-in.ts'

/** `kept`: left as it was, which may be what was wanted. */
type State = 'done' | 'open' | 'kept' | 'none'
type IsAsked = (words: string) => boolean
type Rows = ReadonlyArray<readonly [row: string, state: State]>

/** The first row that is still open among others that are done, or null. */
export function openRow(lines: readonly string[], isAsked: IsAsked): string | null {
  const last = lines.slice(-60)
  return (
    openAmong(tableStates(last), isAsked) ??
    last
      .find((line) => OWN_CELL.test(line))
      ?.trim()
      .slice(0, 200) ??
    openAmong(
      last.map((line) => [line, listState(line)]),
      isAsked,
    ) ??
    openAmong(
      last.filter((line) => HEADING.test(line)).map((line) => [line, headingState(line)]),
      isAsked,
    ) ??
    mixedLine(last, isAsked)
  )
}

/**
 * The first row of a table of marks that has a cross where all others are ticked, and that names what was asked for; what
 * is not asked for may be a matrix of anything.
 */
export function openCross(lines: readonly string[], isAsked: IsAsked): string | null {
  const last = lines.slice(-60)
  const border = last.findLastIndex((line) => line.includes('|') && /^[\s|:-]{3,500}$/.test(line) && line.includes('-'))
  const after = border < 1 ? [] : last.slice(border + 1)
  const end = after.findIndex((line) => !line.includes('|'))
  const rows = (end < 0 ? after : after.slice(0, end)).map(cellsOf)
  const ticked = rows.filter((cells) => cells.length > 1 && cells.slice(1).every((cell) => isTick().test(cell)))
  if (ticked.length < 2) return null
  const open = rows.find(
    ([name = '', ...cells]) =>
      cells.some((cell) => isCross().test(cell)) && !cells.some((cell) => isTick().test(cell)) && isAsked(name),
  )
  return open?.join(' | ').slice(0, 200) ?? null
}

const isTick = lazily(() => /^[*_`\s]*(?:✅|✔|✓|☑|yes|done|ok|pass(?:es|ed)?|none)(?:\uFE0F|[\s*_`])*$/i)
const isCross = lazily(
  () => /^[*_`\s]*(?:❌|✗|✘|no|not|none|–|—|-|n\/a|todo|fail(?:s|ed)?|stub|missing)?(?:\uFE0F|[\s*_`])*$/i,
)

/** "Comments ✅ Likes ✅ Shares ⏳"; a cross counts where it stands behind what was asked for. */
function mixedLine(lines: readonly string[], isAsked: IsAsked): string | null {
  const line = lines.find(
    (text) =>
      !text.includes('|') &&
      holdsPart(text, TICKS) &&
      (holdsPart(text, ['⏳', '⌛', '🚧', '🔜', '⬜']) ||
        text.trim().endsWith('❌') ||
        isAsked(crossedLast().exec(text)?.[1] ?? '') ||
        (text.split(crossed()).slice(0, -1) ?? []).some((part) => isAsked(part.split(ticked()).at(-1) ?? ''))),
  )
  return line?.trim().slice(0, 200) ?? null
}

/** "✅ role check, ❌ tests" */
const crossedLast = lazily(() => /(?:✘|✗|✖|❌)\uFE0F? ((?:[\w-]+ ){0,2}[\w-]+)\W*$/u)
const TICKS = ['✅', '✔', '✓', '☑', '👍']
const crossed = lazily(() => /(?:✘|✗|✖|❌|🔴)\uFE0F?/u)
const ticked = lazily(() => /(?:✅|✔|✓|☑|👍)\uFE0F?/u)

function openAmong(rows: Rows, isAsked: IsAsked): string | null {
  if (!rows.some(([, state]) => state === 'done')) return null
  const open = rows.find(
    ([row, state]) => (state === 'open' && !(PERSONS.test(row) && !isAsked(row))) || (state === 'kept' && isAsked(row)),
  )
  return open?.[0].trim().slice(0, 200) ?? null
}

const PERSONS =
  /\((?:yours?|by you|for you|your (?:part|side|turn)|not (?:asked|requested|wanted)|as (?:agreed|you asked))\)/i

/** The rows of the last table that has a column for how far each one is; its first column only names them. */
function tableStates(lines: readonly string[]): Rows {
  const border = lines.findLastIndex(
    (line) => line.includes('|') && /^[\s|:-]{3,500}$/.test(line) && line.includes('-'),
  )
  const column =
    border < 1
      ? -1
      : cellsOf(lines[border - 1] ?? '').findIndex((cell, at) => at > 0 && (cell === '' || heading().test(cell)))
  if (column < 0) return []
  const after = lines.slice(border + 1)
  const end = after.findIndex((line) => !line.includes('|'))
  const rows = end < 0 ? after : after.slice(0, end)
  return rows.map((line) => [line, cellState(cellsOf(line)[column] ?? '')])
}

function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
}

const heading = lazily(
  () =>
    /^[*_\s]*(?:(?:current )?status|state|progress|done|finished|complete(?:d)?|implemented|migrated|converted|ported|translated|tested|covered|updated|renamed|replaced|documented|reviewed|stand|fortschritt|état|statut|avancement|estado|progreso|progresso|stato|状态|进度|状態|進捗|상태|진행|статус)[*_\s?]*$/i,
)

/** Under such a heading "yes" and "no" say it, too. */
function cellState(cell: string): State {
  const word = cell.replace(/[*_`\s]/g, '').toLowerCase()
  if (['yes', 'ja', 'oui', 'sí', 'sim', 'sì', 'да'].includes(word)) return 'done'
  return ['no', 'nein', 'non', 'não', 'нет'].includes(word) ? 'open' : stateOf(cell)
}

/** "- ⏳ optimizer", "optimizer ⏳ half of it" or "2. Backfill: pending". */
function listState(line: string): State {
  const item = /^\s{0,20}(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/.exec(line)?.[1] ?? line.trim()
  if (!line.includes('|') && holdsPart(item, MARKS)) {
    const mark = [...item].find((sign) => signs[sign] !== undefined)
    if (mark !== undefined) return signs[mark] ?? 'none'
  }
  if (item !== line.trim() && /(?:[:–—]| -) (?:only|just) [^.]{1,80} (?:so far|for now|yet)\W*$/.test(item))
    return 'open'
  const isBare = item === line.trim()
  const colon = item.search(
    isBare ? /(?<=^[^.:：;,!?]{1,40})[:：] [^:：→–—·]{1,60}$/ : /(?::|：|→|–|—| -|[·.…]{3,})[^:：→–—·]{1,60}$/,
  )
  if (colon < 0) return 'none'
  const told = item.slice(colon).replace(/^(?: -|[:：→–—·.…]+)/, '')
  return /, (?:\p{L}+ )?to be (?:supplied|written|filled in|added|completed|provided|defined|translated)$/u.test(told)
    ? 'open'
    : stateOf(told)
}

/** "| 5 | haven't touched it |": so only the agent speaks of its work. */
const OWN_CELL =
  /\|\s*(?:i )?(?:haven't|have not|didn't|did not|couldn't|could not) (?:yet )?(?:touch|do|replace|convert|migrate|start|implement|fix|finish|get)(?:ed|d|en)?\b/i

const HEADING = /^\s{0,3}#{1,6} \S|^\s{0,3}\*\*[^*\n]{1,100}\*\*\W{0,3}$/

/** "### Phase 3: UI ❌ not started", "## Export (in progress)"; a cross by itself may say what is not supported. */
function headingState(line: string): State {
  const text = line.replace(/^[\s#*]+|[*\s]+$/g, '')
  const [, sign = '', tail = ''] = /([✅✔☑⏳⌛🚧🔄🔜⬜☐❌✗✘])\uFE0F?([^✅✔☑⏳⌛🚧🔄🔜⬜☐❌✗✘]*)$/u.exec(text) ?? []
  if (sign === '') return stateOf(/(?: [-–—]|[:(]) ?([^-–—:()]{1,60})\)?$/.exec(text)?.[1] ?? '')
  const told = stateOf(tail)
  return told === 'none' ? (signs[sign] ?? 'none') : told
}

/** No cross: that also says what is not supported. */
const signs: Readonly<Record<string, State>> = {
  '✅': 'done',
  '✔': 'done',
  '☑': 'done',
  '⏳': 'open',
  '⌛': 'open',
  '🚧': 'open',
  '🔄': 'open',
  '🔜': 'open',
  '⬜': 'open',
  '☐': 'open',
}
const MARKS = Object.keys(signs)

/** "the importer, not started" */
export function endsOpen(sentence: string): boolean {
  const at = sentence.lastIndexOf(',')
  return at > 0 && stateOf(sentence.slice(at + 1).replace(/[.!]$/, '')) === 'open'
}

function stateOf(cell: string): State {
  const text = cell.replace(/[*_`]|\uFE0F/g, '').trim()
  const [first = ''] = text
  const sign = first === '❌' || first === '✗' ? 'open' : signs[first]
  if (sign !== undefined) return sign
  const word = text.replace(/^[^\p{L}]{1,5}|[^\p{L}]{1,5}$/gu, '').toLowerCase()
  if (isKept().test(word)) return 'kept'
  if (isOpen().test(word)) return 'open'
  return isDone().test(word) ? 'done' : 'none'
}

const isKept = lazily(() => /^(?:left as is|not (?:touched|changed)|unchanged)\b/u)

const isOpen = lazily(
  () =>
    /^(?:to-?do|to do|pending|(?:still )?in progress|ongoing|wip|work in progress|not (?:yet )?(?:started|done|finished|implemented|migrated|converted|begun)(?: yet)?|remaining|incomplete|unfinished|partial(?:ly(?: done)?)?|missing|outstanding|up next|next|(?:still )?to be \p{L}+|(?:just |only )?started|nothing(?: yet)?|still (?!supported|valid|green|passing|works|ok|fine)\p{L}+|not yet|half (?:done|finished)|stub(?:bed(?: out)?)?|placeholder|on hold|deferred|later|left (?:out|open|alone)|untouched|skipped|omitted|postponed|parked|none (?:so far|yet)|nope|tbd|blocked|broken|un(?:fixed|written|ported|converted|migrated|resolved|implemented|tested)|zero|offen|in arbeit|ausstehend|fehlt|noch offen|à faire|en cours|pendiente|en curso|pendente|em andamento|da fare|in corso|未完了|作業中|未着手|进行中|未开始|待办|未完成|미완료|진행 중|대기|в работе|не начато)$|^(?:not (?:yet )?(?!(?:needed|required|affected|supported|used|wanted|asked|requested|allowed|changed|touched|expected|deployed|released|published|merged|planned)\b)(?:\p{L}{3,}ed|done|there|written|built|run|begun|working|passing)|(?:still )?(?:fails|failing|crashes|times out)|(?:could not|couldn't|did not|didn't) \p{L}+|unimplemented|blocked by|half-\p{L}+)(?![\p{L}-])(?!.*\b(?:as|because|since) you\b)/u,
)

const isDone = lazily(
  () =>
    /^(?:(?:all )?done|works?|pass(?:es|ed)?|green|live|in place|(?!(?:fail|skipp?|block|need|stopp|abort|cancell?|unchang|untouch|expect|deprecat|remov|postpon|defer)r?ed\b)\p{L}{3,}ed|completed?|finished|ok|fixed|implemented|migrated|converted|ported|written|ready|fertig|erledigt|terminée?|fait|hecho|listo|completado|feito|pronto|concluído|fatto|completato|完了|完成|已完成|완료|готово|сделано)(?:[ ,(].{0,60})?$/u,
)
