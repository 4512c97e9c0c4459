// The order of strategies, and detection in what a program printed.
import { describe, expect, test } from 'bun:test'
import { expectAtMost } from '../../../test/cost.ts'
import { grammar } from './grammar.ts'
import type { CompletionInput, CompletionResult } from './detect-completion.ts'
import { detectCompletion } from './detect-completion.ts'
import { detect, type Strategy } from './index.ts'

const TAG = '<promise>COMPLETE</promise>'
const TOKEN = 'TASKMASTER_DONE::s-1'
const ALL: readonly Strategy[] = ['done-token', 'promise-tag', 'relaxed-tag', 'heuristic']

const found = (matchedStrategy: Strategy, matchedText: string, reasons: string[] = []): CompletionResult => ({
  completed: true,
  matchedStrategy,
  matchedText,
  reasons,
})
const missed = (...reasons: string[]): CompletionResult => ({
  completed: false,
  matchedStrategy: null,
  matchedText: null,
  reasons,
})

const cases: readonly (readonly [
  name: string,
  input: CompletionInput,
  strategies: readonly Strategy[] | undefined,
  expected: CompletionResult,
])[] = [
  ['the promise tag is the default', { stdout: TAG }, undefined, found('promise-tag', TAG)],
  ['whatever the exit code', { stdout: TAG, exitCode: 2 }, undefined, found('promise-tag', TAG)],
  ['F4: exit code 0 alone is no claim', { stdout: 'bye', exitCode: 0 }, ALL, missed()],
  ['no output', { stdout: '' }, ALL, missed()],
  ['no strategy', { stdout: TAG }, [], missed()],
  ['first match wins', { stdout: `${TAG}\n${TOKEN}`, sessionId: 's-1' }, ALL, found('done-token', TOKEN)],
  [
    'in the order given',
    { stdout: `${TAG}\n${TOKEN}`, sessionId: 's-1' },
    ['promise-tag', 'done-token'],
    found('promise-tag', TAG),
  ],
  [
    'reasons of the strategies tried before are kept',
    { stdout: '```\n<promise>COMPLETE</promise>\n```' },
    ['promise-tag', 'relaxed-tag'],
    found('relaxed-tag', TAG, ['promise-tag: it stands in a code fence']),
  ],
  [
    'another prefix',
    { stdout: 'OVER::s-1', sessionId: 's-1', donePrefix: 'OVER' },
    ALL,
    found('done-token', 'OVER::s-1'),
  ],
  [
    'the heuristic stands beside explicit strategies',
    { stdout: 'All tasks complete.', exitCode: 0 },
    ALL,
    found('heuristic', 'All tasks complete'),
  ],
  [
    'further phrases',
    { stdout: 'Ship it.', exitCode: 0, phrases: ['ship it'] },
    ['heuristic'],
    found('heuristic', 'Ship it'),
  ],
  ['F3: coloured', { stdout: `\x1b[32m${TAG}\x1b[0m\r\n` }, undefined, found('promise-tag', TAG)],
  ['F3: colour inside', { stdout: '<promise>\x1b[1mCOMPLETE\x1b[0m</promise>' }, undefined, found('promise-tag', TAG)],
  ['F3: after a progress line', { stdout: `10%\r99% of the work\r${TAG}\n` }, undefined, found('promise-tag', TAG)],
  ['a claim that was drawn over', { stdout: `All done ${TAG}\rretrying\n` }, undefined, missed()],
  [
    'F2: negated behind colours',
    { stdout: `I will \x1b[1mnot\x1b[0m print ${TAG}` },
    undefined,
    missed('promise-tag: it is negated'),
  ],
  [
    'another session',
    { stdout: 'TASKMASTER_DONE::s-2', sessionId: 's-1' },
    ['done-token'],
    missed('done-token: the token is not the one of this session'),
  ],
]

describe('detectCompletion', () => {
  test.each(cases)('%s', (_, input, strategies, expected) => {
    expect(detectCompletion(input, strategies)).toEqual(expected)
  })
})

describe('detect', () => {
  test('a name that is no text strategy finds nothing', () => {
    const strategies = ['tool', 'constructor', 'promise-tag'] as unknown as Strategy[]
    expect(detect({ text: TAG }, strategies, grammar)).toEqual({
      match: { found: true, strategy: 'promise-tag', text: TAG, at: 0 },
      reasons: ['tool: there is no such strategy', 'constructor: there is no such strategy'],
    })
  })

  test('tells that the heuristic was ignored', () => {
    expect(detect({ text: 'All tasks complete.', exitCode: 0, explicitChannel: true }, ['heuristic'], grammar)).toEqual(
      {
        match: null,
        reasons: ['heuristic: ignored: an explicit channel is available'],
      },
    )
  })
})

test('S8: output that holds nothing like a claim costs little more than a search through it', () => {
  const output = 'The agent ran `npm test` and changed two files.\n- and one item of a list\n'.repeat(400_000)
  expectAtMost(
    6,
    () => lineBreaks(output),
    () => detectCompletion({ stdout: output, exitCode: 0, sessionId: '42' }, ALL),
  )
})

function lineBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
