// When a command proves less than the one before.
import { describe, expect, test } from 'bun:test'
import { isWeaker } from './weaker-command.ts'

const weaker: readonly (readonly [before: string, after: string])[] = [
  ['vitest run', 'vitest run || true'],
  ['vitest run', 'vitest run || :'],
  ['vitest run', 'vitest run; exit 0'],
  ['vitest run', 'vitest run; true'],
  ['vitest run', 'vitest run || echo failed'],
  ['vitest run', 'vitest run &'],
  ['vitest run', 'vitest run | cat'],
  ['vitest run', 'exit 0; vitest run'],
  ['vitest run', 'true || vitest run'],
  ['vitest run', 'vitest run --passWithNoTests'],
  ['vitest run', 'vitest run -t smoke'],
  ['vitest run', 'vitest list'],
  ['vitest run', 'echo ok'],
  ['vitest run', ''],
  ['jest', 'jest src/a.test.js'],
  ['jest', 'jest --testPathIgnorePatterns slow'],
  ['jest --coverage', 'jest'],
  ['eslint .', 'eslint src'],
  ['eslint .', 'eslint . --quiet'],
  ['eslint src test', 'eslint src'],
  ['eslint . --max-warnings 0', 'eslint .'],
  ['eslint . --max-warnings=0', 'eslint . --max-warnings=10'],
  ['eslint . && tsc && jest', 'eslint . && jest'],
  ['eslint . && jest', 'eslint . ; jest'],
  ['pytest', "pytest -k 'not slow'"],
  ['pytest', "pytest -m 'not slow'"],
  ['pytest', 'pytest --deselect tests/test_a.py'],
  ['pytest --cov-fail-under=90', 'pytest --cov-fail-under=50'],
  ['go test ./...', 'go test ./cmd/...'],
  ['go test ./...', 'go test -run TestA ./...'],
  ['cargo test', 'cargo test -- --skip slow'],
  ['cargo clippy -- -D warnings', 'cargo clippy'],
  ['npm run lint && npm test', 'npm run lint'],
  ['git commit && npm test', 'git commit --no-verify'],
]

const fine: readonly (readonly [before: string, after: string])[] = [
  ['vitest run', 'vitest run'],
  ['vitest', 'vitest run'],
  ['vitest run', 'npx vitest run --reporter=dot'],
  ['vitest run', 'CI=1 vitest run --coverage'],
  ['vitest run', 'npm run lint && vitest run'],
  ['vitest run', 'vitest run && npm run e2e'],
  ['vitest run || true', 'vitest run'],
  ['vitest run || true', 'vitest run || true'],
  ['vitest run', 'vitest run || exit 1'],
  ['jest src', 'jest'],
  ['jest src', 'jest src test'],
  ['eslint src', 'eslint .'],
  ['eslint src/a.ts', 'eslint src'],
  ['eslint .', 'eslint . --max-warnings 0'],
  ['eslint . --max-warnings 10', 'eslint . --max-warnings 5'],
  ['npm run lint', 'pnpm lint'],
  ['yarn test', 'npm test'],
  ['pytest', 'uv run pytest -n auto'],
  ['python -m pytest', 'poetry run pytest -v'],
  ['pytest -q', 'pytest tests -q'],
  ['go test ./...', 'go test -race -count=1 ./...'],
  ['echo hello', 'echo bye'],
  ['rm -rf dist && tsc', 'tsc'],
]

describe('proves less', () => {
  test.each(weaker)('%s → %s', (before, after) => expect(isWeaker(before, after)).toBe(true))
})

describe('proves as much', () => {
  test.each(fine)('%s → %s', (before, after) => expect(isWeaker(before, after)).toBe(false))
})
