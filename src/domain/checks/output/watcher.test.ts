// Commands that wait for changes, by the last lines that they print.
import { expect, test } from 'bun:test'
import { whyWatching } from './watcher.ts'

const ROWS: ReadonlyArray<readonly [name: string, output: string, instead: string]> = [
  [
    'vitest',
    '      Tests  1 passed (1)\n\n PASS  Waiting for file changes...\n       press h to show help, press q to quit\n',
    '`vitest run`',
  ],
  [
    'jest',
    'Ran all test suites.\n\nWatch Usage\n › Press f to run only failed tests.\n › Press q to quit watch mode.\n',
    'jest without `--watch`, or `jest --watchAll=false`',
  ],
  ['tsc', '12:00:00 AM - Found 0 errors. Watching for file changes.\n', '`tsc` without `--watch`'],
  ['node', "Completed running 'a.test.js'\n", 'node without `--watch`'],
  ['nodemon', '[nodemon] clean exit - waiting for changes before restart\n', 'the program without nodemon'],
  ['mocha', 'ℹ [mocha] waiting for changes...\n', 'mocha without `--watch`'],
  [
    'vite',
    '  VITE v5.4.0  ready in 300 ms\n\n  ➜  Local:   http://localhost:5173/\n  ➜  press h + enter to show help\n',
    'a command that builds or tests and ends, in place of a server',
  ],
  [
    'next',
    '   - Local:        http://localhost:3000\n\n ✓ Ready in 2.1s\n',
    'a command that builds or tests and ends, in place of a server',
  ],
  ['some other tool', '[10:00:00] Watching for file changes...\n', 'the command without its watch option'],
]

for (const [name, output, instead] of ROWS)
  test(`P6: ${name} waits for changes`, () => {
    expect(whyWatching(output, '10m')).toBe(
      `it was still waiting for changes after 10m and does not end by itself: use ${instead}`,
    )
  })

test('P6: a slow run that names a watch mode among its tests only timed out', () => {
  expect(whyWatching('✓ watching for file changes works (3 ms)\n✓ starts in watch mode\n', '10m')).toBeUndefined()
})

test('P6: a watch line long before the end says nothing', () => {
  expect(whyWatching(`Watching for file changes.\n${'ok 1 - a\n'.repeat(20)}`, '10m')).toBeUndefined()
})
