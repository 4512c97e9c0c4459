// Which command lines are checks, and what their end tells.
import { expect, test } from 'bun:test'
import { checkSeen, isCheckLine } from './seen.ts'

test.each([
  'npm test',
  'npm t',
  'npm run -s check',
  'cd packages/a && pnpm run lint',
  'CI=1 timeout 60 yarn test',
  'bash -lc "npx vitest run"',
  'python -m pytest -q',
  'python manage.py test',
  'uv run ruff check .',
  'npx tsc --noEmit',
  'cargo nextest run',
  'go vet ./...',
  'node --test test/',
  './gradlew test',
  'make lint',
  'npm test | tail -5',
])('a check: %s', (line) => expect(isCheckLine(line)).toBe(true))

test.each([
  'npm install',
  'npm run dev',
  'npm run test:watch',
  'npx eslint --fix .',
  'tsc --version',
  'git commit -m test',
  'grep -rn test src',
  'go run .',
  'node build.js',
  'echo npm test',
  '',
])('no check: %s', (line) => expect(isCheckLine(line)).toBe(false))

const RED = 'FAIL src/a.test.ts > adds\n1 failed, 2 passed'

test.each([
  ['it passed', 'npm test', false, 0, '', 'passed'],
  ['it passed behind a pipe', 'npm test | tail', false, 0, '', 'passed'],
  ['it failed', 'npm test', true, 1, RED, 'failed'],
  ['it failed behind a change of folder', 'cd a && npm test', true, 1, RED, 'failed'],
  ['another command may be what failed', 'npm test && git push', true, 1, RED, 'could-not-run'],
  ['the end is that of another program', 'npm test | grep x', true, 1, '', 'could-not-run'],
  ['there is no such script', 'npm test', true, 1, 'npm error Missing script: "test"', 'could-not-run'],
  ['there is no such program', 'pytest', true, 127, 'bash: pytest: command not found', 'could-not-run'],
  ['it was killed', 'npm test', true, 137, RED, 'could-not-run'],
  ['it has no tests', 'npx vitest run', true, 1, 'No test files found, exiting with code 1', 'could-not-run'],
] as const)('%s', (_, command, failed, exitCode, output, result) => {
  expect(checkSeen(command, { failed, exitCode, output })?.result).toBe(result)
})

test('the line that names a failure is quoted as it was printed', () => {
  for (const line of ['not ok 1 - parses', '  1) converts 1999 in 5 ms', 'src/a.ts(3,7): error TS2322: no number'])
    expect(checkSeen('npm test', { failed: true, exitCode: 1, output: `begin\n${line}\nend` })?.line).toBe(line.trim())
})

test('a failure is shown by the line that names it', () => {
  expect(checkSeen('npm test', { failed: true, exitCode: 1, output: RED })).toEqual({
    command: 'npm test',
    result: 'failed',
    exitCode: 1,
    line: 'FAIL src/a.test.ts > adds',
  })
  expect(checkSeen('npm install', { failed: true, exitCode: 1, output: RED })).toBeUndefined()
})
