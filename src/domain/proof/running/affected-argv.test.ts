// Which commands take test files as they are.
import { expect, test } from 'bun:test'
import type { CheckConfig } from '../../../contract/config/config.ts'
import { affectedArgv } from './affected-argv.ts'
import { checkCommands } from './check-commands.ts'

const texts = new Map([
  ['package.json', '{"scripts":{"test":"vitest run","all":"eslint . && vitest run","some":"jest src/"}}'],
  ['web/package.json', '{"scripts":{"test":"jest"}}'],
  ['t.sh', 'pytest\n'],
])
type Check = Pick<CheckConfig, 'run' | 'shell' | 'cwd'>
const argvOf = (check: Check, ...files: readonly string[]) =>
  affectedArgv(check, checkCommands(check, { texts }), files)?.join(' ')

const rows: readonly (readonly [run: string, wanted: string | undefined])[] = [
  ['vitest run', 'vitest run a/b.test.ts'],
  ['npx jest --ci', 'npx jest --ci a/b.test.ts'],
  ['npm test', 'npm test -- a/b.test.ts'],
  ['npm test -- --silent', 'npm test -- --silent a/b.test.ts'],
  ['yarn test', 'yarn test a/b.test.ts'],
  ['bun test', 'bun test a/b.test.ts'],
  ['node --test', 'node --test a/b.test.ts'],
  ['pytest -q', 'pytest -q a/b.test.ts'],
  ['go test', 'go test ./a'],
  ['go test ./...', undefined],
  ['node --test test', undefined],
  ['pytest tests', undefined],
  ['cargo test', undefined],
  ['npm run all', undefined],
  ['npm run some', undefined],
  ['sh t.sh', undefined],
  ['make test', undefined],
  ['frobnicate', undefined],
  ['eslint .', undefined],
]
test.each(rows)('%s: %p', (run, wanted) => expect(argvOf({ run }, 'a/b.test.ts')).toBe(wanted as string))

test('a word behind a shell line would be no word of the runner', () => {
  expect(argvOf({ run: 'pytest -q', shell: true }, 'a/test_b.py')).toBeUndefined()
})

test('files count from the folder of the check, and all of them lie below it', () => {
  expect(argvOf({ run: 'npm test', cwd: 'web' }, 'web/a.test.ts')).toBe('npm test -- a.test.ts')
  expect(argvOf({ run: 'npm test', cwd: 'web' }, 'web/a.test.ts', 'b.test.ts')).toBeUndefined()
  expect(argvOf({ run: 'jest' })).toBeUndefined()
})

test('no file that reads like an option', () => expect(argvOf({ run: 'jest' }, '-x.test.ts')).toBeUndefined())
