// Calls one tool of our server as an ACP agent would: started as `session/new` says, one process a call.
import { PROGRAM_MS } from '../limits.ts'

export interface ServerTold {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
}

export async function callServer(
  { command, args, env }: ServerTold,
  tool: string,
  given: object,
): Promise<{ readonly text: string; readonly isError: boolean }> {
  // Most agents call no server, and should not wait for its client.
  const [{ Client }, { StdioClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/stdio.js'),
  ])
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]))
  const client = new Client({ name: 'scripted-acp', version: '1' })
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...(process.env as Record<string, string>), ...own },
    stderr: 'ignore',
  })
  await client.connect(transport)
  const params = { name: tool, arguments: { ...given } }
  const { content, isError } = await client.callTool(params, undefined, { timeout: PROGRAM_MS })
  await client.close()
  const [first] = content as readonly { readonly text?: string }[]
  return { text: first?.text ?? '', isError: isError === true }
}
