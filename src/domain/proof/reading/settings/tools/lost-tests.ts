// A runner that looks for its tests with other patterns now: test files that the old ones found, that are still there,
// and that no pattern finds any more. The config may have moved to another file on the way.
import type { FileChange } from '../../../../../contract/change.ts'
import { plural } from '../../../../text/plural.ts'
import { isTestFile, kindOfConfig } from '../../../yardstick/yardstick.ts'
import { toRunnerPattern } from '../../around/found-files.ts'
import { renamedFiles } from '../../commands/renamed-files.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding } from '../../finding.ts'
import type { ToolSetting } from '../setting.ts'
import { DEFAULT_FILES, PATTERN_LISTS, type PatternList, patternsIn } from './pattern-lists.ts'

/** `files`: all that there are before the change; undefined: not known yet. */
export function testsNotLookedFor(changes: readonly FileChange[], files?: readonly string[]): TamperFinding[] {
  return [...new Set(PATTERN_LISTS.map(({ runner }) => runner))].flatMap((runner) => {
    const was = sideOf(runner, changes, 'before')
    const [is, by = runner] = was ? takenOverBy(runner, changes) : []
    const [config] = is?.configs ?? []
    if (!was || !is || config === undefined || (by === runner && isSame(was, is))) return []
    const [first] = is.patterns
    const [file, line] = [first?.file ?? config, first?.line ?? 1]
    if (files === undefined) return [{ ...finding('config', file, line, 'other patterns of tests'), isOpen: true }]
    const own = new Set([...was.configs, ...is.configs])
    const others = newLinesIn(changes.filter(({ path }) => !own.has(path)))
    const all = lostFiles({ was: finderOf(was, runner, true), is: finderOf(is, by, false) }, changes, files)
    const lost = all.filter((path) => !isNamedIn(others, path))
    const [one] = lost
    if (one === undefined) return []
    const more = lost.length > 1 ? ` and ${plural(lost.length - 1, 'other file')}` : ''
    return [finding('config', file, line, `the runner no longer looks for the tests in ${one}${more}`)]
  })
}

const UNIT = ['jest', 'vitest', 'mocha', 'ava', 'jasmine']

/** The same runner, or another one whose config came as that of the first went. */
function takenOverBy(runner: string, changes: readonly FileChange[]): readonly [] | readonly [Side, string] {
  if (hasConfig(runner, changes, 'after')) {
    const own = sideOf(runner, changes, 'after')
    return own ? [own, runner] : []
  }
  const others = UNIT.includes(runner) ? UNIT.filter((one) => hasConfig(one, changes, 'after')) : []
  const [by] = others.filter((one) => !hasConfig(one, changes, 'before'))
  const side = by !== undefined && others.length === 1 ? sideOf(by, changes, 'after') : undefined
  return by !== undefined && side ? [side, by] : []
}

interface Pattern extends ToolSetting {
  readonly file: string
}

interface Side {
  readonly configs: readonly string[]
  readonly patterns: readonly Pattern[]
}

/** More of a config than its text says: another list of tests, another folder, a base. */
const ELSEWHERE =
  /\.{3}(?!configDefaults\b)|\bmergeConfig\b|\b(?:testRegex|testDir|rootDir|roots|spec_dir|preset|extends|extend|dir|root|projects|workspace)['"]?\s{0,9}[:=]/

interface RunnerConfig {
  readonly path: string
  readonly text: string
  readonly list: PatternList
}

function configsOf(runner: string, changes: readonly FileChange[], side: 'before' | 'after'): RunnerConfig[] {
  const lists = PATTERN_LISTS.filter((one) => one.runner === runner)
  return changes.flatMap(({ path, [side]: text }) => {
    const list = lists.find(({ file }) => file.test(path))
    return text === undefined || !list || !isOfRunner(path, text, list) ? [] : [{ path, text, list }]
  })
}

function hasConfig(runner: string, changes: readonly FileChange[], side: 'before' | 'after'): boolean {
  return configsOf(runner, changes, side).length > 0
}

/** Undefined where the runner has no config there, or where other files have a say in it. */
function sideOf(runner: string, changes: readonly FileChange[], side: 'before' | 'after'): Side | undefined {
  const found = configsOf(runner, changes, side)
  if (found.length === 0 || found.some(({ text }) => ELSEWHERE.test(text))) return undefined
  const patterns = found.flatMap(({ path, text, list }) =>
    patternsIn(path, text, list.list).map((one) => ({ ...one, file: path })),
  )
  return { configs: found.map(({ path }) => path), patterns }
}

/** A file with many purposes may say nothing about the runner. */
function isOfRunner(path: string, text: string, { list, runner }: PatternList): boolean {
  if (/(?:package|deno)\.jsonc?$/.test(path)) return patternsIn(path, text, list).length > 0
  return (
    !/(?:^|\/)vite[\w.-]*\.config\.\w+$/.test(path) ||
    /(?<![\w.])test\s{0,9}:\s{0,9}\{/.test(text) ||
    runner !== 'vitest'
  )
}

function isSame(was: Side, is: Side): boolean {
  const known = (side: Side): string => JSON.stringify(side.patterns.map(({ value }) => value).sort())
  return known(was) === known(is)
}

/** Undefined where nobody can tell. */
type Finder = ((path: string) => boolean) | undefined

/** What is no longer found must be known for certain: then a path is read from the folder of its config alone. */
function finderOf({ configs, patterns }: Side, runner: string, isAnchored: boolean): Finder {
  if (patterns.length === 0) {
    const usual = DEFAULT_FILES[runner]
    return usual && ((path) => configs.some((config) => path.startsWith(beginOf(config))) && usual.test(path))
  }
  if (patterns.some(({ isText }) => !isText)) return undefined
  const tried = patterns.map(({ file, value }) => {
    const glob = value.replace(/^(?:\.\/)+/, '')
    const pattern = toRunnerPattern(/[*?{[(]|\.\w{1,5}$/.test(glob) ? glob : `${glob.replace(/\/$/, '')}/**/*`)
    if (!pattern) return undefined
    if (isAnchored)
      return (path: string) => path.startsWith(beginOf(file)) && pattern.test(path.slice(beginOf(file).length))
    return (path: string) => tailsOf(path).some((tail) => pattern.test(tail))
  })
  const known = tried.filter((one) => one !== undefined)
  return isAnchored || known.length === tried.length ? (path) => known.some((isFound) => isFound(path)) : undefined
}

function beginOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** `a/b/c.ts`, `b/c.ts`, `c.ts` */
function tailsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, at) => parts.slice(at).join('/'))
}

/** Names that only tests have: what helps them lies in the same folders. */
const NAMED = /[._-](?:tests?|specs?|e2e|cy)\.[cm]?[jt]sx?$|(?:^|\/)tests?[._-][^/]*$/i

interface Sides {
  readonly was: Finder
  readonly is: Finder
}

function lostFiles({ was, is }: Sides, changes: readonly FileChange[], files: readonly string[]): string[] {
  if (!was || !is) return []
  const gone = new Set(changes.flatMap(({ path, how }) => (how === 'deleted' ? [path] : [])))
  const renamed = renamedFiles(changes)
  return files.flatMap((path) => {
    if (!isTestFile(path) || !NAMED.test(path) || !was(path)) return []
    const now = gone.has(path) ? renamed.get(path) : path
    return now === undefined || is(now) ? [] : [now]
  })
}

/** What configs, scripts and CI say since then. */
function newLinesIn(changes: readonly FileChange[]): string[] {
  return changes.flatMap(({ path, before = '', after = '' }) => {
    if (kindOfConfig(path) === undefined) return []
    const old = new Set(before.split('\n'))
    return after.split('\n').filter((line) => !old.has(line))
  })
}

const ANY_FOLDER = /^(?:src|lib|packages|apps|tests?|specs?)$/

/** The file, or a folder that holds it. */
function isNamedIn(lines: readonly string[], path: string): boolean {
  const parts = path.split('/').filter((part) => !ANY_FOLDER.test(part))
  return lines.some((line) => parts.some((part) => line.includes(part)))
}
