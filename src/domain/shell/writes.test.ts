// Commands that write files, and searches whose exit code 1 is an answer.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../test/cost.ts'
import { mayFindNothing, writesFiles } from './writes.ts'

describe('J2: writesFiles', () => {
  const rows: ReadonlyArray<readonly [command: string, writes: boolean]> = [
    ["cat > a.txt <<'EOF'", true],
    ['echo x >> notes.md', true],
    ["sed -i 's/a/b/' a.ts", true],
    ['printf x | tee a.txt', true],
    ['git commit -am x', true],
    ['cd web && npm install left-pad', true],
    ['mkdir -p out && cp a b', true],
    ["python3 - <<'EOF'\nPath('a').write_text('x')\nEOF", true],
    ['npx prettier --write .', true],
    ['npm test', false],
    ['npm test > out.log 2>&1', false],
    ['npm test 2>&1 | tee out.log', false],
    ['cargo test', false],
    ['echo done', false],
    ['echo x > /dev/null', false],
    ["sed -n '1,5p' a.ts", false],
    ['git log', false],
    ['npx prettier --check .', false],
  ]
  for (const [command, writes] of rows) test(command, () => expect(writesFiles(command)).toBe(writes))
})

describe('J2: mayFindNothing', () => {
  const rows: ReadonlyArray<readonly [command: string, searches: boolean]> = [
    ['grep -rn foo src', true],
    ['rg foo', true],
    ['cd src && rg foo', true],
    ['cat a | grep foo', true],
    ['grep foo a && echo found', true],
    ['git grep foo', true],
    ['which deno', true],
    ['test -f a', true],
    ['npm test', false],
    ['npm test && grep foo a', false],
    ['npm test | grep failed', true],
    ['grep foo a; npm test', false],
  ]
  for (const [command, searches] of rows) test(command, () => expect(mayFindNothing(command)).toBe(searches))
  test('hostile commands are read in time', () => {
    for (const part of ['grep a && ', 'open(', '> ', 'echo a > b; ', '(']) {
      expectLinear(100_000, (size) => [mayFindNothing(part.repeat(size)), writesFiles(part.repeat(size))])
    }
  })
})
