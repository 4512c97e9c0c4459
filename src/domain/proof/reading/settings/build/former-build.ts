// A build file that takes the place of one that went: `build.gradle.kts` for `build.gradle`, Gradle for Maven.
import type { FileChange } from '../../../../../contract/change.ts'
import { folderOf } from '../../../yardstick/named/paths.ts'

export interface FormerBuild {
  readonly before: string
  /** Written for the same tool, so that what is missing now can be told as well. */
  readonly isSameTool: boolean
}

const GRADLE = /(?:^|\/)((?:build|settings)\.gradle)(?:\.kts)?$/
const PROJECT = /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/

/** Undefined where nothing of that folder went: a new project. */
export function formerBuild(
  { path, how, before }: FileChange,
  changes: readonly FileChange[],
): FormerBuild | undefined {
  if (how !== 'added' || before !== undefined) return undefined
  const went = changes.filter((one) => one.how === 'deleted' && folderOf(one.path) === folderOf(path))
  const same = went.find((one) => one.before !== undefined && fileOfBuild(one.path) === fileOfBuild(path))
  if (same?.before !== undefined) return { before: same.before, isSameTool: true }
  const other = PROJECT.test(path) ? went.find((one) => PROJECT.test(one.path)) : undefined
  return other?.before === undefined ? undefined : { before: other.before, isSameTool: false }
}

function fileOfBuild(path: string): string {
  return GRADLE.exec(path)?.[1] ?? path
}
