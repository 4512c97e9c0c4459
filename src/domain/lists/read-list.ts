// The text of a list's file to a list in order: JSON stories where it is JSON, else a Markdown checklist.
import type { ListRead } from './list.ts'
import { orderList } from './order.ts'
import { parseChecklist } from './parse-checklist.ts'
import { parseStories } from './parse-stories.ts'

/** Items in the order in which to carry them out. */
export function readList(name: string, text: string): ListRead {
  if (!isStories(name, text)) return orderList(parseChecklist(text))
  const read = parseStories(text)
  return read.ok ? orderList(read.list) : read
}

export function isStories(name: string, text: string): boolean {
  return (
    /\.jsonc?$/i.test(name) || (!/\.(?:md|markdown|mdx|txt)$/i.test(name) && /^\s*\{/.test(text.replace(/^\uFEFF/, '')))
  )
}
