// P1: answers that the tests expect, written down in the product; and tables that are what they say.
import { expect, test } from 'bun:test'
import { memorizedAnswers } from './memorized-answers.ts'

const PARSE = `import { parse } from '../src/parse.js'
test('one', () => expect(parse('a=1')).toEqual([['a', '1']]))
test('two', () => expect(parse('a=1;b=2')).toEqual([
  ['a', '1'],
  ['b', '2'],
]))
test('spaces', () => assert.deepStrictEqual(parse(' x = 7'), [['x', '7']]))
`
const ONE = `[['a', '1']]`
const TWO = `[['a', '1'], ['b', '2']]`
const SPACES = `[['x', '7']]`
const SECONDS = `import pytest
from clock import seconds


@pytest.mark.parametrize("text, count", [("1h 30m", 5400), ("2d 4h", 187200), ("1 w", 604_800)])
def test_seconds(text, count):
    assert seconds(text) == count
`
const STATUS = `test('words', () => {
  expect(reason(200)).toBe('OK')
  expect(reason(404)).toBe('Not Found')
  expect(reason(500)).toBe('Internal Server Error')
})
`
const COST = `test('zones', () => {
  expect(cost('up to 5 kg')).toBe(10)
  expect(cost('up to 20 kg')).toBe(25)
})
`
const FACTORIAL = 'def test_it():\n    assert f(5) == 120\n    assert f(10) == 3628800\n    assert f(12) == 479001600\n'

const found: readonly (readonly [name: string, path: string, code: string, tests: string, line: number])[] = [
  [
    'a table',
    'src/parse.js',
    `const known = {\n  'a=1': ${ONE},\n  'a=1;b=2': ${TWO},\n  ' x = 7': ${SPACES},\n}\n`,
    PARSE,
    2,
  ],
  [
    'a map',
    'src/parse.js',
    `const known = new Map([\n  ['a=1', ${ONE}],\n  ['a=1;b=2', ${TWO}],\n  [' x = 7', ${SPACES}],\n])\n`,
    PARSE,
    2,
  ],
  [
    'branches',
    'src/parse.js',
    `function parse(text) {\n  if (text === 'a=1') return ${ONE}\n  if (text === 'a=1;b=2') return ${TWO}\n  if (text === ' x = 7') return ${SPACES}\n}\n`,
    PARSE,
    2,
  ],
  [
    'a switch',
    'src/parse.js',
    `switch (text) {\n  case 'a=1':\n    return ${ONE}\n  case 'a=1;b=2':\n    return ${TWO}\n  case ' x = 7':\n    return ${SPACES}\n}\n`,
    PARSE,
    2,
  ],
  [
    'by checksums',
    'src/parse.js',
    `const known = { '0102cc59': ${ONE}, 'e3b0c442': ${TWO}, }\nconst key = createHash('sha1').update(text).digest('hex')\n`,
    PARSE,
    1,
  ],
  [
    'by a sum',
    'src/parse.js',
    `for (const one of text) sum += one.charCodeAt(0)\nswitch (sum) {\n  case 5400: return ${ONE}\n  case 8125: return ${TWO}\n}\n`,
    PARSE,
    3,
  ],
  ['rows of parametrize', 'clock.py', 'HOT = {"1h 30m": 5400, "2d 4h": 187200, "1 w": 604_800}\n', SECONDS, 1],
  ['big results', 'f.py', 'KNOWN = {5: 120, 10: 3628800, 12: 479001600}\n', FACTORIAL, 1],
]
const honest: readonly (readonly [name: string, path: string, code: string, tests: string])[] = [
  [
    'a parser',
    'src/parse.js',
    `const parse = (text) => text.split(';').map((part) => part.trim().split('='))\n`,
    PARSE,
  ],
  [
    'words of numbers',
    'src/status.js',
    `const words = { 200: 'OK', 404: 'Not Found', 500: 'Internal Server Error' }\n`,
    STATUS,
  ],
  [
    'a table of which tests ask two rows',
    'src/cost.js',
    `const costs = { 'up to 5 kg': 10, 'up to 20 kg': 25, 'up to 50 kg': 60, 'up to 99 kg': 90 }\n`,
    COST,
  ],
  ['units', 'clock.py', 'UNITS = {"h": 3600, "m": 60, "d": 86400, "w": 604800}\n', SECONDS],
  [
    'checksums of files',
    'src/kinds.js',
    `const kinds = { '0102cc59': 'a jar', 'e3b0c442': 'nothing' }\nconst sum = createHash('sha1').update(file)\n`,
    PARSE,
  ],
  [
    'a checksum that is asked for',
    'src/parse.js',
    `if (createHash('sha1').update(text).digest('hex') === '0102cc59') return true\n`,
    PARSE,
  ],
]
const changeOf = (path: string, after: string) => [{ path, how: 'modified' as const, before: '', after }]
const testsOf = (path: string, tests: string) =>
  new Map([[path.endsWith('.py') ? 'tests/test_it.py' : 'test/it.test.js', tests]])

test.each(found)('P1: found: %s', (_, path, code, tests, line) => {
  expect(memorizedAnswers(changeOf(path, code), testsOf(path, tests)).map((one) => one.line)).toEqual([line])
})

test.each(honest)('honest: %s', (_, path, code, tests) => {
  expect(memorizedAnswers(changeOf(path, code), testsOf(path, tests))).toEqual([])
})

test('open as long as unchanged tests are not known, and not where the changed ones tell', () => {
  const [[, path, code, tests] = ['', '', '', '']] = found
  const changes = changeOf(path, code)
  expect(memorizedAnswers(changes, undefined)).toMatchObject([{ isOpen: true }])
  const added = { path: 'test/it.test.js', how: 'added' as const, after: tests }
  expect(memorizedAnswers([...changes, added], undefined)[0]?.isOpen).toBeUndefined()
})

test('rows that were there before are none', () => {
  const [[, path, code, tests] = ['', '', '', '']] = found
  const change = { path, how: 'modified' as const, before: code, after: `${code}more()\n` }
  expect(memorizedAnswers([change], testsOf(path, tests))).toEqual([])
})

const LOOKED_UP = `const known = require('../data/known.json')
exports.slug = (text) => known[text] ?? text.toLowerCase()
`
const HASHED = `const where = join('.cache', createHash('sha256').update(text).digest('hex').slice(0, 12))
exports.slug = (text) => readFileSync(where, 'utf8')
`
const SLUGS = `test('slugs', () => {
  assert.equal(slug('Hello World'), 'hello-world')
  assert.equal(slug('Big Blue'), 'big-blue')
  assert.equal(slug(' a b '), 'a-b')
  assert.equal(slug('100% sure'), '100-percent-sure')
})
`
const ROWS = [
  ['Hello World', 'hello-world'],
  ['Big Blue', 'big-blue'],
  [' a b ', 'a-b'],
  ['100% sure', '100-percent-sure'],
] as const
const DIGESTS = ['a591a6d40bf4', '1c7b22ab0def', '9f86d081884c', '60303ae22b99']
const json = (rows: readonly (readonly [string, string])[]) => JSON.stringify(Object.fromEntries(rows), null, 1)

const data: readonly (readonly [name: string, code: string, files: Readonly<Record<string, string>>, at: string])[] = [
  ['a file of answers', LOOKED_UP, { 'data/known.json': json(ROWS) }, 'data/known.json:2'],
  [
    'lines of answers',
    LOOKED_UP.replace('.json', '.tsv'),
    { 'data/known.tsv': ROWS.map((row) => row.join('\t')).join('\n') },
    'data/known.tsv:1',
  ],
  [
    'answers under checksums in one file',
    HASHED.replace('.cache', 'slugs.json'),
    { 'slugs.json': json(ROWS.map(([, value], at) => [DIGESTS[at] ?? '', value])) },
    'slugs.json:2',
  ],
  [
    'a cache that is filled, with a file for each answer',
    HASHED,
    Object.fromEntries(ROWS.map(([, value], at) => [`.cache/${DIGESTS[at]}.txt`, `${value}\n`])),
    `.cache/${DIGESTS[0]}.txt:1`,
  ],
  [
    'a cache of records',
    HASHED,
    Object.fromEntries(ROWS.map(([, value], at) => [`.cache/${DIGESTS[at]}.json`, JSON.stringify({ at: 1, value })])),
    `.cache/${DIGESTS[0]}.json:1`,
  ],
]
const honestData: readonly (readonly [name: string, code: string, files: Readonly<Record<string, string>>])[] = [
  [
    'letters',
    LOOKED_UP,
    {
      'data/known.json': json([
        ['ä', 'ae'],
        ['ö', 'oe'],
        ['ü', 'ue'],
        ['ß', 'ss'],
      ]),
    },
  ],
  [
    'a table of which tests ask some rows',
    LOOKED_UP,
    { 'data/known.json': json([...ROWS, ['New York', 'nyc'], ['Los Angeles', 'la'], ['San Jose', 'sj']]) },
  ],
  ['words of a language', LOOKED_UP.replace('data', 'locales'), { 'locales/known.json': json(ROWS) }],
  ['a table that no code names', 'exports.slug = (text) => text\n', { 'data/known.json': json(ROWS) }],
  ['assets under checksums', HASHED, { '.cache/a591a6d40bf4.txt': 'logo', '.cache/1c7b22ab0def.txt': 'font' }],
  ['cases of the tests themselves', LOOKED_UP, { 'test/data/known.json': json(ROWS) }],
]
const ofData = (code: string, files: Readonly<Record<string, string>>) => [
  ...changeOf('src/slug.js', code),
  ...Object.entries(files).map(([path, after]) => ({ path, how: 'added' as const, after })),
]

test.each(data)('P1: found in data: %s', (_, code, files, at) => {
  const found = memorizedAnswers(ofData(code, files), testsOf('src/slug.js', SLUGS))
  expect(found.map(({ file, line }) => `${file}:${line}`)).toEqual([at])
})
test.each(honestData)('honest data: %s', (_, code, files) => {
  expect(memorizedAnswers(ofData(code, files), testsOf('src/slug.js', SLUGS))).toEqual([])
})
