// The process that outlives a round of checks to clean up after it. Started by ourselves alone. It mostly does nothing, so
// it loads nothing of what runs checks.
import { exitCode } from '../../../contract/exit-code.ts'
import { CHECK_MARK } from '../../../flows/home/check-mark.ts'
import { REAPER } from '../../../flows/home/rounds/round-request.ts'
import type { Command } from '../command.ts'

export const command: Command = {
  name: REAPER,
  hidden: true,
  summary: 'End what a round of checks leaves behind if it is killed (started by fullstop itself)',
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
