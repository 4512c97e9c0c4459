// Settings from YAML as configs use it: maps and lists by indentation, lists in brackets, blocks of text line by line.
import { readLiteral } from './read-literal.ts'
import type { ToolSetting } from '../setting.ts'
import { plainLines } from '../../../source/source.ts'

interface Level {
  readonly indent: number
  readonly key: string | number
}

interface BlockText {
  readonly indent: number
  readonly path: readonly (string | number)[]
  /** Its lines are one, but for those behind an empty one and those further in. */
  readonly isFolded: boolean
  /** How far in its first line stands. */
  inner?: number
  isOpen?: boolean
}

export function readYaml(raw: string): ToolSetting[] {
  const found: ToolSetting[] = []
  const levels: Level[] = []
  let block: BlockText | undefined
  for (const [index, written] of plainLines(raw).split('\n').entries()) {
    const indent = written.length - written.trimStart().length
    if (block && (written.trim() === '' || indent > block.indent)) {
      takeText(block, { written, indent, found, number: index + 1 })
      continue
    }
    block = undefined
    const line = withoutComment(written).trimEnd()
    if (line.trim() === '' || line.trim() === '---') continue
    const isBlock = takeLine({ line: line.trimStart(), indent, levels, found, number: index + 1 })
    // In `- run: |` the key stands further in than its line: other keys of the item end the text.
    if (isBlock)
      block = {
        indent: levels.at(-1)?.indent ?? indent,
        path: levels.map(({ key }) => key),
        isFolded: /(?:^|\s)>[+-]?\d?$/.test(line),
      }
  }
  return found
}

interface WrittenLine {
  readonly written: string
  readonly indent: number
  readonly found: ToolSetting[]
  readonly number: number
}

function takeText(block: BlockText, { written, indent, found, number }: WrittenLine): void {
  const value = written.trim()
  const last = found.at(-1)
  const isNext = value !== '' && indent === (block.inner ??= indent)
  if (block.isOpen && isNext && last) found[found.length - 1] = { ...last, value: `${last.value} ${value}` }
  else if (value !== '') found.push({ path: block.path, value, isText: true, line: number })
  block.isOpen = block.isFolded && isNext
}

interface Line {
  readonly line: string
  readonly indent: number
  readonly levels: Level[]
  readonly found: ToolSetting[]
  readonly number: number
}

const DEEPEST = 100

/** True where a block of text follows. */
function takeLine({ line, indent, levels, found, number }: Line): boolean {
  const isItem = /^-(?:\s|$)/.test(line)
  const outermost = isItem ? indent : indent - 1
  while ((levels.at(-1)?.indent ?? -1) > outermost) levels.pop()
  if (levels.length > DEEPEST) return false
  if (isItem) {
    const last = levels.at(-1)
    const place = last?.indent === indent && typeof last.key === 'number' ? last.key + 1 : 0
    if (last?.indent === indent && typeof last.key === 'number') levels.pop()
    levels.push({ indent, key: place })
    const rest = line.slice(1)
    const inner = rest.trimStart()
    if (inner === '') return false
    return takeLine({ line: inner, indent: indent + 1 + rest.length - inner.length, levels, found, number })
  }
  const pair = /^("[^"]*"|'[^']*'|[^\s:[{"'][^:]*?):(?:\s+(.*))?$/.exec(line.slice(0, 4000))
  if (!pair) {
    const last = found.at(-1)
    if (last && goesOn(last, levels)) found[found.length - 1] = { ...last, value: `${last.value} ${line}` }
    else found.push(...readValue(levels, line, number))
    return false
  }
  levels.push({ indent, key: (pair[1] ?? '').replaceAll(/^["']|["']$/g, '') })
  const value = pair[2]?.trim() ?? ''
  if (/^[|>][+-]?\d?$/.test(value)) return true
  if (value !== '') found.push(...readValue(levels, value, number))
  else found.push({ path: levels.map(({ key }) => key), value: '', isText: false, line: number })
  return false
}

/** A plain value may go on in the lines below it. */
function goesOn({ path, value, isText }: ToolSetting, levels: readonly Level[]): boolean {
  return (
    !isText &&
    value !== '' &&
    !/^[&*!|>%@`]/.test(value) &&
    path.length === levels.length &&
    levels.every(({ key }, at) => key === path[at])
  )
}

function readValue(levels: readonly Level[], value: string, line: number): ToolSetting[] {
  const path = levels.map(({ key }) => key)
  if (/^[[{].*[\]}]$/.test(value))
    return readLiteral(value).map((one) => ({ ...one, path: [...path, ...one.path], line }))
  const isText = /^["']/.test(value)
  return [{ path, value: isText ? value.replaceAll(/^["']|["']$/g, '') : value, isText, line }]
}

function withoutComment(line: string): string {
  const at = line.search(/(?:^|\s)#/)
  if (at < 0) return line
  const before = line.slice(0, at)
  const quotes = (before.match(/"/g)?.length ?? 0) % 2 === 1 || (before.match(/'/g)?.length ?? 0) % 2 === 1
  return quotes ? line : before
}
