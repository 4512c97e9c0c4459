// Which end-to-end files `npm run test:quick` picks for a change.
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { affectedBy, BY_ROOM, roomOf, SMOKE, type TestFile, within } from '../scripts/affected.ts'

const root = join(import.meta.dirname, '..')
const e2e = readdirSync(join(root, 'test/e2e')).filter((name) => name.endsWith('.test.ts'))

const files: readonly TestFile[] = [
  { path: 'test/e2e/claims.test.ts', imports: ['test/e2e/room.ts'] },
  { path: 'test/e2e/check-results.test.ts', imports: ['test/e2e/checking.ts'] },
  { path: 'test/e2e/mcp-stop.test.ts', imports: ['test/e2e/mcp-client.ts'] },
  { path: 'test/e2e/mcp-repeats.test.ts', imports: ['test/e2e/mcp-client.ts'] },
  { path: 'test/e2e/run-output.test.ts', imports: [] },
  { path: 'test/e2e/checking.ts', imports: ['test/e2e/room.ts', 'test/e2e/mcp-client.ts'] },
  { path: 'test/e2e/room.ts', imports: [] },
  { path: 'test/e2e/mcp-client.ts', imports: ['test/e2e/checking.ts'] },
]

const rows: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['nothing: a few of everything', [], ['claims', 'check-results', 'run-output', 'mcp-repeats']],
  ['a page of the docs: the same', ['docs/guide.md'], ['claims', 'check-results', 'run-output', 'mcp-repeats']],
  ['a test file: itself', ['test/e2e/run-output.test.ts'], ['run-output']],
  [
    'a room of the product: by the table',
    ['src/frontends/mcp/serve.ts', 'src/frontends/mcp/tools/index.ts'],
    ['mcp-stop', 'mcp-repeats'],
  ],
  [
    'a helper: whoever imports it, also by way of another',
    ['test/e2e/room.ts'],
    ['claims', 'check-results', 'mcp-stop', 'mcp-repeats'],
  ],
  [
    'a test file comes first, then the product',
    ['src/domain/strategies/a.ts', 'test/e2e/run-output.test.ts'],
    ['run-output', 'claims'],
  ],
]

test.each(rows)('%s', (_name, changed, names) => {
  expect(affectedBy(changed, files)).toEqual(names.map((name) => `test/e2e/${name}.test.ts`))
})

test('the table knows every file of the product, and each of its names a test file', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\/.*\.ts$/.test(file),
  )
  expect(sources.filter((file) => roomOf(`src/${file}`) === undefined)).toEqual([])
  expect(Object.keys(BY_ROOM).filter((room) => !sources.some((file) => file.startsWith(room)))).toEqual([])
  const prefixes = [...Object.values(BY_ROOM).flat(), ...SMOKE]
  expect(prefixes.filter((prefix) => !e2e.some((name) => name.startsWith(prefix)))).toEqual([])
})

test('files are taken in order while there is time, a shorter one also after a longer one, and the rest is named', () => {
  const timings = { a: 10, b: 50, c: 10 }
  expect(within(30, ['a', 'b', 'c', 'new'], timings, 15)).toEqual({ run: ['a', 'c'], left: ['b', 'new'] })
  expect(within(30, ['b'], timings, 15)).toEqual({ run: ['b'], left: [] })
})
