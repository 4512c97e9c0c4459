// A session's other moments: it starts, compacts, ends, a subagent is done, the provider fails.
// They are recorded; only the start is answered, with the contract and, where there is one, the brief.
import type { Agent, HookAnswer } from '../../agents/agent.ts'
import type { Event } from '../../contract/event.ts'
import type { HookEvent } from '../../contract/agent/hook-event.ts'
import { contractText } from '../../domain/gate/words/contract-text.ts'
import type { Mask } from '../../domain/tasks/masked.ts'
import { loadKnown } from '../session/load-known.ts'
import type { Beginning } from '../memory/give-brief.ts'
import { loadPolicy } from '../project/load-policy.ts'
import { maskFor } from '../project/mask.ts'
import { sessionSeen } from '../session/open-request.ts'
import type { HookCall } from './hook-call.ts'
import { tellAll } from '../../domain/gate/words/person-text.ts'
import { toWays } from '../../domain/strategies/ways.ts'
import { reachOf } from '../session/reach.ts'
import { stamp, type World } from '../world.ts'
import { given } from '../../contract/given.ts'

type Started = Extract<HookEvent, { kind: 'session-started' }>
export type Noted = Extract<
  HookEvent,
  { kind: 'session-ended' | 'subagent-stopped' | 'stop-failed' | 'compaction-started' }
>

/** Of what a provider says about its failure. Masked before it is cut: a cut would leave half a secret. */
const MOST_READ = 8000
const MOST_KEPT = 2000

export async function onSessionStart(
  world: World,
  { agent, host }: HookCall,
  { agentSessionId, cwd, transcriptPath, source }: Started,
): Promise<HookAnswer> {
  const known = await loadKnown(world, agent, agentSessionId)
  const sessionMode = known.session.state?.mode
  const loaded = await loadPolicy(world, { cwd, attended: host.attended, sessionMode })
  const { policy } = loaded
  if (policy.mode === 'off') return { kind: 'silent' }
  const sighting = { agentSessionId, cwd, transcriptPath }
  await world.store.append([sessionSeen(world, agent, { session: known.sessionId, sighting, host, source })])
  await eraseOldBeside(world)
  const ways = toWays(policy, { reach: reachOf(world, host, policy), sessionId: agentSessionId })
  const toolMayCome = policy.strategies.includes('tool')
  const brief = await briefAt(world, { source, cwd, known, ways, toolMayCome })
  const text = [contractText(ways, toolMayCome), ...(brief === undefined ? [] : [brief])].join('\n\n')
  // What was found out meanwhile comes with the next prompt: hosts do not show every line of a session that is resumed.
  const problems = [...loaded.problems, ...loaded.warnings]
  if (problems.length === 0) return { kind: 'inform', at: 'session-start', text }
  return { kind: 'inform', at: 'session-start', text, tell: tellAll(problems) }
}

/** What is past its time is taken away by a process of its own: nobody waits for it here. */
async function eraseOldBeside(world: World): Promise<void> {
  try {
    if (!(await world.store.hasOld(world.now().toISOString()))) return
    const { startErasing } = await import('../memory/erase-old.ts')
    await startErasing(world)
  } catch {
    // The next session that begins tries again.
  }
}

/** Most sessions begin with nothing to be told of: then nothing of it is loaded. */
async function briefAt(world: World, beginning: Beginning): Promise<string | undefined> {
  if (beginning.source === 'clear') return undefined
  try {
    const { giveBrief } = await import('../memory/give-brief.ts')
    return await giveBrief(world, beginning)
  } catch {
    // The contract must reach the agent whatever becomes of the brief; `fullstop brief` says what is wrong.
    return undefined
  }
}

interface NotedHead {
  readonly id: string
  readonly at: string
  readonly session: string
  readonly task?: string
}

/** Only a session that we gate leaves a trace. */
export async function onNoted(world: World, agent: Agent, event: Noted): Promise<HookAnswer> {
  const known = await loadKnown(world, agent, event.agentSessionId)
  if (!known.session.state || known.session.state.mode === 'off') return { kind: 'silent' }
  const head = { ...stamp(world), session: known.sessionId, ...given({ task: known.task.state?.id }) }
  await world.store.append([toEvent(head, event, maskFor(world, [known.session.state.cwd]))])
  return { kind: 'silent' }
}

function toEvent(head: NotedHead, event: Noted, mask: Mask): Event {
  switch (event.kind) {
    case 'session-ended':
      return { ...head, kind: 'session.ended', why: event.why.slice(0, 200) }
    case 'subagent-stopped':
      return { ...head, kind: 'subagent.stopped', subagent: event.subagent.slice(0, 100) }
    case 'stop-failed':
      return {
        ...head,
        kind: 'stop.failed',
        cause: event.cause,
        detail: mask(event.detail.slice(0, MOST_READ)).slice(0, MOST_KEPT),
      }
    case 'compaction-started':
      return { ...head, kind: 'compaction.started', trigger: event.trigger.slice(0, 100) }
  }
}
