// Which commands take test files as they are.
import { expect, test } from 'bun:test'
import { affectedArgv } from './affected-argv.ts'
import { checkCommands } from './check-commands.ts'

const files = new Map([
  ['package.json', '{"scripts":{"test":"vitest run","all":"eslint . && vitest run","some":"jest src/"}}'],
  ['t.sh', 'pytest\n'],
])
const rows: readonly (readonly [run: string, wanted: string | undefined])[] = [
  ['vitest run', 'vitest run a/b.test.ts'],
  ['npx jest --ci', 'npx jest --ci a/b.test.ts'],
  ['npm test', 'npm test -- a/b.test.ts'],
  ['npm test -- --silent', 'npm test -- --silent a/b.test.ts'],
  ['yarn test', 'yarn test a/b.test.ts'],
  ['bun test', 'bun test a/b.test.ts'],
  ['pytest -q', 'pytest -q a/b.test.ts'],
  ['go test', 'go test ./a'],
  ['go test ./...', undefined],
  ['pytest tests', undefined],
  ['npm run all', undefined],
  ['npm run some', undefined],
  ['make test', undefined],
  ['frobnicate', undefined],
  ['eslint .', undefined],
]
test.each(rows)('%s: %p', (run, wanted) => {
  const argv = affectedArgv(run.split(' '), checkCommands({ run }, { texts: files }), ['a/b.test.ts'])
  expect(argv?.join(' ')).toBe(wanted)
})

test('no file that reads like an option', () => {
  expect(affectedArgv(['jest'], checkCommands({ run: 'jest' }, { texts: files }), ['-x.test.ts'])).toBeUndefined()
})
