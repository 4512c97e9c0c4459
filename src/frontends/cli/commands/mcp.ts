// `fullstop mcp`: the MCP server on standard input and output.
import { exitCode } from '../../../contract/exit-code.ts'
import { agentOnScreen } from '../../../flows/session/on-screen.ts'
import { announceServer } from '../../../flows/home/presence.ts'
import { trustOfRun, withTrust } from '../../../flows/session/supervised.ts'
import { startServer } from '../../mcp/server.ts'
import { onInputEnd } from '../../../adapters/platform/terminal/streams.ts'
import type { Command } from '../command.ts'
import { version } from '../version.ts'

export const command: Command = {
  name: 'mcp',
  group: 'For agents and scripts',
  summary: 'Serve the tools to an agent over MCP (stdio)',
  args: [],
  options: {},
  examples: [
    { line: 'claude mcp add fullstop -- fullstop mcp', does: 'registers it in Claude Code' },
    { line: 'fullstop mcp < calls.jsonl', does: 'answers JSON-RPC messages, one per line' },
  ],
  run: async ({ openWorld, cwd, onInterrupt }) => {
    const inputEnded = new Promise<'input'>((resolve) => onInputEnd(() => resolve('input')))
    const interrupted = new Promise<'interrupt'>((resolve) => onInterrupt(() => resolve('interrupt')))
    const trust = await trustOfRun(openWorld('call'))
    const onScreen = await agentOnScreen(openWorld('call'))
    const { answered, closed, hangUp } = await startServer({
      version,
      openWorld: () => ({ ...withTrust(openWorld('call'), trust), agentOnScreen: onScreen }),
      cwd,
    })
    const leave = await announceServer(openWorld())
    // A script that pipes calls in closes the pipe before they are answered.
    if ((await Promise.race([inputEnded, closed, interrupted])) === 'input') {
      hangUp()
      await Promise.race([answered(), interrupted])
    }
    leave()
    return exitCode.yes
  },
}
