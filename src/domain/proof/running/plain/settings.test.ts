// What a check gives to its tests that a plain program would not have: then nothing may be told of the code.
import { expect, test } from 'bun:test'
import { runnersIn } from '../canary/runners.ts'
import { checkCommands } from '../check-commands.ts'
import { needsRunner } from './settings.ts'

const rows: readonly (readonly [run: string, files: Readonly<Record<string, string>>, needs: boolean])[] = [
  ['node --test', {}, false],
  ['MODE=x node --test', {}, true],
  ['NODE_ENV=test CI=1 node --test', {}, false],
  ['NODE_OPTIONS=--experimental-vm-modules jest', {}, false],
  ['NODE_OPTIONS="--require ./setup.js" jest', {}, true],
  ['cross-env NODE_ENV=test MODE=x mocha', {}, true],
  ['dotenv -e .env.ci -- vitest run', {}, true],
  ['uv run --env-file ci.env pytest', {}, true],
  ['node --env-file=ci.env --test', {}, true],
  ['npm test', { 'package.json': '{"scripts": {"test": "MODE=x node --test"}}' }, true],
  ['npm test', { 'package.json': '{"scripts": {"test": "node --test"}}' }, false],
  ['mocha --file test/start.js', {}, true],
  ['jest --config ci/jest.json', {}, true],
  ['jest --config jest.config.js', { 'jest.config.js': 'module.exports = { verbose: true }' }, false],
  ['jest', { 'jest.config.js': 'module.exports = { globals: { MODE: "x" } }' }, true],
  ['vitest run', { 'vitest.config.ts': 'export default { test: { globals: true } }' }, false],
  ['bun test', { 'bunfig.toml': '[test]\npreload = ["./start.ts"]\n' }, true],
  ['bun test', { '.env.test': 'MODE=x\n' }, true],
  ['pytest', { 'pyproject.toml': '[project]\nname = "shop"\n[tool.pytest.ini_options]\naddopts = "-q"\n' }, false],
  ['pytest', { 'pyproject.toml': '[tool.pytest.ini_options]\nenv = ["MODE=x"]\n' }, true],
  ['pytest', { 'pyproject.toml': '[tool.pytest_env]\nMODE = "x"\n' }, true],
  ['pytest', { 'tests/conftest.py': 'from shop import settings\nsettings.RATE = 2\n' }, true],
  ['pytest', { 'tests/conftest.py': 'from shop import configure\nconfigure(rate=2)\n' }, true],
  ['pytest', { 'tests/conftest.py': 'import sys\nsys.path.insert(0, "src")\n' }, false],
  ['python -m unittest', { 'tests/__init__.py': 'import os\nos.environ["MODE"] = "x"\n' }, true],
  ['pytest -p no:cacheprovider', {}, false],
  ['pytest -p shop.plugin', {}, true],
]
test.each(rows)('%s %j', (run, files, needs) => {
  const texts = new Map(Object.entries(files))
  const commands = checkCommands({ run }, { texts })
  const [started] = runnersIn(commands)
  expect(started && needsRunner(started, commands, texts)).toBe(needs)
})
