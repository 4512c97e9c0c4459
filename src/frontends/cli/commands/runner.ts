// The processes behind a run of checks: the one that carries it out, and the one that outlives it to clean up after it.
// Both are started by ourselves alone.
import { exitCode } from '../../../contract/exit-code.ts'
import { eraseOld, OLD } from '../../../flows/memory/retain.ts'
import { runChecks } from '../../../flows/verify/run-checks.ts'
import { CHECK_MARK } from '../../../flows/home/check-mark.ts'
import { REAPER, readRunRequest, RUNNER } from '../../../flows/home/run-request.ts'
import { readAsked } from '../../../flows/verify/start.ts'
import type { Command } from '../command.ts'

export const runner: Command = {
  name: RUNNER,
  hidden: true,
  summary: 'Carry out a run of checks (started by fullstop itself)',
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
    if (args[0]?.startsWith('start_')) return (await readAsked(world, args[0])) ? exitCode.yes : exitCode.no
    const request = readRunRequest(world, args[0] ?? '')
    if (!request) return exitCode.no
    const interrupted = new AbortController()
    onInterrupt(() => interrupted.abort())
    await runChecks(world, request, interrupted.signal)
    if (await world.store.hasOld(world.now().toISOString())) await eraseOld(world)
    world.store.close()
    return exitCode.yes
  },
}

export const reaper: Command = {
  name: REAPER,
  hidden: true,
  summary: 'End what a run of checks leaves behind if it is killed (started by fullstop itself)',
  args: ['WORKSPACE'],
  options: {},
  examples: [{ line: 'fullstop reaper wsp_7k3f', does: 'waits for its input to end' }],
  run: async ({ openWorld, args, input }) => {
    // Blocks until the run says that it is done, or is gone without a word.
    const isDone = input().startsWith('done')
    if (isDone) return exitCode.yes
    const shop = await openWorld().openWorkshop()
    await shop.endMarked(`${CHECK_MARK}=${args[0] ?? ''}`, new Set())
    return exitCode.yes
  },
}
