// Reads what was done to the yardstick between two moments: suspicions for a person or an extra run to settle, and notes.
import type { ChangeNote, FileChange, NamedFiles, Tampering } from '../../../contract/change.ts'
import { type Surroundings, seenAround } from './around/around.ts'
import { compareCi } from './commands/ci/ci-files.ts'
import { compareCommands, deletedCommands } from './commands/compare-commands.ts'
import { betweenCommits } from './commands/two-commits.ts'
import { lowerSimpleCov } from './settings/build/build-floors.ts'
import { ignoredFailures } from './settings/build/ignored-failures.ts'
import { newTargets } from './commands/make-targets.ts'
import { changedExpectations, type Expectations } from './expected/changed-expectations.ts'
import type { FailedCheck } from './expected/failed-before.ts'
import { compare, type Comparison } from './tests/matching/comparison.ts'
import { withoutPackage } from './tests/without-package.ts'
import { compareTests } from './tests/compare-tests.ts'
import { compareConfig } from './settings/configs/config-files.ts'
import { deletedConfig, movedConfig } from './settings/configs/deleted-configs.ts'
import { changedBases } from './settings/extended-bases.ts'
import { idlePatterns } from './settings/tools/idle-patterns.ts'
import { testsNotLookedFor } from './settings/tools/lost-tests.ts'
import { onlyChanged } from './settings/tools/changed-lines.ts'
import { excludedTags } from './settings/excluded-tags.ts'
import { mappedModules } from './settings/mapped-modules.ts'
import { ownRunners } from './settings/own-runners.ts'
import { withCode } from './settings/rules-with-code.ts'
import { compareRake } from './settings/build/rake-files.ts'
import type { TamperFinding } from './finding.ts'
import { toNotes, toTampering, unsaid } from './finding.ts'
import { memorizedAnswers } from './product/memorized/memorized-answers.ts'
import { riggedProduct } from './product/rigged-product.ts'
import { compareOwnConfig } from './settings/own-config.ts'
import { compareNamed } from './named/compare-named.ts'
import { rewrittenTests } from './named/rewritten-tests.ts'
import { hiddenFiles } from './named/hidden-files.ts'
import { localTools } from './named/local-tools.ts'
import { importedShadows } from './named/imported-shadows.ts'
import { newShadows } from './named/shadows.ts'
import { riggedRuns } from './tests/rigged-runs.ts'
import { compareSwitches, lostTaskChecks } from './settings/build/build-files.ts'
import { weakerVariables } from './settings/variable-files.ts'
import { newSuppressions } from './tests/suppressions.ts'
import { saidInBoth, withProgramsSpelledOut } from './commands/programs/own-programs.ts'
import { withSwaps } from './commands/tool-swaps.ts'
import { unreadNow } from './unread.ts'
import { languageOf } from '../source/languages.ts'
import type { ConfigKind } from '../yardstick/yardstick.ts'
import { kindOfConfig } from '../yardstick/yardstick.ts'

/** What is known beside the changed files themselves. */
export interface ReadingContext {
  /** Files that a check runs by name, one hop deep, as they stood at the beginning. */
  readonly named?: NamedFiles
  /** Checks of this task that failed, newest first. */
  readonly failed?: readonly FailedCheck[]
  /** No run can settle what is found, and nobody knows which tests failed: two commits of any history. */
  readonly isOnlyRead?: boolean
  /** Files that did not change, where they were looked at. */
  readonly around?: Surroundings
  /** The same for questions that cannot be answered without them, and for no other. */
  readonly beyond?: Beyond
}

export interface Beyond {
  /** All paths before the change; absent where there are too many. */
  readonly files?: readonly string[]
  /** Configs that changed ones build on. */
  readonly texts: ReadonlyMap<string, string>
  /** The same where they changed too, and nobody reads them otherwise. */
  readonly unread?: readonly FileChange[]
  /** Test files that did not change. */
  readonly tests?: ReadonlyMap<string, string>
}

export interface ChangeRead {
  readonly suspicions: readonly Tampering[]
  /** Changes of the yardstick that a person should see and that trigger nothing. */
  readonly notes: readonly ChangeNote[]
  /** Files that did not change would say more. */
  readonly isOpen?: true
}

const NONE: NamedFiles = new Map()

/** Every finding names file and line. `changes` holds all changed files, with the texts that matter. Never throws. */
export function readChange(changes: readonly FileChange[], context: ReadingContext = {}): ChangeRead {
  const read = readOnce(changes, context)
  const isOfCommands = read.suspicions.some(({ kind }) => kind === 'command' || kind === 'ci')
  const spelled = isOfCommands ? withProgramsSpelledOut(changes) : undefined
  if (!spelled) return read
  return { ...read, suspicions: saidInBoth(read.suspicions, readOnce(spelled, context).suspicions) }
}

function readOnce(
  changes: readonly FileChange[],
  { named = NONE, failed = [], isOnlyRead = false, around, beyond = around }: ReadingContext,
): ChangeRead {
  const { comparison, expected } = comparedTests(changes, failed)
  const files = changes.flatMap((change) => [...compareFile(change, changes), ...unreadNow(change, named)])
  const idle = changes.flatMap((change) => idlePatterns(change, changes, beyond?.files))
  const found = [
    // A script of tests that is gone may be one of checks too, which says more.
    ...unsaid(
      compareTests(changes, comparison, { failed, isOnlyRead, files: beyond?.files }),
      files.filter(({ kind }) => kind === 'deleted'),
    ),
    ...riggedProduct(changes),
    ...memorizedAnswers(changes, beyond?.tests),
    ...rewrittenTests(changes, named),
    ...compareCi(changes, isOnlyRead),
    ...idle,
    ...unsaid(testsNotLookedFor(changes, beyond?.files), idle),
    ...changes.flatMap((change) => changedBases(change, [...changes, ...(beyond?.unread ?? [])], beyond?.texts)),
    ...files,
  ]
  const byName = [...compareNamed(changes, named, found), ...newShadows(changes, named, found)]
  // The script of a check is no product code: what is said of it as such says more.
  const told = [...unsaid(found, byName), ...byName]
  const others = [...told, ...unsaid(importedShadows(changes, beyond), told)]
  const bent = unsaid(
    expected.suspicions,
    others.filter(({ isNote }) => isNote !== true),
  )
  const swapped = withSwaps([...others, ...bent], changes, isOnlyRead).map((one) => asBeside(one, named))
  const settled = isOnlyRead ? betweenCommits(withoutPackage(withCode(swapped, changes), changes), changes) : swapped
  const seen = around ? seenAround(settled, changes, around) : settled
  const findings = seen.filter(({ isOpen }) => isOpen !== true)
  return {
    suspicions: toTampering(findings),
    notes: joined(expected.notes, toNotes(findings)),
    ...((seen.length > findings.length || (!around && findings.some(({ tags }) => tags !== undefined))) && {
      isOpen: true,
    }),
  }
}

interface ComparedTests {
  readonly comparison: Comparison
  readonly expected: Expectations
  readonly failed: readonly FailedCheck[]
}

const compared = new WeakMap<readonly FileChange[], ComparedTests>()

/** The same changes are read again where files around them say more, and their tests are the larger part of the work. */
function comparedTests(changes: readonly FileChange[], failed: readonly FailedCheck[]): ComparedTests {
  const known = compared.get(changes)
  if (known && (known.failed === failed || known.failed.length + failed.length === 0)) return known
  const comparison = compare(changes)
  const tests = { comparison, expected: changedExpectations(changes, comparison, failed), failed }
  compared.set(changes, tests)
  return tests
}

const BESIDE = /^(?:examples?|samples?|demos?|playgrounds?|docs?|website|sandbox)\//
const OF_COMMANDS: ReadonlySet<string> = new Set(['command', 'config', 'ci'])

/** Commands and settings of an example are nobody's checks, unless one names them. */
function asBeside(one: TamperFinding, named: NamedFiles): TamperFinding {
  const isOfCommands = OF_COMMANDS.has(one.kind) || (one.kind === 'deleted' && kindOfConfig(one.file) !== undefined)
  return BESIDE.test(one.file) && isOfCommands && !named.has(one.file) ? { ...one, isNote: true } : one
}

/** That a check uses a file need not be said where it is said what changed in it. */
function joined(first: readonly ChangeNote[], others: readonly ChangeNote[]): ChangeNote[] {
  const told = new Set(first.map(({ file }) => file))
  return [...first, ...others.filter(({ file, kind }) => kind !== 'command' || !told.has(file))]
}

function compareFile(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  const { path, how, before, after } = change
  if (before === after) return []
  if (how === 'deleted' && before !== undefined) return deleted(change, changes)
  const found = [
    ...compareConfigs(change, changes),
    ...riggedRuns(change),
    ...excludedTags(change, changes),
    ...weakerVariables(change),
    ...hiddenFiles(change),
    ...localTools(change, changes),
    ...ignoredFailures(change),
    ...lowerSimpleCov(change),
  ]
  if (before === undefined || after === undefined) return found
  found.push(...onlyChanged(path, before, after))
  return [...found, ...(languageOf(path) ? newSuppressions(path, before, after) : [])]
}

/** What a deleted test file or CI file means is said where their contents are compared. */
function deleted(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  const { path, before = '' } = change
  const kind = kindOfConfig(path)
  switch (kind) {
    case 'own':
      return compareOwnConfig(path, before, undefined)
    case 'makefile':
    case 'shell':
    case 'tox':
    case 'nox':
      return deletedCommands(kind, change, changes)
    case 'lint':
    case 'types':
    case 'runner':
      return deletedConfig(change, changes)
    case 'mixed':
      return movedConfig(change, changes)
    case 'package':
    case 'build':
    case 'ci':
    case undefined:
      return []
  }
}

function compareConfigs(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  const { path, before, after } = change
  const kind = kindOfConfig(path)
  if (after === undefined || kind === undefined || kind === 'ci') return []
  if (before === undefined)
    return [...newTargets(path, after, changes), ...compareConfig(change, changes), ...compareSwitches(change, changes)]
  return [
    ...compareKind(kind, change, changes),
    ...compareSwitches(change, changes),
    ...mappedModules(change, changes),
    ...ownRunners(path, before, after),
  ]
}

const RAKE = /(?:^|\/)Rakefile$|\.rake$/

function compareKind(
  kind: Exclude<ConfigKind, 'ci'>,
  change: FileChange,
  changes: readonly FileChange[],
): TamperFinding[] {
  const { path, before = '', after = '' } = change
  switch (kind) {
    case 'own':
      return compareOwnConfig(path, before, after)
    case 'package':
    case 'tox':
      return [...compareCommands(kind, change, changes), ...compareConfig(change, changes)]
    case 'makefile':
    case 'shell':
    case 'nox':
      return compareCommands(kind, change, changes)
    case 'lint':
    case 'types':
    case 'runner':
    case 'mixed':
      return compareConfig(change, changes)
    case 'build':
      return [...lostTaskChecks(path, before, after), ...(RAKE.test(path) ? compareRake(path, before, after) : [])]
  }
}
