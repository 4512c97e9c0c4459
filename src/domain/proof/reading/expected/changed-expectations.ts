// Bent or updated? Expected values and recorded results that are others now: a note where the code changed with them, a
// suspicion where the test was edited instead of the code.
import type { ChangeNote, FileChange } from '../../../../contract/change.ts'
import type { Comparison } from '../tests/matching/comparison.ts'
import type { TamperFinding } from '../finding.ts'
import { bentTests } from './bent-tests.ts'
import type { FailedCheck } from './failed-before.ts'
import { changedSnapshots } from './changed-snapshots.ts'
import { movedRows } from './moved-rows.ts'
import { thinnedRecords } from './thinned-records.ts'
import { touchedBy } from './touched.ts'

export interface Expectations {
  readonly suspicions: readonly TamperFinding[]
  readonly notes: readonly ChangeNote[]
}

const MOST_NOTES = 20
const MOST_NOTES_PER_FILE = 3

export function changedExpectations(
  changes: readonly FileChange[],
  comparison: Comparison,
  failed: readonly FailedCheck[] = [],
): Expectations {
  const touched = touchedBy(changes, comparison)
  const tests = bentTests(comparison, touched, failed)
  const snapshots = changedSnapshots(changes, { comparison, touched, failed, changedInputs: tests.changedInputs })
  const notes = [...tests.notes, ...snapshots.notes]
  const thinned = thinnedRecords(changes, comparison)
  const rows = movedRows(changes, touched)
  return {
    suspicions: [...tests.suspicions, ...rows, ...snapshots.suspicions, ...thinned],
    notes: bounded(notes),
  }
}

function bounded(notes: readonly ChangeNote[]): ChangeNote[] {
  const perFile = new Map<string, number>()
  return notes
    .filter(({ file }) => {
      const count = (perFile.get(file) ?? 0) + 1
      perFile.set(file, count)
      return count <= MOST_NOTES_PER_FILE
    })
    .slice(0, MOST_NOTES)
}
