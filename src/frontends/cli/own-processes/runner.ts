// The process that carries out a round of checks. Started by ourselves alone.
import { exitCode } from '../../../contract/exit-code.ts'
import { eraseOld, OLD } from '../../../flows/memory/erase-old.ts'
import { RUNNER } from '../../../flows/home/rounds/round-request.ts'
import type { Command } from '../command.ts'

export const command: Command = {
  name: RUNNER,
  hidden: true,
  summary: 'Carry out a round of checks (started by fullstop itself)',
  args: ['RUN'],
  options: {},
  examples: [{ line: 'fullstop runner run_7k3f', does: 'carries out the run that was written down under that name' }],
  run: async ({ openWorld, args, onInterrupt }) => {
    const world = openWorld()
    if (args[0] === OLD) {
      await eraseOld(world)
      world.store.close()
      return exitCode.yes
    }
    if (args[0]?.startsWith('start_')) {
      const { readAsked } = await import('../../../flows/verify/start/keep-start.ts')
      return (await readAsked(world, args[0])) ? exitCode.yes : exitCode.no
    }
    const interrupted = new AbortController()
    onInterrupt(() => interrupted.abort())
    const { runChecks } = await import('../../../flows/verify/round/run-checks.ts')
    if (!(await runChecks(world, args[0] ?? '', interrupted.signal))) return exitCode.no
    if (await world.store.hasOld(world.now().toISOString())) await eraseOld(world)
    world.store.close()
    return exitCode.yes
  },
}
