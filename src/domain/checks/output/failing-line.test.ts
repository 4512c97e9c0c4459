// Output of failing checks, as real runners print it, and the line a person is shown.
import { expect, test } from 'bun:test'
import { failingLine } from './failing-line.ts'

const rows: ReadonlyArray<readonly [name: string, output: string, line: string | undefined]> = [
  [
    'an exception of Node.js',
    [
      'file:///tmp/project/greet.test.mjs:3',
      "if (said !== 'Hello, Ada!') throw new Error(`expected, got ${said}`)",
      '                            ^',
      '',
      'Error: expected "Hello, Ada!", got "Hello Ada"',
      '    at file:///tmp/project/greet.test.mjs:3:35',
      '    at ModuleJob.run (node:internal/modules/esm/module_job:325:25)',
      '',
      'Node.js v20.20.2',
    ].join('\n'),
    'expected "Hello, Ada!", got "Hello Ada"',
  ],
  [
    'node --test',
    '✖ adds (1.2ms)\n  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n  \n  3 !== 4\n      at TestContext.<anonymous> (file:///a.test.js:4:10)',
    'Expected values to be strictly equal: 3 !== 4',
  ],
  [
    'node --test as TAP',
    [
      'not ok 2 - multiplies',
      '  ---',
      "  location: '/tmp/project/sum.test.js:5:1'",
      "  failureType: 'testCodeFailure'",
      '  error: |-',
      '    Expected values to be strictly equal:',
      '    ',
      '    5 !== 6',
      '    ',
      "  code: 'ERR_ASSERTION'",
      '  ...',
    ].join('\n'),
    'Expected values to be strictly equal: 5 !== 6',
  ],
  [
    'node --test as TAP, of a file that threw before any test',
    [
      'TAP version 13',
      '# file:///project/greet.test.mjs:3',
      '# throw new Error(said)',
      '#       ^',
      '# Error: expected "Hello, Ada!", got "Hello Ada"',
      '#     at file:///project/greet.test.mjs:3:7',
      '# Node.js v20.20.2',
      '# Subtest: greet.test.mjs',
      'not ok 1 - greet.test.mjs',
      "  error: 'test failed'",
    ].join('\n'),
    'expected "Hello, Ada!", got "Hello Ada"',
  ],
  ['a heading of another tool', '# Error: no such page\nsee above', '# Error: no such page'],
  [
    'pytest',
    '    def test_a():\n>       assert add(1, 2) == 4\nE       assert 3 == 4\n\ntest_a.py:5: AssertionError',
    'assert 3 == 4',
  ],
  [
    'pytest, where handling an exception raised the one that failed the test',
    [
      '____________ test_empty ____________',
      '>           raise IDNAError("Empty domain")',
      'E           idna.core.IDNAError: Empty domain',
      '',
      'During handling of the above exception, another exception occurred:',
      '',
      '>           assert str(e) == "empty"',
      "E           AssertionError: assert 'Empty domain' == 'empty'",
      '____________ test_other ____________',
      'E       assert 3 == 4',
    ].join('\n'),
    "assert 'Empty domain' == 'empty'",
  ],
  [
    'Python, an exception with its cause, after another failure',
    [
      'Traceback (most recent call last):',
      'ValueError: first',
      '',
      'Traceback (most recent call last):',
      "KeyError: 'port'",
      '',
      'The above exception was the direct cause of the following exception:',
      '',
      'Traceback (most recent call last):',
      'ConfigError: no port',
    ].join('\n'),
    'ValueError: first',
  ],
  [
    'tsc',
    "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    "src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
  ],
  [
    'go test',
    '--- FAIL: TestAdd (0.00s)\n    add_test.go:9: got 3, want 4\nFAIL\nexit status 1',
    'add_test.go:9: got 3, want 4',
  ],
  ['cargo', 'error[E0308]: mismatched types\n --> src/main.rs:2:5', 'error[E0308]: mismatched types'],
  [
    'another kind of exception keeps its name',
    'TypeError: x is not a function\n    at main.js:1:1',
    'TypeError: x is not a function',
  ],
  ['words that no runner is known by', 'looking\nthe answer is wrong\n', 'the answer is wrong'],
  ['only a stack', '    at main.js:1:1\n', undefined],
  ['nothing', '\n', undefined],
]

test.each(rows)('%s', (_, output, line) => expect(failingLine(output)).toBe(line))
