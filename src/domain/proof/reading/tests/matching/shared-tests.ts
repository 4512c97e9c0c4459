// Tests of several files that became one: shared examples, a base class, a mixin, a function with tests in it. Each file
// that takes them in still runs them; one that does not has lost them.
import { lazily } from '../../../../../contract/lazily.ts'
import { lineAt, lineStart } from '../../../source/source.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import type { TestCase, TestFile } from '../../test-file/test-file.ts'
import type { Comparison } from './comparison.ts'

export interface SharedTests {
  /** The file that a test stood in takes in one of that title that says as much. */
  readonly isTakenIn: (one: TestCase) => boolean
  /** Some file takes in what it stands in. */
  readonly isTakenBySome: (home: TestCase) => boolean
  /** Tests that went where others take them in, and the file that they stood in does not. */
  readonly left: () => TamperFinding[]
}

const MOST_HOMES = 20

export function sharedTests({ before, after, now, matches }: Comparison): SharedTests {
  const byTitle = casesByTitle(after)
  const heirs = new Map<TestFile, TestFile | undefined>()
  const heirOf = (file: TestFile): TestFile | undefined => {
    if (!heirs.has(file)) heirs.set(file, now.get(file.path) ?? renamed(file))
    return heirs.get(file)
  }
  const byName = lazily(() => new Map(after.map((file) => [nameOf(file), file])))
  const renamed = (file: TestFile): TestFile | undefined => {
    return (
      byName().get(nameOf(file)) ??
      file.cases.map((one) => matches.get(one)?.file).find((other) => other !== undefined && !isShared(other))
    )
  }
  const isShared = (file: TestFile): boolean => file.cases.some((one) => containersOf(one).length > 0)
  const isTakenBy = (file: TestFile | undefined, home: TestCase): boolean =>
    file !== undefined && file !== home.file && containersOf(home).some((name) => takes(file, name))
  const takers = lazily(() => {
    const files = new Map<string, TestFile[]>()
    for (const file of after)
      for (const name of namesTakenBy(file)) {
        const list = files.get(name)
        if (list) list.push(file)
        else files.set(name, [file])
      }
    return files
  })
  const isTakenBySome = (home: TestCase): boolean =>
    containersOf(home).some(
      (name) =>
        takers()
          .get(name)
          ?.some((file) => file !== home.file) === true,
    )
  return {
    isTakenBySome,
    isTakenIn: (one) => {
      const homes = (byTitle.get(one.title) ?? []).slice(0, MOST_HOMES)
      const fitting = homes.filter((home) => home.file.path !== one.file.path && saysAsMuch(home, one))
      return fitting.some((home) => isTakenBy(heirOf(one.file), home))
    },
    left: () => {
      const known = casesByTitle(before)
      return [...matches].flatMap(([one, other]) => {
        if (one.file.path === other.file.path || !isTakenBySome(other)) return []
        const twins = (known.get(one.title) ?? [])
          .slice(0, MOST_HOMES)
          .filter((twin) => twin.file !== one.file && saysAsMuch(other, twin))
        const heir = twins.length > 0 ? heirOf(one.file) : undefined
        if (!heir || heir === other.file || isTakenBy(heir, other)) return []
        if (!twins.some((twin) => isTakenBy(heirOf(twin.file), other))) return []
        return [finding('gone', one.file.path, one.line, `test ${quote(one.title)} is gone`)]
      })
    },
  }
}

function casesByTitle(files: readonly TestFile[]): Map<string, TestCase[]> {
  return Map.groupBy(
    files.flatMap(({ cases }) => cases),
    ({ title }) => title,
  )
}

function nameOf({ path }: TestFile): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function saysAsMuch(home: TestCase, one: TestCase): boolean {
  const said = new Set(home.assertions.map(({ key }) => key))
  const real = one.assertions.filter(({ isVacuous }) => !isVacuous)
  return real.length > 0 && real.every(({ key }) => said.has(key))
}

const GROUP =
  /^([ \t]*)(?:RSpec\.)?shared_(?:examples(?:_for)?|context)[ (]{1,3}(?:["']([^"'\n]{1,200})["']|:(\w{1,80}))/gm
const MODULE = /^([ \t]*)(?:module|class)[ \t]{1,9}(?:\w{1,60}::)*(\w{1,80})/gm

/** What it stands in, by the names under which others take it in. */
function containersOf({ file: { path, source, helpers }, block, line, fullTitle, title }: TestCase): string[] {
  const around = helpers.filter((one) => one.block.start < block.start && block.end <= one.block.end)
  const functions = around.map((one) => one.block.title)
  if (path.endsWith('.rb')) {
    const above = source.bare.slice(0, block.at)
    const own = /^[ \t]*/.exec(source.bare.slice(lineStart(source, line), block.end))?.[0].length ?? 0
    const group = [...above.matchAll(GROUP)].findLast(([, indent = '']) => indent.length < own)
    const module = [...above.matchAll(MODULE)].findLast(([, indent = '']) => indent.length < own)
    return [group?.[2] ?? group?.[3], module?.[2]].filter((name) => name !== undefined)
  }
  const suites = /\.[cm]?[jt]sx?$/.test(path) ? [] : fullTitle.slice(0, -title.length).split(' › ')
  const types = path.endsWith('.php')
    ? typesAbove(source.code.slice(0, lineStart(source, lineAt(source, block.at))))
    : []
  return [...functions, ...types, ...suites.map((name) => name.trim())].filter((name) => /^\w{3,}$/.test(name))
}

/** PHP: a trait is no suite. */
function typesAbove(code: string): string[] {
  const name = [...code.matchAll(/^(?:abstract |final )?(?:class|trait)\s{1,9}(\w{1,80})/gm)].at(-1)?.[1]
  return name === undefined ? [] : [name]
}

const takenBy = new WeakMap<TestFile, ReadonlySet<string>>()

function takes(file: TestFile, name: string): boolean {
  const known = takenBy.get(file) ?? namesTakenBy(file)
  takenBy.set(file, known)
  return known.has(name)
}

const GROUP_TAKEN =
  /^[ \t]*(?:it_(?:should_)?behaves?_like|include_(?:examples|context))[ (]{1,3}(?:["']([^"'\n]{1,200})["']|:(\w{1,80}))/gm
const MODULE_TAKEN =
  /^[ \t]*(?:(?:include|prepend|extend)[ (]{1,2}|class\b[^\n<]{1,80}<[ \t])(?:\w{1,60}::)*(\w{1,80})/gm
/** The rest of a line behind such a word; what it declares itself is not taken in. */
const BEHIND =
  /\b(?:(?:class|object|interface|struct)\s{1,9}\w{1,80}|include|prepend|use|with|extends|implements)\b([^\n{;]{0,300})/g
const CALLED = /(?<!\b(?:function|def|func|fun|fn|new|class)\s{1,9})(?<![\w$.])([A-Za-z_$][\w$]{2,80})\s?\(/g

/** Groups, base classes, mixins and functions, by name. */
function namesTakenBy({ path, source }: TestFile): Set<string> {
  if (path.endsWith('.rb')) {
    const groups = Array.from(source.bare.matchAll(GROUP_TAKEN), ([, text, symbol]) => text ?? symbol ?? '')
    return new Set([...groups, ...Array.from(source.bare.matchAll(MODULE_TAKEN), ([, name = '']) => name)])
  }
  const bases = Array.from(
    source.code.matchAll(BEHIND),
    ([, rest = '']) => rest.match(/[A-Za-z_$][\w$]*/g) ?? [],
  ).flat()
  const areCalled = /\.(?:[cm]?[jt]sx?|php|go|rs)$/.test(path)
  return new Set([...bases, ...(areCalled ? Array.from(source.code.matchAll(CALLED), ([, name = '']) => name) : [])])
}
