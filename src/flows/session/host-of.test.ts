// Whether a person is there, as a Codex transcript tells it: found wherever it stands, by reading little of the file.
import { expect, test } from 'bun:test'
import { codex } from '../../agents/codex/index.ts'
import type { Source } from '../transcript/source.ts'
import type { World } from '../world.ts'
import { hostOf } from './host-of.ts'

const line = (type: string, payload: object): string => `${JSON.stringify({ type, payload })}\n`

/** A turn that somebody began: its start, and as many calls with their results. */
function turn(id: string, trigger: string, calls: number): string {
  const turn_attribution = { turn_id: id, turn_trigger: trigger }
  const output = { type: 'function_call_output', call_id: 'c', output: 'x'.repeat(400) }
  const item = { type: 'CommandExecution', id: 'c', status: 'completed' }
  return [
    line('event_msg', { type: 'task_started', turn_id: id, turn_attribution }),
    (line('response_item', output) + line('event_msg', { type: 'item_completed', turn_id: id, item })).repeat(calls),
  ].join('')
}

interface Look {
  readonly attended: boolean
  readonly bytes: number
}

function look(text: string, turnNow?: string): Look {
  const whole = Buffer.from(text)
  let bytes = 0
  const read = (start: number, length: number, into: Buffer = Buffer.alloc(length)): Buffer => {
    bytes += length
    return into.subarray(0, whole.copy(into, 0, start, start + length))
  }
  const source: Source = {
    ...(turnNow === undefined ? {} : { turn: turnNow }),
    open: () => ({ kind: 'opened', file: { size: whole.length, read, close: () => undefined } }),
    size: () => whole.length,
    read: () => ({ kind: 'missing' }),
  }
  const { attended } = hostOf({} as World, codex, { attended: false, blockCap: 0, pid: 7 }, source)
  return { attended, bytes }
}

const CALLS = 20_000
const LITTLE = 1024 * 1024
const meta = (source: string): string => line('session_meta', { source })

test('S3: a long turn is searched no more than a short one, and so is a long session before it', () => {
  const long = meta('exec') + turn('one', 'exec', CALLS) + turn('two', 'user', CALLS)
  expect(long.length).toBeGreaterThan(20 * LITTLE)
  const { attended, bytes } = look(long, 'two')
  expect([attended, bytes < LITTLE]).toEqual([true, true])
  const begun = look(meta('cli') + turn('one', 'user', CALLS) + turn('two', 'exec', 1), 'two')
  expect([begun.attended, begun.bytes < LITTLE]).toEqual([false, true])
})

test('S3: a call that names no turn searches a part of a long session', () => {
  const text = meta('cli') + turn('one', 'exec', 2 * CALLS)
  expect(text.length).toBeGreaterThan(20 * LITTLE)
  const { attended, bytes } = look(text)
  expect([attended, bytes < 20 * LITTLE]).toEqual([true, true])
})

test('the start of a turn is found wherever it stands, also across the border of what is looked at first', () => {
  const begun = meta('cli') + turn('one', 'exec', 1)
  const NEAR = 64 * 1024
  for (let length = NEAR - 1500; length < NEAR + 500; length += 10)
    expect([length, look(begun + line('event_msg', { text: 'x'.repeat(length) })).attended]).toEqual([length, false])
})
