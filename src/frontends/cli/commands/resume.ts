// `fullstop resume TASK`: continues a task that `fullstop run` opened, after a crash, a limit, or a change of mind.
import { exitCode, outcomeExit } from '../../../contract/exit-code.ts'
import type { RunTask } from '../../../contract/state.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { onResume, type WantedResume } from '../../../flows/run/on-run.ts'
import type { World } from '../../../flows/world.ts'
import type { Command, Context } from '../command.ts'
import { actorOf, refuseAgent, requirePerson } from '../person.ts'
import { runOptions, toFlags, toSetup } from '../run-options.ts'
import { showRun, tellEnd } from '../supervise.ts'

export const command: Command = {
  name: 'resume',
  summary: 'Go on with a task of `run` after a crash, a limit, or an answer',
  args: ['[TASK]', '[PROMPT]'],
  passesOn: 'OPTIONS OF THE AGENT',
  options: runOptions,
  examples: [
    { line: 'fullstop resume', does: 'the newest task that was run in this folder' },
    { line: 'fullstop resume task_7k3f', does: 'goes on where it stands; nothing is asked twice' },
    { line: 'fullstop resume task_7k3f "use the staging key"', does: 'answers a question, or adds to the request' },
    { line: 'fullstop resume task_7k3f --max-cost 10', does: 'after its budget was used up' },
  ],
  run: async (context) => {
    const world = context.openWorld()
    try {
      return await resumeHere(world, context)
    } finally {
      world.store.close()
    }
  },
}

async function resumeHere(world: World, context: Context): Promise<number> {
  const [name, words] = context.args
  const wanted: WantedResume = {
    name,
    cwd: context.cwd,
    words: words?.trim() === '' ? undefined : words,
    flags: () => toFlags(command, context),
    setup: (before) => toSetup(command, context, before),
    by: {
      actor: actorOf(context),
      requirePerson: () => requirePerson(context, 'resume'),
      refuseAgent: () => refuseAgent(context, 'resume'),
    },
  }
  return showRun(world, context, async (watching) => {
    const { kind, task } = await onResume(world, wanted, watching)
    if (kind === 'completed') return nothingLeft(task, context)
    return kind === 'waits' ? stillWaits(task, context) : tellEnd(world, task, context)
  })
}

function nothingLeft({ id }: RunTask, context: Context): number {
  context.complain(`fullstop: ${id} is completed: there is nothing left to do\n`)
  return exitCode.no
}

function stillWaits({ id, lastReason = '' }: RunTask, context: Context): number {
  context.complain(
    `fullstop: ${id} waits for a person: ${oneLine(lastReason, 300)}\n  next: fullstop review ${id}, or fullstop resume ${id} "what is to be changed"\n`,
  )
  return outcomeExit['awaiting-review']
}
