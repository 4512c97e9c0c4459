// Every text of work and todos is masked, and nothing is added.
import { describe, expect, test } from 'bun:test'
import type { Work } from '../../contract/work.ts'
import { maskedTodos, maskedWork } from './masked.ts'
import { emptyWork } from './request/work.ts'

const mask = (text: string): string => text.replaceAll('s3cret', '***')
const EMPTY = emptyWork(true)
const OPEN = { id: '1', status: 'open' } as const
const CALL = { id: 't1', access: 'run', name: 'Bash' } as const

describe('maskedWork', () => {
  const rows: readonly (readonly [string, Partial<Work>, Partial<Work>])[] = [
    ['nothing', {}, {}],
    [
      'the last tool call',
      { lastTool: { name: 'Bash', detail: 'echo s3cret', failed: true } },
      { lastTool: { name: 'Bash', detail: 'echo ***', failed: true } },
    ],
    [
      'a call without a detail',
      { lastTool: { name: 'Bash', failed: true } },
      { lastTool: { name: 'Bash', failed: true } },
    ],
    [
      'calls without a result',
      { pending: [CALL, { ...CALL, detail: 's3cret', todos: [{ ...OPEN, text: 'say s3cret' }] }] },
      { pending: [CALL, { ...CALL, detail: '***', todos: [{ ...OPEN, text: 'say ***' }] }] },
    ],
    ['errors', { recentErrors: ['Bash (s3cret)'] }, { recentErrors: ['Bash (***)'] }],
    ['dropped todos', { dropped: ['say s3cret'] }, { dropped: ['say ***'] }],
    [
      'background work',
      {
        background: [
          { id: 'b1', label: 's3cret' },
          { id: 'b2', label: 's3cret', command: 'run s3cret' },
        ],
      },
      {
        background: [
          { id: 'b1', label: '***' },
          { id: 'b2', label: '***', command: 'run ***' },
        ],
      },
    ],
  ]
  test.each(rows)('%s', (_name, changes, expected) => {
    expect(maskedWork({ ...EMPTY, ...changes }, mask)).toStrictEqual({ ...EMPTY, ...expected })
  })
})

test('maskedTodos', () => {
  expect(maskedTodos([{ ...OPEN, text: 'say s3cret' }], mask)).toStrictEqual([{ ...OPEN, text: 'say ***' }])
})
