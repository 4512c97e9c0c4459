// Answers are found whatever a line says beside them, and under ids that clients take for one another.
import { expect, test } from 'bun:test'
import { isSameId, type RequestId, toAnswer, toMessage } from './wire.ts'

test.each<[asked: RequestId, answered: unknown, isSame: boolean]>([
  [3, 3, true],
  [3, '3', true],
  ['3', 3, true],
  [3, ' 3.0 ', true],
  [3, [3], true],
  [3, [['3']], true],
  ['a', ['a'], true],
  ['a', 'b', false],
  ['3', '3.0', false],
  [3, [3, 4], false],
  [3, { id: 3 }, false],
  [0, null, false],
  [0, '', false],
  [0, [], false],
  [null, null, true],
  [null, 0, false],
  [1, true, true],
])('an answer to %p under %p', (asked, answered, isSame) => {
  expect(isSameId(asked, answered)).toBe(isSame)
})

const result = { stopReason: 'end_turn' }
const error = { code: -1, message: 'No.' }
test.each<[line: unknown, answer: ReturnType<typeof toAnswer>]>([
  [
    { id: 1, result },
    { kind: 'result', id: 1, result, isPlain: true },
  ],
  [
    { id: 1, error },
    { kind: 'error', id: 1, ...error, isPlain: true },
  ],
  [
    { id: 1, result, error },
    { kind: 'error', id: 1, ...error, isPlain: false },
  ],
  [
    { id: 1, result: null, error },
    { kind: 'error', id: 1, ...error, isPlain: true },
  ],
  [
    { id: [1], result },
    { kind: 'result', id: [1], result, isPlain: false },
  ],
  [
    { id: 1, result, method: 'x' },
    { kind: 'result', id: 1, result, isPlain: false },
  ],
  [{ id: 1, method: 'x', result: null, error: null }, undefined],
  [{ id: 1 }, { kind: 'result', id: 1, result: {}, isPlain: true }],
  [{ method: 'x', result }, undefined],
  [[{ id: 1, result }], undefined],
])('%j', (line, answer) => {
  expect(toAnswer(line)).toEqual(answer)
})

test('a request under null is a request', () => {
  expect(toMessage({ id: null, method: 'x' })).toEqual({ kind: 'request', id: null, method: 'x', params: {} })
})
