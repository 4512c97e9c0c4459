// A file that is ours as a whole.
import { expect, test } from 'bun:test'
import type { Part } from '../../contract/agent/edit.ts'
import { put, withdraw } from './edit.ts'

const text = '---\nname: fullstop\nversion: 2\n---\n<!-- Written by fullstop. -->\nWords.\n'
const skill: Part = { kind: 'text', text, known: /^<!-- Written by fullstop/m }
const earlier = '---\r\nname: fullstop\r\nversion: 1\r\n---\r\n<!-- Written by fullstop 0.1 -->\r\n'
const theirs = '---\nname: fullstop\n---\nMy own words about it.\n'

test('is put where there is none, or an earlier one of ours', () => {
  for (const before of [undefined, '', '\n', earlier, text]) {
    expect(put('whole', before, [skill])).toEqual({ ok: true, text })
  }
})

test('goes as a whole', () => {
  for (const before of [earlier, text, '']) expect(withdraw('whole', before, [skill])).toEqual({ ok: true, text: '' })
})

test('of others is left alone, whatever its name', () => {
  expect(put('whole', theirs, [skill])).toEqual({
    ok: false,
    why: 'there is a file of that name already, and it is not ours',
  })
  expect(withdraw('whole', theirs, [skill])).toEqual({
    ok: false,
    why: 'there is a file of that name, and it is not ours',
  })
})

test('is one text and nothing else', () => {
  for (const parts of [[skill, skill], [{ kind: 'set', at: ['a'], value: 1 } as const]]) {
    expect(put('whole', undefined, parts)).toEqual({ ok: false, why: 'a file of ours is one text' })
  }
})
