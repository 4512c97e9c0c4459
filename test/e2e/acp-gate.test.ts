// `fullstop acp`: the gate between an editor and an ACP agent. Both ends are real processes: a scripted agent, and an editor
// that keeps every line.
import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../src/contract/config/config.ts'
import type { AcpAct } from '../fake-agents/acp-program.ts'
import { amount, isVariant, quarterOf } from '../rounds.ts'
import { type AcpAgent, acpAgent, claims, saysDone, writesAnswer } from './acp-agent.ts'
import { type Editor, openEditor } from './acp-editor.ts'
import { binary } from './binary.ts'
import { strict, until } from './checking.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { type Env, newRoom, type Output, type Room } from './room.ts'
import { ANSWER, REQUEST, story } from './running.ts'
import { damageStore } from '../damage-store.ts'

interface Gated extends AsyncDisposable {
  readonly room: Room
  readonly repository: Repository
  readonly agent: AcpAgent
  readonly editor: Editor
  /** A second editor, with an agent of its own. */
  readonly again: (env?: Env) => Editor
}

async function gated(env: Env = strict, config: Config = {}): Promise<Gated> {
  const room = newRoom()
  const repository = makeRepository(room, {
    'check.sh': 'test "$(cat answer)" = 42 || { echo "the answer is wrong"; exit 3; }\n',
  })
  await trustChecks(room, repository, [ANSWER], config)
  const agent = acpAgent(room)
  const editors: Editor[] = []
  const again = (more = env): Editor => {
    const editor = openEditor(room, agent.argv, more)
    editors.push(editor)
    return editor
  }
  let first: Editor | undefined
  return {
    room,
    repository,
    agent,
    get editor() {
      return (first ??= again())
    },
    again,
    [Symbol.asyncDispose]: async () => {
      for (const editor of editors) await editor[Symbol.asyncDispose]()
      room[Symbol.dispose]()
    },
  }
}

const begins: AcpAct = { do: 'write', file: 'notes', text: 'Begun.\n' }
const looks: AcpAct = { do: 'say', text: 'I looked around.' }

test('[acp-gate] a premature end of the turn is continued inside it, visibly, until the checks pass', async () => {
  await using here = await gated()
  here.agent.script([[begins, looks], [saysDone], [writesAnswer, saysDone]])
  const { editor } = here
  const session = await editor.open(here.room.cwd)
  const { result } = await editor.prompt(session, REQUEST)
  expect(result).toEqual({ stopReason: 'end_turn' })
  expect(story(here.room.allEvents())).toEqual([
    'continue by 11: no-claim',
    'claims success by done-token',
    'continue by 5: check-failed',
    'claims success by done-token',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  expect(editor.ours()).toEqual([
    { text: 'FULLSTOP (1/5) Stop refused: nothing says that the task is done.', about: { continuation: 1 } },
    { text: 'FULLSTOP (2/5) Not done: check "answer" failed (exit 3)', about: { continuation: 2 } },
    {
      text: expect.stringMatching(/^Fullstop: completed, passed: answer\. More: fullstop show task_\w+$/) as never,
      about: { continuations: 2 },
    },
  ])
  expect(editor.heard.filter(({ result: answer }) => answer?.stopReason !== undefined)).toHaveLength(1)
})

test('[acp-gate] a claim by tool counts for the session that made it, with two sessions on one connection', async () => {
  await using here = await gated()
  here.agent.script([
    [begins, looks],
    [begins, claims('success')],
    [writesAnswer, claims('success')],
    [writesAnswer, saysDone],
  ])
  const { editor } = here
  const one = await editor.open(here.room.cwd)
  const { result: made } = await editor.request('session/new', { cwd: here.room.cwd, mcpServers: [] })
  const two = made?.sessionId ?? ''
  expect(two).not.toBe(one)
  const first = await editor.prompt(one, REQUEST)
  expect(first.result).toEqual({ stopReason: 'end_turn' })
  expect(here.agent.heard().map((text) => text.split('\n', 1)[0])).toEqual([
    'FULLSTOP (2/5) Not done: check "answer" failed (exit 3)',
    'Task completed successfully.',
  ])
  const second = await editor.prompt(two, REQUEST)
  expect(second.result).toEqual({ stopReason: 'end_turn' })
  const ended = here.room.allEvents().filter((event) => event.kind === 'task.ended')
  expect(ended.map(({ outcome }) => outcome)).toEqual(['completed', 'completed'])
  expect(new Set(ended.map(({ session }) => session)).size).toBe(2)
})

test.skipIf(isVariant)(
  '[acp-gate] a review waits, its feedback reaches the agent with the next prompt, and its approval completes',
  async () => {
    await using here = await gated(strict, { review: 'always' })
    here.agent.script([
      [writesAnswer, saysDone],
      [{ do: 'write', file: 'notes', text: 'Why 42.\n' }, saysDone],
    ])
    const { editor, room } = here
    const session = await editor.open(room.cwd)
    expect((await editor.prompt(session, REQUEST)).result).toEqual({ stopReason: 'end_turn' })
    const [task] = await room.tasks()
    const answer = (...words: string[]): Promise<Output> => room.run(['review', task?.id ?? '', ...words, '--yes'])
    expect(editor.ours().at(-1)?.text).toContain(`fullstop review ${task?.id}`)
    expect((await answer('request-changes', 'Say why.')).code).toBe(0)
    expect((await editor.prompt(session, 'Go on.')).result).toEqual({ stopReason: 'end_turn' })
    expect(here.agent.prompts()[1]).toContain('Please address this feedback: Say why.')
    expect(here.agent.turns()).toBe(2)
    expect((await answer('approve')).code).toBe(0)
    expect((await room.tasks()).map(({ id, outcome }) => [id, outcome])).toEqual([[task?.id, 'completed']])
  },
)

test.skipIf(isVariant)('[acp-gate] conversation passes without a word of ours', async () => {
  await using here = await gated()
  here.agent.script([[{ do: 'say', text: 'It is a test runner.' }]])
  const session = await here.editor.open(here.room.cwd)
  const { result } = await here.editor.prompt(session, 'What is bun test?')
  expect(result).toEqual({ stopReason: 'end_turn' })
  expect(here.editor.ours()).toEqual([])
  expect(here.editor.words()).toBe('It is a test runner.')
})

test('[acp-gate] the agent is told once how to claim, after the words of the person', async () => {
  await using here = await gated()
  here.agent.script([], { rest: [looks] })
  const session = await here.editor.open(here.room.cwd)
  await here.editor.prompt(session, 'What is this?')
  await here.editor.prompt(session, '/compact')
  await here.editor.prompt(session, 'And that?')
  const [first = '', ...later] = here.agent.prompts()
  expect(first.startsWith('What is this?\n')).toBe(true)
  expect(first).toMatch(
    /call complete_task if you have it, else end your message with this line alone:\nFULLSTOP_DONE::acp_/,
  )
  expect(later).toEqual(['/compact', 'And that?'])
})

test.skipIf(isVariant)(
  '[acp-gate] an agent that never claims is let go with an outcome, and its stop is not called done',
  async () => {
    await using here = await gated()
    here.agent.script([], { rest: [begins, looks] })
    const session = await here.editor.open(here.room.cwd)
    const { result } = await here.editor.prompt(session, REQUEST)
    expect(result).toEqual({ stopReason: 'end_turn' })
    expect(story(here.room.allEvents()).at(-1)).toMatch(/^ended: (?:stuck|capped)$/)
    expect(here.editor.ours().at(-1)?.text).toMatch(/stuck|capped|not done|gave up/i)
  },
)

test('[acp-gate] cancel reaches the agent while it works on our continuation, and nothing follows', async () => {
  await using here = await gated()
  here.agent.script([
    [begins, looks],
    [{ do: 'hold', file: 'never' }, saysDone],
  ])
  const { editor } = here
  const session = await editor.open(here.room.cwd)
  const prompted = editor.prompt(session, REQUEST)
  await until(here.agent.isHolding)
  editor.notify('session/cancel', { sessionId: session })
  const { result, id } = await prompted
  expect(result).toEqual({ stopReason: 'cancelled' })
  const last = editor.heard.findIndex((message) => message.method === undefined && message.id === id)
  // One more exchange: whatever else the gate had to say would have come before its answer.
  await editor.request('vendor/echo', {})
  expect(editor.heard.slice(last + 1).map(({ method }) => method)).toEqual([undefined])
  expect(here.agent.prompts()).toHaveLength(2)
})

test.skipIf(isVariant)(
  '[acp-gate] cancel while the checks run ends the turn at once, and nothing follows',
  async () => {
    await using here = await gated()
    const gate = join(here.room.root, 'let-go')
    const check = { name: 'slow', run: `until test -e '${gate}'; do sleep 0.2; done; false`, shell: true }
    await trustChecks(here.room, here.repository, [check])
    here.agent.script([[writesAnswer, saysDone]])
    const { editor } = here
    const session = await editor.open(here.room.cwd)
    const prompted = editor.prompt(session, REQUEST)
    await until(() => here.room.allEvents().some((event) => event.kind === 'checks.started'))
    editor.notify('session/cancel', { sessionId: session })
    expect((await prompted).result).toEqual({ stopReason: 'cancelled' })
    writeFileSync(gate, '')
    await until(() => here.room.allEvents().some((event) => event.kind === 'checks.finished'))
    await editor.request('vendor/echo', {})
    expect(editor.ours()).toEqual([])
    expect(here.agent.prompts()).toHaveLength(1)
  },
)

test.skipIf(isVariant)('[acp-gate] permission requests pass at any time, in and outside of a turn', async () => {
  await using here = await gated()
  const ask =
    '{"jsonrpc":"2.0","id":"late","method":"session/request_permission","params":{"sessionId":"{session}","toolCall":{"toolCallId":"sub"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"}]}}'
  here.agent.script([[{ do: 'shell', line: 'true' }, looks, { do: 'line', line: ask }]])
  const { editor } = here
  const session = await editor.open(here.room.cwd)
  editor.permission = 'yes'
  await editor.prompt(session, 'What is this?')
  await until(() => here.agent.received().some(({ id, result }) => id === 'late' && result !== undefined))
  expect(editor.heard.filter(({ method }) => method === 'session/request_permission')).toHaveLength(2)
})

test('[acp-gate] a child that dies in mid-prompt is an error for the editor, never the end of a turn', async () => {
  await using here = await gated()
  here.agent.script([[begins, { do: 'die' }]])
  const session = await here.editor.open(here.room.cwd)
  const { error, result } = await here.editor.prompt(session, REQUEST)
  expect(result).toBeUndefined()
  expect(error).toEqual({ code: -32603, message: 'The agent is gone: it was ended by SIGKILL' })
  expect(await here.editor.ended).not.toBe(0)
})

test.each(quarterOf(['max_tokens', 'max_turn_requests', 'refusal'], 0))(
  '[acp-gate] the stop reason %s passes',
  async (reason) => {
    await using here = await gated()
    here.agent.script([[begins, looks, { do: 'stop', reason }]])
    const session = await here.editor.open(here.room.cwd)
    expect((await here.editor.prompt(session, REQUEST)).result).toEqual({ stopReason: reason })
    expect(here.agent.prompts()).toHaveLength(1)
  },
)

test.skipIf(isVariant)('[acp-gate] an error of the agent passes as it came', async () => {
  await using here = await gated()
  here.agent.script([[begins, { do: 'fail', code: -32099, message: 'the provider is busy' }]])
  const session = await here.editor.open(here.room.cwd)
  expect((await here.editor.prompt(session, REQUEST)).error).toEqual({ code: -32099, message: 'the provider is busy' })
})

test('[acp-gate] unknown methods and odd lines pass unchanged, both ways', async () => {
  await using here = await gated()
  const odd = ['{"jsonrpc":"2.0","method":"_vendor/note",  "params":{"a":1,"_meta":{"b":[]}}}', '{"x":1}']
  const question = '{"jsonrpc":"2.0","id":"v1",  "method":"_vendor/ask","params":{"sessionId":"{session}"}}'
  here.agent.script([[...[...odd, question].map((line): AcpAct => ({ do: 'line', line })), looks]])
  const { editor } = here
  const session = await editor.open(here.room.cwd)
  const { result } = await editor.request('_vendor/echo', { deep: { list: [1, null] } })
  expect(result).toEqual({ echo: { deep: { list: [1, null] } } })
  await editor.prompt(session, 'What is this?')
  expect(editor.lines.filter((line) => odd.includes(line))).toEqual(odd)
  expect(editor.lines).toContain(question.replace('{session}', session))
  editor.write('{"jsonrpc":"2.0","id":"v1",  "error":{"code":-32601,"message":"unknown"}}')
  await until(() => here.agent.received().some(({ id, error }) => id === 'v1' && error?.code === -32601))
  editor.write('{"jsonrpc":"2.0","method":"_vendor/told",  "params":{}}')
  await until(() => here.agent.received().some(({ method }) => method === '_vendor/told'))
})

test.skipIf(isVariant)('[acp-gate] whoever asks for a later version of the protocol gets version 1', async () => {
  await using here = await gated()
  here.agent.script([])
  const { result } = await here.editor.request('initialize', { protocolVersion: 2, clientCapabilities: {} })
  expect(result).toMatchObject({ protocolVersion: 1 })
  expect(here.agent.received()[0]?.params).toMatchObject({ protocolVersion: 1 })
})

test('[acp-gate] a line of many megabytes survives, both ways', async () => {
  await using here = await gated()
  const bytes = amount(64 * 1024 * 1024)
  here.agent.script([[{ do: 'long', bytes }], [looks]])
  const { editor } = here
  const session = await editor.open(here.room.cwd)
  await editor.prompt(session, 'What is this?')
  expect(editor.words().length).toBe(bytes)
  await editor.prompt(session, `What is this? ${'y'.repeat(bytes)}`)
  const [long] = here.agent.received().filter((line) => 'long' in line) as unknown as { readonly long: number }[]
  expect(long?.long).toBeGreaterThan(bytes)
})

test('[acp-gate] a session that is loaded in a new process goes on with its task, and its history is not told as new', async () => {
  await using here = await gated()
  here.agent.script(
    [
      [begins, looks, { do: 'stop', reason: 'max_tokens' }],
      [begins, looks],
      [writesAnswer, saysDone],
    ],
    {
      canLoad: true,
    },
  )
  const session = await here.editor.open(here.room.cwd)
  await here.editor.prompt(session, REQUEST)
  await here.editor[Symbol.asyncDispose]()
  const second = here.again()
  await second.request('initialize', { protocolVersion: 1 })
  const loaded = await second.request('session/load', { sessionId: session, cwd: here.room.cwd, mcpServers: [] })
  expect(loaded.error).toBeUndefined()
  expect((await second.prompt(session, 'Go on, please.')).result).toEqual({ stopReason: 'end_turn' })
  const opened = here.room.allEvents().filter((event) => event.kind === 'task.opened')
  expect(opened).toHaveLength(1)
  expect(story(here.room.allEvents()).at(-1)).toBe('ended: completed')
})

test.skipIf(isVariant)(
  '[acp-gate] an order typed in the editor is answered by the gate, and the agent never reads it',
  async () => {
    await using here = await gated()
    here.agent.script([])
    const session = await here.editor.open(here.room.cwd)
    const { result } = await here.editor.prompt(session, 'fullstop status')
    expect(result).toEqual({ stopReason: 'end_turn' })
    expect(here.editor.ours()[0]?.text).toMatch(/^Fullstop: /)
    expect(here.agent.prompts()).toEqual([])
  },
)

test('[acp-gate] our hook is silent below the gate: one of the two decides', async () => {
  await using here = await gated()
  const input = JSON.stringify({
    session_id: 'inner',
    transcript_path: join(here.room.root, 'none.jsonl'),
    cwd: here.room.cwd,
    hook_event_name: 'Stop',
    permission_mode: 'default',
    stop_hook_active: false,
    last_assistant_message: 'I stop here.',
  })
  const control = await here.room.run(['hook', 'claude'], { input, env: { ...strict, CLAUDECODE: '1' } })
  expect(control.stdout).not.toBe('')
  const line = `printf '%s' '${input}' | CLAUDECODE=1 CLAUDE_CODE_ENTRYPOINT=cli '${binary}' hook claude > '${here.agent.home}/hook'`
  here.agent.script([[{ do: 'shell', line }, looks]])
  const session = await here.editor.open(here.room.cwd)
  here.editor.permission = 'yes'
  await here.editor.prompt(session, 'What is this?')
  expect(readFileSync(join(here.agent.home, 'hook'), 'utf8').trim()).toBe('')
})

test.skipIf(isVariant)('[acp-gate] a failure of our own lets the stop pass, and says so', async () => {
  await using here = await gated()
  here.agent.script([[begins, looks]])
  const { editor } = here
  const session = await editor.open(here.room.cwd)
  await until(() => here.room.allEvents().some(({ kind }) => kind === 'session.seen'))
  damageStore(here.room.database)
  const { result } = await editor.prompt(session, REQUEST)
  expect(result).toEqual({ stopReason: 'end_turn' })
  expect(editor.ours().at(-1)?.text).toMatch(/^Fullstop: the stop was allowed, because /)
})

test('[acp-gate] nothing is left behind when the editor goes', async () => {
  await using here = await gated()
  here.agent.script([[looks], [{ do: 'hold', file: 'never' }]])
  const session = await here.editor.open(here.room.cwd)
  await here.editor.prompt(session, 'What is this?')
  void here.editor.prompt(session, REQUEST)
  await until(here.agent.isHolding)
  here.editor.child.stdin.end()
  expect(await here.editor.ended).toBe(0)
  const stints = join(here.room.state, 'stints')
  expect(existsSync(stints) ? readdirSync(stints) : []).toEqual([])
})

test.skipIf(isVariant)(
  '[acp-gate] two prompts at once: the agent works on until the last one ends, and that one is decided',
  async () => {
    await using here = await gated()
    here.agent.script([[begins, { do: 'hold', file: 'go' }, looks], [looks], [writesAnswer, saysDone]])
    const { editor } = here
    const session = await editor.open(here.room.cwd)
    const first = editor.prompt(session, REQUEST)
    await until(here.agent.isHolding)
    expect((await editor.prompt(session, 'Use 42.')).result).toEqual({ stopReason: 'end_turn' })
    expect(editor.ours()).toEqual([])
    here.agent.release('go')
    expect((await first).result).toEqual({ stopReason: 'end_turn' })
    expect(editor.ours().map(({ about }) => about)).toEqual([{ continuation: 1 }, { continuations: 1 }])
    expect(story(here.room.allEvents()).at(-1)).toBe('ended: completed')
  },
)

test('[acp-gate] an agent that waits for work in the background is left alone, and sent back once it has woken up', async () => {
  await using here = await gated()
  const told = (update: object): AcpAct => ({
    do: 'line',
    line: JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: '{session}', update } }),
  })
  const call = { toolCallId: 'b1', title: 'npm run build', kind: 'execute' }
  const rawInput = { command: 'npm run build', run_in_background: true }
  const starts = told({ sessionUpdate: 'tool_call', ...call, status: 'completed', rawInput })
  here.agent.script([
    [begins, starts, looks],
    [begins, looks],
    [writesAnswer, saysDone],
  ])
  const { editor } = here
  const session = await editor.open(here.room.cwd)
  expect((await editor.prompt(session, REQUEST)).result).toEqual({ stopReason: 'end_turn' })
  expect(here.agent.prompts()).toHaveLength(1)
  expect(story(here.room.allEvents())).toEqual(['waiting by 10: background-work'])
  const woken = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'The build is over.' } }
  await editor.request('_fake/tell', { sessionId: session, update: woken })
  await editor.prompt(session, 'And now?')
  expect(editor.ours().some(({ about }) => about['continuation'] === 1)).toBe(true)
})

test('[acp-gate] whatever an editor sends, the session stays gated', async () => {
  await using here = await gated()
  here.agent.script(
    [
      [begins, looks],
      [writesAnswer, saysDone],
    ],
    { canLoad: true },
  )
  const { editor } = here
  const session = await editor.open(here.room.cwd)
  const params = { sessionId: session, prompt: 'no blocks' }
  const odd = [
    '{"jsonrpc":"2.0","id":9,"method":"session/prompt"',
    '[{"jsonrpc":"2.0","id":9,"method":"session/prompt"}]',
    '"session/prompt"',
    JSON.stringify({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 'nobody' } }),
    JSON.stringify({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'nothing' } }),
    JSON.stringify({ jsonrpc: '2.0', id: {}, method: 'session/close', params }),
    JSON.stringify({ jsonrpc: '2.0', id: 'gone', result: { method: 'session/prompt' } }),
  ]
  for (const line of odd) editor.write(line)
  const foreign = { cwd: here.room.cwd, mcpServers: [null, 7] }
  expect((await editor.request('session/load', { ...foreign, sessionId: 'foreign' })).error?.code).toBe(-32603)
  expect((await editor.prompt('foreign', 'Go on.')).error?.code).toBe(-32602)
  const { result } = await editor.prompt(session, REQUEST)
  expect(result).toEqual({ stopReason: 'end_turn' })
  expect(story(here.room.allEvents()).at(-1)).toBe('ended: completed')
})

test.skipIf(isVariant)(
  '[acp-gate] a load that fails leaves the session gated, and what is told meanwhile is heard',
  async () => {
    await using here = await gated()
    here.agent.script(
      [
        [begins, looks],
        [writesAnswer, saysDone],
      ],
      { canLoad: true, forgets: true },
    )
    const { editor } = here
    const session = await editor.open(here.room.cwd)
    const again = { sessionId: session, cwd: here.room.cwd, mcpServers: [] }
    expect((await editor.request('session/load', again)).error).toBeDefined()
    await editor.prompt(session, REQUEST)
    expect(story(here.room.allEvents()).at(-1)).toBe('ended: completed')
  },
)

test.skipIf(isVariant)(
  '[acp-gate] a session that the editor closes in our continuation still answers its prompt, and is left alone',
  async () => {
    await using here = await gated()
    here.agent.script([
      [begins, looks],
      [{ do: 'hold', file: 'go' }, looks],
    ])
    const { editor } = here
    const session = await editor.open(here.room.cwd)
    const prompted = editor.prompt(session, REQUEST)
    await until(here.agent.isHolding)
    await editor.request('session/close', { sessionId: session })
    here.agent.release('go')
    expect((await prompted).result).toEqual({ stopReason: 'end_turn' })
    expect(here.agent.prompts()).toHaveLength(2)
  },
)

test.skipIf(isVariant)(
  '[acp-gate] a gate that was killed, and keys of sessions long gone, are cleaned up by the next one',
  async () => {
    await using here = await gated()
    here.agent.script([], { rest: [looks] })
    await here.editor.open(here.room.cwd)
    const keys = join(here.room.state, 'acp')
    await until(() => existsSync(keys) && readdirSync(keys).length === 1)
    const stints = join(here.room.state, 'stints')
    expect(readdirSync(stints)).toHaveLength(1)
    here.editor.child.kill('SIGKILL')
    await here.editor.ended
    const old = join(keys, 'old')
    writeFileSync(old, 'acp_old')
    utimesSync(old, 0, 0)
    const next = here.again()
    await next.open(here.room.cwd)
    expect(readdirSync(stints)).toHaveLength(1)
    await until(() => !existsSync(old))
    expect(readdirSync(keys)).toHaveLength(2)
  },
)
