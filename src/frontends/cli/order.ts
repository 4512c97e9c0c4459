// Cancel, pause and unpause are the same command with another event.
import type { Event } from '../../contract/event.ts'
import { exitCode } from '../../contract/exit-code.ts'
import type { TaskState } from '../../contract/state.ts'
import { stamp, type World } from '../../flows/world.ts'
import { oneLine } from '../../domain/text/printable.ts'
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

/** As it stands now: its run may have gone on since it was looked up. */
async function leaveAgent(world: World, id: string): Promise<void> {
  const { leaveCancelled } = await import('./supervise.ts')
  const { loadRun } = await import('../../flows/run/supervising.ts')
  await leaveCancelled(world, await loadRun({ world, task: id }))
}

export function orderCommand({ name, kind, summary, does, done }: Order): Command {
  return {
    name,
    summary,
    args: ['TASK'],
    options: { yes: { type: 'boolean', summary: 'give the order without a terminal' }, ...jsonOption },
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
      if (kind === 'task.cancelled' && task.run) await leaveAgent(world, task.id)
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
