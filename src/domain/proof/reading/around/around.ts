// What lies around a change between two commits: files that did not change say whether anybody calls a script that did,
// whether a pattern finds anything, and whether a config belongs to a project that is data of tests.
import type { FileChange } from '../../../../contract/change.ts'
import { lazily } from '../../../../contract/lazily.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'
import { readCommand } from '../commands/command.ts'
import { isProof, isWeaker } from '../commands/weaker-command.ts'
import type { TamperFinding } from '../finding.ts'
import { areAskedFor } from '../tests/guards/gates.ts'
import { type CalledNames, calledNames } from './called-names.ts'
import { runsInCi } from './ci-now.ts'
import { fixtureProject, isReferredTo } from './fixture-projects.ts'
import { findsNothing, looksAtAllAsBefore } from './found-files.ts'
import { isSuperseded, wentWithItsFolder } from './idle-configs.ts'
import { isSaidInConfig } from './said-in-config.ts'
import { isUnused } from './unused-tools.ts'
import { spellerOf, textsAfter } from './spelled-out.ts'

/** As the base holds it. */
export interface Surroundings {
  /** All paths. */
  readonly files: readonly string[]
  /** Files that call something by name, or are called: CI, hooks, package.json, Makefiles, scripts, configs above others. */
  readonly texts: ReadonlyMap<string, string>
  /** Commands of the checks. */
  readonly checks: readonly string[]
}

/** To read what lies around takes time; these alone can look different by it. */
export function asksAround({ kind }: { readonly kind?: string | undefined }): boolean {
  return kind === 'config' || kind === 'command' || kind === 'ci' || kind === 'deleted'
}

/** What nothing hangs on is a note. */
export function seenAround(
  findings: readonly TamperFinding[],
  changes: readonly FileChange[],
  around: Surroundings,
): TamperFinding[] {
  const called = lazily(() => calledNames(around))
  const files = lazily(() => new Set(around.files))
  const after = lazily(() => textsAfter(around.texts, changes))
  const speak = lazily(() => ({
    before: spellerOf(around.texts, around.files),
    after: spellerOf(
      after(),
      changes.flatMap(({ path, how }) => (how === 'deleted' ? [] : [path])).concat(around.files),
    ),
  }))
  const isRun = lazily(() => runsInCi(around, changes))
  return findings.map((one) => {
    if (
      one.isNote !== true &&
      one.tags &&
      one.tags.length > 0 &&
      areAskedFor(one.tags, [...after().values(), ...around.checks])
    )
      return { ...one, isNote: true as const }
    if (one.isNote === true || !asksAround(one)) return one
    const isIdle =
      isUncalled(one, called) ||
      ((one.kind === 'deleted' || one.kind === 'config') && isUnused(one.file, around)) ||
      ((one.kind === 'ci' || one.kind === 'deleted') && isRun()(one)) ||
      isSaidOtherwise(one, speak) ||
      (one.was !== undefined && one.now !== undefined && isSaidInConfig(one.was, one.now, after())) ||
      ((one.kind === 'deleted' || one.kind === 'config') && isSuperseded(one.file, files(), changes)) ||
      wentWithItsFolder(one, around.files, changes) ||
      isOfFixture(one, { files, called, texts: around.texts }) ||
      (one.leftOut !== undefined && findsNothing(one.leftOut, around.files, changes)) ||
      looksAtAllAsBefore(one, around.files, changes)
    return isIdle ? { ...one, isNote: true as const } : one
  })
}

interface Speakers {
  readonly before: (command: string) => string
  readonly after: (command: string) => string
}

/** With what both call in its place, the new command does all that the old one did. */
function isSaidOtherwise({ was, now }: TamperFinding, speak: () => Speakers): boolean {
  if (was === undefined || now === undefined) return false
  const [old, is] = [speak().before(was), speak().after(now)]
  return (old !== was || is !== now) && readCommand(old).some(isProof) && !isWeaker(old, is)
}

/** No check, no workflow and nothing that these call mentions its name. */
function isUncalled({ of }: TamperFinding, called: () => CalledNames): boolean {
  return of !== undefined && !called().isCalled(of)
}

interface Beside {
  readonly files: () => ReadonlySet<string>
  readonly called: () => CalledNames
  readonly texts: ReadonlyMap<string, string>
}

/** How a project is typed and linted that tests run on says nothing of the code under test, unless a command or a config names it. */
function isOfFixture({ file, kind }: TamperFinding, { files, called, texts }: Beside): boolean {
  if (kind !== 'config' || !/^(?:types|lint)$/.test(kindOfConfig(file) ?? '')) return false
  const project = fixtureProject(file, files())
  return project !== undefined && !called().isSaid(project.tail) && !isReferredTo(project.folder, texts)
}
