// The command line of a stint of Claude Code, and how its process ended where the stream did not tell.
import { describe, expect, test } from 'bun:test'
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { Exit, StintQuery } from '../agent.ts'
import { driver } from './driver.ts'

const ID = '11111111-2222-4333-8444-555555555555'
const query: StintQuery = {
  session: { kind: 'new', id: ID },
  contract: 'the contract',
  contractFile: '/stint/contract.txt',
  settingsFile: '/stint/settings.json',
  server: ['/bin/fullstop', 'mcp'],
  serverEnv: { FULLSTOP_TASK_ID: 'task_1', FULLSTOP_HOME: '/state' },
  permissions: 'settings',
  permits: [],
  args: [],
  places: { home: '/home/u', root: '/repo', env: {} },
  settings: () => undefined,
}

const BEFORE = [
  '-p',
  '--output-format',
  'stream-json',
  '--verbose',
  '--mcp-config',
  '/stint/settings.json',
  '--allowedTools',
  'mcp__fullstop',
  '--append-system-prompt-file',
  '/stint/contract.txt',
]
const NEW = [...BEFORE, '--session-id', ID]
const ODD = `a "b" 'c'\n-d $(e) ä 漢 😀 \ud800`

const rows: ReadonlyArray<readonly [name: string, changes: Partial<StintQuery>, args: readonly string[]]> = [
  ['a new session', {}, NEW],
  ['a session that goes on', { session: { kind: 'resume', id: ID } }, [...BEFORE, '--resume', ID]],
  ['edits', { permissions: 'edits' }, [...NEW, '--permission-mode', 'acceptEdits']],
  ['all permissions', { permissions: 'all' }, [...NEW, '--permission-mode', 'bypassPermissions']],
  [
    'U4: the commands of trusted checks, each as a rule; one with brackets cannot be one',
    { permits: ['npm test', "sh -c 'a && b'", 'node -e "f()"', ''] },
    NEW.flatMap((arg) => (arg === 'mcp__fullstop' ? [arg, 'Bash(npm test)', "Bash(sh -c 'a && b')"] : [arg])),
  ],
  ['a model', { model: 'opus' }, [...NEW, '--model', 'opus']],
  ['an odd model is one argument', { model: ODD }, [...NEW, '--model', ODD]],
  ['money that is left', { mostCost: 1.23456 }, [...NEW, '--max-budget-usd', '1.2346']],
  ['hardly any money', { mostCost: 0.0001 }, [...NEW, '--max-budget-usd', '0.0001']],
  ['a lot of money is no 1e21', { mostCost: 123_456_789 }, [...NEW, '--max-budget-usd', '123456789.0000']],
  ['arguments of the user come last', { args: ['--effort', 'high', ODD] }, [...NEW, '--effort', 'high', ODD]],
  [
    'all of it',
    { session: { kind: 'resume', id: ID }, permissions: 'edits', model: 'm', mostCost: 2, args: ['-x'] },
    [...BEFORE, '--resume', ID, '--permission-mode', 'acceptEdits', '--model', 'm', '--max-budget-usd', '2.0000', '-x'],
  ],
  ['the contract stands in its file alone', { contract: 'x'.repeat(200_000) }, NEW],
  ['our server stands in its file alone', { serverEnv: { LONG: 'x'.repeat(200_000) } }, NEW],
]

describe('the command line', () => {
  for (const [name, changes, args] of rows) {
    test(name, () => expect(driver.start({ ...query, ...changes }).args).toEqual(args as string[]))
  }

  test('our server for this run alone, with what it must find', () => {
    const { settingsText, agentSessionId, contractInPrompt, env } = driver.start({
      ...query,
      serverEnv: { A: ODD.toWellFormed() },
    })
    expect([JSON.parse(settingsText ?? ''), agentSessionId, contractInPrompt, env]).toEqual([
      {
        mcpServers: {
          fullstop: {
            type: 'stdio',
            command: '/bin/fullstop',
            args: ['mcp'],
            env: { A: ODD.toWellFormed() },
            alwaysLoad: true,
          },
        },
      },
      ID,
      undefined,
      undefined,
    ])
  })
})

describe('how its process ended', () => {
  const ends: ReadonlyArray<readonly [name: string, exit: Exit, expected: AgentEnd]> = [
    [
      'exit code 0 without a result is no success',
      { how: { kind: 'exited', code: 0 }, errors: '' },
      { kind: 'crashed', detail: 'it ended with exit code 0 before its turn had', exitCode: 0 },
    ],
    [
      'its last words',
      {
        how: { kind: 'exited', code: 1 },
        errors: '\n  Error: Session ID 11111111-2222-4333-8444-555555555555 is already in use.\n\n',
      },
      {
        kind: 'crashed',
        detail: 'Error: Session ID 11111111-2222-4333-8444-555555555555 is already in use.',
        exitCode: 1,
      },
    ],
    [
      'killed',
      { how: { kind: 'killed', signal: 'SIGKILL' }, errors: '' },
      { kind: 'crashed', detail: 'ended by SIGKILL' },
    ],
    ['interrupted', { how: { kind: 'interrupted' }, errors: 'x' }, { kind: 'interrupted' }],
    ['out of time', { how: { kind: 'timed-out' }, errors: 'x' }, { kind: 'hung' }],
    [
      'never started',
      { how: { kind: 'not-started', code: 'E2BIG', why: 'spawn E2BIG' }, errors: '' },
      { kind: 'not-started', detail: 'spawn E2BIG' },
    ],
  ]
  for (const [name, exit, expected] of ends) test(name, () => expect(driver.toEnd(exit)).toEqual(expected))
})

describe('calls for whoever takes the work up', () => {
  const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test' } }
  const asked = { type: 'assistant', timestamp: '2026-11-15T10:00:00.000Z', message: { content: [call] } }
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'red', is_error: true }
  const rows: ReadonlyArray<readonly [name: string, line: unknown, expected: unknown]> = [
    [
      'a call',
      asked,
      [{ kind: 'called', id: 't1', name: 'Bash', at: '2026-11-15T10:00:00.000Z', input: '{"command":"npm test"}' }],
    ],
    [
      'what it returned',
      { type: 'user', message: { content: [result] } },
      [{ kind: 'returned', id: 't1', failed: true, output: 'red' }],
    ],
    ['none of a subagent', { ...asked, parent_tool_use_id: 't0' }, []],
    ['none of ours', { ...asked, message: { content: [{ ...call, name: 'mcp__fullstop__complete_task' }] } }, []],
    ['no line', 7, []],
  ]
  for (const [name, line, expected] of rows) test(name, () => expect(driver.toCalls?.(line)).toEqual(expected as never))
})

describe('U4: what permits a denied tool', () => {
  const denials: ReadonlyArray<readonly [denied: readonly string[], args: readonly string[]]> = [
    [[], []],
    [['Bash (npm install)'], ['--allowedTools', 'Bash(npm install)']],
    [
      ['Bash (a)', 'WebFetch (https://example.org)', 'Bash (a)'],
      ['--allowedTools', 'Bash(a)', 'WebFetch'],
    ],
    [['mcp__github__search'], ['--allowedTools', 'mcp__github__search']],
    // What cannot be written as a rule.
    [['Bash (node -e "f()")'], []],
  ]
  for (const [denied, args] of denials) {
    test(JSON.stringify(denied), () => expect(driver.toPermit?.(denied)).toEqual(args as string[]))
  }
})
