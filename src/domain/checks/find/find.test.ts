// Which checks are proposed for the kinds of repositories that there are.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../../test/cost.ts'
import * as fc from 'fast-check'
import { amount, rounds } from '../../../../test/rounds.ts'
import { CheckConfig } from '../../../contract/config/config.ts'
import { toArgv } from '../argv.ts'
import { NEEDED_FILES } from './ecosystems.ts'
import { isLookedAt } from './folders.ts'
import { findChecks, isNeeded, type FoundChecks } from './find.ts'

interface Row {
  readonly name: string
  /** Names without content. */
  readonly files?: readonly string[]
  /** Names with content; objects are written as JSON. */
  readonly texts?: Readonly<Record<string, string | object>>
  /** `name: command` or `name: command {env}`, and where it comes from. */
  readonly found: ReadonlyArray<readonly [check: string, from: string]>
  readonly problems?: readonly string[]
}

const scripts = (entries: Record<string, string>, more: object = {}): object => ({
  name: 'app',
  ...more,
  scripts: entries,
})
const script = (name: string): string => `package.json, script "${name}"`

const rows: readonly Row[] = [
  { name: 'nothing at all', found: [] },
  { name: 'only documents', files: ['README.md', 'docs/', 'LICENSE'], found: [] },
  // JavaScript and TypeScript.
  {
    name: 'a TypeScript library with npm',
    files: ['package-lock.json', 'src/', 'tsconfig.json'],
    texts: {
      'package.json': scripts({ build: 'tsc -p .', test: 'vitest run', lint: 'eslint .', typecheck: 'tsc --noEmit' }),
    },
    found: [
      ['typecheck: npm run typecheck', script('typecheck')],
      ['lint: npm run lint', script('lint')],
      ['test: npm test', script('test')],
      ['build: npm run build', script('build')],
    ],
  },
  {
    name: 'pnpm by its lockfile',
    files: ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'packages/'],
    texts: { 'package.json': scripts({ test: 'turbo run test', 'check-types': 'turbo run check-types' }) },
    found: [
      ['typecheck: pnpm run check-types', script('check-types')],
      ['test: pnpm test', script('test')],
    ],
  },
  {
    name: 'yarn by its lockfile',
    files: ['yarn.lock'],
    texts: { 'package.json': scripts({ test: 'jest', 'type-check': 'tsc', build: 'rollup -c' }) },
    found: [
      ['typecheck: yarn type-check', script('type-check')],
      ['test: yarn test', script('test')],
      ['build: yarn build', script('build')],
    ],
  },
  {
    name: 'Bun by its lockfile',
    files: ['bun.lock'],
    texts: { 'package.json': scripts({ test: 'bun test src', lint: 'biome check' }) },
    found: [
      ['lint: bun run lint', script('lint')],
      ['test: bun run test', script('test')],
    ],
  },
  {
    name: 'the field packageManager against a stale lockfile',
    files: ['package-lock.json', 'yarn.lock'],
    texts: { 'package.json': scripts({ test: 'jest' }, { packageManager: 'pnpm@10.1.0+sha512.abc' }) },
    found: [['test: pnpm test', script('test')]],
  },
  {
    name: "npm's placeholder",
    texts: { 'package.json': scripts({ test: 'echo "Error: no test specified" && exit 1' }) },
    found: [],
    problems: ['package.json: script "test" is left out: it is a placeholder'],
  },
  {
    name: 'scripts that only say something',
    texts: { 'package.json': scripts({ test: "echo 'see packages'", lint: 'true', build: '' }) },
    found: [],
    problems: [
      'package.json: script "lint" is left out: it is a placeholder',
      'package.json: script "test" is left out: it is a placeholder',
    ],
  },
  {
    name: 'a placeholder beside real tests',
    texts: { 'package.json': scripts({ test: 'echo none && exit 1', 'test:ci': 'jest --ci' }) },
    found: [['test: npm run test:ci', script('test:ci')]],
  },
  {
    name: 'watchers and servers',
    texts: {
      'package.json': scripts({
        test: 'jest --watchAll',
        typecheck: 'tsc -w --noEmit',
        lint: 'nodemon --exec eslint .',
        build: 'vite --port 3000',
      }),
    },
    found: [],
  },
  {
    name: 'a watcher behind another script',
    texts: {
      'package.json': scripts({ test: 'npm run test:watch', 'test:watch': 'vitest --watch', build: 'next dev' }),
    },
    found: [],
  },
  {
    name: 'a watching test with a sibling that ends',
    texts: { 'package.json': scripts({ test: 'vitest watch', 'test:ci': 'vitest run' }) },
    found: [['test: npm run test:ci', script('test:ci')]],
  },
  {
    name: 'a watcher that was switched off, and a workspace flag',
    texts: { 'package.json': scripts({ test: 'jest --watchAll=false', build: 'npm run build -w packages/a' }) },
    found: [
      ['test: npm test', script('test')],
      ['build: npm run build', script('build')],
    ],
  },
  {
    name: 'vitest alone ends without a terminal',
    texts: { 'package.json': scripts({ test: 'cross-env NODE_ENV=test vitest', build: 'vite build' }) },
    found: [
      ['test: npm test', script('test')],
      ['build: npm run build', script('build')],
    ],
  },
  {
    name: 'Create React App',
    texts: {
      'package.json': scripts({
        start: 'react-scripts start',
        build: 'react-scripts build',
        test: 'react-scripts test',
      }),
    },
    found: [
      ['test: npm test {"CI":"true"}', script('test')],
      ['build: npm run build', script('build')],
    ],
  },
  {
    name: 'Angular with npm',
    files: ['angular.json', 'package-lock.json'],
    texts: {
      'package.json': scripts({ start: 'ng serve', build: 'ng build', test: 'ng test', watch: 'ng build --watch' }),
    },
    found: [
      ['test: npm test -- --watch=false', script('test')],
      ['build: npm run build', script('build')],
    ],
  },
  {
    name: 'Angular with yarn',
    files: ['angular.json', 'yarn.lock'],
    texts: { 'package.json': scripts({ test: 'ng test' }) },
    found: [['test: yarn test --watch=false', script('test')]],
  },
  {
    name: 'Angular that ends already',
    texts: { 'package.json': scripts({ test: 'ng test --no-watch --browsers=ChromeHeadless' }) },
    found: [['test: npm test', script('test')]],
  },
  {
    name: 'Playwright must not open its report',
    texts: { 'package.json': scripts({ test: 'npx playwright test' }) },
    found: [['test: npm test {"PLAYWRIGHT_HTML_OPEN":"never"}', script('test')]],
  },
  {
    name: 'Karma that watches',
    texts: { 'package.json': scripts({ test: 'karma start', 'test:unit': 'karma start --single-run' }) },
    found: [['test: npm run test:unit', script('test:unit')]],
  },
  {
    name: 'a lint script that fixes, with a sibling',
    texts: { 'package.json': scripts({ lint: 'eslint . --fix', 'lint:check': 'eslint .' }) },
    found: [['lint: npm run lint:check', script('lint:check')]],
  },
  {
    name: 'a lint script that fixes, alone',
    texts: { 'package.json': scripts({ lint: 'eslint --fix .' }) },
    found: [['lint: npx eslint .', 'package.json, script "lint", without its fix']],
  },
  {
    name: 'a Next.js app',
    files: ['next.config.mjs', 'app/'],
    texts: {
      'package.json': scripts({ dev: 'next dev', build: 'next build', start: 'next start', lint: 'next lint' }),
    },
    found: [
      ['lint: npm run lint', script('lint')],
      ['build: npm run build', script('build')],
    ],
  },
  {
    name: 'a script that calls us',
    texts: { 'package.json': scripts({ test: 'npx fullstop check', lint: 'eslint fullstop' }) },
    found: [['lint: npm run lint', script('lint')]],
  },
  {
    name: 'scripts that call each other in a circle',
    texts: { 'package.json': scripts({ test: 'npm run lint', lint: 'npm test && eslint .' }) },
    found: [
      ['lint: npm run lint', script('lint')],
      ['test: npm test', script('test')],
    ],
  },
  { name: 'a package without scripts', texts: { 'package.json': { name: 'x' } }, found: [] },
  {
    name: 'scripts of a wrong kind',
    texts: { 'package.json': { scripts: { test: 1, lint: null, build: ['x'] } } },
    found: [],
  },
  { name: 'scripts as a list', texts: { 'package.json': { scripts: ['test'] } }, found: [] },
  {
    name: 'words that objects have by birth',
    texts: { 'package.json': scripts({ test: 'constructor toString', lint: '__proto__ build' }) },
    found: [
      ['lint: npm run lint', script('lint')],
      ['test: npm test', script('test')],
    ],
  },
  {
    name: 'a broken package.json beside a good go.mod',
    files: ['go.mod'],
    texts: { 'package.json': '{"scripts": {' },
    found: [
      ['lint: go vet ./...', 'go.mod'],
      ['test: go test ./...', 'go.mod'],
      ['build: go build ./...', 'go.mod'],
    ],
    problems: ['package.json is not valid JSON'],
  },
  {
    name: 'a package.json that is no object',
    texts: { 'package.json': '[]' },
    found: [],
    problems: ['package.json is not valid JSON'],
  },
  {
    name: 'a package.json with a byte order mark',
    texts: { 'package.json': '\ufeff{"scripts":{"test":"jest"}}' },
    found: [['test: npm test', script('test')]],
  },
  {
    name: 'only a script "check"',
    texts: { 'package.json': scripts({ check: 'biome ci . && vitest run', dev: 'vite' }) },
    found: [['check: npm run check', script('check')]],
  },
  {
    name: 'a script "check" beside tests',
    texts: { 'package.json': scripts({ check: 'npm run lint && npm test', lint: 'eslint .', test: 'jest' }) },
    found: [
      ['lint: npm run lint', script('lint')],
      ['test: npm test', script('test')],
    ],
  },
  {
    name: 'a script "check" beside a build',
    files: ['pnpm-lock.yaml'],
    texts: { 'package.json': scripts({ check: 'svelte-check', build: 'vite build' }) },
    found: [
      ['check: pnpm run check', script('check')],
      ['build: pnpm run build', script('build')],
    ],
  },
  {
    name: 'a build that deploys, by another script',
    texts: {
      'package.json': scripts({ build: 'vite build && npm run deploy', deploy: 'scp -r dist x:', test: 'jest' }),
    },
    found: [['test: npm test', script('test')]],
    problems: ['package.json: script "build" is left out: it deploys or publishes'],
  },
  {
    name: 'a test that deploys, with a sibling that does not',
    texts: { 'package.json': scripts({ test: 'jest && firebase deploy --only hosting', 'test:ci': 'jest' }) },
    found: [['test: npm run test:ci', script('test:ci')]],
    problems: ['package.json: script "test" is left out: it deploys or publishes'],
  },
  {
    name: 'what runs after a build',
    texts: { 'package.json': scripts({ build: 'tsc', postbuild: 'npm publish --access public' }) },
    found: [],
    problems: ['package.json: script "build" is left out: it deploys or publishes'],
  },
  {
    name: 'words about deploying that deploy nothing',
    texts: {
      'package.json': scripts({
        test: 'jest src/deploy publish.test.ts && firebase emulators:exec "mocha"',
        lint: 'eslint deploy && terraform validate',
        build: 'docker build . && npm run build:publisher',
        'build:publisher': 'tsc -p publish',
      }),
    },
    found: [
      ['lint: npm run lint', script('lint')],
      ['test: npm test', script('test')],
      ['build: npm run build', script('build')],
    ],
  },
  ...[
    'npm publish',
    'docker push app',
    'docker buildx build --push .',
    'npx firebase deploy',
    'gh release create v1',
    'kubectl apply -f k8s',
    'kubectl -n a apply -f k8s',
    'terraform apply -auto-approve',
    'terraform -chdir=infra apply',
    'yarn run deploy:prod',
    'make deploy',
    'cargo publish',
    'twine upload dist/x',
    'git push origin main',
  ].map((command) => ({
    name: `a build that ends with ${command}`,
    texts: { 'package.json': scripts({ build: `tsc && ${command}` }) },
    found: [],
    problems: ['package.json: script "build" is left out: it deploys or publishes'],
  })),
  // Python.
  {
    name: 'Python with uv',
    files: ['uv.lock', 'tests/', 'src/'],
    texts: {
      'pyproject.toml':
        '[project]\nname = "a"\n\n[tool.pytest.ini_options]\naddopts = "-q"\n\n[tool.ruff]\nline-length = 100\n\n[tool.mypy]\nstrict = true\n',
    },
    found: [
      ['typecheck: uv run mypy .', 'pyproject.toml, [tool.mypy]'],
      ['lint: uv run ruff check', 'pyproject.toml, [tool.ruff]'],
      ['test: uv run pytest', 'pyproject.toml, [tool.pytest.ini_options]'],
    ],
  },
  {
    name: 'Python with poetry',
    files: ['poetry.lock'],
    texts: {
      'pyproject.toml':
        '[tool.poetry]\nname = "a"\n\n[tool.poetry.group.dev.dependencies]\npytest = "^8"\n\n[tool.mypy]\nfiles = ["a"]\n',
    },
    found: [
      ['typecheck: poetry run mypy', 'pyproject.toml, [tool.mypy]'],
      ['test: poetry run pytest', 'pyproject.toml'],
    ],
  },
  {
    name: 'Python with pdm and no lockfile yet',
    texts: {
      'pyproject.toml':
        '[tool.pdm.dev-dependencies]\ntest = [\n  "pytest>=8",\n]\n\n[tool.ruff.lint]\nselect = ["E"]\n',
    },
    found: [
      ['lint: pdm run ruff check', 'pyproject.toml, [tool.ruff.lint]'],
      ['test: pdm run pytest', 'pyproject.toml'],
    ],
  },
  {
    name: 'Python with pipenv',
    files: ['Pipfile.lock'],
    texts: { Pipfile: '[dev-packages]\npytest = "*"\n' },
    found: [['test: pipenv run pytest', 'Pipfile']],
  },
  {
    name: 'Python with requirements',
    files: ['tests/', 'app.py'],
    texts: { 'requirements.txt': 'flask==3.0\n', 'requirements-dev.txt': '# tools\npytest-cov\nruff\n' },
    found: [['test: python3 -m pytest', 'requirements-dev.txt']],
  },
  {
    name: 'Python with tests and no word about a runner',
    files: ['setup.py', 'tests/'],
    found: [['test: python3 -m unittest discover -s tests', 'tests/, and nothing names pytest']],
  },
  {
    name: 'Python with a test file at the root',
    files: ['test_app.py', 'app.py'],
    texts: { 'requirements.txt': 'flask\n# pytest is not used\n' },
    found: [['test: python3 -m unittest discover -p "*test*.py"', 'test_app.py, and nothing names pytest']],
  },
  { name: 'a folder tests alone is no Python project', files: ['tests/', 'main.c'], found: [] },
  {
    name: 'an old Python project with setup.cfg',
    files: ['setup.py', 'test/'],
    texts: {
      'setup.cfg':
        '[metadata]\nname = a\n\n[tool:pytest]\ntestpaths = test\n\n[flake8]\nmax-line-length = 100\n\n[mypy]\npackages = a\n',
    },
    found: [
      ['typecheck: python3 -m mypy', 'setup.cfg, [mypy]'],
      ['lint: python3 -m flake8', 'setup.cfg, [flake8]'],
      ['test: python3 -m pytest', 'setup.cfg, [tool:pytest]'],
    ],
  },
  {
    name: 'tox that runs something else than pytest',
    files: ['setup.py', 'tests/'],
    texts: { 'tox.ini': '[tox]\nenvlist = py312\n\n[testenv]\ncommands = python -m unittest\n' },
    found: [['test: tox', 'tox.ini, [tox]']],
  },
  {
    name: 'tox that runs pytest',
    files: ['setup.py'],
    texts: { 'tox.ini': '[tox]\n[testenv]\ndeps = pytest\ncommands = pytest {posargs}\n' },
    found: [['test: python3 -m pytest', 'tox.ini']],
  },
  { name: 'nox', files: ['noxfile.py', 'setup.py'], found: [['test: nox', 'noxfile.py']] },
  {
    name: 'Django without pytest',
    files: ['manage.py', 'uv.lock'],
    texts: { 'pyproject.toml': '[project]\ndependencies = ["django"]\n' },
    found: [['test: uv run python manage.py test', 'manage.py']],
  },
  {
    name: 'pyright and pytest.ini',
    files: ['pytest.ini', 'pyrightconfig.json', 'requirements.txt', '.ruff.toml'],
    found: [
      ['typecheck: pyright', 'pyrightconfig.json'],
      ['lint: ruff check', '.ruff.toml'],
      ['test: python3 -m pytest', 'pytest.ini'],
    ],
  },
  {
    name: 'basedpyright in uv',
    files: ['uv.lock'],
    texts: { 'pyproject.toml': '[tool.basedpyright]\n' },
    found: [['typecheck: uv run basedpyright', 'pyproject.toml, [tool.basedpyright]']],
  },
  {
    name: 'a broken pyproject.toml',
    files: ['tests/'],
    texts: { 'pyproject.toml': '[tool.mypy\nstrict = true\n' },
    found: [['test: python3 -m unittest discover -s tests', 'tests/, and nothing names pytest']],
    problems: ['pyproject.toml is not valid TOML'],
  },
  {
    name: 'section names inside strings are no sections',
    texts: { 'pyproject.toml': '[project]\ndescription = """\n[tool.mypy]\n"""\nkeywords = [\n  "[tool.ruff]",\n]\n' },
    found: [],
  },
  {
    name: 'Python with an environment in the folder',
    files: ['.venv/', 'tests/', 'mypy.ini', '.ruff.toml'],
    texts: { 'requirements-dev.txt': 'pytest\n' },
    found: [
      ['typecheck: .venv/bin/python -m mypy .', 'mypy.ini'],
      ['lint: ruff check', '.ruff.toml'],
      ['test: .venv/bin/python -m pytest', 'requirements-dev.txt'],
    ],
  },
  {
    name: 'an environment that uv manages',
    files: ['.venv/'],
    texts: { 'uv.lock': '[[package]]\nname = "pytest"\n', 'pyproject.toml': '[project]\nname = "a"\n' },
    found: [['test: uv run pytest', 'uv.lock']],
  },
  {
    name: 'unittest in an environment',
    files: ['venv/', 'requirements.txt', 'test/'],
    found: [['test: venv/bin/python -m unittest discover -s test', 'test/, and nothing names pytest']],
  },
  {
    name: 'unittest with poetry',
    files: ['tests/'],
    texts: { 'poetry.lock': '[[package]]\nname = "flask"\n', 'pyproject.toml': '[tool.poetry]\nname = "a"\n' },
    found: [['test: poetry run python -m unittest discover -s tests', 'tests/, and nothing names pytest']],
  },
  {
    name: 'pytest in setup.py',
    files: ['tests/'],
    texts: { 'setup.py': 'setup(extras_require={"test": ["pytest>=8"]})\n' },
    found: [['test: python3 -m pytest', 'setup.py']],
  },
  {
    name: 'Django in an environment',
    files: ['manage.py', '.venv/', 'requirements.txt'],
    found: [['test: .venv/bin/python manage.py test', 'manage.py']],
  },
  // Rust, Go, Java, .NET.
  {
    name: 'Go with golangci-lint',
    files: ['go.mod', '.golangci.yml'],
    found: [
      ['lint: golangci-lint run', '.golangci.yml'],
      ['vet: go vet ./...', 'go.mod'],
      ['test: go test ./...', 'go.mod'],
      ['build: go build ./...', 'go.mod'],
    ],
  },
  {
    name: 'a Go workspace without a module at the root',
    files: ['go.work', 'a/', 'b/'],
    found: [],
    problems: ['go.work names no module below it: no check is proposed'],
  },
  {
    name: 'a Go workspace with a module at the root',
    files: ['go.work', 'go.mod'],
    found: [
      ['lint: go vet ./...', 'go.mod'],
      ['test: go test ./...', 'go.mod'],
      ['build: go build ./...', 'go.mod'],
    ],
  },
  {
    name: 'a Rust crate',
    files: ['Cargo.lock', 'src/'],
    texts: { 'Cargo.toml': '[package]\nname = "a"\n\n[target.\'cfg(unix)\'.dependencies]\nlibc = "1"\n' },
    found: [['test: cargo test', 'Cargo.toml']],
  },
  {
    name: 'a Rust workspace with lints',
    texts: { 'Cargo.toml': '[workspace]\nmembers = [\n  "a",\n  "b",\n]\n\n[workspace.lints.clippy]\nall = "deny"\n' },
    found: [
      ['lint: cargo clippy --workspace --all-targets', 'Cargo.toml, [workspace.lints.clippy]'],
      ['test: cargo test --workspace', 'Cargo.toml'],
    ],
  },
  {
    name: 'a Rust crate with clippy.toml',
    files: ['clippy.toml'],
    texts: { 'Cargo.toml': '[package]\nname = "a"\n' },
    found: [
      ['lint: cargo clippy --all-targets', 'clippy.toml'],
      ['test: cargo test', 'Cargo.toml'],
    ],
  },
  {
    name: 'clippy lints as a key',
    texts: { 'Cargo.toml': '[package]\nname = "a"\n[lints]\nclippy.all = "warn"\n' },
    found: [
      ['lint: cargo clippy --all-targets', 'Cargo.toml, [lints]'],
      ['test: cargo test', 'Cargo.toml'],
    ],
  },
  {
    name: 'a broken Cargo.toml',
    texts: { 'Cargo.toml': '[package]\nname = [\n' },
    found: [],
    problems: ['Cargo.toml is not valid TOML'],
  },
  {
    name: 'a Go module whose Makefile wraps it',
    files: ['go.mod', 'go.sum', 'main.go'],
    texts: {
      Makefile: '.PHONY: test lint build\ntest:\n\tgo test ./...\nlint:\n\tgolangci-lint run\nbuild:\n\tgo build\n',
    },
    found: [
      ['lint: go vet ./...', 'go.mod'],
      ['test: go test ./...', 'go.mod'],
      ['build: go build ./...', 'go.mod'],
    ],
  },
  {
    name: 'Maven with its wrapper',
    files: ['pom.xml', 'mvnw', 'src/'],
    found: [['test: ./mvnw -B verify', 'pom.xml']],
  },
  { name: 'Maven without', files: ['pom.xml'], found: [['test: mvn -B verify', 'pom.xml']] },
  {
    name: 'Gradle with its wrapper',
    files: ['build.gradle.kts', 'settings.gradle.kts', 'gradlew', 'gradlew.bat'],
    found: [['test: ./gradlew check', 'build.gradle.kts']],
  },
  {
    name: 'Gradle with settings only',
    files: ['settings.gradle', 'app/'],
    found: [['test: gradle check', 'settings.gradle']],
  },
  {
    name: '.NET with a solution',
    files: ['App.sln', 'src/', 'tests/'],
    found: [
      ['test: dotnet test', 'App.sln'],
      ['build: dotnet build', 'App.sln'],
    ],
  },
  {
    name: '.NET with several projects in one folder',
    files: ['My App.csproj', 'My App.sln', 'Other.fsproj'],
    found: [
      ["test: dotnet test 'My App.sln'", 'My App.sln'],
      ["build: dotnet build 'My App.sln'", 'My App.sln'],
    ],
  },
  // make and just.
  {
    name: 'a C project with make',
    files: ['main.c', 'test/'],
    texts: {
      Makefile:
        'CC ?= gcc\nOBJ := a.o\n.PHONY: all test clean\n\nall: app\napp: $(OBJ)\n\t$(CC) -o $@ $^\n%.o: %.c\n\t$(CC) -c $<\ntest: app\n\t./run-tests\ncheck: test\nclean:\n\trm -f app\n',
    },
    found: [['test: make test', 'Makefile, target "test"']],
  },
  {
    name: 'autotools style: check and no test',
    texts: { GNUmakefile: 'check: all\n\t./check.sh\nbuild all: ; cc main.c\n' },
    found: [
      ['check: make check', 'GNUmakefile, target "check"'],
      ['build: make build', 'GNUmakefile, target "build"'],
    ],
  },
  {
    name: 'things in a Makefile that are no targets',
    texts: {
      Makefile:
        'test = 1\nlint := a: b\nbuild ::= x\n# check: no\n.PHONY: typecheck\ntest: FLAGS = -v\nlint-%:\n\techo $*\n$(build): x\ndefine recipe\ntest:\n\tx\nendef\nother: \\\n  test\n\techo build: x\n',
    },
    found: [],
  },
  {
    name: 'a target hidden by a folder',
    files: ['test/', 'build'],
    texts: { Makefile: 'test:\n\t./t\nbuild:\n\tcc\nlint:\n\t./l\n' },
    found: [['lint: make lint', 'Makefile, target "lint"']],
    problems: [
      'Makefile: target "test" is not .PHONY and a file of that name exists, so make would do nothing',
      'Makefile: target "build" is not .PHONY and a file of that name exists, so make would do nothing',
    ],
  },
  {
    name: 'phony targets named by a variable',
    files: ['test/'],
    texts: { makefile: 'T := test\n.PHONY: $(T)\ntest:\n\t./t\n' },
    found: [['test: make test', 'makefile, target "test"']],
  },
  {
    name: 'make fills the gaps of a Python project',
    files: ['tests/', 'setup.py'],
    texts: { Makefile: '.PHONY: test lint check\ntest:\n\tpytest\nlint:\n\tpylint a\ncheck: lint test\n' },
    found: [
      ['test: python3 -m pytest', 'Makefile'],
      ['lint: make lint', 'Makefile, target "lint"'],
    ],
  },
  {
    name: 'a make target that calls us',
    texts: { Makefile: 'test:\n\tfullstop check\nlint:\n\t./lint\n' },
    found: [['lint: make lint', 'Makefile, target "lint"']],
  },
  {
    name: 'make targets that deploy',
    texts: {
      Makefile:
        'test: unit\n\t@echo ok\nunit:\n\t./unit\nbuild:\n\tcc main.c\n\t@docker push app\nlint: image\n\t./lint\nimage:\n\t$(MAKE) push\npush:\n\t-kubectl apply -f x\n',
    },
    found: [['test: make test', 'Makefile, target "test"']],
    problems: [
      'Makefile: target "lint" is left out: it deploys or publishes',
      'Makefile: target "build" is left out: it deploys or publishes',
    ],
  },
  {
    name: 'just recipes that deploy',
    texts: {
      justfile:
        'test: deploy\n  ./t\ndeploy:\n  ./d\nlint:\n  ./l\nbuild: (push "x")\n  ./b\npush a:\n  gh release upload {{a}}\n',
    },
    found: [['lint: just lint', 'justfile, recipe "lint"']],
    problems: [
      'justfile: recipe "test" is left out: it deploys or publishes',
      'justfile: recipe "build" is left out: it deploys or publishes',
    ],
  },
  {
    name: 'a justfile',
    texts: {
      justfile:
        'set shell := ["bash", "-c"]\nversion := "1"\nalias t := test\n\n# runs them\n@test *args:\n    cargo x {{args}}\n\nlint target="all: of it" $env="x":\n    ./lint\n\nbuild target:\n    ./build {{target}}\n\n[private]\ntypecheck:\n    tsc\n\n[confirm]\n[group(\'x\')]\ncheck: test lint\n',
    },
    found: [
      ['lint: just lint', 'justfile, recipe "lint"'],
      ['test: just test', 'justfile, recipe "test"'],
    ],
  },
  {
    name: 'just with one required and many parameters',
    texts: { '.justfile': 'test +files:\n  x\nlint a="1" b:\n  x\nbuild a=(x / "y") *b="c": (dep "z")\n  x\n' },
    found: [['build: just build', '.justfile, recipe "build"']],
  },
  {
    name: 'make before just',
    texts: { Makefile: 'test:\n\t./t\n', Justfile: 'test:\n  ./t\ncheck:\n  ./c\nbuild:\n  ./b\n' },
    found: [
      ['test: make test', 'Makefile, target "test"'],
      ['build: just build', 'Justfile, recipe "build"'],
    ],
  },
  // U14: more of JavaScript.
  {
    name: "Biome's check as the linter",
    texts: { 'package.json': scripts({ test: 'vitest run', check: 'biome check .' }) },
    found: [
      ['lint: npm run check', script('check')],
      ['test: npm test', script('test')],
    ],
  },
  {
    name: "issue 17: Biome's check alone is one check, not two",
    texts: { 'package.json': scripts({ check: 'biome check .' }) },
    found: [['lint: npm run check', script('check')]],
  },
  {
    name: 'issue 17: a script "check" that does more than the others is left out with a note',
    texts: { 'package.json': scripts({ check: 'biome check . && npm test', lint: 'eslint .', test: 'jest' }) },
    found: [
      ['lint: npm run lint', script('lint')],
      ['test: npm test', script('test')],
    ],
    problems: [
      'package.json: script "check" is left out: it runs commands of the checks above and others; add it to fullstop.json if you want them too',
    ],
  },
  {
    name: "Biome's check that writes",
    files: ['pnpm-lock.yaml'],
    texts: { 'package.json': scripts({ check: 'biome check --write .' }) },
    found: [['lint: pnpm exec biome check .', 'package.json, script "check", without its fix']],
  },
  {
    name: 'Biome without a script',
    files: ['biome.json', 'yarn.lock'],
    texts: { 'package.json': scripts({}, { devDependencies: { '@biomejs/biome': '2.0.0' } }) },
    found: [['lint: yarn biome check', 'biome.json']],
  },
  {
    name: 'a formatter that only writes is left out, and said',
    texts: { 'package.json': scripts({ lint: 'npm run format && eslint .', format: 'prettier --write .' }) },
    found: [],
    problems: ['package.json: script "lint" is left out: it rewrites files'],
  },
  {
    name: 'a test that updates its snapshots',
    texts: { 'package.json': scripts({ test: 'vitest run -u' }) },
    found: [],
    problems: ['package.json: script "test" is left out: it rewrites files'],
  },
  {
    name: 'Turborepo without root scripts',
    files: ['pnpm-lock.yaml'],
    texts: {
      'package.json': scripts({}),
      'turbo.json': '{ // tasks\n "tasks": { "test": {}, "dev": { "persistent": true }, "check-types": {}, }, }',
    },
    found: [
      ['typecheck: pnpm exec turbo run check-types', 'turbo.json, task "check-types"'],
      ['test: pnpm exec turbo run test', 'turbo.json, task "test"'],
    ],
  },
  {
    name: 'Nx without root scripts',
    texts: { 'package.json': scripts({}), 'nx.json': { targetDefaults: { test: { cache: true }, build: {} } } },
    found: [
      ['test: npx nx run-many -t test', 'nx.json, target "test"'],
      ['build: npx nx run-many -t build', 'nx.json, target "build"'],
    ],
  },
  // U14: Deno, Ruby, PHP, Elixir, Swift, CMake, Task, Bazel, Go workspaces.
  {
    name: 'Deno with tasks',
    texts: {
      'deno.jsonc':
        '{ "tasks": { "test": "deno test -A", "lint": { "command": "deno lint" }, "dev": "deno run --watch a.ts" } }',
    },
    found: [
      ['lint: deno task lint', 'deno.jsonc, task "lint"'],
      ['test: deno task test', 'deno.jsonc, task "test"'],
    ],
  },
  {
    name: 'Deno without tasks',
    files: ['main.ts', 'main_test.ts'],
    texts: { 'deno.json': { lint: {}, tasks: { test: 'deno test --watch' } } },
    found: [
      ['lint: deno lint', 'deno.json, "lint"'],
      ['test: deno test', 'main_test.ts'],
    ],
  },
  {
    name: 'Ruby with rake and RuboCop',
    files: ['.rubocop.yml', 'test/'],
    texts: {
      Gemfile: "source 'https://rubygems.org'\ngem 'rubocop', require: false\n",
      Rakefile: "require 'rake/testtask'\n\nRake::TestTask.new do |t|\n  t.libs << 'test'\nend\ntask default: :test\n",
    },
    found: [
      ['lint: bundle exec rubocop', '.rubocop.yml'],
      ['test: bundle exec rake test', 'Rakefile, task "test"'],
    ],
  },
  {
    name: 'RSpec by its rake task',
    files: ['.rspec', 'spec/'],
    texts: { Gemfile: "gem 'rspec'\n", Rakefile: "require 'rspec/core/rake_task'\nRSpec::Core::RakeTask.new(:spec)\n" },
    found: [['test: bundle exec rake spec', 'Rakefile, task "spec"']],
  },
  {
    name: 'RSpec without a Rakefile',
    files: ['spec/', 'a.gemspec'],
    texts: { 'gems.rb': "gem 'rspec', '~> 3'\n" },
    found: [['test: bundle exec rspec', 'spec/']],
  },
  {
    name: 'minitest without a Rakefile',
    files: ['test/'],
    texts: { Gemfile: "gem 'minitest'\n" },
    found: [
      [
        `test: bundle exec ruby -Ilib -Itest -e 'Dir["./test/**/*_test.rb", "./test/**/test_*.rb"].each { |file| require file }'`,
        'test/, and minitest',
      ],
    ],
  },
  {
    name: 'Rails',
    files: ['config.ru', 'bin/', 'test/'],
    texts: { Gemfile: "gem 'rails', '~> 8.0'\n", Rakefile: "require_relative 'config/application'\n" },
    found: [['test: bin/rails test', 'config.ru, and rails']],
  },
  {
    name: 'a Rakefile that only builds',
    texts: { Rakefile: 'task :build do\n  sh "make"\nend\n' },
    found: [],
  },
  {
    name: 'PHP with scripts',
    texts: {
      'composer.json': {
        scripts: { test: ['@phpunit'], phpunit: 'phpunit', lint: 'php-cs-fixer fix', stan: 'phpstan analyse' },
      },
    },
    found: [
      ['typecheck: composer run stan', 'composer.json, script "stan"'],
      ['test: composer run test', 'composer.json, script "test"'],
    ],
  },
  {
    name: 'PHP by its tools',
    files: ['phpunit.xml.dist', 'phpstan.neon', 'psalm.xml', '.php-cs-fixer.dist.php'],
    texts: {
      'composer.json': {
        'require-dev': { 'phpunit/phpunit': '^11', 'phpstan/phpstan': '^2', 'friendsofphp/php-cs-fixer': '^3' },
      },
    },
    found: [
      ['typecheck: vendor/bin/phpstan analyse', 'phpstan.neon'],
      ['lint: vendor/bin/php-cs-fixer check', '.php-cs-fixer.dist.php'],
      ['test: vendor/bin/phpunit', 'phpunit.xml.dist'],
    ],
  },
  {
    name: 'PHP whose make target starts what its tests need',
    files: ['phpunit.xml.dist'],
    texts: {
      'composer.json': { 'require-dev': { 'phpunit/phpunit': '^9' } },
      Makefile: 'test: start\n\tvendor/bin/phpunit\nstart:\n\tnode server.js &\n',
    },
    found: [['test: make test', 'Makefile, target "test"']],
  },
  {
    name: 'Laravel',
    files: ['artisan', 'phpunit.xml'],
    texts: { 'composer.json': { require: { 'laravel/framework': '^12' } } },
    found: [['test: php artisan test', 'artisan']],
  },
  {
    name: 'Elixir',
    files: ['.formatter.exs', 'mix.lock'],
    texts: { 'mix.exs': 'defmodule A.MixProject do\nend\n' },
    found: [
      ['lint: mix format --check-formatted', '.formatter.exs'],
      ['test: mix test', 'mix.exs'],
    ],
  },
  {
    name: 'Elixir with Credo',
    texts: { 'mix.exs': '{:credo, "~> 1.7", only: [:dev, :test]}\n' },
    found: [
      ['lint: mix credo', 'mix.exs, :credo'],
      ['test: mix test', 'mix.exs'],
    ],
  },
  {
    name: 'Swift',
    files: ['Package.swift', '.swiftlint.yml'],
    found: [
      ['lint: swiftlint lint --strict', '.swiftlint.yml'],
      ['test: swift test', 'Package.swift'],
    ],
  },
  {
    name: 'Xcode alone',
    files: ['App.xcodeproj/'],
    found: [],
    problems: [
      'App.xcodeproj without a Package.swift: no check is proposed, because xcodebuild needs a scheme and a destination',
    ],
  },
  {
    name: 'CMake with tests',
    texts: { 'CMakeLists.txt': 'project(a)\nenable_testing()\nadd_subdirectory(tests)\n', '.gitignore': '/build/\n' },
    found: [
      [
        'test: cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure',
        'CMakeLists.txt',
      ],
    ],
  },
  {
    name: 'CMake without tests, and without a folder that git ignores',
    texts: { 'CMakeLists.txt': 'project(a)\n# enable_testing()\n' },
    found: [['build: cmake -S . -B build && cmake --build build', 'CMakeLists.txt']],
    problems: ['CMakeLists.txt: add build/ to .gitignore, where its check would build'],
  },
  {
    name: 'Task',
    texts: {
      'Taskfile.yml':
        "version: '3'\nvars:\n  test: 1\ntasks:\n  default:\n    cmds: [task: test]\n  test:\n    deps: [gen]\n    cmds:\n      - ./t\n  gen: ./g\n  lint:\n    cmds:\n      - task: fmt\n      - ./l\n  fmt:\n    cmds:\n      - gofmt -w .\n  build:\n    requires:\n      vars: [X]\n    cmds: [./b]\n",
    },
    found: [['test: task test', 'Taskfile.yml, task "test"']],
    problems: ['Taskfile.yml: task "lint" is left out: it rewrites files'],
  },
  {
    name: 'Bazel where nothing else has tests',
    files: ['MODULE.bazel', 'BUILD.bazel'],
    found: [['test: bazel test //...', 'MODULE.bazel']],
  },
  {
    name: 'Bazel beside Go',
    files: ['WORKSPACE', 'go.mod'],
    found: [
      ['lint: go vet ./...', 'go.mod'],
      ['test: go test ./...', 'go.mod'],
      ['build: go build ./...', 'go.mod'],
    ],
  },
  {
    name: 'the modules of a Go workspace',
    texts: { 'go.work': 'go 1.24\n\nuse (\n\t./api // the server\n\t./lib/\n\t../outside\n)\nuse ./tool\n' },
    found: [
      ['lint: go vet ./api/... ./lib/... ./tool/...', 'go.work'],
      ['test: go test ./api/... ./lib/... ./tool/...', 'go.work'],
      ['build: go build ./api/... ./lib/... ./tool/...', 'go.work'],
    ],
  },
  {
    name: 'Hatch environments',
    texts: { 'pyproject.toml': '[tool.hatch.envs.hatch-test]\nextra-dependencies = []\n' },
    found: [['test: hatch test', 'pyproject.toml, [tool.hatch.envs.hatch-test]']],
  },
  {
    name: 'a Hatch script',
    texts: { 'pyproject.toml': '[tool.hatch.envs.dev.scripts]\ntest = "pytest {args}"\n' },
    found: [['test: hatch run dev:test', 'pyproject.toml, [tool.hatch.envs.dev.scripts]']],
  },
  {
    name: 'a Poe task in uv',
    files: ['uv.lock'],
    texts: { 'pyproject.toml': '[tool.poe.tasks]\ntest = "pytest -q"\n' },
    found: [['test: uv run poe test', 'pyproject.toml, [tool.poe.tasks]']],
  },
  {
    name: 'a make target that watches',
    texts: { Makefile: '.PHONY: test\ntest:\n\tnpx vitest --watch\n' },
    found: [],
  },
  // Several at one root.
  {
    name: 'a web app in front of a Go server',
    files: ['go.mod', 'package-lock.json'],
    texts: { 'package.json': scripts({ test: 'vitest run', build: 'vite build' }) },
    found: [
      ['test: npm test', script('test')],
      ['build: npm run build', script('build')],
      ['lint: go vet ./...', 'go.mod'],
      ['go-test: go test ./...', 'go.mod'],
      ['go-build: go build ./...', 'go.mod'],
    ],
  },
  {
    name: 'Python with a Rust core and a JavaScript front',
    files: ['uv.lock', 'pnpm-lock.yaml', 'tests/', 'clippy.toml'],
    texts: {
      'package.json': scripts({ lint: 'eslint .', test: 'vitest run' }),
      'pyproject.toml': '[tool.ruff]\n[tool.pytest]\n',
      'Cargo.toml': '[package]\nname = "core"\n',
    },
    found: [
      ['lint: pnpm run lint', script('lint')],
      ['test: pnpm test', script('test')],
      ['python-lint: uv run ruff check', 'pyproject.toml, [tool.ruff]'],
      ['python-test: uv run pytest', 'pyproject.toml, [tool.pytest]'],
      ['cargo-lint: cargo clippy --all-targets', 'clippy.toml'],
      ['cargo-test: cargo test', 'Cargo.toml'],
    ],
  },
  {
    name: 'Maven and Gradle side by side',
    files: ['pom.xml', 'build.gradle', 'gradlew'],
    found: [
      ['test: mvn -B verify', 'pom.xml'],
      ['gradle-test: ./gradlew check', 'build.gradle'],
    ],
  },
]

function find({ files = [], texts = {} }: Pick<Row, 'files' | 'texts'>): FoundChecks {
  const contents = new Map(
    Object.entries(texts).map(([name, text]) => [
      name,
      typeof text === 'string' ? text : JSON.stringify(text, null, 2),
    ]),
  )
  return findChecks({ files: [...contents.keys(), ...files], text: (name) => contents.get(name) })
}

describe('findChecks', () => {
  for (const row of rows) {
    test(row.name, () => {
      const { found, problems } = find(row)
      const short = found.map(({ check, from }) => [
        `${check.name}: ${String(check.run)}${check.env ? ` ${JSON.stringify(check.env)}` : ''}`,
        from,
      ])
      expect({ found: short, problems }).toEqual({
        found: row.found.map((one) => [...one]),
        problems: [...(row.problems ?? [])],
      })
    })
  }

  test('a proposal is a whole check', () => {
    expect(find({ files: ['pom.xml'] })).toEqual({
      found: [{ check: { name: 'test', run: 'mvn -B verify', timeout: '10m' }, from: 'pom.xml' }],
      problems: [],
    })
  })

  test('every file that rows give a text for is known as needed', () => {
    const names = rows.flatMap(({ texts }) => Object.keys(texts ?? {}))
    expect(names.filter((name) => !isNeeded(name))).toEqual([])
  })

  test('whatever the files hold: no throw, valid checks, unique names, commands that can be run', () => {
    const piece = fc.constantFrom(
      'test',
      'lint',
      ':',
      ':=',
      '\n',
      '\t',
      ' ',
      '[',
      ']',
      '"',
      "'",
      '{',
      '}',
      '=',
      '"""',
      'scripts',
      '#',
      '\\',
      '$(x)',
      'tool.mypy',
      '.PHONY',
      '&&',
      '--watch',
      ',',
    )
    const text = fc.oneof(
      fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.json(),
    )
    const texts = fc.dictionary(fc.constantFrom(...NEEDED_FILES), text)
    const files = fc.subarray(['tests/', 'go.mod', 'pom.xml', 'a.sln', 'b c.csproj', 'uv.lock', 'yarn.lock', 'test/'])
    fc.assert(
      fc.property(texts, files, (contents, names) => {
        const { found } = find({ files: names, texts: contents })
        const checks = found.map(({ check }) => CheckConfig.parse(check))
        expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length)
        expect(checks.filter((check) => !toArgv(check).ok)).toEqual([])
      }),
      { numRuns: rounds(500) },
    )
  })

  test('U14: the names that are never walked into', () => {
    for (const name of ['node_modules', 'vendor', 'target', '.git', 'dist', 'examples'])
      expect(isLookedAt(name)).toBe(false)
    for (const name of ['frontend', 'backend', 'packages', 'apps', 'src']) expect(isLookedAt(name)).toBe(true)
  })

  test('hostile files take no long time', () => {
    for (const unit of [' ', '(', '[', '"', "'", ':', 'npm ', 'a ', '\\\n', '#', '=', '[a\n', 'test: x\n', 'gofmt -'])
      expectLinear(amount(140_000), (size) =>
        find({
          texts: {
            ...Object.fromEntries(NEEDED_FILES.map((name) => [name, unit.repeat(size)])),
            'package.json': scripts({ test: unit.repeat(size) }),
          },
        }),
      )
  })
})
