// What a caller holds (its variables, its constants, a line of its source) and where that goes: a value that the product
// answers with, or a choice that it makes. Messages may say what they like.
import type { FileChange } from '../../../../../contract/change.ts'
import { plainLines, readSource } from '../../../source/source.ts'
import { CALLER_RULES, READS } from './callers.ts'
import { CONTENT_WHAT, OPENS, WALKS_FRAMES } from './contents.ts'
import { blocksOf, isEntry, isProductFile, isTestSupport, PYTHON, SCRIPT, syntaxOf } from '../product-file.ts'
import type { ProductText } from '../product-file.ts'
import type { RigPlace, RigRule, RigSpan } from '../rig-rule.ts'
import { wholeMatch } from '../rig-rule.ts'
import { functionAround, nameOf, scopesAround, textOf } from '../scope.ts'
import { flowOf, NOTHING, type Flow } from './flow.ts'

/** Asked for by name, a variable of the caller is what a template or an expression wants. */
const HELD =
  /\bf_locals\b(?!\.update|\s?=(?!=)|\[|\.get\(|\.copy\(\)\[)|\bco_consts\b|\bcode_context\b|\blinecache\.getlines?\(/
/** What a function that reads the stack works with. */
const STACK = /\bcaptureStackTrace\(|\.stack\b|\bgetCallSites?\(|\bcallsites?\(|\bcaller\b/
const REPORTERS =
  /(?:^|[/_.-])(?:\w*log(?:s|ger|ging)?|\w*warn\w*|deprecat\w*|debug\w*|trac(?:e|er|ing)\w*|\w*errors?|report\w*|diagnos\w*|code-?frame|inspect\w*|profil\w*|telemetry|sentry|repl|shell|embed)(?=[/_.-])/i
const REPORTING = /log|warn|debug|trace|error|report|message|deprec|describe|label|inspect|repr|format_(?:frame|stack)/i
const MOST_STEPS = 4
const MOST_USES = 10

export function callerFlowRules(changes: readonly FileChange[]): RigRule[] {
  const texts = changes.filter(({ path, before, after }) => after !== before && isProductFile(path))
  const suspect = (place: RigPlace): RigSpan | undefined =>
    reachesAValue(place, texts) ? wholeMatch(place) : undefined
  return [
    { files: PYTHON, pattern: new RegExp(HELD, 'g'), what: CONTENT_WHAT, isLastResort: true, suspect },
    ...CALLER_RULES.filter(({ files, what }) => what === READS && (files === PYTHON || files === SCRIPT)).map(
      ({ files, pattern }) => ({ files, pattern, what: CONTENT_WHAT, isLastResort: true, suspect }),
    ),
  ]
}

function reachesAValue(place: RigPlace, changes: readonly FileChange[]): boolean {
  const { text, around } = place
  if (!around || text.isTestSupport || text.isEntry || REPORTERS.test(text.path)) return false
  if (!WALKS_FRAMES.test(text.source.bare) && PYTHON.test(text.path)) return false
  const flow = flowOf(textOf(text, around), {
    place: SCRIPT.test(text.path) ? STACK : escaped(place.match[0]),
    ...(HELD.test(place.match[0]) ? { held: HELD } : {}),
    opens: openersIn(text),
  })
  const name = nameOf(around)
  const isNew = changes.every(({ path, before = '' }) => path !== text.path || !declares(before, name))
  return goesOn(text, { name, flow, steps: MOST_STEPS, isHelper: isNew, seen: new Set() }, changes)
}

const DECLARES =
  /\b(?:def|function\*?|const|let|var) ([A-Za-z_$][\w$]{2,40})\s?(?:\(|=\s?(?:async )?(?:function\b|\())/g
const MOST_HELPERS = 40

/** What reads files, and functions of the file that do. */
function openersIn(text: ProductText): RegExp {
  const { code, bare } = text.source
  if (!OPENS.test(bare)) return OPENS
  const names = Array.from(code.matchAll(DECLARES))
    .slice(0, MOST_HELPERS)
    .flatMap(({ 0: head, 1: name = '', index }) => {
      const around = functionAround(scopesAround(text, bodyAt(text, index + head.length)))
      return around && nameOf(around) === name && OPENS.test(textOf(text, around)) ? [name.replaceAll('$', '\\$')] : []
    })
  return names.length === 0 ? OPENS : new RegExp(`${OPENS.source}|(?<![\\w.>$])(?:${names.join('|')})\\(`)
}

/** Inside the first block behind a head. */
function bodyAt({ source: { code }, blocks }: ProductText, from: number): number {
  const at = blocks === 'indent' ? code.slice(from).search(/:[^\n]*\n\s*\S/) : code.indexOf('{', from) - from
  const inside =
    blocks === 'indent' ? from + at + (/^:[^\n]*\n\s*/.exec(code.slice(from + at))?.[0].length ?? 0) : from + at + 1
  return at < 0 ? from : inside
}

interface Step {
  readonly name: string
  readonly flow: Flow
  readonly steps: number
  /** It is new, and nothing is known of what for: who calls it says so. */
  readonly isHelper: boolean
  /** Functions that were looked at. */
  readonly seen: Set<string>
}

/** Where somebody calls the function, what they do with its answer counts. */
function goesOn(
  text: ProductText,
  { name, flow, steps, isHelper, seen }: Step,
  changes: readonly FileChange[],
): boolean {
  if (flow === NOTHING || REPORTING.test(name) || !/^[\w$]{2,40}$/.test(name)) return false
  const key = `${flow} ${name} ${text.path}`
  if (seen.has(key)) return false
  seen.add(key)
  const users = usersOf(text, name, changes)
  if (users.length === 0) return flow === 'holds' && !isHelper
  return (
    steps > 0 &&
    users.some(({ user, own, body }) => {
      if (body === undefined || REPORTERS.test(user.path)) return false
      const call = new RegExp(`(?<![\\w$"'])${name.replaceAll('$', '\\$')}\\s?\\(`)
      const next = flowOf(body, flow === 'holds' ? { held: call } : { place: call, opens: openersIn(user) })
      return goesOn(user, { name: own, flow: next, steps: steps - 1, isHelper: false, seen }, changes)
    })
  )
}

interface User {
  readonly user: ProductText
  readonly own: string
  /** Undefined where it is called outside of any function. */
  readonly body: string | undefined
}

/** Functions that call it, in this file and in those that name the file. */
function usersOf(text: ProductText, name: string, changes: readonly FileChange[]): User[] {
  const file = text.path.slice(text.path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const call = new RegExp(`(?<![\\w$"']|\\bdef |\\bfunction )${name.replaceAll('$', '\\$')}\\s?\\(`, 'g')
  const others = changes.flatMap((change) => {
    const { path, after = '' } = change
    return path !== text.path && after.includes(file) && after.search(call) >= 0 ? [productOf(change)] : []
  })
  return [text, ...others.flatMap((one) => one ?? [])].flatMap((user) =>
    Array.from(user.source.bare.matchAll(call))
      .slice(0, MOST_USES)
      .flatMap(({ index }) => {
        const around = functionAround(scopesAround(user, index))
        const own = around ? nameOf(around) : ''
        return own === name ? [] : [{ user, own, body: around && textOf(user, around) }]
      }),
  )
}

const read = new WeakMap<FileChange, ProductText>()

function productOf(change: FileChange): ProductText | undefined {
  const { path, after = '' } = change
  const known = read.get(change)
  if (known) return known
  const syntax = syntaxOf(path)
  if (!syntax) return undefined
  const source = readSource(plainLines(after), syntax)
  const kind = { isEntry: isEntry(path, after), isCommandLine: false, isTestSupport: isTestSupport(path) }
  const text = { path, source, blocks: blocksOf(path), ...kind }
  read.set(change, text)
  return text
}

function declares(code: string, name: string): boolean {
  return new RegExp(
    `\\b(?:def|function\\*?|const|let|var) ${name.replaceAll('$', '\\$')}\\b|^\\s*(?:static |async |#)*${name.replaceAll('$', '\\$')}\\s?\\(`,
    'm',
  ).test(code)
}

function escaped(text: string): RegExp {
  return new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
}
