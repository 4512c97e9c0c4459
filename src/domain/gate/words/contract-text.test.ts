// The contract an agent reads at the start of a session, and the checklist behind it.
import { describe, expect, test } from 'bun:test'
import type { Way, WaysToClaim } from '../../../contract/facts.ts'
import { checklist } from './checklist.ts'
import { contractText, probeText, runContract } from './contract-text.ts'
import { CLI, echoed, LINE, line, TAG, TOKEN, TOOL } from '../facts.fixture.ts'

describe('the contract', () => {
  test('with the done token', () => {
    expect(contractText([LINE, TAG])).toMatchInlineSnapshot(`
      "Fullstop gates this session: after real work you may stop only when the whole request is done, or when you need the user.
      When it is done: re-read the request, check each part, then end your message with this line alone:
      FULLSTOP_DONE::0493af44-6256-4ea3-8f5c-f3e038d096d6
      Never write it as a promise, an example or a guess.
      Not done: keep working, do not stop. Stuck: say what you tried and what is missing, and end with a question to the user.
      Answers, questions and plans need no such line."
    `)
  })
  test('with the promise tag', () => {
    expect(contractText([TAG])).toMatchInlineSnapshot(`
      "Fullstop gates this session: after real work you may stop only when the whole request is done, or when you need the user.
      When it is done: re-read the request, check each part, then end your message with <promise>COMPLETE</promise>
      Never write it as a promise, an example or a guess.
      Not done: keep working, do not stop. Stuck: say what you tried and what is missing, and end with a question to the user.
      Answers, questions and plans need no such line."
    `)
  })

  const lengths: ReadonlyArray<readonly [name: string, ways: WaysToClaim]> = [
    ['a UUID', [LINE, TAG]],
    ['a UUID and the tool', [TOOL, LINE, TAG]],
    ['the promise tag', [TAG]],
  ]
  for (const [name, ways] of lengths) {
    test(`at most 600 characters with ${name}`, () => expect(contractText(ways).length).toBeLessThanOrEqual(600))
  }

  test('the token stands on a line of its own', () => {
    expect(contractText([LINE]).split('\n')).toContain(TOKEN)
  })

  test('F8: a channel that is off is not named', () => {
    expect(contractText([TOOL])).not.toContain('<promise>')
    expect(contractText([TOOL])).toContain('complete_task')
  })
})

test('the checklist', () => {
  expect(checklist).toMatchInlineSnapshot(`
    "Before you claim that a task is done:

    1. Every message of the user: re-read each one in their own words. Is every part of it done, including what was added later?
    2. Todo list: is every item done, or cancelled with a reason?
    3. Plan: does what you built match what you said you would build?
    4. Errors: did the last command fail? Is there a warning or a failing test that you passed over?
    5. Loose ends: debug output, commented-out code, placeholders, files you meant to come back to?
    6. Blockers: if something stops you, did you try another way, and can you name what is missing?
    7. Honesty: would the user, looking over your shoulder now, agree that it is done?

    Done           claim it: call complete_task, run \`fullstop claim success --summary "…"\`, or end with the done line that you were given at the start of the session.
    Not done       keep working.
    Stuck          claim blocked in the same way: what you tried, what went wrong, what remains. Without tool and command: say so, and end with a question to the user.
    "
  `)
})

describe('the contract of a run', () => {
  const ALL: WaysToClaim = [TOOL, CLI, TAG]
  test('with our tools', () => {
    expect(runContract(ALL, ['typecheck', 'test'])).toMatchInlineSnapshot(`
      "You work under Fullstop, unattended: nobody reads along, and nobody answers questions. Decide what the request leaves open.
      Work until the whole request is done. Then re-read it, check each part, and call complete_task.
      Never write it as a promise, an example or a guess. If you stop without it, you are told to continue.
      These checks are then run, and must pass: typecheck, test.
      A check is wrong: dispute it (disputed_checks); never work around it.
      A part is done and the rest cannot be done now: call complete_task with status partial (what is done, why not the rest, what remains).
      You cannot continue: call complete_task with status blocked: what you tried, what went wrong, what remains.
      Save your context with update_session_context after each significant piece of work and every 5 to 10 tool calls: a fresh session may take over, and knows nothing else."
    `)
  })
  test('a program that prints our words back', () => {
    expect(runContract(echoed(), [])).toMatchInlineSnapshot(`
      "You work under Fullstop, unattended: nobody reads along, and nobody answers questions. Decide what the request leaves open.
      Work until the whole request is done. Then re-read it, check each part, and end your message with one line of nothing but the word "FULLSTOP_DONE", two colons, and "0493af44-6256-4ea3-8f5c-f3e038d096d6", without spaces.
      Never write it as a promise, an example or a guess. If you stop without it, you are told to continue.
      You cannot continue: say what you tried and what is missing, and end with a question to the user."
    `)
  })
  test('by command', () => {
    expect(runContract([CLI], [])).toMatchInlineSnapshot(`
      "You work under Fullstop, unattended: nobody reads along, and nobody answers questions. Decide what the request leaves open.
      Work until the whole request is done. Then re-read it, check each part, and run \`fullstop claim success --summary "…"\`.
      Never write it as a promise, an example or a guess. If you stop without it, you are told to continue.
      You cannot continue: run \`fullstop claim blocked --summary "what you tried" --remaining "what remains"\`."
    `)
  })
  test('by command, with a check to dispute: the whole command is named', () =>
    expect(runContract([CLI], ['lint']).split('\n').slice(2, 5)).toEqual([
      'Never write it as a promise, an example or a guess. If you stop without it, you are told to continue.',
      'These checks are then run, and must pass: lint.',
      'A check is wrong: run `fullstop claim success --summary "…" --dispute CHECK --why "…"`; never work around it.',
    ]))
  test('the question of a probe', () => {
    expect(probeText(ALL)).toMatchInlineSnapshot(`
      "FULLSTOP asks once, do no more work now: is the whole request done? If every part of it is, call complete_task.
      If not, say in one line what is missing."
    `)
  })

  const many = Array.from({ length: 200 }, (_, index) => `check-${index}`)
  const [prefix, id] = ['P'.repeat(100), 'a'.repeat(128)]
  const phrase: Way = { strategy: 'heuristic', kind: 'words', say: 'the plain statement: all acceptance criteria met' }
  const lengths: ReadonlyArray<readonly [name: string, ways: WaysToClaim, checks: readonly string[]]> = [
    ['the tool', ALL, ['test']],
    ['the tool, a long token and many checks', [...ALL, line(`${prefix}::${id}`)], many],
    ['a long token that is spelled out', echoed({ donePrefix: prefix }, id), many],
    ['a phrase', [phrase], many],
    ['nothing at all', [], []],
  ]
  for (const [name, ways, checks] of lengths) {
    test(`under 1,500 characters with ${name}`, () => expect(runContract(ways, checks).length).toBeLessThan(1500))
  }
  test('the token stands on a line of its own, whatever is checked', () => {
    const lines = (ways: WaysToClaim): string[] => runContract(ways, ['test']).split('\n')
    expect([[LINE], [...ALL, LINE]].map((ways) => lines(ways).includes(TOKEN))).toEqual([true, true])
  })
  test('no line is empty', () => expect(runContract([], []).split('\n').includes('')).toBe(false))
})
