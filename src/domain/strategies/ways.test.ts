// How a session can claim, and the done token where no way of the policy can be reached.
import { describe, expect, test } from 'bun:test'
import type { Way, WaysToClaim } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { CLI, line, policy, TAG, TOOL } from '../gate/facts.fixture.ts'
import { type Reach, reachable, type Speaker, toWays, waysWithRows, withCalls } from './ways.ts'

const NOWHERE: Reach = { tool: false, cli: false }
const EVERYWHERE: Reach = { tool: true, cli: true }
const only = (...strategies: string[]): Policy => policy({ strategies, phrases: ['All done.', 'Finished.'] })

const phrase = (text: string): Way => ({
  strategy: 'heuristic',
  kind: 'words',
  say: `the plain statement: ${text}`,
})

describe('toWays', () => {
  const speaker = (changes: Partial<Speaker> = {}): Speaker => ({ reach: EVERYWHERE, sessionId: 'abc', ...changes })
  const rows: readonly (readonly [string, Policy, Speaker, WaysToClaim])[] = [
    ['no strategy', only(), speaker(), []],
    ['the tool', only('tool'), speaker(), [TOOL]],
    ['the tool without our server', only('tool'), speaker({ reach: { tool: false, cli: true } }), []],
    ['the tool that is being answered', only(), speaker({ reach: NOWHERE, via: 'tool' }), [TOOL]],
    ['the command', only('cli'), speaker(), [CLI]],
    ['the command where no shell finds it', only('cli'), speaker({ reach: { tool: true, cli: false } }), []],
    ['the command that is being answered', only(), speaker({ reach: NOWHERE, via: 'cli' }), [CLI]],
    ['the done token', only('done-token'), speaker(), [line('FULLSTOP_DONE::abc')]],
    ['the done token of an unknown session', only('done-token'), speaker({ sessionId: undefined }), []],
    ['the promise tag', only('promise-tag'), speaker(), [TAG]],
    ['the relaxed tag', only('relaxed-tag'), speaker(), [{ ...TAG, strategy: 'relaxed-tag' }]],
    ['a phrase', only('heuristic'), speaker(), [phrase('All done.')]],
    ['the only phrase', policy({ strategies: ['heuristic'], phrases: ['Done.'] }), speaker(), [phrase('Done.')]],
    ['no phrase', policy({ strategies: ['heuristic'] }), speaker(), []],
    [
      'all, in the order of the table',
      only('heuristic', 'promise-tag', 'done-token', 'cli', 'tool', 'probe', 'file-change', 'unknown'),
      speaker(),
      [TOOL, CLI, line('FULLSTOP_DONE::abc'), TAG, phrase('All done.')],
    ],
    [
      'a program that prints our words back',
      only('cli', 'promise-tag', 'heuristic'),
      speaker({ isEchoed: true }),
      [
        CLI,
        {
          strategy: 'promise-tag',
          kind: 'described',
          say: 'the word COMPLETE between an opening and a closing promise tag (in angle brackets), without spaces',
        },
        { strategy: 'heuristic', kind: 'described', say: 'the plain statement "All done."' },
      ],
    ],
    ['a program that does not', only('promise-tag'), speaker({ isEchoed: false }), [TAG]],
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

describe('a claim that needs rows', () => {
  const ROWS = { needsRows: true } as const
  const rows: readonly (readonly [string, WaysToClaim, WaysToClaim])[] = [
    ['calls stay, words go', [TOOL, CLI, line('x'), TAG], [{ ...TOOL, ...ROWS } as Way, { ...CLI, ...ROWS } as Way]],
    ['the command, where there were words alone', [TAG], [{ ...CLI, ...ROWS } as Way]],
    ['the command, where there was nothing', [], [{ ...CLI, ...ROWS } as Way]],
  ]
  for (const [name, ways, expected] of rows) test(name, () => expect(waysWithRows(ways, ['c1'])).toEqual(expected))
  test('without criteria nothing changes', () => {
    const ways = [TOOL, TAG]
    expect(waysWithRows(ways, [])).toBe(ways)
    expect(waysWithRows(ways)).toBe(ways)
  })
  test('a policy without a call gets the command', () => {
    expect(withCalls(only('promise-tag')).strategies).toEqual(['promise-tag', 'cli'])
    expect(withCalls(only('tool')).strategies).toEqual(['tool'])
  })
})
