// `fullstop acp` between an agent and an editor that send what nobody should: broken, doubled or reordered lines. They
// pass as they came, and no turn ends before it is decided.
import { expect, test } from 'bun:test'
import type { AcpAct } from '../fake-agents/acp-program.ts'
import { acpAgent, saysDone, writesAnswer } from './acp-agent.ts'
import { openEditor } from './acp-editor.ts'
import { strict } from './checking.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom } from './room.ts'
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
  expect(agent.prompts()).toHaveLength(2)
  expect(agent.prompts()[0]).toContain(REQUEST)
  const opened = room.allEvents().filter((event) => event.kind === 'request.opened')
  expect(opened.map((event) => event.prompt)).toEqual([REQUEST])
  return story(room.allEvents())
}

const update = (value: string): string =>
  `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"{session}","update":${value}}}`
const END = '"result":{"stopReason":"end_turn"}'

test.each<[what: string, lines: readonly string[]]>([
  ['the end of the turn twice', [`{"jsonrpc":"2.0","id":2,${END}}`]],
  ['the end of the turn twice, with blanks before it', [`  {"jsonrpc":"2.0","id":2,${END}}`]],
  ['an end in a batch', [`[{"jsonrpc":"2.0","id":2,${END}}]`]],
  ['an end in a batch, between updates', [` [${update('{}')} , {"jsonrpc":"2.0","id":2,${END}},${update('{}')}]`]],
  ['an end whose id is a text', [`{"jsonrpc":"2.0","id":"2",${END}}`]],
  ['an end whose id is a text, in a batch', [`[{"jsonrpc":"2.0","id":" 2.0 ",${END}}]`]],
  ['an end that hides as an update', [`{"jsonrpc":"2.0","id":2,${END},"_meta":{"method":"session/update"}}`]],
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
])('[acp-gate] an agent sends %s', async (_what, lines) => {
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

const blocks = JSON.stringify([{ type: 'text', text: REQUEST }])
test.each<[what: string, prompt: (id: string, session: string) => string]>([
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
])('[acp-gate] an editor sends a prompt with %s', async (_what, prompt) => {
  expect(await playedWith([], prompt)).toEqual(COMPLETED)
})
