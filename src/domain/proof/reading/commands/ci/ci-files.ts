// CI files: deleted, with checks removed or weakened, steps that may fail, triggers gone. Compared job by job.
import type { FileChange } from '../../../../../contract/change.ts'
import { kindOfConfig } from '../../../yardstick/yardstick.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding } from '../../finding.ts'
import { isCheck, isScan, kindOfCheck } from '../check-kinds.ts'
import type { CheckLine } from '../check-lines.ts'
import { compareLines } from '../check-lines.ts'
import { type CalledWorkflow, rarerChecks, smallerMatrix } from './ci-conditions.ts'
import { isForAllNow } from './ci-either.ts'
import { weakerEnvironment } from './ci-environment.ts'
import { idleSteps } from './ci-idle.ts'
import type { CiFile } from './ci-lines.ts'
import { readCi } from './ci-lines.ts'
import { isRunIn, stillRuns } from './ci-rebuilt.ts'
import { softened } from './ci-soft.ts'
import { lostTriggers } from './ci-triggers.ts'
import { readCommand } from '../command.ts'
import { weakerExports } from '../variables/exported.ts'
import type { Expander } from '../expand.ts'
import { expanderOf } from '../expand.ts'
import { newLinesOf } from '../new-lines.ts'
import { givesUp } from '../shell-scripts.ts'
import { underConditions } from '../under-conditions.ts'

/**
 * `changes` are all there are: commands move between CI files, scripts and Makefiles. Where nothing can run, a check that CI
 * still runs in another place is a note.
 */
export function compareCi(changes: readonly FileChange[], isOnlyRead = false): TamperFinding[] {
  const own = changes.filter(({ path, before, after }) => kindOfConfig(path) === 'ci' && before !== after)
  if (own.every(({ before }) => before === undefined)) return []
  const expand = expanderOf(changes)
  const read = own.map((change) => ({
    change,
    old: readCi(change.path, change.before),
    now: readCi(change.path, change.after),
  }))
  const called: CalledWorkflow = (path) => read.find((one) => one.change.path === path)?.now.settings
  const isShared = isOnlyRead && read.some(({ old, now }) => callsShared(now) > callsShared(old))
  return read.flatMap(({ change, old, now }) => {
    const { path, how, before, after } = change
    if (before === undefined) return []
    const elsewhere = newLinesOf(changes.filter((other) => other.path !== path))
    if (how === 'deleted' || after === undefined)
      return deletedCi(path, old, { elsewhere, expand }).map((one) =>
        isShared || (isOnlyRead && isRunByOthers(old, read, path)) ? { ...one, isNote: true as const } : one,
      )
    const found = compareFiles(path, { old, now, text: after }, { elsewhere, expand, called })
    if (!isOnlyRead) return found
    const isRun = stillRuns(
      { old: old.lines, now: now.lines },
      read.flatMap((one) => (one.change.path === path ? [] : one.now.lines)),
    )
    const isMoved = (one: TamperFinding): boolean => one.was !== undefined && (isShared || SHUT.test(path))
    return found.map((one) => (isMoved(one) || isRun(one) ? { ...one, isNote: true as const } : one))
  })
}

/** Everything that a CI file checked is a check of another one that changed too, and stays. */
function isRunByOthers(
  old: CiFile,
  read: readonly { readonly change: FileChange; readonly now: CiFile }[],
  path: string,
): boolean {
  const others = read.flatMap(({ change, now }) => (change.path === path ? [] : now.lines))
  const lines = others.filter(({ isSoft }) => isSoft !== true).map(({ text }) => readCommand(text))
  const checks = old.lines
    .filter(({ isSoft }) => isSoft !== true)
    .flatMap(({ text }) => readCommand(text).filter(isCheck))
  return checks.length > 0 && checks.every((check) => lines.some((parts) => isRunIn(parts, check)))
}

const SHARED = /^[\w.-]+\/[\w.-]+\/\.github\/workflows\/[\w./-]+\.ya?ml@/

/** Jobs that another repository describes: what they run is not to be seen here. */
function callsShared({ settings }: CiFile): number {
  return settings.filter((one) => one.path[0] === 'jobs' && one.path[2] === 'uses' && SHARED.test(one.value)).length
}

interface Around {
  readonly called?: CalledWorkflow
  readonly elsewhere: readonly CheckLine[]
  readonly expand: Expander
}

function compareFiles(
  file: string,
  { old, now, text }: { readonly old: CiFile; readonly now: CiFile; readonly text: string },
  { elsewhere, expand, called }: Around,
): TamperFinding[] {
  const sides = { old: old.settings, now: now.settings }
  const hasChecks = old.lines.some(isOfWork) && !isAboutReleases(file)
  const isForAll = isForAllNow(sides)
  const lines = compareLines({ file, before: old.lines, after: now.lines, elsewhere, kind: 'ci', expand })
    .filter((one) => !isForAll(one))
    .map((one) => (isAboutReleases(file) ? { ...one, isNote: true as const } : one))
  const said = new Set(lines.filter(({ isNote }) => isNote !== true).map(({ line }) => line))
  const guarded = isAboutReleases(file)
    ? []
    : underConditions(file, { before: old.lines, after: now.lines, text }, 'ci')
  return [
    ...softened(file, sides),
    ...[...idleSteps(file, sides), ...guarded].filter(({ line }) => !said.has(line)),
    ...(hasChecks ? [...lostTriggers(file, sides), ...rarerChecks(file, sides, called)] : []),
    ...(isAboutReleases(file) ? [] : smallerMatrix(file, sides, hasChecks)),
    ...weakerEnvironment(file, sides),
    ...weakerExports(file, { before: old.lines, after: now.lines }, 'ci'),
    ...givesUp(file, old.lines, now.lines, 'ci'),
    ...lines,
  ]
}

/** Its checks come on top of those that run for every change. */
function isAboutReleases(file: string): boolean {
  return /(?:release|publish|deploy|canary|nightly|pages|docs|stale|label)[\w.-]*$/i.test(file)
}

function isOfWork({ text }: CheckLine): boolean {
  return readCommand(text).some(isCheck) && !isScan(text)
}

/** Its checks may have moved to another file, in the words of another system. */
function deletedCi(path: string, { lines }: CiFile, { elsewhere, expand }: Around): TamperFinding[] {
  const checks = isAboutReleases(path) ? [] : lines.filter(isOfWork)
  const kinds = new Set(elsewhere.flatMap(({ text }) => readCommand(text).map(kindOfCheck)))
  const lost = compareLines({ file: path, before: checks, after: [], elsewhere, kind: 'ci', expand })
  const isElsewhere = checks.every(({ text }) =>
    readCommand(text)
      .filter(isCheck)
      .every((part) => kindOfCheck(part) === undefined || kinds.has(kindOfCheck(part))),
  )
  return lost.length === 0 || (elsewhere.length > 0 && isElsewhere)
    ? []
    : [{ ...finding('deleted', path, 1, 'CI file deleted'), ...(SHUT.test(path) && { isNote: true as const }) }]
}

/** travis-ci.org was shut in 2021: such a file is left over far more often than it is in use. */
const SHUT = /(?:^|\/)\.travis\.ya?ml$/
