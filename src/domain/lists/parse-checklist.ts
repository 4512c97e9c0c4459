// A Markdown checklist to items: boxes, their nesting, and the indented lines below them. Everything else in the file
// is prose. Whether the items make a list that can be carried out is for order.ts.
import { given } from '../../contract/given.ts'
import { idFromText, type ListItem, type TaskList } from './list.ts'

export interface ChecklistItem {
  readonly item: ListItem
  /** The offset of the character between the brackets. */
  readonly boxAt: number
}

export function parseChecklist(text: string): TaskList {
  return { kind: 'checklist', items: scanChecklist(text).map(({ item }) => item) }
}

const BOX = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\](?=[ \t]|$)[ \t]*(.*)$/
const BULLET = /^(?:[-*+]|\d{1,9}[.)])[ \t]/
const KEY = /^(?:[-*+][ \t]+)?(id|check|after|agent):[ \t]*(.*)$/
/** A line so many columns deeper than the text around it is code. */
const CODE = 4
const FENCE = /^(`{3,}(?!.*`)|~{3,})/

interface Open {
  readonly text: string
  readonly line: number
  readonly isDone: boolean
  readonly boxAt: number
  readonly indent: number
  readonly parent: Open | undefined
  readonly description: string[]
  readonly checks: string[]
  readonly after: string[]
  id: string | undefined
  agent: string | undefined
}

/** In the order of the file. */
export function scanChecklist(text: string): ChecklistItem[] {
  const items: Open[] = []
  let open: Open | undefined
  let bullet: number | undefined
  let block: Block | undefined
  let offset = text.startsWith('\uFEFF') ? 1 : 0
  const lines = text.slice(offset).split('\n')
  for (const [index, whole] of lines.entries()) {
    const start = offset
    offset += whole.length + 1
    const line = whole.replace(/\r$/, '')
    const content = line.trim()
    const indent = content === '' ? Number.POSITIVE_INFINITY : indentOf(line)
    const place = block?.(content, indent) ?? 'outside'
    if (place !== 'inside') block = undefined
    if (place !== 'outside' || content === '') {
      open?.description.push(line)
      continue
    }
    while (open && indent < open.indent + 2) open = open.parent
    if (bullet !== undefined && indent < bullet + 2) bullet = undefined
    block = blockFrom(content, index === 0 ? lines : [], open)
    const box = block ? null : BOX.exec(line)
    if (!box || indent >= Math.max(open ? open.indent + 2 : 0, bullet === undefined ? 0 : bullet + 2) + CODE) {
      if (!block && BULLET.test(content)) bullet = indent
      take(open, line, content)
      continue
    }
    bullet = undefined
    const [, blanks = '', mark = ' ', words = ''] = box
    open = {
      text: words.trim(),
      line: index + 1,
      isDone: mark !== ' ',
      boxAt: start + line.indexOf('[', blanks.length) + 1,
      indent,
      parent: open,
      description: [],
      checks: [],
      after: [],
      id: undefined,
      agent: undefined,
    }
    items.push(open)
  }
  return items.map((each) => ({ item: toItem(each), boxAt: each.boxAt }))
}

/** In columns; a tab extends to the next multiple of four. */
function indentOf(line: string): number {
  let columns = 0
  for (const character of line) {
    if (character === ' ') columns += 1
    else if (character === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}

type Block = (content: string, indent: number) => 'inside' | 'last' | 'outside'

/** Code between fences, a comment of HTML or the front matter: where it ends. */
function blockFrom(content: string, first: readonly string[], open: Open | undefined): Block | undefined {
  if (content === '---' && first.slice(1).some((line) => line.trim() === '---'))
    return (line) => (line === '---' ? 'last' : 'inside')
  if (content.startsWith('<!--') && !content.includes('-->'))
    return (line) => (line.includes('-->') ? 'last' : 'inside')
  const fence = FENCE.exec(content)?.[0]
  if (fence === undefined) return undefined
  const mark = fence.slice(0, 1)
  return (line, indent) => {
    // A block within an item ends with the item, closed or not.
    if (open && indent < open.indent + 2) return 'outside'
    return line.startsWith(fence) && line.replaceAll(mark, '') === '' ? 'last' : 'inside'
  }
}

/** A line below an item. */
function take(open: Open | undefined, line: string, content: string): void {
  if (!open) return
  const [, key, value = ''] = KEY.exec(content) ?? []
  if (key === undefined) open.description.push(line)
  else if (value === '') return
  else if (key === 'id') open.id = value
  else if (key === 'agent') open.agent = value
  else if (key === 'check') open.checks.push(withoutTicks(value))
  else open.after.push(value)
}

/** A command between backticks means the command. */
function withoutTicks(value: string): string {
  return /^`[^`]+`$/.test(value) ? value.slice(1, -1) : value
}

function toItem(open: Open): ListItem {
  return {
    id: idOf(open),
    text: open.text,
    ...given({
      description: toDescription(open.description),
      agent: open.agent,
      parent: open.parent && idOf(open.parent),
    }),
    criteria: [],
    checks: open.checks,
    after: open.after,
    isDone: open.isDone,
    line: open.line,
  }
}

function idOf(open: Open): string {
  return open.id ?? idFromText(open.text)
}

/** Without the indentation that all lines share. */
function toDescription(lines: readonly string[]): string | undefined {
  const filled = lines.filter((line) => line.trim() !== '')
  if (filled.length === 0) return undefined
  const shared = Math.min(...filled.map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0))
  return lines
    .map((line) => line.slice(shared).trimEnd())
    .join('\n')
    .replaceAll(/^\n+|\n+$/g, '')
}
