// Every promised behaviour is cited by an end-to-end test, and every citation names a promised behaviour.
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { citedBeyond, defects, requirements } from './requirements.ts'

const folder = import.meta.dirname
const sources = readdirSync(folder)
  .filter((file) => file.endsWith('.test.ts') && file !== 'requirements.test.ts')
  .map((file) => readFileSync(join(folder, file), 'utf8'))

/** Names of tests: a quotation mark, then the ids in brackets. A table may give the ids of its rows by themselves. */
const citedIn = (texts: readonly string[]): Set<string> =>
  new Set(
    texts.flatMap((text) => [
      ...[...text.matchAll(/['"`]\[([A-Za-z0-9 -]+)\] /g)].flatMap((match) => (match[1] ?? '').split(' ')),
      ...[...text.matchAll(/^ {2}\['((?:mention)[A-Za-z0-9 -]*)', /gm)].flatMap((match) => (match[1] ?? '').split(' ')),
    ]),
  )
const cited = citedIn(sources)

test('every requirement is cited by an end-to-end test', () => {
  expect(requirements.map(({ id }) => id).filter((id) => !cited.has(id))).toEqual([])
})

/** What only `npm run test:long` plays, up to the name of the test. */
const LEFT_OUT = /\btest(?:\.concurrent)?\.skipIf\(isVariant(?: \|\| [!\w]+)*\)\(\s*['"`]\[[^\]]+\] /g

test('what an end-to-end test cites is shown by one that `npm test` plays, too', () => {
  const played = citedIn(sources.map((text) => text.replaceAll(LEFT_OUT, '')))
  expect([...cited].filter((id) => !played.has(id))).toEqual([])
})

test('every citation is a requirement', () => {
  const known = new Set([...requirements.map(({ id }) => id), ...Object.keys(defects), ...citedBeyond])
  expect([...cited].filter((id) => !known.has(id))).toEqual([])
})

test('every defect that was seen is named by a test, here or beside the code', () => {
  const root = join(folder, '../..')
  const texts = ['src', 'test'].flatMap((wing) =>
    readdirSync(join(root, wing), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!requirements)\.(?:test|suite)\.ts$/.test(file))
      .map((file) => readFileSync(join(root, wing, file), 'utf8')),
  )
  const titles = texts.flatMap((text) => text.match(/['"`](?:\[[\w -]+\] )?(?:[A-Z]\d+(?:, |: ))*/g) ?? [])
  const named = new Set(titles.flatMap((title) => title.match(/\b[A-Z]\d+\b/g) ?? []))
  expect(Object.keys(defects).filter((id) => !named.has(id))).toEqual([])
})

test('no id is given twice', () => {
  const ids = requirements.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

/** A requirement in brackets, or the number of the defect that it keeps away. */
test('every end-to-end test cites something', () => {
  const uncited = sources.flatMap((text) =>
    [...text.matchAll(/^\s*test(?:\.\w+\([^)]*\)+)?\(\s*(['"`])(?!\[|[A-Z]\d+: )(.{0,60})/gm)].map((match) => match[2]),
  )
  expect(uncited).toEqual([])
})
