// Files of code that tests read as their input, below `tests/data` and the like. No runner collects them by their names.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { isCollected } from '../test-file/collected.ts'

const INPUT = /(?:^|\/)(?:data|fixtures?|__fixtures__|testdata|test[-_]data|corpus|resources)\//i

/** What looks like a test there is text to the tests: a person should see that it went, and that is all. */
export function ofInput(found: TamperFinding, changes: readonly FileChange[]): TamperFinding {
  if (found.isNote || !INPUT.test(found.file) || isCollected(found.file)) return found
  // A test that came to lie there is one that nobody runs any more.
  if (changes.some(({ path, how }) => path === found.file && how === 'added')) return found
  return { ...found, what: `${found.what}, in a file that tests read as data`, isNote: true }
}
