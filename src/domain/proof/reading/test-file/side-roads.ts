// Tests kept from running by other means than a mark: an alias that skips, a condition around them.
import type { CodeBlock, Mark } from './block.ts'
import type { SourceText } from '../../source/source.ts'

/** A name that stands for `it`, `test` or `describe`. */
export interface Alias {
  readonly isSuite: boolean
  /** What keeps the tests under it from running. */
  readonly label: string
  readonly isConditional: boolean
}

const ALIAS = /(?<![\w$.])(?:const|let|var)\s{1,9}([\w$]+)\s{0,9}=\s{0,9}([^;\n]{2,200})/g
const SKIPS = /(?<![\w$])((?:it|test|describe|[\w$]{1,40})\.(?:skip|todo|only|fixme|skipIf|runIf))(?![\w$])/

/** A function that does nothing, whatever it is given: `const it = () => {}`. */
const IDLE =
  /(?<![\w$.])(?:(?:const|let|var)\s{1,9}([\w$]+)(?:\s?:[^=\n]{1,80})?\s{0,9}=\s{0,9}(?:async\s{1,9})?(?:function\s?)?\([^()\n]{0,80}\)(?:\s?:\s?\w+)?\s{0,9}(?:=>\s{0,9})?|function\s{1,9}([\w$]+)\s?\([^()\n]{0,80}\)(?:\s?:\s?\w+)?\s{0,9})(?:\{\s{0,99}\}|undefined\b|null\b|void 0\b)/g

/** `const it = base.skip`, `const maybe = docker ? it : it.skip` */
export function aliasesIn({ code }: SourceText): Map<string, Alias> {
  const found = new Map<string, Alias>()
  for (const [, name = '', other = ''] of code.matchAll(IDLE)) {
    const own = name || other
    if (found.size < 20)
      found.set(own, { isSuite: /describe|suite/.test(own), label: `${own}() {}`, isConditional: false })
  }
  for (const [, name = '', value = ''] of code.matchAll(ALIAS)) {
    const label = SKIPS.exec(value)?.[1]
    const isPlain = /^[\w$.]+$/.test(value.trim())
    const isChoice = /\?|\|\||&&|\.(?:skipIf|runIf)\b/.test(value) && /(?<![\w$.])(?:it|test|describe)\b/.test(value)
    if (label === undefined || !(isPlain || isChoice) || found.size > 20) continue
    found.set(name, { isSuite: /describe|suite/.test(`${name}${label}`), label, isConditional: !isPlain })
  }
  return found
}

const IF = /(?<=^|[\n;{}])[ \t]{0,40}if\s{0,9}(?=\()/g
const NEVER = /^(?:false|0|!1|!true|null|undefined)$/

type Wrapped = Mark & { readonly block: CodeBlock }

/** `if (process.env.X) { it(…) }`, `isSlow && it(…)`: on every test inside. */
export function wrapperMarks(source: SourceText, tests: readonly CodeBlock[]): Wrapped[] {
  const cases = tests.filter(({ kind }) => kind === 'case')
  if (cases.length === 0) return []
  const starts = new Map(tests.map((block) => [block.start, block]))
  const wrapped = Array.from(source.code.matchAll(IF)).flatMap(({ 0: written, index }) => {
    const open = index + written.length
    const close = source.pairs[open] ?? -1
    const brace =
      close < 0 ? -1 : close + 1 + (/^\s{0,20}/.exec(source.code.slice(close + 1, close + 21))?.[0].length ?? 0)
    const end = source.code.charAt(brace) === '{' ? (source.pairs[brace] ?? -1) : (starts.get(brace)?.end ?? brace + 1)
    if (brace < 0 || end < 0) return []
    const condition = source.text.slice(open + 1, Math.min(close, open + 60)).trim()
    const mark = { label: `if (${condition})`, at: open, isConditional: !NEVER.test(condition) }
    return within(cases, brace, end).map((block) => ({ ...mark, block }))
  })
  return [...wrapped, ...tests.flatMap((block) => guardedBy(source, block, cases))]
}

function guardedBy({ code, text }: SourceText, { start, end }: CodeBlock, cases: readonly CodeBlock[]): Wrapped[] {
  const from = Math.max(code.lastIndexOf('\n', start - 1) + 1, start - 200)
  const written = /^\s*([\w$.!()]{1,80})\s?&&\s{0,9}$/.exec(code.slice(from, start))?.[1]
  if (written === undefined) return []
  const at = code.indexOf(written, from)
  const condition = text.slice(at, at + written.length)
  const mark = { label: `${condition} &&`, at, isConditional: !NEVER.test(condition) }
  return within(cases, start, end).map((block) => ({ ...mark, block }))
}

const MOST_WRAPPED = 50

/** Those that begin in there. Sorted by start. */
function within(blocks: readonly CodeBlock[], from: number, to: number): CodeBlock[] {
  let low = 0
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle]?.start ?? 0) < from) low = middle + 1
    else high = middle
  }
  return blocks.slice(low, low + MOST_WRAPPED).filter(({ start }) => start < to)
}
