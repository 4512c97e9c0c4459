// Configs of runners that look in fewer places, and those that another config takes in.
import { expect, test } from 'bun:test'
import { testsNotLookedFor } from './lost-tests.ts'

const FILES = ['packages/docs/b.test.ts', 'packages/zoo/src/a.test.ts']
const NARROW = "export default { test: { include: ['packages/zoo/src/**/*.test.ts'] } }\n"

test.each([
  ['it looks in fewer places', '{ silent: true }', '{ silent: false }', 1],
  [
    'it is a project of another one',
    "{ projects: ['packages/*'] }",
    "{ projects: ['packages/*', './vitest.fast.config.ts'] }",
    0,
  ],
])('one more config: %s', (_, before, after, found) => {
  const changes = [
    {
      path: 'vitest.config.ts',
      how: 'modified' as const,
      before: `export default { test: ${before} }\n`,
      after: `export default { test: ${after} }\n`,
    },
    { path: 'vitest.fast.config.ts', how: 'added' as const, after: NARROW },
  ]
  expect(testsNotLookedFor(changes, FILES)).toHaveLength(found)
})
