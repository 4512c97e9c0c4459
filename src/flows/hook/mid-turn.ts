// The answer to an order that a person typed as a prompt. Where it joins a turn under way and the host would end that turn
// if it were held back, it is let through, and the agent is told that it was not meant.
import type { Agent, HookAnswer } from '../../agents/agent.ts'
import type { HookOrigin } from '../../contract/hook-event.ts'
import { endOfTranscript } from '../session/open-transcript.ts'
import { parseLine } from '../session/read-tail.ts'
import type { World } from '../world.ts'

/** How far back something of the same turn is looked for. */
const LOOK_BACK = 256 * 1024

export function answered(
  world: World,
  agent: Agent,
  event: HookOrigin & { readonly text: string },
  text: string,
): HookAnswer {
  if (!isUnderWay(world, agent, event)) return { kind: 'answer', text }
  const note = `"${event.text.trim()}" was meant for Fullstop. It asks nothing of you: go on.`
  return { kind: 'inform', at: 'prompt', text: note, tell: text }
}

/** In doubt it is: a turn that is lost costs more than an order that the agent reads. */
function isUnderWay(world: World, { transcript }: Agent, event: HookOrigin): boolean {
  const turnOf = transcript?.turnOf
  if (!turnOf) return false
  if (event.promptId === undefined || event.transcriptPath === undefined) return true
  const text = endOfTranscript(world, transcript, { path: event.transcriptPath, most: LOOK_BACK })
  if (text === undefined) return true
  return text
    .split('\n')
    .some((line) => line.includes(event.promptId ?? '') && turnOf(parseLine(line)) === event.promptId)
}
