// Shell loops over words that are written down: the same as their commands one below the other.
import type { CheckLine } from '../check-lines.ts'

const FOR =
  /^for[ \t]{1,9}(\w{1,40})[ \t]{1,9}in[ \t]{1,9}([^;\n]{1,1000})(?:;[ \t]{0,9}do(?:[ \t]{1,9}(.{1,1000})done)?)?;?$/
const ARRAY = /^(?:declare -a |local |readonly )?(\w{1,40})=(?:\(([^()\n]{1,1000})\)|"([^"$`\n]{1,1000})")$/
const WORD = /"([^"$`\n]*)"|'([^'\n]*)'|([\w@%+=:,./-]+)/g
const NAMED = /^"?\$\{?(\w{1,40})(?:\[[@*]\])?\}?"?$/
const STRICT = /^set -\w*e|^set -o errexit/
const HEARD = /\|\|[ \t]*(?:\{[ \t]*)?(?:exit|return|false)\b(?![ \t]*0)/
const KEPT = /[ \t]{0,9}\|\|[ \t]{0,9}(\w{1,40})=(?:1|\$\?)$/
const MOST_WORDS = 50
const MOST_LINES = 50

/** Those in which nobody would hear of a failure stay as they are. */
export function unrolled(written: readonly CheckLine[]): CheckLine[] {
  const lines = withoutFlags(written)
  const lists = new Map<string, readonly string[]>()
  const found: CheckLine[] = []
  let isStrict = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (!line) break
    isStrict ||= STRICT.test(line.text)
    const [, name, list, text] = ARRAY.exec(line.text) ?? []
    if (name !== undefined) lists.set(name, wordsIn(list ?? text ?? ''))
    const loop = loopAt(lines, at)
    const words = loop && (lists.get(NAMED.exec(loop.over)?.[1] ?? '') ?? wordsIn(loop.over))
    if (!loop || !words || words.length === 0 || !(isStrict || loop.body.every(isHeard))) {
      found.push(line)
      continue
    }
    found.push(...words.flatMap((word) => loop.body.map((one) => turnOf(one, loop.name, word))))
    at = loop.end
  }
  return found
}

function isHeard({ text, shown }: CheckLine): boolean {
  return HEARD.test(text) || KEPT.test(shown ?? '') || /^(?:echo|printf)\b/.test(text)
}

interface Loop {
  readonly name: string
  readonly over: string
  readonly body: readonly CheckLine[]
  /** The line of its `done`. */
  readonly end: number
}

function loopAt(lines: readonly CheckLine[], at: number): Loop | undefined {
  const head = lines[at]
  const [, name, over = '', inner] = FOR.exec(head?.text ?? '') ?? []
  if (!head || name === undefined) return undefined
  if (inner !== undefined) {
    const texts = inner.split(';').map((text) => text.trim())
    return { name, over: over.trim(), body: texts.filter(Boolean).map((text) => ({ text, line: head.line })), end: at }
  }
  const below = lines.slice(at + 1, at + 1 + MOST_LINES)
  const count = below.findIndex(({ text }) => /^done\b/.test(text))
  const body = below.slice(0, count).filter(({ text }) => text !== 'do')
  // What nests or branches is another matter.
  const isPlain = count > 0 && below[count]?.text === 'done' && !body.some(({ text }) => NESTS.test(text))
  return isPlain ? { name, over: over.trim(), body, end: at + 1 + count } : undefined
}

const NESTS = /^(?:for|while|until|if|case|select)\b|^(?:break|continue)\b/

/** Empty where one of them is not written down. */
function wordsIn(list: string): readonly string[] {
  if (/[$`*?]/.test(list)) return []
  return Array.from(list.matchAll(WORD), ([, double, single, bare]) => double ?? single ?? bare ?? '').slice(
    0,
    MOST_WORDS,
  )
}

/** `|| failed=1`: heard where the script ends as that says, and by nobody where it never looks. */
function withoutFlags(lines: readonly CheckLine[]): readonly CheckLine[] {
  if (!lines.some(({ text }) => KEPT.test(text))) return lines
  const ends = new Set<string>()
  const looks = new Set<string>()
  for (const { text } of lines) {
    for (const [, exit, name = ''] of text.slice(0, 1000).matchAll(LOOKS)) (exit === undefined ? looks : ends).add(name)
    for (const [inside] of text.slice(0, 1000).matchAll(COUNTS))
      for (const name of inside.match(/\w+/g) ?? []) looks.add(name)
  }
  return lines.map((one) => {
    const name = KEPT.exec(one.text)?.[1]
    if (name === undefined || (looks.has(name) && !ends.has(name))) return one
    return { ...one, shown: one.text, text: one.text.replace(KEPT, ends.has(name) ? '' : ' || true') }
  })
}

const LOOKS = /(\bexit "?)?\$\{?(\w{1,40})/g
const COUNTS = /\(\([^()]{1,100}/g

function turnOf(one: CheckLine, name: string, word: string): CheckLine {
  const text = filled(one.text, name, word)
  return one.shown === undefined ? { ...one, text } : { ...one, text, shown: filled(one.shown, name, word) }
}

function filled(text: string, name: string, word: string): string {
  const used = new RegExp(`"\\$(?:${name}\\b|\\{${name}\\})"|\\$(?:${name}\\b|\\{${name}\\})`, 'g')
  return text.replaceAll(used, () => word).replace(/^(?:eval|(?:ba|z)?sh -\w*c)[ \t]+/, '')
}
