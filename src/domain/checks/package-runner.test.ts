// Which package manager a command needs, and whether there is something to install.
import { expect, test } from 'bun:test'
import { namesPackages } from './find/named-packages.ts'
import { packageRunner } from './package-runner.ts'

test.each([
  ['npm test', 'npm'],
  ['npx jest --ci', 'npm'],
  ['pnpm -r run test', 'pnpm'],
  ['yarn lint', 'yarn'],
  ['bunx tsc', 'bun'],
  ['npm run lint && npm test', 'npm'],
  ['node --test', undefined],
  ['toString', undefined],
  ['', undefined],
])('%s is started by %p', (command, runner) => {
  expect(packageRunner(command)).toBe(runner)
})

test.each([
  ['{"dependencies":{"ms":"2"}}', true],
  ['{"devDependencies":{"ava":"3"}}', true],
  ['{"dependencies":{}}', false],
  ['{"scripts":{"test":"node --test"}}', false],
  ['{"dependencies":["ms"]}', false],
  ['{', false],
])('%s names packages: %p', (manifest, expected) => {
  expect(namesPackages(manifest)).toBe(expected)
})
