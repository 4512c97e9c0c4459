// What a rule says, put together.
import { expect, test } from 'bun:test'
import { fingerprint } from './words/message.ts'
import { allow, because, refuse } from './ruling.ts'

const reason = because('blocked', 'why')

test('an allowed stop has an outcome only where the task ends with it', () => {
  expect(allow(9, [reason])).toStrictEqual({ kind: 'allow', rule: 9, because: [{ code: 'blocked', text: 'why' }] })
  expect(allow(9, [reason], 'blocked')).toStrictEqual({
    kind: 'allow',
    rule: 9,
    because: [reason],
    outcome: 'blocked',
  })
})

test('a refusal states what it counts as, and is known again by its fingerprint', () => {
  expect(refuse(9, [reason])).toStrictEqual({
    kind: 'continue',
    rule: 9,
    because: [reason],
    fingerprint: fingerprint(9, [reason]),
    counts: ['refusal', 'blocked-push'],
  })
})
