// A helper that makes what a number is compared with, and takes numbers that are further off since then.
import type { TamperFinding } from '../../finding.ts'
import { cut, finding, quote } from '../../finding.ts'
import { matchersFor } from '../../matchers/index.ts'
import { readDemand } from '../../matchers/read-demand.ts'
import { lineAt } from '../../../source/source.ts'
import type { TestCase } from '../../test-file/test-file.ts'
import { shortBody } from './spelled-out.ts'

/** How a test compares with it. */
const COMPARES: readonly (readonly [RegExp, (body: string) => string])[] = [
  [/\.py$/, (body) => `assert subject == ${body}`],
  [/\.rb$/, (body) => `expect(subject).to ${body}`],
  [/\.java$/, (body) => `assertThat(subject, ${body})`],
  [/\.kts?$/, (body) => `subject shouldBe ${body}`],
]
/** So much more is another measure, not another unit. */
const MUCH = 100

export function widerHelper(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  const [was, is] = [toleranceOf(before), toleranceOf(after)]
  if (was === undefined || is === undefined || is < MUCH * was) return undefined
  const { path, source } = after.file
  const body = shortBody(after.title, after.file) ?? ''
  const what = `test ${quote(after.title)} lets a number be further off now (${cut(body)})`
  return [finding('fewer-assertions', path, lineAt(source, after.block.at), what)]
}

function toleranceOf({ file, title }: TestCase): number | undefined {
  const body = shortBody(title, file)
  const table = body === undefined ? undefined : matchersFor(file.path)
  if (body === undefined || !table) return undefined
  return COMPARES.filter(([files]) => files.test(file.path))
    .map(([, compare]) => readDemand(compare(body), table)?.tolerance)
    .find((tolerance) => tolerance !== undefined)
}
