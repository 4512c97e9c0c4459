// Did a check of this task fail on a test, and was the test edited since rather than the code?
import type { ChangedFile, Evidence } from '../../../../contract/evidence.ts'
import { given } from '../../../../contract/given.ts'
import { plainLines } from '../../source/source.ts'

/** A check of this task that failed, and what was done since. */
export interface FailedCheck {
  readonly name: string
  /** Lines of its output that name failures, and the last ones. */
  readonly lines: readonly string[]
  /** Files that are others now than they were then; absent: not known. */
  readonly changedSince?: ReadonlySet<string>
}

const MOST_FAILED = 20

/** Of the evidence of earlier claims, newest first, with what was done to the files since. */
export function failedBefore(earlier: readonly Evidence[], now: readonly ChangedFile[]): FailedCheck[] {
  return earlier.flatMap((evidence) => failedIn(evidence, now)).slice(0, MOST_FAILED)
}

function failedIn(evidence: Evidence, now: readonly ChangedFile[]): FailedCheck[] {
  const changedSince = changedBetween(evidence, now)
  return evidence.checks
    .filter(({ result }) => result === 'failed')
    .map(({ name, failures, tail }) => ({
      name,
      lines: [...failures, ...tail.split('\n')],
      ...given({ changedSince }),
    }))
}

/** Undefined where the lists do not hold everything. */
function changedBetween(
  { changed, changedCount = 0 }: Evidence,
  now: readonly ChangedFile[],
): ReadonlySet<string> | undefined {
  if (changed === undefined || changedCount > changed.length) return undefined
  if (changed.some(({ how, id }) => how !== 'deleted' && id === undefined)) return undefined
  const [then, today] = [idsOf(changed), idsOf(now)]
  const paths = [...then.keys(), ...today.keys()]
  return new Set(paths.filter((path) => then.get(path) !== today.get(path)))
}

function idsOf(files: readonly ChangedFile[]): Map<string, string> {
  return new Map(files.map(({ path, id }) => [path, id ?? 'gone']))
}

export interface NamedTest {
  readonly path: string
  readonly title: string
}

/** The newest check that failed on it and after which no product code changed. */
export function failedOn(
  { path, title }: NamedTest,
  failed: readonly FailedCheck[],
  isProductPath: (path: string) => boolean,
  edited = path,
): FailedCheck | undefined {
  return failed.find(({ lines, changedSince }) => {
    if (!names(lines, path, title)) return false
    if (changedSince === undefined) return false
    return changedSince.has(edited) && ![...changedSince].some(isProductPath)
  })
}

const SHORTEST_TITLE = 4

function names(lines: readonly string[], path: string, title: string): boolean {
  const file = path.slice(path.lastIndexOf('/') + 1)
  const said = squeezed(title)
  return lines.some((line) => {
    const text = squeezed(plainLines(line))
    return line.includes(file) || (said.length >= SHORTEST_TITLE && text.includes(said))
  })
}

/** Failure lines are normalised: digits and white space may be others there. */
function squeezed(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]+/gu, '')
}
