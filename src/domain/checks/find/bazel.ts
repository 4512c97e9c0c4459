// The checks of a Bazel workspace: every test target of it.
import { firstOf, NOTHING, propose, type EcosystemChecks, type FolderFiles } from './found.ts'

export const BAZEL_FILES = ['MODULE.bazel', 'WORKSPACE.bazel', 'WORKSPACE'] as const

export function findBazel(seen: FolderFiles, isMissing: (name: string) => boolean): EcosystemChecks {
  const file = firstOf(seen, BAZEL_FILES)
  if (file === undefined || !isMissing('test')) return NOTHING
  return { found: [propose({ name: 'test', run: 'bazel test //...', from: file })], problems: [] }
}
