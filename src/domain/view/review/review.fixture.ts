// A review in the middle of a task, for tests of its views and screens: a changed test, a failed check, comments with and
// without replies, and a lock file.
import type { DiffFile, ReviewCheck, ReviewComment, ReviewMaterial } from '../../../contract/view/review.ts'

export const REVIEW_NOW = new Date('2026-07-30T15:30:00.000Z')

const TREE = '4f2a9c1b7d3e'

export function checkWith(more: Partial<ReviewCheck> = {}): ReviewCheck {
  return {
    name: 'test',
    key: 'k1',
    result: 'passed',
    why: 'exit 0',
    run: 'chk_1',
    startedAt: '2026-07-30T15:24:00.000Z',
    durationMs: 12_400,
    tail: '',
    failures: [],
    reused: false,
    isOnThisTree: true,
    ...more,
  }
}

export function commentWith(more: Partial<ReviewComment> = {}): ReviewComment {
  return {
    id: 'cmt_1',
    path: 'src/upload.ts',
    line: 9,
    side: 'new',
    lineText: '    await sleep(100)',
    words: 'Back off: 100 ms each time is too fast.',
    at: '2026-07-30T14:00:00.000Z',
    state: 'sent',
    batch: 1,
    ...more,
  }
}

export function fileWith(more: Partial<DiffFile> & Pick<DiffFile, 'path'>): DiffFile {
  return { kind: 'modified', isOpaque: false, isYardstick: false, isGenerated: false, ...more }
}

const UPLOAD_BEFORE = `import { send } from './send.ts'

/** Sends a file. */
export async function upload(file: File): Promise<void> {
  await send(file)
}

export function nameOf(file: File): string {
  return file.name
}

export function sizeOf(file: File): number {
  return file.size
}

export const LIMIT = 5
`
const UPLOAD_AFTER = `import { send } from './send.ts'

/** Sends a file, up to three times. */
export async function upload(file: File): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    // A lost connection is worth another try.
    if (await send(file)) return

    await sleep(100)
  }
}

export function nameOf(file: File): string {
  return file.name
}

export function sizeOf(file: File): number {
  return file.size
}

export const LIMIT = 10
`
const TEST_BEFORE = `test('uploads', async () => {
  expect(await upload(file)).toBe(true)
})
`
const TEST_AFTER = `test.skip('uploads', async () => {
  expect(await upload(file)).toBe(true)
})
`

export function materialWith(more: Partial<ReviewMaterial> = {}): ReviewMaterial {
  return {
    review: 'rev_1',
    kind: 'claim',
    task: 'task_7k3f9qz1',
    agent: 'claude',
    title: 'Add retries to the uploader',
    folder: '/home/ada/code/uploader',
    why: [{ code: 'review-needed', text: 'A test was skipped, so a person has the last word.' }],
    since: '2026-07-30T15:25:00.000Z',
    prompts: [
      { at: '2026-07-30T13:00:00.000Z', text: 'Add retries with backoff to the uploader, with tests.' },
      { at: '2026-07-30T14:00:00.000Z', text: 'Please address this feedback: three tries are enough.' },
    ],
    claim: {
      number: 2,
      at: '2026-07-30T15:23:00.000Z',
      claim: {
        id: 'clm_2',
        status: 'success',
        channel: 'tool',
        text: 'done',
        summary: 'The uploader retries three times with backoff.\nAll tests pass.',
        command: 'npm test',
      },
    },
    suspicions: [{ file: 'test/upload.test.ts', line: 1, what: 'test "uploads" is skipped now', meant: false }],
    yardstick: ['test/upload.test.ts', 'package.json'],
    checks: [
      checkWith(),
      checkWith({
        name: 'lint',
        result: 'failed',
        why: 'exit 1',
        durationMs: 810,
        tail: 'src/upload.ts\n  5:3  error  sleep is not defined\n\n1 problem',
        log: '/state/runs/chk_1/lint.log',
      }),
    ],
    skipped: [{ name: 'e2e', why: 'the time limit was reached' }],
    refusals: [
      {
        at: '2026-07-30T15:10:00.000Z',
        because: [{ code: 'check-failed', text: 'The check "test" fails.' }],
      },
    ],
    notes: ['Checks ran on the files as they are.'],
    warnings: [],
    tree: { kind: 'same', tree: TREE },
    diff: {
      kind: 'known',
      from: 'start',
      left: 0,
      files: [
        fileWith({ path: 'package-lock.json', isGenerated: true, before: '{}\n', after: '{ "a": 1 }\n' }),
        fileWith({ path: 'src/upload.ts', before: UPLOAD_BEFORE, after: UPLOAD_AFTER }),
        fileWith({ path: 'test/upload.test.ts', isYardstick: true, before: TEST_BEFORE, after: TEST_AFTER }),
        fileWith({ path: 'docs/logo.png', kind: 'added', isOpaque: true }),
      ],
    },
    comments: [
      commentWith(),
      commentWith({
        id: 'cmt_2',
        line: 5,
        lineText: '  for (let attempt = 1; attempt <= 3; attempt++) {',
        words: 'Three tries are enough.',
        state: 'addressed',
        reply: { at: '2026-07-30T15:20:00.000Z', what: 'Three now.' },
      }),
    ],
    ...more,
  }
}
