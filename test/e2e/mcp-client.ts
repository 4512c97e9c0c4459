// The official SDK client on the built server, run in a room as an agent runs it: in the agent's folder and environment,
// as a child of the agent's process.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAM_MS } from '../limits.ts'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import {
  type CallToolResult,
  CallToolResultSchema,
  type ElicitRequestFormParams,
  ElicitRequestSchema,
  type ElicitResult,
  ErrorCode,
  McpError,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import type { ServerAnswer } from '../fake-agents/claude-session.ts'
import { binary } from './binary.ts'
import { until } from './checking.ts'
import { type Env, maskIds, type Room } from './room.ts'

export interface ServeOptions {
  readonly env?: Env
  readonly cwd?: string
  /** Default: the built binary. */
  readonly program?: string
  /** A process of its own plays the agent; default: this very process does. */
  readonly ownHost?: boolean
  /** The person at the client; default: it announces no elicitation. */
  readonly person?: Person
}

/** Answers a form. `signal`: the server has taken its question back; `id`: that of the question. */
export type Person = (
  form: ElicitRequestFormParams,
  signal: AbortSignal,
  id: RequestId,
) => ElicitResult | Promise<ElicitResult>

export interface CallOptions {
  readonly meta?: Readonly<Record<string, unknown>>
  readonly onProgress?: (message: string) => void
}

export interface McpServer extends AsyncDisposable {
  readonly client: Client
  /** The agent's process, as its hooks name it in CLAUDE_PID. */
  readonly host: number
  /** The server's own. */
  readonly pid: number
  readonly call: (tool: string, args?: object, options?: CallOptions) => Promise<CallToolResult>
  /** The same as a host hands it on: a JSON-RPC error is a failed call. */
  readonly answer: (tool: string, args: object, meta: Readonly<Record<string, unknown>>) => Promise<ServerAnswer>
  /** Resolves when the process is gone. */
  readonly kill: () => Promise<void>
}

export async function serve(
  room: Room,
  { env = {}, cwd = room.cwd, program = binary, ownHost = false, person }: ServeOptions = {},
): Promise<McpServer> {
  const transport = new StdioClientTransport({
    ...(ownHost
      ? { command: agentIn(room), args: ['-c', '"$0" mcp; exit 0', program] }
      : { command: program, args: ['mcp'] }),
    env: { ...room.env, ...env },
    cwd,
    stderr: 'inherit',
  })
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: person ? { elicitation: { form: {} } } : {} },
  )
  if (person) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal, requestId }) =>
      person(params as ElicitRequestFormParams, signal, requestId),
    )
  }
  await client.connect(transport)
  const started = transport.pid ?? 0
  const pid = ownHost ? childOf(started) : started
  const call: McpServer['call'] = async (name, args = {}, { meta, onProgress } = {}) => {
    const params = { name, arguments: { ...args }, ...(meta ? { _meta: { ...meta } } : {}) }
    return (await client.callTool(params, CallToolResultSchema, {
      timeout: PROGRAM_MS,
      ...(onProgress ? { onprogress: ({ message = '' }) => onProgress(message) } : {}),
    })) as CallToolResult
  }
  return {
    client,
    host: ownHost ? started : process.pid,
    pid,
    call,
    answer: async (tool, args, meta) => {
      try {
        const { content, structuredContent, isError } = await call(tool, args, { meta })
        const texts = content.map((part) => (part.type === 'text' ? part.text : ''))
        return { texts, isError: isError === true, ...(structuredContent ? { structured: structuredContent } : {}) }
      } catch (error) {
        if (!(error instanceof McpError) || error.code === Number(ErrorCode.ConnectionClosed)) throw error
        return { texts: [error.message], isError: true }
      }
    },
    kill: async () => {
      process.kill(pid, 'SIGKILL')
      await until(() => !isThere(pid))
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** A shell under a name of its own: under its usual one it would pass for a launcher, and what is above it for the agent. */
function agentIn(room: Room): string {
  const path = join(room.root, 'agent-program')
  if (!existsSync(path)) symlinkSync('/bin/sh', path)
  return path
}

/** The child of the shell that plays the agent. */
function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
}

function isThere(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // Gone.
    return false
  }
}

/** The environment in which Claude Code starts its servers; as recorded in `test/real-agents/facts/mcp`. */
export function claudeServerEnv(id: string, { headless = false }: { headless?: boolean } = {}): Env {
  return {
    AI_AGENT: 'claude-code_2-1-325_harness',
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: headless ? 'sdk-cli' : 'cli',
    CLAUDE_CODE_SESSION_ID: id,
  }
}

/** What the model is shown, ids made equal. */
export function textOf({ content }: Pick<CallToolResult, 'content'>): string {
  return maskReceipts(content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'))
}

export function maskReceipts(text: string): string {
  return maskIds(text).replaceAll(/\b(clm|ctx)_[0-9a-z]{16}\b/g, '$1_ID')
}

export function structured(result: CallToolResult): Record<string, unknown> {
  return result.structuredContent ?? {}
}

export interface ClaimArgs {
  readonly status?: string
  readonly original_request_summary?: string
  readonly summary?: string
  readonly remaining_work?: string
  readonly needs?: string
  readonly command?: string
  readonly preexisting_failures?: readonly string[]
  readonly task_id?: string
}

export function success(more: ClaimArgs = {}): ClaimArgs {
  return { status: 'success', original_request_summary: 'Write the answer.', summary: 'Wrote the answer.', ...more }
}

export function partial(more: ClaimArgs = {}): ClaimArgs {
  return { ...success(), status: 'partial', summary: 'Wrote half.', remaining_work: 'the other half', ...more }
}

export function blocked(more: ClaimArgs = {}): ClaimArgs {
  return { ...success(), status: 'blocked', summary: 'Tried both mirrors.', remaining_work: 'the download', ...more }
}

export function saving(more: object = {}): object {
  return {
    original_request: 'Write the answer.',
    summary: 'Looked around.',
    current_status: 'Nothing written yet.',
    ...more,
  }
}

export const RECEIPT = 'Receipt: clm_ID for task_ID'
