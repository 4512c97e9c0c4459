// The command line of a stint of Codex: settings of this run alone, as TOML, joined with those of the user.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { Exit, StintQuery } from '../agent.ts'
import { driver } from './driver.ts'

const ID = '01a1df7d-9148-78c2-9ad5-eafd4483a87a'
const query: StintQuery = {
  session: { kind: 'new', id: ID },
  contract: 'the contract',
  contractFile: '/stint/contract.txt',
  settingsFile: '/stint/settings.json',
  server: ['/bin/fullstop', 'mcp'],
  serverEnv: { FULLSTOP_TASK_ID: 'task_1' },
  permissions: 'settings',
  permits: [],
  args: [],
  places: { home: '/home/u', root: '/repo', env: { PATH: '/bin', HOME: '/home/u' } },
  settings: () => undefined,
}

const SETTINGS = [
  'mcp_servers.fullstop.command="/bin/fullstop"',
  'mcp_servers.fullstop.args=["mcp"]',
  'mcp_servers.fullstop.env={ "FULLSTOP_TASK_ID" = "task_1" }',
  'mcp_servers.fullstop.env_vars=["PATH","HOME"]',
  'mcp_servers.fullstop.enabled=true',
  'mcp_servers.fullstop.tool_timeout_sec=120',
  'mcp_servers.fullstop.required=true',
  'mcp_servers.fullstop.default_tools_approval_mode="approve"',
  'features.code_mode.direct_only_tool_namespaces=["mcp__fullstop"]',
  'developer_instructions="the contract"',
].flatMap((setting) => ['-c', setting])
const HEAD = ['exec', '--json', '--skip-git-repo-check']
const ODD = `a "b" 'c'\n\t-d \\ $(e) [x] = # {y} ä 漢 😀`

const rows: ReadonlyArray<readonly [name: string, changes: Partial<StintQuery>, args: readonly string[]]> = [
  ['a new session', {}, [...HEAD, ...SETTINGS, '-']],
  ['a session that goes on', { session: { kind: 'resume', id: ID } }, [...HEAD, ...SETTINGS, 'resume', ID, '-']],
  ['edits', { permissions: 'edits' }, [...HEAD, '-s', 'workspace-write', ...SETTINGS, '-']],
  [
    'all permissions',
    { permissions: 'all' },
    [...HEAD, '--dangerously-bypass-approvals-and-sandbox', ...SETTINGS, '-'],
  ],
  ['a model', { model: 'gpt-6-sol' }, [...HEAD, '-m', 'gpt-6-sol', ...SETTINGS, '-']],
  ['an odd model is one argument', { model: ODD }, [...HEAD, '-m', ODD, ...SETTINGS, '-']],
  ['money is not for it to count', { mostCost: 1 }, [...HEAD, ...SETTINGS, '-']],
  [
    'arguments of the user come before the session: there all of them may stand',
    { session: { kind: 'resume', id: ID }, permissions: 'edits', model: 'm', args: ['-C', '/x'] },
    [...HEAD, '-s', 'workspace-write', '-m', 'm', ...SETTINGS, '-C', '/x', 'resume', ID, '-'],
  ],
]

describe('the command line', () => {
  for (const [name, changes, args] of rows) {
    test(name, () => expect(driver.start({ ...query, ...changes }).args).toEqual(args as string[]))
  }
  test('its session is known only where it goes on', () =>
    expect([
      driver.start(query).agentSessionId,
      driver.start({ ...query, session: { kind: 'resume', id: ID } }).agentSessionId,
    ]).toEqual([undefined, ID]))
  test('nothing is told in the prompt, by file or by environment', () => {
    const { env, settingsText, contractInPrompt } = driver.start(query)
    expect([env, settingsText, contractInPrompt]).toEqual([undefined, undefined, undefined])
  })
})

/** The settings of a command line as Codex would read them. */
function settingsOf(changes: Partial<StintQuery>): Record<string, unknown> {
  const { args } = driver.start({ ...query, ...changes })
  const given = args.flatMap((arg, index) => (args[index - 1] === '-c' ? [arg] : []))
  return getStaticTOMLValue(parseTOML(given.join('\n'), { tomlVersion: 'next' })) as Record<string, unknown>
}
const serverOf = (changes: Partial<StintQuery>): unknown =>
  (settingsOf(changes)['mcp_servers'] as Record<string, unknown>)['fullstop']
const directOf = (settings: unknown): unknown => {
  const { features } = settingsOf({ settings: () => settings }) as {
    features: { code_mode: { direct_only_tool_namespaces: unknown } }
  }
  return features.code_mode.direct_only_tool_namespaces
}

describe('settings are TOML', () => {
  test('odd values arrive whole', () =>
    expect(
      serverOf({
        server: [`/odd ${ODD}`, ODD],
        serverEnv: { FULLSTOP_TASK_ID: ODD, 'ODD.KEY "x"': '' },
      }),
    ).toMatchObject({
      command: `/odd ${ODD}`,
      args: [ODD],
      env: { FULLSTOP_TASK_ID: ODD, 'ODD.KEY "x"': '' },
    }))
  test('half a character is replaced, not passed on', () =>
    expect(settingsOf({ contract: 'a\ud800b' })['developer_instructions']).toBe('a\ufffdb'))
  test('nothing for the server to find', () => expect(serverOf({ serverEnv: {} })).toMatchObject({ env: {} }))

  test('any text arrives whole', () => {
    // Raw DEL is taken by Codex, and by this parser not.
    const words = fc.string({ unit: 'binary' }).map((text) => text.toWellFormed().replaceAll('\u007f', ''))
    // … and what it reads of this name is lost.
    const names = words.filter((name) => name !== '__proto__')
    fc.assert(
      fc.property(words, fc.dictionary(names, words), fc.array(words), (contract, serverEnv, args) => {
        const settings = settingsOf({ contract, serverEnv, server: ['/bin/fullstop', ...args] })
        expect(settings['developer_instructions']).toBe(contract)
        const server = (settings['mcp_servers'] as Record<string, Record<string, unknown>>)['fullstop']
        expect([server?.['args'], Object.entries(server?.['env'] as object)]).toEqual([args, Object.entries(serverEnv)])
      }),
    )
  })
})

describe('what the user has set stays', () => {
  const read: string[] = []
  const config = (settings: unknown) => (path: string) => {
    read.push(path)
    return settings
  }

  test('its file is read, wherever it is', () => {
    read.length = 0
    driver.start({ ...query, settings: config({}) })
    driver.start({ ...query, places: { ...query.places, env: { CODEX_HOME: '/moved' } }, settings: config({}) })
    expect([...new Set(read)]).toEqual(['/home/u/.codex/config.toml', '/moved/config.toml'])
  })

  const instructions: ReadonlyArray<readonly [name: string, settings: unknown, expected: string]> = [
    ['none', {}, 'the contract'],
    ['no file', undefined, 'the contract'],
    ['an empty text', { developer_instructions: '' }, 'the contract'],
    ['no text', { developer_instructions: ['x'] }, 'the contract'],
    ['a text comes first', { developer_instructions: 'Be brief.' }, 'Be brief.\n\nthe contract'],
    ['an odd text', { developer_instructions: ODD }, `${ODD}\n\nthe contract`],
  ]
  for (const [name, settings, expected] of instructions) {
    test(`developer_instructions: ${name}`, () =>
      expect(settingsOf({ settings: () => settings })['developer_instructions']).toBe(expected))
  }

  const direct = (value: unknown): unknown => ({ features: { code_mode: { direct_only_tool_namespaces: value } } })
  const namespaces: ReadonlyArray<readonly [name: string, settings: unknown, expected: readonly string[]]> = [
    ['none', {}, ['mcp__fullstop']],
    ['those of the user stay', direct(['mcp__other', 'mcp__a"b']), ['mcp__other', 'mcp__a"b', 'mcp__fullstop']],
    ['ours is there already', direct(['mcp__fullstop', 'mcp__other']), ['mcp__fullstop', 'mcp__other']],
    ['no list', direct('mcp__other'), ['mcp__fullstop']],
    ['what is no name is left out', direct([7, '', 'mcp__other']), ['mcp__other', 'mcp__fullstop']],
    ['code_mode is a switch', { features: { code_mode: true } }, ['mcp__fullstop']],
  ]
  for (const [name, settings, expected] of namespaces) {
    test(`direct_only_tool_namespaces: ${name}`, () => expect(directOf(settings)).toEqual(expected as string[]))
  }

  test('its environment is passed on by name, but what we give and what is no name', () =>
    expect(
      serverOf({
        places: { ...query.places, env: { PATH: '/bin', FULLSTOP_TASK_ID: 'task_0', 'BASH_FUNC_x%%': '()', '1A': '' } },
      }),
    ).toMatchObject({ env_vars: ['PATH'], env: { FULLSTOP_TASK_ID: 'task_1' } }))
})

test('the contract stands in one argument, and nothing else is long', () => {
  const contract = 'x'.repeat(1500)
  const { args } = driver.start({ ...query, contract })
  const long = args.filter((arg) => arg.length > 200)
  expect(long).toEqual([`developer_instructions="${contract}"`])
})

describe('how its process ended', () => {
  const MISSING = `Error: thread/resume: thread/resume failed: no rollout found for thread id ${ID} (code -32600)`
  const ends: ReadonlyArray<readonly [name: string, exit: Exit, expected: AgentEnd]> = [
    [
      'the session is not there',
      { how: { kind: 'exited', code: 1 }, errors: `${MISSING}\n` },
      { kind: 'session-missing', detail: MISSING, exitCode: 1 },
    ],
    [
      'our server did not start',
      {
        how: { kind: 'exited', code: 1 },
        errors: 'Error: thread/start: required MCP servers failed to initialize: fullstop: No such file',
      },
      {
        kind: 'crashed',
        detail: 'Error: thread/start: required MCP servers failed to initialize: fullstop: No such file',
        exitCode: 1,
      },
    ],
    [
      'exit code 0 without an end is no success',
      { how: { kind: 'exited', code: 0 }, errors: '' },
      { kind: 'crashed', detail: 'it ended with exit code 0 before its turn had', exitCode: 0 },
    ],
    ['interrupted', { how: { kind: 'interrupted' }, errors: '' }, { kind: 'interrupted' }],
    [
      'killed',
      { how: { kind: 'killed', signal: 'SIGTERM' }, errors: 'ERROR a\n' },
      { kind: 'crashed', detail: 'ended by SIGTERM: ERROR a' },
    ],
  ]
  for (const [name, exit, expected] of ends) test(name, () => expect(driver.toEnd(exit)).toEqual(expected))
})

describe('the record of a session', () => {
  const { record } = driver
  test('its folder', () => expect(record?.folder(query.places)).toBe('/home/u/.codex/sessions'))
  test('its file', () =>
    expect(
      [`rollout-2026-11-15T13-52-34-${ID}.jsonl`, `rollout-2026-11-15T13-52-34-${ID}.jsonl.tmp`, `x${ID}.jsonl`].map(
        (name) => record?.isOf(name, ID),
      ),
    ).toEqual([true, false, false]))
})

describe('calls for whoever takes the work up', () => {
  const item = (part: object): unknown => ({ type: 'item.completed', item: { id: 'i', ...part } })
  const rows: ReadonlyArray<readonly [name: string, line: unknown, expected: unknown]> = [
    [
      'a command',
      item({
        type: 'command_execution',
        command: "/bin/bash -lc 'npm test'",
        aggregated_output: 'red',
        status: 'failed',
      }),
      [
        { kind: 'called', id: 'i', name: 'shell', at: '', input: 'npm test' },
        { kind: 'returned', id: 'i', failed: true, output: 'red' },
      ],
    ],
    ['none of ours', item({ type: 'mcp_tool_call', server: 'fullstop', tool: 'complete_task' }), []],
    ['words', item({ type: 'agent_message', text: 'x' }), []],
    ['one that has only begun', { type: 'item.started', item: { type: 'command_execution', command: 'x' } }, []],
    ['no line', null, []],
  ]
  for (const [name, line, expected] of rows) test(name, () => expect(driver.toCalls?.(line)).toEqual(expected as never))
})
