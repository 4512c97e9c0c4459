// A review as values: the order of its sections, what is marked, where comments stand, and what an approval approves.
import { describe, expect, test } from 'bun:test'
import type { ReviewComment, ReviewMaterial } from '../../../contract/view/review.ts'
import { viewReview } from './review.ts'
import { checkWith, commentWith, fileWith, materialWith } from './review.fixture.ts'
import type { ReviewRow } from './sections.ts'

function told(row: ReviewRow): string {
  switch (row.kind) {
    case 'prose':
      return row.lines.join(' / ')
    case 'remark':
      return `${row.tone}: ${row.text}`
    case 'check':
      return `${row.check.name} ${row.check.result} ${row.check.took} ${row.check.tree} tree`
    case 'comment':
      return `${row.comment.label} ${row.comment.place}: ${row.comment.words.join(' / ')}`
  }
}

const sectionsOf = (material: ReviewMaterial): string[] =>
  viewReview(material).sections.flatMap(({ title, rows }) => [`# ${title}`, ...rows.map(told)])

test('an answered review no longer waits', () => {
  const end = { kind: 'approve' as const, at: '2026-11-15T12:00:00.000Z' }
  expect(viewReview(materialWith({ end })).sections[0]?.title).toBe('Why it waited')
})

test('the sections, in the order in which they are read', () => {
  expect(sectionsOf(materialWith())).toEqual([
    '# Why it waits',
    'A test was skipped, so a person has the last word.',
    '# Request',
    'Add retries with backoff to the uploader, with tests.',
    'Please address this feedback: three tries are enough.',
    '# Claim 2: success',
    'The uploader retries three times with backoff. / All tests pass.',
    'Proof it names: npm test',
    '# Look at this first',
    'bad: test/upload.test.ts:1 test "uploads" is skipped now',
    'warn: package.json changed, and decides whether a check passes',
    '# Checks',
    'test passed 12 s this tree',
    'lint failed 810 ms this tree',
    'warn: e2e was skipped: the time limit was reached',
    '# Earlier refusals',
    'The check "test" fails.',
    '# Notes',
    'Checks ran on the files as they are.',
    '# Comments',
    'open src/upload.ts:9: Back off: 100 ms each time is too fast.',
    'addressed src/upload.ts:5: Three tries are enough.',
  ])
})

test('a reason is said once: a suspicion that a review waits for leads to its line from the top', () => {
  const [suspicion] = materialWith().suspicions
  const doubt = 'fewer tests ran than before'
  const material = materialWith({
    why: [
      { code: 'tampered', text: `${suspicion?.file}:${suspicion?.line} ${suspicion?.what}` },
      { code: 'tampered', text: `check "test" passed, but ${doubt}` },
      { code: 'review-needed', text: 'the last tool call failed' },
    ],
    checks: [checkWith({ suspicion: doubt })],
    warnings: ['the last tool call failed', 'todos were cancelled'],
  })
  const sections = sectionsOf(material)
  expect(sections.slice(0, 4)).toEqual([
    '# Why it waits',
    'bad: test/upload.test.ts:1 test "uploads" is skipped now',
    'check "test" passed, but fewer tests ran than before',
    'the last tool call failed',
  ])
  const first = sections.indexOf('# Look at this first')
  expect(sections.slice(first, first + 3)).toEqual([
    '# Look at this first',
    'warn: package.json changed, and decides whether a check passes',
    'warn: todos were cancelled',
  ])
  expect(viewReview(material).sections[0]?.rows[0]).toMatchObject({ to: { path: 'test/upload.test.ts', line: 1 } })
})

test('what an extra run could not tell stands below what it was asked about, also where that is the reason', () => {
  const [suspicion] = materialWith().suspicions
  const fewer = 'fewer tests ran than before'
  const run = {
    check: 'test',
    kind: 'sealed',
    answer: 'cannot-tell',
    why: 'nothing else changed',
    durationMs: 9,
  } as const
  const why = [{ code: 'tampered' as const, text: `check "test" passed, but ${fewer}` }]
  const firstOf = (material: ReviewMaterial): string[] => {
    const sections = sectionsOf(material)
    const from = sections.indexOf('# Look at this first')
    return sections.slice(from + 1, from + 3)
  }
  const told = 'warn: sealed run of test: cannot tell, nothing else changed'
  expect(
    firstOf(materialWith({ why, suspicions: [], checks: [checkWith({ suspicion: fewer })], extra: [run] })),
  ).toEqual([`bad: check "test" passed, but ${fewer}`, told])
  const reason = `${suspicion?.file}:${suspicion?.line} ${suspicion?.what}`
  expect(firstOf(materialWith({ why: [{ code: 'tampered', text: reason }], extra: [run] }))).toEqual([
    `bad: ${reason}`,
    told,
  ])
})

test('what a dispute says stands in the reason, or beside the claim', () => {
  const [{ claim }] = [materialWith()]
  if (!claim) throw new Error('no claim')
  const disputing = { ...claim, claim: { ...claim.claim, disputedChecks: [{ check: 'lint', why: 'It is wrong' }] } }
  const text = 'check "lint" failed, and the agent says that it is wrong: It is wrong'
  expect(sectionsOf(materialWith({ claim: disputing, why: [{ code: 'check-disputed', text }] }))).toContain(
    'It disputes lint',
  )
  expect(sectionsOf(materialWith({ claim: disputing }))).toContain('It disputes lint: It is wrong')
})

test('a section with nothing to say is left out', () => {
  const { prompts, why } = materialWith()
  const { claim: _, ...bare } = materialWith({
    kind: 'question',
    question: 'Which port?\nI found two.',
    suspicions: [],
    yardstick: [],
    checks: [],
    skipped: [],
    refusals: [],
    notes: [],
    comments: [],
    prompts: prompts.slice(0, 1),
    why: why.slice(0, 1),
  })
  expect(sectionsOf(bare)).toEqual([
    '# Why it waits',
    'A test was skipped, so a person has the last word.',
    '# Request',
    'Add retries with backoff to the uploader, with tests.',
    '# The agent asks',
    'Which port? / I found two.',
  ])
})

test('files that decide checks come first, generated ones last', () => {
  expect(viewReview(materialWith()).diffs.map(({ name, files }) => [name, files.map((file) => file.name)])).toEqual([
    ['task', ['test/upload.test.ts', 'src/upload.ts', 'docs/logo.png', 'package-lock.json']],
  ])
})

test('what changed since the checks ran, and since the last look, stands above the whole diff', () => {
  const file = fileWith({ path: 'a.ts', before: 'a\n', after: 'b\n' })
  const view = viewReview(
    materialWith({
      tree: { kind: 'changed', tree: 'one', now: 'two', files: [file] },
      sinceLook: { at: '2026-07-30T12:00:00.000Z', by: { by: 'terminal' } },
    }),
  )
  expect(view.diffs.map(({ name, title, notes, files }) => [name, title, notes, files.length])).toEqual([
    ['since-claim', 'Changed since the checks ran', [], 1],
    ['since-look', 'Since your last look', ['The files as they were then were not kept.'], 0],
    ['task', 'Changes since the task began', [], 4],
  ])
  expect(view.approval.isChanged).toBe(true)
})

describe('what an approval approves', () => {
  test('tree, files and checks; failed ones by name', () => {
    expect(viewReview(materialWith()).approval).toEqual({
      tree: '4f2a9c1b7d3e',
      files: { count: 4, added: 10, removed: 5 },
      checks: [
        { name: 'test', result: 'passed', ranAt: '2026-07-30T15:24:00.000Z', isOnThisTree: true },
        { name: 'lint', result: 'failed', ranAt: '2026-07-30T15:24:00.000Z', isOnThisTree: true },
      ],
      despite: ['lint', 'test/upload.test.ts:1'],
      isChanged: false,
    })
  })

  test('criteria that the claim does not call met are named, as the record names them', () => {
    const { claim } = materialWith()
    const criteria = ['c1', 'c2', 'c3'].map((id) => ({ id, text: 'It works' }))
    const rows = [
      { id: 'c1', state: 'met' as const, by: 'test' },
      { id: 'c2', state: 'not-applicable' as const, by: 'no reason' },
    ]
    const view = viewReview(
      materialWith({
        criteria,
        suspicions: [],
        checks: [checkWith()],
        ...(claim ? { claim: { ...claim, claim: { ...claim.claim, criteria: rows } } } : {}),
      }),
    )
    expect(view.approval.despite).toEqual(['criterion c2', 'criterion c3'])
  })

  test('nothing that is not known', () => {
    const { approval } = viewReview(
      materialWith({
        tree: { kind: 'none', why: 'no repository' },
        diff: { kind: 'unknown', why: 'no start' },
        checks: [checkWith({ result: 'could-not-run' })],
      }),
    )
    expect(approval).toMatchObject({ despite: ['test', 'test/upload.test.ts:1'], isChanged: false })
    expect([approval.tree, approval.files]).toEqual([undefined, undefined])
  })
})

describe('where a comment stands', () => {
  const text = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`)
  const before = text.join('')
  const after = text.with(19, 'changed\n').toSpliced(4, 0, 'new\n').join('')
  const cases: ReadonlyArray<readonly [string, Partial<ReviewComment>, unknown]> = [
    ['at its line', { line: 11, lineText: 'line 10' }, { side: 'new', line: 11 }],
    ['where its line is now', { line: 10, lineText: 'line 10' }, { side: 'new', line: 11 }],
    ['on the old side', { side: 'old', line: 20, lineText: 'line 20' }, { side: 'old', line: 20 }],
    ['by the beginning of a line that was cut', { line: 21, lineText: 'chang…' }, { side: 'new', line: 21 }],
    ['at the head of the file if its line is gone', { line: 21, lineText: 'line 20' }, undefined],
  ]
  test.each(cases)('%s', (_, comment, expected) => {
    const view = viewReview(
      materialWith({
        suspicions: [],
        comments: [commentWith({ path: 'a.txt', ...comment })],
        diff: { kind: 'known', from: 'start', left: 0, files: [fileWith({ path: 'a.txt', before, after })] },
      }),
    )
    const [remark] = view.diffs[0]?.files[0]?.remarks ?? []
    expect(remark?.at).toEqual(expected as never)
    expect(remark?.kind === 'comment' && remark.comment.isOutdated).toBe(expected === undefined)
  })
})

test('a file that was renamed bears what was said of it under its old name', () => {
  const moved = fileWith({ path: 'new.ts', oldPath: 'old.ts', kind: 'renamed', before: 'a\nb\n', after: 'a\nc\n' })
  const view = viewReview(
    materialWith({
      suspicions: [{ file: 'old.ts', line: 2, what: 'an assertion was removed', meant: false }],
      comments: [
        commentWith({ path: 'old.ts', side: 'old', line: 2, lineText: 'b' }),
        commentWith({ path: 'old.ts', side: 'new', line: 2, lineText: 'c' }),
      ],
      diff: { kind: 'known', from: 'start', left: 0, files: [moved] },
    }),
  )
  const [file] = view.diffs[0]?.files ?? []
  expect([file?.oldName, file?.name, file?.added, file?.removed]).toEqual(['old.ts', 'new.ts', 1, 1])
  expect(file?.remarks.map(({ kind, at }) => [kind, at])).toEqual([
    ['suspicion', { side: 'old', line: 2 }],
    ['comment', { side: 'old', line: 2 }],
  ])
})

test('nothing of a repository or an agent can steer a terminal', () => {
  const evil = '\u001b]0;x\u0007\u202e\r'
  const view = viewReview(
    materialWith({
      title: evil,
      folder: `/tmp/${evil}`,
      question: evil,
      why: [{ code: 'review-needed', text: evil }],
      prompts: [{ at: '', text: evil }],
      suspicions: [{ file: evil, line: 1, what: evil, meant: true }],
      yardstick: [`${evil}2`],
      warnings: [evil],
      notes: [evil],
      checks: [checkWith({ name: evil, why: evil, tail: evil })],
      comments: [commentWith({ words: evil, lineText: evil, path: evil })],
      diff: {
        kind: 'known',
        from: 'start',
        left: 0,
        files: [fileWith({ path: `${evil}3`, before: evil, after: `${evil}.` })],
      },
    }),
  )
  // Paths are kept as they are where they name a file; they are never drawn.
  const drawn = JSON.stringify(view, (key, value: unknown) => (key === 'path' || key === 'id' ? undefined : value))
  expect(/\\u001b|\\u0007|\\r|\u202e/.test(drawn.replaceAll(String.raw`\\u`, ''))).toBe(false)
})
