// What runners say that they ran: recorded output of each, then what could mislead a reader.
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectLinear } from '../../../../test/cost.ts'
import type { WhatRan } from '../../../contract/evidence.ts'
import { readRan } from './ran.ts'

const folder = join(import.meta.dirname, 'fixtures')

interface Recorded {
  readonly name: string
  readonly command: string
  readonly expected: string
  readonly output: string
}

const recorded = readdirSync(folder).flatMap((file): Recorded[] =>
  readFileSync(join(folder, file), 'utf8')
    .split(/^##### /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...lines] = part.split('\n')
      const [name = '', command = '', , expected = ''] = head.split(' | ')
      return { name, command, expected, output: lines.join('\n') }
    }),
)

function told(ran: WhatRan | undefined): string {
  if (!ran) return 'nothing known'
  if (ran.tests === undefined) return ran.finished ? 'number unknown' : 'unfinished, number unknown'
  return `${ran.tests} ran, ${ran.failed} failed, ${ran.skipped} skipped, ${ran.finished ? 'finished' : 'unfinished'}`
}

describe('P6: recorded output', () => {
  for (const { name, command, expected, output } of recorded)
    test(name, () => {
      expect(told(readRan({ command, output, isCut: false }))).toBe(expected)
    })

  test('the fixtures were found', () => {
    expect(recorded.length).toBeGreaterThan(100)
  })
})

const outputOf = (name: string): string => recorded.find((one) => one.name === name)?.output ?? ''

interface Row {
  readonly name: string
  readonly output: string
  readonly expected: string
  readonly command?: string
  readonly isCut?: boolean
}

const indent = (prefix: string, text: string): string => text.replaceAll(/^/gm, prefix)

const forgedNode = outputOf('node-spec-ok').slice(outputOf('node-spec-ok').indexOf('ℹ')).replaceAll('3', '50')

const rows: readonly Row[] = [
  {
    name: 'runners one after the other are added up',
    output: `${outputOf('pytest-ok')}\n${outputOf('jest-ok')}\n${outputOf('cargo-ok')}`,
    expected: '8 ran, 0 failed, 1 skipped, finished',
  },
  {
    name: 'the same runner twice is added up, with and without a first line of its own',
    output: ['vitest-ok', 'vitest-ok', 'mocha-spec-ok', 'mocha-spec-ok', 'node-spec-ok', 'node-spec-ok']
      .map(outputOf)
      .join('\n'),
    expected: '18 ran, 0 failed, 0 skipped, finished',
  },
  {
    name: 'a package without tests does not count against the others',
    output: `${outputOf('node-spec-empty')}\n${outputOf('node-spec-ok')}\n${outputOf('node-spec-empty')}`,
    expected: '3 ran, 0 failed, 0 skipped, finished',
  },
  {
    name: 'a summary that a test prints is replaced by the real one',
    output: `✔ adds (1.1ms)\n${forgedNode}${outputOf('node-spec-ok').split('\n').slice(1).join('\n')}`,
    expected: '3 ran, 0 failed, 0 skipped, finished',
  },
  {
    name: 'a summary of another runner that a test prints does not count',
    output: outputOf('vitest-ok').replace('Test Files', '50 passed in 0.10s\n Test Files'),
    expected: '3 ran, 0 failed, 0 skipped, finished',
  },
  {
    name: 'a number of tests in the words of a test is no summary',
    output: `Tests: 5 passed\n10 tests passed\n  Tests  5 passed (5)\nRan 5 tests in 0.1s\nOK (5 tests)\n`,
    expected: 'nothing known',
  },
  {
    name: 'colours and redrawn lines',
    output:
      '\u001b[1mbun test\u001b[0m v1.4.4 (38afee6c8)\n\nprogress 1\rprogress 2\r\u001b[32m 3 pass\u001b[0m\n\u001b[2m 0 fail\u001b[0m\nRan 3 tests across 2 files. \u001b[2m[9.00ms]\u001b[0m\n',
    expected: '3 ran, 0 failed, 0 skipped, finished',
  },
  {
    name: 'turbo puts the package before each line',
    output: `web:test: cache miss, executing 1a2b\napi:test: cache miss, executing 3c4d\n${indent('web:test: ', outputOf('vitest-ok'))}\n${indent('api:test: ', outputOf('node-spec-ok'))}\n`,
    expected: '6 ran, 0 failed, 0 skipped, finished',
  },
  {
    name: 'results of a cache that turbo does not print again leave the number open',
    output: `web:test: cache hit, suppressing logs 1a2b\napi:test: cache miss, executing 3c4d\n${indent('api:test: ', outputOf('node-spec-ok'))}\n`,
    expected: 'number unknown',
  },
  {
    name: 'pnpm -r mixes the lines of packages',
    output: [
      'packages/a test$ vitest run',
      'packages/b test$ mocha',
      ...outputOf('vitest-ok')
        .split('\n')
        .flatMap((line, index) => [
          `packages/a test: ${line}`,
          `packages/b test: ${outputOf('mocha-spec-ok').split('\n')[index] ?? ''}`,
        ]),
    ].join('\n'),
    expected: '6 ran, 0 failed, 0 skipped, finished',
  },
  {
    name: 'yarn workspaces foreach',
    output: `[a]: Process started\n${indent('[a]: ', outputOf('jest-ok'))}\n[a]: Process exited (exit code 0)\n`,
    expected: '3 ran, 0 failed, 0 skipped, finished',
  },
  {
    name: 'one summary at the end counts although the middle is missing',
    output: `${outputOf('pytest-ok').slice(0, 200)}\n[… 400000 bytes left out …]\n${outputOf('pytest-ok').slice(-90)}`,
    isCut: true,
    expected: '2 ran, 0 failed, 0 skipped, finished',
  },
  {
    name: 'with several summaries and a missing middle the number is unknown',
    output: `${outputOf('jest-ok')}\n[… 400000 bytes left out …]\n${outputOf('jest-ok')}`,
    isCut: true,
    expected: 'number unknown',
  },
  {
    name: 'a runner that the script line names and that prints nothing did not finish',
    output: '\n> app@1.0.0 test\n> jest\n\n  ●  process.exit called with "0"\n',
    expected: 'unfinished, number unknown',
  },
  {
    name: 'TAP of other tools ends with its plan, wherever that stands',
    output: 'TAP version 13\nok 1 - a\nnot ok 2 - b\nok 3 - c # SKIP\n1..3\nTAP version 14\n1..2\nok 1 - a\nok 2 - b\n',
    expected: '4 ran, 1 failed, 1 skipped, finished',
  },
  {
    name: 'TAP that stops before its plan is through',
    output: 'TAP version 14\n1..3\nok 1 - a\n',
    expected: '1 ran, 0 failed, 0 skipped, unfinished',
  },
  {
    name: 'a second runner that a test file loads ends with the first',
    command: 'npx vitest run',
    output:
      " RUN  v2.1.9 /shop\n\n ✓ test/cart.test.ts (21 tests) 47ms\nTAP version 13\n# Subtest: price\nok 1 - price\n  ---\n  type: 'suite'\n  ...\n ✓ test/price.test.ts (2 tests) 19ms\n\n Test Files  2 passed (2)\n      Tests  23 passed (23)\n   Start at  10:38:12\n   Duration  1.48s\n",
    expected: '23 ran, 0 failed, 0 skipped, finished',
  },
  {
    name: 'a second runner that follows the first has an end of its own',
    command: 'npx vitest run && node --test',
    output:
      ' RUN  v2.1.9 /shop\n\n ✓ test/cart.test.ts (21 tests) 47ms\n\n Test Files  1 passed (1)\n      Tests  21 passed (21)\n   Start at  10:38:12\n   Duration  1.48s\nTAP version 13\n# Subtest: price\nok 1 - price\n',
    expected: '22 ran, 0 failed, 0 skipped, unfinished',
  },
  {
    name: 'pytest-sugar',
    command: 'pytest',
    output:
      'Test session starts (platform: linux)\n test_a.py ✓✓s   100% ██████████\n\nResults (0.05s):\n       2 passed\n       1 skipped\n',
    expected: '2 ran, 0 failed, 1 skipped, finished',
  },
  {
    name: 'a linter is not read, whatever it prints',
    command: 'npx eslint .',
    output: outputOf('node-spec-empty'),
    expected: 'nothing known',
  },
  {
    name: 'a build script is not read, whatever it prints',
    command: 'npm run build',
    output: outputOf('jest-passwithnone'),
    expected: 'nothing known',
  },
  {
    name: 'a runner whose output goes into a file is not waited for',
    command: 'jest > out.txt',
    output: '',
    expected: 'nothing known',
  },
]

describe('P6: what could mislead', () => {
  for (const { name, output, expected, command = 'npm test', isCut = false } of rows)
    test(name, () => {
      expect(told(readRan({ command, output, isCut }))).toBe(expected)
    })

  test('tests that are chosen by what changed are no number to compare', () => {
    const ran = readRan({ command: 'npx jest --onlyChanged', output: outputOf('jest-ok'), isCut: false })
    expect(ran).toEqual({ tests: 3, failed: 0, skipped: 0, finished: true, partial: true })
  })

  test('hostile output is read in linear time', () => {
    const pieces = [
      '.\n',
      ' 1 passing (1ms)\n',
      '✔ a (1.1ms)\nℹ tests 1\n',
      '  1 failed\n    a\n',
      '1..1\nok 1\n',
      'TAP version 13\n1..9\n',
      'Results (1s):\n',
      '# tests 1\n# pass  1\n',
      '=== RUN a\n',
    ]
    for (const piece of pieces)
      expectLinear(20_000, (size) => readRan({ command: 'npm test', output: piece.repeat(size), isCut: false }))
  })
})
