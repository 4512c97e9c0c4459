// The lines that a person reads in the agent's own screen, word by word.
import { describe, expect, test } from 'bun:test'
import type { Decision, ReasonCode } from '../../../contract/decision.ts'
import { tellDecision, type PersonTold } from './person-text.ts'
import { policy } from '../facts.fixture.ts'

const allow = (code: ReasonCode, text: string, more: object): Decision => ({
  kind: 'allow',
  rule: 7,
  because: [{ code, text }],
  ...more,
})
const none = allow('no-check-exists', 'claimed, but no check can prove it', { outcome: 'unverified' })
const skipped = allow('no-check-exists', 'claimed, but no check applies to what changed (skipped: unit)', {
  outcome: 'unverified',
})
const untrusted = allow('check-could-not-run', 'check "unit" could not run: not trusted', { outcome: 'unverified' })
const told = (more: Partial<PersonTold> = {}): PersonTold => ({
  task: 'task_1',
  policy: policy(),
  remedied: [],
  ...more,
})
const unit = { name: 'unit', run: ['true'], timeoutMs: 1000 } as unknown as PersonTold['policy']['checks'][number]

const rows: readonly (readonly [name: string, decision: Decision, told: PersonTold, line: string | undefined])[] = [
  [
    'no check, first time',
    none,
    told(),
    'Fullstop: unverified, no check exists here. To have the next task checked: `fullstop checks find` in a terminal.',
  ],
  ['no check, again', none, told({ remedied: ['no-check-exists'] }), 'Fullstop: unverified, no check exists here.'],
  [
    'no check applies: finding more would not help',
    skipped,
    told({ policy: { ...policy(), checks: [unit] } }),
    'Fullstop: unverified, claimed, but no check applies to what changed (skipped: unit). More: fullstop show task_1',
  ],
  [
    'not trusted, first time, after a task without checks',
    untrusted,
    told({ policy: { ...policy(), untrustedChecks: ['unit', 'lint'] }, remedied: ['no-check-exists'] }),
    'Fullstop: unverified, the checks of this project are not trusted (unit, lint). To let them run: `fullstop trust` in a terminal.',
  ],
  [
    'not trusted, again',
    untrusted,
    told({ policy: { ...policy(), untrustedChecks: ['unit'] }, remedied: ['check-could-not-run'] }),
    'Fullstop: unverified, the checks of this project are not trusted (unit).',
  ],
  [
    'checks of a project around this one: trust here would not help',
    untrusted,
    told({ policy: { ...policy(), untrustedChecks: ['unit'], around: { root: '/outer', checks: ['unit'] } } }),
    'Fullstop: unverified, check "unit" could not run: not trusted. More: fullstop show task_1',
  ],
  [
    'completed',
    allow('checks-passed', 'passed: unit', { outcome: 'completed' }),
    told(),
    'Fullstop: completed, passed: unit. More: fullstop show task_1',
  ],
  [
    'given up',
    allow('cap-reached', '5 of 5 refusals used up', { outcome: 'capped' }),
    told(),
    'Fullstop: not proven done: capped (5 of 5 refusals used up). More: fullstop show task_1',
  ],
  ['a conversation', allow('conversation', 'nothing was changed', {}), told(), undefined],
]

describe('tellDecision', () => {
  for (const [name, decision, at, line] of rows) {
    test(name, () => expect(tellDecision(decision, at)).toBe(line))
  }
})
