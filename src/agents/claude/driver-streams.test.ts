// Every recorded stream of Claude Code, folded: how it ended, in which session, what it used. Exit codes and subtypes prove nothing.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { contextUse } from '../../domain/tasks/run/stint.ts'
import { folded, readStreams, told, type Told } from '../stream.fixture.ts'
import { driver } from './driver.ts'

const streams = readStreams(join(import.meta.dirname, 'fixtures', '2.1.325', 'streams'))
const linesOf = (name: string): unknown[] => (streams.get(name) ?? []).map((line) => JSON.parse(line) as unknown)

const expected: Readonly<Record<string, Told>> = {
  'ask-user-question': {
    end: { kind: 'stopped' },
    session: 'e0ddb326-72f4-4e5f-98fe-697ed23f7cf6',
    model: 'claude-opus-5-5',
    usage: { tokens: 2069, cost: 0.009347999999999999 },
    said: 'Done.',
  },
  'auto-compaction': {
    end: { kind: 'stopped' },
    session: 'cce06d52-62e7-4c9b-9897-60b66e9803e4',
    model: 'claude-opus-5-5',
    usage: { tokens: 992058, cost: 3.969128 },
    said: 'All done.',
    isCompacted: true,
  },
  'background-bash': {
    end: { kind: 'stopped' },
    session: 'abb272e5-1e74-465f-9d74-6cb0831bd08b',
    model: 'claude-opus-5-5',
    usage: { tokens: 3069, cost: 0.013331999999999998 },
    said: 'Saw the end.',
  },
  'context-after-work': {
    end: { kind: 'context-limit', detail: 'Prompt is too long' },
    session: 'fa2ef4c8-ffee-4e5c-bac9-80610ff632b7',
    model: 'claude-opus-5-5',
    usage: { tokens: 1034, cost: 0.004648 },
    said: 'Working.',
  },
  'fault-401-always': {
    end: { kind: 'auth', detail: 'Invalid API key · Fix external API key' },
    session: 'cc20046a-86a1-4018-aad2-8394a1883974',
    model: 'claude-opus-5-5',
    retries: 'the provider refused the key, attempt 2',
  },
  'fault-401-once': {
    end: { kind: 'stopped' },
    session: 'e5f0a665-ec6e-447e-ba1e-837e978e9c59',
    model: 'claude-opus-5-5',
    usage: { tokens: 1010, cost: 0.004183999999999999 },
    said: 'All done.',
  },
  'fault-403-always': {
    end: {
      kind: 'auth',
      detail:
        'Failed to authenticate. API Error: 403 Your API key does not have permission to use the specified resource.',
    },
    session: 'ed7ef817-1f32-4aae-88b8-f503898f47c8',
    model: 'claude-opus-5-5',
  },
  'fault-404-model-always': {
    end: {
      kind: 'model-missing',
      detail:
        "There's an issue with the selected model (claude-opus-5-5). It may not exist or you may not have access to it. Run --model to pick a different model.",
    },
    session: '45e640f3-31d6-481e-ad6b-a3151d8948d3',
    model: 'claude-opus-5-5',
  },
  'fault-404-model-once': {
    end: { kind: 'stopped' },
    session: 'bb113a5e-1a23-4a9d-84a8-4d071e2af535',
    model: 'claude-opus-5-5',
    usage: { tokens: 1010, cost: 0.004183999999999999 },
    said: 'All done.',
  },
  'fault-413-always': {
    end: {
      kind: 'context-limit',
      detail:
        'Request too large (max 32MB). Accumulated images and attachments in the conversation pushed the request over the limit. Remove older images or compact the conversation.',
    },
    session: 'd8a86e0b-1e54-42b2-b228-b1cb5ee343e3',
    model: 'claude-opus-5-5',
  },
  'fault-429-always': {
    end: {
      kind: 'usage-limit',
      detail: 'API Error: Request rejected (429) · This request would exceed your rate limit.',
    },
    session: 'c41ff21d-85a6-4cad-8ca5-ee68ee1e240b',
    model: 'claude-opus-5-5',
    retries: 'the provider limits its use, attempt 2',
  },
  'fault-429-once': {
    end: { kind: 'stopped' },
    session: '0afc0216-b8c1-43a0-b409-73d6813cdb68',
    model: 'claude-opus-5-5',
    usage: { tokens: 1010, cost: 0.004183999999999999 },
    said: 'All done.',
  },
  'fault-500-always': {
    end: {
      kind: 'api-error',
      detail:
        'API Error: 500 Internal server error. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:33285).',
    },
    session: 'c5a78620-81fc-45eb-84d1-d81acf821b2d',
    model: 'claude-opus-5-5',
    retries: 'the provider failed, attempt 2',
  },
  'fault-500-once': {
    end: { kind: 'stopped' },
    session: '8ab87571-4c36-4b22-b8e4-29368d536e56',
    model: 'claude-opus-5-5',
    usage: { tokens: 1010, cost: 0.004183999999999999 },
    said: 'All done.',
  },
  'fault-529-always': {
    end: {
      kind: 'api-error',
      detail:
        'API Error: 529 Overloaded. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:40193).',
    },
    session: 'cab9a347-cb1d-48d7-8a46-7d37df989002',
    model: 'claude-opus-5-5',
    retries: 'the provider is overloaded, attempt 2',
  },
  'fault-529-once': {
    end: { kind: 'stopped' },
    session: '8867e942-71d8-49a9-8e7c-23288c597290',
    model: 'claude-opus-5-5',
    usage: { tokens: 1010, cost: 0.004183999999999999 },
    said: 'All done.',
  },
  'fault-connection-refused': {
    end: {
      kind: 'api-error',
      detail: 'API Error: Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)',
    },
    session: 'efe50654-146d-4728-a55d-c5b812e6f034',
    model: 'claude-opus-5-5',
    retries: 'the provider cannot be reached, attempt 2',
  },
  'fault-context-always': {
    end: {
      kind: 'context-limit',
      detail:
        'Prompt is too long · the request is ~1200000 tokens (limit 1000000) but this conversation is only ~2759 tokens — the rest is system prompt, tool definitions, and attachment content. A single-exchange conversation cannot be compacted; reduce attached files/tools or start with less context.',
    },
    session: 'd5bb2c50-47ac-4538-ba3e-f1bd085d1665',
    model: 'claude-opus-5-5',
  },
  'fault-credit-always': {
    end: { kind: 'usage-limit', detail: 'Credit balance is too low' },
    session: '76070eba-5235-4e3f-9835-32056be0edba',
    model: 'claude-opus-5-5',
  },
  'fault-dropped-always': {
    end: {
      kind: 'api-error',
      detail: 'API Error: Connection to the API was lost (ECONNRESET). This is usually temporary — try again.',
    },
    session: 'b8d7bbf7-a68a-46c9-b30a-f2c20e61dc3c',
    model: 'claude-opus-5-5',
    usage: { tokens: 3006, cost: 0.012072 },
    retries: 'the provider cannot be reached, attempt 2',
  },
  'fault-dropped-at-start-always': {
    end: {
      kind: 'api-error',
      detail: 'API Error: Connection to the API was lost (ECONNRESET). This is usually temporary — try again.',
    },
    session: 'ad4a17fa-f9ae-40f8-81de-69f22e221dd6',
    model: 'claude-opus-5-5',
    usage: { tokens: 3006, cost: 0.012072 },
    retries: 'the provider cannot be reached, attempt 2',
  },
  'fault-dropped-at-start-once': {
    end: { kind: 'stopped' },
    session: 'd503dafa-09bc-4ff9-b85c-e705b9eec840',
    model: 'claude-opus-5-5',
    usage: { tokens: 2012, cost: 0.008208 },
    said: 'All done.',
  },
  'fault-dropped-once': {
    end: { kind: 'stopped' },
    session: '5915770b-507f-4797-82df-3eac3f9265cf',
    model: 'claude-opus-5-5',
    usage: { tokens: 2012, cost: 0.008208 },
    said: 'All done.',
  },
  'fault-in-stream-first-overloaded-always': {
    end: {
      kind: 'api-error',
      detail:
        'API Error: 529 Overloaded. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:42155).',
    },
    session: 'edfb58cb-c50d-4e85-89d2-5bb380718f4a',
    model: 'claude-opus-5-5',
  },
  'fault-in-stream-overloaded-always': {
    end: {
      kind: 'api-error',
      detail:
        'API Error: 529 Overloaded. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:37303).',
    },
    session: '5ebc6b1e-6e02-4470-b059-8b45dcdd6a9a',
    model: 'claude-opus-5-5',
    retries: 'the provider is overloaded, attempt 1',
  },
  'fault-in-stream-overloaded-once': {
    end: { kind: 'stopped' },
    session: '9657c98e-b90c-4eaa-bfd2-e85b0a3ebc01',
    model: 'claude-opus-5-5',
    usage: { tokens: 1010, cost: 0.004183999999999999 },
    said: 'All done.',
  },
  'fault-in-stream-rate-limit-always': {
    end: {
      kind: 'usage-limit',
      detail: 'API Error: Request rejected (429) · This request would exceed your rate limit.',
    },
    session: '30810551-0f66-41e3-95e3-6a2336c98a8e',
    model: 'claude-opus-5-5',
    retries: 'the provider limits its use, attempt 1',
  },
  'fault-in-stream-rate-limit-once': {
    end: { kind: 'stopped' },
    session: '644a59ba-968a-4d8d-a4b0-d1adb5cfe361',
    model: 'claude-opus-5-5',
    usage: { tokens: 1010, cost: 0.004183999999999999 },
    said: 'All done.',
  },
  'fault-max-tokens-always': {
    end: {
      kind: 'output-cut',
      detail:
        "API Error: Claude's response exceeded the 128000 output token maximum. To configure this behavior, set the CLAUDE_CODE_MAX_OUTPUT_TOKENS environment variable.",
    },
    session: '5f2de4e7-c44c-44a4-a5dd-957db98f5ae4',
    model: 'claude-opus-5-5',
    usage: { tokens: 4064, cost: 0.017216 },
    said: 'This is cut off by the output li',
  },
  'fault-max-tokens-once': {
    end: { kind: 'stopped' },
    session: 'aabd58ba-bb1f-4627-9140-1b24dd15340a',
    model: 'claude-opus-5-5',
    usage: { tokens: 2026, cost: 0.008487999999999999 },
    said: 'All done.',
  },
  'fault-refusal-always': {
    end: {
      kind: 'model-refused',
      detail:
        "API Error: Opus 5.5's safeguards flagged this message (https://www.anthropic.com/legal/aup). This sometimes happens with safe, normal conversations. Claude Code can't respond to this message with Opus 5.5. Try rephrasing the request in a new session or change your model. Learn more: https://support.claude.com/en/articles/8106465 Message ID: msg_6e686c434ac94b10ad54f50b",
    },
    session: '7008e4a8-e4bd-4192-b6c0-ad347a86cc40',
    model: 'claude-opus-5-5',
    usage: { tokens: 2028, cost: 0.008527999999999999 },
    said: 'I cannot help with that.',
  },
  'fault-refusal-once': {
    end: { kind: 'stopped' },
    session: 'fd18fddd-45f4-48c9-9d7b-92bfbd865661',
    model: 'claude-opus-5-5',
    usage: { tokens: 2024, cost: 0.008447999999999999 },
    said: 'All done.',
  },
  'hang-always': {
    end: { kind: 'api-error', detail: 'Request timed out' },
    session: 'f5051722-c616-4f33-b78e-781f46b571c0',
    model: 'claude-opus-5-5',
    retries: 'the provider cannot be reached, attempt 1',
  },
  'max-budget': {
    end: { kind: 'agent-cap', detail: 'Reached maximum budget ($0.000001)' },
    session: 'b0adea60-dd5d-45e5-9990-03a429df9c7d',
    model: 'claude-opus-5-5',
    usage: { tokens: 1025, cost: 0.004484 },
    doing: 'Bash echo one',
  },
  'max-turns': {
    end: { kind: 'agent-cap', detail: 'Reached maximum number of turns (1)' },
    session: '646f195d-afb9-4ae0-ae48-c0a4fc4fa325',
    model: 'claude-opus-5-5',
    usage: { tokens: 1025, cost: 0.004484 },
  },
  'mcp-complete-task': {
    end: { kind: 'stopped', denied: ['Bash (echo shell-$FULLSTOP_RUN)'] },
    session: '27a18e9d-bf32-43ce-ad06-7f238b47561d',
    model: 'claude-opus-5-5',
    usage: { tokens: 4113, cost: 0.018179999999999998 },
    said: 'All done.',
  },
  'mcp-server-fails': {
    end: { kind: 'stopped' },
    session: 'c3767aa2-8923-442f-9e68-c551373ccc63',
    model: 'claude-opus-5-5',
    usage: { tokens: 1009, cost: 0.004163999999999999 },
    said: 'ok',
    hasServer: false,
  },
  'not-logged-in': {
    end: { kind: 'auth', detail: 'Not logged in · Please run /login' },
    session: 'c3cd218f-4960-4852-8422-6c1279bfdcb0',
    model: 'claude-opus-5-5',
  },
  'oauth-401': {
    end: {
      kind: 'auth',
      detail:
        'Failed to authenticate. API Error: 401 OAuth token has expired. Please obtain a new token or refresh your existing token.',
    },
    session: '95ea88e2-b295-4482-8592-7aa5f6d76294',
    model: 'claude-sonnet-5-5',
    retries: 'the provider refused the key, attempt 2',
  },
  'partial-messages': {
    end: { kind: 'stopped' },
    session: '1be01133-70aa-4f76-aca6-f8c098df56eb',
    model: 'claude-opus-5-5',
    usage: { tokens: 1010, cost: 0.004183999999999999 },
    said: 'All done.',
  },
  'permission-denied-mcp': {
    end: {
      kind: 'stopped',
      denied: ['mcp__fullstop__complete_task', 'Write (/workspace/project/a.txt)', 'Bash (touch b.txt)'],
    },
    session: '655fcffc-56ae-4aef-be2f-b6ecb3a9c165',
    model: 'claude-opus-5-5',
    usage: { tokens: 4102, cost: 0.017976 },
    said: 'All done.',
  },
  plain: {
    end: { kind: 'stopped' },
    session: 'a91de857-e556-4648-9e9e-86bdd39b63b4',
    model: 'claude-opus-5-5',
    usage: { tokens: 1010, cost: 0.004183999999999999 },
    said: 'All done.',
  },
  'plan-mode': {
    end: { kind: 'stopped', denied: ['Write (/workspace/project/zz.txt)'] },
    session: 'eae2b9f9-5983-4ff5-8468-6e2ab77545de',
    model: 'claude-opus-5-5',
    usage: { tokens: 3071, cost: 0.013371999999999998 },
    said: 'Done.',
    planMode: true,
  },
  'resume-unknown': {
    end: {
      kind: 'session-missing',
      detail: 'No conversation found with session ID: 99999999-2222-4333-8444-555555555555',
    },
  },
  'session-1-again': {},
  'session-1': {
    end: { kind: 'stopped' },
    session: '11111111-2222-4333-8444-555555555555',
    model: 'claude-opus-5-5',
    usage: { tokens: 1011, cost: 0.004203999999999999 },
    said: 'First answer.',
  },
  'session-2-resume': {
    end: { kind: 'stopped' },
    session: '11111111-2222-4333-8444-555555555555',
    model: 'claude-opus-5-5',
    usage: { tokens: 2023, cost: 0.008427999999999998 },
    said: 'Second answer.',
  },
  'sigint-mid-request': {
    session: 'bdbc37d5-0cd0-4736-9d63-5aa76413fbc6',
    model: 'claude-opus-5-5',
    isInterrupted: true,
  },
  'sigint-mid-tool': {
    end: {
      kind: 'interrupted',
      detail: '[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=tool_use',
    },
    session: '48a3524e-80c4-488e-a8f0-076a17a04d2d',
    model: 'claude-opus-5-5',
    usage: { tokens: 1043, cost: 0.004828000000000001 },
    said: 'Working.',
    isInterrupted: true,
  },
  'sigkill-mid-tool': {
    session: 'fd068faf-c378-486c-ac64-645708577515',
    model: 'claude-opus-5-5',
    usage: { tokens: 1003, unsummed: 1003 },
    said: 'Working.',
    doing: 'Bash python3 -c "import time; time.sleep(47)"',
  },
  'sigterm-after-result-background': {
    end: { kind: 'stopped' },
    session: '05a652d2-7786-4b08-b745-39e727a5760b',
    model: 'claude-opus-5-5',
    usage: { tokens: 2049, cost: 0.008948 },
    said: 'Done for now.',
  },
  'sigterm-mid-request': { session: 'c36578ff-67e1-4bcf-82a2-26550cabe0eb', model: 'claude-opus-5-5' },
  'sigterm-mid-tool': {
    session: '70347d6f-ef1d-4115-bf0c-8fae98406986',
    model: 'claude-opus-5-5',
    usage: { tokens: 1003, unsummed: 1003 },
    said: 'Working.',
  },
  'stop-hook-block': {
    end: { kind: 'stopped' },
    session: 'ae8de5f1-83b2-490e-875b-9ea78fa3f2d6',
    model: 'claude-opus-5-5',
    usage: { tokens: 2020, cost: 0.008367999999999999 },
    said: 'Now done.',
  },
  subagent: {
    end: { kind: 'stopped' },
    session: 'b88c8389-05d0-4ec7-9d3c-71a69b17a6d6',
    model: 'claude-opus-5-5',
    usage: { tokens: 4101, cost: 0.017939999999999998 },
    said: 'Done.',
  },
  tasks: {
    end: { kind: 'stopped' },
    session: '41cc1397-c8a1-4625-a877-61a259911e5b',
    model: 'claude-opus-5-5',
    usage: { tokens: 5128, cost: 0.02248 },
    said: 'Done.',
    todos: [{ id: '1', text: 'First thing', status: 'done' }],
  },
  'todo-write': {
    end: { kind: 'stopped' },
    session: '38104002-09e2-4bee-a2d2-175fb0f7f52e',
    model: 'claude-opus-5-5',
    usage: { tokens: 2047, cost: 0.008908 },
    said: 'Done.',
    todos: [{ id: '1', text: 'A', status: 'open' }],
  },
  'two-blocks': {
    end: { kind: 'stopped' },
    session: 'c2c4da09-f3ba-4201-8b58-a09d3d949369',
    model: 'claude-opus-5-5',
    usage: { tokens: 2066, cost: 0.009256 },
    said: 'Done.',
  },
  'usage-allowed-oauth': {
    end: { kind: 'stopped' },
    session: 'ac006739-33a5-477a-a736-42630549ccfb',
    model: 'claude-sonnet-5-5',
    usage: { tokens: 1010, cost: 0.0020919999999999997 },
    said: 'All done.',
  },
  'usage-limit-apikey': {
    end: {
      kind: 'usage-limit',
      detail:
        "API Error: Request rejected (429) · This request would exceed your account's rate limit. Please try again later.",
    },
    session: '5e587e8d-7aa6-41b2-9516-a42a5e6b8dc1',
    model: 'claude-opus-5-5',
  },
  'usage-limit-oauth': {
    end: { kind: 'usage-limit', detail: "You've hit your 5-hour limit · resets 3:52pm (UTC)" },
    session: 'd27647ca-e5c4-4f78-b9bc-b479346009d4',
    model: 'claude-sonnet-5-5',
    until: '2026-11-15T15:52:04.000Z',
  },
  'usage-limit-weekly-oauth': {
    end: { kind: 'usage-limit', detail: "You've hit your weekly limit · resets Nov 19, 1:12am (UTC)" },
    session: 'ab76ce31-a0e1-4bb6-bbcb-5d600b7a1ee6',
    model: 'claude-sonnet-5-5',
    until: '2026-11-19T01:12:04.000Z',
  },
  'usage-warning-oauth': {
    end: { kind: 'stopped' },
    session: '02a81dcb-7048-4c53-bdfa-4e059517cd27',
    model: 'claude-sonnet-5-5',
    usage: { tokens: 1010, cost: 0.0020919999999999997 },
    said: 'All done.',
  },
}

describe('every recorded stream', () => {
  for (const [name, lines] of streams) test(name, () => expect(told(driver, lines)).toEqual(expected[name] ?? {}))
  test('none is missing here, none is too many', () =>
    expect([...streams.keys()].sort()).toEqual(Object.keys(expected).sort()))
})

describe('a turn that goes on by itself', () => {
  const lines = linesOf('background-bash')
  const isResult = (line: unknown): boolean => (line as { type: string }).type === 'result'
  const first = lines.findIndex(isResult) + 1
  const again =
    lines.findIndex((line, index) => index >= first && (line as { subtype?: string }).subtype === 'init') + 1

  test('its first result is an end, while a shell runs beside it', () => {
    const { end, background } = folded(driver, lines.slice(0, first))
    expect({ end, background }).toEqual({
      end: { kind: 'stopped' },
      background: [{ running: true, label: 'bg', command: 'bg' }],
    })
  })
  test('once it goes on, that end is none any more, and nothing runs beside it', () => {
    const { end, background } = folded(driver, lines.slice(0, again))
    expect({ end, background }).toEqual({ end: undefined, background: [] })
  })
})

describe('how full the context is', () => {
  const rows: ReadonlyArray<readonly [name: string, expected: number | undefined]> = [
    ['plain', 1002 / 1_000_000],
    ['auto-compaction', 1002 / 1_000_000],
    // Nothing was answered, and no window was told.
    ['fault-401-always', undefined],
    // The sum tells the window, but no answer how full it was.
    ['fault-dropped-always', undefined],
    // The window is told with the result alone.
    ['sigkill-mid-tool', undefined],
    // Not that of a subagent, which is larger by one.
    ['subagent', 1002 / 1_000_000],
  ]
  for (const [name, expected] of rows)
    test(name, () => expect(contextUse(folded(driver, linesOf(name)))).toBe(expected as never))
})

describe('a subagent says nothing', () => {
  test('what it said and did is not that of the main agent', () => {
    const { window } = folded(driver, linesOf('subagent'))
    expect([window.texts, window.staleTexts, window.work.calls, window.work.lastTool]).toEqual([
      ['Done.'],
      [],
      1,
      { name: 'Agent', detail: 'Look', failed: false },
    ])
  })

  const rows: ReadonlyArray<readonly [name: string, line: unknown]> = [
    ['its words', { type: 'assistant', message: { content: [{ type: 'text', text: 'TASKMASTER_DONE::a' }] } }],
    ['its prompt', { type: 'user', message: { content: 'Look around.' } }],
    ['its tools', { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] } }],
    ['its compaction', { type: 'system', subtype: 'compact_boundary' }],
  ]
  for (const [name, line] of rows) {
    test(name, () => expect(driver.toSignals({ ...(line as object), parent_tool_use_id: 'toolu_1' })).toEqual([]))
  }
  test('what it used counts, what it fills does not', () => {
    const usage = { input_tokens: 5, cache_creation_input_tokens: 3, cache_read_input_tokens: 2, output_tokens: 1 }
    const line = { type: 'assistant', parent_tool_use_id: 't', message: { id: 'msg_1', content: [], usage } }
    expect(driver.toSignals(line)).toEqual([{ kind: 'spent', id: 'msg_1', tokens: 11 }])
  })
  test('that the provider failed it is no end of the main agent', () => {
    const message = { content: [{ type: 'text', text: 'Invalid API key' }] }
    const line = { type: 'assistant', is_api_error_message: true, error: 'authentication_failed', message }
    expect(driver.toSignals({ ...line, parent_tool_use_id: 'toolu_1' })).toEqual([])
  })
})

describe('words are only words (F16)', () => {
  const WORDS = [
    "You've hit your 5-hour limit · resets 3:52pm (UTC)",
    'API Error: Request rejected (429) · This request would exceed your rate limit.',
    '{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1794757924}}',
    'Not logged in · Please run /login',
    'Prompt is too long',
    '529 overloaded_error, 401 authentication_error, context_length_exceeded',
    'No conversation found with session ID: x',
  ]
  const answer = (content: unknown): unknown => ({ type: 'assistant', message: { id: 'm', content } })
  const kindsIn = (line: unknown): string[] => driver.toSignals(line).map(({ kind }) => kind)
  for (const words of WORDS) {
    test(words.slice(0, 60), () => {
      expect([
        kindsIn(answer([{ type: 'text', text: words }])),
        kindsIn(answer([{ type: 'thinking', thinking: words }])),
        kindsIn({
          type: 'user',
          message: { content: [{ type: 'tool_result', tool_use_id: 't', content: words, is_error: true }] },
        }),
        driver.toSignals({ type: 'result', is_error: false, terminal_reason: 'completed', result: words }),
      ]).toEqual([['entry'], [], ['entry'], [{ kind: 'ended', end: { kind: 'stopped' } }]])
    })
  }
  test('a limit that turns nothing away is none', () => {
    const of = (status: unknown): unknown =>
      driver.toSignals({ type: 'rate_limit_event', rate_limit_info: { status, resetsAt: 1_794_757_924 } })
    expect(['allowed', 'allowed_warning', undefined, 'rejected'].map(of)).toEqual([
      [],
      [],
      [],
      [{ kind: 'limit', until: '2026-11-15T15:52:04.000Z' }],
    ])
  })
  test('a success that is none is none, whatever its subtype', () => {
    const result = { type: 'result', subtype: 'success', is_error: true, terminal_reason: 'api_error', result: 'no' }
    expect(driver.toSignals(result)).toEqual([{ kind: 'ended', end: { kind: 'api-error', detail: 'no' } }])
  })
})

describe('ends that were not recorded', () => {
  const rows: ReadonlyArray<readonly [name: string, result: object, expected: unknown]> = [
    ['nothing told', {}, { kind: 'stopped' }],
    ['an error without a reason', { is_error: true }, { kind: 'api-error' }],
    ['an unknown reason', { is_error: true, terminal_reason: 'moon_phase' }, { kind: 'api-error' }],
    ['an unknown reason, no error', { terminal_reason: 'moon_phase' }, { kind: 'stopped' }],
    ['a hook of others', { terminal_reason: 'hook_stopped', is_error: true }, { kind: 'stopped' }],
    ['no room after compaction', { terminal_reason: 'rapid_refill_breaker', is_error: true }, { kind: 'compaction' }],
    ['the window is full', { terminal_reason: 'blocking_limit', is_error: true }, { kind: 'context-limit' }],
    ['interrupted in mid-answer', { terminal_reason: 'aborted_streaming', is_error: true }, { kind: 'interrupted' }],
    [
      'a detail is cut and on one line',
      { is_error: true, terminal_reason: 'max_turns', errors: ['a\n\tb', 7, 'c'.repeat(600)] },
      { kind: 'agent-cap', detail: `a b ${'c'.repeat(496)}` },
    ],
    [
      'the same denial twice is one, and they are bounded',
      {
        permission_denials: [
          { tool_name: 'Bash', tool_input: { command: `rm\n${'x'.repeat(300)}` } },
          { tool_name: 'Bash', tool_input: { command: `rm\n${'x'.repeat(300)}` } },
          { tool_name: 'WebFetch', tool_input: { url: 'https://example.org' } },
          ...Array.from({ length: 20 }, (_, index) => ({ tool_name: `T${index}` })),
        ],
      },
      {
        kind: 'stopped',
        denied: [
          `Bash (rm ${'x'.repeat(196)}…)`,
          'WebFetch (https://example.org)',
          'T0',
          'T1',
          'T2',
          'T3',
          'T4',
          'T5',
          'T6',
          'T7',
        ],
      },
    ],
  ]
  for (const [name, result, end] of rows) {
    test(name, () => expect(driver.toSignals({ type: 'result', ...result })).toEqual([{ kind: 'ended', end }] as never))
  }
  test('its own goal feature is told of', () =>
    expect(driver.toSignals({ type: 'active_goal' })).toEqual([
      { kind: 'notice', text: "the agent's own goal feature is on; it is left to run" },
    ]))
  test('a code that is the name of something else is not known', () =>
    expect([
      driver.toSignals({ type: 'result', is_error: true, terminal_reason: 'constructor' }),
      driver.toSignals({ type: 'assistant', is_api_error_message: true, error: 'toString' }),
    ]).toEqual([[{ kind: 'ended', end: { kind: 'api-error' } }], [{ kind: 'ended', end: { kind: 'api-error' } }]]))
})
