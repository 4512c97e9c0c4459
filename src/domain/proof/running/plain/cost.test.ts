// Test files are the agent's: whatever stands in one, planning takes time in proportion to its length.
import { test } from 'bun:test'
import { expectLinear } from '../../../../../test/cost.ts'
import { plainNames } from './names.ts'
import { canaryNames } from '../canary/words.ts'
import { pythonProgram } from './python-program.ts'
import { scriptProgram } from './script-program.ts'

const names = plainNames(canaryNames('mfjdkslaqpwoeirutyvnbcxz'))
const place = { folder: '', helper: 'lib', first: 0 }
const SCRIPT = `import { expect, test } from 'vitest'\ntest('a', () => expect(a).toBe(1))\n`
const PYTHON = 'import pytest\ndef test_a():\n    assert a == 1\n'

test.each([
  ['suites without an end', (size: number) => 'suite("'.repeat(size)],
  ['blanks behind a suite', (size: number) => `suite("")${' '.repeat(size)}x`],
  ['blanks behind an import', (size: number) => `import${' '.repeat(size)}x`],
  ['loops without an end', (size: number) => 'for(let ['.repeat(size / 9)],
  ['a long name', (size: number) => 'a'.repeat(size)],
])('JavaScript: %s', (_, text) => {
  expectLinear(200_000, (size) => scriptProgram({ path: 'a.test.js', text: `${SCRIPT}${text(size)}` }, names, place))
})

test.each([
  ['blanks in an assertion', (size: number) => `    assert ${' '.repeat(size)}x`],
  ['imports without an end', (size: number) => 'from a import (\n'.repeat(size / 16)],
  ['blanks in an import', (size: number) => `from a import ${' '.repeat(size)}!`],
  ['many classes', (size: number) => 'class A(\n'.repeat(size / 9)],
  ['many tests', (size: number) => Array.from({ length: size / 50 }, (_, at) => `def test_${at}(): x\n`).join('')],
  ['many assertions', (size: number) => '    assert one == 2\n'.repeat(size / 20)],
  ['marks without a function', (size: number) => '@parametrize()\n'.repeat(size / 15)],
])('Python: %s', (_, text) => {
  expectLinear(200_000, (size) => pythonProgram({ path: 'test_a.py', text: `${PYTHON}${text(size)}` }, names, place))
})
