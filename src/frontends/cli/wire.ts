// The only place that builds adapters: what a flow calls the world is put together here.
import { join } from 'node:path'
import { addressing } from '../../flows/home/tasks/addressing.ts'
import { processesHere } from '../../flows/home/processes-here.ts'
import { STATE_FOLDERS } from '../../flows/home/state-folder.ts'
import { noticing } from '../../flows/notify/noticing.ts'
import type { World } from '../../flows/world.ts'
import { elapsed, now, sleep, startedAt, worked } from '../../adapters/platform/clock.ts'
import { accountName, osHome } from '../../adapters/platform/account.ts'
import { configHome, type Env, stateHome, userHome } from '../../adapters/platform/env.ts'
import { files } from '../../adapters/platform/files/files.ts'
import { correctHome } from '../../adapters/platform/files/private-files.ts'
import { hashOf, newId } from '../../adapters/platform/ids.ts'
import { machineIn } from '../../adapters/platform/machine.ts'
import { type Processes, processes } from '../../adapters/platform/processes/processes.ts'
import { openSqliteStore } from '../../adapters/store/sqlite/sqlite-store.ts'

/** How long each caller waits for the lock of the store; a lock is usually held for some milliseconds. */
export type StoreCaller = 'hook' | 'call' | 'person'

const BUSY_MS: Readonly<Record<StoreCaller, number>> = { hook: 500, call: 1000, person: 5000 }

/** Where the system does not tell, its first line stands for it. */
function bornAt({ ageMsOf, self }: Processes): Date {
  const age = ageMsOf(self)
  return age === undefined ? startedAt() : new Date(now().getTime() - age)
}

export function openWorld(env: Env, patience: StoreCaller): World {
  const home = stateHome(env)
  // What an earlier version left open to others. A hook has no time for it, and none of it is the hook's.
  if (patience === 'person') correctHome(home, { folders: STATE_FOLDERS, isDeep: false })
  const machine = machineIn(home)
  const world: Omit<World, 'store'> = {
    files,
    processes: processesHere(processes, machine),
    ancestors: async () => (await import('../../adapters/platform/processes/ancestors.ts')).ancestors(),
    isAtTerminal: async (pid) => (await import('../../adapters/platform/processes/ancestors.ts')).isAtTerminal(pid),
    openStreams: async () =>
      (await import('../../adapters/platform/processes/standard-streams.ts')).openStandardStreams(),
    openWorkshop: async () => (await import('../../adapters/platform/workshop.ts')).workshop,
    openCopies: async () => {
      const { openCopies } = await import('../../adapters/copy/copies.ts')
      const { workshop: shop } = await import('../../adapters/platform/workshop.ts')
      return openCopies({ shop, stateHome: home, processes: processesHere(processes, machine), newId, elapsed })
    },
    openWorktrees: async () => {
      const { openWorktrees } = await import('../../adapters/worktree/worktrees.ts')
      const { processesIn } = await import('../../adapters/platform/processes/processes-in.ts')
      const { workshop: shop } = await import('../../adapters/platform/workshop.ts')
      return openWorktrees({
        home: join(home, 'worktrees'),
        runProgram: shop.runProgram,
        env,
        processesIn,
        sleep,
        freeBytes: (path) => shop.disk.room(path)?.bytes,
      })
    },
    openTrees: async () => (await import('../../adapters/workspace/trees.ts')).trees,
    env,
    userHome: userHome(env),
    osHome,
    account: () => accountName(env),
    stateHome: home,
    configHome: configHome(env),
    machine,
    now,
    elapsed,
    worked,
    startedAt,
    bornAt: () => bornAt(processes),
    sleep,
    newId,
    hashOf,
  }
  const store = openSqliteStore({ home, busyMs: BUSY_MS[patience], machine })
  return { ...world, store: addressing(world, noticing(world, store)) }
}
