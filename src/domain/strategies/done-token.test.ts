// Tables of done tokens that are stated and that are only mentioned. TOK stands for the token of session s-1.
import { describe, expect, test } from 'bun:test'
import { grammar } from './grammar.ts'
import { doneToken } from './done-token.ts'

const TOKEN = 'FULLSTOP_DONE::s-1'
const TOKENS = [TOKEN, 'TASKMASTER_DONE::s-1'] as const
const fill = (text: string, token: string = TOKEN): string => text.replaceAll('TOK', token)

/** The place as it is before TOK is filled in. */
const claims: readonly (readonly [text: string, read: string, at: number])[] = [
  ['    TOK', 'TOK', 4],
  ['\tTOK', 'TOK', 1],
  ['TOK', 'TOK', 0],
  ['All done.\n\nTOK', 'TOK', 11],
  ['**TOK**', '**TOK**', 0],
  ['`TOK`', '`TOK`', 0],
  ['**`TOK`**', '**`TOK`**', 0],
  ['`**TOK**`', '`**TOK**`', 0],
  ['__TOK__', '__TOK__', 0],
  ['   TOK   ', 'TOK', 3],
  ['All work is done. Signalling completion:\nTOK', 'TOK', 41],
  ['TOK\n\nLet me know if you want changes.', 'TOK', 0],
  ['Not done yet.\n\nFixed everything.\n\nTOK', 'TOK', 34],
  ['TOK\n\nWait, I still need to fix the tests.\n\nFixed.\n\nTOK', 'TOK', 51],
  ['I will now print the token:\n\nTOK', 'TOK', 29],
  ['Here is the token:\nTOK', 'TOK', 19],
  ['- fixed a\n- did not touch b\n\nTOK', 'TOK', 29],
  ['Final answer:\n\nTOK', 'TOK', 15],
  ['```\ncode\n```\nTOK', 'TOK', 13],
  ['> quoted request\n\nTOK', 'TOK', 18],
  ['Everything you asked for is in place:\nTOK', 'TOK', 38],
  ['As required by the hook:\nTOK', 'TOK', 25],
  ['All checklist items verified, so I can stop now.\n\nTOK', 'TOK', 50],
  ['The task is complete and verified. As instructed:\n\nTOK', 'TOK', 51],
  ['The user asked for X. I verified that X works\n\nTOK', 'TOK', 47],
  ['``TOK``', '``TOK``', 0],
  ['Next steps: none.\n\nTOK', 'TOK', 19],
  ['No blockers remain.\nTOK', 'TOK', 20],
  ['I checked every message, the plan and the errors. Nothing is left.\nTOK', 'TOK', 67],
  ['Ready to stop:\nTOK', 'TOK', 15],
  ['All requirements verified\nTOK', 'TOK', 26],
  ['I verified that nothing is missing:\nTOK', 'TOK', 36],
  ['TOK\nTOK', 'TOK', 4],
  ['I will print TOK when done.\n\nNow it is done.\n\nTOK', 'TOK', 46],
  ['TOK\n\n```\nWait, not done\n```', 'TOK', 0],
  ['## Final\n\nTOK', 'TOK', 10],
  ['## Final check\n- [x] tests\n- [x] docs\n\n**TOK**', '**TOK**', 39],
  ['\n\n\nTOK\n\n\n', 'TOK', 3],
  ['<!-- note --> \nTOK', 'TOK', 15],
  ['Done\n***\nTOK', 'TOK', 9],
  ['~~~\nx\n~~~\n  TOK', 'TOK', 12],
  ['```js\nconst a = 1\n```\n\nAll green.\n`TOK`', '`TOK`', 34],
  ['The hook asked for the token, and the work is done:\n\nTOK', 'TOK', 53],
  ['You asked me to verify everything before stopping. Verified.\nTOK', 'TOK', 61],
  ['Emitting the done token:\nTOK', 'TOK', 25],
  ["I'm done. Done token below.\n\nTOK", 'TOK', 29],
  ['Done token:\n\nTOK', 'TOK', 13],
  ['Completion token as requested:\n\nTOK', 'TOK', 32],
  ['Now I can stop:\n\nTOK', 'TOK', 17],
  ['I have addressed every user message. No loose ends.\n\nTOK', 'TOK', 53],
  ['\ufeffTOK', 'TOK', 1],
  ['Coverage: 87%\nTOK', 'TOK', 14],
]

const mentions: readonly (readonly [text: string, ...because: string[]])[] = [
  ['TOK.', 'the token does not stand alone on its line'],
  ['- TOK', 'the token does not stand alone on its line'],
  ['* TOK', 'the token does not stand alone on its line'],
  ['1. TOK', 'the token does not stand alone on its line'],
  ['> TOK', 'the token does not stand alone on its line'],
  ['    make\n    TOK', 'it stands in an indented code block'],
  ['\\tTOK', 'the token does not stand alone on its line'],
  ['```\nTOK\n```', 'it stands in a code fence'],
  ['~~~\nTOK\n~~~', 'it stands in a code fence'],
  ['````\n```\nTOK\n````', 'it stands in a code fence'],
  ['```\nTOK', 'it stands in a code fence'],
  ['   ```text\nTOK\n```', 'it stands in a code fence'],
  ['<!--\nTOK\n-->', 'it stands in a comment or in markup that is not shown'],
  ['<!-- x\n\nTOK', 'it stands in a comment or in markup that is not shown'],
  ['Done TOK', 'the token does not stand alone on its line'],
  ['TOK done', 'the token does not stand alone on its line'],
  ['"TOK"', 'the token does not stand alone on its line'],
  ["'TOK'", 'the token does not stand alone on its line'],
  ['**TOK', 'the token does not stand alone on its line'],
  ['TOK**', 'the token does not stand alone on its line'],
  ['`TOK', 'the token does not stand alone on its line'],
  ['** TOK **', 'the token does not stand alone on its line'],
  ['FULLSTOP_DONE::s-2', 'the token is not the one of this session'],
  ['TASKMASTER_DONE::s-2', 'the token is not the one of this session'],
  ['taskmaster_done::s-1'],
  ['TASKMASTER_DONE::s-10', 'the token does not stand alone on its line'],
  ['TASKMASTER_DONE:: s-1', 'the token is not the one of this session'],
  ['XTOK', 'the token does not stand alone on its line'],
  ['When everything is done I will print:\nTOK', 'it is conditional'],
  ['The hook wants this line:\nTOK', 'it is attributed to somebody else'],
  ['I must not output the following yet:\nTOK', 'it is negated'],
  ["Once all checks pass I'll emit\nTOK", 'it is conditional'],
  ["Once all checks pass I'll emit\n\nTOK", 'it is conditional'],
  ['Should I print this?\nTOK', 'it is part of a question'],
  ['TOK\n\nWait, I still need to fix the tests', 'it is taken back: "Wait, I still need to fix the tests"'],
  ['TOK\nActually, not done yet', 'it is taken back: "Actually, not done yet"'],
  ['TOK\n\nI should not have printed that.', 'it is taken back: "I should not have printed that."'],
  ['I am not done, so I do not print\nTOK', 'it is negated'],
  ['If nothing is left, say:\n\nTOK', 'it is only talked about'],
  ['The stop hook says: when done, print\nTOK', 'it is only talked about'],
  ['The stop hook replied with the following message:\n\nTOK', 'it is attributed to somebody else'],
  ['You told me to end with:\nTOK', 'it is attributed to somebody else'],
  ['The instructions say to finish with\n\nTOK', 'it is attributed to somebody else'],
  ['Example of the token:\nTOK', 'it is only talked about'],
  ['To stop, I have to print this exact line:\n\nTOK', 'it is about the future'],
  ['- TOK\n- other', 'the token does not stand alone on its line'],
  ['"\nTOK\n"', 'it stands in quotation marks'],
  ['<thinking>\nTOK\n</thinking>', 'it stands in a comment or in markup that is not shown'],
  ['TOK\n\nThere are still two failing tests.', 'it is taken back: "There are still two failing tests."'],
  ['I can only print the following once the build is green:\n\nTOK', 'it is conditional'],
  ['TOK\nis the line I have to print at the end.', 'it is only talked about'],
  ['FULLSTOP (1/5): no claim yet.\nDone? Print this line:\nTOK', 'it is attributed to somebody else'],
  ['The done token is:\n\nTOK', 'it is only talked about'],
  ['The token for this session is\nTOK', 'it is only talked about'],
  ['I need to print the token:\nTOK', 'it is about the future'],
  ['The token will be:\nTOK', 'it is about the future'],
  ["I'm going to end with:\n\nTOK", 'it is about the future'],
  ['After the last fix I will write\n\nTOK', 'it is conditional'],
  ['Next I would print\nTOK', 'it is about the future'],
  ['Do not print this:\nTOK', 'it is negated'],
  ['Never print\nTOK', 'it is negated'],
  ['What would happen if I printed this line?\n\nTOK', 'it is part of a question'],
  ['The reminder told me to print:\n\nTOK', 'it is attributed to somebody else'],
  ['Hook feedback:\n"When done, print:\nTOK"', 'the token does not stand alone on its line'],
  ['Reminder from the hook: print this when done:\nTOK', 'it is conditional'],
  ['Not finished yet:\nTOK', 'the sentence says that the work is not done'],
  ["I'm not finished.\nTOK", 'the sentence before it says that the work is not done'],
  ["I have not finished, so I won't write:\n\nTOK", 'it is negated'],
  ['<example>\nTOK\n</example>', 'it stands in a comment or in markup that is not shown'],
  ['<details>\n<pre>\nTOK\n</pre>\n</details>', 'it stands in a comment or in markup that is not shown'],
  ['- step\n\n      TOK', 'it stands in an indented code block'],
  ['# TOK', 'the token does not stand alone on its line'],
  ['TOK,', 'the token does not stand alone on its line'],
  ['TOK TOK', 'the token does not stand alone on its line'],
  ['(TOK)', 'the token does not stand alone on its line'],
  ['[TOK]', 'the token does not stand alone on its line'],
  ['*TOK*', 'the token does not stand alone on its line'],
  ['~~TOK~~', 'the token does not stand alone on its line'],
  ['\\\\TOK', 'the token does not stand alone on its line'],
  ['TOK\n\nHold on, one test is failing.', 'it is taken back: "Hold on, one test is failing."'],
  ['TOK\n\nI forgot to run the linter.', 'it is taken back: "I forgot to run the linter."'],
  ['TOK\n\nNope.', 'it is taken back: "Nope."'],
  ["TOK\n\nI'll now continue with the second part.", 'it is taken back: "I\'ll now continue with the second part."'],
]

describe.each(TOKENS)('F3: a token alone on its line is a claim: %s', (token) => {
  test.each(claims.map((row) => [row[0], row] as const))('%j', (_, [text, read, at]) => {
    expect(doneToken({ text: fill(text, token), sessionId: 's-1' }, grammar)).toEqual({
      found: true,
      strategy: 'done-token',
      text: fill(read, token),
      at: fill(text.slice(0, at), token).length,
    })
  })
})

describe.each(TOKENS)('F1, F2: a mentioned, quoted or withdrawn token is not a claim: %s', (token) => {
  test.each(mentions.map((row) => [row[0], row] as const))('%j', (_, [text, ...because]) => {
    expect(doneToken({ text: fill(text, token), sessionId: 's-1' }, grammar)).toEqual({
      found: false,
      strategy: 'done-token',
      because,
    })
  })
})

describe('done-token', () => {
  test('is found where the token of another prefix is only mentioned before it', () => {
    const text = `Do not print ${TOKENS[1]} yet.\n\nAll of it is done.\n\n${TOKEN}`
    expect(doneToken({ text, sessionId: 's-1' }, grammar)).toMatchObject({ found: true, text: TOKEN })
  })

  test('of neither known prefix counts where another one is set', () => {
    for (const text of TOKENS) {
      expect(doneToken({ text, sessionId: 's-1', prefix: 'ACME' }, grammar)).toMatchObject({ found: false })
    }
  })

  test('is not found without a session id', () => {
    expect(doneToken({ text: TOKEN }, grammar)).toEqual({
      found: false,
      strategy: 'done-token',
      because: ['the session id is not known'],
    })
  })

  test('takes a prefix of any characters literally', () => {
    const text = 'a.*(b)$::s-1'
    const found = { found: true, strategy: 'done-token', text, at: 0 } as const
    expect(doneToken({ text, sessionId: 's-1', prefix: 'a.*(b)$' }, grammar)).toEqual(found)
    expect(doneToken({ text: 'axx(b)$::s-1', sessionId: 's-1', prefix: 'a.*(b)$' }, grammar).found).toBe(false)
  })

  test('ends with its line whatever the line break', () => {
    const text = `Done.\r\n\r\n${TOKEN} \t\r\nBye.\r\n`
    expect(doneToken({ text, sessionId: 's-1' }, grammar)).toEqual({
      found: true,
      strategy: 'done-token',
      text: TOKEN,
      at: 9,
    })
  })
})
