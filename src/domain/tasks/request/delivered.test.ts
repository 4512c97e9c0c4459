// Which of the items that came with a hook call are new, and whether some are missing.
import { describe, expect, test } from 'bun:test'
import type { Entry } from '../../../contract/agent/entry.ts'
import type { Delivered } from '../../../contract/agent/hook-event.ts'
import { type DeliveredRead, endOfDelivered, readDelivered } from './delivered.ts'

const said = (text: string): Entry => ({ kind: 'said', text })
const called = (id: string, access: 'read' | 'write' | 'run'): Entry => ({ kind: 'tool-called', id, name: 't', access })

const NOTHING: Delivered = { from: 0, items: [] }
const THREE: Delivered = { from: 0, items: [[said('a')], [], [said('b'), called('1', 'write')]] }
const LATER: Delivered = { from: 4, items: [[called('2', 'run')], [called('3', 'read')]] }

const read = (more: Partial<DeliveredRead>): DeliveredRead => ({
  kind: 'entries',
  entries: [],
  offset: 3,
  size: 3,
  whole: true,
  isSparse: false,
  gaveUp: false,
  ...more,
})

const rows: ReadonlyArray<readonly [name: string, delivered: Delivered, offset: number | undefined, DeliveredRead]> = [
  ['nothing', NOTHING, undefined, read({ offset: 0, size: 0 })],
  ['a whole session', THREE, undefined, read({ entries: THREE.items.flat(), movedAt: 3 })],
  ['the same session once more', THREE, 3, read({})],
  ['its last item', THREE, 2, read({ entries: [said('b'), called('1', 'write')], movedAt: 1 })],
  [
    'items that follow the last reading',
    LATER,
    4,
    read({ entries: LATER.items.flat(), offset: 6, size: 6, movedAt: 1 }),
  ],
  ['items of which the first is known', LATER, 5, read({ entries: [called('3', 'read')], offset: 6, size: 6 })],
  [
    'items with a gap before them',
    LATER,
    2,
    read({ entries: LATER.items.flat(), offset: 6, size: 6, whole: false, isSparse: true, movedAt: 3 }),
  ],
  [
    'the end of a session that was not known',
    LATER,
    undefined,
    read({ entries: LATER.items.flat(), offset: 6, size: 6, whole: false, isSparse: true, movedAt: 5 }),
  ],
  [
    'items of which too many were sent',
    { ...LATER, isCut: true },
    2,
    read({ entries: LATER.items.flat(), offset: 6, size: 6, whole: false, isSparse: true, movedAt: 3, gaveUp: true }),
  ],
  [
    'too many items, but those left out are known',
    { ...LATER, isCut: true },
    5,
    read({ entries: [called('3', 'read')], offset: 6, size: 6 }),
  ],
  ['a session that has become shorter', THREE, 9, read({ entries: THREE.items.flat(), movedAt: 3 })],
]

describe('readDelivered', () => {
  for (const [name, delivered, offset, expected] of rows) {
    test(name, () => expect(readDelivered(delivered, offset)).toEqual(expected))
  }
})

test('the number of the next item', () => expect([NOTHING, THREE, LATER].map(endOfDelivered)).toEqual([0, 3, 6]))
