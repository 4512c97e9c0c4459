// Every recorded stream of Codex, folded: how it ended, in which session, what it used. What the session's own record adds
// is in failure.test.ts.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { folded, readStreams, told, type Told } from '../stream.fixture.ts'
import { driver } from './driver.ts'

const streams = readStreams(join(import.meta.dirname, 'fixtures', '0.166.0', 'streams'))
const linesOf = (name: string): unknown[] => (streams.get(name) ?? []).map((line) => JSON.parse(line) as unknown)
const METADATA =
  'Model metadata for `scripted` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.'

const expected: Readonly<Record<string, Told>> = {
  'auto-compaction': {
    end: { kind: 'stopped' },
    usage: { tokens: 992047 },
    session: '01a1df83-30e3-7442-a8c3-3883bc2540d1',
    said: 'All done.',
    notices: [METADATA],
  },
  'background-process': {
    end: { kind: 'stopped' },
    usage: { tokens: 2050 },
    session: '01a1df83-332b-7cb3-974e-f12d1e39728e',
    said: 'Done for now.',
    notices: [METADATA],
    doing: 'shell python3 -c "import time; time.sleep(40)"',
  },
  'env-key-missing': {
    end: { kind: 'auth', detail: 'Missing environment variable: `SCRIPTED_KEY`.' },
    session: '01a1df81-3eb8-7290-90b5-2828aa8f8834',
    notices: [METADATA],
    retries: 'Missing environment variable: `SCRIPTED_KEY`.',
  },
  'fault-400-model-always': {
    end: { kind: 'model-missing', detail: 'The requested model `scripted` does not exist.' },
    session: '01a1df7b-706d-7b43-8daf-2c51535e45ab',
    notices: [METADATA],
    retries: 'The requested model `scripted` does not exist.',
  },
  'fault-401-always': {
    end: {
      kind: 'auth',
      detail:
        'unexpected status 401 Unauthorized: Incorrect API key provided., url: http://127.0.0.1:46303/v1/responses',
    },
    session: '01a1df7b-2e1b-7b82-ba53-c3766d7343cf',
    notices: [METADATA],
    retries:
      'unexpected status 401 Unauthorized: Incorrect API key provided., url: http://127.0.0.1:46303/v1/responses',
  },
  'fault-401-once': {
    end: { kind: 'stopped' },
    usage: { tokens: 1010 },
    session: '01a1df7b-3098-7050-9e17-4150e4324ead',
    said: 'All done.',
    notices: [METADATA],
  },
  'fault-403-always': {
    end: {
      kind: 'auth',
      detail:
        'unexpected status 403 Forbidden: Country, region, or territory not supported, url: http://127.0.0.1:36093/v1/responses',
    },
    session: '01a1df7b-3316-73d2-a1e8-b00e3a529f0a',
    notices: [METADATA],
    retries:
      'unexpected status 403 Forbidden: Country, region, or territory not supported, url: http://127.0.0.1:36093/v1/responses',
  },
  'fault-403-once': {
    end: { kind: 'stopped' },
    usage: { tokens: 1010 },
    session: '01a1df7b-35a0-71d2-ba1b-2b055832885c',
    said: 'All done.',
    notices: [METADATA],
  },
  'fault-404-model-always': {
    end: { kind: 'model-missing', detail: 'The model `scripted` does not exist or you do not have access to it.' },
    session: '01a1df7b-6d3a-7d93-a91f-a5daeb59325d',
    notices: [METADATA],
    retries: 'The model `scripted` does not exist or you do not have access to it.',
  },
  'fault-429-default-retries': {
    end: { kind: 'usage-limit', detail: 'exceeded retry limit, last status: 429 Too Many Requests' },
    session: '01a1df85-f90c-77f2-94b9-8f3b0f8374eb',
    notices: [METADATA],
    retries: 'exceeded retry limit, last status: 429 Too Many Requests',
  },
  'fault-500-always': {
    end: { kind: 'api-error', detail: 'We’re currently experiencing high demand, which may cause temporary errors.' },
    session: '01a1df7b-3812-78a0-9d04-3c55701abac7',
    notices: [METADATA],
    retries: 'We’re currently experiencing high demand, which may cause temporary errors.',
  },
  'fault-500-default-retries': {
    end: { kind: 'api-error', detail: 'We’re currently experiencing high demand, which may cause temporary errors.' },
    session: '01a1df85-9a28-7da0-b44c-3df303ee98ee',
    notices: [METADATA],
    retries: 'We’re currently experiencing high demand, which may cause temporary errors.',
  },
  'fault-500-once': {
    end: { kind: 'stopped' },
    usage: { tokens: 1010 },
    session: '01a1df7b-3c13-7ea1-a534-1a9cce76c704',
    said: 'All done.',
    notices: [METADATA],
  },
  'fault-closed-early-always': {
    end: {
      kind: 'api-error',
      detail: 'stream disconnected before completion: stream closed before response.completed',
    },
    session: '01a1df7b-a9ce-7001-99c6-3e32a192e219',
    notices: [METADATA],
    retries: 'stream disconnected before completion: stream closed before response.completed',
  },
  'fault-closed-early-once': {
    end: { kind: 'stopped' },
    usage: { tokens: 1010 },
    session: '01a1df7b-ac38-7722-ad12-dc46d710fec0',
    said: 'All done.',
    notices: [METADATA],
  },
  'fault-connection-refused': {
    session: '01a1df7b-aead-72a0-9933-a81725cfad90',
    notices: [METADATA],
    retries: 'Reconnecting... waiting for network (Connection failed: error sending request)',
  },
  'fault-context-400-always': {
    end: {
      kind: 'context-limit',
      detail:
        '{"error":{"type":"invalid_request_error","code":"context_length_exceeded","message":"Your input exceeds the context window of this model."}}',
    },
    session: '01a1df7b-739f-71d0-b056-03913133110a',
    notices: [METADATA],
    retries:
      '{"error":{"type":"invalid_request_error","code":"context_length_exceeded","message":"Your input exceeds the context window of this model."}}',
  },
  'fault-context-failed-always': {
    end: {
      kind: 'context-limit',
      detail:
        "Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying.",
    },
    session: '01a1df7b-76d1-7200-a0d0-c0750566b0da',
    notices: [METADATA],
    retries:
      "Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying.",
  },
  'fault-cyber-policy-always': {
    end: { kind: 'api-error', detail: 'This request has been flagged for possible cybersecurity risk.' },
    session: '01a1df7b-906a-7dc1-9d57-f2dff68cabc3',
    notices: [METADATA],
    retries: 'This request has been flagged for possible cybersecurity risk.',
  },
  'fault-dropped-always': {
    end: {
      kind: 'api-error',
      detail: 'stream disconnected before completion: Transport error: network error: error decoding response body',
    },
    session: '01a1df7b-a43b-72e2-9b07-6ae107315a06',
    notices: [METADATA],
    retries: 'stream disconnected before completion: Transport error: network error: error decoding response body',
  },
  'fault-dropped-once': {
    end: { kind: 'stopped' },
    usage: { tokens: 1010 },
    session: '01a1df7b-a716-7551-84cd-a518e6475ff3',
    said: 'All done.',
    notices: [METADATA],
  },
  'fault-incomplete-content-filter-always': {
    end: {
      kind: 'model-refused',
      detail: 'stream disconnected before completion: Incomplete response returned, reason: content_filter',
    },
    session: '01a1df7b-9bdc-7132-ac97-05cd780b194c',
    notices: [METADATA],
    retries: 'stream disconnected before completion: Incomplete response returned, reason: content_filter',
  },
  'fault-incomplete-content-filter-once': {
    end: { kind: 'stopped' },
    usage: { tokens: 1010 },
    session: '01a1df7b-9e63-7ab2-a040-7f35bcf0e483',
    said: 'All done.',
    notices: [METADATA],
  },
  'fault-incomplete-max-tokens-always': {
    end: { kind: 'output-cut', detail: 'Incomplete response returned, reason: max_output_tokens' },
    session: '01a1df7b-989a-7032-bf8b-95bdc96c6b83',
    said: 'This is cut off by the output li',
    notices: [METADATA],
    retries: 'Incomplete response returned, reason: max_output_tokens',
  },
  'fault-invalid-prompt-always': {
    end: {
      kind: 'api-error',
      detail: 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
    },
    session: '01a1df7b-8d42-7cf3-ac1e-6de86ea2b79f',
    notices: [METADATA],
    retries: 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
  },
  'fault-overloaded-503-always': {
    end: { kind: 'api-error', detail: 'Selected model is at capacity. Please try a different model.' },
    session: '01a1df7b-61aa-7022-9860-7480dc840613',
    notices: [METADATA],
    retries: 'Selected model is at capacity. Please try a different model.',
  },
  'fault-overloaded-503-once': {
    end: { kind: 'stopped' },
    usage: { tokens: 1010 },
    session: '01a1df7b-640e-76b0-b23d-41714d43a021',
    said: 'All done.',
    notices: [METADATA],
  },
  'fault-overloaded-failed-always': {
    end: { kind: 'api-error', detail: 'Selected model is at capacity. Please try a different model.' },
    session: '01a1df7b-8a15-73f3-87fb-f979a41852a0',
    notices: [METADATA],
    retries: 'Selected model is at capacity. Please try a different model.',
  },
  'fault-quota-429-always': {
    end: { kind: 'usage-limit', detail: 'Quota exceeded. Check your plan and billing details.' },
    session: '01a1df7b-5e78-7301-80c1-cd219054efb0',
    notices: [METADATA],
    retries: 'Quota exceeded. Check your plan and billing details.',
  },
  'fault-quota-failed-always': {
    end: { kind: 'usage-limit', detail: 'Quota exceeded. Check your plan and billing details.' },
    session: '01a1df7b-7a11-70f0-b261-a850f9694ee2',
    notices: [METADATA],
    retries: 'Quota exceeded. Check your plan and billing details.',
  },
  'fault-rate-429-always': {
    end: { kind: 'usage-limit', detail: 'exceeded retry limit, last status: 429 Too Many Requests' },
    session: '01a1df7b-4b72-7083-b13d-e1b289a5b884',
    notices: [METADATA],
    retries: 'exceeded retry limit, last status: 429 Too Many Requests',
  },
  'fault-rate-429-once': {
    end: { kind: 'stopped' },
    usage: { tokens: 1010 },
    session: '01a1df7b-54f7-7930-82af-92a08197628f',
    said: 'All done.',
    notices: [METADATA],
  },
  'fault-rate-failed-always': {
    end: {
      kind: 'usage-limit',
      detail:
        'rate limit exceeded: Rate limit reached for gpt-5.5 in organization org-x on tokens per min (TPM): Limit 30000, Used 22999, Requested 12528. Please try again in 1.2s.',
    },
    session: '01a1df7b-7d4a-7bb2-8098-70ea985c1ba6',
    notices: [METADATA],
    retries:
      'rate limit exceeded: Rate limit reached for gpt-5.5 in organization org-x on tokens per min (TPM): Limit 30000, Used 22999, Requested 12528. Please try again in 1.2s.',
  },
  'fault-rate-failed-once': {
    end: { kind: 'stopped' },
    usage: { tokens: 1010 },
    session: '01a1df7b-83b1-7793-a284-23937361593a',
    said: 'All done.',
    notices: [METADATA],
  },
  'fault-refusal-always': {
    end: { kind: 'stopped' },
    usage: { tokens: 1014 },
    session: '01a1df7b-a0f6-7f31-af37-b26724551a30',
    notices: [METADATA],
  },
  'fault-server-error-failed-always': {
    end: {
      kind: 'api-error',
      detail: 'stream disconnected before completion: An error occurred while processing your request.',
    },
    session: '01a1df7b-93a7-7160-8a0b-feae70b905f4',
    notices: [METADATA],
    retries: 'stream disconnected before completion: An error occurred while processing your request.',
  },
  'fault-server-error-failed-once': {
    end: { kind: 'stopped' },
    usage: { tokens: 1010 },
    session: '01a1df7b-9614-7b73-8092-626f8f3a9306',
    said: 'All done.',
    notices: [METADATA],
  },
  'fault-slow-down-503-always': {
    end: { kind: 'usage-limit', detail: 'rate limit exceeded: Slow down.' },
    session: '01a1df7b-6689-7e63-9784-6790b3c518ed',
    notices: [METADATA],
    retries: 'rate limit exceeded: Slow down.',
  },
  'fault-slow-down-503-once': {
    end: { kind: 'stopped' },
    usage: { tokens: 1010 },
    session: '01a1df7b-6ab9-7261-8d90-bfde44db2253',
    said: 'All done.',
    notices: [METADATA],
  },
  'fault-usage-limit-far-always': {
    end: {
      kind: 'usage-limit',
      detail:
        'You’ve hit your usage limit. Visit https://chatgpt.com/settings/usage to purchase more credits or try again at Nov 19th, 2026 1:12 AM.',
    },
    session: '01a1df7b-450e-7681-ae81-2c3642250165',
    notices: [METADATA],
    retries:
      'You’ve hit your usage limit. Visit https://chatgpt.com/settings/usage to purchase more credits or try again at Nov 19th, 2026 1:12 AM.',
  },
  'fault-usage-limit-resets-at-always': {
    end: {
      kind: 'usage-limit',
      detail:
        'You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or try again at 3:52 PM.',
    },
    session: '01a1df7b-3e95-7452-b8d8-a2108c809eab',
    notices: [METADATA],
    retries:
      'You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or try again at 3:52 PM.',
  },
  'fault-usage-limit-resets-in-always': {
    end: {
      kind: 'usage-limit',
      detail:
        'You’ve hit your usage limit. Visit https://chatgpt.com/settings/usage to purchase more credits or try again later.',
    },
    session: '01a1df7b-41cd-7983-883a-a7c1fff1f77e',
    notices: [METADATA],
    retries:
      'You’ve hit your usage limit. Visit https://chatgpt.com/settings/usage to purchase more credits or try again later.',
  },
  'fault-usage-not-included-always': {
    end: {
      kind: 'api-error',
      detail: 'To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.',
    },
    session: '01a1df7b-4845-7fc3-a9cd-89a7346bf5ec',
    notices: [METADATA],
    retries: 'To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.',
  },
  'hang-always': { session: '01a1df85-5906-7a53-8dcb-61cf636c737f', notices: [METADATA] },
  'hang-mid-stream': {
    end: { kind: 'api-error', detail: 'stream disconnected before completion: idle timeout waiting for SSE' },
    session: '01a1df85-87f3-7ad0-bccb-1e2d2a2d9400',
    notices: [METADATA],
    retries: 'stream disconnected before completion: idle timeout waiting for SSE',
  },
  items: {
    end: { kind: 'stopped' },
    usage: { tokens: 6184 },
    session: '01a1df83-2064-72a1-969b-b8fd8bfafeb8',
    said: 'All done.',
  },
  'mcp-complete-task': {
    end: { kind: 'stopped' },
    usage: { tokens: 4100 },
    session: '01a1df7d-9148-78c2-9ad5-eafd4483a87a',
    said: 'All done.',
    notices: [METADATA],
  },
  'mcp-not-approved': {
    end: { kind: 'stopped' },
    usage: { tokens: 2039 },
    session: '01a1df83-2a8f-77d3-b2e8-2cb7e15db937',
    said: 'Done.',
  },
  'mcp-server-fails': {
    end: { kind: 'stopped' },
    usage: { tokens: 1009 },
    session: '01a1df89-2665-72d3-9450-7ec99b6e91f9',
    said: 'ok',
    notices: [METADATA],
  },
  'mcp-server-required-fails': {},
  'not-logged-in-401': {
    end: {
      kind: 'auth',
      detail:
        'unexpected status 401 Unauthorized: Missing bearer or basic authentication in header, url: http://127.0.0.1:33219/v1/responses',
    },
    session: '01a1df86-1ae5-70a0-b97e-186f8bd625d7',
    notices: [
      'Falling back from WebSockets to HTTPS transport. unexpected status 404 Not Found: 2\r\n{}\r\n0, url: ws://127.0.0.1:33219/v1/responses',
    ],
    retries:
      'unexpected status 401 Unauthorized: Missing bearer or basic authentication in header, url: http://127.0.0.1:33219/v1/responses',
  },
  'not-logged-in': {
    session: '01a1df80-a1db-7262-9c38-98a0ba399cdb',
    notices: [
      'Falling back from WebSockets to HTTPS transport. stream disconnected before completion: failed to lookup address information: Name does not resolve',
    ],
    retries: 'Reconnecting... waiting for network (Connection failed: error sending request)',
  },
  plain: {
    end: { kind: 'stopped' },
    usage: { tokens: 1010 },
    session: '01a1df87-e710-7a01-9a36-5d1a2a23525b',
    said: 'All done.',
    notices: [METADATA],
  },
  'read-only-write': {
    end: { kind: 'stopped' },
    usage: { tokens: 4118 },
    session: '01a1df83-2428-74b0-8a59-65fe70d6e00b',
    said: 'Done.',
  },
  'resume-unknown': {},
  resume: {
    end: { kind: 'stopped' },
    usage: { tokens: 5112 },
    session: '01a1df7d-9148-78c2-9ad5-eafd4483a87a',
    said: 'Second answer.',
    notices: [METADATA],
  },
  'sigint-mid-request': { session: '01a1df80-6bb8-7950-b66f-08081974eef5', notices: [METADATA] },
  'sigint-mid-tool': { session: '01a1df80-653c-7121-a9f1-967552e02990', notices: [METADATA], doing: 'shell sleep 47' },
  'sigkill-mid-tool': { session: '01a1df80-9209-7192-8c1f-f66bd8de9b95', notices: [METADATA], doing: 'shell sleep 47' },
  'sigterm-mid-request': { session: '01a1df80-867b-7803-939d-db45564d69e7', notices: [METADATA] },
  'sigterm-mid-tool': { session: '01a1df80-800b-7fa3-a947-2bf327c5a537', notices: [METADATA], doing: 'shell sleep 47' },
  'stop-hook-block': {
    end: { kind: 'stopped' },
    usage: { tokens: 2020 },
    session: '01a1df86-d6e5-73c2-86d8-9d8f067cb54b',
    said: 'Now done.',
    notices: [METADATA],
  },
  subagent: {
    end: { kind: 'stopped' },
    usage: { tokens: 3088 },
    session: '01a1df83-2ddf-74e1-a101-38fb5e7ff890',
    said: 'Done.',
    notices: [METADATA],
  },
  'todo-list': {
    end: { kind: 'stopped' },
    usage: { tokens: 3094 },
    session: '01a1df86-e7ef-7512-9c45-6971fb93fd6c',
    said: 'All done.',
    notices: [METADATA],
    todos: [
      { id: '1', text: 'One', status: 'done' },
      { id: '2', text: 'Two', status: 'done' },
    ],
  },
}

describe('every recorded stream', () => {
  for (const [name, lines] of streams) test(name, () => expect(told(driver, lines)).toEqual(expected[name] ?? {}))
  test('none is missing here, none is too many', () =>
    expect([...streams.keys()].sort()).toEqual(Object.keys(expected).sort()))
})

describe('what it did', () => {
  test('files, commands, and how they ended', () => {
    const { work } = folded(driver, linesOf('items')).window
    expect([work.calls, work.workCalls, work.progress, work.lastTool, work.recentErrors]).toEqual([
      2,
      2,
      1,
      { name: 'shell', detail: 'echo out; echo err >&2; exit 3', failed: true },
      ['shell (echo out; echo err >&2; exit 3)'],
    ])
  })
  test('our tools are no work, and seen as claims', () => {
    const { work, claimCalls } = folded(driver, linesOf('mcp-complete-task')).window
    expect([work.workCalls, work.lastTool?.name, claimCalls.map(({ id, via }) => [id, via])]).toEqual([
      0,
      'shell',
      [['item_1', 'tool']],
    ])
  })
  test('a call that nobody approved has failed', () => {
    const { work, claimCalls } = folded(driver, linesOf('mcp-not-approved')).window
    expect([work.calls, work.pending, claimCalls.map(({ receipt }) => receipt)]).toEqual([0, [], [undefined]])
  })
  test("a subagent's words are not the agent's", () => {
    const { window } = folded(driver, linesOf('subagent'))
    expect([window.texts, window.staleTexts, window.work.calls]).toEqual([['Done.'], [], 2])
  })
})

describe('words are only words (F16)', () => {
  const WORDS = [
    'You’ve hit your usage limit. Visit https://chatgpt.com/settings/usage to purchase more credits or try again later.',
    'exceeded retry limit, last status: 429 Too Many Requests',
    'unexpected status 401 Unauthorized: x',
    '{"type":"turn.failed","error":{"message":"Quota exceeded."}}',
    "Codex ran out of room in the model's context window.",
  ]
  const item = (part: object): unknown => ({ type: 'item.completed', item: { id: 'i', ...part } })
  const kindsIn = (line: unknown): string[] => driver.toSignals(line).map(({ kind }) => kind)
  for (const words of WORDS) {
    test(words.slice(0, 60), () =>
      expect([
        kindsIn(item({ type: 'agent_message', text: words })),
        kindsIn(item({ type: 'reasoning', text: words })),
        kindsIn(item({ type: 'command_execution', command: 'cat a', aggregated_output: words, status: 'failed' })),
        kindsIn(item({ type: 'mcp_tool_call', server: 'x', tool: 'y', result: { content: [{ text: words }] } })),
        // A line that only tells of a retry is no end.
        kindsIn({ type: 'error', message: words }),
      ]).toEqual([['entry'], [], ['entry', 'entry'], ['entry', 'entry'], ['retries']]),
    )
  }
  test('a sentence counts only where it begins the message', () =>
    expect(
      driver.toSignals({
        type: 'turn.failed',
        error: { message: 'the tool said: Quota exceeded. unexpected status 401 x' },
      }),
    ).toEqual([
      { kind: 'ended', end: { kind: 'api-error', detail: 'the tool said: Quota exceeded. unexpected status 401 x' } },
    ]))
})

describe('lines that were not recorded', () => {
  const rows: ReadonlyArray<readonly [name: string, line: unknown, expected: unknown]> = [
    ['a failure without a word', { type: 'turn.failed' }, [{ kind: 'ended', end: { kind: 'api-error' } }]],
    ['an end without usage', { type: 'turn.completed' }, [{ kind: 'ended', end: { kind: 'stopped' } }]],
    [
      'input from the cache is among the input',
      { type: 'turn.completed', usage: { input_tokens: 10, cached_input_tokens: 8, output_tokens: 2 } },
      [
        { kind: 'used', tokens: 12 },
        { kind: 'ended', end: { kind: 'stopped' } },
      ],
    ],
    ['a thread without an id', { type: 'thread.started' }, []],
    ['an item that is none', { type: 'item.completed', item: 'x' }, []],
    [
      'a search',
      { type: 'item.started', item: { id: 'w', type: 'web_search', query: 'bun' } },
      [{ kind: 'doing', id: 'w', text: 'web_search bun' }],
    ],
    [
      'a claim by command',
      {
        type: 'item.completed',
        item: {
          id: 'c',
          type: 'command_execution',
          command: `/bin/bash -lc 'fullstop claim success --summary "it'\\''s done"'`,
          aggregated_output: 'Receipt: clm_0123456789abcdef for task_1',
          exit_code: 0,
          status: 'completed',
        },
      },
      [
        {
          kind: 'entry',
          entry: {
            kind: 'tool-called',
            id: 'c',
            name: 'shell',
            access: 'ours',
            detail: `fullstop claim success --summary "it's done"`,
            isClaim: true,
          },
        },
        {
          kind: 'entry',
          entry: {
            kind: 'tool-returned',
            id: 'c',
            failed: false,
            receipt: { id: 'clm_0123456789abcdef', task: 'task_1' },
          },
        },
      ],
    ],
    [
      'a command that was declined',
      {
        type: 'item.completed',
        item: { id: 'd', type: 'command_execution', command: 'zsh -lc ls', status: 'declined' },
      },
      [
        { kind: 'entry', entry: { kind: 'tool-called', id: 'd', name: 'shell', access: 'read', detail: 'ls' } },
        { kind: 'entry', entry: { kind: 'tool-returned', id: 'd', failed: false, denied: true } },
      ],
    ],
  ]
  for (const [name, line, expected] of rows) test(name, () => expect(driver.toSignals(line)).toEqual(expected as never))

  test('counts that cannot be are none', () =>
    expect(
      driver.toSignals({
        type: 'turn.completed',
        usage: { input_tokens: Number.POSITIVE_INFINITY, output_tokens: -5 },
      }),
    ).toEqual([
      { kind: 'used', tokens: 0 },
      { kind: 'ended', end: { kind: 'stopped' } },
    ]))
})
