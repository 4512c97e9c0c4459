// How a session can claim, and the done token where no way of the policy can be reached.
import { describe, expect, test } from 'bun:test'
import type { WaysToClaim } from '../../contract/facts.ts'
import type { Policy } from '../../contract/policy.ts'
import { policy } from '../gate/facts.fixture.ts'
import { type Reach, reachable, type Speaker, toWays } from './ways.ts'

const NOWHERE: Reach = { tool: false, cli: false }
const EVERYWHERE: Reach = { tool: true, cli: true }
const only = (...strategies: string[]): Policy => policy({ strategies, phrases: ['All done.', 'Finished.'] })

describe('toWays', () => {
  const speaker = (changes: Partial<Speaker> = {}): Speaker => ({ reach: EVERYWHERE, sessionId: 'abc', ...changes })
  const NONE: WaysToClaim = { tool: false, cli: false, promiseTag: false }
  const rows: readonly (readonly [string, Policy, Speaker, WaysToClaim])[] = [
    ['no strategy', only(), speaker(), NONE],
    ['the tool', only('tool'), speaker(), { ...NONE, tool: true }],
    ['the tool without our server', only('tool'), speaker({ reach: { tool: false, cli: true } }), NONE],
    ['the tool that is being answered', only(), speaker({ reach: NOWHERE, via: 'tool' }), { ...NONE, tool: true }],
    ['the command', only('cli'), speaker(), { ...NONE, cli: true }],
    ['the command where no shell finds it', only('cli'), speaker({ reach: { tool: true, cli: false } }), NONE],
    ['the command that is being answered', only(), speaker({ reach: NOWHERE, via: 'cli' }), { ...NONE, cli: true }],
    ['the done token', only('done-token'), speaker(), { ...NONE, doneToken: 'TASKMASTER_DONE::abc' }],
    ['the done token of an unknown session', only('done-token'), speaker({ sessionId: undefined }), NONE],
    ['the promise tag', only('promise-tag'), speaker(), { ...NONE, promiseTag: true }],
    ['the relaxed tag', only('relaxed-tag'), speaker(), { ...NONE, promiseTag: true }],
    ['a phrase', only('heuristic'), speaker(), { ...NONE, phrase: 'All done.' }],
    [
      'the only phrase',
      policy({ strategies: ['heuristic'], phrases: ['Done.'] }),
      speaker(),
      { ...NONE, phrase: 'Done.' },
    ],
    ['no phrase', policy({ strategies: ['heuristic'] }), speaker(), NONE],
    ['a program that prints our words back', only(), speaker({ isEchoed: true }), { ...NONE, isEchoed: true }],
    ['a program that does not', only(), speaker({ isEchoed: false }), NONE],
  ]
  test.each(rows)('%s', (_name, rules, by, expected) => {
    expect(toWays(rules, by)).toStrictEqual(expected)
  })
})

describe('reachable', () => {
  const rows: readonly (readonly [string, readonly string[], Reach, readonly string[]])[] = [
    ['no strategy', [], EVERYWHERE, ['done-token']],
    ['the done token', ['done-token'], NOWHERE, ['done-token']],
    ['the promise tag', ['promise-tag'], NOWHERE, ['promise-tag']],
    ['the relaxed tag', ['relaxed-tag'], NOWHERE, ['relaxed-tag']],
    ['a phrase', ['heuristic'], NOWHERE, ['heuristic']],
    ['the tool', ['tool'], { tool: true, cli: false }, ['tool']],
    ['the tool without our server', ['tool'], { tool: false, cli: true }, ['tool', 'done-token']],
    ['the command', ['cli'], { tool: false, cli: true }, ['cli']],
    ['the command where no shell finds it', ['cli'], { tool: true, cli: false }, ['cli', 'done-token']],
    ['one of two', ['tool', 'cli'], { tool: false, cli: true }, ['tool', 'cli']],
    ['a probe, which is no way to claim', ['probe'], EVERYWHERE, ['probe', 'done-token']],
  ]
  test.each(rows)('%s', (_name, strategies, reach, expected) => {
    expect(reachable(only(...strategies), reach)).toStrictEqual(only(...expected))
  })
})
