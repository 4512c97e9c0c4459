// Session items in a hook call, read with the codec of an agent that exists only here.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import { toEntries } from '../../../test/fake-agents/delivering-agent.ts'
import type { Entry } from '../../contract/agent/entry.ts'
import { toDelivered } from './delivered-entries.ts'

const SAID = { said: 'a' }
const entry: Entry = { kind: 'said', text: 'a' }

describe('accepted', () => {
  const rows: ReadonlyArray<readonly [name: string, value: unknown, expected: unknown]> = [
    ['no items', { from: 0, items: [] }, { from: 0, items: [] }],
    ['an item', { from: 7, items: [SAID] }, { from: 7, items: [[entry]] }],
    ['an item that tells nothing keeps its number', { from: 7, items: [{}, SAID] }, { from: 7, items: [[], [entry]] }],
    ['a key that nobody knows', { from: 7, items: [SAID], more: 1 }, { from: 7, items: [[entry]] }],
  ]
  for (const [name, value, expected] of rows) {
    test(name, () => expect(toDelivered(value, toEntries)).toEqual({ ok: true, value: expected as never }))
  }
})

describe('refused', () => {
  const rows: ReadonlyArray<readonly [name: string, value: unknown, why: string]> = [
    ['a list', [SAID], 'not an object'],
    ['nothing', null, 'not an object'],
    ['no number', { items: [] }, 'no number'],
    ['a number below 0', { from: -1, items: [] }, 'no number'],
    ['half a number', { from: 0.5, items: [] }, 'no number'],
    ['a number too large to count on', { from: 2 ** 53, items: [] }, 'no number'],
    ['no items', { from: 0 }, 'no list'],
    ['items that are no list', { from: 0, items: { 0: SAID } }, 'no list'],
  ]
  for (const [name, value, why] of rows) {
    test(name, () =>
      expect(toDelivered(value, toEntries)).toMatchObject({
        ok: false,
        reason: 'invalid',
        message: expect.stringContaining(why) as never,
      }),
    )
  }
})

describe('bounded', () => {
  const one = (item: unknown): Entry | undefined => {
    const read = toDelivered({ from: 0, items: [item] }, toEntries)
    return read.ok ? read.value.items[0]?.[0] : undefined
  }
  const long = `begin${'x'.repeat(300_000)}end`

  test('the newest items are kept, with their numbers', () => {
    const items = Array.from({ length: 5003 }, (_, index) => ({ said: `${index}` }))
    const read = toDelivered({ from: 10, items }, toEntries)
    const value = read.ok ? read.value : undefined
    expect([value?.from, value?.items.length, value?.isCut]).toEqual([13, 5000, true])
    expect([value?.items.at(0), value?.items.at(-1)]).toEqual([
      [{ kind: 'said', text: '3' }],
      [{ kind: 'said', text: '5002' }],
    ])
  })

  test('so are those whose texts are short enough together', () => {
    const items = Array.from({ length: 20 }, () => ({ said: long }))
    const read = toDelivered({ from: 0, items }, toEntries)
    expect(read).toMatchObject({ ok: true, value: { from: 4, isCut: true } })
  })

  test('a message keeps its end, a prompt its beginning', () => {
    const said = one({ said: long })
    const prompt = one({ prompt: long })
    expect(said?.kind === 'said' && [said.text.length, said.text.endsWith('end')]).toEqual([262_144, true])
    expect(prompt?.kind === 'prompt' && [prompt.text.length, prompt.text.startsWith('begin')]).toEqual([262_144, true])
  })

  test('the words of a call', () => {
    const call = one({ id: long, tool: long, access: 'write', detail: long })
    expect(call?.kind === 'tool-called' && [call.id.length, call.name.length, call.detail?.length]).toEqual([
      128, 100, 300,
    ])
  })

  test('a todo list', () => {
    const todos = one({ todos: Array.from({ length: 600 }, () => long) })
    expect(todos?.kind === 'todos' && [todos.items.length, todos.items[0]?.text?.length]).toEqual([500, 500])
  })
})

test('never throws on any JSON', () => {
  const part = fc.oneof(fc.jsonValue(), fc.record({ from: fc.integer(), items: fc.jsonValue() }))
  fc.assert(
    fc.property(part, (value) => typeof toDelivered(value, toEntries).ok === 'boolean'),
    { numRuns: rounds(1000) },
  )
})
