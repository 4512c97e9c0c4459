// Code after which a check is run with other expected values, and code for which nobody needs that.
import { expect, test } from 'bun:test'
import { comparingLines } from './comparing-lines.ts'

const rows: readonly (readonly [path: string, after: string, isDoubtful: boolean])[] = [
  ['a.py', 'class A:\n    def __eq__(self, other):\n        return self.x == other.x\n', true],
  ['a.py', 'class Slug(str):\n    pass\n', true],
  ['a.py', 'x = field(compare=False)\n', true],
  ['a.py', 'frame = sys._getframe(1)\n', true],
  ['a.py', 'sys.setprofile(hook)\n', true],
  ['a.py', 'class A:\n    def __init__(self, other):\n        self.x = other\n', false],
  ['a.py', 'rows = pathlib.Path(where).read_text()\n', true],
  ['a.py', 'done = subprocess.run([tool, word], capture_output=True)\n', true],
  ['a.py', 'with tokenize.open(name) as source:\n    pass\n', true],
  ['a.py', 'door.open_all()\n', false],
  ['a.py', '# like __eq__\nx = 1\n', false],
  ['tests/test_a.py', 'class A(str):\n    pass\n', false],
  ['a.js', 'class A { valueOf() { return 1 } }\n', true],
  ['a.js', 'class A extends Array {}\n', true],
  ['a.js', 'class A {\n  #x\n  constructor(x) {\n    this.#x = x\n  }\n}\n', true],
  ['a.js', 'class A {\n  x = 1\n}\nconst held = new WeakMap()\n', false],
  ['a.js', 'setTimeout(resolve, 5).unref()\n', true],
  ['a.js', 'module.exports = new Proxy({}, {})\n', true],
  ['a.js', `const who = f['caller']\n`, true],
  ['a.js', 'const { stack } = error\nlog(error.stack)\n', true],
  ['a.js', 'const wait = () => new Promise((resolve) => waiting.push(resolve))\n', true],
  ['a.js', 'await new Promise((resolve) => {\n  this.open = resolve\n})\n', true],
  ['a.js', 'await new Promise(() => {})\n', true],
  ['a.js', 'const { promise, resolve } = Promise.withResolvers()\n', true],
  ['a.js', 'await new Promise((resolve) => setTimeout(resolve, 10))\n', false],
  ['a.js', `await new Promise((resolve) => server.once('listening', resolve))\n`, false],
  ['a.js', 'const resolve = require.resolve(name)\n', false],
  ['a.js', "const rows = readFileSync(path, 'utf8')\n", true],
  ['a.js', "const out = execFileSync('sh', [TOOL, text])\n", true],
  ['a.js', 'const rows = list.read(path)\n', false],
  ['a.js', 'export const add = (a, b) => a + b\n', false],
  ['a.go', 'func (a A) Equal(b A) bool { return true }\n', false],
]

test.each(rows)('%s: %s', (path, after, isDoubtful) => {
  expect(comparingLines([{ path, how: 'added', after }]).length > 0).toBe(isDoubtful)
})

test('what was there before is no reason', () => {
  const before = 'class A extends Array {}\n'
  expect(comparingLines([{ path: 'a.js', how: 'modified', before, after: `${before}const a = 1\n` }])).toEqual([])
})

test.each([
  ['this.#x = x', true],
  ['held.set(this, x)', true],
  ['this.x = Number(x)', false],
])('a field that was there: %s', (line, isDoubtful) => {
  const before = 'class A {\n  constructor(x) {\n    this.x = x\n  }\n}\n'
  const after = before.replace('this.x = x', line)
  const found = comparingLines([{ path: 'a.js', how: 'modified', before, after }])
  expect(found).toEqual(isDoubtful ? [{ file: 'a.js', line: 3 }] : [])
})

const EQ =
  'class A:\n    def __eq__(self, other):\n        return self.x == other.x\n\n    def twice(self):\n        return 2 * self.x\n'
const TO_JSON = 'class A {\n  toJSON() {\n    return { x: this.x }\n  }\n\n  twice() {\n    return 2 * this.x\n  }\n}\n'

test.each([
  ['a.py', EQ, 'self.x == other.x', 'self.y == other.y', [3]],
  ['a.py', EQ, '2 * self.x', 'self.x + self.x', []],
  ['a.js', TO_JSON, '{ x: this.x }', '{}', [3]],
  ['a.js', TO_JSON, '2 * this.x', 'this.x + this.x', []],
])('%s: a body under a head that was there %#', (path, before, from, to, lines) => {
  const after = before.replace(from, to)
  expect(comparingLines([{ path, how: 'modified', before, after }]).map(({ line }) => line)).toEqual(lines)
})
