// The answer to an order that a person typed as a prompt. Where it joins a turn under way and the host would end that turn
// if it were held back, it is let through, and the agent is told that it was not meant.
import type { HookAnswer } from '../../agents/agent.ts'
import { endOfTranscript } from '../transcript/open-transcript.ts'
import { parseLine } from '../transcript/read-tail.ts'
import type { HookCall } from './hook-call.ts'

/** How far back something of the same turn is looked for. */
const LOOK_BACK = 256 * 1024

type Turn = Pick<HookCall, 'agent' | 'source'>

/** `typed`: the person's prompt. */
export function answered(call: Turn, { typed, text }: { readonly typed: string; readonly text: string }): HookAnswer {
  if (!isUnderWay(call)) return { kind: 'answer', text }
  const note = `"${typed.trim()}" was meant for Fullstop. It asks nothing of you: continue.`
  return { kind: 'inform', at: 'prompt', text: note, tell: text }
}

/** In doubt it is: a turn that is lost costs more than an order that the agent reads. */
function isUnderWay({ agent: { transcript }, source: { turn, path, open } }: Turn): boolean {
  const turnOf = transcript?.turnOf
  if (!turnOf) return false
  if (turn === undefined || path === undefined) return true
  const text = endOfTranscript(open(), LOOK_BACK)
  if (text === undefined) return true
  return text.split('\n').some((line) => line.includes(turn) && turnOf(parseLine(line)) === turn)
}
