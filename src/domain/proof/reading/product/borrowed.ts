// Rules for names that one changed file gives to another: functions that end the process, answers to whether a test runner
// is there, and the stack or facts about the process that such an answer is read from.
import type { FileChange } from '../../../../contract/change.ts'
import { plainLines } from '../../source/source.ts'
import { looksIntoStack, READS, readsStack } from './caller/callers.ts'
import { exitOutsideOfEntry, ENDS, LEAVING, mayExit } from './exits.ts'
import { isCommandLine, isEntry, isProductFile } from './product-file.ts'
import type { ProductText } from './product-file.ts'
import type { RigPlace, RigRule } from './rig-rule.ts'
import { wholeMatch } from './rig-rule.ts'
import { ASKS, asksOfLent, RUNNER_NAMED, useAsAnAnswer } from './under-test.ts'

/** Where a name comes from. */
interface Lender {
  readonly path: string
  readonly name: string
}

const MOST_LENDERS = 10

/** `mayMatch` tells by single words whether a rule's pattern has anything to find in a text. */
export function borrowedRules(
  changes: readonly FileChange[],
  mayMatch: (pattern: RegExp, text: string) => boolean,
): RigRule[] {
  const texts = changes.flatMap(({ path, before, after }) =>
    after !== undefined && isProductFile(path) ? [{ path, text: plainLines(after), was: before ?? after }] : [],
  )
  const exits = texts.flatMap(({ path, text }) => exitsIn(path, text)).slice(0, MOST_LENDERS)
  const leaving = texts
    .flatMap(({ path, text, was }) => {
      const found = leavingIn(path, text)
      return found.length === 0 || isEntry(path, was) || isCommandLine(path, was) ? [] : found
    })
    .slice(0, MOST_LENDERS)
  // A file that asks and answers itself is read without this.
  const others = texts.length < 2 ? [] : texts
  const stacksIn = (path: string, text: string): Lender[] => {
    const pattern = readsStack(path)
    return pattern && mayMatch(pattern, text) ? namesOf(path, text, pattern) : []
  }
  const [flags, facts, stacks] = [flagsIn, factsIn, stacksIn].map((find) =>
    others.flatMap(({ path, text }) => find(path, text)).slice(0, MOST_LENDERS),
  )
  return [
    ...exits.map((lender) => exitRule(lender)),
    ...leaving.map((lender) => leavingRule(lender)),
    ...(flags ?? []).map((lender) => lentRule(lender, ASKS, useAsAnAnswer)),
    ...(facts ?? []).map((lender) => lentRule(lender, ASKS, asksOfLent)),
    ...(stacks ?? []).map((lender) => lentRule(lender, READS, looksIntoStack)),
  ]
}

const EXIT =
  /\b(?:process\.(?:exit|reallyExit)|os\._exit|sys\.exit|os\.Exit|System\.exit|\.halt|exitProcess|Environment\.Exit|process::exit|exit!?)[ (]\s?\$?([A-Za-z_]\w{0,30})\s?(?:\)|;|$)/gm
const EXIT_IN_GO = /^[ \t]{0,9}(?:var )?(\w{1,40})(?: func\((?:\w{1,20} )?int\))?\s?:?=\s?(?:os|syscall)\.Exit[ \t]*$/gm
const FURTHEST = 400

/** Whatever ends a process says so with one of these. */
const ENDING = /xit|halt/

/** The nearest head above that has the code as a parameter. */
function exitsIn(path: string, text: string): Lender[] {
  if (!ENDING.test(text)) return []
  if (path.endsWith('.go')) {
    const kept = [...text.matchAll(EXIT_IN_GO)].slice(0, MOST_LENDERS)
    if (kept.length > 0) return kept.map(([, name = '']) => ({ path, name }))
  }
  return [...text.matchAll(EXIT)].slice(0, MOST_LENDERS).flatMap(({ index, 1: code = '' }) => {
    const above = text.slice(Math.max(0, index - FURTHEST), index)
    const head = [...above.matchAll(HEAD)].at(-1)
    const name = head?.[1] ?? head?.[3]
    const isGiven = new RegExp(`\\b${code}\\b`).test(head?.[2] ?? head?.[4] ?? '')
    return name !== undefined && isGiven ? [{ path, name }] : []
  })
}

const HEAD =
  /\b(?:function|def|func|fn|fun|void)\s{1,3}(?:self\.)?(\w{2,40})\s?\(([^()\n]{0,80})\)|\b(?:const|let|var)\s{1,3}(\w{2,40})[^=\n]{0,60}=\s?(?:\(([^()\n]{0,80})\)|\w{1,30})[^=\n]{0,20}=>/g

function exitRule(lender: Lender): RigRule {
  return {
    files: sameLanguage(lender.path),
    pattern: new RegExp(
      `(?<![\\w$.]|function |def |func |fn |fun )(?:\\w{1,30}(?:\\.|::|->))?${lender.name}\\(\\s?(0|false|False)\\s?\\)`,
      'g',
    ),
    what: ENDS,
    suspect: (place) =>
      borrows(place.text, lender) && !isGoProgram(place.text) ? exitOutsideOfEntry(place) : undefined,
  }
}

const EXIT_WELL =
  /\b(?:process\.(?:exit|reallyExit)|os\._exit|sys\.exit|os\.Exit|System\.exit|\.halt|exitProcess|Environment\.Exit|process::exit|exit!?)\(\s?(0|\$?[A-Za-z_]\w{0,30})?\s?\)/g

/** Functions of a library that are allowed to end the process, by their name or because they never return. */
function leavingIn(path: string, text: string): Lender[] {
  if (!ENDING.test(text)) return []
  return [...text.matchAll(EXIT_WELL)].slice(0, MOST_LENDERS).flatMap(({ index, 1: code = '' }) => {
    const above = text.slice(Math.max(0, index - FURTHEST), index)
    const head = [...above.matchAll(HEAD)].at(-1)
    const name = head?.[1] ?? head?.[3] ?? ''
    const given = head?.[2] ?? head?.[4] ?? ''
    const isWell = code === '' || code === '0' || isZeroByDefault(given, code)
    const inside = above.slice(head?.index ?? 0)
    const isLast = /->\s?!\s*\{/.test(inside)
    return name !== '' && isWell && !AT_A_SIGNAL.test(inside) && (isLast || LEAVING.test(name)) ? [{ path, name }] : []
  })
}

/** Who calls such a function ends nothing: the process ends when somebody stops it. */
const AT_A_SIGNAL =
  /\.(?:on|once|addListener)\(\s?["'\x60]SIG[A-Z]+["'\x60]|\bsignal\.signal\(|\bSignal\.trap\b|\btrap[ (]["']/

function isZeroByDefault(parameters: string, name: string): boolean {
  return parameters.split(',').some((one) => one.includes(name) && /=\s?0\s?$/.test(one))
}

function leavingRule(lender: Lender): RigRule {
  return {
    files: sameLanguage(lender.path),
    pattern: new RegExp(
      `(?<![\\w$.]|function |def |func |fn |fun |import |from )(?:\\w{1,30}(?:\\.|::|->))?${lender.name}\\((?!\\s?[1-9])`,
      'g',
    ),
    what: ENDS,
    suspect: (place) =>
      borrows(place.text, lender) && !isGoProgram(place.text) && !mayExit(place) ? wholeMatch(place) : undefined,
  }
}

function isGoProgram({ path, source }: ProductText): boolean {
  return path.endsWith('.go') && /^package main\b/m.test(source.code)
}

const FACTS =
  /\b(?:process\.(?:argv|execArgv|env)|sys\.(?:argv|modules)|os\.environ|os\.Args|LOADED_FEATURES|PROGRAM_NAME|getInputArguments|getStackTrace|GetAssemblies|GetCommandLineArgs|Class\.forName|get_included_files|class_exists)\b/g
const NAMED =
  /\b(?:function|def|func(?: \([^()\n]{1,60}\))?|fn|fun|bool|boolean|const|let|var|val)\s{1,3}(?:self\.)?(\w{2,40})|\bexports\.(\w{2,40})\s?=|^([A-Z_]{2,40})\s?=|^[ \t]{1,9}(?:(?:public|private|protected|internal|static|final|async|get) |[\w<>[\].]{1,40} )*(?!if\b|for\b|while\b|switch\b|catch\b|return\b)(\w{2,40})\([^()\n]{0,120}\)[^;=\n]{0,60}\{[ \t]*$/gm

/** Facts about the process, a runner's name beside them, and the name that the answer goes by. */
function flagsIn(path: string, text: string): Lender[] {
  return namesOf(path, text, FACTS, (index) => RUNNER_NAMED.test(text.slice(Math.max(0, index - 80), index + 200)))
}

/** Facts about the process that somebody else looks into. */
function factsIn(path: string, text: string): Lender[] {
  return namesOf(path, text, FACTS)
}

/** The names of what the matches are part of. */
function namesOf(path: string, text: string, pattern: RegExp, isOne?: (index: number) => boolean): Lender[] {
  const names = [...text.matchAll(pattern)].slice(0, MOST_LENDERS).flatMap(({ index }) => {
    if (isOne && !isOne(index)) return []
    const above = text.slice(Math.max(0, index - 200), index)
    return (
      [...above.matchAll(NAMED)]
        .at(-1)
        ?.slice(1)
        .find((name) => name !== undefined) ?? []
    )
  })
  return [...new Set(names)].map((name) => ({ path, name }))
}

function lentRule(lender: Lender, what: string, suspect: NonNullable<RigRule['suspect']>): RigRule {
  return {
    files: sameLanguage(lender.path),
    pattern: new RegExp(`(?<![\\w$"'])${lender.name}\\b(?!\\s?=[^=])`, 'g'),
    what,
    suspect: (place) =>
      place.text.path !== lender.path && borrows(place.text, lender) && !isImport(place) ? suspect(place) : undefined,
  }
}

function isImport({ scopes }: RigPlace): boolean {
  return /^(?:import|from|use|using|require\w*|(?:const|let|var) \{)\b/.test(scopes[0]?.header ?? '')
}

function sameLanguage(path: string): RegExp {
  return /\.[cm]?[jt]sx?$/.test(path) ? /\.[cm]?[jt]sx?$/ : new RegExp(`\\.${path.slice(path.lastIndexOf('.') + 1)}$`)
}

/** Named by its file, or a neighbour where neighbours need no import. */
function borrows({ path, source }: ProductText, lender: Lender): boolean {
  if (path === lender.path) return true
  const [folder, theirs] = [path, lender.path].map((each) => each.slice(0, each.lastIndexOf('/') + 1))
  const file = lender.path.slice(lender.path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const needsImport = /\.(?:[cm]?[jt]sx?|py)$/.test(path)
  return source.text.includes(file) || (!needsImport && folder === theirs)
}
