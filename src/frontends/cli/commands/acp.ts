// `fullstop acp -- COMMAND`: the gate between an editor and an agent that speaks ACP, on standard input and output.
import { startBetween } from '../../../adapters/platform/processes/between.ts'
import { compileEarly } from '../../../adapters/platform/compiling.ts'
import { markProcess } from '../../../flows/acp/gated-process.ts'
import { openGate } from '../../../flows/acp/gate.ts'
import { relay } from '../../../flows/acp/relay.ts'
import { findProgram } from '../../../flows/install/find-agents.ts'
import { FullstopError } from '../../../contract/error.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import type { Command } from '../command.ts'
import { usage } from '../usage.ts'

export const command: Command = {
  name: 'acp',
  group: 'For agents and scripts',
  summary: 'Gate the stops of an ACP agent in your editor',
  args: [],
  passesOn: 'COMMAND',
  options: {},
  examples: [
    { line: 'fullstop acp -- qwen --acp', does: 'as the command of the agent in the settings of your editor' },
    { line: 'fullstop acp -- npx @agentclientprotocol/claude-agent-acp', does: 'the same with an adapter' },
  ],
  run: async ({ openWorld, passedOn, cwd, onInterrupt }) => {
    const [program] = passedOn
    if (program === undefined) throw usage(command, 'name the command that starts the agent, after --')
    compileEarly()
    const world = openWorld('call')
    const found = await findProgram(world, program)
    if (found === undefined) {
      throw new FullstopError(
        'agent-missing',
        `there is no program "${oneLine(program, 100)}"`,
        `look for it with \`command -v\``,
      )
    }
    const { env, stint, mark, leave } = await markProcess(world)
    const { ownProgram } = await world.openWorkshop()
    const between = startBetween({ argv: [found, ...passedOn.slice(1)], cwd, env })
    onInterrupt(() => between.end())
    const line = (write: (bytes: Uint8Array) => Promise<void>) => (text: string) => void write(Buffer.from(`${text}\n`))
    const gate = openGate(world, {
      command: passedOn,
      cwd,
      pid: between.pid,
      stint,
      server: [ownProgram(), 'mcp'],
      serverEnv: { ...mark, FULLSTOP_HOME: world.stateHome },
      toEditor: line(between.toClient),
      toAgent: line(between.toProgram),
    })
    const { code, why } = await between.listen({
      fromClient: relay({ judge: gate.fromEditor, write: between.toProgram }),
      fromProgram: relay({
        judge: gate.fromAgent,
        passRun: gate.passTold,
        write: between.toClient,
        afterwards: gate.readPassed,
      }),
    })
    gate.agentGone(why)
    leave()
    world.store.close()
    return code
  },
}
