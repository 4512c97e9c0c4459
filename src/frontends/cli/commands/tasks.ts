// `fullstop tasks`: the tasks, newest first, one line each.
import { exitCode } from '../../../contract/exit-code.ts'
import { viewTaskRow } from '../../../domain/view/task.ts'
import { type Command, jsonOption } from '../command.ts'
import { styleFor, table } from '../screen/style.ts'

const MOST = 50
const EVERY = Number.MAX_SAFE_INTEGER

export const command: Command = {
  name: 'tasks',
  group: 'Look',
  summary: 'List the tasks, newest first',
  args: [],
  options: { all: { type: 'boolean', summary: `all of them, not only the newest ${MOST}` }, ...jsonOption },
  examples: [
    { line: 'fullstop tasks', does: 'what agents work on, and how tasks ended' },
    { line: 'fullstop tasks --json | jq \'.[] | select(.status == "open")\'', does: 'the open ones, for a script' },
  ],
  run: async ({ openWorld, options, print, terminal, env }) => {
    const world = openWorld()
    const tasks = await world.store.listTasks(options['all'] === true ? EVERY : MOST)
    const more = tasks.length === MOST ? (await world.store.countTasks()) - MOST : 0
    const now = world.now()
    world.store.close()
    if (options['json'] === true) {
      print(`${JSON.stringify(tasks, null, 2)}\n`)
      return exitCode.yes
    }
    if (tasks.length === 0) {
      print('No tasks yet. One opens with your first prompt in a session that the hook gates.\n')
      return exitCode.yes
    }
    const rows = tasks
      .map((task) => viewTaskRow(task, now))
      .map(({ id, state, agent, age, refused, request }) => [id, state, agent, age, refused, request])
    const [head = '', ...lines] = table([['TASK', 'STATE', 'AGENT', 'AGE', 'REFUSED', 'REQUEST'], ...rows])
    const rest = more > 0 ? [`${more} more: fullstop tasks --all`] : []
    const { dim } = styleFor({ terminal, env })
    print(`${[dim(head), ...lines, ...rest.map(dim)].join('\n')}\n`)
    return exitCode.yes
  },
}
