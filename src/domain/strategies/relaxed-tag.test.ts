// Tables of relaxed promise tags that are stated and that are only mentioned. TAG stands for the plain tag.
import { describe, expect, test } from 'bun:test'
import { grammar } from './grammar.ts'
import { relaxedTag } from './relaxed-tag.ts'

const TAG = '<promise>COMPLETE</promise>'
const fill = (text: string) => text.replaceAll('TAG', TAG)

const claims: readonly (readonly [text: string, read: string, at: number])[] = [
  ['TAG', 'TAG', 0],
  ['```\nTAG\n```', 'TAG', 4],
  ['"TAG"', 'TAG', 1],
  ['`TAG`', 'TAG', 1],
  [
    '{"result":"All done. \\u003cpromise\\u003eCOMPLETE\\u003c/promise\\u003e"}',
    '\\u003cpromise\\u003eCOMPLETE\\u003c/promise\\u003e',
    21,
  ],
  ['{"status":"<promise>COMPLETE<\\/promise>"}', '<promise>COMPLETE<\\/promise>', 11],
  ['&lt;promise&gt;COMPLETE&lt;/promise&gt;', '&lt;promise&gt;COMPLETE&lt;/promise&gt;', 0],
  ['<promise>COMPLETE.</promise>', '<promise>COMPLETE.</promise>', 0],
  ['<promise>COMPLETE!</promise>', '<promise>COMPLETE!</promise>', 0],
  ['promise: complete', 'promise: complete', 0],
  ['Promise: COMPLETE', 'Promise: COMPLETE', 0],
  ['**Promise: complete**', 'Promise: complete', 2],
  ['- promise: complete', 'promise: complete', 2],
  ['"promise": "complete"', 'promise": "complete', 1],
  ['All done.\n\nPROMISE: COMPLETE.', 'PROMISE: COMPLETE', 11],
  ['Done:\n```\nTAG\n```', 'TAG', 10],
  ['My final answer is "TAG".', 'TAG', 20],
  ['> TAG', 'TAG', 2],
  ['I say "TAG"', 'TAG', 7],
  ['```xml\n&lt;promise&gt;COMPLETE&lt;/promise&gt;\n```', '&lt;promise&gt;COMPLETE&lt;/promise&gt;', 7],
  ['{"result":"All done.\\n\\nTAG"}', 'TAG', 24],
  ['&#60;promise&#62;complete&#60;/promise&#62;', '&#60;promise&#62;complete&#60;/promise&#62;', 0],
  ['`promise: complete`', 'promise: complete', 1],
  ['<promise>"COMPLETE"</promise>', '<promise>"COMPLETE"</promise>', 0],
  ['<promise>**COMPLETE**</promise>', '<promise>**COMPLETE**</promise>', 0],
  ['<promise>✅ COMPLETE</promise>', '<promise>✅ COMPLETE</promise>', 0],
  ['<promise>Complete ✅</promise>', '<promise>Complete ✅</promise>', 0],
]

const mentions: readonly (readonly [text: string, ...because: string[]])[] = [
  ['I will not output "TAG"', 'it is negated'],
  ["When done I'll print:\n```\nTAG\n```", 'it is conditional'],
  ['The spec says:\n```\nTAG\n```', 'it is attributed to somebody else'],
  ['You wrote:\n> TAG', 'it is attributed to somebody else'],
  ['Should I print `TAG`?', 'it is part of a question'],
  ['The signal is `TAG`.', 'it is only talked about'],
  ['I added a parser for "TAG".', 'it is only talked about'],
  ['I promise: complete soon'],
  ['promise: completed'],
  ['promise: not complete'],
  ['no promise: complete'],
  ['`TAG`\n\nWait, tests still fail.', 'it is taken back: "Wait, tests still fail."'],
  ['Once finished I will print `TAG`.', 'it is conditional'],
  ['<!-- TAG -->', 'it stands in a comment or in markup that is not shown'],
  ["```ts\nif (text.includes('TAG')) {\n```", 'it is only talked about'],
  ['Do not print:\n\npromise: complete', 'it is negated'],
  ['<promise>COMPLETED</promise>'],
  ['<promise>NOT COMPLETE</promise>'],
  ['compromise: complete'],
  ['{"result":"I will print:\\n\\nTAG"}', 'it is about the future'],
  ['{"result":"TAG\\n\\nNot done yet."}', 'it is taken back: "Not done yet."}"'],
  ['<promise>COMPLETE?</promise>'],
]

describe('F3: a promise in a looser form is a claim', () => {
  test.each(claims.map((row) => [row[0], row] as const))('%j', (_, [text, read, at]) => {
    expect(relaxedTag({ text: fill(text) }, grammar)).toEqual({
      found: true,
      strategy: 'relaxed-tag',
      text: fill(read),
      at,
    })
  })
})

describe('F2: a mention in a looser form is not a claim', () => {
  test.each(mentions.map((row) => [row[0], row] as const))('%j', (_, [text, ...because]) => {
    expect(relaxedTag({ text: fill(text) }, grammar)).toEqual({ found: false, strategy: 'relaxed-tag', because })
  })
})
