// A small ACP agent with a script: it decides nothing. `FAKE_ACP` names its folder: `script.json` says what each prompt
// leads to, `received.jsonl` gets every line that it reads. Sessions are remembered there, so that another process can
// load them.
import { appendFileSync, existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { callServer, type ServerTold } from './call-server.ts'

export type AcpAct =
  /** `{token}`: the done token that the agent was last told. */
  | { readonly do: 'say'; readonly text: string }
  | { readonly do: 'think'; readonly text: string }
  | { readonly do: 'write'; readonly file: string; readonly text: string }
  /** Asks first, and runs the line if it may. */
  | { readonly do: 'shell'; readonly line: string }
  | { readonly do: 'plan'; readonly items: readonly { readonly text: string; readonly done?: boolean }[] }
  /** A tool of the server from `session/new`. */
  | { readonly do: 'call'; readonly tool: string; readonly args: object }
  /** A request of its own to the client. */
  | { readonly do: 'ask'; readonly method: string; readonly params?: object }
  | { readonly do: 'usage'; readonly used: number; readonly size: number }
  /** A raw line, with `{session}` for the session and `{token}` as above. */
  | { readonly do: 'line'; readonly line: string }
  /** One update with so many bytes of text. */
  | { readonly do: 'long'; readonly bytes: number }
  /** Waits until the file is there, or the prompt is cancelled. */
  | { readonly do: 'hold'; readonly file: string }
  | { readonly do: 'stop'; readonly reason: string; readonly tokens?: number }
  | { readonly do: 'fail'; readonly code: number; readonly message: string }
  | { readonly do: 'die' }

export interface AcpScript {
  readonly turns: readonly (readonly AcpAct[])[]
  /** What every later prompt leads to. */
  readonly rest?: readonly AcpAct[]
  readonly canLoad?: boolean
  /** A session that another process made cannot be loaded. */
  readonly forgets?: boolean
  readonly version?: number
  /** The error that `session/new` is answered with. */
  readonly refuses?: { readonly code: number; readonly message: string }
  /** Every id in an answer is a text. */
  readonly textIds?: boolean
  /** Servers of the client are ignored. */
  readonly ignoresServers?: boolean
}

type Line = {
  id?: string | number
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: unknown
}

interface Session {
  readonly id: string
  server?: ServerTold | undefined
  cancelled: boolean
  wake: () => void
}

const home = process.env['FAKE_ACP'] ?? ''
const script = JSON.parse(readFileSync(join(home, 'script.json'), 'utf8')) as AcpScript
const sessions = new Map<string, Session>()
const waiting = new Map<string, (line: Line) => void>()
const tokenFile = join(home, 'token')
let asked = 0

const send = (message: object): void => {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}
const update = ({ id }: Session, value: object): void =>
  send({ method: 'session/update', params: { sessionId: id, update: value } })

function ask(method: string, params: object): Promise<Line> {
  const id = `ask-${++asked}`
  send({ id, method, params })
  return new Promise((resolve) => waiting.set(id, resolve))
}

/** Counted over all processes. */
function nextTurn(): readonly AcpAct[] {
  const path = join(home, 'turns')
  const nth = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
  writeFileSync(path, `${nth + 1}`)
  return script.turns[nth] ?? script.rest ?? [{ do: 'say', text: 'I looked around.' }]
}

function toldToken(): string {
  return existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8') : ''
}

async function prompted(line: Line): Promise<void> {
  const session = sessions.get(String(line.params?.['sessionId']))
  if (!session) return send({ id: line.id, error: { code: -32602, message: 'there is no such session' } })
  session.cancelled = false
  const text = JSON.stringify(line.params?.['prompt'])
  const told = /FULLSTOP_DONE::[\w-]+/.exec(text)?.[0]
  if (told !== undefined) writeFileSync(tokenFile, told)
  for (const [index, act] of nextTurn().entries()) {
    if (session.cancelled) break
    if (act.do === 'stop') {
      const usage = act.tokens === undefined ? {} : { usage: { totalTokens: act.tokens } }
      return send({ id: line.id, result: { stopReason: act.reason, ...usage } })
    }
    if (act.do === 'fail') return send({ id: line.id, error: { code: act.code, message: act.message } })
    await perform(session, act, `call-${process.pid}-${asked}-${index}`)
  }
  send({ id: line.id, result: { stopReason: session.cancelled ? 'cancelled' : 'end_turn' } })
}

async function perform(session: Session, act: AcpAct, id: string): Promise<void> {
  const call = { toolCallId: id, status: 'pending', content: [], locations: [] }
  const done = { sessionUpdate: 'tool_call_update', toolCallId: id, status: 'completed' }
  const chunk = (text: string): object => ({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
  })
  switch (act.do) {
    case 'say': {
      const text = act.text.replaceAll('{token}', toldToken)
      const half = Math.floor(text.length / 2)
      update(session, chunk(text.slice(0, half)))
      return update(session, chunk(text.slice(half)))
    }
    case 'think':
      return update(session, { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: act.text } })
    case 'write':
      update(session, { sessionUpdate: 'tool_call', ...call, title: `Write ${act.file}`, kind: 'edit' })
      writeFileSync(act.file, act.text)
      return update(session, done)
    case 'shell': {
      const toolCall = { ...call, title: act.line, kind: 'execute', rawInput: { command: act.line } }
      const options = [
        { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
        { optionId: 'no', name: 'Reject', kind: 'reject_once' },
      ]
      const answer = await ask('session/request_permission', { sessionId: session.id, toolCall, options })
      const isAllowed = JSON.stringify(answer.result).includes('"yes"')
      const code = isAllowed ? Bun.spawnSync(['sh', '-c', act.line]).exitCode : 1
      return update(session, { ...done, status: isAllowed ? 'completed' : 'failed', rawOutput: { exitCode: code } })
    }
    case 'plan': {
      const entries = act.items.map((item) => ({
        content: item.text,
        priority: 'medium',
        status: item.done ? 'completed' : 'pending',
      }))
      return update(session, { sessionUpdate: 'plan', entries })
    }
    case 'call': {
      if (!session.server) return
      update(session, { sessionUpdate: 'tool_call', ...call, title: `mcp.fullstop.${act.tool}`, kind: 'other' })
      const answer = await callServer(session.server, act.tool, act.args)
      appendFileSync(join(home, 'heard.jsonl'), `${JSON.stringify(answer)}\n`)
      const content = [{ type: 'content', content: { type: 'text', text: answer.text } }]
      return update(session, { ...done, status: answer.isError ? 'failed' : 'completed', content })
    }
    case 'ask':
      await ask(act.method, { sessionId: session.id, ...act.params })
      return
    case 'usage':
      return update(session, { sessionUpdate: 'usage_update', used: act.used, size: act.size })
    case 'line':
      process.stdout.write(`${act.line.replaceAll('{session}', session.id).replaceAll('{token}', toldToken)}\n`)
      return
    case 'long':
      return update(session, chunk('x'.repeat(act.bytes)))
    case 'hold':
      writeFileSync(join(home, 'holding'), '')
      return held(session, act.file)
    case 'die':
      process.kill(process.pid, 'SIGKILL')
      return new Promise(() => undefined)
  }
}

function held(session: Session, file: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(home, () => {
      if (existsSync(join(home, file))) session.wake()
    })
    session.wake = () => {
      watcher.close()
      resolve()
    }
    if (existsSync(join(home, file)) || session.cancelled) session.wake()
  })
}

function opened(line: Line, id: string): void {
  const { server } = { server: (line.params?.['mcpServers'] as ServerTold[] | undefined)?.[0] }
  sessions.set(id, {
    id,
    server: script.ignoresServers ? undefined : server,
    cancelled: false,
    wake: () => undefined,
  })
  mkdirSync(join(home, 'sessions'), { recursive: true })
  writeFileSync(join(home, 'sessions', id), '')
}

function hear(line: Line): void {
  if (line.method === undefined) {
    waiting.get(String(line.id))?.(line)
    return
  }
  switch (line.method) {
    case 'initialize': {
      const agentCapabilities = { loadSession: script.canLoad === true }
      return send({
        id: line.id,
        result: {
          protocolVersion: script.version ?? 1,
          agentCapabilities,
          agentInfo: { name: 'scripted', version: '1' },
        },
      })
    }
    case 'session/new': {
      if (script.refuses) return send({ id: line.id, error: script.refuses })
      const id = `acp-${process.pid}-${sessions.size + 1}`
      opened(line, id)
      return send({ id: line.id, result: { sessionId: id } })
    }
    case 'session/load': {
      const id = String(line.params?.['sessionId'])
      if (script.forgets || !existsSync(join(home, 'sessions', id)))
        return send({
          id: line.id,
          error: { code: -32603, message: 'Internal error', data: { details: 'there is no such session' } },
        })
      opened(line, id)
      // What was said before is told again, as the protocol has it.
      const text = { type: 'text', text: 'Of old: FULLSTOP_DONE::nobody' }
      send({
        method: 'session/update',
        params: { sessionId: id, update: { sessionUpdate: 'agent_message_chunk', content: text } },
      })
      return send({ id: line.id, result: {} })
    }
    case 'session/prompt':
      void prompted(line)
      return
    case 'session/cancel': {
      const session = sessions.get(String(line.params?.['sessionId']))
      if (session) {
        session.cancelled = true
        session.wake()
      }
      return
    }
    // Out of any turn.
    case '_fake/tell':
      send({ method: 'session/update', params: line.params ?? {} })
      return send({ id: line.id, result: {} })
    default:
      if (line.id !== undefined) send({ id: line.id, result: { echo: line.params ?? null } })
  }
}

/** What is no message is not for us. */
function parsed(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Line
    return typeof line === 'object' && line !== null && !Array.isArray(line) ? line : undefined
  } catch {
    return undefined
  }
}

const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
lines.on('line', (text) => {
  appendFileSync(join(home, 'received.jsonl'), `${text.length > 100_000 ? `{"long":${text.length}}` : text}\n`)
  const line = parsed(text)
  if (line) hear(script.textIds && line.id !== undefined ? { ...line, id: `${line.id}` } : line)
})
lines.on('close', () => process.exit(0))
