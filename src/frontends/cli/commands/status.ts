// `fullstop status`: what is on in this folder, and what waits for you.
import { exitCode } from '../../../contract/exit-code.ts'
import { gatherStatus } from '../../../flows/doctor/status.ts'
import { type Command, jsonOption } from '../command.ts'
import { paperFor } from '../screen/paper.ts'
import { showStatus } from '../screen/show-status.ts'

export const command: Command = {
  name: 'status',
  group: 'Look',
  summary: 'Show how this folder is set up, and what waits for you',
  args: [],
  options: jsonOption,
  examples: [
    { line: 'fullstop status', does: 'mode, checks and trust, agents, open tasks, what waits for you' },
    { line: 'fullstop status -C ~/work/app --json', does: 'the same of another folder, for a script' },
  ],
  run: async (context) => {
    const world = context.openWorld()
    const status = await gatherStatus(world, context)
    const now = world.now()
    world.store.close()
    if (context.options['json'] === true) context.print(`${JSON.stringify(status, null, 2)}\n`)
    else context.print(`${showStatus(status, now, paperFor(context)).join('\n')}\n`)
    for (const problem of status.problems) context.complain(`fullstop: ${problem}\n`)
    return exitCode.yes
  },
}
