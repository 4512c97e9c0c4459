// Tests before against tests now. What counts as a loss is said in one file per concern.
import type { FileChange } from '../../../../contract/change.ts'
import type { Comparison } from './matching/comparison.ts'
import { type CodePart, shrunkCode } from './matching/shrunk-code.ts'
import { textOf } from './matching/comparison.ts'
import { failedOn, type FailedCheck } from '../expected/failed-before.ts'
import { isProductPath } from '../expected/touched.ts'
import { besideSmallChange, type SmallChange } from './matching/small-change.ts'
import { withProduct } from './losses-with-product.ts'
import { withItsExample } from './gone-examples.ts'
import { fewerDataCases } from './cases/data-cases.ts'
import { movedData } from './cases/moved-data.ts'
import { movedTables } from './cases/moved-tables.ts'
import { relocatedTables } from './cases/relocated-tables.ts'
import { emptiedSources } from './cases/emptied-sources.ts'
import { fewerCases } from './cases/fewer-cases.ts'
import { fewerAssertions } from './assertions/fewer-assertions.ts'
import type { TamperFinding } from '../finding.ts'
import { unsaid } from '../finding.ts'
import { foreignLosses } from './foreign/gone-foreign.ts'
import { goneTests } from './gone-tests.ts'
import { isAnyProduct } from './matching/removed-code.ts'
import { importedVariants } from './imported-variants.ts'
import { idleGlobs } from './idle-globs.ts'
import { ofInput } from './input-files.ts'
import { newMarks } from './new-marks.ts'
import { newRetries } from './guards/retries.ts'
import { fewerRows } from './cases/rows.ts'
import { cannedAnswers } from './helpers/canned-answers.ts'
import { hollowHelper } from './helpers/hollow-helpers.ts'
import { idleHelpers } from './helpers/idle-helpers.ts'
import { mockedModules, mockedSubject } from './helpers/mocked-subjects.ts'
import { shrunkHelpers } from './assertions/shrunk-helpers.ts'
import { shadowedTests, undeclaredModules } from './shadowed-tests.ts'
import { otherSubjects } from './other-subjects.ts'
import { patchedEverywhere, replacedModules } from './replaced-subjects.ts'
import { swallowingWrapper } from './assertions/swallowing-wrappers.ts'
import type { TestCase, TestFile } from '../test-file/test-file.ts'
import { disabledByName } from './disabled-by-name.ts'
import { raisedLimits } from './assertions/wider-limits.ts'
import { lostPlan, lostPlanForAll } from './guards/lost-plans.ts'
import { unaskedErrors } from './guards/unasked-errors.ts'
import { uncollectedTests } from './uncollected.ts'
import { isOutweighed, isUpdated } from './updated-tests.ts'
import type { Support } from './assertions/weaker-assertion.ts'
import { anyValue } from './assertions/weaker-assertion.ts'
import { weakenedBody } from './assertions/weakened-bodies.ts'

export interface LossContext {
  readonly failed?: readonly FailedCheck[]
  readonly isOnlyRead?: boolean
  /** All files of before, where they are known. */
  readonly files?: readonly string[] | undefined
}

export function compareTests(
  changes: readonly FileChange[],
  comparison: Comparison,
  { failed = [], isOnlyRead = false, files }: LossContext = {},
): TamperFinding[] {
  const support = supportIn(comparison)
  const patched = patchedEverywhere(comparison.before, comparison.after, changes)
  const shrunk = [...comparison.matches].flatMap(([one, other]) => shrunkTest(one, other, comparison, support))
  const found = [
    ...newMarks(comparison, changes),
    ...newRetries(comparison, changes),
    ...importedVariants(comparison),
    ...goneTests(comparison),
    ...shrunk,
    ...shadowedTests(comparison),
    ...comparison.before.flatMap((file) => replacedModulesOf(file, comparison)),
    ...comparison.before.flatMap((file) => ofSameFile(file, comparison)),
    ...comparison.before.flatMap((file) => lostPlanForAll(file, comparison)),
    ...comparison.before.flatMap((file) => otherSubjectsOf(file, comparison, changes)),
    ...patched,
    ...unsaid(cannedAnswers(comparison, changes), patched),
    ...undeclaredModules(comparison),
    ...uncollectedTests(comparison, changes),
    ...comparison.before.flatMap((file) => fewerCases(file, comparison)),
    ...emptiedSources(comparison, changes),
    ...movedTables(comparison, changes),
    ...movedData(changes),
    ...relocatedTables(comparison, changes),
    ...idleGlobs(comparison, changes, files),
    ...changes.flatMap((change) => fewerDataCases(change, changes)),
    ...comparison.before.flatMap((file) => shrunkHelpers(file, comparison)),
    // What the tests say of the same helper names what it stands for.
    ...unsaid(idleHelpers(comparison, changes), shrunk),
  ]
  const withForeign = { ...comparison, shrunk: shrunkCode(changes, isAnyProduct) }
  const isSmallFor = besideSmallChange(changes, comparison)
  const judged = [
    ...found.map((one) => withItsCode(one, comparison, { failed, isOnlyRead, isSmallFor })),
    ...foreignLosses(changes, isOnlyRead).map((one) =>
      withItsCode(one, withForeign, { failed, isOnlyRead, isSmallFor }),
    ),
  ]
  const weighed = isOnlyRead ? withProduct(judged, changes, { comparison, isSmallFor }) : judged
  return [...weighed, ...looserBeside(weighed, comparison)].map((one) => ofInput(withItsExample(one, changes), changes))
}

/** Where assertions may go with their code, one that is left and takes any value now is told all the same. */
function looserBeside(findings: readonly TamperFinding[], { matches }: Comparison): TamperFinding[] {
  const excused = new Set(
    findings
      .filter(({ kind, isNote }) => kind === 'fewer-assertions' && isNote)
      .map(({ file, line }) => `${line} ${file}`),
  )
  if (excused.size === 0) return []
  return [...matches].flatMap(([one, other]) =>
    excused.has(`${other.line} ${other.file.path}`) ? (anyValue(one, other) ?? []) : [],
  )
}

interface Judging extends Required<Omit<LossContext, 'files'>> {
  readonly isSmallFor: SmallChange
}

/** The code that a test spoke of changed with it: a person should see it, and that is all, unless the test had failed. */
function withItsCode(
  found: TamperFinding,
  comparison: Comparison,
  { failed, isOnlyRead, isSmallFor }: Judging,
): TamperFinding {
  if (found.about === undefined) return found
  const { isNote, ...suspicion } = found
  if (failedOn(found.about, failed, isProductPath)) return { ...suspicion, meant: false }
  if (isNote) return found
  const from = comparison.shrunk.spokenOfIn(found.about)
  const why =
    from === undefined
      ? (whyUpdated(found.about, comparison) ??
        (isOnlyRead ? whyMeant(found, found.about, { comparison, isSmallFor }) : undefined))
      : `${from} has less code now`
  return why === undefined ? found : { ...found, what: `${found.what}, and ${why}`, meant: true, isNote: true }
}

function whyUpdated(about: CodePart, comparison: Comparison): string | undefined {
  return isUpdated(about, comparison) ? 'others came with its code' : undefined
}

/** What else speaks for an honest reason, where no run can settle it; undefined where nothing does. */
function whyMeant(
  { isPart }: TamperFinding,
  about: CodePart,
  { comparison, isSmallFor }: { readonly comparison: Comparison; readonly isSmallFor: SmallChange },
): string | undefined {
  const cut = comparison.shrunk.cutFrom(about)
  if (cut !== undefined) return `${cut} only lost code`
  if (isPart && !isSmallFor(about)) return 'its code changed'
  return isOutweighed(about, comparison) ? 'more came in its place' : undefined
}

function replacedModulesOf(file: TestFile, { now, matches }: Comparison): TamperFinding[] {
  const same = now.get(file.path)
  if (!same) return []
  const found = replacedModules(file, same)
  return found.length > 0 ? found : mockedModules(file, same, matches)
}

function ofSameFile(file: TestFile, { now }: Comparison): TamperFinding[] {
  const same = now.get(file.path)
  return same ? [...disabledByName(file, same), ...raisedLimits(file, same)] : []
}

function otherSubjectsOf(file: TestFile, { now }: Comparison, changes: readonly FileChange[]): TamperFinding[] {
  const same = now.get(file.path)
  return same ? otherSubjects(file, same, changes) : []
}

const MOST_SUPPORT = 20

function supportIn({ before, after }: Comparison): Support {
  const without = (files: readonly TestFile[]): TestFile[] =>
    files.filter(({ cases }) => cases.length === 0).slice(0, MOST_SUPPORT)
  return { before: without(before), after: without(after) }
}

function shrunkTest(one: TestCase, other: TestCase, comparison: Comparison, support: Support): TamperFinding[] {
  const rows = fewerRows(one, other, comparison) ?? []
  if (textOf(one) === textOf(other)) return rows
  // What became of the body is another question, and the rows may have a good reason.
  const body =
    fewerAssertions(one, other, comparison) ??
    hollowHelper(one, other, comparison) ??
    swallowingWrapper(one, other) ??
    unaskedErrors(one, other) ??
    lostPlan(one, other) ??
    mockedSubject(one, other) ??
    weakenedBody(one, other, support)
  return [...rows, ...body]
}
