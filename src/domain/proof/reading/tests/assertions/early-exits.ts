// Statements that leave a test before its assertions and that were not there.
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import { leavesWithExpected } from './errors-of-rows.ts'
import { isOnlyOn } from '../guards/guard-condition.ts'
import { effectOfGuard } from '../guards/guard-effect.ts'
import { lineAt, lineEnd, lineStart, type SourceText } from '../../../source/source.ts'
import { helpersNamed, type TestCase, type TestFile } from '../../test-file/test-file.ts'

/** Undefined where none came. */
export function earlyExits(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  return newExits(before, after, `test ${quote(after.title)}`)
}

/** The same for a function that asserts on behalf of tests. */
export function helperExits(file: TestFile, now: TestFile): TamperFinding[] {
  return file.helpers.flatMap(({ block, assertions }) => {
    const same = helpersNamed(now, block.title)[0]
    if (!same || assertions.length === 0) return []
    const was = { file, block, assertions }
    return newExits(was, { file: now, ...same }, `helper ${quote(block.title)}`) ?? []
  })
}

type Body = Pick<TestCase, 'file' | 'block' | 'assertions'>

function newExits(before: Body, after: Body, name: string): TamperFinding[] | undefined {
  const known = before.assertions.map(({ key }) => key)
  const now = exitsOf(after, known).filter(({ line }) => !leavesWithExpected(codeAbove(line, after)))
  const was = exitsOf(before, known)
  if (now.length <= was.length) return undefined
  const old = was.map(({ key }) => key)
  const [first] = now.filter(({ key }) => {
    const index = old.indexOf(key)
    if (index >= 0) old.splice(index, 1)
    return index < 0
  })
  const exit = first ?? now[0]
  if (!exit || isMoved(exit, before.file, after.file) || isAskedForBeside(exit, after)) return undefined
  const what = `${name} returns before its assertions`
  const found = finding('vacuous', after.file.path, exit.line, what)
  return [exit.isOnPlatform ? { ...found, isNote: true } : found]
}

const MISSING = /^if\s?\(!([\w$]{1,40}(?:\.[\w$]{1,40}){1,4})\)/

/** `if (!store.iterator) return`, and another test of the file fails where there is none. */
function isAskedForBeside({ key }: Exit, { file: { cases }, block }: Body): boolean {
  const path = MISSING.exec(key.trim())?.[1]
  if (path === undefined) return false
  const asked = ['toBeDefined()', 'toBeTruthy()', 'not.toBeUndefined()', 'not.toBeNull()'].map(
    (matcher) => `expect(${path}).${matcher}`,
  )
  return cases.some((one) => one.block !== block && one.assertions.some((assertion) => asked.includes(assertion.key)))
}

function codeAbove(line: number, { file: { source }, block }: Body): string {
  return source.code.slice(block.bodyStart, lineStart(source, line))
}

/** A line with a condition of its own that stood in the file as often as now, in this test or another. */
function isMoved({ line }: Exit, { source: was }: TestFile, { source: is }: TestFile): boolean {
  const written = is.bare.slice(lineStart(is, line), lineEnd(is, line)).trim()
  if (!/\bif\b|\bunless\b/.test(written)) return false
  const count = (text: string): number => text.split(written).length
  return count(was.bare) >= count(is.bare) && count(is.bare) > 1
}

interface Exit {
  readonly line: number
  readonly key: string
  readonly isOnPlatform: boolean
}

const LEAVES = String.raw`(?:return(?:\s+(?:null|undefined|true|false|True|False|None|nil|\d{1,3}|Ok\(\(\)\)))?|(?:next|break|continue)(?:\s+\w{1,40})?|raise SystemExit(?:\(0?\))?|(?:sys\.exit|os\._exit|process\.exit|os\.Exit|System\.exit|Environment\.Exit|(?:std::)?process::exit|exit!?|die|quit)\s?\(?\s?0?\s?\)?|runtime\.Goexit\(\)|(?:NUnit\.Framework\.)?Assert\.Pass\([^()]{0,80}\)|throw :\w+)`
const EXIT = new RegExp(
  String.raw`^[ \t]*(?:if\b[^\n]{0,150}?[){:]\s?|\{\s?)?${LEAVES}(?:\s(if|unless)\s[^\n]{1,150})?[;\s}]*$`,
)
const MOST_EXITS = 5

/** Lines that leave the block in which an assertion follows; a condition above them is no depth. */
function exitsOf({ file: { source }, block, assertions: all }: Body, known: readonly string[]): Exit[] {
  // One that is written once more than before came with its own way out.
  const left = [...known]
  const assertions = all.filter(({ key }) => {
    const place = left.indexOf(key)
    if (place >= 0) left.splice(place, 1)
    return place >= 0
  })
  const last = assertions.at(-1)
  if (!last) return []
  const places = new Set(assertions.map(({ at }) => lineAt(source, at)))
  const limit = lineAt(source, last.at)
  const found: Exit[] = []
  const waiting: { readonly exit: Exit; readonly depth: number }[] = []
  const above: string[] = []
  for (let line = lineAt(source, block.bodyStart); line <= limit && found.length < MOST_EXITS; line++) {
    const start = lineStart(source, line)
    const text = source.code.slice(start, Math.min(lineEnd(source, line), start + 200))
    if (text.trim() === '') continue
    const depth = indentOf(text)
    const isClosing = /^\s*(?:[)}\]]|end\b)/.test(text)
    for (let at = waiting.length - 1; at >= 0; at--) {
      const one = waiting[at]
      if (!one) continue
      if (depth < one.depth && !(isClosing && depth === one.depth)) waiting.splice(at, 1)
      else if (places.has(line)) {
        found.push(one.exit)
        waiting.splice(at, 1)
      }
    }
    if (start > block.at && line < limit && EXIT.test(text) && waiting.length < MOST_EXITS) {
      const head = above.findLast((one) => one.trim() !== '{') ?? ''
      const isUnder = /^\s*(?:if|unless)\b/.test(head) && indentOf(head) < depth
      const key = `${isUnder ? head.trim() : ''} ${text.trim()}`
      const bare = source.bare.slice(lineStart(source, Math.max(1, line - 2)), lineEnd(source, line))
      waiting.push({
        exit: {
          line,
          key,
          isOnPlatform: leavesPlatform(isUnder ? head : text, isUnder ? bare : bare.slice(bare.lastIndexOf('\n') + 1)),
        },
        depth: isUnder ? indentOf(head) : isFirst(source, start, last.at) ? 0 : depth,
      })
    }
    above.push(text)
    if (above.length > 2) above.shift()
  }
  return found
}

/** The first statement of a block that holds the assertions too: however far it is indented, nothing behind it runs. */
function isFirst({ code, pairs }: SourceText, start: number, last: number): boolean {
  const before = code.slice(Math.max(0, start - 200), start).trimEnd()
  return before.endsWith('{') && (pairs[Math.max(0, start - 200) + before.length - 1] ?? -1) > last
}

/** Leaves out some platforms, and not all but one. */
function leavesPlatform(text: string, bare: string): boolean {
  const head = (/\b(?:if|unless)\b.*/.exec(text)?.[0] ?? '').replace(/\)?\s*(?:return|next|break)\b.*$/, ')').trim()
  if (head === '' || effectOfGuard({ head, at: 0, to: 0, open: -1, close: -1 }, NOWHERE) !== 'platform') return false
  return !isOnlyOn(bare, !/\bunless\b/.test(head))
}

const NOWHERE = {
  source: { text: '', code: '', bare: '', comments: '', heredocs: [], starts: [0], pairs: new Int32Array(0) },
  test: '',
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length
}
