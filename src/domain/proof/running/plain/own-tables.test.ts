// Each loop gets a table of its own; whatever else happens to a table leaves it as it is.
import { expect, test } from 'bun:test'
import { languageOf } from '../../source/languages.ts'
import { withOwnTables } from './own-tables.ts'

const own = (path: string, text: string): string => {
  const syntax = languageOf(path)?.syntax
  if (!syntax) throw new Error(path)
  return withOwnTables(text, { syntax, isPython: path.endsWith('.py') })
}

const rows: readonly (readonly [name: string, path: string, text: string, after: string])[] = [
  [
    'two loops through one list',
    'a.py',
    'ROWS = [\n    (1, "I"),  # one\n    (4, "IV"),\n]\nfor n, text in ROWS:\n    a(n)\nfor n, text in ROWS:\n    b(text)\n',
    'ROWS = None\n\n\n\nfor n, text in [ (1, "I"), (4, "IV"), ]:\n    a(n)\nfor n, text in [ (1, "I"), (4, "IV"), ]:\n    b(text)\n',
  ],
  [
    'items of a mapping',
    'a.py',
    'ROWS = {1: "I", (2, 3): [4]}\nfor n, text in ROWS.items():\n    a(n)\n',
    'ROWS = None\nfor n, text in [(1, "I"), ((2, 3), [4])]:\n    a(n)\n',
  ],
  [
    'marks',
    'a.py',
    'ROWS = [(1, 2)]\n@pytest.mark.parametrize("a, b", ROWS)\ndef test_a(a, b): pass\n@pytest.mark.parametrize("a, b", ROWS)\ndef test_b(a, b): pass\n',
    'ROWS = None\n@pytest.mark.parametrize("a, b", [(1, 2)])\ndef test_a(a, b): pass\n@pytest.mark.parametrize("a, b", [(1, 2)])\ndef test_b(a, b): pass\n',
  ],
  [
    'entries of an object',
    'a.js',
    `const rows = { 'a b': 'x', c: 'y', 7: [1] };\nfor (const [one, two] of Object.entries(rows)) f(one, two);\n`,
    `const rows = null;\nfor (const [one, two] of [['a b', 'x'], ["c", 'y'], ["7", [1]]]) f(one, two);\n`,
  ],
  [
    'two loops of different kinds',
    'a.ts',
    `const rows: [string, number][] = [\n  ['a', 1],\n]\nrows.forEach(([a]) => f(a))\ntest.each(rows)('%s', (a, b) => g(a, b))\n`,
    `const rows: [string, number][] = null\n\n\n[ ['a', 1], ].forEach(([a]) => f(a))\ntest.each([ ['a', 1], ])('%s', (a, b) => g(a, b))\n`,
  ],
]
test.each(rows)('%s', (_, path, text, after) => {
  expect(own(path, text)).toBe(after)
  expect(after.split('\n').length).toBe(text.split('\n').length)
})

test.each([
  ['a list that one loop goes through', 'a.py', 'ROWS = [1]\nfor n in ROWS:\n    a(n)\n'],
  ['a list that is counted', 'a.py', 'ROWS = [1]\nfor n in ROWS:\n    a(n)\nfor n in ROWS:\n    a(n)\nlen(ROWS)\n'],
  ['a mapping that is asked', 'a.py', 'ROWS = {1: 2}\nfor n, m in ROWS.items():\n    a(ROWS[n])\n'],
  ['a mapping with names', 'a.py', 'ROWS = {one: 2}\nfor n, m in ROWS.items():\n    a(n)\n'],
  ['a list that is made', 'a.js', 'const rows = [1].map(f)\nfor (const a of rows) f(a)\nfor (const a of rows) f(a)\n'],
  ['an object that is spread', 'a.js', 'const rows = { ...other }\nfor (const [a, b] of Object.entries(rows)) f(a)\n'],
  ['a name in a text', 'a.js', `const rows = [1]\nfor (const a of rows) f(a)\nfor (const a of rows) f('rows')\n`],
])('%s stays', (_, path, text) => {
  expect(own(path, text)).toBe(text)
})
