// Helpers that came with the change, are called like assertions, and cannot fail: they only print what differs, or what they
// assert is compiled out.
import type { FileChange } from '../../../../../contract/change.ts'
import { folderOf } from '../../../yardstick/named/paths.ts'
import { isTestFile } from '../../../yardstick/yardstick.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import { lineAt } from '../../../source/source.ts'
import { stemOf } from '../../../source/stem.ts'
import { guardsAround } from '../../test-file/guards.ts'
import { isMadeForTests } from '../../test-file/kits.ts'
import { ofRustTests } from '../../test-file/rust-product.ts'
import type { Helper, TestCase, TestFile } from '../../test-file/test-file.ts'
import { readTestFile } from '../../test-file/test-file.ts'
import { effectOfGuard } from '../guards/guard-effect.ts'
import type { Comparison } from '../matching/comparison.ts'
import { textOf } from '../matching/comparison.ts'

interface Named {
  readonly file: TestFile
  readonly helper: Helper
}

const MOST_HELPERS = 200
const MOST_FILES = 40

export function idleHelpers(comparison: Comparison, changes: readonly FileChange[]): TamperFinding[] {
  const { before, after, matches } = comparison
  const known = new Set(before.flatMap(({ path, helpers }) => helpers.map(({ block }) => `${path} ${block.title}`)))
  const came = [...after, ...kitsOf(changes)]
    .flatMap((file) => file.helpers.map((helper) => ({ file, helper })))
    .filter(({ file: { path }, helper: { block } }) => !known.has(`${path} ${block.title}`))
    .slice(0, MOST_HELPERS)
    .filter((one) => isIdle(one) || isAnswer(one))
  if (came.length === 0) return []
  const rewritten = [...matches].filter(([one, other]) => textOf(one) !== textOf(other)).map(([, other]) => other)
  return came.flatMap(({ file, helper }) => {
    const { title, at } = helper.block
    const callers = rewritten.filter((test) => calls(test, { file, helper }))
    if (callers.length === 0 || !(isIdle({ file, helper }) || areUnheard(callers, { file, helper }))) return []
    const what = `helper ${quote(title)} is called like an assertion and cannot fail`
    return [finding('vacuous', file.path, lineAt(file.source, at), what)]
  })
}

/** Files that are no tests by their paths and were made for them. */
function kitsOf(changes: readonly FileChange[]): TestFile[] {
  return changes
    .filter(({ path, before, after }) => before === undefined && isMadeForTests(after ?? '') && !isTestFile(path))
    .slice(0, MOST_FILES)
    .flatMap(({ path, after = '' }) => readTestFile(path, after) ?? [])
}

function calls(test: TestCase, { file, helper: { block } }: Named): boolean {
  const { path, source } = test.file
  const isNear = path === file.path || folderOf(path) === folderOf(file.path) || source.text.includes(stemOf(file.path))
  const name = block.title.replaceAll(/\W/g, '\\$&')
  return (
    isNear &&
    path.slice(path.lastIndexOf('.')) === file.path.slice(file.path.lastIndexOf('.')) &&
    new RegExp(`(?<![\\w$])${name}[ (]`).test(source.code.slice(test.block.bodyStart, test.block.end))
  )
}

/** What an assertion of one's own is called. */
const CLAIMS =
  /^_?(?:[aA]ssert|[eE]xpect|[cC]heck|[vV]erify|[mM]ust|[rR]equire|[sS]hould|[eE]nsure|[vV]alidate|[cC]onfirm|[cC]ompare|[eE]quals?|[sS]ame|[mM]atches)(?=[A-Z_\d]|$)/
const SAYS =
  /\b(?:console\.\w+|t\.Logf?|tb\.Logf?|b\.Logf?|log\.(?:Print\w*|\w*[wW]arn\w*|info|debug|error|Info|Debug)|slog\.\w+|fmt\.(?:Print|Fprint)\w*|print(?:ln|f)?|eprintln!?|println!|eprint!|dbg!|puts|warn(?:ing)?|logg(?:er|ing)\.\w+|LOG(?:GER)?\.\w+|Logger\.\w+|System\.(?:out|err)\.print\w*|(?:Test)?(?:Console|Context)\.(?:Error\.|Out\.|Progress\.)?Write\w*|_?output\.WriteLine|error_log|var_dump|NSLog|os_log|IO\.(?:puts|inspect)|warnings\.warn|reporter\.\w+)\s?[(! ]|\bstd::c(?:out|err|log)\b|\becho\s/
const DECIDES =
  /\bconsole\.assert\b|\b(?:if|unless|when|case|switch|match|guard|catch|except|rescue|and|or)\b|&&|\|\||\?/
/** Another way to fail, to answer, or somebody else who may. */
const FAILS =
  /\b(?:throw|raise|panic|fatal|fail\w*|abort|die|exit|reject\w*|done|next|yield|require|unwrap|expect|verify|flunk|croak|halt|trap|precondition\w*|exitCode|SIGTERM|record\w*|onFailure|onSuccess|getOrThrow|getOrElse|fold|collect\w*|push|append|add\w*)\b|\b\w*(?:Fail|Fatal|Error(?=\()|Panic|Throw|Errorf)\w*\s?\(|\breturn\s{1,9}[^\s;}]|<-|=>\s{0,9}[^\s{]|\+\+|[+|&]=/i

function isIdle({ file, helper }: Named): boolean {
  const { block, assertions } = helper
  const { source, language } = file
  if (block.title.length < 3 || !ofRustTests(file, block.at)) return false
  const body = source.code.slice(block.bodyStart, block.end)
  if (body.length > LONGEST_BODY) return false
  const guards = guardsAround(source, language, { from: block.bodyStart, to: block.end }, assertions)
  const isDropped = (index: number): boolean =>
    (guards[index] ?? []).some((guard) => {
      const effect = effectOfGuard(guard, { source, test: body })
      return effect === 'swallowed' || effect === 'never'
    })
  if (assertions.some(({ isVacuous }, index) => !isVacuous && !isDropped(index))) return false
  // What is asserted and dropped is no way to fail.
  const rest = assertions.reduceRight(
    (text, { at, end }) => text.slice(0, Math.max(0, at - block.bodyStart)) + text.slice(end - block.bodyStart),
    body,
  )
  const others = rest.replaceAll(new RegExp(SAYS, 'g'), ' ')
  if (FAILS.test(others) || callsClaiming(others, block.title)) return false
  if (assertions.length > 0) return true
  return claimsToAssert({ file, helper }) && SAYS.test(rest) && DECIDES.test(rest)
}

/** By its name, and by what it is handed: `ensureServer()` and `checkPort(3000)` may well do something else. */
function claimsToAssert({ file: { source }, helper: { block } }: Named): boolean {
  if (!CLAIMS.test(block.title)) return false
  const head = source.code.slice(block.at, block.bodyStart)
  const behind = head.slice(head.indexOf(block.title) + block.title.length)
  const given = (/^\s?\(([^()]{0,400})\)/.exec(behind)?.[1] ?? behind.split('\n')[0] ?? '').split(',')
  const values = given.filter((one) => /\w/.test(one) && !OF_FRAMEWORK.test(one.trim()))
  return values.length >= (FIRM.test(block.title) ? 1 : 2)
}

const FIRM = /^_?(?:assert|expect|verify|should|must)/i
const OF_FRAMEWORK = /^(?:self|this|cls)$|\btesting\.\w+$|^(?:t|tb)$/

const COMPARES =
  /\breturn\b[^;\n]{0,200}(?:[=!]==?|\.equals\(|\b(?:Deep)?Equal\(|\bisEqual\(|\bin\b|\bis\b)[^;\n]{0,200}/g

/** It only says whether two things are the same. */
function isAnswer({ file, helper }: Named): boolean {
  const { block, assertions } = helper
  const body = file.source.code.slice(block.bodyStart, block.end)
  if (assertions.length > 0 || body.length > LONGEST_ANSWER || !FIRM.test(block.title)) return false
  const others = body.replaceAll(COMPARES, ' ')
  return others !== body && claimsToAssert({ file, helper }) && !FAILS.test(others) && !callsClaiming(body, block.title)
}

const LONGEST_ANSWER = 400

/** Every call is a statement of its own: nobody looks at the answer. */
function areUnheard(callers: readonly TestCase[], { helper: { block } }: Named): boolean {
  const call = new RegExp(`(?<![\\w$])${block.title.replaceAll(/\W/g, '\\$&')}[ (]`, 'g')
  return callers.every(({ file: { source }, block: { bodyStart, end } }) => {
    const code = source.code.slice(bodyStart, end)
    return Array.from(code.matchAll(call)).every(({ index }) => ALONE.test(code.slice(Math.max(0, index - 80), index)))
  })
}

/** A statement begins here. */
const ALONE =
  /(?:^|[;{}:]|[\w)\]"'`])[ \t]*\n\s{0,60}(?:a(?:wait) )?(?:self\.|this\.|\$this->|\w{1,40}\.)?$|^\s{0,60}(?:a(?:wait) )?$/

const LONGEST_BODY = 4000

/** It hands over to something that sounds as if it asserted. */
function callsClaiming(body: string, own: string): boolean {
  return Array.from(body.matchAll(/(?<![\w$])([A-Za-z_$][\w$]*)\s?\(/g), ([, name = '']) => name).some(
    (name) => name !== own && CLAIMS.test(name) && !/^(?:equals?|compare\w*|same\w*|matches)$/i.test(name),
  )
}
