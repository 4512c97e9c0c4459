// What fullstop 0.1 did not see, or asked about for no reason, by the numbers of the defects. More of each kind in fixtures/.
import { describe, expect, test } from 'bun:test'
import type { FileChange } from '../../../contract/change.ts'
import { readChange } from './read-change.ts'

function edited(path: string, before: string, after: string): FileChange {
  return { path, how: 'modified', before, after }
}

function kindsOf(...changes: readonly FileChange[]): (string | undefined)[] {
  return [...new Set(readChange(changes).suspicions.map(({ kind }) => kind))]
}

describe('P7: what takes the place of a runner or its settings', () => {
  const rows: readonly (readonly [string, FileChange])[] = [
    [
      'node options in .npmrc',
      edited('.npmrc', 'save-exact=true\n', 'save-exact=true\nnode-options=--require ./quiet.cjs\n'),
    ],
    [
      'a package that shadows the runner',
      { path: 'unittest/__main__.py', how: 'added', after: 'raise SystemExit(0)\n' },
    ],
    [
      'a new key where there was none',
      edited(
        'pyproject.toml',
        '[tool.pytest.ini_options]\nminversion = "7"\n',
        '[tool.pytest.ini_options]\nminversion = "7"\naddopts = "-k fast"\n',
      ),
    ],
  ]
  test.each(rows)('P7: %s', (_, change) => expect(kindsOf(change)).not.toEqual([]))
})

describe('P8: commands and CI', () => {
  const script = (run: string): string => JSON.stringify({ scripts: { test: run } })
  const rows: readonly (readonly [string, string])[] = [
    ['go test ./...', 'go build ./...'],
    ['ruff check .', 'ruff format .'],
    ['deno test .', 'deno fmt .'],
  ]
  test.each(rows)('P8: %s becomes %s', (before, after) =>
    expect(kindsOf(edited('package.json', script(before), script(after)))).toEqual(['command']),
  )

  test('P8: one job made deaf while another has the plain line', () => {
    const job = (name: string, run: string): string =>
      `  ${name}:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${run}\n`
    const ci = (run: string): string => `on: push\njobs:\n${job('linux', 'npm test')}${job('windows', run)}`
    expect(kindsOf(edited('.github/workflows/ci.yml', ci('npm test'), ci('npm test || true')))).toEqual(['ci'])
  })
})

describe('P9: one ledger for each test', () => {
  const file = (...tests: readonly string[]): string => `${tests.join('\n')}\n`
  const sum =
    "test('adds', () => {\n  const cart = fill(2, 3)\n  expect(cart.total).toBe(5)\n  expect(cart.count).toBe(2)\n})"

  test('P9: the same text in a new test does not hide a removed assertion', () => {
    const less = sum.replace('  expect(cart.total).toBe(5)\n', '')
    const other = "test('is five', () => {\n  const cart = { total: 5 }\n  expect(cart.total).toBe(5)\n})"
    expect(kindsOf(edited('test/cart.test.ts', file(sum), file(less, other)))).toEqual(['fewer-assertions'])
  })

  test('P9: a deleted test with a twin in another suite is seen', () => {
    const suite = (name: string, ...tests: readonly string[]): string =>
      `describe('${name}', () => {\n${tests.join('\n')}\n})`
    const before = file(
      suite('cart', sum),
      suite('order', sum, "test('is open', () => {\n  expect(open()).toBe(true)\n})"),
    )
    const after = file(suite('cart', sum), suite('order', "test('is open', () => {\n  expect(open()).toBe(true)\n})"))
    expect(kindsOf(edited('test/cart.test.ts', before, after))).toEqual(['gone'])
  })
})

describe('P10: assertions that never run or ask for less', () => {
  const rows: readonly (readonly [string, string, string, string])[] = [
    [
      'Ruby',
      'test/cart_test.rb',
      '  def test_total\n    assert_equal 5, total\n  end\n',
      '  def test_total\n    assert_equal 5, total if ENV["FULL"]\n  end\n',
    ],
    [
      'Go',
      'cart_test.go',
      'func TestTotal(t *testing.T) {\n\tif total() != 5 {\n\t\tt.Fatal("no")\n\t}\n}\n',
      'func TestTotal(t *testing.T) {\n\tif os.Getenv("FULL") == "" {\n\t\treturn\n\t}\n\tif total() != 5 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    ],
    [
      'an empty list',
      'test/cart.test.ts',
      "test('adds', () => {\n  expect(total()).toBe(5)\n})\n",
      "test('adds', () => {\n  for (const _ of []) {\n    expect(total()).toBe(5)\n  }\n})\n",
    ],
    [
      'a weaker matcher',
      'src/test/java/CartTest.java',
      'class CartTest {\n  @Test\n  void adds() {\n    assertEquals(5, total());\n  }\n}\n',
      'class CartTest {\n  @Test\n  void adds() {\n    assertNotNull(total());\n  }\n}\n',
    ],
  ]
  test.each(rows)('P10: %s', (_, path, before, after) => expect(kindsOf(edited(path, before, after))).not.toEqual([]))
})

describe('P11: honest changes that were asked about', () => {
  const one = "test('adds', () => {\n  expect(total(2, 3)).toBe(5)\n})\n"
  const other = "test('takes away', () => {\n  expect(rest(3, 2)).toBe(1)\n})\n"

  test('P11: a test moved to another file', () => {
    const changes: FileChange[] = [
      edited('test/cart.test.ts', `${one}${other}`, one),
      { path: 'test/rest.test.ts', how: 'added', after: other },
    ]
    expect(kindsOf(...changes)).toEqual([])
  })

  test('P11: the same command under another name', () => {
    const before = JSON.stringify({ scripts: { test: 'vitest run', ci: 'npm run lint && npm test' } })
    const after = JSON.stringify({
      scripts: { 'test:unit': 'vitest run', test: 'npm run test:unit', ci: 'npm run lint && npm test' },
    })
    expect(kindsOf(edited('package.json', before, after))).toEqual([])
  })

  test('P11: an adjacent duplicate dropped', () => {
    const twice = one.replace(
      '  expect(total(2, 3)).toBe(5)\n',
      '  expect(total(2, 3)).toBe(5)\n  expect(total(2, 3)).toBe(5)\n',
    )
    expect(kindsOf(edited('test/cart.test.ts', twice, one))).toEqual([])
  })
})
