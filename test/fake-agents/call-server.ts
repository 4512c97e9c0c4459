// Calls one tool of our server as an agent does, one process a call: it holds no state. Speaks the few lines that takes by
// itself, since the client of the SDK costs an agent more to load than all the rest of it; `test/e2e/mcp-client.ts` proves the
// server with that one.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export interface ServerTold {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
}

interface ToolCall {
  readonly name: string
  readonly arguments: object
  readonly _meta?: object
}

interface ToolResult {
  readonly content: readonly { readonly text?: string }[]
  readonly structuredContent?: unknown
  readonly isError?: boolean
}

interface Answer {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

interface Server {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

export async function callTool({ command, args, env }: Server, call: ToolCall): Promise<ToolResult> {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve())
  })
  // It may have ended before it was told everything.
  child.stdin.on('error', () => undefined)
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
  const ask = async (id: number, method: string, params: object): Promise<unknown> => {
    send({ id, method, params })
    for (let next = await answers.next(); next.done !== true; next = await answers.next()) {
      const answer = JSON.parse(next.value) as Answer
      if (answer.id !== id) continue
      if (answer.error) throw new Error(answer.error.message)
      return answer.result
    }
    await ended
    throw new Error('the server ended without an answer')
  }
  const clientInfo = { name: 'fake', version: '1' }
  await ask(0, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  send({ method: 'notifications/initialized' })
  const result = (await ask(1, 'tools/call', call)) as ToolResult
  child.stdin.end()
  await ended
  return result
}

export async function callServer(
  { command, args, env }: ServerTold,
  tool: string,
  given: object,
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]))
  const server = { command, args, env: { ...process.env, ...own } }
  const { content, isError } = await callTool(server, { name: tool, arguments: given })
  return { text: content[0]?.text ?? '', isError: isError === true }
}
