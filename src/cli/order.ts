// Cancel, pause and unpause are the same command with another event.
import type { Event } from '../contract/event.ts'
import { exitCode } from '../contract/exit-code.ts'
import type { TaskState } from '../contract/state.ts'
import { removeStints } from '../flows/forget-files.ts'
import type { RunTask } from '../supervisor/start-stint.ts'
import { stamp, type World } from '../flows/world.ts'
import { oneLine } from '../text/printable.ts'
import { type Command, jsonOption } from './command.ts'
import { findTask } from './find-task.ts'
import { actorOf, requirePerson } from './person.ts'

export interface Order {
  readonly name: 'cancel' | 'pause' | 'unpause'
  readonly kind: 'task.cancelled' | 'task.paused' | 'task.unpaused'
  readonly summary: string
  readonly does: string
  readonly done: (task: TaskState) => string
}

/** Its supervisor may be gone: then nobody else would end it. */
async function leaveAgent(world: World, { id, run }: RunTask): Promise<void> {
  const { leaveStint } = await import('../supervisor/leave-stint.ts')
  if (run.stint && (run.phase === 'running' || run.stint.isAlive)) await leaveStint(world, run.stint.id)
  await removeStints(world, id)
}

export function orderCommand({ name, kind, summary, does, done }: Order): Command {
  return {
    name,
    summary,
    args: ['TASK'],
    options: jsonOption,
    examples: [{ line: `fullstop ${name} task_7k3f`, does }],
    run: async (context) => {
      requirePerson(context, name)
      const world = context.openWorld()
      const task = await findTask(world, context.args[0])
      const already = {
        'task.paused': task.status === 'paused',
        'task.unpaused': task.status !== 'paused',
        'task.cancelled': false,
      }
      if (task.status !== 'ended' && already[kind]) {
        context.complain(`fullstop: ${task.id} is ${task.status} already\n`)
        return exitCode.no
      }
      if (task.status === 'ended') {
        context.complain(`fullstop: ${task.id} has ended already (${task.outcome})\n`)
        return exitCode.no
      }
      const event: Event = {
        ...stamp(world),
        kind,
        task: task.id,
        actor: actorOf(context),
      }
      const recorded = await world.store.append([event])
      if (kind === 'task.cancelled' && task.run) await leaveAgent(world, { ...task, run: task.run })
      world.store.close()
      if (context.options['json'] === true) context.print(`${JSON.stringify(event)}\n`)
      else
        context.print(
          `${done(task)} ${oneLine(task.title ?? '', 60)}${recorded === 'spooled' ? ' (the store is busy: it takes effect with the next event)' : ''}\n`,
        )
      return exitCode.yes
    },
  }
}
