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

/** `FAIL test/cart.spec.ts`, `FAIL example.com/shop/cart`: the file or package of tests that are named elsewhere. */
const PLACE = /^FAIL \S*[./]\S*$/
/** Jest, of a file that does not load: only the line above says which. */
const NO_TESTS = '● Test suite failed to run'

/** Each once. Where no line names a test, the lines as they are. */
export function testTitles(lines: readonly string[]): readonly string[] {
  const named = lines.filter((line) => titleIn(line) !== undefined && line !== NO_TESTS)
  const tests = lines.includes(NO_TESTS) ? named : named.filter((line) => !PLACE.test(line))
  const titles = (tests.length > 0 ? tests : named).flatMap((line) => titleIn(line) ?? [])
  return [...new Set(titles.length > 0 ? titles : lines)]
}

function titleIn(line: string): string | undefined {
  for (const mark of marks()) {
    const title = mark.exec(line)?.groups?.['title']
    if (title !== undefined) return title
  }
  return undefined
}
