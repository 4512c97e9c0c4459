// The orders that carry answers to an agent: written once, however many supervisors derive them.
import { describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workshop } from '../../adapters/platform/workshop.ts'
import { openReading, openSpoken, type StintReading, stepSpoken } from '../../domain/tasks/run/stint.ts'
import { openWorld } from '../../frontends/cli/wire.ts'
import { startOf } from '../transcript/read-stints.ts'
import { agentAnswerer } from './answer-agent.ts'

const STINT = 'stint_1'

interface Place extends Disposable {
  readonly write: (orders: string) => void
  readonly orders: () => string
  /** As a supervisor that reads the whole conversation does. */
  readonly supervise: (...lines: readonly (readonly string[])[]) => StintReading
}

function place(): Place {
  const home = mkdtempSync(join(tmpdir(), 'fullstop-answer-'))
  const folder = join(home, 'stints', STINT)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'orders.jsonl')
  const world = openWorld({ FULLSTOP_HOME: home, HOME: home }, 'person')
  return {
    write: (orders) => writeFileSync(path, orders),
    orders: () => readFileSync(path, 'utf8'),
    supervise: (opening = [], ...others) => {
      const answer = agentAnswerer(world, workshop, STINT)
      const start = openReading(
        startOf({ sessionId: '', session: { version: 0, state: undefined }, task: { version: 0, state: undefined } }),
      )
      const opened = answer(openSpoken(start, { state: 0, signals: [], send: opening }))
      return others.reduce<StintReading>((reading, send) => {
        if (!reading.conversation) throw new Error('the conversation is lost')
        return answer(
          stepSpoken(reading, reading.conversation, { state: 0, signals: [], send, closes: send.length === 0 }),
        )
      }, opened)
    },
    [Symbol.dispose]: () => {
      world.store.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const order = (id: number, text: string | null): string => `${JSON.stringify({ kind: 'send', id, text })}\n`
const A = order(1, 'a')
const B_AND_C = order(2, 'b') + order(3, 'c')
const CLOSED = order(4, null)
const END = '{"kind":"end"}\n'

describe('agentAnswerer', () => {
  const rows: ReadonlyArray<readonly [name: string, before: string, after: string]> = [
    ['nothing was sent', '', A + B_AND_C + CLOSED],
    ['the opening was sent', A, A + B_AND_C + CLOSED],
    ['an order to end is no answer', A + END, A + END + B_AND_C + CLOSED],
    ['all but the end was sent', A + B_AND_C, A + B_AND_C + CLOSED],
    ['all was sent', A + B_AND_C + CLOSED, A + B_AND_C + CLOSED],
    // The line that was begun is completed to one that is no order.
    ['an order was not written to its end', `${A}{"kind":"se`, `${A}{"kind":"se\n${B_AND_C}${CLOSED}`],
  ]
  for (const [name, before, after] of rows) {
    test(name, () => {
      using at = place()
      at.write(before)
      at.supervise(['a'], ['b', 'c'], [])
      expect(at.orders()).toBe(after)
    })
  }

  test('a third supervisor adds nothing either, and all keep no answer in memory', () => {
    using at = place()
    const readings = [1, 2, 3].map(() => at.supervise(['a'], ['b']))
    expect(at.orders()).toBe(A + order(2, 'b'))
    expect(readings.map(({ conversation }) => conversation)).toEqual(
      [1, 2, 3].map(() => ({ state: 0, sent: 2, unsent: [] })),
    )
  })
})
