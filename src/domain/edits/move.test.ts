// Keys of others that move up.
import { expect, test } from 'bun:test'
import { moveKeys } from './move.ts'

const state = (index: number): string[] => ['hooks', 'state', `/h.json:stop:${index}:0`]
const table = (index: number, hash: string): string =>
  `[hooks.state."/h.json:stop:${index}:0"]\ntrusted_hash = "${hash}"\n`

test('one after the other, values and all else kept', () => {
  const text = `# mine\nmodel = "x"\n\n${table(1, 'b')}\n${table(2, 'c')}`
  const moved = moveKeys('toml', text, [
    { from: state(1), to: state(0) },
    { from: state(2), to: state(1) },
  ])
  expect(moved.ok && moved.text).toStartWith('# mine\nmodel = "x"\n')
  expect(moved.ok && [moved.text.includes(table(0, 'b')), moved.text.includes(table(1, 'c'))]).toEqual([true, true])
  expect(moved.ok && moved.text).not.toContain('stop:2:0')
})

test('what is not there is not moved', () =>
  expect(moveKeys('toml', 'a = 1\n', [{ from: ['b'], to: ['c'] }])).toEqual({ ok: true, text: 'a = 1\n' }))

test('what cannot be read is left alone', () =>
  expect(moveKeys('toml', '= nonsense', [{ from: ['b'], to: ['c'] }])).toEqual({ ok: true, text: '= nonsense' }))
