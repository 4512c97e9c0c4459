// Tables of completion phrases as plain statements and as parts of others.
import { describe, expect, test } from 'bun:test'
import { grammar } from './grammar.ts'
import { heuristic } from './heuristic.ts'

const claims: readonly (readonly [text: string, read: string, at: number])[] = [
  ['All tasks complete.', 'All tasks complete', 0],
  ['Implementation complete', 'Implementation complete', 0],
  ['Implementation complete, all checks pass.', 'all checks pass', 25],
  ['ALL   CHECKS\nPASS', 'ALL   CHECKS\nPASS', 0],
  ['I confirm that all checks pass.', 'all checks pass', 15],
  ['## Implementation Complete', 'Implementation Complete', 3],
  ['✅ All tasks complete!', 'All tasks complete', 2],
  ['All acceptance criteria met. Let me know if you need anything.', 'All acceptance criteria met', 0],
  ['Done: all checks pass and the docs are updated.', 'all checks pass', 6],
  ['- [x] All tasks complete', 'All tasks complete', 6],
  ['The tests failed before. Now all checks pass.', 'all checks pass', 29],
  ['All tasks complete (5/5).', 'All tasks complete', 0],
  ['The bug is fixed and all checks pass', 'all checks pass', 21],
  ['Status: all acceptance criteria met', 'all acceptance criteria met', 8],
  ['All checks pass; if you want, I can open a PR.', 'All checks pass', 0],
  ['Tell me if you need more. All checks pass.', 'All checks pass', 26],
  ['After the fix, all checks pass.', 'all checks pass', 15],
  ['No errors remain and all checks pass.', 'all checks pass', 21],
]

const mentions: readonly (readonly [text: string, ...because: string[]])[] = [
  ['Not all tasks complete.', 'it is negated'],
  ['Almost all tasks complete.', 'the sentence says that the work is not done'],
  ['all checks passed'],
  ['implementation completely broken'],
  ['Once all checks pass I will stop.', 'it is conditional'],
  ['When all tasks complete, the loop ends.', 'it is conditional'],
  ['Do all checks pass?', 'it is part of a question'],
  ['Make sure all checks pass.', 'it is only talked about'],
  ['I need to make all checks pass', 'the sentence says that the work is not done'],
  ['- [ ] all tasks complete', 'it is an open item of a list'],
  ['"all tasks complete"', 'it stands in quotation marks'],
  ['`implementation complete`', 'it stands in inline code'],
  ['```\nall checks pass\n```', 'it stands in a code fence'],
  ['All checks pass except lint.', 'it is only talked about'],
  ['All tasks complete but one.', 'the phrase is part of a longer statement'],
  ['Implementation complete: 60%', 'the statement counts only a part'],
  ['All tasks complete (3/5)', 'the statement counts only a part'],
  ['The ticket says: all tasks complete', 'it is attributed to somebody else'],
  ['I will say all tasks complete at the end', 'it is about the future'],
  ['Once you have installed the database, all checks pass.', 'it is conditional'],
  ['If you have Docker running, all checks pass.', 'it is conditional'],
  ['I moved it. When you are ready, all tasks complete.', 'it is conditional'],
  ['until all checks pass', 'it is conditional'],
  ['Is the implementation complete?', 'it is part of a question'],
  ["I don't think all checks pass", 'it is only talked about'],
  ['Nearly implementation complete', 'the sentence says that the work is not done'],
  ['not implementation complete', 'it is negated'],
  ['All checks pass? No.', 'it is part of a question'],
  ['Goal: all checks pass', 'it is only talked about'],
  ['All tasks complete.\n\nWait, two tests still fail.', 'it is taken back: "Wait, two tests still fail."'],
  ['It is not true that all checks pass.', 'it is negated'],
  ['Acceptance criteria: all checks pass', 'it is only talked about'],
  ['The implementation complete with 3 failures', 'the phrase is part of a longer statement'],
  ['all checks pass if you skip the slow ones', 'it is conditional'],
  ['all checks pass only on Linux', 'it is only talked about'],
  ['> all checks pass', 'it stands in a quotation'],
  ['We are not done until all acceptance criteria met', 'it is negated'],
  ['All checks pass on my branch only if you disable lint.', 'the statement makes an exception'],
  ['Implementation complete: no', 'the statement makes an exception'],
  ['Two more fixes and all checks pass.', 'the phrase is part of a longer statement'],
  ['Definition of done: all acceptance criteria met', 'it is only talked about'],
]

describe('F3: a plain statement is a claim', () => {
  test.each(claims.map((row) => [row[0], row] as const))('%j', (_, [text, read, at]) => {
    expect(heuristic({ text, exitCode: 0 }, grammar)).toEqual({ found: true, strategy: 'heuristic', text: read, at })
  })
})

describe('F2: a phrase in another statement is not a claim', () => {
  test.each(mentions.map((row) => [row[0], row] as const))('%j', (_, [text, ...because]) => {
    expect(heuristic({ text, exitCode: 0 }, grammar)).toEqual({ found: false, strategy: 'heuristic', because })
  })
})

describe('heuristic', () => {
  const text = 'All tasks complete.'

  test.each([[1], [143], [undefined]])('F4: needs exit code 0, not %p', (exitCode) => {
    const because = [`the exit code is ${exitCode ?? 'not known'}, not 0`]
    const reading = exitCode === undefined ? { text } : { text, exitCode }
    expect(heuristic(reading, grammar)).toEqual({ found: false, strategy: 'heuristic', because })
  })

  test('is ignored with a note while an explicit channel is available', () => {
    const because = ['ignored: an explicit channel is available']
    expect(heuristic({ text, exitCode: 0, explicitChannel: true }, grammar)).toEqual({
      found: false,
      strategy: 'heuristic',
      because,
    })
  })

  test('looks at the last 500 characters only', () => {
    const filler = `${'word '.repeat(97)}end.`
    expect(heuristic({ text: `${text} ${filler}   \n`, exitCode: 0 }, grammar).found).toBe(false)
    expect(heuristic({ text: `${text} ${filler.slice(30)}   \n`, exitCode: 0 }, grammar).found).toBe(true)
  })

  test('takes further phrases literally, whole words, any white space', () => {
    const phrases = ['Ship it (now)', '  ', 'c++ is done']
    expect(heuristic({ text: 'OK: ship\nIT  (now)', exitCode: 0, phrases }, grammar)).toEqual({
      found: true,
      strategy: 'heuristic',
      text: 'ship\nIT  (now)',
      at: 4,
    })
    expect(heuristic({ text: 'C++ is doner', exitCode: 0, phrases }, grammar).found).toBe(false)
    expect(heuristic({ text, exitCode: 0, phrases }, grammar).found).toBe(true)
  })
})
