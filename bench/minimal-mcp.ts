// The floor of `bench:mcp`: a server made with the same SDK that lists as many tools as ours, and does nothing else.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const text = { type: 'string' }
const tools = [1, 2, 3, 4, 5].map((number) => ({
  name: `tool_${number}`,
  description: 'Does nothing.',
  inputSchema: { type: 'object' as const, properties: { summary: text, task_id: text }, required: ['summary'] },
}))

const server = new Server({ name: 'minimal', version: '0.0.0' }, { capabilities: { tools: {} } })
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: 'text' as const, text: 'done' }] }))
await server.connect(new StdioServerTransport())
