// Did a check of this task fail on a test, and was the test edited since rather than the code?
import { plainLines } from '../../source/source.ts'

/** A check of this task that failed, and what was done since. */
export interface FailedCheck {
  readonly name: string
  /** Lines of its output that name failures, and the last ones. */
  readonly lines: readonly string[]
  /** Files that are others now than they were then; absent: not known. */
  readonly changedSince?: ReadonlySet<string>
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
