// The table of the tamper watch: diffs as they occur in projects, half of them honest. Rows live in fixtures/ by subject.
import { describe, expect, test } from 'bun:test'
import type { FileChange } from '../../../contract/change.ts'
import { commands } from './fixtures/commands.ts'
import { configs } from './fixtures/configs.ts'
import type { Row } from './fixtures/diff.ts'
import { at } from './fixtures/diff.ts'
import { everyday } from './fixtures/everyday.ts'
import { honest } from './fixtures/honest.ts'
import { javascript } from './fixtures/javascript.ts'
import { languages } from './fixtures/languages.ts'
import { plain } from './fixtures/plain.ts'
import { silenced } from './fixtures/silenced.ts'
import { surroundings } from './fixtures/surroundings.ts'
import { unfair } from './fixtures/unfair.ts'
import { unrun } from './fixtures/unrun.ts'
import { watchTampering } from './watch.ts'

const rows: readonly Row[] = [
  ...javascript,
  ...honest,
  ...languages,
  ...commands,
  ...configs,
  ...unfair,
  ...everyday,
  ...plain,
  ...silenced,
  ...surroundings,
  ...unrun,
]

describe('watchTampering', () => {
  test.each(rows.map((row) => [row.name, row] as const))('%s', (_, { changes, found }) => {
    expect(watchTampering(changes)).toEqual([...found])
  })
})

const LOGIN = `
import request from 'supertest'

describe('login', () => {
  it('lets Ada in', async () => {
    const response = await request(app).post('/login').send({ name: 'ada' })
    expect(response.status).toBe(200)
    expect(response.body.token).toMatch(/^ey/)
  })

  it('keeps strangers out', async () => {
    await expect(login('eve')).rejects.toThrow('unknown')
  })
})
`

const promises: readonly Row[] = [
  {
    name: 'CI-only skip by the environment on a test that was there',
    changes: [diffOf(LOGIN, "it('keeps strangers out'", "it.skipIf(process.env.CI)('keeps strangers out'")],
    found: [at('test/login.test.ts', 11, 'test "keeps strangers out" is skipped under a condition now (it.skipIf)')],
  },
  {
    name: 'a rejected promise is no longer looked at',
    changes: [
      diffOf(LOGIN, "await expect(login('eve')).rejects.toThrow('unknown')", "await login('eve').catch(() => {})"),
    ],
    found: [at('test/login.test.ts', 11, 'the only assertion of test "keeps strangers out" is gone')],
  },
  {
    name: 'await is added, a variable renamed',
    changes: [
      diffOf(LOGIN.replace('await request', 'request'), 'const response = request', 'const response = await request'),
    ],
    found: [],
  },
  {
    name: 'a status check moves into the chain of the request',
    changes: [
      diffOf(
        LOGIN,
        ".send({ name: 'ada' })\n    expect(response.status).toBe(200)",
        ".send({ name: 'ada' }).expect(200)",
      ),
    ],
    found: [],
  },
]

function diffOf(text: string, from: string, to: string): FileChange {
  return { path: 'test/login.test.ts', how: 'modified', before: text, after: text.replace(from, to) }
}

describe('with promises', () => {
  test.each(promises.map((row) => [row.name, row] as const))('%s', (_, { changes, found }) => {
    expect(watchTampering(changes)).toEqual([...found])
  })
})

describe('the list', () => {
  const skipped = (path: string, count: number): FileChange => {
    const tests = Array.from(
      { length: count },
      (_, index) => `it('case ${index}', () => {\n  expect(f(${index})).toBe(1)\n})\n`,
    )
    const before = tests.join('')
    return { path, how: 'modified', before, after: before.replaceAll('it(', 'it.skip(') }
  }

  test('holds at most ten findings per file and fifty in all', () => {
    const found = watchTampering(Array.from({ length: 9 }, (_, index) => skipped(`src/${index}.test.ts`, 12)))
    expect(found.length).toBe(50)
    expect(found.filter(({ file }) => file === 'src/0.test.ts').length).toBe(10)
  })

  test('begins with what tells most', () => {
    const found = watchTampering([
      { path: 'tsconfig.json', how: 'modified', before: '{ "strict": true }', after: '{ "strict": false }' },
      {
        path: 'package.json',
        how: 'modified',
        before: '{"scripts":{"test":"jest"}}',
        after: '{"scripts":{"test":"true"}}',
      },
      skipped('src/a.test.ts', 1),
      { path: 'src/b.test.ts', how: 'deleted', before: "it('b', () => {\n  expect(b()).toBe(1)\n})\n" },
    ])
    expect(found.map(({ file }) => file)).toEqual(['src/b.test.ts', 'src/a.test.ts', 'package.json', 'tsconfig.json'])
  })

  test('quotes no more than 80 characters', () => {
    const title = 'long '.repeat(60)
    const [found] = watchTampering([
      {
        path: 'a.test.ts',
        how: 'modified',
        before: `it('${title}', () => {\n  expect(a()).toBe(1)\n})`,
        after: `it.skip('${title}', () => {\n  expect(a()).toBe(1)\n})`,
      },
    ])
    expect(found?.what).toBe(`test "${'long '.repeat(16).slice(0, 79)}…" is skipped now (it.skip)`)
  })
})
