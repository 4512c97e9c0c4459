// The settings for editors in docs/agents/acp.md: in the format that each editor publishes, and the command line that they
// name is started as the editor would. The editors themselves need a desktop and are not started.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { z } from 'zod'
import type { AcpAct } from '../fake-agents/acp-program.ts'
import { acpAgent, saysDone } from './acp-agent.ts'
import { editorOf } from './acp-editor.ts'
import { binary } from './binary.ts'
import { strict } from './checking.ts'
import { makeRepository } from './repository.ts'
import { newRoom } from './room.ts'
import { REQUEST, story } from './running.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'agents', 'acp.md'), 'utf8')
const begins: AcpAct = { do: 'write', file: 'notes', text: 'Begun.\n' }

const command = {
  command: z.string().min(1),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()).optional(),
}
/** https://zed.dev/docs/ai/external-agents, and `CustomAgentServerSettings` in its source. */
const Zed = z.strictObject({ type: z.literal('custom'), ...command })
/** https://www.jetbrains.com/help/ai-assistant/acp.html */
const JetBrains = z.strictObject(command)

/** As Zed sends it; what JetBrains sends is not published. */
const ZED = {
  protocolVersion: 1,
  clientCapabilities: {
    fs: { readTextFile: true, writeTextFile: true },
    terminal: true,
    auth: { terminal: true },
    _meta: { terminal_output: true, 'terminal-auth': true },
  },
  clientInfo: { name: 'zed', title: 'stable', version: '1.0.0' },
}
const PLAIN = { protocolVersion: 1, clientCapabilities: { fs: { readTextFile: true, writeTextFile: true } } }

test.each<[name: string, entry: z.ZodType<{ command: string; args: string[] }>, initialize: object]>([
  ['Zed', Zed, ZED],
  ['JetBrains', JetBrains, PLAIN],
])('[acp-gate] the documented settings of %s have its format, and their command gates', async (name, entry, hello) => {
  const block = new RegExp(`\\*\\*${name}\\*\\*[^\`]*\`[^\`]+\`:\\s+\`\`\`json\\n([^\`]+)`).exec(page)?.[1] ?? ''
  const settings = z.strictObject({ agent_servers: z.record(z.string(), entry) }).parse(JSON.parse(block))
  const [server] = Object.values(settings.agent_servers)
  expect([server?.command.replace(/.*\//, ''), ...(server?.args ?? [])]).toEqual([
    'fullstop',
    'acp',
    '--',
    'qwen',
    '--acp',
  ])

  using room = newRoom()
  makeRepository(room)
  const agent = acpAgent(room)
  agent.script([[begins], [saysDone]])
  const bin = join(room.root, 'bin')
  mkdirSync(bin)
  symlinkSync(binary, join(bin, 'fullstop'))
  writeFileSync(join(bin, 'qwen'), `#!/bin/sh\nexec ${agent.argv.map((word) => `'${word}'`).join(' ')} "$@"\n`)
  chmodSync(join(bin, 'qwen'), 0o755)
  const env = { ...room.env, ...strict, PATH: [bin, room.env['PATH']].join(delimiter) }
  const program = join(bin, 'fullstop')
  await using editor = editorOf(spawn(program, server?.args ?? [], { cwd: room.cwd, env, stdio: 'pipe' }))
  await editor.request('initialize', hello)
  expect(agent.received()[0]?.params).toEqual({ ...hello })
  const { result } = await editor.request('session/new', { cwd: room.cwd, mcpServers: [] })
  const prompt = [{ type: 'text', text: REQUEST }]
  const turn = await editor.request('session/prompt', { sessionId: result?.sessionId, prompt })
  expect(turn.result).toEqual({ stopReason: 'end_turn' })
  expect(story(room.allEvents())[0]).toBe('continue by 11: no-claim')
})
