// Puts our parts into the text of a settings file, and takes them out again. It decides nothing about which parts, and
// reads and writes no file.
import type { Edited, FileFormat, Part } from '../../contract/agent/edit.ts'
import { putIntoJson, readJson, takeFromJson } from './edit-json.ts'
import { left, type Left } from './edit-list.ts'
import { putIntoToml, takeFromToml } from './edit-toml.ts'
import { readToml } from './edit-toml-tree.ts'
import { bare, isSame, placed, plain, type Value, without } from './edit-value.ts'
import { putWhole, takeWhole } from './edit-whole.ts'

/** Never throws. All parts or none; what stands there already stays, byte for byte. No text: there is no file yet. */
export function put(format: FileFormat, text: string | undefined, parts: readonly Part[]): Edited {
  return edited(text ?? '', (body) => {
    if (parts.length === 0) return { ok: true, text: body }
    switch (format) {
      case 'json':
        return each({ read: readJson, edit: putIntoJson, isRight: isPlaced }, body, parts)
      case 'toml':
        return each({ read: readToml, edit: putIntoToml, isRight: isPlaced }, body, parts)
      case 'whole':
        return putWhole(body, parts)
      default:
        return format satisfies never
    }
  })
}

/** Never throws. Takes out what is ours alone; a text that then holds nothing becomes empty. */
export function withdraw(format: FileFormat, text: string, parts: readonly Part[]): Edited {
  const taken = edited(text, (body) => {
    // Backwards, so that the lists and objects that the first parts made are empty when it is their turn.
    const last = parts.toReversed()
    if (parts.length === 0) return { ok: true, text: body }
    switch (format) {
      case 'json':
        return each({ read: readJson, edit: takeFromJson, isRight: isWithout }, body, last)
      case 'toml':
        return each({ read: readToml, edit: takeFromToml, isRight: isWithout }, body, last)
      case 'whole':
        return takeWhole(body, parts)
      default:
        return format satisfies never
    }
  })
  return taken.ok && taken.text !== text && /^\uFEFF?\s*$/.test(taken.text) ? { ok: true, text: '' } : taken
}

/** The value of a settings file, as plain objects and lists; nothing where it cannot be parsed. Never throws. */
export function toValue(format: 'json' | 'toml', text: string): unknown {
  let value: unknown
  edited(text, (body) => {
    const now = format === 'json' ? readJson(body) : readToml(body)
    if (now.ok) value = plain(now.value)
    return now
  })
  return value
}

const BYTE_ORDER_MARK = '\uFEFF'

function edited(text: string, edit: (body: string) => Edited): Edited {
  const bad = text.isWellFormed() ? text.indexOf('\uFFFD') : 0
  // It would be written back as other bytes than it was read from.
  if (bad >= 0) return left('it is not text in UTF-8', text, bad)
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  try {
    const result = edit(text.slice(mark.length))
    return result.ok ? { ok: true, text: `${mark}${result.text}` } : asConflict(text, result)
  } catch (error) {
    // The parsers call themselves for every level.
    if (error instanceof RangeError) return left('it is nested too deeply')
    return left(`it could not be edited: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** A merge conflict fails as many things; this says what it is. */
function asConflict(text: string, result: Left): Left {
  const at = result.why.startsWith('it is not valid') ? text.search(/^(?:<{7} |>{7} )/m) : -1
  return at < 0 ? result : left('a merge conflict is not resolved', text, at)
}

interface Read {
  readonly ok: true
  readonly text: string
  readonly value: Value
}

interface Change<T extends Read> {
  readonly read: (text: string) => T | Left
  readonly edit: (now: T, part: Part) => Edited
  readonly isRight: (before: Value, after: Value, part: Part) => boolean
}

/** Part after part. The meaning of the text is compared with what it must be, so that no slip of ours reaches a file. */
function each<T extends Read>({ read, edit, isRight }: Change<T>, text: string, parts: readonly Part[]): Edited {
  let now = read(text)
  for (const part of parts) {
    if (!now.ok) return now
    const next = edit(now, part)
    if (!next.ok) return inOriginal(read(text), next, (first) => edit(first, part))
    if (next.text === now.text) continue
    const after = read(next.text)
    if (!after.ok || !isRight(now.value, after.value, part))
      return left('our part cannot be changed there without harm to others')
    now = after
  }
  return now.ok ? { ok: true, text: now.text } : now
}

/** Names the line as it is in the file, not in what the parts before this one made of it. */
function inOriginal<T extends Read>(first: T | Left, next: Left, edit: (first: T) => Edited): Left {
  const alone = first.ok ? edit(first) : first
  return alone.ok ? left(next.why) : alone
}

function isPlaced(before: Value, after: Value, part: Part): boolean {
  return part.kind !== 'text' && isSame(placed(before, part), after)
}

function isWithout(before: Value, after: Value, part: Part): boolean {
  return part.kind !== 'text' && isSame(without(before, part), bare(after, part.at))
}
