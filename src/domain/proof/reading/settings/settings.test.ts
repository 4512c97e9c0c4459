// Configs of all formats become the same flat list.
import { expect, test } from 'bun:test'
import { readSettings } from './formats/read-settings.ts'

type Flat = readonly (readonly [path: string, value: string, line: number])[]

const cases: readonly (readonly [name: string, file: string, text: string, settings: Flat])[] = [
  [
    'JSON with comments and trailing commas',
    'tsconfig.json',
    '{\n  // c\n  "a": { "b": true, "c": ["x", "y",] }, /* d */\n}',
    [
      ['a.b', 'true', 3],
      ['a.c.0', 'x', 3],
      ['a.c.1', 'y', 3],
    ],
  ],
  [
    'config code',
    'jest.config.js',
    "import x from 'y'\nexport default defineConfig({\n  test: { include: ['a'], re: /b,c/, n: 1 },\n})",
    [
      ['test.include.0', 'a', 3],
      ['test.re', '/b,c/', 3],
      ['test.n', '1', 3],
    ],
  ],
  [
    'YAML',
    'codecov.yml',
    'a:\n  b: 1 # c\n  d:\n    - x\n    - y: z\n      w: [1, 2]\n  e: |\n    one\n    two\n"f": \'g\'\n',
    [
      ['a', '', 1],
      ['a.b', '1', 2],
      ['a.d', '', 3],
      ['a.d.0', 'x', 4],
      ['a.d.1.y', 'z', 5],
      ['a.d.1.w.0', '1', 6],
      ['a.d.1.w.1', '2', 6],
      ['a.e', 'one', 8],
      ['a.e', 'two', 9],
      ['f', 'g', 10],
    ],
  ],
  [
    'TOML',
    'pyproject.toml',
    'x = 1\n[a.b]\nc = "d" # e\nlist = [\n  "one",\n  "two",\n]\n[a."f.g"]\nh = { i = true }\n',
    [
      ['x', '1', 1],
      ['a.b.c', 'd', 3],
      ['a.b.list.0', 'one', 5],
      ['a.b.list.1', 'two', 6],
      ['a.f.g.h.i', 'true', 9],
    ],
  ],
  [
    'INI',
    '.flake8',
    '[flake8]\nmax-complexity = 10\nignore =\n    E1,\n    E2\nexclude = a, b\n',
    [
      ['flake8.max-complexity', '10', 2],
      ['flake8.ignore.0', 'E1', 4],
      ['flake8.ignore.0', 'E2', 5],
      ['flake8.exclude.0', 'a', 6],
      ['flake8.exclude.1', 'b', 6],
    ],
  ],
  [
    'XML',
    'psalm.xml',
    '<psalm errorLevel="1">\n  <!-- <x y="z"/> -->\n  <plugin name="a"/>\n</psalm>\n',
    [
      ['psalm', 'errorLevel="1"', 1],
      ['psalm.errorLevel', '1', 1],
      ['psalm.plugin', 'name="a"', 3],
      ['psalm.plugin.name', 'a', 3],
    ],
  ],
  [
    'a list',
    '.eslintignore',
    '# c\nsrc\n\nlib\n',
    [
      ['ignore.1', 'src', 2],
      ['ignore.3', 'lib', 4],
    ],
  ],
]

test.each(cases)('%s', (_, file, text, settings) => {
  expect(readSettings(file, text).map(({ path, value, line }) => [path.join('.'), value, line])).toEqual(
    settings.map((one) => [...one]),
  )
})
