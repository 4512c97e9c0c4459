// Other trackers, through three commands of the user: `list` prints the open items as JSON, `take ID` marks one as being
// worked on, `close ID` as done. With beads: `bd list --json --limit 0`, `bd update {id} --status in_progress`, `bd close {id}`.
import type { TrackerConfig } from '../../contract/config/config.ts'
import { given } from '../../contract/given.ts'
import { splitWords } from '../shell/words.ts'
import { oneLine } from '../text/printable.ts'
import { isUsableId, type ListCriterion, type ListItem, type ListRead } from './list.ts'
import { orderList } from './order.ts'

/** As the user wrote them, without a shell. `{id}` stands for the id; without it the id is the last argument. */
export type TrackerLines = Readonly<Pick<TrackerConfig, 'list' | 'take' | 'close'>>

export type TrackerCall =
  | { readonly ok: true; readonly argv: readonly string[] }
  | { readonly ok: false; readonly why: string }

export function toListCall({ list }: TrackerLines): TrackerCall {
  const split = splitWords(list)
  return split.ok ? { ok: true, argv: split.words } : { ok: false, why: `the tracker's command "list": ${split.why}` }
}

export function toItemCall(tracker: TrackerLines, name: 'take' | 'close', id: string): TrackerCall {
  const split = splitWords(tracker[name])
  if (!split.ok) return { ok: false, why: `the tracker's command "${name}": ${split.why}` }
  // The tracker's own text: as an argument it must not be an option.
  if (!isUsableId(id)) return { ok: false, why: `"${oneLine(id, 80)}" cannot be an id` }
  const [program = '', ...args] = split.words
  const named = args.map((word) => word.replaceAll('{id}', () => id))
  return { ok: true, argv: [program, ...named, ...(tracker[name].includes('{id}') ? [] : [id])] }
}

const NEXT =
  'print a JSON list of {"id", "title"}, one for each open item; also "description", "acceptanceCriteria", "priority", "dependsOn", "status"'

/** What `list` printed. A dependency that is not in it counts as done. */
export function parseTracker(output: string): ListRead {
  const values = toValues(output)
  if (!values) return wrong('the tracker\'s command "list" printed no JSON list')
  const items = values.map(toItem)
  const bad = items.findIndex((item) => !item)
  if (bad !== -1) return wrong(`item ${bad + 1} of the tracker is not an object`)
  return orderList({ kind: 'tracker', items: items.flatMap((item) => item ?? []) })
}

function wrong(what: string): ListRead {
  return { ok: false, problems: [{ code: 'not-valid', what, next: NEXT }] }
}

/** A list, a list under a key of an object, or an object on each line. */
function toValues(output: string): readonly unknown[] | undefined {
  const text = output.trim()
  if (text === '') return []
  const whole = fromJson(text)
  if (Array.isArray(whole)) return whole
  const inner = isObject(whole)
    ? ['items', 'issues', 'tasks', 'data'].map((key) => whole[key]).find(Array.isArray)
    : undefined
  if (inner) return inner
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const each = lines.map(fromJson)
  return each.every(isObject) ? each : undefined
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Not JSON: the caller says so.
    return undefined
  }
}

type Fields = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const DONE = /^(?:closed|done|completed|resolved|cancelled|canceled|tombstone)$/i

function toItem(value: unknown): ListItem | undefined {
  if (!isObject(value)) return undefined
  const { priority, status } = value
  const body = [value['description'], value['design'], value['notes']].map(textOf).filter(Boolean)
  return {
    id: textOf(value['id']),
    text: textOf(value['title']) || textOf(value['text']),
    criteria: toCriteria(value['acceptanceCriteria'] ?? value['acceptance_criteria']),
    checks: [],
    after: toAfter(value['dependsOn'] ?? value['dependencies']),
    isDone: typeof status === 'string' && DONE.test(status),
    ...given({
      description: body.length > 0 ? body.join('\n\n') : undefined,
      priority: typeof priority === 'number' ? priority : undefined,
    }),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** A list, or a text with one on each line. */
function toCriteria(value: unknown): ListCriterion[] {
  const texts = Array.isArray(value) ? value.map(textOf) : textOf(value).split('\n')
  return texts
    .map((text) => text.replace(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/, '').trim())
    .filter(Boolean)
    .map((text, index) => ({ id: `c${index + 1}`, text }))
}

/** Ids, or objects that name the other item; only those that block count where they say what they are. */
function toAfter(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return value
    .map((each: unknown) => {
      if (!isObject(each)) return textOf(each)
      const type = each['type'] ?? each['dependency_type']
      return type === undefined || type === 'blocks' ? textOf(each['depends_on_id'] ?? each['id']) : ''
    })
    .filter(Boolean)
}
