// `fullstop acp` between an agent and an editor that send what nobody should: broken, doubled or reordered lines. They
// pass as they came, and no turn ends before it is decided.
import { expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AcpAct } from '../fake-agents/acp-program.ts'
import { acpAgent, type Received, saysDone, writesAnswer } from './acp-agent.ts'
import { openEditor } from './acp-editor.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { strict, until } from './checking.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'
import { ANSWER, REQUEST, story } from './running.ts'

const begins: AcpAct = { do: 'write', file: 'notes', text: 'Begun.\n' }
const COMPLETED = [
  'continue by 11: no-claim',
  'claims success by done-token',
  'completed by 4: checks-passed',
  'ended: completed',
]

/** The agent sends these lines in a turn that ends too early, and does its work once it is sent back. */
async function playedWith(
  lines: readonly string[],
  prompt?: (id: string, session: string) => string,
): Promise<string[]> {
  using room = newRoom()
  const repository = makeRepository(room, { 'check.sh': 'test "$(cat answer)" = 42\n' })
  await trustChecks(room, repository, [ANSWER])
  const agent = acpAgent(room)
  agent.script([
    [begins, ...lines.map((line): AcpAct => ({ do: 'line', line }))],
    [writesAnswer, saysDone],
  ])
  await using editor = openEditor(room, agent.argv, strict)
  const session = await editor.open(room.cwd)
  if (prompt) {
    const answered = editor.answerTo('mine')
    editor.write(prompt('mine', session))
    expect((await answered).result).toEqual({ stopReason: 'end_turn' })
  } else {
    expect((await editor.prompt(session, REQUEST)).result).toEqual({ stopReason: 'end_turn' })
  }
  const answers = editor.heard.filter(({ result }) => result?.stopReason !== undefined)
  expect(answers).toHaveLength(1)
  expect(editor.lines.filter((line) => line.includes('"end_turn"'))).toHaveLength(1)
  expect(agent.turns()).toBe(2)
  const opened = room.allEvents().filter((event) => event.kind === 'request.opened')
  expect(opened.map((event) => event.prompt)).toEqual([REQUEST])
  return story(room.allEvents())
}

const update = (value: string): string =>
  `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"{session}","update":${value}}}`
const END = '"result":{"stopReason":"end_turn"}'

const LINES: ReadonlyArray<readonly [what: string, lines: readonly string[]]> = [
  ['the end of the turn twice', [`{"jsonrpc":"2.0","id":2,${END}}`]],
  ['the end of the turn twice, with blanks before it', [`  {"jsonrpc":"2.0","id":2,${END}}`]],
  ['an end in a batch', [`[{"jsonrpc":"2.0","id":2,${END}}]`]],
  ['an end in a batch, between updates', [` [${update('{}')} , {"jsonrpc":"2.0","id":2,${END}},${update('{}')}]`]],
  ['an end whose id is a text', [`{"jsonrpc":"2.0","id":"2",${END}}`]],
  ['an end whose id is a text, in a batch', [`[{"jsonrpc":"2.0","id":" 2.0 ",${END}}]`]],
  ['an end that hides as an update', [`{"jsonrpc":"2.0","id":2,${END},"_meta":{"method":"session/update"}}`]],
  [
    'an end that is a request as well',
    [`{"jsonrpc":"2.0","id":2,"method":"session/request_permission","params":{},${END}}`],
  ],
  [
    'an end in an update',
    [`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"{session}","update":{}},"id":2,${END}}`],
  ],
  [
    'an end in an update, its id escaped',
    [`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"{session}"},"\\u0069d":2,${END}}`],
  ],
  ['an end that is no error', [`{"jsonrpc":"2.0","id":2,"error":null,${END}}`]],
  ['an end with a comma too many', [`{"jsonrpc":"2.0","id":2,${END},}`]],
  ['an end that only lenient parsers read', ['{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn","a":NaN}}']],
  ['an end with a null character behind it', [`{"jsonrpc":"2.0","id":2,${END}}\u0000`]],
  ['an update and an end in a line, with a bare carriage return between', [`${update('{}')}\r{"id":2,${END}}`]],
  ['an end with two ids', [`{"jsonrpc":"2.0","id":2,${END},"id":99}`]],
  ['an end whose id is a list', [`{"jsonrpc":"2.0","id":[2],${END}}`]],
  ['an end whose id is a list in a list', [`{"jsonrpc":"2.0","id":[["2"]],${END}}`]],
  ['the end of a prompt that nobody sent', [`{"jsonrpc":"2.0","id":"fullstop-1-x","result":{}}`, '{"id":null}']],
  [
    'lines that are not JSON',
    ['', '}{', '{"jsonrpc":"2.0","method":"session/update"', '\u0000', 'null', '[]', '{"a":1}}'],
  ],
  [
    'updates of nothing',
    ['null', '1', '[]', '{}', '{"sessionUpdate":null}', '{"sessionUpdate":"__proto__"}'].map(update),
  ],
  [
    'a call that ends before it begins',
    [update('{"sessionUpdate":"tool_call_update","toolCallId":"x","status":"completed"}')],
  ],
  [
    'fields of the wrong kind',
    [update('{"sessionUpdate":"tool_call","toolCallId":7,"title":[],"kind":{},"status":1}')],
  ],
  [
    'words of the wrong kind',
    [update('{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":{"a":1}}}')],
  ],
  [
    'a token in the thoughts',
    [update('{"sessionUpdate":"agent_thought_chunk","content":{"type":"text","text":"{token}"}}')],
  ],
  [
    'a token said as the person',
    [update('{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"{token}"}}')],
  ],
  [
    'a token in another session',
    [
      update('{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"{token}"}}').replace(
        '{session}',
        'other',
      ),
    ],
  ],
  [
    'the lines of the gate itself',
    [
      update(
        '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Fullstop: completed"},"_meta":{"fullstop":{"continuations":1}}}',
      ),
    ],
  ],
  [
    'keys of prototypes',
    [update('{"sessionUpdate":"tool_call","toolCallId":"__proto__","rawInput":{"__proto__":{"command":"ls"}}}')],
  ],
]

test.each(quarterOf(LINES, 0))('[acp-gate] an agent sends %s', async (_what, lines) => {
  expect(await playedWith(lines)).toEqual(COMPLETED)
})

test('[acp-gate] an agent answers everything under the text of its id: the session is gated all the same', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'check.sh': 'test "$(cat answer)" = 42\n' })
  await trustChecks(room, repository, [ANSWER])
  const agent = acpAgent(room)
  agent.script([[begins], [writesAnswer, saysDone]], { textIds: true })
  await using editor = openEditor(room, agent.argv, strict)
  const session = await editor.open(room.cwd)
  expect((await editor.prompt(session, REQUEST)).result).toEqual({ stopReason: 'end_turn' })
  expect(story(room.allEvents())).toEqual(COMPLETED)
})

test('[acp-gate] an end with an error beside it is an error for every editor, and one for the session', async () => {
  using room = newRoom()
  const agent = acpAgent(room)
  const both = `{"jsonrpc":"2.0","id":2,${END},"error":{"code":-32603,"message":"Overloaded"},"method":"x"}`
  agent.script([[begins, { do: 'line', line: both }, { do: 'hold', file: 'never' }]])
  await using editor = openEditor(room, agent.argv, strict)
  const session = await editor.open(room.cwd)
  const answer = { jsonrpc: '2.0', id: 2, error: { code: -32603, message: 'Overloaded' } }
  expect(await editor.prompt(session, REQUEST)).toEqual(answer)
  expect(editor.lines.filter((line) => line.includes('"end_turn"'))).toEqual([])
})

const blocks = JSON.stringify([{ type: 'text', text: REQUEST }])
const PROMPTS: ReadonlyArray<readonly [what: string, prompt: (id: string, session: string) => string]> = [
  [
    'blanks before it',
    (id, session) =>
      `\t {"jsonrpc":"2.0","id":"${id}","method":"session/prompt","params":{"sessionId":"${session}","prompt":${blocks}}}`,
  ],
  [
    'its method escaped',
    (id, session) =>
      `{"jsonrpc":"2.0","id":"${id}","method":"session\\u002fprompt","params":{"sessionId":"${session}","prompt":${blocks}}}`,
  ],
  [
    'its method far from both ends',
    (id, session) =>
      `{"params":{"sessionId":"${session}","prompt":${blocks},"_meta":{"a":"${'x'.repeat(2000)}"}},"method":"session/prompt","id":"${id}","_meta":{"b":"${'y'.repeat(2000)}"}}`,
  ],
  [
    'its method far from both ends of a long line',
    (id, session) =>
      `{"params":{"sessionId":"${session}","prompt":${blocks},"_meta":{"a":"${'x'.repeat(300_000)}"}},"method":"session/prompt","id":"${id}","_meta":{"b":"${'y'.repeat(300_000)}"}}`,
  ],
  [
    'its method escaped, far from both ends of a long line',
    (id, session) =>
      `{"params":{"sessionId":"${session}","prompt":${blocks},"_meta":{"a":"${'x'.repeat(300_000)}"}},"\\u006dethod":"session/prompt","id":"${id}","_meta":{"b":"${'y'.repeat(2000)}"}}`,
  ],
  [
    'a result beside its method',
    (id, session) =>
      `{"jsonrpc":"2.0","id":"${id}","result":{},"method":"session/prompt","params":{"sessionId":"${session}","prompt":${blocks}}}`,
  ],
  [
    'others in a batch',
    (id, session) =>
      `[{"jsonrpc":"2.0","method":"_vendor/told"},{"jsonrpc":"2.0","id":"${id}","method":"session/prompt","params":{"sessionId":"${session}","prompt":${blocks}}}]`,
  ],
  [
    'others in a long batch',
    (id, session) =>
      `[{"jsonrpc":"2.0","method":"_vendor/told","params":{"a":"${'x'.repeat(300_000)}"}},{"jsonrpc":"2.0","id":"${id}","method":"session/prompt","params":{"sessionId":"${session}","prompt":${blocks}}},{"jsonrpc":"2.0","method":"_vendor/told","params":{"a":"${'x'.repeat(1000)}"}}]`,
  ],
  [
    'words in place of blocks',
    (id, session) =>
      `{"jsonrpc":"2.0","id":"${id}","method":"session/prompt","params":{"sessionId":"${session}","prompt":${JSON.stringify(REQUEST)}}}`,
  ],
]

test.each(quarterOf(PROMPTS, 3))('[acp-gate] an editor sends a prompt with %s', async (_what, prompt) => {
  expect(await playedWith([], prompt)).toEqual(COMPLETED)
})

test('[acp-gate] a request of the editor under an id that nothing can answer is refused', async () => {
  using room = newRoom()
  const agent = acpAgent(room)
  agent.script([[begins]])
  await using editor = openEditor(room, agent.argv, strict)
  const session = await editor.open(room.cwd)
  const params = { sessionId: session, prompt: [{ type: 'text', text: REQUEST }] }
  for (const id of [[7], { a: 1 }, true]) {
    editor.write(JSON.stringify({ jsonrpc: '2.0', id, method: 'session/prompt', params }))
  }
  await until(() => editor.lines.filter((line) => line.includes('-32600')).length === 3)
  expect(agent.prompts()).toEqual([])
  editor.write(JSON.stringify({ jsonrpc: '2.0', id: null, method: 'session/prompt', params }))
  await until(() => editor.heard.some(({ id, result }) => id === null && result?.stopReason === 'end_turn'))
  expect(story(room.allEvents())[0]).toBe('continue by 11: no-claim')
})

test('[acp-gate] a cancel that asks for an answer is a cancel, and the session stays gated', async () => {
  using room = newRoom()
  const agent = acpAgent(room)
  agent.script([[begins, { do: 'hold', file: 'never' }], [begins]])
  await using editor = openEditor(room, agent.argv, strict)
  const session = await editor.open(room.cwd)
  const first = editor.prompt(session, REQUEST)
  await until(agent.isHolding)
  void editor.request('session/cancel', { sessionId: session })
  expect((await first).result).toEqual({ stopReason: 'cancelled' })
  await editor.prompt(session, REQUEST)
  expect(story(room.allEvents())).toContain('continue by 11: no-claim')
})

/** Answers what an editor opens a session with, and then does this with the prompt. */
function shellAgent(room: Room, atPrompt: string, session = '"s"'): string[] {
  const path = join(room.root, 'agent.sh')
  const answer = (id: number, result: string): string => `echo '{"jsonrpc":"2.0","id":${id},"result":${result}}'`
  const opens = [
    'read line',
    answer(0, '{"protocolVersion":1}'),
    'read line',
    answer(1, `{"sessionId":${session}}`),
    'read line',
  ]
  writeFileSync(path, `${[...opens, atPrompt].join('\n')}\n`)
  return ['sh', path]
}

test.each<[what: string, atPrompt: string]>([
  ['closes its output and works on', 'exec 1>&-; while read line; do :; done; sleep 600 2>/dev/null'],
  ['dies while a process that it has started keeps its output open', 'sleep 600 2>/dev/null & kill -9 $$'],
])('[acp-gate] an agent that %s: an error for the editor, and the gate ends', async (_what, atPrompt) => {
  using room = newRoom()
  makeRepository(room)
  const editor = openEditor(room, shellAgent(room, atPrompt), strict)
  const session = await editor.open(room.cwd)
  expect((await editor.prompt(session, REQUEST)).error?.message).toMatch(/^The agent is gone: /)
  expect(await editor.ended).toBe(1)
})

const WORKS = `'{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":SESSION,"update":{"sessionUpdate":"tool_call","toolCallId":"a","title":"Write","kind":"edit","status":"completed"}}}'`
test.each<[what: string, made: string, prompted: string]>([
  ['names its session by a number', '7', '7'],
  ['takes a prompt for a session that the editor did not open', '"s"', '"other"'],
  ['answers for a new session twice', `"s"}}'; echo '{"jsonrpc":"2.0","id":1,"result":{"sessionId":"t"`, '"t"'],
])('[acp-gate] an agent %s: it is gated', async (_what, made, prompted) => {
  using room = newRoom()
  makeRepository(room)
  const told = join(room.root, 'told')
  const works = `echo ${WORKS.replace('SESSION', prompted)}; echo '{"jsonrpc":"2.0","id":2,${END}}'`
  const agent = shellAgent(room, `${works}; read line; echo "$line" > ${told}; read line`, made)
  await using editor = openEditor(room, agent, strict)
  await editor.request('initialize', { protocolVersion: 1, clientCapabilities: {} })
  await editor.request('session/new', { cwd: room.cwd, mcpServers: [] })
  const sessionId: unknown = JSON.parse(prompted)
  void editor.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: REQUEST }] })
  await until(() => existsSync(told) && readFileSync(told, 'utf8').endsWith('\n'))
  const { id, params } = JSON.parse(readFileSync(told, 'utf8')) as Received
  expect(String(id)).toStartWith('fullstop-1-')
  expect<unknown>(params?.sessionId).toBe(sessionId)
})

test('[acp-gate] the editor hears of a new session before it hears of what the session can do', async () => {
  using room = newRoom()
  const commands = update('{"sessionUpdate":"available_commands_update","availableCommands":[]}').replace(
    '{session}',
    's',
  )
  const agent = shellAgent(room, 'read line', `"s"}}'; echo '${commands.slice(0, -2)}`)
  await using editor = openEditor(room, agent, strict)
  await editor.open(room.cwd)
  await until(() => editor.heard.length === 3)
  expect(editor.heard.map(({ id, method }) => method ?? id)).toEqual([0, 1, 'session/update'])
})

test.skipIf(isVariant)(
  '[acp-gate] an editor that prompts a session before it is loaded is gated, and the agent loads first',
  async () => {
    using room = newRoom()
    makeRepository(room)
    const agent = acpAgent(room)
    agent.script([[begins]], { canLoad: true, rest: [saysDone] })
    const first = openEditor(room, agent.argv, strict)
    const session = await first.open(room.cwd)
    await first[Symbol.asyncDispose]()
    await using editor = openEditor(room, agent.argv, strict)
    await editor.request('initialize', { protocolVersion: 1, clientCapabilities: {} })
    void editor.request('session/load', { sessionId: session, cwd: room.cwd, mcpServers: [] })
    expect((await editor.prompt(session, REQUEST)).result).toEqual({ stopReason: 'end_turn' })
    expect(story(room.allEvents())[0]).toBe('continue by 11: no-claim')
  },
)

test('[acp-gate] a prompt and its cancel in one piece: the agent never reads the prompt', async () => {
  using room = newRoom()
  const agent = acpAgent(room)
  agent.script([[begins]])
  await using editor = openEditor(room, agent.argv, strict)
  const session = await editor.open(room.cwd)
  const answered = editor.answerTo('mine')
  const params = { sessionId: session, prompt: [{ type: 'text', text: REQUEST }] }
  const prompt = { jsonrpc: '2.0', id: 'mine', method: 'session/prompt', params }
  const cancel = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: session } }
  editor.write(`${JSON.stringify(prompt)}\n${JSON.stringify(cancel)}`)
  expect((await answered).result).toEqual({ stopReason: 'cancelled' })
  await editor.request('_vendor/asked', {})
  expect(agent.prompts()).toEqual([])
  expect(editor.heard.filter(({ id }) => id === 'mine')).toHaveLength(1)
})

test.skipIf(isVariant)(
  '[acp-gate] an error in answer to our continuation reaches the editor under its own id',
  async () => {
    using room = newRoom()
    makeRepository(room)
    const agent = acpAgent(room)
    agent.script([[begins], [{ do: 'fail', code: -32603, message: 'Overloaded' }]])
    await using editor = openEditor(room, agent.argv, strict)
    const session = await editor.open(room.cwd)
    expect(await editor.prompt(session, REQUEST)).toMatchObject({ id: 2, error: { message: 'Overloaded' } })
    expect(story(room.allEvents())).not.toContain('ended: completed')
  },
)
