// Marks one item of a list's file as done and changes no other byte. The item is found by its id or its text, never by
// its line: the file may have been edited since it was read.
import type { Node } from 'jsonc-parser'
import { oneLine } from '../text/printable.ts'
import { type ListItem, plainText } from './list.ts'
import { scanChecklist } from './parse-checklist.ts'
import { scanStories, valueOf } from './parse-stories.ts'
import { isStories } from './read-list.ts'

export type Ticked =
  | { readonly ok: true; readonly text: string; /** False: it was done already. */ readonly isChanged: boolean }
  | { readonly ok: false; /** For people. */ readonly why: string }

export function tick(name: string, text: string, item: Pick<ListItem, 'id' | 'text'>): Ticked {
  return isStories(name, text) ? tickStory(text, item) : tickBox(text, item)
}

function tickBox(text: string, wanted: Pick<ListItem, 'id' | 'text'>): Ticked {
  const found = only(scanChecklist(text), wanted)
  if (!found.ok) return found
  const { item, boxAt } = found.one
  if (item.isDone) return { ok: true, text, isChanged: false }
  return { ok: true, text: `${text.slice(0, boxAt)}x${text.slice(boxAt + 1)}`, isChanged: true }
}

function tickStory(text: string, wanted: Pick<ListItem, 'id' | 'text'>): Ticked {
  const scan = scanStories(text)
  if (!scan.ok) return { ok: false, why: `the list cannot be read any more: ${scan.problems[0]?.what ?? 'no stories'}` }
  const found = only(scan.stories, wanted)
  if (!found.ok) return found
  const { item, node } = found.one
  if (item.isDone) return { ok: true, text, isChanged: false }
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  return { ok: true, text: `${mark}${withPasses(text.slice(mark.length), node)}`, isChanged: true }
}

type Only<T> = { readonly ok: true; readonly one: T } | { readonly ok: false; readonly why: string }

/** By id; by text where the id is gone, as it is when a derived one was replaced by one of its own. */
function only<T extends { readonly item: ListItem }>(
  all: readonly T[],
  { id, text }: Pick<ListItem, 'id' | 'text'>,
): Only<T> {
  const byId = all.filter(({ item }) => item.id === id)
  const found = byId.length > 0 ? byId : all.filter(({ item }) => plainText(item.text) === plainText(text))
  const [one, second] = found
  const name = `"${oneLine(id, 80)}"`
  if (!one) return { ok: false, why: `the item ${name} is not in the list any more` }
  if (second) {
    const lines = found.map(({ item }) => item.line).join(' and ')
    return { ok: false, why: `the item ${name} is in the list more than once: lines ${lines}` }
  }
  return { ok: true, one }
}

function withPasses(text: string, story: Node): string {
  const passes = valueOf(story, 'passes')
  if (passes) return `${text.slice(0, passes.offset)}true${text.slice(passes.offset + passes.length)}`
  const last = story.children?.at(-1)
  const key = last?.children?.[0]
  const value = last?.children?.[1]
  // A story that was found has an id or a title.
  if (!last || !key || !value) return text
  const end = last.offset + last.length
  const before = story.children?.at(-2)
  const gap = before ? gapBefore(text, before, last) : text.slice(story.offset + 1, last.offset)
  const colon = text.slice(key.offset + key.length, value.offset)
  return `${text.slice(0, end)},${gap}"passes"${colon}true${text.slice(end)}`
}

/** The blanks between two properties, without a comment that stands there. */
function gapBefore(text: string, before: Node, last: Node): string {
  return /[ \t\r\n]*$/.exec(text.slice(before.offset + before.length, last.offset))?.[0] ?? ' '
}
