// What a settings file means, apart from how it is written: which entries are ours, and what it must mean after an edit.
import type { Json, KeyPath, Part } from '../../contract/agent/edit.ts'

/** A map for an object: keys such as `__proto__` are keys like others. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | TomlMoment
  | readonly Value[]
  | ReadonlyMap<string, Value>

/** A date or time of TOML, as it is written: two spellings of one moment are not the same text. */
export interface TomlMoment {
  readonly moment: string
}

export type ValueTable = ReadonlyMap<string, Value>
export type SetPart = Extract<Part, { kind: 'set' }>
export type AddPart = Extract<Part, { kind: 'add' }>

/** One change to a list. `at` is an index, or the index of a group and of the entry in it. */
export type Step =
  | { readonly kind: 'replace'; readonly at: readonly number[]; readonly value: Json }
  | { readonly kind: 'append'; readonly value: Json }
  | { readonly kind: 'remove'; readonly at: readonly number[] }

export function fromJson(json: Json): Value {
  if (Array.isArray(json)) return json.map(fromJson)
  if (typeof json !== 'object' || json === null) return json as Value
  return new Map(Object.entries(json).map(([key, value]) => [key, fromJson(value)]))
}

/** Dates as their text, and integers of any size as numbers. */
export function plain(value: Value): unknown {
  if (isList(value)) return value.map(plain)
  if (isMoment(value)) return value.moment
  if (typeof value === 'bigint') return Number(value)
  return value instanceof Map ? Object.fromEntries([...value].map(([key, item]) => [key, plain(item)])) : value
}

/** The order of keys does not count. */
export function isSame(a: Value | undefined, b: Value | undefined): boolean {
  if (a instanceof Map) {
    return (
      b instanceof Map && a.size === b.size && [...a].every(([key, value]) => b.has(key) && isSame(value, b.get(key)))
    )
  }
  if (isList(a)) return isList(b) && a.length === b.length && a.every((value, index) => isSame(value, b[index]))
  if (isMoment(a)) return isMoment(b) && a.moment === b.moment
  return Object.is(a, b) || a === b
}

function isMoment(value: Value | undefined): value is TomlMoment {
  return typeof value === 'object' && value !== null && 'moment' in value
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value)
}

/** `value` as it stands under this path where there is nothing yet. */
export function wrap(path: KeyPath, value: Json): Json {
  return path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value)
}

/** What the list needs to hold our entry once. Replacements and the new entry come first, then removals from the back. */
export function stepsToAdd(list: readonly Value[], part: AddPart): Step[] {
  const wanted = fromJson(part.value)
  const steps: Step[] = []
  const gone: Step[] = []
  let isThere = false
  for (const ours of oursIn(list, part)) {
    const { index, entries } = ours
    const remove = (at: number): Step => ({ kind: 'remove', at: [index, at] })
    const [first = 0, ...others] = entries
    if (ours.isWhole && !isThere) {
      isThere = true
      if (!isSame(list[index], wanted)) steps.push({ kind: 'replace', at: [index], value: part.value })
    } else if (ours.isWhole) gone.push({ kind: 'remove', at: [index] })
    else if (!isThere && hasSameFrame(list[index], wanted, part.inner)) {
      isThere = true
      const entry = entryOf(part)
      if (!isSame(innerOf(list[index], part.inner)[first], fromJson(entry)))
        steps.push({ kind: 'replace', at: [index, first], value: entry })
      gone.push(...others.map(remove))
    } else gone.push(...entries.map(remove))
  }
  if (!isThere) steps.push({ kind: 'append', value: part.value })
  return [...steps, ...gone.reverse()]
}

export function stepsToWithdraw(list: readonly Value[], part: AddPart): Step[] {
  return oursIn(list, part)
    .flatMap(({ index, isWhole, entries }): Step[] =>
      isWhole ? [{ kind: 'remove', at: [index] }] : entries.map((entry) => ({ kind: 'remove', at: [index, entry] })),
    )
    .reverse()
}

interface Ours {
  readonly index: number
  /** Nobody else has anything in it. */
  readonly isWhole: boolean
  /** Where ours are in a group. */
  readonly entries: readonly number[]
}

function oursIn(list: readonly Value[], part: AddPart): Ours[] {
  const wanted = fromJson(part.value)
  // A copy without state: `test` of a global expression continues where it stopped.
  const known = new RegExp(part.known.source, part.known.flags.replace(/[gy]/g, ''))
  const isKnown = (value: Value): boolean => {
    const text = value instanceof Map ? value.get('command') : value
    return typeof text === 'string' && known.test(text)
  }
  return list.flatMap((value, index): Ours[] => {
    if (isSame(value, wanted)) return [{ index, isWhole: true, entries: [] }]
    if (part.inner === undefined) return isKnown(value) ? [{ index, isWhole: true, entries: [] }] : []
    const inner = innerOf(value, part.inner)
    const entries = inner.flatMap((entry, at) => (isKnown(entry) ? [at] : []))
    return entries.length === 0 ? [] : [{ index, isWhole: entries.length === inner.length, entries }]
  })
}

function innerOf(group: Value | undefined, inner: string | undefined): readonly Value[] {
  const list = group instanceof Map && inner !== undefined ? group.get(inner) : undefined
  return isList(list) ? list : []
}

/** Whether our entry may stay in the group of others: one entry, and all but the entries as we want it. */
function hasSameFrame(group: Value | undefined, wanted: Value, inner: string | undefined): boolean {
  if (!(group instanceof Map) || !(wanted instanceof Map) || inner === undefined) return false
  const frame = (from: ValueTable): ValueTable => new Map([...from].filter(([key]) => key !== inner))
  return innerOf(wanted, inner).length === 1 && isSame(frame(group), frame(wanted))
}

function entryOf(part: AddPart): Json {
  const list = (part.value as { readonly [key: string]: Json })[part.inner ?? '']
  return (Array.isArray(list) ? list[0] : undefined) ?? null
}

/** A part that must not be taken out any more, since what stands there is another's. */
export function isOthers(top: Value, part: SetPart): boolean {
  return part.ifSame === true && !isSame(valueAt(top, part.at), fromJson(part.value))
}

function valueAt(top: Value, path: KeyPath): Value | undefined {
  let value: Value | undefined = top
  for (const key of path) value = value instanceof Map ? (value.get(key) as Value | undefined) : undefined
  return value
}

/** What the file must mean with our part in it; undefined where it has no place. */
export function placed(top: Value, part: SetPart | AddPart): Value | undefined {
  return changed(top, part.at, (old) => {
    if (part.kind === 'set') return fromJson(part.value)
    if (old !== undefined && !isList(old)) return undefined
    return taken(old ?? [], stepsToAdd(old ?? [], part), part.inner)
  })
}

/** What the file must mean without our part. Lists and objects on the path that hold nothing are left out. */
export function without(top: Value, part: SetPart | AddPart): Value {
  const rest = changed(top, part.at, (old) =>
    part.kind === 'add' && isList(old) ? taken(old, stepsToWithdraw(old, part), part.inner) : undefined,
  )
  return bare(rest ?? top, part.at)
}

/** The value with nothing empty on this path. */
export function bare(top: Value, path: KeyPath): Value {
  const [key, ...rest] = path
  if (key === undefined || !(top instanceof Map)) return top
  const child = top.get(key)
  if (child === undefined) return top
  const left = bare(child, rest)
  const isEmpty = left instanceof Map ? left.size === 0 : isList(left) && left.length === 0
  const copy = new Map(top)
  if (isEmpty) copy.delete(key)
  else copy.set(key, left)
  return copy
}

function changed(top: Value, path: KeyPath, change: (old: Value | undefined) => Value | undefined): Value | undefined {
  const [key, ...rest] = path
  if (key === undefined || !(top instanceof Map)) return undefined
  const old = top.get(key)
  const value = rest.length === 0 ? change(old) : changed(old ?? new Map(), rest, change)
  const copy = new Map(top)
  if (value === undefined) copy.delete(key)
  else copy.set(key, value)
  return copy
}

function taken(list: readonly Value[], steps: readonly Step[], inner: string | undefined): readonly Value[] {
  const result = [...list]
  for (const step of steps) {
    if (step.kind === 'append') {
      result.push(fromJson(step.value))
      continue
    }
    const [index = 0, entry] = step.at
    const value = step.kind === 'replace' ? [fromJson(step.value)] : []
    if (entry === undefined) {
      result.splice(index, 1, ...value)
      continue
    }
    const group = result[index]
    const entries = [...innerOf(group, inner)]
    entries.splice(entry, 1, ...value)
    if (group instanceof Map && inner !== undefined) result[index] = new Map(group).set(inner, entries)
  }
  return result
}
