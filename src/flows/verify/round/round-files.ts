// What a round of checks carries along, and where it writes.
import { join } from 'node:path'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { Event } from '../../../contract/event.ts'
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import type { Trees } from '../../../adapters/workspace/trees.ts'
import type { RoundRequest } from '../../home/rounds/round-request.ts'
import { roundFolder } from '../../home/workspace.ts'
import { stamp, type World } from '../../world.ts'
import { given } from '../../../contract/given.ts'

export interface Carrying {
  readonly world: World
  readonly shop: Workshop
  readonly trees: Trees
  readonly request: RoundRequest
  readonly workspace: string
  readonly mark: { readonly name: string; readonly value: string }
  readonly spared: ReadonlySet<number>
  readonly signal: AbortSignal
  /** Events that are not stored yet. */
  readonly held: Event[]
}

/** What every event of the run begins with. */
export function head({ world, request }: Carrying): { id: string; at: string; task?: string } {
  return { ...stamp(world), ...given({ task: request.task }) }
}

/** No check waits for the disk: after a power cut the round is lost, and the next claim has its checks run. */
export async function record({ world, held }: Pick<Carrying, 'world' | 'held'>, event: Event): Promise<void> {
  await world.store.append([...held.splice(0), event], [], 'kill')
}

/** To be stored with the next event, which comes at once. */
export function hold({ held }: Pick<Carrying, 'held'>, event: Event): void {
  held.push(event)
}

/** Equal for the same command in the same folder, with the same named environment and expectations. */
export function checkKey({ hashOf }: Pick<World, 'hashOf'>, { run, shell, env, cwd, expect }: CheckConfig): string {
  const named = Object.entries(env ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))
  // Absent keys leave no trace, so that results from before there were any still hold.
  const more = given({ cwd, expect: expect && given({ tests: expect.tests, output: expect.output }) })
  return hashOf(JSON.stringify([run, shell === true, named, ...(Object.keys(more).length > 0 ? [more] : [])]))
}

/** Names come from a config: nothing of them but plain letters becomes part of a path. */
export function logFile({ world, request }: Carrying, name: string): string {
  const index = request.checks.findIndex((check) => check.name === name) + 1
  const safe = name.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 40)
  return join(roundFolder(world, request.run), `${`${index}`.padStart(2, '0')}-${safe}.log`)
}
