// May the command that an agent proposes be run?
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import type { CheckConfig } from '../../contract/config/config.ts'
import { judgeCommand, type CommandJudgement } from './command.ts'

const checks: readonly CheckConfig[] = [
  { name: 'test', run: 'npm test' },
  { name: 'unit', run: ['pytest', '-k', 'a or b'] },
  { name: 'py', run: 'pytest' },
  { name: 'make', run: 'make test' },
  { name: 'turbo', run: 'npx turbo run test' },
  { name: 'gradle', run: './gradlew check' },
  { name: 'all', run: 'npm run lint && npm test', shell: true },
  { name: 'long', run: 'set -e\nnpm run a\nnpm run b\n', shell: true },
  { name: 'glob', run: 'ruff check src/*.py' },
  { name: 'go', run: 'go test ./...' },
  { name: 'go-race', run: 'go test ./... -race' },
  { name: 'broken', run: "echo 'open" },
  { name: 'wide', run: 'prüfe alles' },
]

const allowed = [
  'cargo test *',
  'cargo test -p * --quiet',
  'npx vitest run tests/*',
  'node --test --test-name-pattern=*',
  './scripts/check-*.sh',
  'pytest -x *',
  'deno test --allow-read tests/*.ts',
  'make lint',
  'make V=* build',
  '* anything',
  '**',
  "broken 'pattern",
  'bun test --*',
  'go test -run=Test*Parse ./...',
  'echo hi && echo there',
  'grep "a b" file',
  'tool ../shared/*',
  'dots .*',
  'list --in=a,*',
]

const same = (check: string): CommandJudgement => ({ kind: 'same-as', check })
const more = (check: string, ...argv: string[]): CommandJudgement => ({
  kind: 'run',
  argv,
  because: `it adds plain arguments to the check "${check}"`,
  check,
})
const by = (pattern: string, ...argv: string[]): CommandJudgement => ({
  kind: 'run',
  argv,
  because: `"${pattern}" in allowCommands allows it`,
})
const not = (why: string): CommandJudgement => ({ kind: 'not-run', why })

const unknown = not('it is no configured check, and nothing in allowCommands allows it')
const lines = not('it has more than one line')
const joins = not('it joins commands with a shell operator')
const redirects = not('it redirects input or output')
const substitutes = not('it holds a shell substitution')
const expands = not('it holds a pattern that a shell would expand')
const control = not('it holds a control character')
const option = not('it adds an option to a check, and options can load other code')
const odd = not('it adds an argument to a check that is not a plain name or a path in the workspace')
const folder = not('it changes the folder: checks run at the root of the workspace')
const variable = not('it sets an environment variable')
const home = not('it names a home folder')

const rows: ReadonlyArray<readonly [command: string, expected: CommandJudgement]> = [
  // The same as a check.
  ['npm test', same('test')],
  ['npm  test', same('test')],
  ['  npm\ttest \n', same('test')],
  [`"npm" 'test'`, same('test')],
  ['np\\m test', same('test')],
  [`pytest -k 'a or b'`, same('unit')],
  ['pytest -k "a or b"', same('unit')],
  ['npm run lint && npm test', same('all')],
  [' npm run lint && npm test\r\n', same('all')],
  ['set -e\nnpm run a\nnpm run b', same('long')],
  ['ruff check src/*.py', same('glob')],
  [`ruff check 'src/*.py'`, same('glob')],
  ['go test ./... -race', same('go-race')],
  ['prüfe alles', same('wide')],
  ['./gradlew check', same('gradle')],
  // More plain arguments.
  ['npm test src/a.test.ts', more('test', 'npm', 'test', 'src/a.test.ts')],
  ['npm test -- src/a.test.ts', more('test', 'npm', 'test', '--', 'src/a.test.ts')],
  [`npm test 'a.ts'`, more('test', 'npm', 'test', 'a.ts')],
  ['pytest tests/test_a.py::test_b', more('py', 'pytest', 'tests/test_a.py::test_b')],
  ['pytest ./tests .', more('py', 'pytest', './tests', '.')],
  ['go test ./... ./cmd/a', more('go', 'go', 'test', './...', './cmd/a')],
  ['go test ./... -race ./cmd', more('go-race', 'go', 'test', './...', '-race', './cmd')],
  ['pytest a..b', more('py', 'pytest', 'a..b')],
  // Arguments that are not plain.
  ['npm test --prefix /x', option],
  ['npm test -- --config=/evil', option],
  ['npm test -', option],
  ['npm test -- -- --', more('test', 'npm', 'test', '--', '--', '--')],
  ['pytest -p evil', option],
  ['pytest --rootdir=x', option],
  ['pytest -k a', option],
  ['pytest @options.txt', odd],
  ['pytest +x', odd],
  ['pytest :x', odd],
  ['pytest /etc/passwd', odd],
  ['pytest ../other', odd],
  ['pytest tests/../../other', odd],
  ['pytest a/..', odd],
  ['pytest a:../b', odd],
  ['pytest a=b', odd],
  ['pytest conf=/evil', odd],
  ['pytest https://evil.example/x.py', odd],
  ['pytest C:/evil', odd],
  [`pytest ''`, odd],
  [`pytest 'a b'`, odd],
  [`pytest 'a;b'`, odd],
  [`pytest '$(evil)'`, odd],
  [`pytest 'tests/*.py'`, odd],
  ['pytest tеst.py', odd],
  ['pytest ａ', odd],
  ['pytest "a\nb"', odd],
  ['make test -f evil.mk', not('make takes further words for further goals')],
  ['make test deploy', not('make takes further words for further goals')],
  ['make test SHELL=evil', not('make takes further words for further goals')],
  ['npx turbo run test deploy', not('turbo takes further words for further goals')],
  ['./gradlew check publish', not('gradlew takes further words for further goals')],
  ['npm run lint && npm test src', joins],
  // Look-alikes.
  ['nрm test', unknown],
  ['npm\u00a0test', unknown],
  ['npm tеst', unknown],
  ['npm te\u200bst', control],
  ['npm test\u202e', control],
  ['\ufeffnpm test', control],
  ['npm test\0', control],
  ['npm test\u001b[2J', control],
  ['npm test\u2028rm', control],
  ['NPM test', unknown],
  ['npm Test', unknown],
  ['npm ‐‐version', unknown],
  ['npm test ‐p', odd],
  // What a shell would do more.
  ['', not('it is empty')],
  [' \n\t ', not('it is empty')],
  ['npm test; rm -rf /', joins],
  ['npm test;', joins],
  ['npm test && rm -rf /', joins],
  ['npm test || true', joins],
  ['npm test | tee log', joins],
  ['npm test & rm x', joins],
  ['npm test&', joins],
  ['(npm test)', joins],
  ['npm test\nrm -rf /', lines],
  ['npm test\n rm', lines],
  ['npm test\r\nrm', lines],
  ['npm test\rrm', lines],
  ['npm test \\\n src', lines],
  ['npm test > log', redirects],
  ['npm test 2>&1', redirects],
  ['npm test < input', redirects],
  ['npm test <(evil)', redirects],
  ['npm test $(evil)', substitutes],
  ['npm test `evil`', substitutes],
  ['npm test "$(evil)"', substitutes],
  ['npm test "`evil`"', substitutes],
  ['npm test $HOME', substitutes],
  ['npm test "$HOME"', substitutes],
  [`npm test $'a'`, substitutes],
  ['npm test src/*.ts', expands],
  ['npm test src/?.ts', expands],
  ['npm test {a,b}', expands],
  ['npm test [ab]', expands],
  ['npm test ~/x', home],
  ['npm test a=~', home],
  ['npm test # comment', not('it holds a comment')],
  ['CI=1 npm test', variable],
  ['"CI=1" npm test', variable],
  ['PATH+=x npm test', variable],
  ['env CI=1 npm test', unknown],
  ['cd app && npm test', folder],
  ['cd app', folder],
  ['bash -c "npm test"', unknown],
  ['npm', unknown],
  ['npm testing', unknown],
  ['npmtest', unknown],
  [`'npm test'`, unknown],
  ["npm test '", not("a ' is not closed")],
  ['npm test \\', not('it ends with a lone backslash')],
  ["npm test 'a'\"'\";rm", joins],
  [`npm test \\'; rm '`, joins],
  [`npm test "\\"; rm"`, odd],
  ["echo 'open", same('broken')],
  ["echo 'open'", unknown],
  [`npm test ${'a'.repeat(4000)}`, not('it is longer than 4000 characters')],
  // Allowed by a pattern.
  ['cargo test', by('cargo test *', 'cargo', 'test')],
  ['cargo  test   parser', by('cargo test *', 'cargo', 'test', 'parser')],
  ['cargo test a b -- c', by('cargo test *', 'cargo', 'test', 'a', 'b', '--', 'c')],
  ['cargo test --config evil', unknown],
  ['cargo test ../evil', unknown],
  ['cargo test a; rm', joins],
  ['cargo test -p core --quiet', by('cargo test -p * --quiet', 'cargo', 'test', '-p', 'core', '--quiet')],
  ['cargo test -p --config --quiet', unknown],
  ['cargo test -p core', unknown],
  ['npx vitest run tests/a.ts', by('npx vitest run tests/*', 'npx', 'vitest', 'run', 'tests/a.ts')],
  ['npx vitest run tests/a/b.ts', by('npx vitest run tests/*', 'npx', 'vitest', 'run', 'tests/a/b.ts')],
  ['npx vitest run tests/', by('npx vitest run tests/*', 'npx', 'vitest', 'run', 'tests/')],
  ['npx vitest run tests/../evil', unknown],
  ['npx vitest run tests/a.ts b.ts', unknown],
  [`npx vitest run 'tests/a b'`, unknown],
  ['npx evil run tests/a.ts', unknown],
  [
    'node --test --test-name-pattern=parse',
    by('node --test --test-name-pattern=*', 'node', '--test', '--test-name-pattern=parse'),
  ],
  ['node --test --test-name-pattern=/evil', unknown],
  ['node --test --test-name-pattern=-r', unknown],
  ['node --test --import=./evil.js', unknown],
  ['./scripts/check-links.sh', by('./scripts/check-*.sh', './scripts/check-links.sh')],
  ['./scripts/check-/../../evil.sh', unknown],
  ['scripts/check-links.sh', unknown],
  ['pytest -x tests/a.py', by('pytest -x *', 'pytest', '-x', 'tests/a.py')],
  ['pytest -x -p evil', option],
  [
    'deno test --allow-read tests/a.ts',
    by('deno test --allow-read tests/*.ts', 'deno', 'test', '--allow-read', 'tests/a.ts'),
  ],
  ['deno test --allow-all tests/a.ts', unknown],
  ['make lint', by('make lint', 'make', 'lint')],
  ['make lint deploy', unknown],
  ['make V=1 build', by('make V=* build', 'make', 'V=1', 'build')],
  ['make V=1=2 build', unknown],
  ['make V=/bin/evil build', unknown],
  ['rm anything', unknown],
  ['rm', unknown],
  ['bun test --preload', unknown],
  ['bun test --a', unknown],
  [
    'go test -run=TestFastParse ./...',
    by('go test -run=Test*Parse ./...', 'go', 'test', '-run=TestFastParse', './...'),
  ],
  ['go test -run=Testa=Parse ./...', unknown],
  ['echo hi && echo there', joins],
  [`grep 'a b' file`, by('grep "a b" file', 'grep', 'a b', 'file')],
  ['grep a b file', unknown],
  ['tool ../shared/a', by('tool ../shared/*', 'tool', '../shared/a')],
  ['tool ../shared/../../etc', unknown],
  ['dots .', by('dots .*', 'dots', '.')],
  ['dots ./a', by('dots .*', 'dots', './a')],
  ['dots ../a', unknown],
  ['list --in=a,b', by('list --in=a,*', 'list', '--in=a,b')],
  ['list --in=a,/etc', unknown],
  ['list --in=a,../etc', unknown],
]

const word = not('it adds a word to a check that may be another goal: only paths are taken here')
const value = not('it gives a value to an option of a check')
const goals = (program: string): CommandJudgement => not(`${program} takes further words for further goals`)
const yes = 'yes'

/** What a further word does after a check. */
const extensions: ReadonlyArray<readonly [check: string, added: string, expected: CommandJudgement | typeof yes]> = [
  ...[
    'pytest',
    'py.test -q',
    'python -m pytest',
    'python3 -m pytest -q',
    '.venv/bin/python -m pytest',
    'uv run pytest',
    'uv run --frozen pytest',
    'uv run python -m pytest',
    'poetry run pytest',
    'PYTEST.EXE',
    'npx vitest run',
    'npx --no-install jest',
    'npx.cmd jest --ci',
    './node_modules/.bin/jest',
    'pnpm exec vitest run',
    'bun test',
    'bun test src',
    'npx bun test',
    'node --test',
    'mocha',
    'cargo test',
    'cargo nextest run',
    'go test',
    'npx ava',
    'npx playwright test',
    'vendor/bin/phpunit',
    'bundle exec rspec',
    'dotnet test',
    'C:\\tools\\pytest.exe',
  ].map((check) => [check, 'parser', yes] as const),
  ...[
    'npm test',
    'pnpm test',
    'yarn test',
    'tox',
    'python3 manage.py test',
    'ruff check',
    'tsc',
    'npm run test:unit',
    'cargo',
    'go',
    'bun',
    'bun run test',
    'node',
    'uv run --with evil pytest',
    'swift test',
  ].map((check) => [check, 'deploy', word] as const),
  ...['npm test', 'tox', 'ruff check', 'tsc', 'node', 'swift test'].flatMap((check) =>
    ['src/a', 'a.py', 'a::b', './a', '-- a/b', '.'].map((added) => [check, added, yes] as const),
  ),
  ...'make gmake just mvn gradle rake invoke grunt gulp nox scons waf pants fastlane xcodebuild turbo nx bazel'
    .split(' ')
    .flatMap((program) => [
      [program, 'deploy', goals(program)] as const,
      [`${program} test`, 'a/b.ts', goals(program)] as const,
    ]),
  ['npx', 'a/b.js', goals('npx')],
  ['uv run', 'a.py', goals('uv')],
  ['poetry run --quiet', 'deploy', goals('poetry')],
  ['cmake --build build', 'install', goals('cmake')],
  ['cmake --build build', 'a/b', goals('cmake')],
  ['MAKE.EXE test', 'deploy', goals('make')],
  ['gradlew.bat check', 'publish', goals('gradlew')],
  ['Make test', 'deploy', goals('make')],
  ['npx.cmd nx test', 'a', goals('nx')],
  ['python3 -m nox', 'a', goals('nox')],
  ...['false', 'true', '0', '1', 'yes', 'no', 'on', 'off', 'FALSE', '12'].map(
    (added) => ['tsc --noEmit', added, value] as const,
  ),
  ['vitest run --coverage', 'false', value],
  ['vitest run --coverage', 'false src/a.ts', value],
  ['vitest run', 'false', yes],
  ['vitest run --coverage', 'src/a.ts', yes],
  ['vitest', 'init', word],
  ['vitest', 'watch', word],
  ['vitest', 'parser', yes],
  ['vitest --silent', 'init', word],
  ['vitest run', 'init', yes],
  ['mocha', 'init', word],
  ['mocha', 'init a/b', word],
  ['mocha spec', 'init', yes],
  ['npx ava', 'reset-cache', word],
  ['npm test', 'a/b deploy', word],
]

describe('further words', () => {
  for (const [check, added, expected] of extensions) {
    test(`${check} + ${added}`, () => {
      const run = check.split(' ')
      const argv = [...run, ...added.split(' ')]
      const command = argv.map((each) => each.replaceAll('\\', '\\\\')).join(' ')
      expect(judgeCommand(command, [{ name: 'x', run }], [])).toEqual(expected === yes ? more('x', ...argv) : expected)
    })
  }
})

describe('judgeCommand', () => {
  for (const [command, expected] of rows) {
    test(JSON.stringify(command.slice(0, 60)), () => expect(judgeCommand(command, checks, allowed)).toEqual(expected))
  }

  test('the longest check that it extends gives environment and time limit', () => {
    const twice = [
      { name: 'short', run: 'npx' },
      { name: 'full', run: 'npx jest' },
    ]
    expect(judgeCommand('npx jest a', twice, [])).toEqual(more('full', 'npx', 'jest', 'a'))
  })

  test('with nothing configured nothing runs', () => {
    fc.assert(fc.property(fc.string(), (command) => expect(judgeCommand(command, [], []).kind).toBe('not-run')))
  })

  test('whatever runs beyond a check starts with its words and holds nothing that a shell would read', () => {
    const tail = fc.string({ unit: fc.constantFrom(...`ab ./-=:;&|$\`'"*\n\\~#(){}<>`.split('')), maxLength: 20 })
    fc.assert(
      fc.property(tail, (text) => {
        const judged = judgeCommand(`npm test ${text}`, [{ name: 'test', run: 'npm test' }], ['npm test *'])
        if (judged.kind !== 'run') return
        expect(judged.argv.slice(0, 2)).toEqual(['npm', 'test'])
        expect(judged.argv.slice(2).filter((word) => !/^(?:--|[\w.][\w./:@%+,-]*)$/.test(word))).toEqual([])
      }),
      { numRuns: rounds(2000) },
    )
  })
})
