// Replies in words: which open comments a message of the agent names, and what it says about each.
import type { ReviewComment } from '../../contract/view/review.ts'
import { isOfFeedback, placeOfComment } from './feedback.ts'

export interface Reply {
  readonly comment: string
  readonly what: string
}

/**
 * `lines`: the agent's own prose. `comments`: all that were sent; only the open ones are replied to, each at most once.
 */
export function repliesIn(lines: readonly string[], comments: readonly ReviewComment[]): readonly Reply[] {
  const units = unitsOf(lines, comments).filter(({ words }) => words.length > 0)
  return comments.flatMap(({ id, state }): Reply[] => {
    if (state !== 'sent') return []
    const naming = units.filter(({ ids }) => ids.includes(id))
    // What is said about this comment alone says more than a summary of several; else the last word counts.
    const fewest = Math.min(...naming.map(({ ids }) => ids.length))
    const unit = naming.findLast(({ ids }) => ids.length === fewest)
    return unit ? [{ comment: id, what: wordsOf(unit) }] : []
  })
}

/** A paragraph, a point of a list, a row of a table, or a heading with what stands below it. */
interface Unit {
  readonly ids: string[]
  /** Its lines that say something beside an id. */
  readonly words: string[]
  readonly indent: number
  readonly kind: 'text' | 'item' | 'heading' | 'row'
  /** It begins with ids alone: what follows is about them. */
  readonly isLabel: boolean
}

const ITEM = /^\s*(?:[-*+•‣◦]|\d{1,9}[.)])\s+/
const HEADING = /^\s*#{1,6}\s+/
const ROW = /^\s*\|/
/** A claim alone in its line belongs to no reply. */
const SIGNAL = /^[\s*_`]*(?:<promise>[^<>]*<\/promise>|\w+::[\w-]+)[\s*_`]*$/
/** The last word of a sentence, in a line of its own. */
const SENTENCE_END = /^\s*[\w`*]{1,60}[.!)]{1,3}$/
const LONGEST_SIGNAL = 300
const DECORATION = /[\s>*_`#|"'“”()[\]:;,.–—→-]/
const SAYS_SOMETHING = /[\p{L}\p{N}\p{Extended_Pictographic}✓]/u

export function isSignal(line: string): boolean {
  return line.length <= LONGEST_SIGNAL && SIGNAL.test(line)
}

function unitsOf(lines: readonly string[], comments: readonly ReviewComment[]): readonly Unit[] {
  const isEcho = echoesOf(comments)
  const units: Unit[] = []
  let unit: Unit | undefined
  let isAfterGap = false
  for (const line of lines) {
    if (line === '') isAfterGap = true
    const ids = comments.filter(({ id }) => names(line, id)).map(({ id }) => id)
    const own = ownWords(line, ids, comments)
    const isTail = ids.length > 0 && !isAfterGap && isSentence(unit) && SENTENCE_END.test(line)
    const saysNothing = !isTail && (!SAYS_SOMETHING.test(own) || isEcho(own))
    if (isSignal(line)) unit = undefined
    else if (ids.length > 0 || !saysNothing) {
      if (!unit || (!isTail && begins(line, ids, { unit, isAfterGap }))) {
        unit = { ids: [], words: [], indent: indentOf(line), kind: kindOf(line), isLabel: saysNothing }
        units.push(unit)
      }
      unit.ids.push(...ids.filter((id) => !unit?.ids.includes(id)))
      if (!saysNothing) unit.words.push(line)
      isAfterGap = false
    }
  }
  return units
}

function isSentence(unit: Unit | undefined): boolean {
  return unit?.kind === 'text' && unit.words.length > 0
}

function begins(
  line: string,
  ids: readonly string[],
  { unit, isAfterGap }: { readonly unit: Unit; readonly isAfterGap: boolean },
): boolean {
  const kind = kindOf(line)
  if (kind === 'heading' || kind === 'row' || unit.kind === 'row') return true
  const isBelow = unit.kind === 'item' && indentOf(line) > unit.indent
  if (ids.length > 0 && (kind === 'item' || ids.some((id) => plain(line).startsWith(id)))) return true
  const isAwaited = unit.isLabel && unit.kind !== 'item' && unit.words.length === 0
  if (isAfterGap) return !isBelow && !isAwaited
  if (kind === 'item') return unit.kind === 'item' ? !isBelow : !unit.isLabel
  return unit.kind === 'heading' && !unit.isLabel
}

function kindOf(line: string): Unit['kind'] {
  if (ITEM.test(line)) return 'item'
  if (HEADING.test(line)) return 'heading'
  return ROW.test(line) ? 'row' : 'text'
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** As a word of its own: not within another id, a path or a name. */
function names(line: string, id: string): boolean {
  for (let at = line.indexOf(id); at >= 0; at = line.indexOf(id, at + 1)) {
    if (!/[\w/-]/.test(line[at - 1] ?? ' ') && !/[\w/]/.test(line[at + id.length] ?? ' ')) return true
  }
  return false
}

/** Without the ids, and without the place that we named beside the id. */
function ownWords(line: string, ids: readonly string[], comments: readonly ReviewComment[]): string {
  const rest = plain(ids.reduce((text, id) => text.replaceAll(id, ''), line))
  const places = comments.filter(({ id }) => ids.includes(id)).map(placeOfComment)
  const place = places.find((one) => rest.startsWith(one))
  return place === undefined ? rest : plain(rest.slice(place.length))
}

/** Without what decorates it at both ends. */
function plain(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && DECORATION.test(text[start] ?? '')) start++
  while (end > start && DECORATION.test(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}

/** Tells a line of our own feedback that the agent repeats: no reply. */
function echoesOf(comments: readonly ReviewComment[]): (own: string) => boolean {
  const repeated = comments.flatMap(({ lineText, words }) => [
    lineText,
    words.replaceAll(/\s*\n\s*/g, ' '),
    ...words.split('\n'),
  ])
  const echoes = new Set([...repeated, ...comments.map(placeOfComment)].map(plain))
  return (own) => echoes.has(own) || isOfFeedback(own)
}

/** As it was written, without the marker and the id in front. */
function wordsOf({ ids, words }: Unit): string {
  const [first = '', ...rest] = words
  const bare = first.replace(ITEM, '').replace(HEADING, '').trim()
  return [ids.length === 1 ? withoutLabel(bare, ids[0] ?? '') : bare, ...rest].join('\n').trim()
}

/** `**cmt_1**: Renamed it.` */
function withoutLabel(line: string, id: string): string {
  const at = line.indexOf(id)
  if (at < 0 || !/^[*_`]{0,3}$/.test(line.slice(0, at))) return line
  const after = line.slice(at + id.length)
  const label = /^[*_`]{0,3}\s{0,3}[:–—-]{1,3}[*_`]{0,3}\s/.exec(after)
  return label ? after.slice(label[0].length) : line
}
