// What the evidence of a change proves: one row for each kind of evidence.
import { expect, test } from 'bun:test'
import type { Settlement, Tampering } from '../../contract/change.ts'
import type { CheckResult, EvidenceCheck, ExtraRun } from '../../contract/evidence.ts'
import type { ChangeResult } from '../../contract/view/verified-change.ts'
import { type ChangeEvidence, judgeChange } from './judge-change.ts'

const check = (result: CheckResult, more: Partial<EvidenceCheck> = {}): EvidenceCheck => ({
  name: 'test',
  key: 'k',
  result,
  why: '',
  run: 'run_1',
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  tail: '',
  failures: [],
  reused: false,
  ...more,
})
const settled = (by: Settlement['by'], how: Settlement['how']): Settlement => ({ by, how, why: 'so' })
const suspicion = (how?: Settlement): Tampering => ({
  file: 'a.test.ts',
  line: 1,
  what: 'is skipped now',
  meant: false,
  ...(how ? { settled: how } : {}),
})
const canary = (answer: ExtraRun['answer']): ExtraRun => ({
  check: 'test',
  kind: 'canary',
  answer,
  why: '',
  durationMs: 1,
})
const nothing: ChangeEvidence = { suspicions: [], checks: [], extra: [], tamper: 'ask-human' }
const passed = [check('passed')]
const onlyRead = { kind: 'secrets', names: ['NPM_TOKEN'] } as const

const rows: readonly (readonly [name: string, evidence: Partial<ChangeEvidence>, result: ChangeResult])[] = [
  ['every check passed, nothing found', { checks: passed }, 'proven'],
  ['no check', {}, 'unverified'],
  ['a check failed', { checks: [check('passed'), check('failed')] }, 'red'],
  ['a check timed out', { checks: [check('timed-out')] }, 'red'],
  ['a check could not run', { checks: [check('passed'), check('could-not-run')] }, 'unverified'],
  ['passed, but it does not count', { checks: passed, barred: { kind: 'moved', files: ['a'] } }, 'unverified'],
  ['only read, nothing found', { barred: onlyRead }, 'unverified'],
  ['only read, something found', { barred: onlyRead, suspicions: [suspicion()] }, 'look'],
  ['a suspicion that nothing settled', { checks: passed, suspicions: [suspicion()] }, 'look'],
  ['a suspicion of a check', { checks: [check('passed', { suspicion: 'no summary' })] }, 'look'],
  ['a sealed run cleared it', { checks: passed, suspicions: [suspicion(settled('sealed', 'cleared'))] }, 'proven'],
  ['a sealed run confirmed it', { checks: passed, suspicions: [suspicion(settled('sealed', 'confirmed'))] }, 'look'],
  ['a canary confirmed it', { checks: passed, suspicions: [suspicion(settled('canary', 'confirmed'))] }, 'red'],
  ['a canary stayed green, without a suspicion', { checks: passed, extra: [canary('green')] }, 'red'],
  ['old tests fail, without a suspicion', { checks: passed, extra: [{ ...canary('red'), kind: 'sealed' }] }, 'look'],
  ['a canary is red, as it must be', { checks: passed, extra: [canary('red')] }, 'proven'],
  ['a canary cannot tell', { checks: passed, extra: [canary('cannot-tell')] }, 'proven'],
  [
    'one cleared, one open',
    { checks: passed, suspicions: [suspicion(settled('sealed', 'cleared')), suspicion()] },
    'look',
  ],
  ['tamper warn: shown, triggers nothing', { checks: passed, suspicions: [suspicion()], tamper: 'warn' }, 'proven'],
  ['tamper warn: a canary still counts', { checks: passed, extra: [canary('green')], tamper: 'warn' }, 'red'],
  ['red comes before a suspicion', { checks: [check('failed')], suspicions: [suspicion()] }, 'red'],
  [
    'a suspicion comes before what could not run',
    { checks: [check('could-not-run')], suspicions: [suspicion()] },
    'look',
  ],
]

for (const [name, evidence, result] of rows) {
  test(`${name}: ${result}`, () => expect(judgeChange({ ...nothing, ...evidence })).toBe(result))
}
