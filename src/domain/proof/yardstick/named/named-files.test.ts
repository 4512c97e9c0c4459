// Which files a check uses by name, through scripts, targets and tasks.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { type NamingCheck, namedFiles } from './named-files.ts'

type Files = Readonly<Record<string, string>>

/** As a flow does it: texts are brought until nothing is missing. */
function namedIn(checks: readonly NamingCheck[], files: Files, root?: string): string[] {
  const texts = new Map<string, string | undefined>()
  for (let round = 0; round < 20; round++) {
    const { named, missing } = namedFiles(checks, texts, root)
    if (missing.length === 0) return [...named].map(([path, { use, calls }]) => [use, path, ...calls].join(' ')).sort()
    for (const path of missing) texts.set(path, Object.hasOwn(files, path) ? files[path] : undefined)
  }
  throw new Error('it never ends')
}

const MAKE = ['shadows GNUmakefile', 'shadows makefile']

const scripts = (entries: Record<string, string>): string => JSON.stringify({ scripts: entries })

const rows: readonly (readonly [run: string | string[] | NamingCheck, files: Files, named: readonly string[]])[] = [
  ['node tools/gate.mjs', { 'tools/gate.mjs': '' }, ['runs tools/gate.mjs']],
  ['sh run.sh', { 'run.sh': '' }, ['runs run.sh']],
  ['python3 gate.py', { 'gate.py': '' }, ['runs gate.py']],
  ['./check', { check: '#!/bin/sh\nsh more.sh\n', 'more.sh': '' }, ['runs check', 'runs more.sh']],
  ['python -m pkg.gate', { 'pkg/gate.py': '' }, ['runs pkg/gate.py']],
  ['python -m pkg.gate', { 'src/pkg/gate/__main__.py': '' }, ['runs src/pkg/gate/__main__.py']],
  ['python -m pytest', {}, []],
  ['bash -c "sh run.sh"', { 'run.sh': '' }, ['runs run.sh']],
  [['bash', '-c', 'cd tools && ./gate --fast'], { 'tools/gate': '' }, ['runs tools/gate']],
  [
    ['node', '--test', '--import', './setup.mjs', 'test/a.test.mjs'],
    { 'setup.mjs': '', 'test/a.test.mjs': '' },
    ['runs setup.mjs', 'runs test/a.test.mjs'],
  ],
  ['env CI=1 timeout 60 nice -n 5 node gate', { 'gate.js': '' }, ['runs gate.js']],
  ['uv run gate.py expected.json', { 'gate.py': '', 'expected.json': '{}' }, ['reads expected.json', 'runs gate.py']],
  [
    { run: 'CI=1 sh a.sh && sh b.sh || sh c.sh', shell: true },
    { 'a.sh': '', 'b.sh': '', 'c.sh': '' },
    ['runs a.sh', 'runs b.sh', 'runs c.sh'],
  ],
  [{ run: 'sh run.sh', cwd: 'web' }, { 'web/run.sh': '', 'run.sh': '' }, ['runs web/run.sh']],
  [{ run: 'gate', env: { PATH: './bin:/usr/bin' } }, { 'bin/gate': '', Makefile: '' }, ['runs bin/gate']],
  [
    { run: 'node a.js', env: { NODE_OPTIONS: '--require ./hook.cjs' } },
    { 'a.js': '', 'hook.cjs': '' },
    ['runs a.js', 'runs hook.cjs'],
  ],
  ['/home/me/shop/tools/gate.sh', { 'tools/gate.sh': '' }, ['runs tools/gate.sh']],
  ['diff expected.txt out.txt', { 'expected.txt': 'a' }, ['reads expected.txt']],
  ['jest --config ci/jest.js', { 'ci/jest.js': '' }, ['runs ci/jest.js']],
  // What a linter looks at is its subject.
  ['eslint src/cart.js', { 'src/cart.js': '' }, []],
  ['go run ./cmd/gate', { 'cmd/gate/main.go': '' }, ['runs cmd/gate/main.go']],
  // Package scripts.
  [
    'npm test',
    { 'package.json': scripts({ test: 'node tools/all.js' }), 'tools/all.js': '' },
    ['defines package.json test', 'runs tools/all.js'],
  ],
  [
    'npm run gate -- --fast',
    {
      'package.json': scripts({
        gate: 'npm run one && npm run two',
        one: 'sh one.sh',
        two: 'tsc',
        pregate: 'sh pre.sh',
        idle: 'sh idle.sh',
      }),
      'one.sh': '',
      'pre.sh': '',
      'idle.sh': '',
    },
    ['defines package.json pregate gate one two', 'runs one.sh', 'runs pre.sh'],
  ],
  [
    'yarn gate',
    { 'package.json': scripts({ gate: 'sh g.sh' }), 'g.sh': '' },
    ['defines package.json gate', 'runs g.sh'],
  ],
  [
    'pnpm -C web run gate',
    { 'web/package.json': scripts({ gate: 'sh g.sh' }), 'web/g.sh': '', 'g.sh': '' },
    ['defines web/package.json gate', 'runs web/g.sh'],
  ],
  [
    { run: 'npm test', cwd: 'web/src' },
    { 'web/package.json': scripts({ test: 'sh g.sh' }), 'web/g.sh': '' },
    ['defines web/package.json test', 'runs web/g.sh', 'shadows web/src/package.json'],
  ],
  ['bun run gate.ts', { 'gate.ts': '' }, ['runs gate.ts']],
  ['bun test', { 'package.json': scripts({ test: 'sh g.sh' }), 'g.sh': '' }, []],
  [
    'run-s lint:* unit',
    { 'package.json': scripts({ 'lint:js': 'sh l.sh', unit: 'sh u.sh' }), 'l.sh': '', 'u.sh': '' },
    ['defines package.json lint:js unit', 'runs l.sh', 'runs u.sh'],
  ],
  ['npm ci', { 'package.json': scripts({ ci: 'sh g.sh' }), 'g.sh': '' }, []],
  // Makefiles and the like.
  [
    'make check',
    {
      Makefile: 'check: unit\n\t@sh tools/check.sh\nunit:\n\tpython3 tools/unit.py\nidle:\n\tsh idle.sh\n',
      'tools/check.sh': '',
      'tools/unit.py': '',
      'idle.sh': '',
    },
    ['defines Makefile check unit', 'runs tools/check.sh', 'runs tools/unit.py', ...MAKE],
  ],
  [
    'make',
    { Makefile: 'first:\n\tsh a.sh\nsecond:\n\tsh b.sh\n', 'a.sh': '', 'b.sh': '' },
    ['defines Makefile first', 'runs a.sh', ...MAKE],
  ],
  [
    'make -C web -f gate.mk all',
    { 'web/gate.mk': 'all:\n\tsh g.sh\n', 'web/g.sh': '' },
    ['defines web/gate.mk all', 'runs web/g.sh'],
  ],
  [
    'just check',
    { justfile: 'check: unit\n  sh c.sh\nunit:\n  sh u.sh\n', 'c.sh': '', 'u.sh': '' },
    ['defines justfile check unit', 'runs c.sh', 'runs u.sh'],
  ],
  [
    'task check',
    {
      'Taskfile.yml':
        'tasks:\n  check:\n    deps: [unit]\n    cmds:\n      - sh c.sh\n      - task: more\n  unit:\n    cmds: [sh u.sh]\n  more: sh m.sh\n',
      'c.sh': '',
      'u.sh': '',
      'm.sh': '',
    },
    ['defines Taskfile.yml check unit more', 'runs c.sh', 'runs m.sh', 'runs u.sh'],
  ],
  [
    'deno task check',
    { 'deno.json': '{"tasks":{"check":"deno run gate.ts","other":"sh o.sh"}}', 'gate.ts': '', 'o.sh': '' },
    ['defines deno.json check', 'runs gate.ts'],
  ],
  [
    'tox',
    { 'tox.ini': '[testenv]\ncommands =\n  python gate.py\n', 'gate.py': '' },
    ['defines tox.ini', 'runs gate.py'],
  ],
  [
    'composer check',
    { 'composer.json': '{"scripts":{"check":["@php gate.php"]}}', 'gate.php': '' },
    ['defines composer.json check', 'runs gate.php'],
  ],
  [
    'poe check',
    { 'pyproject.toml': '[tool.poe.tasks]\ncheck = "python gate.py"\n', 'gate.py': '' },
    ['defines pyproject.toml check', 'runs gate.py'],
  ],
  ['rake check', { Rakefile: '' }, ['defines Rakefile']],
  // What is not there, and would be used instead.
  [{ run: 'npm test', env: { PATH: 'tools/bin:/usr/bin' } }, {}, ['shadows tools/bin/npm']],
  [
    { run: 'npm test', cwd: 'web' },
    { 'package.json': scripts({ test: 'jest' }) },
    ['defines package.json test', 'shadows web/package.json'],
  ],
  // What a script names.
  [
    'sh ci/run.sh',
    {
      'ci/run.sh':
        '#!/bin/sh\ncd "$(dirname "$0")/.."\n. "$(dirname "$0")/lib.sh"\n# sh no.sh\nnode tools/x.js \\\n  && cmp out.txt golden.txt\n',
      'ci/lib.sh': '',
      'tools/x.js': '',
      'golden.txt': '',
      'no.sh': '',
    },
    ['reads golden.txt', 'runs ci/lib.sh', 'runs ci/run.sh', 'runs tools/x.js'],
  ],
  [
    'node tools/gate.mjs',
    {
      'tools/gate.mjs':
        "import { same } from './same.mjs'\nimport { sum } from '../src/sum.mjs'\nconst want = read('expected.json')\nspawnSync('sh', ['tools/more.sh'])\nexecSync('node tools/last.js --all')\n",
      'tools/same.mjs': '',
      'src/sum.mjs': '',
      'expected.json': '{}',
      'tools/more.sh': '',
      'tools/last.js': '',
    },
    ['reads expected.json', 'runs tools/gate.mjs', 'runs tools/last.js', 'runs tools/more.sh', 'runs tools/same.mjs'],
  ],
  ['python3 gate.py', { 'gate.py': 'import shop\nfrom shop import cart\n', 'shop.py': '' }, ['runs gate.py']],
  [
    'python3 ci/gate.py',
    { 'ci/gate.py': 'from compare import same\n', 'ci/compare.py': '' },
    ['runs ci/compare.py', 'runs ci/gate.py'],
  ],
  // Circles and paths that lead out.
  ['sh a.sh', { 'a.sh': 'sh b.sh\n', 'b.sh': 'sh a.sh\n' }, ['runs a.sh', 'runs b.sh']],
  ['sh ../out.sh', { 'out.sh': '' }, []],
  ['node node_modules/.bin/jest', { 'node_modules/.bin/jest': '' }, []],
]

test.each(rows)('%j', (run, files, named) => {
  const check = typeof run === 'string' || Array.isArray(run) ? { run } : run
  expect(namedIn([check], files, '/home/me/shop')).toEqual([...named])
})

test('whatever stands there, it ends and throws nothing', () => {
  const word = fc.constantFrom(
    'sh',
    'node',
    'make',
    'npm',
    'run',
    '-c',
    '-f',
    '&&',
    '"',
    'a.sh',
    '$(',
    '-m',
    '=',
    'cd',
    '..',
    'task',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.string({ maxLength: 60 }), (words, text) => {
      const files = { 'a.sh': `${text}\nsh a.sh`, Makefile: text, 'package.json': text, 'Taskfile.yml': text }
      expect(Array.isArray(namedIn([{ run: words.join(' ') }, { run: [...words, 'x'] }], files))).toBe(true)
    }),
  )
})
