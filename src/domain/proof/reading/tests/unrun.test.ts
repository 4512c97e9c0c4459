// Tests that are still written down and no longer run, by other ways than the usual mark, beside honest look-alikes.
import { describe, expect, test } from 'bun:test'
import type { FileChange } from '../../../../contract/change.ts'
import { suspicionsIn } from '../cases.fixture.ts'

const FILES: Readonly<Record<string, string>> = {
  'test/add.test.ts': `import { describe, it } from 'vitest'
import { add } from '../src/add'
describe('add', () => {
  it('adds', () => {
    expect(add(1, 2)).toBe(3)
  })
})
`,
  'tests/test_add.py': `import pytest
from calc import add


def test_add():
    assert add(1, 2) == 3
`,
  'add_test.go': `package calc

import "testing"

func TestAdd(t *testing.T) {
	if Add(1, 2) != 3 {
		t.Fatal("no")
	}
}
`,
  'src/test/java/AddTest.java': `class AddTest {
  @Test
  void adds() {
    assertEquals(3, add(1, 2));
  }
}
`,
  'tests/AddTests.cs': `public class AddTests {
  [Fact]
  public void Adds() {
    Assert.Equal(3, Add(1, 2));
  }
}
`,
  'tests/AddTest.php': `<?php
class AddTest extends TestCase {
  public function testAdds(): void {
    $this->assertSame(3, add(1, 2));
  }
}
`,
}
const [js, py, go, java, cs, php] = Object.keys(FILES) as [string, string, string, string, string, string]

type Row = readonly [path: string, part: string, instead: string]

function found([path, part, instead]: Row, ...others: readonly FileChange[]): string[] {
  const before = FILES[path] ?? ''
  const after = before.replace(part, instead)
  expect(after).not.toBe(before)
  return suspicionsIn([{ path, how: 'modified', before, after }, ...others]).map(({ what }) => what)
}

describe('no longer run', () => {
  const rows: readonly Row[] = [
    [js, "it('adds'", "false && it('adds'"],
    [js, "describe('add'", "process.env.SLOW && describe('add'"],
    [js, "describe('add'", "if (globalThis.never) describe('add'"],
    [js, "it('adds', ()", "it('adds', { fails: true }, ()"],
    [js, "describe('add'", "describe.each([])('add'"],
    [
      js,
      "import { describe, it } from 'vitest'",
      "import { describe } from 'vitest'\nconst it = (..._: unknown[]) => {}",
    ],
    [js, "it('adds'", "const later = () => {}\n  later('adds'"],
    [py, 'def test_add', "@pytest.mark.parametrize('x', [])\ndef test_add"],
    [py, 'def test_add', '@pytest.fixture\ndef test_add'],
    [go, '(t *testing.T) {', '(t *testing.T) {\n\tt = &testing.T{}'],
    [java, '@Test\n  void', '@Test\n  private void'],
    [java, '@Test\n  void', '@RepeatedTest(0)\n  void'],
    [java, '@Test\n  void adds()', '@ParameterizedTest\n  @ValueSource(ints = {})\n  void adds(int x)'],
    [java, 'class AddTest', 'abstract class AddTest'],
    [cs, 'public void', 'private void'],
    [cs, '[Fact]', '#if NEVER\n  [Fact]\n#endif'],
    [php, 'class AddTest', 'abstract class AddTest'],
  ]
  for (const row of rows) test(row[2], () => expect(found(row)).not.toEqual([]))
})

describe('honest', () => {
  const rows: readonly Row[] = [
    [js, 'describe(', 'const log = () => {}\ndescribe('],
    [js, "it('adds'", "it.each([[1, 2]])('adds'"],
    [js, "it('adds'", "const isSlow = true && true\n  it('adds'"],
    [py, 'def test_add', '@pytest.fixture\ndef tested():\n    return 3\n\n\ndef test_add'],
    [py, 'def test_add():', "@pytest.mark.parametrize('x', [1])\ndef test_add(x):"],
    [java, '@Test\n', '@Test\n  @DisplayName("adds")\n'],
    [cs, '[Fact]', '#if DEBUG\n  private int left;\n#endif\n  [Fact]'],
  ]
  for (const row of rows) test(row[2], () => expect(found(row)).toEqual([]))

  test('an abstract class whose tests another one inherits', () => {
    const heir = {
      path: 'src/test/java/FastAddTest.java',
      how: 'added' as const,
      after: 'class FastAddTest extends AddTest {}\n',
    }
    expect(found([java, 'class AddTest', 'abstract class AddTest'], heir)).toEqual([])
  })
})
