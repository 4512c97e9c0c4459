// PHPUnit: which files its suites take, by folder and by the end and the beginning of their names.
import type { FileChange } from '../../../../../contract/change.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import { readSettings } from '../formats/read-settings.ts'
import type { ToolSetting } from '../setting.ts'
import { keysOf } from '../setting.ts'

const FILES = /(?:^|\/)phpunit[\w.-]*\.xml(?:\.dist)?$/
/** What PHPUnit takes where nothing is said. */
const USUAL_END = 'Test.php'

interface Suites {
  /** Without a slash at either end. */
  readonly folders: readonly Named[]
  readonly ends: readonly Named[]
  readonly beginnings: readonly Named[]
  readonly groups: readonly Named[]
  readonly first: readonly Named[]
  readonly count: number
}

interface Named {
  readonly value: string
  readonly line: number
}

export function fewerPhpTests({ path, before, after }: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  if (!FILES.test(path) || before === undefined || after === undefined) return []
  const [was, is] = [suitesIn(path, before), suitesIn(path, after)]
  return [
    ...shorter(path, was, is),
    ...longerNames(path, { was, is }, changes),
    ...only(path, 'group', was.groups, is.groups),
    ...(is.count > 1 ? only(path, 'suite', was.first, is.first) : []),
  ]
}

function suitesIn(path: string, text: string): Suites {
  const settings = readSettings(path, text)
  const under = (end: string): Named[] =>
    settings
      .filter((one) => keysOf(one).endsWith(end) && one.isText && one.value !== '')
      .map(({ value, line }) => ({ value: value.trim(), line }))
  const folders = under('testsuite.directory').map(({ value, line }) => ({
    value: value.replace(/^(?:\.\/)+|\/+$/g, ''),
    line,
  }))
  return {
    folders,
    ends: under('testsuite.directory.suffix'),
    beginnings: under('testsuite.directory.prefix'),
    groups: under('groups.include.group'),
    first: settings.filter(isFirst).map(({ value, line }) => ({ value, line })),
    count: settings.filter((one) => one.path.at(-1) === 'name' && one.path.at(-2) === 'testsuite').length,
  }
}

function isFirst({ path, value }: ToolSetting): boolean {
  return path.at(-1) === 'defaultTestSuite' && path.length === 2 && value !== ''
}

/** A folder in the place of the one that it stands in. Several of them are that folder, spelled out. */
function shorter(path: string, was: Suites, is: Suites): TamperFinding[] {
  return was.folders.flatMap(({ value: old }) => {
    if (is.folders.some(({ value }) => value === old || isIn(old, value))) return []
    const parts = is.folders.filter(({ value }) => isIn(value, old))
    const [part] = parts
    if (part === undefined || new Set(parts.map(({ value }) => value)).size > 1) return []
    return [finding('config', path, part.line, `directory narrowed to ${quote(part.value)}`)]
  })
}

function isIn(inner: string, outer: string): boolean {
  return outer === '' || outer === '.' || inner.startsWith(`${outer}/`)
}

/** Two ends may share between them what one found. */
function longerNames(
  path: string,
  { was, is }: { readonly was: Suites; readonly is: Suites },
  changes: readonly FileChange[],
): TamperFinding[] {
  const known =
    was.ends.length < was.folders.length
      ? [...was.ends.map(({ value }) => value), USUAL_END]
      : was.ends.map(({ value }) => value)
  const isAll = is.ends.length < is.folders.length && known.includes(USUAL_END)
  const ends = isAll
    ? []
    : is.ends.filter(({ value }) => known.some((old) => value !== old && value.endsWith(old)) && !known.includes(value))
  const isShared =
    new Set(ends.map(({ value }) => value)).size > 1 || is.ends.some(({ value }) => known.includes(value))
  const [end] = isShared ? [] : ends
  const isRenamed = end !== undefined && areRenamed(end.value, changes)
  const beginnings = is.beginnings.filter(({ value }) => !was.beginnings.some((one) => one.value === value))
  return [
    ...(end === undefined || isRenamed
      ? []
      : [finding('config', path, end.line, `suffix narrowed to ${quote(end.value)}`)]),
    ...(was.beginnings.length === 0 && beginnings.length === 1 && is.folders.length < 2 ? beginnings : []).map(
      ({ value, line }) => finding('config', path, line, `prefix narrowed to ${quote(value)}`),
    ),
  ]
}

/** Tests came under such names, and others went for them. */
function areRenamed(end: string, changes: readonly FileChange[]): boolean {
  const tests = changes.filter(({ path }) => path.endsWith(USUAL_END))
  return (
    tests.some(({ path, how }) => how === 'added' && path.endsWith(end)) &&
    tests.some(({ path, how }) => how === 'deleted' && !path.endsWith(end)) &&
    !tests.some(({ path, how }) => how !== 'deleted' && !path.endsWith(end))
  )
}

/** One of them alone, where all were run. */
function only(path: string, what: string, was: readonly Named[], is: readonly Named[]): TamperFinding[] {
  const [first] = is
  return was.length > 0 || first === undefined
    ? []
    : [finding('config', path, first.line, `only tests of ${what} ${quote(first.value)} are run now`)]
}
