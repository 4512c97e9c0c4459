// The changed files of a task in the order in which a person wants to read them.
import type { ChangedFile, Evidence } from '../../contract/evidence.ts'
import { isReport } from '../checks/report-files.ts'

export interface ChangedList {
  readonly files: readonly ChangedFile[]
  /** More than `files`, where not all of them were kept. */
  readonly count: number
}

/** What was worked on first, what programs wrote last; without our own config where the person vouches for it. */
export function changedFiles({
  changed = [],
  changedCount = 0,
}: Pick<Evidence, 'changed' | 'changedCount'>): ChangedList {
  const files = changed.filter(({ isTrusted }) => !isTrusted)
  const left = changed.length - files.length
  const [work, reports] = [files.filter(({ path }) => !isReport(path)), files.filter(({ path }) => isReport(path))]
  return { files: [...work, ...reports], count: Math.max(changedCount - left, files.length) }
}
