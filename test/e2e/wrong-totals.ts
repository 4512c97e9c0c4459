// Small projects whose only function is wrong, so that their check is red: a total that counts instead of adding.

export const COUNTS = 'export const total = (list) => list.length\n'
export const SUM = 'export const total = (list) => list.reduce((sum, each) => sum + each, 0)\n'

export const NODE_TEST = {
  'test/total.test.mjs': `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { total } from '../src/total.mjs'
it('adds', () => assert.equal(total([2, 3]), 5))
`,
  'src/total.mjs': COUNTS,
}
export const UNITTEST = {
  'tests/__init__.py': '',
  'tests/test_total.py': `import unittest
from shop.total import total


class TotalTest(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(total([2, 3]), 5)
`,
  'shop/__init__.py': '',
  'shop/total.py': 'def total(values):\n    return len(values)\n',
}
