// Which checks a change asks for: by what they name, and by what changed.
import { expect, test } from 'bun:test'
import type { CheckConfig } from '../../contract/config/config.ts'
import { dueChecks } from './due-checks.ts'

const everywhere: CheckConfig = { name: 'test', run: 'npm test' }
const none: CheckConfig = { name: 'lint', run: 'npm run lint', paths: [] }
const web: CheckConfig = { name: 'web', run: 'npm run web', paths: ['web/**', 'shared/**'] }

const rows: readonly (readonly [string, readonly string[] | undefined, readonly string[], string | undefined])[] = [
  ['a change under its paths', ['web/a.ts'], ['test', 'lint', 'web'], undefined],
  ['a change under its second path', ['api/a.ts', 'shared/b.ts'], ['test', 'lint', 'web'], undefined],
  ['a change elsewhere', ['api/a.ts'], ['test', 'lint'], 'nothing under web/**, shared/** changed'],
  ['no change', [], ['test', 'lint'], 'nothing under web/**, shared/** changed'],
  ['a change that nobody saw', undefined, ['test', 'lint', 'web'], undefined],
]
test.each(rows)('%s', (_name, changed, names, why) => {
  const { due, skipped } = dueChecks([everywhere, none, web], changed)
  expect(due.map(({ name }) => name)).toEqual([...names])
  expect(skipped).toEqual(why === undefined ? [] : [{ name: 'web', why }])
})
