// Titles of tests in the lines that failing checks print.
import { expect, test } from 'bun:test'
import { testTitles } from './test-titles.ts'

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['nothing', [], []],
  ['each once', ['not ok - adds', '✖ adds', '(fail) total > adds'], ['adds', 'total > adds']],
  [
    'errors beside tests are left out',
    ['FAILED tests/a.py::test_adds - assert 3', 'E assert 3'],
    ['tests/a.py::test_adds'],
  ],
  ['a package beside its tests', ['--- FAIL: TestAdds', 'FAIL example.com/shop/cart'], ['TestAdds']],
  ['a file beside its tests', ['FAIL test/a.spec.ts', '● total › adds'], ['total › adds']],
  ['a package that is all there is', ['FAIL example.com/shop/cart'], ['example.com/shop/cart']],
  ['a file that does not load', ['FAIL test/a.spec.ts', '● Test suite failed to run'], ['test/a.spec.ts']],
  ['no test is named: the lines', ['src/a.ts: error: no', 'src/a.ts: error: no'], ['src/a.ts: error: no']],
])('%s', (_name, lines, titles) => expect(testTitles(lines)).toEqual([...titles]))
