// The process that sends notifications, so that neither a hook nor a run waits for it. Started by ourselves alone.
import { exitCode } from '../../../contract/exit-code.ts'
import { NOTIFIER } from '../../../flows/home/notify-folder.ts'
import { sendDue } from '../../../flows/notify/send-due.ts'
import type { Command } from '../command.ts'

/** For tests: the first pause after a failure, in milliseconds. */
const PAUSE_VARIABLE = 'FULLSTOP_NOTIFY_PAUSE_MS'

export const command: Command = {
  name: NOTIFIER,
  hidden: true,
  summary: 'Send the notifications that are due (started by fullstop itself)',
  args: [],
  options: {},
  examples: [{ line: 'fullstop notifier', does: 'ends when nothing is due, or another one is at it' }],
  run: async ({ openWorld, env }) => {
    const world = openWorld()
    const { giveWay } = await world.openWorkshop()
    giveWay()
    const pause = Number(env[PAUSE_VARIABLE])
    await sendDue(world, { jitter: Math.random, ...(pause > 0 ? { firstPauseMs: pause } : {}) })
    world.store.close()
    return exitCode.yes
  },
}
