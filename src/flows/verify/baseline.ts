// The baseline: the checks as they stand when a task opens. A check under which the tree moves has none.
import type { EventOf } from '../../contract/event.ts'
import type { Host } from '../../contract/agent/hook-event.ts'
import { answerBy } from '../home/answer-by.ts'
import { waitForRound } from '../home/follow.ts'
import { startRound } from '../home/rounds/start-round.ts'
import { isTrusted } from '../project/trust.ts'
import type { World } from '../world.ts'

/** Waits for it as long as the hook may: the agent should not begin before. What lasts longer continues beside it. */
export async function runBaseline(world: World, host: Host, opened: EventOf<'task.opened'>): Promise<void> {
  const { checks, root, trustHash } = opened.policy
  if (root === undefined || (trustHash !== undefined && !isTrusted(world, root, trustHash))) return
  const shop = await world.openWorkshop()
  const request = startRound(world, shop, {
    root,
    cause: 'baseline',
    checks,
    task: opened.task,
    mayReuse: false,
    counts: true,
    heldUntil: new Date(answerBy(world, host)).toISOString(),
  })
  await waitForRound(world, shop, request, { until: answerBy(world, host) })
}
