// Which lines of a failing check's output name failures, for the runners people use.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../../test/cost.ts'
import * as fc from 'fast-check'
import { failureLines, isComparable, newFailures } from './failure-lines.ts'

interface Row {
  readonly name: string
  readonly before: string
  /** The same failures in another run, and one more. */
  readonly now: string
  readonly lines: string[]
  readonly added: string[]
}

const rows: readonly Row[] = [
  {
    name: 'jest',
    before: ` FAIL  src/sum.test.js
  sum
    ✓ handles Error: objects (2 ms)
    ✕ adds (5 ms)

  ● sum › adds

    expect(received).toBe(expected) // Object.is equality

    Expected: 3
    Received: 4

      at Object.<anonymous> (src/sum.test.js:4:20)

Test Suites: 1 failed, 2 passed, 3 total
Tests:       1 failed, 5 passed, 6 total
Snapshots:   0 total
Time:        1.203 s`,
    now: ` FAIL  src/sum.test.js (5.1 s)
  sum
    ✕ adds (12 ms)
    ✕ subtracts

  ● sum › adds

      at Object.<anonymous> (src/sum.test.js:9:20)

  ● sum › subtracts

Test Suites: 1 failed, 2 passed, 3 total
Tests:       2 failed, 5 passed, 7 total`,
    lines: ['FAIL src/sum.test.js', '✕ adds', '● sum › adds'],
    added: ['✕ subtracts', '● sum › subtracts'],
  },
  {
    name: 'vitest',
    before: ` ❯ src/a.test.ts (2 tests | 1 failed) 12ms
   ✓ works 1ms
   × parses a date 8ms
     → expected 1 to be 2 // Object.is equality

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/a.test.ts > parses a date
AssertionError: expected 1 to be 2 // Object.is equality
 ❯ src/a.test.ts:7:15
      6|   it('x', () => {
      7|     throw new Error('boom')

 Test Files  1 failed (1)
      Tests  1 failed | 1 passed (2)`,
    now: ` ❯ src/a.test.ts (3 tests | 2 failed) 40ms
   × parses a date 11ms
   × parses a time

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/a.test.ts > parses a date
AssertionError: expected 10 to be 20 // Object.is equality
 FAIL  src/a.test.ts > parses a time

 Test Files  1 failed (1)
      Tests  2 failed | 1 passed (3)`,
    lines: [
      '× parses a date',
      'FAIL src/a.test.ts > parses a date',
      'AssertionError: expected to be // Object.is equality',
    ],
    added: ['× parses a time', 'FAIL src/a.test.ts > parses a time'],
  },
  {
    name: 'bun',
    before: `bun test v1.4.4 (38afee6c8)

src/a.test.ts:
error: expect(received).toBe(expected)

Expected: 2
Received: 1

      at <anonymous> (/home/me/app/src/a.test.ts:4:13)
(fail) adds [0.53ms]
(pass) error: is fine [0.10ms]

 3 pass
 1 fail
Ran 4 tests across 1 file. [12.00ms]`,
    now: `src/a.test.ts:
error: expect(received).toBe(expected)
(fail) adds [1.53ms]
(fail) divides

 2 fail`,
    lines: ['error: expect(received).toBe(expected)', '(fail) adds'],
    added: ['(fail) divides'],
  },
  {
    name: 'node:test',
    before: `✔ works (0.5ms)
✖ parses (1.234567ms)
ℹ tests 2
ℹ fail 1

✖ failing tests:

test at test/a.test.js:3:1
✖ parses (1.234567ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

  1 !== 2`,
    now: `✖ parses (9.2ms)
✖ prints
ℹ fail 2
✖ failing tests:
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:`,
    lines: ['✖ parses', '✖ parses', 'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal'],
    added: ['✖ prints'],
  },
  {
    name: 'TAP',
    before: 'TAP version 13\nok 1 - Error: is shown\nnot ok 2 - reads\n  ---\n  duration_ms: 3.4\n# fail 1',
    now: 'TAP version 13\nnot ok 3 - reads\nnot ok 4 - writes\n# fail 2',
    lines: ['not ok - reads'],
    added: ['not ok - writes'],
  },
  {
    name: 'mocha',
    before: `  cart
    ✔ adds
    1) removes

  1 passing (12ms)
  1 failing

  1) cart
       removes:
     AssertionError: expected 1 to equal 2
      at Context.<anonymous> (test/cart.js:12:9)`,
    now: `  cart
    1) adds
    2) removes

  2 failing

  2) cart
       removes:
     AssertionError: expected 3 to equal 2`,
    lines: [') removes', ') cart', 'AssertionError: expected to equal'],
    added: [') adds'],
  },
  {
    name: 'pytest',
    before: `============================= test session starts ==============================
collected 3 items

tests/test_a.py .F.                                                      [100%]

=================================== FAILURES ===================================
___________________________________ test_b _____________________________________

    def test_b():
>       assert f(1) == 3
E       assert 2 == 3
E        +  where 2 = f(1)

tests/test_a.py:9: AssertionError
=========================== short test summary info ============================
FAILED tests/test_a.py::test_b - assert 2 == 3
========================= 1 failed, 2 passed in 0.12s ==========================`,
    now: `_______ test_b _______
E       assert 5 == 3
E        +  where 5 = f(1)

tests/test_a.py:19: AssertionError
=========================== short test summary info ============================
FAILED tests/test_a.py::test_b - assert 5 == 3
FAILED tests/test_a.py::test_c - KeyError: 'x'
==== 2 failed, 1 passed in 1.02s ====`,
    lines: [
      'E assert ==',
      'E + where = f',
      'tests/test_a.py: AssertionError',
      'FAILED tests/test_a.py::test_b - assert ==',
    ],
    added: ["FAILED tests/test_a.py::test_c - KeyError: 'x'"],
  },
  {
    name: 'unittest',
    before: `FAIL: test_one (tests.test_a.Case.test_one)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/home/me/app/tests/test_a.py", line 7, in test_one
AssertionError: 1 != 2

Ran 2 tests in 0.001s

FAILED (failures=1)`,
    now: `ERROR: test_two (tests.test_a.Case.test_two)
FAIL: test_one (tests.test_a.Case.test_one)
  File "/home/me/app/tests/test_a.py", line 17, in test_one
AssertionError: 1 != 3

FAILED (failures=1, errors=1)`,
    lines: ['FAIL: test_one (tests.test_a.Case.test_one)', 'AssertionError: !='],
    added: ['ERROR: test_two (tests.test_a.Case.test_two)'],
  },
  {
    name: 'go test',
    before: `=== RUN   TestParse
    parse_test.go:12: got 1, want 2
--- FAIL: TestParse (0.00s)
--- PASS: TestError (0.00s)
FAIL
FAIL	example.com/app/parse	0.005s
ok  	example.com/app/other	(cached)
FAIL`,
    now: `    parse_test.go:14: got 1, want 2
--- FAIL: TestParse (0.02s)
    --- FAIL: TestParse/empty (0.00s)
FAIL
FAIL	example.com/app/parse	1.205s
FAIL`,
    lines: ['parse_test.go: got, want', '--- FAIL: TestParse', 'FAIL example.com/app/parse'],
    added: ['--- FAIL: TestParse/empty'],
  },
  {
    name: 'go vet and build',
    before: '# example.com/app\n./main.go:10:2: undefined: foo\nvet: ./main.go:10:2: undefined: foo',
    now: '# example.com/app\n./main.go:11:2: undefined: foo\n./main.go:12:9: fmt.Printf format %d has arg s of wrong type string',
    lines: ['./main.go: undefined: foo'],
    added: ['./main.go: fmt.Printf format %d has arg s of wrong type string'],
  },
  {
    name: 'cargo test',
    before: `running 2 tests
test parse::works ... ok
test parse::fails ... FAILED

failures:

---- parse::fails stdout ----

thread 'parse::fails' (12345) panicked at src/parse.rs:12:9:
assertion \`left == right\` failed
  left: 1
 right: 2

failures:
    parse::fails

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: test failed, to rerun pass \`--lib\``,
    now: `test parse::fails ... FAILED
test parse::new ... FAILED
thread 'parse::fails' (54321) panicked at src/parse.rs:14:9:
test result: FAILED. 0 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s`,
    lines: ['test parse::fails ... FAILED', "thread 'parse::fails' panicked at src/parse.rs"],
    added: ['test parse::new ... FAILED'],
  },
  {
    name: 'rustc',
    before: `error[E0308]: mismatched types
 --> src/main.rs:3:5
  |
3 |     1
  |     ^ expected \`()\`, found integer

warning: unused variable: \`error\`
error: aborting due to 1 previous error
error: could not compile \`app\` (bin "app") due to 1 previous error`,
    now: `error[E0308]: mismatched types
 --> src/main.rs:33:5
error[E0308]: mismatched types
 --> src/lib.rs:3:5
error: could not compile \`app\` (bin "app") due to 2 previous errors`,
    lines: ['error[E0308]: mismatched types src/main.rs'],
    added: ['error[E0308]: mismatched types src/lib.rs'],
  },
  {
    name: 'tsc',
    before: `src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.
src/b.ts:7:1 - error TS2304: Cannot find name 'x'.

Found 2 errors in 2 files.`,
    now: `src/a.ts(13,5): error TS2322: Type 'string' is not assignable to type 'number'.
src/a.ts(14,5): error TS2345: Argument of type 'string' is not assignable.
src/b.ts:8:1 - error TS2304: Cannot find name 'x'.

Found 3 errors in 2 files.`,
    lines: [
      "src/a.ts: error TS2322: Type 'string' is not assignable to type 'number'",
      "src/b.ts - error TS2304: Cannot find name 'x'",
    ],
    added: ["src/a.ts: error TS2345: Argument of type 'string' is not assignable"],
  },
  {
    name: 'eslint',
    before: `
/home/me/app/src/a.ts
  3:1   error    'x' is defined but never used  no-unused-vars
  4:10  warning  Unexpected console statement   no-console

✖ 2 problems (1 error, 1 warning)
  1 error and 0 warnings potentially fixable with the \`--fix\` option.`,
    now: `
/home/me/app/src/a.ts
  13:1  error  'x' is defined but never used  no-unused-vars

/home/me/app/src/b.ts
  1:1   error    'x' is defined but never used  no-unused-vars

✖ 3 problems (2 errors, 1 warning)`,
    lines: ["src/a.ts error 'x' is defined but never used no-unused-vars"],
    added: ["src/b.ts error 'x' is defined but never used no-unused-vars"],
  },
  {
    name: 'ruff',
    before: `F401 [*] \`os\` imported but unused
 --> app/a.py:1:8
  |
1 | import os

Found 1 error.
[*] 1 fixable with the \`--fix\` option.`,
    now: `F401 [*] \`os\` imported but unused
 --> app/a.py:2:8
E711 Comparison to \`None\` should be \`cond is None\`
 --> app/a.py:9:8
Found 2 errors.`,
    lines: ['F401 [*] `os` imported but unused app/a.py'],
    added: ['E711 Comparison to `None` should be `cond is None` app/a.py'],
  },
  {
    name: 'mypy',
    before:
      'app/a.py:3: error: Name "x" is not defined  [name-defined]\nFound 1 error in 1 file (checked 2 source files)',
    now: `app/a.py:5: error: Name "x" is not defined  [name-defined]
app/a.py:6: error: Incompatible return value type  [return-value]
Found 2 errors in 1 file (checked 2 source files)`,
    lines: ['app/a.py: error: Name "x" is not defined [name-defined]'],
    added: ['app/a.py: error: Incompatible return value type [return-value]'],
  },
  {
    name: 'Maven',
    before: `[INFO] Running com.example.CartTest
[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.031 s <<< FAILURE! -- in com.example.CartTest
[ERROR] com.example.CartTest.removes -- Time elapsed: 0.004 s <<< FAILURE!
org.opentest4j.AssertionFailedError: expected: <1> but was: <2>
[ERROR] Failures:
[ERROR]   CartTest.removes:14 expected: <1> but was: <2>
[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test) on project app
[ERROR] -> [Help 1]
[ERROR] `,
    now: `[ERROR] Tests run: 2, Failures: 2, Errors: 0, Skipped: 0, Time elapsed: 1.2 s <<< FAILURE! -- in com.example.CartTest
[ERROR] com.example.CartTest.removes -- Time elapsed: 0.104 s <<< FAILURE!
[ERROR] com.example.CartTest.adds -- Time elapsed: 0.001 s <<< FAILURE!
[ERROR]   CartTest.removes:15 expected: <1> but was: <2>
[ERROR] Tests run: 2, Failures: 2, Errors: 0, Skipped: 0`,
    lines: [
      '[ERROR] Tests run:, Failures:, Errors:, Skipped:, Time elapsed: <<< FAILURE! -- in com.example.CartTest',
      '[ERROR] com.example.CartTest.removes -- Time elapsed: <<< FAILURE!',
      'org.opentest4j.AssertionFailedError: expected: but was',
      '[ERROR] CartTest.removes expected: but was',
    ],
    added: ['[ERROR] com.example.CartTest.adds -- Time elapsed: <<< FAILURE!'],
  },
  {
    name: 'Gradle',
    before: `> Task :test FAILED

CartTest > removes() FAILED
    org.opentest4j.AssertionFailedError at CartTest.java:14

CartTest > errorIsShown() PASSED

2 tests completed, 1 failed

FAILURE: Build failed with an exception.
BUILD FAILED in 3s`,
    now: `> Task :test FAILED

CartTest > adds() FAILED
CartTest > removes() FAILED

2 tests completed, 2 failed
BUILD FAILED in 1m 3s`,
    lines: ['> Task :test FAILED', 'CartTest > removes FAILED'],
    added: ['CartTest > adds FAILED'],
  },
  {
    name: '.NET',
    before: `/home/me/app/Cart.cs(3,5): error CS0103: The name 'x' does not exist [/home/me/app/App.csproj]
  Failed App.Tests.CartTests.Removes [12 ms]
  Error Message:
   Assert.Equal() Failure: Values differ
Failed!  - Failed:     1, Passed:     4, Skipped:     0, Total:     5, Duration: 21 ms - App.Tests.dll (net9.0)`,
    now: `/home/me/app/Cart.cs(5,5): error CS0103: The name 'x' does not exist [/home/me/app/App.csproj]
  Failed App.Tests.CartTests.Removes [1 s]
  Failed App.Tests.CartTests.Adds [1 ms]
   Assert.Equal() Failure: Values differ
Failed!  - Failed:     2, Passed:     3, Skipped:     0, Total:     5, Duration: 1 s - App.Tests.dll (net9.0)`,
    lines: [
      "Cart.cs: error CS0103: The name 'x' does not exist [App.csproj]",
      'Failed App.Tests.CartTests.Removes',
      'Assert.Equal Failure: Values differ',
    ],
    added: ['Failed App.Tests.CartTests.Adds'],
  },
  {
    name: 'gcc and googletest',
    before: `src/a.c:3:5: error: 'x' undeclared (first use in this function)
src/a.c:9:5: warning: unused variable
[ RUN      ] Cart.Removes
[  FAILED  ] Cart.Removes (0 ms)
[       OK ] Cart.Error (0 ms)
[  FAILED  ] 1 test, listed below:
make: *** [Makefile:3: test] Error 1`,
    now: `src/a.c:4:5: error: 'x' undeclared (first use in this function)
[  FAILED  ] Cart.Removes (10 ms)
[  FAILED  ] Cart.Adds (0 ms)
make[1]: *** [Makefile:3: test] Error 1`,
    lines: ["src/a.c: error: 'x' undeclared (first use in this function)", '[ FAILED ] Cart.Removes'],
    added: ['[ FAILED ] Cart.Adds'],
  },
  {
    name: 'RSpec',
    before: `Failures:

  1) Cart removes
     Failure/Error: expect(1).to eq(2)

1 example, 1 failure

rspec ./spec/cart_spec.rb:3 # Cart removes`,
    now: `  1) Cart removes
  2) Cart adds

2 examples, 2 failures

rspec ./spec/cart_spec.rb:5 # Cart removes
rspec ./spec/cart_spec.rb:9 # Cart adds`,
    lines: [') Cart removes', 'Failure/Error: expect.to eq', 'rspec ./spec/cart_spec.rb # Cart removes'],
    added: [') Cart adds', 'rspec ./spec/cart_spec.rb # Cart adds'],
  },
  {
    name: 'Playwright',
    before: `  ✘  1 [chromium] › tests/a.spec.ts:3:5 › signs in (5.0s)
  1) [chromium] › tests/a.spec.ts:3:5 › signs in ───────
    Error: expect(locator).toBeVisible() failed
  1 failed
    [chromium] › tests/a.spec.ts:3:5 › signs in ───────`,
    now: `  ✘  2 [chromium] › tests/a.spec.ts:4:5 › signs in (15.0s)
  ✘  3 [chromium] › tests/a.spec.ts:9:5 › signs out (5.0s)
  2 failed`,
    lines: [
      '✘ [chromium] › tests/a.spec.ts › signs in',
      ') [chromium] › tests/a.spec.ts › signs in ───────',
      'Error: expect(locator).toBeVisible failed',
    ],
    added: ['✘ [chromium] › tests/a.spec.ts › signs out'],
  },
]

describe('failureLines', () => {
  for (const { name, before, now, lines, added } of rows) {
    test(name, () => {
      const known = failureLines(before, '/home/me/app')
      expect(known).toEqual(lines)
      expect(newFailures(known, failureLines(now, '/home/me/app'))).toEqual(added)
    })
    test(`${name}, again`, () => {
      const later = before.replaceAll(/(\d+(?:\.\d+)?) ?(ms|s)\b/g, '7$1 $2')
      expect(newFailures(failureLines(before), failureLines(later))).toEqual([])
    })
  }

  const small: ReadonlyArray<readonly [name: string, output: string, lines: string[]]> = [
    ['nothing', '', []],
    ['no failure', 'all good\n12 tests passed\n0 errors\n', []],
    ['colours and redraws', '10%\r50%\r\u001b[31mFAIL\u001b[39m \u001b[1ma.ts\u001b[0m\r\n', ['FAIL a.ts']],
    ['addresses and hashes', 'Error: <Foo at 0x7f3a9c> of 3f9a2bc81d', ['Error: <Foo at > of']],
    ['temporary folders', 'Error: ENOENT /tmp/x-Ab12/y/file.txt', ['Error: ENOENT file.txt']],
    ['macOS temporary folders', 'Error: ENOENT /var/folders/ab/c_d/T/x-1/file.txt', ['Error: ENOENT file.txt']],
    ['absolute paths', 'Error: /home/me/app/src/a.ts is bad', ['Error: src/a.ts is bad']],
    [
      'numbers of names stay',
      'FAIL case_1\nFAIL case_2\nFAIL case_12345',
      ['FAIL case_1', 'FAIL case_2', 'FAIL case_12345'],
    ],
    ['workers of pytest', '[gw3] FAILED tests/a.py::b', ['FAILED tests/a.py::b']],
    ['the same line twice', 'FAIL a\nFAIL a (3ms)', ['FAIL a', 'FAIL a']],
    [
      'noise of TAP',
      "not ok 1 - a\n  ---\n  error: |-\n    1 !== 2\n  ...\nnot ok 2 - b\n  error: '1 subtest failed'",
      ['not ok - a', 'not ok - b'],
    ],
    [
      'oxlint without Unicode',
      '  x eslint(no-debugger): `debugger` is bad\n   ,-[a.ts:3:1]\n  ! eslint(x): y',
      ['x eslint(no-debugger): `debugger` is bad a.ts'],
    ],
    ['wrappers', 'npm ERR! code 1\nnpm error Error: x\n ELIFECYCLE  Command failed\nmake: *** [x] Error 1', []],
    ['counts', '3 failed\nTests: 3 failed\nFAILED (failures=3)\nFound 3 errors.\n✖ 3 problems (3 errors)', []],
    ['a test about warnings', 'not ok 3 warning shown\n  4:1  warning  x  no-x', ['not ok warning shown']],
    ['long lines are cut', `Error: ${'x'.repeat(500)}`, [`Error: ${'x'.repeat(153)}`]],
    ['prettier', '[warn] src/a.ts\n[warn] Code style issues found in the above file.', ['[warn] src/a.ts']],
  ]
  for (const [name, output, lines] of small) test(name, () => expect(failureLines(output)).toEqual(lines))

  test('there are at most 200', () => {
    const many = Array.from(
      { length: 500 },
      (_, index) => `FAIL ${'abcdefghij'.repeat(index % 10)} ${'x'.repeat(index)}`,
    )
    expect(failureLines(many.join('\n')).length).toBe(200)
  })

  test('any output gives short lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('FAIL ', 'Error: ', '3ms', '\n', '/a/b/c/d', '✕ ', 'x1', '(', ')')),
        (parts) => {
          const lines = failureLines(parts.join(''))
          expect(lines.filter((line) => line === '' || line.length > 160 || line.includes('\n'))).toEqual([])
        },
      ),
    )
  })

  test('megabytes of hostile text take no long time', () => {
    for (const unit of ['/a', 'a/', 'a.', ' ', '(', '1', '1.', 'Error', 'E', '-', '\u001b]', '\r', 'a:', '[', 'FAIL '])
      expectLinear(300_000, (size) =>
        failureLines(`${unit.repeat(size)}\n`.repeat(2) + `${unit.repeat(400)}x\n`.repeat(size / 1000)),
      )
  })
})

describe('newFailures', () => {
  const tsc = "src/a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.\n"
  const eslint = "  1:7  error  'x' is never used  no-unused-vars\n"
  const pairs: ReadonlyArray<readonly [name: string, before: string, now: string, added: string[]]> = [
    [
      'a second type error with the same words',
      tsc,
      tsc + tsc.replace('1,7', '9,7'),
      ["src/a.ts: error TS2322: Type 'string' is not assignable to type 'number'"],
    ],
    ['one of two is gone', tsc + tsc, tsc.replace('1,7', '4,7'), []],
    [
      'a second lint error with the same words',
      `/r/src/a.ts\n${eslint}`,
      `/r/src/a.ts\n${eslint}${eslint.replace('1:7', '9:7')}`,
      ["/r/src/a.ts error 'x' is never used no-unused-vars"],
    ],
    [
      'a second one of oxlint',
      '  x eslint(no-eval): bad\n   ,-[a.ts:3:1]\n',
      '  x eslint(no-eval): bad\n   ,-[a.ts:3:1]\n  x eslint(no-eval): bad\n   ,-[a.ts:9:1]\n',
      ['x eslint(no-eval): bad a.ts'],
    ],
    ['numbers in titles', 'not ok 1 - converts 1999\n', 'not ok 7 - converts 2024\n', ['not ok - converts 2024']],
    ['numbers in titles of Jest', '  ✕ converts 1999 (2 ms)', '  ✕ converts 2024 (3 ms)', ['✕ converts 2024']],
    ['numbers in titles of Bun', '(fail) a > 10:30 [0.10ms]', '(fail) a > 10:45 [0.20ms]', ['(fail) a > 10:45']],
    ['numbers in titles of Vitest', '   × waits 5s 8ms', '   × waits 6s 8ms', ['× waits 6s']],
    [
      'numbers in subtests of Go',
      '--- FAIL: TestA/1999 (0.00s)',
      '--- FAIL: TestA/2024 (0.01s)',
      ['--- FAIL: TestA/2024'],
    ],
    ['numbers in Rust', 'test y_1999 ... FAILED', 'test y_2024 ... FAILED', ['test y_2024 ... FAILED']],
    [
      'parameters of pytest',
      'FAILED t.py::test_r[1] - assert 1 == 2\nFAILED t.py::test_r[a - b 7] - assert 3',
      'FAILED t.py::test_r[2] - assert 1 == 2\nFAILED t.py::test_r[a - b 8] - assert 4',
      ['FAILED t.py::test_r[2] - assert ==', 'FAILED t.py::test_r[a - b 8] - assert'],
    ],
    [
      'parameters of pytest -v',
      't.py::test_r[1] FAILED  [ 10%]',
      't.py::test_r[2] FAILED  [ 90%]',
      ['t.py::test_r[2] FAILED'],
    ],
    ['an order that changes', 'not ok 1 - a\nnot ok 2 - b', 'not ok 1 - b\nnot ok 2 - a', []],
    ['times', '  ✕ adds (2 ms)\nFAIL a.ts (5.1 s)', '  ✕ adds (1.2 s)\nFAIL a.ts (9.1 s, 140 MB heap size)', []],
    ['progress', 't.py::a FAILED  [ 10%]', 't.py::a FAILED  [ 90%]', []],
    ['line numbers in titles', 'rspec ./a_spec.rb:3 # Cart adds', 'rspec ./a_spec.rb:9 # Cart adds', []],
    [
      'ids',
      'Error: user 3f2504e0-4f89-11d3-9a0c-0305e82c3301 not found',
      'Error: user 7d444840-9dc0-11d1-b245-5ffdce74fad2 not found',
      [],
    ],
    ['ids in titles', '✕ user 3f2504e0-4f89-11d3-9a0c-0305e82c3301', '✕ user 7d444840-9dc0-11d1-b245-5ffdce74fad2', []],
    ['hashes in titles', '✕ reads 3f9a2bc81d', '✕ reads 77aa2bc81e', []],
    ['ports', 'Error: connect ECONNREFUSED 127.0.0.1:41233', 'Error: connect ECONNREFUSED 127.0.0.1:39911', []],
    ['ports and processes in titles', '✕ asks 127.0.0.1:41233 of pid 77', '✕ asks 127.0.0.1:39911 of pid 1234', []],
    ['addresses', 'Error: <Foo at 0x7f3a9c>', 'Error: <Foo at 0x7f3b00>', []],
    ['counts in messages', 'Error: 3 of 7 rows differ', 'Error: 4 of 9 rows differ', []],
    ['a thread of Rust', "thread 'a' (12) panicked at a.rs:1:2:", "thread 'a' (345) panicked at a.rs:7:2:", []],
  ]
  for (const [name, before, now, added] of pairs)
    test(name, () => expect(newFailures(failureLines(before), failureLines(now))).toEqual(added))

  test('what is the same has nothing new', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), (lines) => expect(newFailures(lines, lines)).toEqual([])),
    )
  })

  test('as many are new as there are more', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b')), fc.array(fc.constantFrom('a', 'b')), (before, more) =>
        expect(newFailures(before, [...before, ...more])).toEqual(more),
      ),
    )
  })
})

describe('isComparable', () => {
  const fails = (count: number): string[] => failureLines('FAIL a\n'.repeat(count))
  const cases: ReadonlyArray<readonly [name: string, lines: string[], isSo: boolean]> = [
    ['nothing recognised', failureLines('it went wrong'), false],
    ['one line', fails(1), true],
    ['as many as are kept, so maybe more', fails(200), false],
    ['one less', fails(199), true],
  ]
  for (const [name, lines, isSo] of cases) test(name, () => expect(isComparable(lines)).toBe(isSo))
})
