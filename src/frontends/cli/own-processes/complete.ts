// `fullstop complete tasks`: what the completions of a shell offer for a task, each with its state and request.
import { exitCode } from '../../../contract/exit-code.ts'
import { viewTaskRow } from '../../../domain/view/task/task.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import type { Command } from '../command.ts'

const MOST = 50
const LONGEST = 60

export const command: Command = {
  name: 'complete',
  summary: 'Print the tasks that a shell can complete (called by the completions)',
  args: ['WHAT'],
  hidden: true,
  options: {},
  examples: [{ line: 'fullstop complete tasks', does: 'an id a line, then a tab and what it is' }],
  run: async ({ openWorld, args, print }) => {
    if (args[0] !== 'tasks') return exitCode.no
    const world = openWorld()
    const now = world.now()
    const tasks = await world.store.listTasks(MOST)
    world.store.close()
    const lines = tasks.map((task) => viewTaskRow(task, now))
    print(lines.map(({ id, state, request }) => `${id}\t${state}: ${oneLine(request, LONGEST)}\n`).join(''))
    return exitCode.yes
  },
}
