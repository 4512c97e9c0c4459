// A verified change in words, and the same words in SARIF, annotations and the summary of a job.
import { expect, test } from 'bun:test'
import type { Settlement, Tampering } from '../../../contract/change.ts'
import type { EvidenceCheck, ExtraRun } from '../../../contract/evidence.ts'
import type { Barred, VerifiedChange } from '../../../contract/view/verified-change.ts'
import { toAnnotations } from './annotations.ts'
import { viewConclusion, viewDoubts, viewRange, viewSuspicion } from './change.ts'
import { toJobSummary, toMarkdown } from './job-summary.ts'
import { jsonText, toSarif } from './sarif.ts'

const BASE = '5f79397dfc2b0a1d8d3c9a3e6d1f0b7c8e9a0b1c'

const check = (result: EvidenceCheck['result'], more: Partial<EvidenceCheck> = {}): EvidenceCheck => ({
  name: 'test',
  key: 'k',
  result,
  why: result === 'failed' ? 'exit 1' : 'exit 0',
  run: 'run_1',
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1200,
  tail: '',
  failures: [],
  reused: false,
  ...more,
})

const suspicion = (line: number, settled?: Settlement): Tampering => ({
  file: 'test/cart.test.js',
  line,
  what: 'test "adds" is skipped now (test.skip)',
  meant: false,
  kind: 'skipped',
  ...(settled ? { settled } : {}),
})

const cleared: Settlement = { by: 'sealed', how: 'cleared', why: 'all 12 tests of the base pass' }
const rigged: Settlement = { by: 'canary', how: 'confirmed', why: 'a test that must fail passed' }
const canary: ExtraRun = {
  check: 'test',
  kind: 'canary',
  answer: 'red',
  why: 'the canary failed',
  means: 'overlay',
  durationMs: 3200,
}

const change = (more: Partial<VerifiedChange>): VerifiedChange => ({
  base: BASE,
  changed: 2,
  yardstick: 1,
  suspicions: [],
  notes: [],
  result: 'proven',
  checks: [check('passed')],
  extra: [],
  ...more,
})

const conclude = (more: Partial<VerifiedChange>): string => {
  const { text, next } = viewConclusion(change(more), ['verify', 'main'])
  return [text, ...next].join('\n')
}

test('what was compared', () => {
  expect(viewRange(change({}), { base: 'main' })).toEqual({
    title: 'main (5f79397dfc) → the files as they are now',
    counted: '2 files changed, 1 of them tests, checks or settings',
  })
  expect(viewRange(change({ changed: 0, head: `f${BASE}`, how: 'the last commit' }), {})).toEqual({
    title: '5f79397dfc → f5f79397df',
    counted: 'no file changed',
    compared: 'compared with the last commit',
  })
})

const results: readonly (readonly [name: string, change: Partial<VerifiedChange>, text: string])[] = [
  ['proven', {}, 'Proven: the check passed on these files, and reading found nothing that weakens it.'],
  [
    'proven by two',
    { checks: [check('passed'), check('passed')], suspicions: [suspicion(1, cleared)] },
    'Proven: both checks passed on these files, and running cleared 1 suspicion.',
  ],
  [
    'shown only',
    { suspicions: [suspicion(1)] },
    'Proven: the check passed on these files; 1 suspicion shown ("tamper": "warn").',
  ],
  ['red', { result: 'red', checks: [check('failed')] }, 'Red: test failed: exit 1.'],
  [
    'rigged',
    { result: 'red', suspicions: [suspicion(1, rigged)] },
    'Red: a check passes whatever the code does (the canary run stayed green).',
  ],
  [
    'look',
    { result: 'look', suspicions: [suspicion(1), suspicion(2), suspicion(3, cleared)] },
    'A person must look: 2 suspicions that no run settled.',
  ],
  [
    'could not run',
    { result: 'unverified', checks: [check('could-not-run', { why: 'command not found: jest' })] },
    'Unverified: test could not run: command not found: jest.',
  ],
]

for (const [name, more, text] of results) test(`conclusion: ${name}`, () => expect(conclude(more)).toBe(text))

const barred: readonly (readonly [Barred, string])[] = [
  [
    { kind: 'secrets', names: ['A_TOKEN', "B_TOKEN'; x"] },
    [
      "Unverified: nothing was run, since the environment holds secrets that the change could read: A_TOKEN, B_TOKEN'; x.",
      String.raw`run it without them: env -u A_TOKEN -u 'B_TOKEN'\''; x' fullstop verify main`,
    ].join('\n'),
  ],
  [
    { kind: 'untrusted', file: "we b's/fullstop.json", hash: '79d1', isSameNow: false },
    [
      "Unverified: we b's/fullstop.json of the base is not trusted, so its checks were not run.",
      String.raw`read it: git show '5f79397dfc:we b'\''s/fullstop.json'`,
      'then run: FULLSTOP_TRUST=79d1 fullstop verify main',
    ].join('\n'),
  ],
  [
    { kind: 'cut-off', runs: ['canary run of test', 'canary run of test', 'sealed run of test'] },
    [
      'Unverified: what speaks against the pass was not looked into to the end: canary run of test, sealed run of test.',
      'run it again: fullstop verify main',
    ].join('\n'),
  ],
  [
    { kind: 'moved', files: Array.from({ length: 10 }, (_, at) => `f${at}\n`) },
    [
      String.raw`Unverified: the files changed while the checks ran: ${Array.from({ length: 8 }, (_, at) => String.raw`f${at}\n`).join(', ')} and 2 more.`,
      'take the writing out of the check, or ignore what it writes; then run it again',
    ].join('\n'),
  ],
]

for (const [why, text] of barred)
  test(`conclusion: ${why.kind}`, () => expect(conclude({ result: 'unverified', checks: [], barred: why })).toBe(text))

test('every suspicion says what settled it', () => {
  expect([viewSuspicion(suspicion(4)), viewSuspicion(suspicion(4, cleared))]).toMatchObject([
    { tone: 'warn' },
    { tone: 'good', settled: 'cleared by a sealed run, all 12 tests of the base pass' },
  ])
})

test('a pass without an end is a suspicion of the check', () => {
  const doubted = check('passed', { suspicion: 'a test runner printed no summary' })
  expect(viewDoubts([check('passed'), doubted, { ...doubted, settled: cleared }])).toEqual([
    { check: 'check "test"', what: 'a test runner printed no summary', tone: 'warn' },
    {
      check: 'check "test"',
      what: 'a test runner printed no summary',
      tone: 'good',
      settled: 'cleared by a sealed run, all 12 tests of the base pass',
    },
  ])
  expect(toAnnotations(change({ result: 'look', checks: [doubted] }), '')).toEqual([
    '::error title=Fullstop::check "test": a test runner printed no summary',
  ])
})

test('a job that is only unverified says why; one that was asked to read does not', () => {
  const barred: Barred = { kind: 'secrets', names: ['NPM_TOKEN'] }
  expect(toAnnotations(change({ result: 'unverified', checks: [], barred }), '')).toEqual([
    '::error title=Fullstop::Unverified: nothing was run, since the environment holds secrets that the change could read: NPM_TOKEN.',
  ])
  const read = change({ result: 'unverified', checks: [], barred: { kind: 'asked' } })
  expect(toAnnotations(read, '')).toEqual([])
  expect(toJobSummary(read, {}, [])).toStartWith('## Fullstop: read\n\nNothing suspicious')
})

test('SARIF: what is open warns, what is rigged is an error, what is cleared has passed', () => {
  const failing: Settlement = { by: 'sealed', how: 'confirmed', why: '1 test from the base fails on the new code' }
  const suspicions = [suspicion(1), suspicion(2, cleared), suspicion(3, rigged), suspicion(4, failing)]
  const { runs } = toSarif(change({ suspicions }), '0.1.0')
  expect(runs[0]).toMatchObject({
    results: [
      { level: 'warning', kind: 'fail' },
      { level: 'none', kind: 'pass', message: { text: expect.stringContaining('; cleared by a sealed run') } },
      { level: 'error', kind: 'fail' },
      {
        level: 'warning',
        kind: 'fail',
        message: { text: expect.stringContaining('; not cleared by a sealed run, 1 test') },
      },
    ],
  })
  const rigging: ExtraRun = { ...canary, answer: 'green', why: 'a test that must fail passed' }
  const doubted = check('passed', { suspicion: 'no summary' })
  expect(toSarif(change({ checks: [doubted], extra: [rigging, canary] }), '0.1.0').runs[0]).toMatchObject({
    results: [
      { ruleId: 'suspicion/what-ran', level: 'warning', message: { text: 'check "test": no summary' } },
      { ruleId: 'check/rigged', level: 'error' },
    ],
  })
  expect(toAnnotations(change({ extra: [rigging] }), '')).toEqual([
    '::error title=Fullstop::canary run of test: green in 3.2 s, a test that must fail passed',
  ])
  expect(jsonText({ a: '##[x] "' })).toBe('{\n  "a": "\\u0023#[x] \\""\n}\n')
})

test('annotations: at most ten of a level, errors for what is open', () => {
  const many = Array.from({ length: 15 }, (_, at) => suspicion(at + 1))
  const lines = toAnnotations(change({ suspicions: [...many, suspicion(99, cleared)] }), 'sub')
  expect(lines).toHaveLength(11)
  expect(lines[0]).toStartWith('::error file=sub/test/cart.test.js,line=1,title=Fullstop::test "adds" is')
  expect(lines[10]).toStartWith('::notice file=sub/test/cart.test.js,line=99,')
})

test('the summary of a job', () => {
  const summary = toJobSummary(
    change({ result: 'look', suspicions: [suspicion(2, cleared), suspicion(1)], extra: [canary] }),
    { base: 'main' },
    ['verify'],
  )
  const plain = summary.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
  expect(plain.split('\n')).toEqual([
    '## 👀 Fullstop: look',
    '',
    'A person must look: 1 suspicion that no run settled.',
    '',
    'main (5f79397dfc) → the files as they are now: 2 files changed, 1 of them tests, checks or settings',
    '',
    '| check | result | took |  |',
    '| --- | --- | --- | --- |',
    '| test | passed | 1.2 s | exit 0 |',
    '',
    '| 2 suspicions | what | settled |',
    '| --- | --- | --- |',
    '| test/cart.test.js:1 | test "adds" is skipped now (test.skip) |  |',
    '| test/cart.test.js:2 | test "adds" is skipped now (test.skip) | cleared by a sealed run, all 12 tests of the base pass |',
    '',
    '- canary run of test: red in 3.2 s, the canary failed',
    '',
  ])
  expect(toMarkdown('a|b\n<i>`*_[x](y)')).toBe('a&#124;b &#60;i&#62;&#96;&#42;&#95;&#91;x&#93;&#40;y&#41;')
})
