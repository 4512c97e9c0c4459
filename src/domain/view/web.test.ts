// The pages of the browser: no path of a log leaves the server, lines of a diff come apart from it, and buttons follow
// from the task.
import { describe, expect, test } from 'bun:test'
import type { TaskState } from '../../contract/state.ts'
import { policy } from '../gate/facts.fixture.ts'
import { viewReview } from './review/review.ts'
import { checkWith, materialWith } from './review/review.fixture.ts'
import { viewOrders, viewReviewPage, viewRound, viewTaskItem, viewWaiting } from './web.ts'

const NOW = new Date('2026-11-15T12:00:00.000Z')
const TASK: TaskState = {
  id: 'task_1',
  status: 'open',
  agent: 'claude',
  session: 'ses_1',
  title: 'Add a test',
  policy: policy(),
  openedAt: '2026-11-15T10:00:00.000Z',
  updatedAt: '2026-11-15T10:30:00.000Z',
  prompts: 1,
  stops: 3,
  refusals: 2,
  claims: 0,
}
const LOG = '/home/ana/.local/state/fullstop/evidence/chk_1/test.log'
const READING = {
  nameLog: () => 'log-1',
  markOf: ({ path }: { readonly path: string }) => `mark of ${path}`,
  isViewed: (path: string) => path === 'src/upload.ts',
}

test('a review is sent without lines of its diff and without paths of logs', () => {
  const view = viewReview(materialWith({ checks: [checkWith({ log: LOG })] }))
  const page = viewReviewPage(view, READING)
  const sent = JSON.stringify(page)
  expect(sent).not.toContain('/home/ana')
  expect(sent).not.toContain('"blocks"')
  const checks = page.sections.flatMap(({ rows }) => rows).flatMap((row) => (row.kind === 'check' ? [row.check] : []))
  expect(checks.map(({ name, evidence }) => [name, evidence])).toEqual([['test', 'log-1']])
  const files = page.diffs.find(({ name }) => name === 'task')?.files ?? []
  const upload = files.find(({ path }) => path === 'src/upload.ts')
  const lines = view.diffs
    .flatMap((diff) => (diff.name === 'task' ? diff.files : []))
    .find(({ path }) => path === 'src/upload.ts')
    ?.blocks.flatMap((block) => block.lines)
  expect(upload?.lines).toBe(lines?.length ?? 0)
  expect([upload?.mark, upload?.isViewed]).toEqual(['mark of src/upload.ts', true])
  expect(files.filter(({ isViewed }) => isViewed)).toHaveLength(1)
})

test('a round of checks names logs, not their paths', () => {
  const round = { run: 'run_1', at: TASK.openedAt, cause: 'claim', ended: true, notes: [] }
  const { checks } = viewRound(
    { ...round, checks: [checkWith({ log: LOG }), checkWith({ name: 'lint' })] },
    () => 'log-1',
  )
  expect(checks.map(({ name, evidence }) => [name, evidence])).toEqual([
    ['test', 'log-1'],
    ['lint', undefined],
  ])
  expect(JSON.stringify(checks)).not.toContain('/home/ana')
})

test('what waits is one line each, without control characters', () => {
  const row = viewWaiting({
    review: 'rev_1',
    kind: 'claim',
    task: 'task_1',
    agent: 'claude',
    title: 'Add\u001b[31m a\ntest',
    folder: '/home/ana/a\u0007b',
    why: [{ code: 'review-needed', text: 'a person\nmust look' }],
    since: TASK.openedAt,
  })
  expect(`${row.title}${row.folder}${row.why.join('')}`).not.toMatch(/\p{Cc}/u)
})

test('a program that was named by its command line waits by its own name', () => {
  const by = { agent: 'command', program: 'x.sh' }
  const waits = { review: 'rev_1', kind: 'claim', task: 'task_1', why: [], since: TASK.openedAt } as const
  expect(viewWaiting({ ...waits, ...by }).agent).toBe('x.sh')
  expect(viewReview(materialWith(by)).agent).toBe('x.sh')
})

test('an item of a list that waits is told in the words of the list', () => {
  const words = 'Sort files\n\nThis is one item of the list TODO.md. Do this item alone.'
  const row = viewWaiting({
    review: 'rev_1',
    kind: 'question',
    task: 'task_1',
    agent: 'claude',
    title: words,
    why: [],
    since: TASK.openedAt,
  })
  expect(row.title).toBe('Sort files')
  expect(viewReview(materialWith({ title: words })).title).toBe('Sort files')
})

test('a row of the task list', () => {
  expect(viewTaskItem({ ...TASK, parent: 'task_0' }, NOW)).toMatchObject({
    id: 'task_1',
    isOpen: true,
    waits: false,
    refusals: 2,
    parent: 'task_0',
    updatedAt: TASK.updatedAt,
  })
})

describe('viewOrders', () => {
  const rows: ReadonlyArray<readonly [name: string, task: TaskState, expected: ReturnType<typeof viewOrders>]> = [
    ['an open task of a session', TASK, { review: false, resume: false, cancel: true }],
    ['an ended task', { ...TASK, status: 'ended', outcome: 'stuck' }, { review: false, resume: false, cancel: false }],
  ]
  for (const [name, task, expected] of rows) test(name, () => expect(viewOrders(task)).toEqual(expected))
})
