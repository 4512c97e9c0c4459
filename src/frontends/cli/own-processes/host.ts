// The processes behind a stint: the one that hosts the agent, and the one that outlives it to clean up after it. Both
// are started by ourselves alone.
import { exitCode } from '../../../contract/exit-code.ts'
import { HOST, readStintRequest, STINT_REAPER } from '../../../flows/home/stint-files.ts'
import type { Command } from '../command.ts'

export const host: Command = {
  name: HOST,
  hidden: true,
  summary: 'Host an agent that a supervised task started (started by fullstop itself)',
  args: ['STINT'],
  options: {},
  examples: [{ line: 'fullstop host stint_7k3f', does: 'hosts the stint that was written down under that name' }],
  run: async ({ openWorld, args: [stint = ''], onInterrupt }) => {
    const interrupted = new AbortController()
    onInterrupt(() => interrupted.abort())
    const world = openWorld()
    if (!readStintRequest(world, stint)) return exitCode.no
    const { hostStint } = await import('../../../flows/stint/host.ts')
    await hostStint(world, stint, interrupted.signal)
    return exitCode.yes
  },
}

export const stintReaper: Command = {
  name: STINT_REAPER,
  hidden: true,
  summary: 'End what an agent leaves behind if its host is killed (started by fullstop itself)',
  args: ['STINT'],
  options: {},
  examples: [{ line: 'fullstop stint-reaper stint_7k3f', does: 'waits for its input to end' }],
  run: async ({ openWorld, args: [stint = ''], input }) => {
    // Blocks until the host says that it is done, or is gone without a word.
    const isDone = input().startsWith('done')
    if (isDone) return exitCode.yes
    const { reapStint } = await import('../../../flows/stint/host.ts')
    await reapStint(openWorld(), stint)
    return exitCode.yes
  },
}
