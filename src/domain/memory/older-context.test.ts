// Context files of the `context-memory` server: which are taken over, and why the others are not.
import { expect, test } from 'bun:test'
import { readOlder, toSave } from './older-context.ts'

const AT = '2026-11-15T10:00:00.000Z'
const older = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  sessionId: 'default',
  taskId: 'task_1',
  updatedAt: AT,
  originalRequest: 'Limit the logins.',
  summary: 'The limiter is written.',
  keyDecisions: [],
  filesModified: [],
  currentStatus: 'Tests run.',
  recentToolCalls: [],
  blockers: [],
  ...changes,
})

const rows: readonly (readonly [name: string, file: string, text: string, why: string | undefined])[] = [
  ['whole', 'task_1.json', JSON.stringify(older()), undefined],
  ['with a byte order mark', 'task_1.json', `\uFEFF${JSON.stringify(older())}`, undefined],
  ['with keys of a later version', 'task_1.json', JSON.stringify(older({ more: { deep: 1 } })), undefined],
  ['with lists left out', 'task_1.json', JSON.stringify(older({ blockers: undefined })), undefined],
  ['of an id that no file can have', 'a_b.json', JSON.stringify(older({ taskId: 'a:b' })), undefined],
  ['cut off', 'task_1.json', JSON.stringify(older()).slice(0, 40), 'it is not a JSON object'],
  ['empty', 'task_1.json', '', 'it is not a JSON object'],
  ['a list', 'task_1.json', '[]', 'it is not a JSON object'],
  ['nested too deep', 'task_1.json', '['.repeat(200_000), 'it is not a JSON object'],
  [
    'of another task',
    'task_2.json',
    JSON.stringify(older()),
    'it holds the context of task_1, which its name does not say',
  ],
  [
    'of a path',
    'task_1.json',
    JSON.stringify(older({ taskId: '../task_1' })),
    'taskId is not an id that can name a task',
  ],
  ['of no task', 'task_1.json', JSON.stringify(older({ taskId: undefined })), 'taskId is missing or of the wrong kind'],
  ['of no time', 'task_1.json', JSON.stringify(older({ updatedAt: 'soon' })), 'updatedAt is not a date'],
  [
    'with an unknown operation',
    'task_1.json',
    JSON.stringify(older({ filesModified: [{ path: 'a', operation: 'moved', timestamp: AT }] })),
    'filesModified.0.operation is missing or of the wrong kind',
  ],
  [
    'too long',
    'task_1.json',
    JSON.stringify(older({ summary: 'a'.repeat(32_769) })),
    'summary has more than 32768 characters',
  ],
  [
    'too many',
    'task_1.json',
    JSON.stringify(older({ blockers: Array.from({ length: 1001 }, () => 'b') })),
    'blockers has more than 1000 items',
  ],
]

test.each(rows)('a file: %s', (_name, file, text, why) => {
  const read = readOlder(file, text)
  expect(read.ok ? undefined : read.why).toBe(why)
})

test('a save keeps the times of the file, takes the last calls, and masks every text', () => {
  const secret = 'hunter2'
  const call = (n: number): object => ({ name: `tool${n}`, timestamp: AT, input: { secret }, status: 'completed' })
  const read = readOlder(
    'task_1.json',
    JSON.stringify(
      older({
        originalRequest: `use ${secret}`,
        summary: secret,
        currentStatus: secret,
        keyDecisions: [secret],
        blockers: [secret],
        remainingWork: secret,
        sessionId: secret,
        filesModified: [
          { path: `${secret}/a`, operation: 'created', timestamp: '2026-11-14T10:00:00.000Z' },
          { path: 'b', operation: 'read', timestamp: 'then' },
        ],
        recentToolCalls: [
          ...Array.from({ length: 24 }, (_, n) => call(n)),
          { name: 'bash', timestamp: '', output: `${secret}${'x'.repeat(9000)}`, status: 'error' },
        ],
      }),
    ),
  )
  if (!read.ok) throw new Error(read.why)
  const save = toSave(read.context, AT, (text) => text.replaceAll(secret, '[masked]'))
  expect(JSON.stringify(save)).not.toContain(secret)
  expect(save.seen.files).toEqual([
    { path: '[masked]/a', operation: 'created', timestamp: '2026-11-14T10:00:00.000Z' },
    { path: 'b', operation: 'read', timestamp: AT },
  ])
  expect(save.seen.recentToolCalls).toHaveLength(20)
  expect(save.seen.recentToolCalls[0]).toEqual({
    name: 'tool5',
    timestamp: AT,
    input: '{"secret":"[masked]"}',
    status: 'completed',
  })
  expect(save.seen.recentToolCalls.at(-1)?.output).toHaveLength(300)
})
