// Tests that are calls: `it('adds', …)`, `test.skipIf(x)('adds', …)`, `describe.only(…)`, `t.test(…)`.
import type { CodeBlock, Mark } from './block.ts'
import type { Alias } from './side-roads.ts'
import { aliasesIn } from './side-roads.ts'
import type { SourceText } from '../../source/source.ts'

const ROOTS =
  'tests?|it|specify|describe|context|suite|group|testWidgets|xit|xtest|xspecify|xdescribe|xcontext|fit|ftest|fdescribe|fcontext'

function rootPattern(aliases: Iterable<string>): RegExp {
  const names = [ROOTS, ...Array.from(aliases, (name) => name.replaceAll('$', '\\$'))].join('|')
  return new RegExp(
    `(?:(?<![\\w$.>:])|(?<=\\b(?:t|s{1,2}t|s?\\dt|t\\d|tt|Deno|QUnit)\\.))(?:${names})(?=\\s{0,9}[.(\`<[])`,
    'g',
  )
}

const SUITES = /^[xf]?(?:describe|context|suite|group)$/
/** Called first, with a condition or rows; the call with the title follows. */
const TAKES_ARGUMENTS = /^(?:each|for|if|skipIf|runIf|todoIf|failingIf|onlyIf)$/
const CONDITIONAL = /^(?:if|skipIf|runIf|todoIf|failingIf|onlyIf)$/
const OFF = /^(?:skip|only|todo|fixme|fail|fails|failing)$/
const NEUTRAL = /^(?:each|for|concurrent|sequential|serial|parallel|describe|shuffle|test|it)$/

interface Chain {
  readonly words: readonly string[]
  readonly open: number
  readonly close: number
}

export function testCalls(source: SourceText): CodeBlock[] {
  const blocks: CodeBlock[] = []
  const aliases = aliasesIn(source)
  for (const hit of source.code.matchAll(rootPattern(aliases.keys()))) {
    const chain = chainAt(source, hit.index)
    const block = chain && toBlock(source, hit.index, chain)
    const alias = aliases.get(hit[0])
    if (block) blocks.push(alias ? under(alias, block) : block)
  }
  return [...blocks, ...chosenCalls(source)]
}

/** `(isSlow ? it : it.skip)('adds', …)`: which of both it is, a condition says. */
const CHOSEN =
  /(?<=^|[\n;{}])[ \t]{0,40}(\((?:[^()\n]|\([^()\n]{0,80}\)){1,200}?\?\s{0,9}((?:it|test|specify|describe|context|suite)(?:\.\w+)?)\s{0,9}:\s{0,9}((?:it|test|specify|describe|context|suite)(?:\.\w+)?)\s{0,9}\))(?=\()/g

function chosenCalls(source: SourceText): CodeBlock[] {
  return Array.from(source.code.matchAll(CHOSEN)).flatMap(
    ({ 0: whole, 1: choice = '', 2: one = '', 3: other = '', index }) => {
      const at = index + whole.length - choice.length
      const open = index + whole.length
      const skips = [one, other].find((word) => OFF.test(word.split('.')[1] ?? ''))
      const root = one.split('.')[0] ?? ''
      const block = toBlock(source, at, { words: [root], open, close: source.pairs[open] ?? -1 })
      if (skips === undefined || !block) return []
      return [{ ...block, marks: [...block.marks, { label: skips, at, isConditional: true }] }]
    },
  )
}

function under({ isSuite, label, isConditional }: Alias, block: CodeBlock): CodeBlock {
  const kind = isSuite ? 'suite' : block.kind
  return { ...block, kind, marks: [...block.marks, { label, at: block.at, isConditional }] }
}

/** Marks inside a test that are written as a call: Playwright's `test.skip(condition)`. */
export function callMarks(source: SourceText): Mark[] {
  const marks: Mark[] = []
  for (const hit of source.code.matchAll(/(?<![\w$.])(?:test|it)\.(?:skip|fixme|fail)\b(?=\s{0,9}\()/g)) {
    const chain = chainAt(source, hit.index)
    if (!chain || toBlock(source, hit.index, chain)) continue
    const [first = ''] = argumentsOf(source, chain)
    marks.push({ label: hit[0], at: hit.index, isConditional: first !== '' && !/^(?:true$|["'`])/.test(first) })
  }
  return marks
}

const WORD = /\s{0,200}\??\.\s{0,200}([\w$]+)|([\w$]+)/y
/** `it['skip']` */
const INDEX = /^\[["'`](\w{1,12})["'`]\]/
const GENERIC = /<[^()<>;{}\n]{0,200}>/y

function chainAt(source: SourceText, at: number): Chain | undefined {
  const { code, pairs } = source
  const words: string[] = []
  for (let place = at, steps = 0; steps < 20; steps++) {
    WORD.lastIndex = place
    const word = WORD.exec(code)
    if (word && (word[1] !== undefined || place === at)) {
      words.push(word[1] ?? word[2] ?? '')
      place = WORD.lastIndex
      continue
    }
    const index = INDEX.exec(source.bare.slice(place, place + 20))
    if (index && code.charAt(place) === '[') {
      words.push(index[1] ?? '')
      place += index[0].length
      continue
    }
    GENERIC.lastIndex = place
    if (GENERIC.test(code)) place = GENERIC.lastIndex
    while (code.charAt(place) === ' ') place++
    const takesArguments = TAKES_ARGUMENTS.test(words.at(-1) ?? '')
    const end = code.charAt(place) === '`' ? code.indexOf('`', place + 1) : (pairs[place] ?? -1)
    if (end < 0 || !'(`'.includes(code.charAt(place))) return undefined
    if (!takesArguments) return code.charAt(place) === '(' ? { words, open: place, close: end } : undefined
    words.push('()')
    place = end + 1
  }
  return undefined
}

function toBlock(source: SourceText, at: number, chain: Chain): CodeBlock | undefined {
  const words = chain.words.filter((word) => word !== '()')
  const [root = '', ...modifiers] = words
  if (!modifiers.every((word) => OFF.test(word) || NEUTRAL.test(word) || CONDITIONAL.test(word))) return undefined
  const places = argumentPlaces(source, chain)
  const isTitled = '"\'`'.includes(source.code.charAt(places[0] ?? 0)) && places.length > 0
  const body = places.find((place, index) => (index > 0 || !isTitled) && isFunction(source, place))
  const isPlan = body === undefined
  if (isPlan && !(isTitled && (modifiers.some((word) => OFF.test(word)) || root.startsWith('x')))) {
    if (!isTitled || places.length < 2) return undefined
  }
  if (!isTitled && body === places[0] && modifiers.some((word) => OFF.test(word)) && places.length > 1) return undefined
  const last = modifiers.findLast((word) => word === 'describe') ?? root
  return {
    kind: SUITES.test(last) ? 'suite' : 'case',
    title: titleOf(source, places, isTitled),
    start: at,
    at,
    bodyStart: body ?? chain.close,
    end: chainEnd(source, chain.close + 1),
    marks: marksOf(source, { at, chain, root, modifiers, body: body ?? chain.close }),
    ...(isPlan && modifiers.includes('todo') && { isPlan }),
  }
}

const LINKED = /\s{0,200}->\s{0,9}\w{1,40}\s{0,9}\(/y

/** Pest says more about a test behind it: `it('…', function () { … })->throws(…)`. */
function chainEnd({ code, pairs }: SourceText, from: number): number {
  let end = from
  for (let steps = 0; steps < 20; steps++) {
    LINKED.lastIndex = end
    const close = LINKED.test(code) ? (pairs[LINKED.lastIndex - 1] ?? -1) : -1
    if (close < 0) break
    end = close + 1
  }
  return end
}

interface Call {
  readonly at: number
  readonly chain: Chain
  readonly root: string
  readonly modifiers: readonly string[]
  readonly body: number
}

const OPTION = /\b(skip|todo|only|fixme|fails|expectFailure)\s{0,9}:\s{0,9}(true\b|["'`]|[\w!(][^,}]{0,200})/

function marksOf(source: SourceText, { at, chain, root, modifiers, body }: Call): Mark[] {
  const marks: Mark[] = []
  if (/^[xf](?:it|test|specify|describe|context)$/.test(root)) marks.push({ label: root, at, isConditional: false })
  for (const word of modifiers) {
    if (OFF.test(word)) marks.push({ label: `${root}.${word}`, at, isConditional: false })
    else if (CONDITIONAL.test(word)) marks.push({ label: `${root}.${word}`, at, isConditional: true })
  }
  const option = OPTION.exec(source.code.slice(chain.open, Math.min(body, chain.open + 2000)))
  if (option && !/^(?:false|undefined|null|0)\b/.test(option[2] ?? '')) {
    const isFixed = /^(?:true$|["'`])/.test(option[2] ?? '')
    const label = `{ ${option[1]}: ${isFixed ? 'true' : '…'} }`
    marks.push({ label, at: chain.open + option.index, isConditional: !isFixed })
  }
  return marks
}

function titleOf(source: SourceText, places: readonly number[], isTitled: boolean): string {
  const [first] = places
  if (first === undefined) return ''
  if (!isTitled)
    return isFunction(source, first) ? '' : (/^[^,()\n]{0,80}/.exec(source.text.slice(first, first + 80))?.[0] ?? '')
  const end = source.code.indexOf(source.code.charAt(first), first + 1)
  return source.text.slice(first + 1, end < 0 ? first + 200 : end)
}

const FUNCTION = /(?:async\b\s{0,9})?(?:function\b|fn\b|\(|[\w$]+\s{0,9}=>|[\w$.]+\s{0,9}\()/y

function isFunction(source: SourceText, place: number): boolean {
  FUNCTION.lastIndex = place
  return FUNCTION.test(source.code)
}

function argumentsOf(source: SourceText, chain: Chain): string[] {
  return argumentPlaces(source, chain).map((place) =>
    source.code.slice(place, Math.min(chain.close, place + 200)).trim(),
  )
}

/** Where each argument begins. */
function argumentPlaces({ code, pairs }: SourceText, { open, close }: Chain): number[] {
  const places: number[] = []
  let isExpected = true
  const tokens = /[^\s]/g
  tokens.lastIndex = open + 1
  for (let hit = tokens.exec(code); hit && hit.index < close && places.length < 9; hit = tokens.exec(code)) {
    if (isExpected && hit[0] !== ',') places.push(hit.index)
    isExpected = hit[0] === ','
    const pair = '([{'.includes(hit[0]) ? (pairs[hit.index] ?? -1) : -1
    if (pair > hit.index) tokens.lastIndex = pair + 1
  }
  return places
}
