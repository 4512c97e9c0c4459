// A value that is compared with itself by way of a name: `got := c.Len()`, then `got != c.Len()`.
import type { Demand } from '../../matchers/demand.ts'

/** `above` is what the test does before the assertion. */
export function isOfItself({ level, subjects, given = [] }: Demand, above: string): boolean {
  if (level < 4) return false
  const sides = [...new Set([...subjects, ...given].map(flat))].slice(0, MOST_SIDES)
  const made = sides.map((side) => (NAME.test(side) ? boundTo(side, above) : side))
  return made.some((one, index) => one !== undefined && CALL.test(one) && made.indexOf(one) < index)
}

const MOST_SIDES = 4
const NAME = /^[$@]?[A-Za-z_][\w$]*$/
const CALL = /[\w$\]]\(|\.\w+$/
const LONGEST = 600

/** What the name was last set to, on one line or over the brackets that it opens. */
function boundTo(name: string, above: string): string | undefined {
  const heads = new RegExp(
    `(?<![\\w$.@])${name.replaceAll('$', '\\$')}(?:\\s?:[^=\\n]{1,60})?\\s{0,9}:?=(?![=>~])`,
    'g',
  )
  const head = [...above.slice(-20_000).matchAll(heads)].at(-1)
  if (!head) return undefined
  const rest = head.input.slice(head.index + head[0].length)
  return flat(rest.slice(0, endOf(rest)))
}

function endOf(text: string): number {
  let depth = 0
  for (const { 0: token, index } of text.slice(0, LONGEST).matchAll(/[([{)\]};\n]/g)) {
    if ('([{'.includes(token)) depth++
    else if (')]}'.includes(token)) depth--
    else if (depth <= 0) return index
  }
  return Math.min(text.length, LONGEST)
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, '').replaceAll(/['`]/g, '"')
}
