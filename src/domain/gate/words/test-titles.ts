// The titles of the tests that lines of a failing check name, without the marks of their runner.
import { lazily } from '../../../contract/lazily.ts'

const marks = lazily((): readonly RegExp[] => [
  /^not ok (?:- )?(?<title>.+)$/,
  /^[✗✘✕✖×❌●⨯] +(?<title>.+)$/,
  /^\(fail\) (?<title>.+)$/,
  /^--- FAIL: (?<title>.+)$/,
  /^(?:FAILED|ERROR) (?<title>[^\s:]+::.+?)(?: - .*)?$/,
  /^(?<title>[^\s:]+::\S+) (?:FAILED|ERROR)\b.*$/,
  /^FAIL:? (?<title>\S.*)$/,
  /^test (?<title>.+) \.\.\. FAILED$/,
  /^(?:\d*\)|Failed|rspec|\[ FAILED \]) (?<title>\S.*)$/,
])

/** Each once. Where no line names a test, the lines as they are. */
export function testTitles(lines: readonly string[]): readonly string[] {
  const titles = lines.flatMap((line) => titleIn(line) ?? [])
  return [...new Set(titles.length > 0 ? titles : lines)]
}

function titleIn(line: string): string | undefined {
  for (const mark of marks()) {
    const title = mark.exec(line)?.groups?.['title']
    if (title !== undefined) return title
  }
  return undefined
}
