// Begins a round, and stops one: the request is written down, then the process that carries it out is started.
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import type { World } from '../../world.ts'
import { takeBack } from './announce-round.ts'
import { handTree, promiseSuspicions } from './hand-over.ts'
import { aliveFile } from '../workspace.ts'
import { pidFile, readRoundRequest, requestFile, type RoundRequest } from './round-request.ts'
import { type Programs, startRunner } from './start-runner.ts'

/** What the process of a run is given beside its request. */
export interface RoundStart {
  /** The tree, read a moment ago. */
  readonly tree?: (() => Buffer) | undefined
  readonly programs?: Programs | undefined
  /** By the caller, under the name that it asks for: the runner waits. */
  readonly isAnnounced?: boolean
}

/** The run continues in a process of its own, whatever becomes of this one. One that has a name already is begun once. */
export function startRound(
  world: World,
  shop: Workshop,
  asked: Omit<RoundRequest, 'run' | 'askedAt'> & { readonly run?: string },
  { tree, ...start }: RoundStart = {},
): RoundRequest {
  const begun = asked.run === undefined ? undefined : readRoundRequest(world, asked.run)
  if (begun) return begun
  const request: RoundRequest = { run: world.newId('run'), ...asked, askedAt: world.now().toISOString() }
  if (tree) handTree(world, shop, request.run, tree)
  if (request.proof?.by !== undefined) promiseSuspicions(world, shop, request.run)
  return begin(world, shop, request, start)
}

/** The process that asked was killed after it wrote the request down and before it started the runner. */
export function isStillborn(world: Pick<World, 'files' | 'stateHome'>, { run }: RoundRequest): boolean {
  return !world.files.exists(pidFile(world, run))
}

export function startAgain(world: World, shop: Workshop, request: RoundRequest): RoundRequest {
  return begin(world, shop, { ...request, askedAt: world.now().toISOString() }, {})
}

function begin(
  world: World,
  shop: Workshop,
  request: RoundRequest,
  { programs, isAnnounced = false }: RoundStart,
): RoundRequest {
  shop.disk.writeQuickly(requestFile(world, request.run), JSON.stringify(request))
  // One runner too many does nothing; one too few would lose the round.
  if (!isAnnounced || !takeBack(world, shop, request.run)) startRunner(world, shop, request, programs)
  return request
}

/** Asks the process of a run to end what it runs, and itself. */
export function stopRound(world: Pick<World, 'files' | 'stateHome'>, shop: Workshop, run: string): void {
  const read = world.files.readText(pidFile(world, run), 100)
  const pid = read.kind === 'text' ? Number.parseInt(read.text, 10) : Number.NaN
  if (pid > 0 && shop.isLocked(aliveFile(world, run))) shop.sendSignal(pid, 'SIGTERM')
}
