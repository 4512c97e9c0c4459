// The order in which a list is carried out: dependencies first, then priority, then the order of the file. A list that
// cannot be carried out is answered with all of its problems at once.
import { given } from '../../contract/given.ts'
import { nearest } from '../text/nearest.ts'
import { oneLine } from '../text/printable.ts'
import { isUsableId, type ListItem, type ListProblem, type ListRead, plainText, type TaskList } from './list.ts'

/** Items in order, with `after` complete: ids alone, those of the children and those that a parent waits for. */
export function orderList(list: TaskList): ListRead {
  if (list.items.length === 0) return refuse([{ code: 'empty', what: 'the list holds no item', next: HOW[list.kind] }])
  const problems = [...list.items.flatMap(checkItem), ...duplicates(list)]
  if (problems.length > 0) return refuse(problems)
  const resolved = resolve(list)
  if (!resolved.ok) return resolved
  const items = withFamily(resolved.items)
  if (items.every(({ isDone }) => isDone))
    return refuse([{ code: 'all-done', what: 'every item of the list is done already', next: UNDO[list.kind] }])
  const ordered = order(items)
  return ordered.ok ? { ok: true, list: { ...list, items: ordered.items } } : refuse([ordered.problem])
}

const HOW: Readonly<Record<TaskList['kind'], string>> = {
  checklist: 'add a line such as "- [ ] what is to be done"',
  stories: 'add a story to "userStories"',
  tracker: 'open an item in the tracker',
}

const UNDO: Readonly<Record<TaskList['kind'], string>> = {
  checklist: 'clear the box of an item to run it again, or add one',
  stories: 'set "passes" of a story to false to run it again, or add one',
  tracker: 'open an item in the tracker',
}

const APART: Readonly<Record<TaskList['kind'], string>> = {
  checklist: 'change one of them, or give it an id of its own: a line "id: NAME" below the item',
  stories: 'change one of them, or give it an "id" of its own',
  tracker: 'let the command "list" print an "id" of its own for each item',
}

function refuse(problems: readonly ListProblem[]): ListRead {
  return { ok: false, problems }
}

function checkItem({ id, text, line }: ListItem, index: number): ListProblem[] {
  const where = given({ line })
  if (text === '') {
    const what = id === '' ? `item ${index + 1} has no text` : `the item ${shown(id)} has no text`
    return [{ code: 'no-text', what, ...where, next: 'say what is to be done, or remove the item' }]
  }
  if (id === '')
    return [{ code: 'bad-id', what: `${shown(text)} has no id`, ...where, next: 'give it an id of its own' }]
  if (isUsableId(id)) return []
  const next = 'use one word of at most 100 characters that does not begin with a hyphen'
  return [{ code: 'bad-id', what: `${shown(id)} cannot be an id`, ...where, next }]
}

function duplicates({ kind, items }: TaskList): ListProblem[] {
  const first = new Map<string, ListItem>()
  const problems: ListProblem[] = []
  for (const item of items) {
    const other = first.get(item.id)
    if (!other) first.set(item.id, item)
    else if (item.text !== '') problems.push(duplicate(item, other, kind))
  }
  return problems
}

function duplicate({ id, text, line }: ListItem, other: ListItem, kind: TaskList['kind']): ListProblem {
  const where = other.line === undefined ? '' : ` (the other one is on line ${other.line})`
  const isText = plainText(text) === plainText(other.text)
  return {
    code: 'duplicate-id',
    what: `two items have the ${isText ? `text ${shown(text)}` : `id ${shown(id)}`}${where}`,
    ...given({ line }),
    next: APART[kind],
  }
}

type Resolved = { readonly ok: true; readonly items: ListItem[] } | (ListRead & { readonly ok: false })

/** Ids and texts to ids. A tracker names only what is open, so an item that it does not name is done. */
function resolve({ kind, items }: TaskList): Resolved {
  const problems: ListProblem[] = []
  const named = namesOf(items)
  const found = items.map((item) => {
    const after = item.after.flatMap((words) => {
      const ids = idsOf(words, named)
      const unknown = kind === 'tracker' ? [] : ids.filter(({ id }) => id === undefined)
      problems.push(...unknown.map(({ part }) => unknownItem(item, part, items)))
      return ids.flatMap(({ id }) => id ?? [])
    })
    return { ...item, after: [...new Set(after)] }
  })
  return problems.length === 0 ? { ok: true, items: found } : { ok: false, problems }
}

interface ItemNames {
  readonly ids: ReadonlySet<string>
  /** Texts and ids without capitals to ids; the first item of a name counts. */
  readonly plain: ReadonlyMap<string, string>
}

function namesOf(items: readonly ListItem[]): ItemNames {
  const plain = new Map<string, string>()
  for (const { id, text } of items) {
    for (const name of [plainText(text), plainText(id)]) if (!plain.has(name)) plain.set(name, id)
  }
  return { ids: new Set(items.map(({ id }) => id)), plain }
}

/** The whole line may be one text with commas in it. */
function idsOf(words: string, named: ItemNames): Array<{ part: string; id: string | undefined }> {
  const whole = idOf(words, named)
  if (whole !== undefined) return [{ part: words, id: whole }]
  return words
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ part, id: idOf(part, named) }))
}

function idOf(words: string, { ids, plain }: ItemNames): string | undefined {
  const id = words.trim()
  return ids.has(id) ? id : plain.get(plainText(words.replaceAll(/^["'`]|["'`]$/g, '')))
}

function unknownItem({ id, line }: ListItem, part: string, items: readonly ListItem[]): ListProblem {
  const others = items.filter((item) => item.id !== id).flatMap((item) => [item.id, item.text])
  const near = nearest(part, others)
  return {
    code: 'unknown-dependency',
    what: `${shown(id)} comes after ${shown(part)}, and there is no such item`,
    ...given({ line }),
    next: near === undefined ? 'name an item by its id or its text' : `did you mean ${shown(near)}?`,
  }
}

/** A parent comes after its children, and they wait for all that it waits for. */
function withFamily(items: readonly ListItem[]): ListItem[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const below = Map.groupBy(items, ({ parent }) => parent)
  return items.map((item) => {
    const inherited: string[] = []
    for (let up = byId.get(item.parent ?? ''); up; up = byId.get(up.parent ?? '')) inherited.push(...up.after)
    const children = (below.get(item.id) ?? []).map(({ id }) => id)
    return { ...item, after: [...new Set([...item.after, ...inherited, ...children])] }
  })
}

type Ordered = { readonly ok: true; readonly items: ListItem[] } | { readonly ok: false; readonly problem: ListProblem }

function order(items: readonly ListItem[]): Ordered {
  const ranked = items
    .map((item, index) => ({ item, index }))
    .sort((a, b) => rankOf(a.item) - rankOf(b.item) || a.index - b.index)
    .map(({ item }) => item)
  const placeOf = new Map(ranked.map(({ id }, place) => [id, place]))
  const waiting = ranked.map(({ isDone, after }) => (isDone ? 0 : after.length))
  const dependants = ranked.map((): number[] => [])
  for (const [place, { isDone, after }] of ranked.entries()) {
    if (!isDone) for (const other of after) dependants[placeOf.get(other) ?? place]?.push(place)
  }
  const placed = new Set<string>()
  const ordered: ListItem[] = []
  // The places that may come next, the first of them at the end.
  const ready = waiting.flatMap((left, place) => (left === 0 ? [place] : [])).toReversed()
  for (let place = ready.pop(); place !== undefined; place = ready.pop()) {
    const item = ranked[place]
    if (!item) continue
    placed.add(item.id)
    ordered.push(item)
    for (const other of dependants[place] ?? []) {
      const left = (waiting[other] ?? 0) - 1
      waiting[other] = left
      if (left === 0) insert(ready, other)
    }
  }
  const stuck = ranked.filter(({ id }) => !placed.has(id))
  return stuck.length === 0 ? { ok: true, items: ordered } : { ok: false, problem: cycleIn(stuck) }
}

/** Into numbers that fall. */
function insert(falling: number[], value: number): void {
  let [from, to] = [0, falling.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((falling[middle] ?? 0) > value) from = middle + 1
    else to = middle
  }
  falling.splice(from, 0, value)
}

/** Last, but before infinity minus infinity. */
function rankOf({ priority }: ListItem): number {
  return priority ?? Number.MAX_SAFE_INTEGER
}

/** Every item here waits for another one of them: following them leads around. */
function cycleIn(stuck: readonly ListItem[]): ListProblem {
  const byId = new Map(stuck.map((item) => [item.id, item]))
  const path: ListItem[] = []
  let at = stuck[0]
  while (at && !path.includes(at)) {
    path.push(at)
    at = at.after.map((id) => byId.get(id)).find(Boolean)
  }
  const round = at ? path.slice(path.indexOf(at)) : path
  const names = [...round, ...(at ? [at] : [])].map(({ id }) => shown(id))
  const isFamily = round.some(({ id }) => round.some(({ parent }) => parent === id))
  return {
    code: 'cycle',
    what: `these items wait for each other: ${names.join(' → ')}${isFamily ? ' (a parent waits for its children)' : ''}`,
    ...given({ line: round[0]?.line }),
    next: 'remove one of these dependencies',
  }
}

function shown(words: string): string {
  return `"${oneLine(words, 80)}"`
}
