// How a program ended that told nothing more.
import { describe, expect, test } from 'bun:test'
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { Exit } from '../agent.ts'
import { exitOf } from './exit.ts'

const rows: ReadonlyArray<readonly [name: string, exit: Exit, expected: AgentEnd]> = [
  [
    'a code, without a word',
    { how: { kind: 'exited', code: 3 }, errors: ' \n\t\n' },
    { kind: 'crashed', detail: 'it ended with exit code 3 before its turn had', exitCode: 3 },
  ],
  [
    'a code, and the last three lines',
    { how: { kind: 'exited', code: 1 }, errors: 'one\ntwo\r\n\n  three\nfour\n' },
    { kind: 'crashed', detail: 'two three four', exitCode: 1 },
  ],
  [
    'words in colours',
    { how: { kind: 'exited', code: 1 }, errors: '\u001b[91m\u001b[1mError: \u001b[0mSession not found\n' },
    { kind: 'crashed', detail: 'Error: Session not found', exitCode: 1 },
  ],
  [
    'the end of long words',
    { how: { kind: 'exited', code: 1 }, errors: `a${'b'.repeat(500)}` },
    { kind: 'crashed', detail: 'b'.repeat(500), exitCode: 1 },
  ],
  [
    'a signal',
    { how: { kind: 'killed', signal: 'SIGKILL' }, errors: '' },
    { kind: 'crashed', detail: 'ended by SIGKILL' },
  ],
  [
    'a signal, and words',
    { how: { kind: 'killed', signal: 'SIGSEGV' }, errors: 'oh no' },
    { kind: 'crashed', detail: 'ended by SIGSEGV: oh no' },
  ],
  ['out of time', { how: { kind: 'timed-out' }, errors: 'oh no' }, { kind: 'hung' }],
  ['interrupted', { how: { kind: 'interrupted' }, errors: 'oh no' }, { kind: 'interrupted' }],
  [
    'not started',
    { how: { kind: 'not-started', code: 'ENOENT', why: 'no such program' }, errors: 'oh no' },
    { kind: 'not-started', detail: 'no such program' },
  ],
]

describe('exitOf', () => {
  for (const [name, exit, expected] of rows) test(name, () => expect(exitOf(exit)).toEqual(expected))
})
