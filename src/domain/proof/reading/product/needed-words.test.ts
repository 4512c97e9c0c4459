// What is asked for before a pattern is matched must never keep it from a match.
import { describe, expect, test } from 'bun:test'
import { LOOKED_FOR as ASKING } from './doubts/asking-lines.ts'
import { LOOKED_FOR as COMPARING } from './doubts/comparing-lines.ts'
import { neededWords, wholeWords } from './needed-words.fixture.ts'
import written from './needed-words.txt' with { type: 'text' }
import { writtenRules } from './rig-rules.ts'

const rows: readonly (readonly [pattern: RegExp, words: readonly string[] | undefined])[] = [
  [/abc+de/, ['ab']],
  [/process\.exit\(/, ['process.exit(']],
  [/(?:sys|os)\.exit/, ['os.exit', 'sys.exit']],
  [/[eE]xit\b/, ['Exit', 'exit']],
  [/tests?\//, ['test/', 'tests/']],
  [/\w+exit\s*(?!stop)/, ['exit']],
  [/(?<=import )\w/, ['import ']],
  [/(?:exit)?\w/, undefined],
  [/exit|\w/, undefined],
  [/(?:exit){0,3}x/, undefined],
  [/(?:exit){2}/, ['exit']],
  [/exit/i, undefined],
  [/(["'])jest\1/, [`"jest`, `'jest`]],
  [/\x60os\x60/, ['`os`']],
  [/[^a]process[a-z]/, ['process']],
  [/(?<word>await) x/, ['await x']],
  [/prototype\.(?:every|some|includes|indexOf)/, ['prototype.']],
]

describe('neededWords', () => {
  test.each(rows)('%p', (pattern, words) => {
    expect(neededWords(pattern)).toEqual(words)
  })
})

test('each rule has the words of its own pattern', () => {
  const lines = written.split('\n').slice(0, -1)
  const rules = writtenRules([]).flat()
  expect(lines.length).toBe(rules.length)
  expect(lines).toEqual(rules.map(({ pattern }) => neededWords(pattern)?.join('\t') ?? ''))
})

test('a change brings no rule that the list of words does not know', () => {
  const after = 'class A:\n    def __eq__(self, other):\n        return self.a == other.a\n'
  const some = writtenRules([{ path: 'src/a.py', how: 'added', after }]).map((rules) => rules.map((one) => one.pattern))
  expect(some).toEqual(writtenRules([]).map((rules) => rules.map(({ pattern }) => pattern)))
})

test.each([...ASKING, ...COMPARING])('the words for doubts stand in all that is looked for in $files', (looked) => {
  const needed = wholeWords(looked.pattern) ?? ['']
  expect(needed.filter((word) => word.search(looked.words) < 0)).toEqual([])
})
