// What a short helper stands for, written out in the place of its call: `price(3)` is `approx(3, rel=TOLERANCE)`, and the
// constant is a number. For one statement alone; what does more is read as the call that it is.
import { argumentsIn, closeOf, normalised } from '../../matchers/arguments.ts'
import type { TestFile } from '../../test-file/test-file.ts'

interface Short {
  readonly params: readonly { readonly name: string; readonly usual: string | undefined }[]
  readonly body: string
  /** In the file where it stands. */
  readonly constants: ReadonlyMap<string, string>
}

const DEEPEST = 3
const LONGEST = 2000

/** The same text where there is nothing to write out. */
export function spelledOut(written: string, file: TestFile, support: readonly TestFile[]): string {
  let text = normalised(written)
  for (let steps = 0; steps < DEEPEST; steps++) {
    const now = withCalls(withConstants(text, constantsOf(file, support)), file, support)
    if (now === text || now.length > LONGEST) break
    text = now
  }
  return text
}

/** What the helper of this name hands back, where that is all it does. */
export function shortBody(name: string, file: TestFile): string | undefined {
  const short = shortsOf(file).get(name)
  return short && withConstants(short.body, short.constants)
}

const CALL = /(?<![\w$])(?:(?:self|this|cls|Self)\.|\$this->)?([A-Za-z_$][\w$]{2,60})\(/g

function withCalls(text: string, file: TestFile, support: readonly TestFile[]): string {
  for (const { 0: head, 1: name = '', index } of text.matchAll(CALL)) {
    const short = shortOf(name, file, support)
    const open = index + head.length - 1
    const close = short ? closeOf(text, open) : -1
    if (!short || close < 0) continue
    const body = filled(
      short,
      argumentsIn(text.slice(open + 1, close)).filter((one) => one !== ''),
    )
    if (body !== undefined) return `${text.slice(0, index)}${body}${text.slice(close + 1)}`
  }
  return text
}

/** Undefined where the arguments do not fit. */
function filled({ params, body, constants }: Short, given: readonly string[]): string | undefined {
  const named = new Map(
    given.flatMap((one) => {
      const [, name, value] = /^(\w+)(?:=|:)(?!=)(.+)$/.exec(one) ?? []
      return name !== undefined && value !== undefined && params.some((param) => param.name === name)
        ? [[name, value]]
        : []
    }),
  )
  const placed = given.filter((one) => !named.has(/^(\w+)[=:]/.exec(one)?.[1] ?? ''))
  if (placed.length > params.length) return undefined
  const values = new Map(params.map(({ name, usual }, at) => [name, placed[at] ?? named.get(name) ?? usual]))
  if ([...values.values()].includes(undefined)) return undefined
  const text = withConstants(body, constants)
  return text.replaceAll(/(?<![\w$."])[A-Za-z_$][\w$]*(?!\w|\s?=(?!=))/g, (word) => values.get(word) ?? word)
}

const shorts = new WeakMap<TestFile, ReadonlyMap<string, Short>>()

/** Of this file, else of the only other one that has it. */
function shortOf(name: string, file: TestFile, support: readonly TestFile[]): Short | undefined {
  const own = shortsOf(file).get(name)
  if (own) return own
  if (file.helpers.some(({ block }) => block.title === name)) return undefined
  const [one, more] = support.filter((other) => other !== file).flatMap((other) => shortsOf(other).get(name) ?? [])
  return more === undefined ? one : undefined
}

function shortsOf(file: TestFile): ReadonlyMap<string, Short> {
  const known = shorts.get(file)
  if (known) return known
  const found = new Map<string, Short>()
  shorts.set(file, found)
  const constants = numbersIn(file)
  for (const { block } of file.helpers) {
    const body = statementIn(file.source.bare.slice(block.bodyStart, Math.min(block.end, block.bodyStart + LONGEST)))
    const head = file.source.bare.slice(block.at, block.bodyStart)
    const params = body === undefined ? undefined : paramsIn(head, block.title, file.path)
    if (body !== undefined && params) found.set(block.title, { params, body, constants })
  }
  return found
}

const DOCUMENTED = /^\s*(?:r?"""[\s\S]{0,1000}?"""|"[^"\n]{0,200}"\s*\n)/

/** The only one, without the word that hands it back. */
function statementIn(body: string): string | undefined {
  const text = normalised(
    body
      .replace(DOCUMENTED, '')
      .replace(/\}?\s*(?:\bend)?\s*$/, '')
      .replace(/^\s*[={]\s*/, ''),
  )
  const statement = text.replace(/^return ?\(?(?=\S)/, (head) => (head.endsWith('(') ? '(' : ''))
  const isOne =
    statement !== '' &&
    statement.length < 400 &&
    !/;|\b(?:if|for|while|return|let|const|var|raise|throw)\b|[^=!<>]=(?!=)[^=]*\n/.test(statement)
  return isOne ? statement : undefined
}

const OWN = /^(?:self|cls|this|t|tb|&?self)$/

function paramsIn(head: string, title: string, path: string): Short['params'] | undefined {
  const text = normalised(head)
  const at = text.indexOf(title)
  const open = text.indexOf('(', at)
  const close = open < 0 ? -1 : closeOf(text, open)
  if (close < 0) return undefined
  const isTypeFirst = /\.(?:java|cs|cpp|cc|php|dart|m)$/.test(path)
  return argumentsIn(text.slice(open + 1, close))
    .filter((one) => one !== '')
    .map((one) => {
      const [declared = '', usual] = one.split(/=(?!=)/)
      const words =
        declared
          .replace(/[:?].*$/, '')
          .replaceAll(/[$&*]/g, '')
          .match(/\w+/g) ?? []
      return { name: (isTypeFirst ? words.at(-1) : words[0]) ?? '', usual }
    })
    .filter(({ name }) => !OWN.test(name))
}

const CONSTANT =
  /^[ \t]*(?:(?:export|public|private|internal|protected|static|final|const|let|var|val|readonly|open|companion|double|float|float64|int|Double|decimal) )*([A-Za-z_$]\w{1,60})(?:\s?:[^=\n]{1,40})? ?:?= ?(-?[\d._]+(?:e[+-]?\d+)?)[dfmDFM]?;?[ \t]*(?:#.*|\/\/.*)?$/gm

const numbers = new WeakMap<TestFile, ReadonlyMap<string, string>>()

function numbersIn(file: TestFile): ReadonlyMap<string, string> {
  const known = numbers.get(file)
  if (known) return known
  const found = new Map<string, string>()
  const twice = new Set<string>()
  for (const [, name = '', value = ''] of file.source.bare.slice(0, 100_000).matchAll(CONSTANT)) {
    if (found.has(name) && found.get(name) !== value) twice.add(name)
    found.set(name, value)
  }
  for (const name of twice) found.delete(name)
  numbers.set(file, found)
  return found
}

/** Those of the file itself, and of others that it names. */
function constantsOf(file: TestFile, support: readonly TestFile[]): ReadonlyMap<string, string> {
  const others = support.filter((other) => other !== file).flatMap((other) => [...numbersIn(other)])
  return new Map([...others.filter(([name]) => /^[A-Z][A-Z\d_]+$/.test(name)), ...numbersIn(file)])
}

/** As an argument: what is compared keeps its name. */
function withConstants(text: string, constants: ReadonlyMap<string, string>): string {
  if (constants.size === 0) return text
  return text.replaceAll(
    /(?<=[=,(:] ?(?:[A-Za-z_]\w*\.)?)(?<![=!<>]=)([A-Za-z_$]\w{1,60})(?=[,)])/g,
    (word) => constants.get(word) ?? word,
  )
}
