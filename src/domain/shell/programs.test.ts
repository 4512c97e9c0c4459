// Programs that lines of scripts name.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../test/cost.ts'
import { programsIn } from './programs.ts'

const rows: ReadonlyArray<readonly [name: string, line: string, programs: readonly string[]]> = [
  ['one program', 'npm test', ['npm']],
  ['each of a list', 'cd web && npm test || exit 1; tsc | tee log', ['cd', 'npm', 'exit', 'tsc', 'tee']],
  ['behind assignments', 'CI=1 NODE_ENV=test vitest run', ['vitest']],
  ['behind keywords', 'if ! pytest -q; then exit 1; fi', ['pytest', 'exit', 'fi']],
  ['in a substitution', 'out=$(npm run test)', ['npm']],
  ['in a substitution within quotes', 'echo "$(git status | wc -l)"', ['echo', 'git', 'wc']],
  ['in backticks', 'count=`ls | wc -l`', ['ls', 'wc']],
  ['operators within quotes belong to the word', 'echo "a; b && c"', ['echo']],
  ['a group', '( cd web; npm test )', ['cd', 'npm']],
  ['an assignment alone', 'CI=1', []],
  ['nothing', '   ', []],
]

describe('programsIn', () => {
  test.each(rows)('%s', (_name, line, programs) => {
    expect(programsIn(line)).toEqual([...programs])
  })

  test('takes time in step with the line', () => {
    expectLinear(40_000, (size) => programsIn('$(a `'.repeat(size)))
  })
})
