// The MCP server over standard input and output. It holds no state: every call opens the store anew, so that a server
// that is killed between two calls changes nothing.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { FullstopError } from '../../contract/error.ts'
import { given } from '../../contract/given.ts'
import { oneLine } from '../../domain/text/printable.ts'
import type { AnsweredWork, World } from '../../flows/world.ts'
import { lateAnswerText } from '../../flows/review/late-answer.ts'
import { personAt, tellPerson } from './ask-person.ts'
import { instructions } from './instructions.ts'
import { hearLate, type LateAnswer } from './late-answers.ts'
import { sentAnswers } from './sent-answers.ts'
import { toListed } from './listing.ts'
import type { CallContext, Tool, ToolAnswer } from './tool.ts'
import { tools } from './tools/index.ts'

/** Some hosts show every progress line. */
const PROGRESS_MS = 1000
const MOST_ISSUES = 5
/** A message larger than this ends the line; what is too long for us is refused long before, with the limit named. */
const MOST_BYTES = 256 * 1024 * 1024

export interface Serving {
  readonly version: string
  readonly openWorld: () => World
  readonly cwd: string
}

export interface ServerStarted {
  /** Resolves when every call that came in has been answered. */
  readonly answered: () => Promise<void>
  /** Nobody is at the other end any more: what was asked there is taken back. */
  readonly hangUp: () => void
  /** Resolves when the line was given up: the client sent more at once than anybody should. */
  readonly closed: Promise<void>
}

/** The server then lives as long as its input. */
export async function startServer(serving: Serving): Promise<ServerStarted> {
  const underWay = new Set<Promise<unknown>>()
  const line = new AbortController()
  const server = new Server(
    { name: 'fullstop', version: serving.version },
    { capabilities: { tools: {} }, instructions },
  )
  const closed = new Promise<void>((resolve) => Object.assign(server, { onclose: resolve }))
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(toListed) }))
  const sent = sentAnswers()
  const answer: Answer = async (params, { _meta, sendNotification, signal, requestId }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) throw invalid(unknownTool(params.name))
    const call = toCallOf(tool, params.arguments)
    const later: AnsweredWork[] = []
    const world: World = { ...forCall(serving.openWorld()), onAnswered: (work) => void later.push(work) }
    const progressToken = _meta?.progressToken
    const tell = (progress: number, message: string): void => {
      if (progressToken === undefined) return
      // A client that is gone hears no more of it; the call itself tells.
      void sendNotification({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(
        () => undefined,
      )
    }
    try {
      const caller = { meta: _meta ?? {}, cwd: serving.cwd }
      const ask = personAt(server, AbortSignal.any([signal, line.signal]))
      return toResult(await call({ world, caller, onProgress: paced(world, tell), ...given({ ask }) }))
    } catch (error) {
      return ownFailure(error)
    } finally {
      world.store.close()
      if (later.length > 0)
        sent.whenOut({ id: requestId, signal }, (isOut) => underWay.add(finish(serving, later, isOut)))
    }
  }
  // Not by the library's own door for calls, which answers what it cannot parse with a dump of its parser.
  server.fallbackRequestHandler = ({ method, params }, extra) => {
    if (method !== 'tools/call')
      throw new McpError(ErrorCode.MethodNotFound, `there is no method "${method.slice(0, 60)}"`)
    const call = answer(toCall(params), extra)
    underWay.add(call)
    // What went wrong is told to the client; here it only counts that the call is over.
    void call.catch(() => undefined).finally(() => underWay.delete(call))
    return call
  }
  const transport = new StdioServerTransport(undefined, undefined, { maxBufferSize: MOST_BYTES })
  await server.connect(transport)
  sent.listen(transport)
  hearLate(transport, (late) => void tellLate(serving, server, late).catch(() => undefined))
  return {
    closed,
    hangUp: () => line.abort(),
    answered: async () => {
      await Promise.allSettled(underWay)
    },
  }
}

/** The call is over and so is its store. What fails here is done by the next call. */
async function finish({ openWorld }: Serving, later: readonly AnsweredWork[], isOut: boolean): Promise<void> {
  const world = openWorld()
  try {
    for (const work of later) await work(world, isOut)
  } catch {
    // Nothing was recorded, so it counts as not done.
  } finally {
    world.store.close()
  }
}

/** An answer to a form that was taken back does not count, and is not lost in silence either. */
async function tellLate({ openWorld }: Serving, server: Server, { task, answer }: LateAnswer): Promise<void> {
  const world = openWorld()
  try {
    await tellPerson(server, await lateAnswerText(world, task, oneLine(answer, 100)))
  } finally {
    world.store.close()
  }
}

type Answer = (call: Call, extra: Extra) => Promise<CallToolResult>
type Extra = Pick<
  RequestHandlerExtra<ServerRequest, ServerNotification>,
  '_meta' | 'sendNotification' | 'signal' | 'requestId'
>

/** The clock of a call begins with it: what ran since was run for it. */
function forCall(world: World): World {
  const began = world.now()
  return { ...world, startedAt: () => began }
}

function toCallOf(tool: Tool, given: unknown): (context: CallContext) => Promise<ToolAnswer> {
  const read = tool.read(given)
  if (read.ok) return read.call
  const issues = read.issues.map(({ path, message }) => {
    const isMissing = valueAt(given, path) === undefined
    return `${path.join('.') || 'arguments'} ${isMissing ? missing(message) : message}`
  })
  const more = issues.length > MOST_ISSUES ? `; and ${issues.length - MOST_ISSUES} more` : ''
  throw invalid(`${tool.name} was not carried out. ${issues.slice(0, MOST_ISSUES).join('; ')}${more}`)
}

/** Each tool reads its own arguments. */
const Call = z.object({ name: z.string(), arguments: z.unknown().default({}) })
type Call = z.output<typeof Call>

function toCall(params: unknown): Call {
  const { data } = Call.safeParse(params)
  if (data === undefined) throw invalid('the call names no tool')
  return data
}

function invalid(message: string): McpError {
  return new McpError(ErrorCode.InvalidParams, message)
}

/** The parser says what it expected; only a choice is worth repeating. */
function missing(message: string): string {
  const choice = /expected one of (.*)$/.exec(message)?.[1]
  if (message.startsWith('is required')) return message
  return choice === undefined ? 'is missing' : `is missing; it is one of ${choice.replaceAll('|', ', ')}`
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (isKeyed(value) ? value[key] : undefined), given)
}

function isKeyed(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}

function unknownTool(name: string): string {
  return `there is no tool "${name.slice(0, 60)}"; there are: ${tools.map((tool) => tool.name).join(', ')}`
}

function paced(world: World, tell: (progress: number, message: string) => void): (message: string) => void {
  let next = 0
  let told = 0
  return (message) => {
    const now = world.now().getTime()
    if (now < next) return
    next = now + PROGRESS_MS
    tell(++told, message)
  }
}

function toResult({ isRefused, text, structured }: ToolAnswer): CallToolResult {
  const content = [{ type: 'text' as const, text }]
  if (isRefused) return { content, isError: true }
  return { content, ...(structured ? { structuredContent: { ...structured } } : {}) }
}

/** Never the agent's fault, and never a reason to hold it. */
function ownFailure(error: unknown): CallToolResult {
  const why = error instanceof Error ? error.message : String(error)
  const next = error instanceof FullstopError ? error.hint : 'run `fullstop log`, and report this'
  const text = `Fullstop itself failed, nothing was decided: ${why}.\nNext (for the user): ${next}. You may continue or stop.`
  return { content: [{ type: 'text', text }], isError: true }
}
