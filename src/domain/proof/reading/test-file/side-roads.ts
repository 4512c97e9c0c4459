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

/** `const it = base.skip`, `const maybe = docker ? it : it.skip` */
export function aliasesIn({ code }: SourceText): Map<string, Alias> {
  const found = new Map<string, Alias>()
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

/** `if (process.env.X) { it(…) }`: on every test inside. */
export function wrapperMarks(
  source: SourceText,
  tests: readonly CodeBlock[],
): (Mark & { readonly block: CodeBlock })[] {
  const cases = tests.filter(({ kind }) => kind === 'case')
  if (cases.length === 0) return []
  return Array.from(source.code.matchAll(IF)).flatMap(({ 0: written, index }) => {
    const open = index + written.length
    const close = source.pairs[open] ?? -1
    const brace =
      close < 0 ? -1 : close + 1 + (/^\s{0,20}/.exec(source.code.slice(close + 1, close + 21))?.[0].length ?? 0)
    const end = source.code.charAt(brace) === '{' ? (source.pairs[brace] ?? -1) : brace + 1
    if (brace < 0 || end < 0) return []
    const condition = source.text.slice(open + 1, Math.min(close, open + 60)).trim()
    const isConditional = !/^(?:false|0|!1|!true)$/.test(condition)
    return within(cases, brace, end).map((block) => ({ label: `if (${condition})`, at: open, isConditional, block }))
  })
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
