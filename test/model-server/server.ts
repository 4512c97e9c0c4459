// A model on loopback that plays a script and records every request. It speaks Anthropic's Messages API, OpenAI's
// Responses and Chat Completions APIs, and Google's generateContent.
// It judges nothing: tests look at `requests` and at what the agent did with the answers.

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { WAIT_MS } from '../limits.ts'
import { renderBrokenChat, renderChat, renderChatFailure, toChatMessages, type ChatBody } from './chat.ts'
import { type GeminiBody, renderBrokenGemini, renderGemini, renderGeminiFailure, toGeminiMessages } from './gemini.ts'
import {
  renderBrokenResponse,
  renderResponse,
  renderResponseFailure,
  toMessagesBody,
  type ResponsesBody,
} from './responses.ts'
import { BESIDE, say, toTurn, type Lane, type MessagesBody, type ModelRequest, type Step, type Turn } from './script.ts'
import { renderBroken, renderFailure, renderMessage, renderStream, renderStreamFailure } from './wire.ts'

export interface ModelServerOptions {
  /** Turns of the main lane, in order. */
  readonly script: readonly Step[]
  /** What a subagent's loop is told, in order, over all subagents. */
  readonly subagentScript?: readonly Step[] | undefined
  /** Answers auxiliary requests; consumes no turn. */
  readonly auxiliary?: Step | undefined
  /** Answers every request after the script's end, `fail(500)` for a provider that never comes back. */
  readonly whenExhausted?: Step | undefined
}

export interface ModelServer {
  readonly url: string
  /** Every message request so far, in order of arrival. */
  readonly requests: readonly ModelRequest[]
  /** The requests of the main lane. */
  readonly mainRequests: () => readonly ModelRequest[]
  /** How many main requests came after the script's end. */
  readonly exhausted: () => number
  /** The nth request (from 1) of the main lane. Rejects when it has not come in time. */
  readonly waitForRequest: (nth: number) => Promise<ModelRequest>
  /** Adds turns to a running script, for a test that decides as it goes. */
  readonly push: (...steps: Step[]) => void
  readonly close: () => Promise<void>
}

export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const waiters = new Set<() => void>()
  const script = [...options.script]
  const subagentScript = [...(options.subagentScript ?? [])]
  let exhausted = 0

  const mainRequests = () => requests.filter((request) => request.lane === 'main')
  const closing = Promise.withResolvers<void>()

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/'
    const text = await readBody(incoming)
    if (path.startsWith('/v1/messages/count_tokens')) return sendJson(response, 200, '{"input_tokens":1000}')
    if (path.includes(':countTokens')) return sendJson(response, 200, '{"totalTokens":1000}')
    const wire = incoming.method === 'POST' ? wireOf(path) : undefined
    if (wire === undefined) return sendJson(response, 404, '{}')

    const sent = JSON.parse(text) as MessagesBody
    const body = wires[wire].toBody(sent)
    const request: ModelRequest = {
      lane: wires[wire].lane(incoming, body),
      path,
      headers: flatten(incoming),
      body,
      sent,
    }
    const step = nextStep(request.lane)
    requests.push(request)
    for (const wake of waiters) wake()

    const turn = toTurn(typeof step === 'function' ? await step(request) : step)
    if (turn.kind === 'message' && turn.after) await Promise.race([turn.after(), closing.promise])
    if (response.destroyed || turn.kind === 'silence') return
    wires[wire].send(response, turn, { sent, path })
  }

  function nextStep(lane: Lane): Step {
    if (lane === 'auxiliary') return options.auxiliary ?? say(BESIDE)
    if (lane === 'subagent') return subagentScript.shift() ?? say('Subagent done.')
    const step = script.shift()
    if (step !== undefined) return step
    exhausted += 1
    return options.whenExhausted ?? say('Script exhausted.')
  }

  async function waitForRequest(nth: number): Promise<ModelRequest> {
    const arrived = Promise.withResolvers<ModelRequest>()
    const look = () => {
      const request = mainRequests()[nth - 1]
      if (request) arrived.resolve(request)
    }
    const overdue = `No main request ${nth} within ${WAIT_MS} ms`
    const timer = setTimeout(() => arrived.reject(new Error(overdue)), WAIT_MS)
    waiters.add(look)
    look()
    return arrived.promise.finally(() => {
      clearTimeout(timer)
      waiters.delete(look)
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The model server has no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    mainRequests,
    exhausted: () => exhausted,
    waitForRequest,
    push: (...steps) => void script.push(...steps),
    close: () =>
      new Promise<void>((resolve) => {
        closing.resolve()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function wireOf(path: string): keyof typeof wires | undefined {
  if (path.startsWith('/v1/messages')) return 'messages'
  if (path.startsWith('/v1/chat/completions')) return 'chat'
  if (/^\/v1beta\/models\/[^/]+:(?:streamG|g)enerateContent/.test(path)) return 'gemini'
  return path.startsWith('/v1/responses') ? 'responses' : undefined
}

/**
 * Claude Code marks a subagent's requests by a header and sends its side jobs with few tools or none.
 * A compaction carries the tools of the main loop: its summary is a turn of the script.
 */
function claudeLane(incoming: IncomingMessage, body: MessagesBody): Lane {
  if ((body.tools ?? []).length <= auxiliaryToolLimit) return 'auxiliary'
  return incoming.headers['x-claude-code-agent-id'] === undefined ? 'main' : 'subagent'
}

/** Codex says whose thread a request is. A compaction is the session's own: its summary is a turn of the script. */
function codexLane(incoming: IncomingMessage): Lane {
  const told = JSON.parse(String(incoming.headers['x-codex-turn-metadata'] ?? '{}')) as { thread_source?: string }
  if (told.thread_source === 'subagent') return 'subagent'
  return told.thread_source === undefined || told.thread_source === 'user' ? 'main' : 'auxiliary'
}

/** OpenCode names the session that started another; titles and compactions offer no tools. */
function opencodeLane(incoming: IncomingMessage, body: MessagesBody): Lane {
  if ((body.tools ?? []).length === 0) return 'auxiliary'
  return incoming.headers['x-parent-session-id'] === undefined ? 'main' : 'subagent'
}

/** Gemini's side jobs, such as summaries and routing, offer no tools. */
function geminiLane(_incoming: IncomingMessage, body: MessagesBody): Lane {
  return (body.tools ?? []).length === 0 ? 'auxiliary' : 'main'
}

const auxiliaryToolLimit = 2

type Answer = Exclude<Turn, { kind: 'silence' }>

interface TestWire {
  readonly toBody: (sent: MessagesBody) => MessagesBody
  readonly lane: (incoming: IncomingMessage, body: MessagesBody) => Lane
  readonly send: (response: ServerResponse, turn: Answer, asked: { sent: MessagesBody; path: string }) => void
}

const wires = {
  messages: { toBody: (sent) => sent, lane: claudeLane, send: sendTurn },
  responses: { toBody: (sent) => toMessagesBody(sent as ResponsesBody), lane: codexLane, send: sendResponse },
  chat: { toBody: (sent) => toChatMessages(sent as ChatBody), lane: opencodeLane, send: sendChat },
  gemini: { toBody: (sent) => toGeminiMessages(sent as GeminiBody), lane: geminiLane, send: sendGemini },
} satisfies Record<string, TestWire>

function sendTurn(response: ServerResponse, turn: Answer, { sent: body }: { readonly sent: MessagesBody }): void {
  const envelope = { id: `msg_${randomUUID().replaceAll('-', '').slice(0, 24)}`, model: body.model ?? 'scripted' }
  if (turn.kind === 'broken') return breakOff(response, turn, renderBroken(turn, envelope))
  if (turn.kind === 'message' && body.stream === true) return sendStream(response, renderStream(turn, envelope))
  if (turn.kind === 'message') return sendJson(response, 200, renderMessage(turn, envelope))
  if (turn.status === 200) return sendStream(response, renderStreamFailure(turn, envelope))
  sendJson(response, turn.status, renderFailure(turn), turn.headers)
}

function sendResponse(response: ServerResponse, turn: Answer, { sent }: { readonly sent: MessagesBody }): void {
  const body = sent as ResponsesBody
  if (turn.kind === 'broken') return breakOff(response, turn, renderBrokenResponse(turn))
  if (turn.kind === 'message') return sendStream(response, renderResponse(turn, body))
  if (turn.status === 200) return sendStream(response, renderResponseFailure(turn))
  sendJson(response, turn.status, renderResponseFailure(turn), turn.headers)
}

function sendChat(response: ServerResponse, turn: Answer, { sent }: { readonly sent: MessagesBody }): void {
  const body = sent as ChatBody
  if (turn.kind === 'broken') return breakOff(response, turn, renderBrokenChat(turn, body))
  if (turn.kind === 'message') return sendStream(response, renderChat(turn, body))
  if (turn.status === 200) return sendStream(response, renderChatFailure(turn, body))
  // OpenCode tries again as soon as it is told to: its tries take no time here.
  sendJson(response, turn.status, renderChatFailure(turn, body), { ...soon(turn.status), ...turn.headers })
}

function sendGemini(response: ServerResponse, turn: Answer, { path }: { readonly path: string }): void {
  const data = (text: string): string => `data: ${text}\n\n`
  if (turn.kind === 'broken') return breakOff(response, turn, data(renderBrokenGemini(turn)))
  if (turn.kind === 'failure') return sendJson(response, turn.status, renderGeminiFailure(turn), turn.headers)
  if (path.includes(':stream')) return sendStream(response, data(renderGemini(turn)))
  sendJson(response, 200, renderGemini(turn))
}

function soon(status: number): Readonly<Record<string, string>> {
  return status >= 500 ? { 'retry-after-ms': '10' } : {}
}

function sendStream(response: ServerResponse, text: string): void {
  response.writeHead(200, streamed)
  response.end(text)
}

/** What was sent must have left before the line is cut. */
function breakOff(response: ServerResponse, { how }: Extract<Turn, { kind: 'broken' }>, text: string): void {
  response.writeHead(200, streamed)
  response.write(text, () => how === 'dropped' && setTimeout(() => response.destroy(), 20))
}

const streamed = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }

function sendJson(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(text)
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function flatten(incoming: IncomingMessage): Record<string, string> {
  const entries = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const)
  return Object.fromEntries(entries.filter(([name]) => name !== 'x-api-key' && name !== 'authorization'))
}
