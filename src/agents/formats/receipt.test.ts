// Receipts: what is written is found again, whatever stands around it, and what is none is not.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import type { Receipt } from '../../contract/agent/entry.ts'
import { receiptIn, receiptText } from './receipt.ts'

const CLAIM: Receipt = { id: 'clm_0123456789abcdef', task: 'task_01234567' }
const SAVE: Receipt = { id: 'ctx_fedcba9876543210', task: 'task_01234567' }
const OTHER: Receipt = { id: 'clm_zzzzzzzzzzzzzzzz', task: 'task_76543210' }

test('its words', () => expect(receiptText(CLAIM)).toBe('Receipt: clm_0123456789abcdef for task_01234567'))

const said = receiptText(CLAIM)

describe('found', () => {
  const rows: ReadonlyArray<readonly [name: string, text: string, expected: Receipt]> = [
    ['alone', said, CLAIM],
    ['of a save', receiptText(SAVE), SAVE],
    ['at the end of an answer', `Task completed successfully.\nVerified: passed: unit.\n${said}`, CLAIM],
    ['before the line end', `${said}\n`, CLAIM],
    ['before a line end of Windows', `${said}\r\n`, CLAIM],
    ['in JSON', JSON.stringify({ message: `Done.\n${said}`, task_id: 'task_01234567' }), CLAIM],
    ['in JSON where more lines follow', JSON.stringify({ message: `${said}\nmore` }), CLAIM],
    ['in JSON inside JSON', JSON.stringify([{ type: 'text', text: JSON.stringify({ message: said }) }]), CLAIM],
    ['with a coloured line around it', `\u001b[2m${said}\u001b[0m`, CLAIM],
    [
      'with a task that a host named',
      'Receipt: clm_0123456789abcdef for PROJ-17:a.b',
      { ...CLAIM, task: 'PROJ-17:a.b' },
    ],
    ['the last of two', `${receiptText(OTHER)}\n${said}`, CLAIM],
    ['a save after a claim', `${said}\n${receiptText(SAVE)}`, SAVE],
    ['after much output', `${'x'.repeat(100_000)}\n${said}`, CLAIM],
  ]
  for (const [name, text, expected] of rows) test(name, () => expect(receiptIn(text)).toEqual(expected))

  test('every receipt that is written, in any surroundings', () => {
    const letters = [...'0123456789abcdefghjkmnpqrstvwxyz']
    const receipt = fc.record({
      id: fc
        .tuple(
          fc.constantFrom('clm_', 'ctx_'),
          fc.string({ unit: fc.constantFrom(...letters), minLength: 16, maxLength: 16 }),
        )
        .map((parts) => parts.join('')),
      task: fc.string({ unit: fc.constantFrom(...letters), minLength: 8, maxLength: 8 }).map((id) => `task_${id}`),
    })
    const around = fc.string({ unit: 'grapheme' }).filter((text) => !/clm_|ctx_/.test(text))
    fc.assert(
      fc.property(receipt, around, around, (one, before, after) => {
        expect(receiptIn(`${before}\n${receiptText(one)}\n${after}`)).toEqual(one)
        expect(receiptIn(JSON.stringify({ a: before, message: `${before}\n${receiptText(one)}`, z: after }))).toEqual(
          one,
        )
      }),
    )
  })

  test('with a task whose name looks like one', () => {
    const receipt = { id: 'clm_0123456789abcdef', task: 'my-ctx_17' }
    expect(receiptIn(receiptText(receipt))).toEqual(receipt)
  })

  test('before words that only look like one', () =>
    expect(receiptIn(`${said}\nsee also clm_ in the log`)).toEqual(CLAIM))
})

describe('not found', () => {
  const rows: ReadonlyArray<readonly [name: string, text: string]> = [
    ['nothing', ''],
    ['no receipt', 'Task completed successfully.'],
    ['an id without a task', 'clm_0123456789abcdef'],
    ['an id that is too short', 'Receipt: clm_0123 for task_1'],
    ['an id in capitals', 'Receipt: clm_0123456789ABCDEF for task_1'],
    ['another kind of id', 'Receipt: evt_0123456789abcdef for task_1'],
    ['an id that goes on', 'Receipt: clm_0123456789abcdef0 for task_1'],
    ['a task that is a path', 'Receipt: clm_0123456789abcdef for ../../etc/passwd'],
    ['a task with nothing', 'Receipt: clm_0123456789abcdef for '],
    ['cut off', said.slice(0, 25)],
  ]
  for (const [name, text] of rows) test(name, () => expect(receiptIn(text)).toBeUndefined())

  test('never throws, and never hands on what is not an id', () => {
    const part = fc.constantFrom('clm_', 'ctx_', '0123456789abcdef', ' for ', 'task_1', '\n', '"', '../', 'x')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const found = receiptIn(parts.join(''))
        if (found) {
          expect(found.id).toMatch(/^(?:clm|ctx)_[0-9a-z]{16}$/)
          expect(found.task).toMatch(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/)
        }
      }),
      { numRuns: rounds(1000) },
    )
  })
})
