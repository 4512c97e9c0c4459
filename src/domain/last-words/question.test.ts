// Plain language read twice: does a prompt only ask, and does the agent end on a question to the person.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { expectLinear } from '../../../test/cost.ts'
import { asksOnly, closingQuestion, toSentences } from './question.ts'

const prompts: ReadonlyArray<readonly [prompt: string, asks: boolean]> = [
  // Questions
  ['What does this function do?', true],
  ['what does this function do', true],
  ['Why is the build red?', true],
  ['How do I run the tests?', true],
  ['Where is the config read', true],
  ['Is this thread safe?', true],
  ['Does the parser handle comments?', true],
  ['Do you know why it fails?', true],
  ['Should we use a queue here?', true],
  ['Explain the retry logic.', true],
  ['Please explain the retry logic', true],
  ['Can you explain how the cache works?', true],
  ['Could you summarize the diff?', true],
  ['Tell me which files use it.', true],
  ['List the open issues', true],
  ['Show me where the token is checked.', true],
  ['Review the change in src/a.ts', true],
  ['ok, and how does the fold work?', true],
  ['Hi Claude, what is a worktree?', true],
  ['Claude, explain the parser', true],
  ['Ok Codex, please explain the parser', true],
  ['Codex, fix the tests. Why do they fail?', false],
  ['Refactor, then tell me what changed', false],
  ['Any idea why this hangs?', true],
  ['The tests are slow. Why?', true],
  ['Is there a way to make it faster?', true],
  ['What happens if I delete the cache?', true],
  ['What would it take to add a second store?', true],
  ['Why does `rm -rf build` fail?', true],
  ['What does this do?\n```sh\nnpm run build && fix it\n```', true],
  ['!git status', true],
  // Other languages
  ['¿Cómo funciona esto?', true],
  ['Warum ist der Build rot?', true],
  ['これは何ですか？', true],
  ['Pourquoi ça échoue ?', true],
  ['Corrige el error en el analizador.', false],
  ['Behebe den Fehler.', false],
  ['バグを直してください。', false],
  // Orders
  ['Fix the failing test.', false],
  ['fix it', false],
  ['Add a --json flag to the log command', false],
  ['Please refactor the parser.', false],
  ['Do it.', false],
  ['Do the migration.', false],
  ['do all of them', false],
  ['Go on.', false],
  ['continue', false],
  ['Make it faster', false],
  ['/review the code', false],
  ['The tests are failing on main.', false],
  ['TypeError: x is not a function', false],
  ['', false],
  // Polite orders
  ['Can you fix the failing test?', false],
  ['Could you please add a flag?', false],
  ['Would you update the docs?', false],
  ['Will you run the tests and fix what fails?', false],
  ['I want you to rename it.', false],
  ["I'd like you to remove the cache.", false],
  ['You should use a map here.', false],
  ['We need to migrate the store.', false],
  ["Let's write the tests first.", false],
  ['Help me debug this.', false],
  // Mixed
  ['Why is it red? Fix it.', false],
  ['What is wrong here, and can you fix it?', false],
  ['Explain the bug and then fix it', false],
  ['Is the test flaky? If so, delete it.', false],
  ['Find the bug. Then repair it.', false],
  ['Tell me why it fails, then change the timeout.', false],
  ['- why is it slow?\n- make it faster', false],
  ['1. What is this?\n2. Remove it.', false],
  ['How does the cache work? Also, update the README.', false],
]

describe('asksOnly', () => {
  for (const [prompt, asks] of prompts) {
    test(`${JSON.stringify(prompt)} ${asks ? 'only asks' : 'does more than ask'}`, () =>
      expect(asksOnly(prompt)).toBe(asks))
  }
  test('a hostile prompt is read in time', () => {
    for (const part of ['?', 'a ', '. ', 'and ', '`', '```', '\n- ', 'please '])
      expectLinear(200_000, (size) => asksOnly(part.repeat(size)))
  })
})

const endings: ReadonlyArray<readonly [message: string, question: string | null]> = [
  // Questions the agent waits for
  ['Which of the two should I use?', 'Which of the two should I use?'],
  ['I found two ways. Which one do you prefer?', 'Which one do you prefer?'],
  ['I have read the code.\n\nShall I go on with the migration?', 'Shall I go on with the migration?'],
  ['Should I delete the old files? ', 'Should I delete the old files?'],
  ['**Should I delete the old files?**', '**Should I delete the old files?**'],
  ['May I install left-pad?\n', 'May I install left-pad?'],
  ['What is the password of the test database?', 'What is the password of the test database?'],
  ['Do you want A or B? (A is faster.)', 'Do you want A or B?'],
  ['Should I push? 🙂', 'Should I push?'],
  ['Which file did you mean: `a.ts` or `b.ts`?', 'Which file did you mean: `a.ts` or `b.ts`?'],
  ['Is version 2.0 or 3.1 meant?', 'Is version 2.0 or 3.1 meant?'],
  ['"Really?" Shall I?', 'Shall I?'],
  ['Before I go on:\n\n1. Which region?\n2. Which size?', 'Which size?'],
  // A list of options after the question
  ['Which one do you want?\n\n- A: fast\n- B: small', 'Which one do you want?'],
  ['Which option should I take?\n1. keep it\n2. drop it\n', 'Which option should I take?'],
  ['Should I run this?\n```sh\nrm -rf build\n```', 'Should I run this?'],
  ['Do you want me to:\n\na) keep it\nb) drop it?', 'b) drop it?'],
  // Other languages
  ['¿Quieres que siga?', '¿Quieres que siga?'],
  ['Soll ich weitermachen?', 'Soll ich weitermachen?'],
  ['どちらにしますか？', 'どちらにしますか？'],
  ['Voulez-vous que je continue ?', 'Voulez-vous que je continue ?'],
  // No question
  ['Done.', null],
  ['', null],
  ['I fixed the bug and the tests pass.', null],
  ['Why did it fail? The cache was stale. It is fixed now.', null],
  ['Should I push? I did, since you asked for it.', null],
  ['What changed?\n\n- the parser\n- the docs', null],
  ['How it works?\n```ts\nconst a = 1\n```', null],
  ['The regex is `colou?r`', null],
  ['```ts\nconst x = a ? b : c?\n```\nThat is the fix.', null],
  ['See https://example.org/?q=1', null],
  ['I will go on with the next file now.', null],
  ['TASKMASTER_DONE::abc', null],
  ['Is it done? Yes.\nTASKMASTER_DONE::abc', null],
  ['- a\n- b\n- c', null],
  // Courtesy
  ['All done. Anything else?', null],
  ['Is there anything else I can help you with?', null],
  ['Let me know. Any questions?', null],
  ['Does that make sense?', null],
  ['Sounds good?', null],
  ['Would you like something else?', null],
]

describe('closingQuestion', () => {
  for (const [message, question] of endings) {
    test(JSON.stringify(message), () => expect(closingQuestion(message)).toBe(question as never))
  }
  test('a long question is cut', () => {
    expect(closingQuestion(`Should I ${'really '.repeat(500)}do it?`)?.length).toBe(200)
  })
  test('a hostile message is read in time', () => {
    for (const part of ['?', 'a ', '. ', '\n- ', '```\n', '(', ' (a)', '? (b) '])
      expectLinear(200_000, (size) => closingQuestion(part.repeat(size)))
  })
})

test('sentences end where the one pattern for all of them says', () => {
  const byPattern = (text: string): string[] =>
    text
      .split(/(?<=[.!?][)"'”’»*_`\]]{0,9})\s+|(?<=[。！？])|\n/)
      .map((sentence) => sentence.trim())
      .filter((sentence) => /[\p{L}\p{N}?？]/u.test(sentence))
  const part = fc.constantFrom(
    'a',
    'B',
    '1',
    '.',
    '!',
    '?',
    ' ',
    '  ',
    '\n',
    '\r\n',
    '\t',
    ')',
    '"',
    "'",
    '*',
    '`',
    ']',
    '_',
  )
  const foreign = fc.constantFrom('é', '。', '！', '？', '”', '»', '\u3000', '—')
  const some = fc.oneof({ weight: 9, arbitrary: part }, { weight: 1, arbitrary: foreign })
  fc.assert(
    fc.property(fc.array(some, { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      expect(toSentences(text)).toEqual(byPattern(text))
    }),
    { numRuns: 2000 },
  )
})
