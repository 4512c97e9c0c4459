// The same subject, and less is asked of it. Beside each what an honest change would write.
import { describe, expect, test } from 'bun:test'
import { suspicionsIn } from '../../cases.fixture.ts'

const javascript = (line: string): string => `test('a', () => {\n  const data = make()\n  ${line}\n})\n`
const rust = (line: string): string => `#[test]\nfn a() {\n    let data = make();\n    ${line}\n}\n`
const java = (line: string): string =>
  `class ATest {\n  @Test\n  void a() {\n    var data = make();\n    ${line}\n  }\n}\n`
const ruby = (line: string): string => `describe 'a' do\n  it 'is' do\n    data = make\n    ${line}\n  end\nend\n`

type Row = readonly [path: string, file: (line: string) => string, before: string, after: string]
const JS = ['test/a.test.js', javascript] as const
const RS = ['tests/a.rs', rust] as const
const JAVA = ['src/test/java/ATest.java', java] as const
const RB = ['spec/a_spec.rb', ruby] as const

function found([path, file, before, after]: Row): string[] {
  return suspicionsIn([{ path, how: 'modified', before: file(before), after: file(after) }]).map(({ what }) => what)
}

describe('less is asked', () => {
  const rows: readonly Row[] = [
    [...JS, 'expect(data).toEqual({ a: 1, b: 2 })', 'expect(data).toMatchObject({ a: 1 })'],
    [...JS, 'expect(data).toEqual([1, 2])', 'expect(data).toContain(1)'],
    [...JAVA, 'assertThat(data).containsExactly(1, 2);', 'assertThat(data).contains(1);'],
    [...RB, 'expect(data).to match_array([1, 2])', 'expect(data).to include(1)'],
    [...RS, 'assert_eq!(data.unwrap(), 3);', 'assert!(data.is_ok());'],
  ]
  for (const row of rows) test(row[3], () => expect(found(row)).toHaveLength(1))
})

test('assertions that run only where they hold', () => {
  const row = [...JS, 'expect(data).toBe(3)', 'if (data === 3) expect(data).toBe(3)'] as const
  expect(found(row)).toEqual(['assertions of test "a" run only where they hold now (if (data === 3))'])
})

describe('as much is asked', () => {
  const rows: readonly Row[] = [
    [...JS, 'expect(data).toEqual({ a: 1, b: 2 })', 'expect(data).toMatchObject({ a: 1, b: 2 })'],
    [...JS, 'expect(data.value).toBe(3)', 'if (data.isThere) expect(data.value).toBe(3)'],
    [...JAVA, 'assertThat(data).containsExactly(1, 2);', 'assertThat(data).containsExactlyInAnyOrder(2, 1);'],
    [...RB, 'expect(data).to match_array([1, 2])', 'expect(data).to contain_exactly(1, 2)'],
    [...RS, 'assert_eq!(data.unwrap(), 3);', 'assert!(data.is_ok());\n    assert_eq!(data.unwrap(), 3);'],
  ]
  for (const row of rows) test(row[3], () => expect(found(row)).toEqual([]))
})
