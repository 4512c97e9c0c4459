// Messages with the verdict written down first: promise tags and completion phrases, each kind with its twin. The file
// `claims-held.txt` was left alone while the rules were written.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectLinear } from '../../../test/cost.ts'
import { grammar } from './grammar.ts'
import { heuristic } from './heuristic.ts'
import { promiseTag } from './promise-tag.ts'

const TAG = '<promise>COMPLETE</promise>'
const tagVerdict = (text: string): string => (promiseTag({ text }, grammar).found ? 'claim' : 'none')
const phraseVerdict = (text: string): string =>
  heuristic({ text, exitCode: 0 }, grammar).found ? 'phrase' : 'no-phrase'

describe('J6: claims and what only looks like them', () => {
  for (const file of ['claims.txt', 'claims-held.txt']) {
    const blocks = readFileSync(join(import.meta.dir, 'fixtures', file), 'utf8').split(/^=== /m)
    for (const block of blocks.filter((one) => one !== '')) {
      const verdict = block.slice(0, block.indexOf('\n'))
      const text = block.slice(block.indexOf('\n') + 1).replace(/\n$/, '')
      const judge = verdict.endsWith('phrase') ? phraseVerdict : tagVerdict
      test(`${verdict}: ${JSON.stringify(text.slice(0, 90))}`, () => expect(judge(text)).toBe(verdict))
    }
  }

  const after: ReadonlyArray<readonly [words: string, verdict: 'claim' | 'none']> = [
    ['The CLI now exits with 1 on bad input.', 'claim'],
    ['`deploy.sh` exits with 1 if the token is missing.', 'claim'],
    ['The linter reports 2 pre-existing errors in `legacy/`.', 'claim'],
    ['Two tests fail on main as well; they are unrelated.', 'claim'],
    ['The tests found 2 errors in the old code, both fixed.', 'claim'],
    ['There were two errors in the parser; both are gone.', 'claim'],
    ['errors: 0\nwarnings: 2', 'claim'],
    ['The build has a new option.', 'claim'],
    ['`npm run lint` exits with 1.', 'none'],
    ['tests: 12 passed, 2 failed', 'none'],
    ['The build exits with code 2 now.', 'none'],
    ['Oops, the snapshot tests are red.', 'none'],
  ]
  for (const [words, verdict] of after) {
    test(`${verdict}: a tag, then ${JSON.stringify(words)}`, () =>
      expect(tagVerdict(`${TAG}\n\n${words}`)).toBe(verdict))
  }

  const diffs: ReadonlyArray<readonly [text: string, verdict: 'claim' | 'none']> = [
    [`@@ -1,2 +1,3 @@\n a\n ${TAG}\n+b`, 'none'],
    [`-${TAG}`, 'none'],
    [`- tests pass\n- ${TAG}`, 'claim'],
    [`--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\n${TAG}`, 'claim'],
  ]
  for (const [text, verdict] of diffs) {
    test(`${verdict}: ${JSON.stringify(text)}`, () => expect(tagVerdict(text)).toBe(verdict))
  }

  test('long messages are read in time', () => {
    for (const part of [
      `+${TAG}\n`,
      ` ${TAG}\n`,
      `@@ -1\n`,
      'the tests of the ',
      '2 failed ',
      'x'.repeat(40),
      'one two three ',
      'next ',
    ])
      expectLinear(60_000, (size) => tagVerdict(`${TAG}\n${part.repeat(Math.ceil(size / part.length))}`))
  })
})
