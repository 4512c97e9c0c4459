// Files that a check uses by name, whatever they are called: replaced, emptied, or no longer able to fail. Their kind
// decides how they are read; a script of any language is judged by its ways to fail. An honest edit leaves a note.
import type { FileChange, NamedFile, NamedFiles } from '../../../../contract/change.ts'
import { renamer } from '../commands/compare-commands.ts'
import { compareTargets } from '../commands/make-targets.ts'
import { newLinesOf } from '../commands/new-lines.ts'
import { compareScripts, readScripts } from '../commands/package-scripts.ts'
import { compareShell } from '../commands/shell-scripts.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { isTestFile, kindOfConfig } from '../../yardstick/yardstick.ts'
import { isShellText } from '../../yardstick/named/paths.ts'
import { codeLines, isShared, linesNow } from './shared-lines.ts'
import { droppedItems, higherLimits } from './tolerance.ts'
import type { CodeLine, FailingSite, WaysToFail } from './ways-to-fail.ts'
import { SOME_PROGRAM, waysToFail } from './ways-to-fail.ts'
import { firstChange } from '../../source/first-change.ts'

/** `others`: what the readers of known kinds found. */
export function compareNamed(
  changes: readonly FileChange[],
  named: NamedFiles,
  others: readonly TamperFinding[],
): TamperFinding[] {
  if (named.size === 0) return []
  const told = new Set(others.map(({ file }) => file))
  return changes.flatMap((change) => {
    const use = named.get(change.path)
    if (use === undefined || use.use === 'shadows' || change.before === change.after) return []
    const found = compareOne(change, use, changes)
    if (found.length === 0) return told.has(change.path) ? [] : noted(change)
    // A test that was told of is not told of twice.
    return told.has(change.path) && isTestFile(change.path) ? [] : found
  })
}

/** Files of a known kind have readers of their own. */
function noted({ path, how, before, after }: FileChange): TamperFinding[] {
  if (isTestFile(path) || kindOfConfig(path) !== undefined) return []
  const what = how === 'added' ? 'a check uses this file, and it is new' : 'a check uses this file, and it was changed'
  return [{ ...finding('command', path, firstChange(before ?? '', after ?? ''), what), isNote: true }]
}

const COMPOSER = /(?:^|\/)composer\.json$/

function compareOne(change: FileChange, { use, calls }: NamedFile, changes: readonly FileChange[]): TamperFinding[] {
  const { path, how, before, after } = change
  if (how === 'added' || before === undefined) return []
  if (how === 'deleted') {
    if (hasOwnReader(path) || isMoved(change, changes)) return []
    const isFine = isPackagedAnew(path, changes) || isNoLongerCalled(path, use, changes)
    return [{ ...gone(path, use), ...(isFine && { isNote: true as const }) }]
  }
  if (after === undefined) return []
  const kind = kindOfConfig(path)
  const old = use === 'defines' ? withMoves(before, changes) : before
  if (use === 'defines' && (kind === 'package' || COMPOSER.test(path)))
    return compareScripts(path, old, after, { also: calls, rename: renamer(path, changes) })
  if (use === 'defines' && kind === 'makefile')
    return compareTargets(path, old, after, {
      also: calls,
      elsewhere: newLinesOf(changes.filter((other) => other.path !== path)),
    })
  if (use === 'reads' || (kind !== undefined && kind !== 'shell')) return []
  return compareScript(change, changes)
}

/** Commands as they would read if files that were moved had always been there. */
function withMoves(text: string, changes: readonly FileChange[]): string {
  const moved = changes.filter(
    ({ path, how, before }) => how === 'deleted' && before !== undefined && text.includes(path),
  )
  return moved
    .slice(0, 20)
    .reduce((all, change) => all.replaceAll(change.path, movedPath(change, changes) ?? change.path), text)
}

/** What a deleted file of this kind means is said where it is compared. */
function hasOwnReader(path: string): boolean {
  const kind = kindOfConfig(path)
  return isTestFile(path) || (kind !== undefined && kind !== 'package' && kind !== 'mixed' && kind !== 'build')
}

function gone(path: string, use: NamedFile['use']): TamperFinding {
  const what = use === 'reads' ? 'deleted, and a check reads it' : 'deleted, and a check runs it'
  return finding('deleted', path, 1, what)
}

const MAKES = /^(?:pre|post)?(?:build|bundle|minify|compile|dist|prepack)(?:$|[:.-])/

/** Only scripts that make something called it, and none does any more. */
function isNoLongerCalled(path: string, use: NamedFile['use'], changes: readonly FileChange[]): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const packages = changes.filter((other) => kindOfConfig(other.path) === 'package' && other.how === 'modified')
  const callers = packages.flatMap(({ before = '' }) =>
    [...readScripts(before)].filter(([, { command }]) => command.includes(name)).map(([script]) => script),
  )
  const isSaid = changes.some(({ path: other, after }) => other !== path && after?.includes(name) === true)
  return use === 'runs' && callers.length > 0 && callers.every((script) => MAKES.test(script)) && !isSaid
}

/** `setup.py` went, and `pyproject.toml` says how the package is built: a check that still calls it fails. */
function isPackagedAnew(path: string, changes: readonly FileChange[]): boolean {
  const folder = /^(.*\/)?setup\.py$/.exec(path)
  if (!folder) return false
  const project = changes.find((other) => other.path === `${folder[1] ?? ''}pyproject.toml`)
  return /^\[(?:project|build-system)\]/m.test(project?.after ?? '')
}

/** Its lines stand in a file that was added. */
function isMoved(change: FileChange, changes: readonly FileChange[]): boolean {
  return (
    codeLines(change.before ?? '').length === 0 ||
    movedPath(change, changes) !== undefined ||
    changes.some((other) => isSameDocument(change, other))
  )
}

/** `LICENSE.md` became `LICENSE`: a document with another ending, which nobody reads for what it measures. */
function isSameDocument({ path }: FileChange, other: FileChange): boolean {
  const stem = (name: string): string => name.replace(DOCUMENT, '')
  const isDocument = DOCUMENT.test(path) && (DOCUMENT.test(other.path) || !/\.\w+$/.test(other.path))
  return isDocument && other.how === 'added' && stem(other.path) === stem(path)
}

const DOCUMENT = /\.(?:md|rst|txt|adoc|markdown)$/

function movedPath({ path, before = '' }: FileChange, changes: readonly FileChange[]): string | undefined {
  const lines = codeLines(before)
  return changes.find(
    (other) =>
      other.path !== path &&
      other.how !== 'deleted' &&
      other.after !== undefined &&
      isShared(lines, linesNow(other), MOVED),
  )?.path
}

const MOVED = 0.6

/** Product code, what is built from it, and what a build tool brings along: they change for many reasons. */
const PRODUCT = /^(?:src|lib|app|pkg|packages|cmd|internal|dist)\/|\.min\.[cm]?js$|(?:^|\/)(?:mvnw|gradlew)$/

function compareScript(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  const { path, before = '', after = '' } = change
  const [was, own] = [waysToFail(path, before), waysToFail(path, after)]
  const now = withMoved(own, movedTo(change, changes))
  const isShell = isShellText(path, before) || isShellText(path, after)
  const severe = [...emptied(path, was, own), ...cannotFail(path, was, now), ...endsEarly(path, was, own)]
  if (severe.length > 0 || PRODUCT.test(path) || isTestFile(path)) return severe.slice(0, 1)
  const byLines = isShell && kindOfConfig(path) === undefined ? compareShell(path, before, after) : []
  if (byLines.length > 0) return byLines
  return [
    ...fewerWays(path, was, now),
    ...vacuousNow(path, was, now),
    ...programsGone(path, was, now),
    ...swallowed(path, was, own),
    ...higherLimits(path, was, own),
    ...droppedItems(change, changes),
  ].slice(0, 3)
}

const MOST_MOVED = 10

/** Files that were added and that the script names now, itself or through another one of them. */
function movedTo({ path, after = '' }: FileChange, changes: readonly FileChange[]): WaysToFail[] {
  const open = changes.filter(({ path: other, how, after: text }) => other !== path && how === 'added' && text)
  const found: FileChange[] = []
  const take = (text: string): void => {
    for (const one of open) {
      if (found.length >= MOST_MOVED) return
      if (found.includes(one) || !text.includes(nameOf(one.path))) continue
      found.push(one)
      take(one.after ?? '')
    }
  }
  take(after)
  return found.map(({ path: other, after: text = '' }) => waysToFail(other, text))
}

function nameOf(path: string): string {
  const file = path.split('/').at(-1) ?? path
  return file.replace(/\.\w{1,6}$/, '')
}

function withMoved(own: WaysToFail, moved: readonly WaysToFail[]): WaysToFail {
  if (moved.length === 0) return own
  const runs = new Map(own.runs)
  for (const [name, count] of moved.flatMap((each) => [...each.runs])) runs.set(name, (runs.get(name) ?? 0) + count)
  const all = [own, ...moved]
  return { ...own, lines: all.flatMap(({ lines }) => lines), fails: all.flatMap(({ fails }) => fails), runs }
}

function emptied(path: string, was: WaysToFail, now: WaysToFail): TamperFinding[] {
  if (now.lines.length > 0 || was.lines.length === 0) return []
  return [finding('emptied', path, 1, 'emptied, and a check runs it')]
}

const MUCH_SMALLER = 0.3
const SMALL = 10

function cannotFail(path: string, was: WaysToFail, now: WaysToFail): TamperFinding[] {
  const ways = ({ fails, runs }: WaysToFail): number => fails.length + runs.size
  if (ways(was) > 0 && ways(now) === 0)
    return [finding('command', path, 1, 'nothing in the script of a check can fail any more')]
  const [old, left] = [was.lines.length, now.lines.length]
  if (ways(was) > 0 || old < SMALL || left >= old * MUCH_SMALLER) return []
  return [finding('command', path, 1, `the script of a check shrank from ${old} lines to ${left}`)]
}

/** A new end as a success, before the rest of the script. */
function endsEarly(path: string, was: WaysToFail, now: WaysToFail): TamperFinding[] {
  if (now.ends.length <= was.ends.length) return []
  const known = new Set(was.ends.map(({ text }) => text))
  const added = now.ends.filter(({ text, isPlain }) => isPlain || !known.has(text))
  const isBefore = ({ line }: FailingSite): boolean => now.fails.some((site) => site.line > line)
  const plain = added.find(
    (site) => site.isPlain && (isBefore(site) || now.isShell) && site.line !== now.lines.at(-1)?.line,
  )
  if (plain)
    return [
      finding('command', path, plain.line, `the script of a check ends as a success early (${quote(plain.text)})`),
    ]
  const masks = added.find(({ text }) => /\btrap\b|\batexit\b|\bat_exit\b|exitCode\s?=\s?0|\.on\(/.test(text))
  if (masks)
    return [finding('command', path, masks.line, `the script of a check ends as a success (${quote(masks.text)})`)]
  const some = added.find((site) => isBefore(site) && !/help|usage|version|list|dry/i.test(site.around))
  if (!some || now.fails.length > was.fails.length) return []
  return [
    {
      ...finding('command', path, some.line, `the script of a check may end early (${quote(some.text)})`),
      meant: true,
    },
  ]
}

function fewerWays(path: string, was: WaysToFail, now: WaysToFail): TamperFinding[] {
  if (now.fails.length >= was.fails.length) return []
  const left = new Set(now.fails.map(({ text }) => text))
  const lost = was.fails.find(({ text }) => !left.has(text)) ?? was.fails.at(-1)
  if (!lost) return []
  return [finding('command', path, lost.line, `the script of a check lost a way to fail (${quote(lost.text)})`)]
}

/** It fails still, but nothing is compared any more. */
function vacuousNow(path: string, was: WaysToFail, now: WaysToFail): TamperFinding[] {
  const compared = ({ fails }: WaysToFail): number => fails.filter(({ isCompared }) => isCompared).length
  if (compared(now) >= compared(was) || now.fails.length < was.fails.length) return []
  const known = new Set(was.fails.map(({ text, isCompared }) => `${isCompared} ${text}`))
  const site = now.fails.find(({ text, isCompared }) => !isCompared && !known.has(`false ${text}`))
  if (!site) return []
  return [
    finding('vacuous', path, site.line, `the script of a check compares nothing here any more (${quote(site.text)})`),
  ]
}

/** Words of the shell, and what only fetches or prepares. */
const PREPARES =
  /^(?:\W+|sudo|curl|wget|md5sum|sha\d+sum|uname|dirname|basename|apt-get|apt|brew|chmod|mkdir|cp|mv|rm|unzip|tar|mono|nuget)$/

function programsGone(path: string, was: WaysToFail, now: WaysToFail): TamperFinding[] {
  const lost = [...was.runs].filter(([name]) => !now.runs.has(name) && !PREPARES.test(name))
  const came = [...now.runs.keys()].filter((name) => !was.runs.has(name))
  if (lost.length <= came.length) return []
  const [name = ''] = lost[0] ?? []
  const what =
    name === SOME_PROGRAM
      ? 'the script of a check starts no program any more'
      : `the script of a check no longer runs ${quote(name)}`
  return [finding('command', path, 1, what)]
}

const SWALLOWS =
  /\|\|\s{0,9}(?:true|:|exit 0|echo\b[^|&;]{0,200})\s{0,9}[;)]?$|\bcatch\s{0,9}(?:\(\s?\w{0,40}\s?\))?\s{0,9}\{\s{0,9}\}|\.catch\(\s{0,9}\(?\w{0,40}\)?\s{0,9}=>\s{0,9}(?:\{\s{0,9}\}|undefined|null|0|true)\s{0,9}\)|^except(?:\s{1,9}\(?[^:()]{0,80}\b(?:Exception|BaseException|SystemExit|AssertionError|CalledProcessError|SubprocessError)\b[^:]{0,60})?\s{0,9}:\s{0,9}(?:pass|\.\.\.)?$|\btrap\b[^#]{0,40}\bexit 0|\bexitCode\s?=\s?0\b|\bcheck\s?=\s?False\b|\brescue\b\s{0,9}(?:nil|true)?$/
const MAY_FAIL =
  /^(?:rm|mkdir|kill|pkill|docker|cp|mv|cd|command|which|git|touch|unlink|rmdir|trap|popd|pushd|source|\.)\b/

function swallowed(path: string, was: WaysToFail, now: WaysToFail): TamperFinding[] {
  const all = ({ lines }: WaysToFail): CodeLine[] => lines.filter(({ text }) => SWALLOWS.test(text.slice(0, 1000)))
  const [old, swallows] = [all(was), all(now)]
  const known = new Set(old.map(({ text }) => text))
  const added = swallows.find(({ text }) => !known.has(text) && !MAY_FAIL.test(text))
  if (!added || swallows.length <= old.length) return []
  return [finding('command', path, added.line, `the script of a check swallows failures now (${quote(added.text)})`)]
}
