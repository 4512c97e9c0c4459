// The command of a claim as a check or as a note.
import { expect, test } from 'bun:test'
import type { CheckConfig } from '../../contract/config/config.ts'
import { type ProposedCommand, proposedCommand } from './proposed-command.ts'

const CHECK: CheckConfig = { name: 'test', run: ['pytest'], env: { LANG: 'C' }, timeout: '2m', cwd: 'app' }
const NOTHING: ProposedCommand = { checks: [], notes: [] }
const LONG = `curl ${'a'.repeat(100)}`

const rows: readonly (readonly [string, string | undefined, ProposedCommand])[] = [
  ['none', undefined, NOTHING],
  ['blanks', ' \n', NOTHING],
  ['the check itself', 'pytest', NOTHING],
  [
    'an extension of the check runs as the check does',
    'pytest tests/a.py',
    {
      checks: [
        {
          name: 'command: pytest tests/a.py',
          run: ['pytest', 'tests/a.py'],
          env: { LANG: 'C' },
          timeout: '2m',
          cwd: 'app',
        },
      ],
      notes: [],
    },
  ],
  ['an allowed command', 'make docs', { checks: [{ name: 'command: make docs', run: ['make', 'docs'] }], notes: [] }],
  [
    'another command, in one line',
    'rm  -r\tbuild',
    {
      checks: [],
      notes: [
        'command proposed, not run: rm -r build (it is no configured check, and nothing in allowCommands allows it)',
      ],
    },
  ],
  [
    'a long one is cut',
    LONG,
    {
      checks: [],
      notes: [
        `command proposed, not run: ${LONG.slice(0, 80)} (it is no configured check, and nothing in allowCommands allows it)`,
      ],
    },
  ],
]

test.each(rows)('%s', (_name, command, expected) => {
  expect(proposedCommand(command, { checks: [CHECK], allowCommands: ['make docs'] })).toStrictEqual(expected)
})
