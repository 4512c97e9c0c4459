// A Python module that is not installed is no verdict on the work; a test that cannot import something is.
import { expect, test } from 'bun:test'
import { whyMissing } from './missing-module.ts'

const rows: readonly (readonly [command: string, output: string, why: string | undefined])[] = [
  ['python3 -m pytest', '/usr/bin/python3: No module named pytest\n', 'the Python module pytest is not installed'],
  ['uv run python -m mypy src', 'python: No module named mypy', 'the Python module mypy is not installed'],
  ['python3 -m pytest', "ModuleNotFoundError: No module named 'app'", undefined],
  ['python3 -m pytest', '1 failed\n/usr/bin/python3: No module named pytest', undefined],
  ['python3 run.py pytest', '/usr/bin/python3: No module named pytest', undefined],
  ['python3 -m pytest', '', undefined],
]
test.each(rows)('%s: %j', (command, output, why) => expect(whyMissing(command, output)).toBe(why))
