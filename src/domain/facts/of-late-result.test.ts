// The facts of a claim whose checks ended after its stop had passed.
import { expect, test } from 'bun:test'
import { claim, done, facts, failed, refusals, TAG, tampering } from '../gate/facts.fixture.ts'
import { subtask } from '../subtasks/subtask.fixture.ts'
import { factsOfLateResult } from './of-late-result.ts'
import { evidence, lateSources, requestState, runState, work } from './sources.fixture.ts'

const WAYS = [TAG]

test('A5: nothing but the claim, its evidence and the work counts', () => {
  const sources = lateSources({
    claim: claim('partial'),
    request: requestState({
      work: work({
        calls: 9,
        workCalls: 3,
        progress: 2,
        recentErrors: ['Bash'],
        lastTool: { name: 'Bash', failed: true },
      }),
      continuations: 1,
      refusals: refusals(['f', 0]),
      waits: 2,
      moves: 4,
      blockedPushes: 1,
      questionsPushed: 1,
      newestClaim: { status: 'success', progress: 1 },
      lapsed: 'success',
    }),
    evidence: evidence({ warnings: ['the config changed'], tampering: [tampering('skipped')] }),
    verification: done(failed('test')),
  })
  expect(factsOfLateResult(sources)).toStrictEqual({
    ...facts(),
    claim: claim('partial'),
    verification: done(failed('test')),
    warnings: ['the config changed'],
    tampering: [tampering('skipped')],
    workCalls: 3,
    progress: 2,
    ways: WAYS,
  })
})

test('a subtask that was opened meanwhile counts, and no supervisor waits for it', () => {
  const { openSubtasks, awaitedSubtasks } = factsOfLateResult(lateSources({ concerns: [subtask({ run: runState() })] }))
  expect(openSubtasks).toEqual([expect.stringContaining('task_a1')])
  expect(awaitedSubtasks).toBeUndefined()
})
