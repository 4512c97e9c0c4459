// `cancel`, `pause` and `unpause`: one command with three orders.
import { exitCode } from '../../contract/exit-code.ts'
import type { TaskState } from '../../contract/state.ts'
import type { TaskOrder } from '../../domain/tasks/task-order.ts'
import { onOrder } from '../../flows/run/on-order.ts'
import { isUnderWay } from '../../flows/run/opening/run-folder.ts'
import { oneLine } from '../../domain/text/printable.ts'
import { type Command, jsonOption } from './command.ts'
import { findTask } from '../../flows/home/tasks/find-task.ts'
import { actorOf, requirePerson } from './person.ts'

export interface Order {
  readonly name: 'cancel' | 'pause' | 'unpause'
  readonly kind: TaskOrder
  readonly summary: string
  readonly does: string
  readonly done: (task: TaskState) => string
}

export function orderCommand({ name, kind, summary, does, done }: Order): Command {
  return {
    name,
    group: 'Work',
    summary,
    args: ['TASK'],
    completes: { TASK: name === 'unpause' ? 'paused' : 'open' },
    options: { yes: { type: 'boolean', summary: 'give the order without a terminal' }, ...jsonOption },
    examples: [{ line: `fullstop ${name} task_7k3f`, does }],
    run: async (context) => {
      requirePerson(context, name)
      const world = context.openWorld()
      const task = await findTask(world, context.args[0])
      const ordered = await onOrder(world, task, { order: kind, actor: actorOf(context) })
      const isIdle =
        kind === 'task.unpaused' && task.run !== undefined && !(await isUnderWay(world, { ...task, run: task.run }))
      world.store.close()
      if (ordered.kind === 'pointless') {
        const next = kind === 'task.paused' && task.status === 'paused' ? 'unpause' : 'show'
        context.complain(`fullstop: ${task.id} ${ordered.why}\n  next: fullstop ${next} ${task.id}\n`)
        return exitCode.no
      }
      if (context.options['json'] === true) context.print(`${JSON.stringify(ordered.event)}\n`)
      else
        context.print(
          `${done(task)} ${oneLine(task.title ?? '', 60)}${ordered.isLate ? ' (the store is busy: it takes effect with the next event)' : ''}\n${isIdle ? `To start its agent again: fullstop resume ${task.id}\n` : ''}`,
        )
      return exitCode.yes
    },
  }
}
