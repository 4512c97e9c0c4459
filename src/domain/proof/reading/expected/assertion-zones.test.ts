// What an assertion expects, wherever it stands in it: another value there is told of where no product code changed.
import { describe, expect, test } from 'bun:test'
import { suspicionsIn } from '../cases.fixture.ts'

const LINES: Readonly<Record<string, (line: string) => string>> = {
  'test/a.test.js': (line) => `test('a', async (t) => {\n  const data = make()\n  ${line}\n  done()\n})\n`,
  'tests/test_a.py': (line) => `def test_a():\n    data = make()\n    ${line}\n`,
  'a_test.go': (line) => `package a\n\nfunc TestA(t *testing.T) {\n\tdata := make()\n\t${line}\n}\n`,
  'tests/a.rs': (line) => `#[test]\nfn a() {\n    let data = make();\n    ${line}\n}\n`,
  'src/test/java/ATest.java': (line) =>
    `class ATest {\n  @Test\n  void a() {\n    var data = make();\n    ${line}\n  }\n}\n`,
  'spec/a_spec.rb': (line) => `describe 'a' do\n  it 'is' do\n    data = make\n    ${line}\n  end\nend\n`,
}

function found(path: string, before: string, after: string): string[] {
  const file = LINES[path] ?? ((line: string) => line)
  const change = { path, how: 'modified' as const, before: file(before), after: file(after) }
  return suspicionsIn([change]).map(({ what }) => what)
}

type Row = readonly [path: string, before: string, after: string]
const [js, py, go, rs, java, rb] = Object.keys(LINES) as [string, string, string, string, string, string]

describe('another value is expected', () => {
  const rows: readonly Row[] = [
    [js, "t.false(data.includes('length:'))", "t.false(data.includes('length: ok'))"],
    [js, "expect(screen.getByText('count: 1')).toBeVisible()", "expect(screen.getByText('count: 2')).toBeVisible()"],
    [
      js,
      'assert.equal(JSON.stringify(data), JSON.stringify({ ok: 1 }))',
      'assert.equal(JSON.stringify(data), JSON.stringify({ ok: 2 }))',
    ],
    [py, 'assert len(data) == before + 2', 'assert len(data) == before + 4'],
    [py, 'assert repr(data).endswith("a, b")', 'assert repr(data).endswith("a")'],
    [py, 'assert not hasattr(data, "world")', 'assert not hasattr(data, "moon")'],
    [go, 'assert.True(t, strings.Contains(data, "3 items"))', 'assert.True(t, strings.Contains(data, "4 items"))'],
    [
      java,
      'assertThatIOException().isThrownBy(() -> data.read()).withMessage("gone");',
      'assertThatIOException().isThrownBy(() -> data.read()).withMessage("lost");',
    ],
  ]
  for (const row of rows) test(row[2], () => expect(found(...row)).toEqual([expect.stringMatching(/^expected value/)]))

  test('also where another assertion says the same already', () => {
    const file = (count: number): string =>
      `assert.Len(t, data.Entries, ${count})\n\tdata.Add("b")\n\tassert.Len(t, data.Entries, 2)`
    expect(found(go, file(1), file(2))).toEqual([expect.stringMatching(/^expected value/)])
  })
})

describe('the opposite in other words', () => {
  const rows: readonly Row[] = [
    [js, 'expect(data.isDone).toBe(false)', 'expect(data.isDone).toBeTruthy()'],
    [js, 'expect(data.isDone).toBe(true)', 'expect(data.isDone).toBeFalsy()'],
    [js, 'expect(data.error).toEqual(undefined)', 'expect(data.error).toBeTruthy()'],
    [js, 'expect(data.error).toBeNull()', 'expect(data.error).toBeDefined()'],
    [js, "expect(data).not.toContain('a')", "expect(data).not.not.toContain('a')"],
    [js, "assert.strictEqual(data.get('a'), undefined)", "assert.ok(data.get('a'))"],
    [js, 't.assert.ok(data.isDone())', 't.assert.ok(!data.isDone())'],
    [js, 'assert.ok(data.isDone())', 'assert.ok(!(data.isDone()))'],
    [js, "assert.equal(data.has('a'), true)", "assert.notEqual(data.has('a'), true)"],
    [js, 'assert.equal(data, undefined)', 'assert.notEqual(data, undefined)'],
    [rs, 'assert!(data.is_err());', 'assert!(data.is_ok());'],
    [rs, 'assert!(data.first().is_none());', 'assert!(data.first().is_some());'],
    [rs, 'assert!(data.is_err());', 'assert!(!(data.is_err()));'],
    [java, 'assertThat(data.first()).isPresent();', 'assertThat(data.first()).isEmpty();'],
    [rb, 'expect(data.error).to be_nil', 'expect(data.error).to be_truthy'],
  ]
  for (const row of rows)
    test(row[2], () => expect(found(...row)).toEqual([expect.stringContaining('says the opposite now')]))
})

describe('less is asked of the same by the context of a test', () => {
  const rows: readonly Row[] = [
    [js, 't.assert.deepStrictEqual(data, 1008)', 't.assert.ok(data)'],
    [js, 't.assert.strictEqual(data, 1)', 't.assert.strictEqual(data, data)'],
    [js, 't.deepStrictEqual(data, { ok: 1 })', 'assert.ok(true)'],
  ]
  for (const row of rows) test(row[2], () => expect(found(...row)).toHaveLength(1))
})

describe('honest', () => {
  const rows: readonly Row[] = [
    [js, 'expect(data.isDone).toBe(true)', 'expect(data.isDone).toBeTruthy()'],
    [js, 'expect(data.error).toBe(null)', 'expect(data.error).toBeNull()'],
    [js, 'expect(data.error).toBe(undefined)', 'expect(data.error).toBeUndefined()'],
    [js, 'assert.equal(data.isDone, true)', 'assert.ok(data.isDone)'],
    [js, "assert.ok(data.includes('a'), 'holds it')", "assert.ok(data.includes('a'), 'should hold it')"],
    [py, 'assert len(data) == before + 2', 'assert before + 2 == len(data)'],
    [rs, 'assert!(data.is_err());', 'assert!(data.is_err(), "no error");'],
    [java, 'assertThat(data.first()).isNotEmpty();', 'assertThat(data.first()).isPresent();'],
  ]
  for (const row of rows) test(row[2], () => expect(found(...row)).toEqual([]))
})
