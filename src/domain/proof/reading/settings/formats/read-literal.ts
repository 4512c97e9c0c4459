// Settings from JSON, JSON with comments, and the object literals of config code. Code around them is passed over.
import type { ToolSetting } from '../setting.ts'
import type { SourceText } from '../../../source/source.ts'
import { lineAt, lineStarts, plainLines } from '../../../source/source.ts'
import { mask } from '../../../source/mask.ts'

interface Frame {
  readonly bracket: string
  /** What this frame adds to the path. */
  readonly key: string | number | undefined
  count: number
}

interface Reader {
  readonly text: string
  readonly starts: SourceText['starts']
  readonly frames: Frame[]
  readonly found: ToolSetting[]
  key: string | undefined
  value: string
  valueAt: number
  valueEnd: number
  isText: boolean
}

const SYNTAX = { lineComments: ['//'], blockComments: true, quotes: '"\'', templates: true, regexLiterals: true }
const TOKEN = /["'`]|[{}[\](),:;]|[^\s"'`{}[\](),:;]+/g
const MOST_SETTINGS = 20_000

export function readLiteral(raw: string): ToolSetting[] {
  const text = plainLines(raw)
  const { code } = mask(text, SYNTAX)
  const reader: Reader = {
    text,
    starts: lineStarts(text),
    frames: [],
    found: [],
    key: undefined,
    value: '',
    valueAt: 0,
    valueEnd: 0,
    isText: false,
  }
  TOKEN.lastIndex = 0
  const tokens = new RegExp(TOKEN)
  for (let hit = tokens.exec(code); hit && reader.found.length < MOST_SETTINGS; hit = tokens.exec(code)) {
    if ('"\'`'.includes(hit[0])) {
      const end = code.indexOf(hit[0], hit.index + 1)
      const to = end < 0 ? code.length : end
      append(reader, { written: text.slice(hit.index + 1, to), at: hit.index, isText: true })
      tokens.lastIndex = to + 1
    } else take(reader, hit[0], hit.index)
  }
  flush(reader)
  return reader.found
}

function append(reader: Reader, { written, at, isText }: { written: string; at: number; isText: boolean }): void {
  if (reader.value === '') {
    reader.valueAt = at
    reader.isText = isText
  }
  reader.value += reader.value === '' || isText ? written : ` ${written}`
  reader.valueEnd = at + written.length
}

function take(reader: Reader, token: string, at: number): void {
  const frame = reader.frames.at(-1)
  if (token === ':' && frame?.bracket !== '[' && frame?.bracket !== '(') {
    reader.key = reader.value.split(' ').at(-1) ?? ''
    reader.value = ''
  } else if (token === '{' || token === '[' || token === '(') open(reader, token)
  else if (token === '}' || token === ']' || token === ')') close(reader)
  else if (token === ',' || token === ';') {
    flush(reader)
    if (frame) frame.count++
  } else append(reader, { written: token, at, isText: false })
}

/** Words before a bracket, such as the name of a function called, are no value. */
function open(reader: Reader, bracket: string): void {
  const frame = reader.frames.at(-1)
  const place = frame?.bracket === '[' ? frame.count : undefined
  const assigned = /(?:^|\s)([\w$.]+) =$/.exec(reader.value)?.[1]
  const key = reader.key ?? place ?? (bracket === '[' ? assigned : undefined)
  reader.frames.push({ bracket, key, count: 0 })
  reader.key = undefined
  reader.value = ''
}

function close(reader: Reader): void {
  flush(reader)
  reader.frames.pop()
  reader.key = undefined
}

function flush(reader: Reader): void {
  const frame = reader.frames.at(-1)
  const own = reader.key ?? (frame?.bracket === '[' ? frame.count : undefined)
  if (own !== undefined && (reader.value !== '' || reader.isText)) {
    const path = [...reader.frames.map(({ key }) => key), own].filter((part) => part !== undefined)
    // Read from the text itself: regular expressions are blank in the code.
    const value = reader.isText ? reader.value : reader.text.slice(reader.valueAt, reader.valueEnd)
    reader.found.push({ path, value, isText: reader.isText, line: lineAt(reader, reader.valueAt) })
  }
  reader.key = undefined
  reader.value = ''
  reader.isText = false
}
