// Codex: which session a call to our tools comes from, as its `_meta` tells. Shapes: spec, section 9.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rounds } from '../../../test/rounds.ts'
import type { CallMeta } from '../agent.ts'
import { agentSuite } from '../agent.suite.ts'
import { readStreams } from '../stream.fixture.ts'
import { agents, findAgent } from '../index.ts'
import { codex } from './index.ts'
import { events } from './install.ts'

/** The recorder was registered for every event; we are for these. */
const REGISTERED = new Set(events.map(({ name }) => name))
const THREAD = '01998f2e-6b1c-7d10-9c3a-4f0a1b2c3d4e'
const TURN = { session_id: '01998f2e-0000-7000-8000-000000000001', turn_id: 't1', sandbox: 'workspace-write' }
const callOf = (meta: CallMeta, env: Readonly<Record<string, string>> = {}): string | undefined =>
  codex.callOf?.({ env, meta })?.agentSessionId

const folder = join(import.meta.dirname, 'fixtures', '0.166.0')
const linesOf = (path: string): string[] => readFileSync(join(folder, path), 'utf8').split('\n').filter(Boolean)

await agentSuite(codex, {
  hooks: [...linesOf('hooks.jsonl'), ...linesOf('mcp.jsonl')]
    .map((line) => JSON.parse(line) as { name: string; input?: Record<string, unknown> })
    .flatMap(({ name, input }) => (input && REGISTERED.has(String(input['hook_event_name'])) ? [{ name, input }] : [])),
  lines: readdirSync(join(folder, 'transcripts')).flatMap((file) => linesOf(join('transcripts', file))),
  streams: readStreams(join(folder, 'streams')),
  sessionKey: 'session_id',
  files: { '/hooks.json': 'codex-hooks', '/config.toml': 'codex-config' },
  taken: ['codex-config/left-code-mode-boolean.toml'],
})

test('it is one of the table', () => expect([findAgent('codex'), agents.includes(codex)]).toEqual([codex, true]))

describe('callOf', () => {
  const rows: ReadonlyArray<readonly [name: string, meta: CallMeta, expected: string | undefined]> = [
    ['nothing told', {}, undefined],
    ['the thread', { threadId: THREAD }, THREAD],
    ['the turn, as an object', { 'x-codex-turn-metadata': TURN }, TURN.session_id],
    ['the turn, as a JSON string', { 'x-codex-turn-metadata': JSON.stringify(TURN) }, TURN.session_id],
    [
      'both: the session of a subagent',
      { threadId: THREAD, 'x-codex-turn-metadata': TURN, progressToken: 1 },
      TURN.session_id,
    ],
    ['the session without a turn', { threadId: THREAD, sessionId: TURN.session_id }, TURN.session_id],
    ['an empty thread is none', { threadId: '', 'x-codex-turn-metadata': TURN }, TURN.session_id],
    ['a thread that is a number is none', { threadId: 7, 'x-codex-turn-metadata': TURN }, TURN.session_id],
    ['a turn without a session', { 'x-codex-turn-metadata': { turn_id: 't1' } }, undefined],
    ['a turn whose session is no text', { 'x-codex-turn-metadata': { session_id: { a: 1 } } }, undefined],
    ['a turn that is not JSON', { 'x-codex-turn-metadata': '{"session_id":' }, undefined],
    ['a turn that is JSON of nothing', { 'x-codex-turn-metadata': 'null' }, undefined],
    ['a turn that is a JSON number', { 'x-codex-turn-metadata': '7' }, undefined],
    ['a turn that is a list', { 'x-codex-turn-metadata': [TURN] }, undefined],
    ['a turn that is null', { 'x-codex-turn-metadata': null }, undefined],
    ['a turn whose prototype was named', { 'x-codex-turn-metadata': '{"__proto__":{"session_id":"x"}}' }, undefined],
    ['what Claude Code sends', { 'claudecode/toolUseId': 'toolu_1', progressToken: 2 }, undefined],
  ]
  for (const [name, meta, expected] of rows) test(name, () => expect(callOf(meta)).toBe(expected as never))

  test('its shell is told by the environment', () =>
    expect(codex.callOf?.({ env: { CODEX_THREAD_ID: THREAD, CODEX_TOOL_CALL_ID: 'call_1' }, meta: {} })).toEqual({
      agentSessionId: THREAD,
      isOfCall: true,
      toolUseId: 'call_1',
    }))
  test('the environment of another agent says nothing', () =>
    expect(callOf({}, { CLAUDE_CODE_SESSION_ID: 'abc' })).toBeUndefined())

  test('its one process for many sessions is known by its command line', () =>
    expect(
      ['/x/codex app-server --listen unix://', '/x/codex exec hello', '/x/codex', 'codex exec "about app-servers"'].map(
        (command) => codex.isDaemon?.(command),
      ),
    ).toEqual([true, false, false, false]))

  test('never throws on any JSON', () => {
    const meta = fc.record(
      {
        threadId: fc.jsonValue(),
        'x-codex-turn-metadata': fc.oneof(fc.jsonValue(), fc.json()),
        sessionId: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(meta, (given) => {
        const found = callOf(given)
        expect(found === undefined || (typeof found === 'string' && found !== '')).toBe(true)
      }),
      { numRuns: rounds(1000) },
    )
  })
})
