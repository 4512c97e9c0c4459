// Which checks are run once more by themselves. Each row that may not names the program or word that forbids it.
import { describe, expect, test } from 'bun:test'
import { mayRepeat } from './may-repeat.ts'

type Files = Readonly<Record<string, string>>
const scripts = (all: Readonly<Record<string, string>>): Files => ({ 'package.json': JSON.stringify({ scripts: all }) })

/** Texts are brought as often as they are asked for, as a flow does. */
function ask(run: string, files: Files, more: { readonly shell?: boolean; readonly repeat?: boolean } = {}): string {
  const texts = new Map<string, string | undefined>()
  const check = { run, shell: /[;&|$(]/.test(run), ...more }
  for (let round = 0; round < 20; round++) {
    const { may, why, missing } = mayRepeat(check, { texts, paths: Object.keys(files) })
    const open = missing.filter((path) => !texts.has(path))
    if (open.length === 0) return may ? 'may' : why
    for (const path of open) texts.set(path, files[path])
  }
  return 'asks without end'
}

const may: readonly (readonly [run: string, files?: Files])[] = [
  ['npm test', scripts({ test: 'vitest run' })],
  ['npm test', scripts({ pretest: 'tsc --noEmit', test: 'jest --ci', posttest: 'eslint .' })],
  ['npm run check', scripts({ check: 'npm run lint && npm run unit', lint: 'eslint .', unit: 'node --test' })],
  ['npm test', scripts({ test: 'cross-env CI=1 mocha --exit test/*.js' })],
  ['npm test', scripts({ test: 'c8 --reporter text mocha' })],
  ['npm test', { ...scripts({ test: 'node test.js' }), 'test.js': 'require("./a")' }],
  ['yarn vitest run', scripts({})],
  ['pnpm exec tsc -p .'],
  ['npx --yes jest'],
  ['bun test'],
  ['bun run test', scripts({ test: 'bun test --coverage' })],
  ['pytest -k deploy -q'],
  ['python3 -m pytest tests'],
  ['python -m unittest discover'],
  ['uv run pytest'],
  ['poetry run coverage run -m pytest'],
  ['python3 tests/run.py', { 'tests/run.py': 'import app\nassert app.x == 1' }],
  ['go test ./...'],
  ['ninja test'],
  ['ng test'],
  ['go vet ./... && go test -race ./...'],
  ['cargo test --all'],
  ['cargo clippy -- -D warnings'],
  ['mvn -q test'],
  ['./gradlew :app:test check'],
  ['make test', { Makefile: 'PY ?= python3\ntest: lint\n\t@$(PY) -m pytest\nlint:\n\truff check .\n' }],
  ['make -C web', { 'web/Makefile': 'all:\n\tgo test ./...\n' }],
  ['just test', { justfile: 'test:\n  cargo test\n' }],
  ['task test', { 'Taskfile.yml': 'tasks:\n  test:\n    cmds:\n      - go test ./...\n' }],
  ['tox', { 'tox.ini': '[testenv]\ncommands =\n    pytest {posargs}\n' }],
  [
    'sh check.sh',
    { 'check.sh': '#!/bin/sh\nset -eu\ncd "$(dirname "$0")"\nfor f in a b; do\n  diff "$f" "out/$f"\ndone\n' },
  ],
  [
    './scripts/test.sh',
    {
      'scripts/test.sh':
        '#!/usr/bin/env bash\nPYTHON=${PYTHON:-python3}\nroot=$(cd "$(dirname "$0")/.." && pwd)\nrun() {\n  $PYTHON -m pytest "$@"\n}\nif [[ "$1" == x && -n "$2" ]]; then\n  echo no\nfi\ncase "$1" in\n  -v|--verbose) run -v ;;\n  *) run ;;\nesac\n',
    },
  ],
  [
    'sh test/slug.sh',
    {
      'test/slug.sh': 'cd "$(dirname "$0")/.."\n. ./lib/slug.sh\n[ "$(slug "a b")" = a-b ]\n',
      'lib/slug.sh': 'slug() {\n  echo "$1" | awk -F\'\\t\' \'\n    { gsub(/ /, "-") }\n    END { print }\'\n}\n',
    },
  ],
  ['timeout 60 npm test', scripts({ test: 'ava' })],
  ['turbo run test', { ...scripts({}), 'packages/a/package.json': '{"scripts":{"test":"vitest run"}}' }],
  ['npm test --workspaces', { ...scripts({}), 'packages/a/package.json': '{"scripts":{"test":"node --test"}}' }],
  ['git diff --exit-code && eslint .'],
  ['find . -name "*.sh" -exec shellcheck {} +'],
  ['npm-run-all lint unit', scripts({ lint: 'eslint .', unit: 'jest' })],
]
describe('may', () => test.each(may)('%s', (run, files = {}) => expect(ask(run, files)).toBe('may')))

const mayNot: readonly (readonly [run: string, why: string, files?: Files])[] = [
  ['docker compose run app pytest', 'it starts docker'],
  ['podman run x pytest', 'it starts podman'],
  ['kubectl exec pod -- pytest', 'it starts kubectl'],
  ['terraform validate', 'it starts terraform'],
  ['ssh box npm test', 'it starts ssh'],
  ['sudo npm test', 'it starts sudo'],
  [
    'npm test',
    'it starts docker (script "pretest" of package.json)',
    scripts({ pretest: 'docker compose up -d', test: 'jest' }),
  ],
  [
    'npm test',
    'it starts curl (script "test" of package.json)',
    scripts({ test: 'jest && curl -X POST http://x/done' }),
  ],
  ['npm test', 'it starts psql (script "test" of package.json)', scripts({ test: 'psql -c "drop table a"; jest' })],
  [
    'npm test',
    'it starts redis-cli (script "test" of package.json)',
    scripts({ test: 'echo $(redis-cli flushall) | jest' }),
  ],
  ['npm test', 'it starts mysql (db.sh)', { ...scripts({ test: 'sh db.sh && jest' }), 'db.sh': 'mysql < seed.sql\n' }],
  [
    'npm test',
    'it starts prisma (script "test" of package.json)',
    scripts({ test: 'prisma migrate reset -f && jest' }),
  ],
  ['npm test', 'it calls "db:migrate"', scripts({ test: 'npm run db:migrate && jest', 'db:migrate': 'node m.js' })],
  ['npm run deploy', 'it calls "deploy"', scripts({ deploy: 'echo done' })],
  ['npm publish --dry-run', 'it starts npm publish, which is not known to be safe to run twice'],
  ['git push', 'it starts git push'],
  ['make deploy', 'it calls "deploy"', { Makefile: 'deploy:\n\techo hi\n' }],
  ['make test', 'it starts wget (test of Makefile)', { Makefile: 'test:\n\twget -q x\n\tpytest\n' }],
  ['python manage.py migrate', 'it starts python migrate', { 'manage.py': 'import django' }],
  [
    'node e2e.js',
    'e2e.js starts docker',
    { 'e2e.js': "const { spawn } = require('child_process'); spawn('docker', ['up'])" },
  ],
  [
    'python3 it.py',
    'it.py starts curl',
    { 'it.py': 'import subprocess\nsubprocess.run("curl http://x -d a", shell=True)' },
  ],
  [
    'nox',
    'noxfile.py starts docker',
    { 'noxfile.py': 'def t(session):\n    session.run("docker", "ps", external=True)' },
  ],
  ['mvn deploy', 'it starts mvn deploy'],
  ['gradle publish', 'it starts gradle publish'],
  ['cargo publish', 'it starts cargo publish'],
  [
    'turbo run test',
    'it starts docker (script "test" of packages/a/package.json)',
    { 'packages/a/package.json': '{"scripts":{"test":"docker ps"}}' },
  ],
  ['make test', 'it starts docker (Makefile)', { Makefile: 'ID := $(shell docker ps -q)\ntest:\n\tpytest\n' }],
  ['npm test', 'its code starts docker', scripts({ test: `node -e "require('child_process').execSync('docker ps')"` })],
  ['npm test', 'it starts docker (script "test" of package.json)', scripts({ test: 'jest && \\docker ps' })],
  ['npm test', 'it starts curl (script "test" of package.json)', scripts({ test: 'source <(curl -s x) && jest' })],
  ['npm test', 'it starts docker (script "test" of package.json)', scripts({ test: 'ls | xargs -I{} docker run {}' })],
  ['ng deploy', 'it starts ng deploy'],
  ['ninja deploy', 'it starts ninja deploy'],
  ['go generate ./...', 'it starts go generate, which is not known to be safe to run twice'],
  // Unknown is no.
  ['./gate', 'it cannot be told what it starts: "./gate", which cannot be read'],
  ['frobnicate --all', 'it starts frobnicate --all, which is not known to be safe to run twice'],
  ['npm ci', 'it starts npm ci, which is not known to be safe to run twice'],
  ['npm test', 'it cannot be told what it starts: script "test", which no package.json defines', scripts({})],
  [
    'npm test',
    'it starts my-tool (script "test" of package.json), which is not known to be safe to run twice',
    scripts({ test: 'my-tool' }),
  ],
  [
    'make test',
    'it cannot be told what it starts: what Makefile includes',
    { Makefile: 'include more.mk\ntest:\n\tpytest\n' },
  ],
  ['sh t.sh', 'it cannot be told what it starts: "eval VALUE"', { 't.sh': 'eval "$(cat cmd)"\n' }],
  [
    'sh t.sh',
    'it cannot be told what it starts: a program of awk that starts others',
    { 't.sh': `awk '{ system("rm " $1) }' list\n` },
  ],
  ['sh t.sh', 'it starts slug a (t.sh), which is not known to be safe to run twice', { 't.sh': 'slug a\n' }],
  ['sh t.sh', 'it cannot be told what it starts: "$1"', { 't.sh': '"$1" test\n' }],
  [
    'sh t.sh',
    'it cannot be told what it starts: code that is fed to a program',
    { 't.sh': 'python3 - <<EOF\nimport os\nEOF\n' },
  ],
  ['sh t.sh', 'it starts ssh (t.sh)', { 't.sh': 'cat <<EOF\ntext\nEOF\nssh box true\n' }],
  ['turbo run test', 'it cannot be told what it starts: scripts of packages that are not known'],
  ['node dist/test.js', 'it cannot be told what it starts: "dist/test.js", which cannot be read'],
]
describe('may not', () => {
  test.each(mayNot)('%s: %s', (run, why, files = {}) => {
    expect(ask(run, files)).toBe(why)
  })
})

test('the check itself may allow or forbid it', () => {
  expect(ask('docker ps', {}, { repeat: true })).toBe('may')
  expect(ask('jest', {}, { repeat: false })).toBe('the check says "repeat": false')
  expect(mayRepeat({ run: 'jest', repeat: true }, { texts: new Map() }).isAllowed).toBe(true)
  expect(mayRepeat({ run: 'jest' }, { texts: new Map() }).isAllowed).toBe(false)
})
