// The process that takes a run up again for a person at a browser. Started by the server of `fullstop ui` alone.
import { FullstopError } from '../../../contract/error.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import type { RunTask } from '../../../contract/state.ts'
import { loadPolicy } from '../../../flows/project/load-policy.ts'
import { newInterruption } from '../../../flows/run/interruption.ts'
import { onResume, type Resumed, type RunWatching } from '../../../flows/run/on-run.ts'
import type { World } from '../../../flows/world.ts'
import { refuseResume, RESUMER, type ResumeOrder, takeResumeOrder } from '../../web/server/orders.ts'
import type { Command, Context } from '../command.ts'
import { refuseAgent } from '../person.ts'
import { firstPause } from '../run/supervise.ts'

export const command: Command = {
  name: RESUMER,
  hidden: true,
  summary: 'Take a run up again for the browser (started by fullstop itself)',
  args: ['ORDER'],
  options: {},
  examples: [
    { line: 'fullstop resumer ord_7k3f', does: 'carries out the order that was written down under that name' },
  ],
  run: async (context) => {
    refuseAgent(context, 'resume')
    const [name = ''] = context.args
    const world = context.openWorld()
    const order = await takeResumeOrder(world, name)
    if (!order) return exitCode.no
    try {
      const why = whyNot(await resume(world, context, order))
      if (why !== undefined) await refuseResume(world, name, why)
    } catch (error) {
      if (!(error instanceof FullstopError)) throw error
      await refuseResume(world, name, `${error.message}; ${error.hint}`)
    } finally {
      world.store.close()
    }
    return exitCode.yes
  },
}

async function resume(world: World, context: Context, { task, words }: ResumeOrder): Promise<Resumed> {
  const interruption = newInterruption()
  context.onInterrupt(() => interruption.demand())
  const watching: RunWatching = {
    jitter: Math.random,
    firstPauseMs: firstPause(context),
    canReview: false,
    onFormer: () => undefined,
    open: () => ({ interruption, onLook: async () => undefined, close: async () => undefined }),
  }
  const wanted = {
    name: task,
    cwd: world.stateHome,
    words,
    isAgreed: true,
    flags: () => ({}),
    setup: (before: RunTask['run']['setup']) => before,
    policy: async ({ run }: RunTask) => (await loadPolicy(world, todayFor(run))).policy,
    by: { actor: 'browser', requirePerson: () => undefined, refuseAgent: () => undefined } as const,
  }
  return onResume(world, wanted, watching)
}

function todayFor({ setup }: RunTask['run']): Parameters<typeof loadPolicy>[1] {
  return { cwd: setup.cwd, attended: false, sessionMode: 'strict', flags: setup.flags ?? {} }
}

function whyNot({ kind, task }: Resumed): string | undefined {
  switch (kind) {
    case 'completed':
      return `${task.id} is completed: there is nothing left to do`
    case 'waits':
      return `${task.id} waits for your answer`
    case 'rejected':
      return `${task.id} was rejected: say what is to be done instead`
    case 'supervised':
      return undefined
  }
}
