// Test files that a run could not load: they do not compile with the current code, or what they import is not there. Their
// tests did not run, so that their failure says nothing about the code. One row per runner, from recorded output.

export interface Unloaded {
  /** Files, packages and modules, as the runner names them. */
  readonly names: readonly string[]
  /** How many of them the runner counts as failed tests. */
  readonly counted: number
  /** … and how many of those are among the tests that ran, by our count: files of node:test are not. */
  readonly countedAsRun: number
  /** The lines that speak of nothing else. */
  readonly rest: readonly string[]
}

/** What was found of one runner: `said` are the places of the lines that speak of it. */
interface Found {
  readonly name: string
  readonly said: readonly number[]
  readonly isCounted?: true
  readonly isCountedAsRun?: false
}

type Reader = (lines: readonly string[]) => Found[]

export function unloadedIn(lines: readonly string[]): Unloaded {
  const found = READERS.flatMap((read) => read(lines))
  const said = new Set(found.flatMap((one) => one.said))
  const names = [...new Set(found.map(({ name }) => name))]
  const counted = found.filter(({ isCounted }) => isCounted)
  const size = (some: readonly Found[]): number => new Set(some.map(({ name }) => name)).size
  const asRun = counted.filter(({ isCountedAsRun }) => isCountedAsRun !== false)
  return { names, counted: size(counted), countedAsRun: size(asRun), rest: lines.filter((_, at) => !said.has(at)) }
}

const MODULE = String.raw`\S+\.[cm]?[jt]sx?`

/** Why a module cannot be loaded, in the words of Node and Bun. */
const CANNOT_LOAD =
  /\bSyntaxError\b|\bERR_(?:MODULE_NOT_FOUND|PACKAGE_PATH_NOT_EXPORTED|UNSUPPORTED_DIR_IMPORT)\b|\bCannot find (?:module|package) |\bNo matching export\b|\bCould not resolve\b/

const FILE = { isCounted: true, isCountedAsRun: false } as const

/** A file is reported as a test of its own, with what it printed above it. */
function inNode(lines: readonly string[]): Found[] {
  const result = /^(?:(?:not )?ok \d+ - |[✔✖﹣▶] )/
  const file = new RegExp(String.raw`^(?:not ok \d+ - |✖ )(${MODULE})(?: \(\d[\d.]*ms\))?$`)
  const found: Found[] = []
  let from = 0
  for (const [at, line] of lines.entries()) {
    const [, name] = file.exec(line) ?? []
    const isKnown = name !== undefined && found.some((one) => one.name === name)
    // The list at the end names it once more.
    if (name !== undefined && (isKnown || lines.slice(from, at).some((above) => CANNOT_LOAD.test(above))))
      found.push({ name, said: [...range(isKnown ? at : from, at), ...below(lines, at)], ...FILE })
    if (result.test(line)) from = at + 1
  }
  return found
}

/** The indented lines below. */
function below(lines: readonly string[], at: number): number[] {
  const end = lines.findIndex((line, index) => index > at && !/^ {2}/.test(line))
  return range(at, (end < 0 ? lines.length : end) - 1)
}

/** Of such a file no test was found. */
function inVitest(lines: readonly string[]): Found[] {
  const head = /^ *FAIL {2}(?:\|[^|]{1,60}\| +)?(\S+) \[ (\S+) \]$/
  return lines.flatMap((line, at) => {
    const [, name = '', same] = head.exec(line) ?? []
    if (name === '' || name !== same) return []
    const tree = lines.flatMap((one, index) =>
      one.includes(` ${name} (`) && /\(\d+ tests?\b/.test(one) ? [index] : [],
    )
    if (tree.some((index) => !/\(0 tests?\)/.test(lines[index] ?? ''))) return []
    const end = lines.findIndex((one, index) => index > at && /^⎯{3}/.test(one))
    return [{ name, said: [...tree, ...range(at, end < 0 ? at : end)] }]
  })
}

/** Its block says so, and tells of no test. */
function inJest(lines: readonly string[]): Found[] {
  const head = new RegExp(String.raw`^ ?FAIL (?:\S.{0,60} )?(${MODULE})(?: \(\d[\d.]* m?s\))?$`)
  const ends = /^ ?(?:FAIL|PASS) \S|^Test Suites: |^Summary of all failing tests/
  return blocks(lines, head, ends).flatMap(({ name, at, end }) => {
    const block = lines.slice(at, end)
    const titles = block.flatMap((line) => /^ *● (.+)$/.exec(line)?.[1] ?? []).filter((title) => title !== 'Console')
    const isTold = titles.length > 0 && titles.every((title) => title === 'Test suite failed to run')
    return isTold && !block.some((line) => /^ +[✓✕○] /.test(line)) ? [{ name, said: range(at, end - 1) }] : []
  })
}

function inBun(lines: readonly string[]): Found[] {
  const head = new RegExp(String.raw`^(${MODULE}):$`)
  return blocks(lines, head, /^\S+\.[cm]?[jt]sx?:$|^ +\d+ (?:pass|fail)$/).flatMap(({ name, at, end }) => {
    const block = lines.slice(at, end)
    const isTold = block.includes('# Unhandled error between tests') && block.some((line) => CANNOT_LOAD.test(line))
    const isRun = block.some((line) => /^\((?:pass|fail|skip|todo)\) /.test(line))
    return isTold && !isRun ? [{ name, said: range(at, end - 1), isCounted: true }] : []
  })
}

function inPytest(lines: readonly string[]): Found[] {
  const found = blocks(lines, /^_+ ERROR collecting (\S+) _+$/, /^_{3,} .+ _{3,}$|^={3,}/)
  return found.map(({ name, at, end }) => {
    const summary = lines.flatMap((line, index) => (/^ERROR (\S+)(?: - .*)?$/.exec(line)?.[1] === name ? [index] : []))
    return { name, said: [...range(at, end - 1), ...summary] }
  })
}

function inUnittest(lines: readonly string[]): Found[] {
  const found = blocks(lines, /^ERROR: (\S+) \(unittest\.loader\._FailedTest\b/, /^={70}$|^Ran \d+ tests? in /)
  return found.map(({ name, at, end }) => {
    const listed = lines.flatMap((line, index) =>
      line.startsWith(`${name} (unittest.loader._FailedTest`) ? [index] : [],
    )
    return { name, said: [...range(at, end - 1), ...listed], isCounted: true }
  })
}

/** The compiler's lines stand below the name of the package. */
function inGo(lines: readonly string[]): Found[] {
  return lines.flatMap((line, at) => {
    const [, name] = /^FAIL\s+(\S+) \[(?:build|setup) failed\]$/.exec(line) ?? []
    if (name === undefined) return []
    const heads = lines.flatMap((one, index) =>
      one.startsWith('# ') && one.split(' ').some((word) => word === name || word === `[${name}.test]`) ? [index] : [],
    )
    const said = heads.flatMap((index) => {
      const end = lines.findIndex((one, next) => next > index && !/^(?:\S+\.go:\d+|\t|too many errors)/.test(one))
      return range(index, (end < 0 ? lines.length : end) - 1)
    })
    return [{ name, said: [at, ...said] }]
  })
}

const READERS: readonly Reader[] = [inNode, inVitest, inJest, inBun, inPytest, inUnittest, inGo]

interface Block {
  readonly name: string
  readonly at: number
  /** The line behind its last one. */
  readonly end: number
}

function blocks(lines: readonly string[], head: RegExp, ends: RegExp): Block[] {
  return lines.flatMap((line, at) => {
    const [, name] = head.exec(line) ?? []
    if (name === undefined) return []
    const end = lines.findIndex((one, index) => index > at && ends.test(one))
    return [{ name, at, end: end < 0 ? lines.length : end }]
  })
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
