// Nested tests by their whole names, and which lines then name tests that fail.
import { expect, test } from 'bun:test'
import { failureLines } from '../checks/output/failure-lines.ts'
import { withGroups } from '../checks/output/nested-tests.ts'
import { testTitles } from '../gate/words/test-titles.ts'

const tap = `TAP version 13
# Subtest: total
    # Subtest: adds
    not ok 1 - adds
      ---
      error: |-
        Expected values to be strictly equal:
      ...
    ok 2 - adds nothing
not ok 1 - total
  ---
  error: '1 subtest failed'
  ...
not ok 2 - alone
# fail 2
`
const spec = `▶ total
  ✖ adds (0.52ms)
  ✔ adds nothing (0.1ms)
✖ total (1.2ms)
✖ alone (0.2ms)
ℹ fail 2

✖ failing tests:

test at test/total.test.mjs:6:3
✖ alone (0.2ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
`
const titles = (output: string): readonly string[] =>
  testTitles(failureLines(withGroups(output.split('\n')).join('\n'), '/home/ada/api'))

test.each<readonly [string, string, readonly string[]]>([
  ['TAP', tap, ['total > adds', 'alone']],
  ["Node's own reporter", spec, ['total > adds', 'alone']],
  [
    'pytest',
    'E       assert 3 == 5\nFAILED tests/test_sum.py::test_adds[two] - assert 3 == 5\n',
    ['tests/test_sum.py::test_adds[two]'],
  ],
  ['unittest', 'FAIL: test_adds (tests.test_sum.Sum)\nAssertionError: 3 != 5\n', ['test_adds (tests.test_sum.Sum)']],
  ['bun', '(fail) total > adds [0.12ms]\n', ['total > adds']],
  ['go', '--- FAIL: TestAdds (0.00s)\n', ['TestAdds']],
  ['cargo', 'test sum::adds ... FAILED\n', ['sum::adds']],
  ['vitest', ' FAIL  test/total.test.ts > total > adds\n', ['test/total.test.ts > total > adds']],
  ['jest', '  ● total › adds\n', ['total › adds']],
  ['mocha', '  1) total adds:\n', ['total adds']],
  ['no test is named', 'src/a.ts:1:2: error: no\n', ['src/a.ts: error: no']],
])('%s', (_name, output, expected) => expect(titles(output)).toEqual([...expected]))
