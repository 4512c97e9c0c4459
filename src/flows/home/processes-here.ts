// The processes of this machine under names that no process of another machine has: several machines may share a store.
import type { Processes } from '../../adapters/platform/processes/processes.ts'
import { isOnMachine, withMachine, withoutMachine } from '../../contract/machine.ts'

/** A process of another machine is neither alive here nor above us; `isHere` tells it apart from one that has ended. */
export function processesHere(local: Processes, machine: () => string): Processes {
  const named = (key: string): string => withMachine(key, machine())
  const isHere = (key: string): boolean => isOnMachine(key, machine())
  return {
    ...local,
    keyOf: (pid) => {
      const key = local.keyOf(pid)
      return key === undefined ? undefined : named(key)
    },
    isHere,
    isAlive: (key) => isHere(key) && local.isAlive(withoutMachine(key)),
    starters: () => local.starters().map(named),
    isAbove: (key) => (isHere(key) ? local.isAbove(withoutMachine(key)) : false),
    above: () => local.above().map(named),
  }
}

/** The key of a process for a file of this machine, which names no other: without the machine. */
export function localKey(processes: Processes, pid: number): string | undefined {
  const key = processes.keyOf(pid)
  return key === undefined ? undefined : withoutMachine(key)
}
