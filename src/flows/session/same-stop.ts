// Is this stop the one that was decided a moment ago, delivered once more? In doubt it is a new one.
import { SAME_STOP_MS } from '../../domain/tasks/repeat.ts'
import type { HookOrigin, StopRequested } from '../../contract/agent/hook-event.ts'
import type { World } from '../world.ts'

type Stop = HookOrigin & StopRequested

/**
 * A host writes its transcript some 100 ms after it asked us. A slow disk makes it several times that, and what was
 * decided too early is a refusal too many or work that nobody saw. A transcript that was not there at the last stop
 * either may never come.
 */
const FLUSH = { longestMs: 1000, longestWithoutMs: 250, lookMs: 10 } as const
export const LOOK_MS = FLUSH.lookMs

/** How long a stop waits for its transcript to catch up. `before`: the key of the stop before it in the same request. */
export function longestFlushMs(hasTranscript: boolean, before: string | undefined): number {
  const hadNone = before !== undefined && before === stopKey(wordsOf(before), undefined)
  return hasTranscript || !hadNone ? FLUSH.longestMs : FLUSH.longestWithoutMs
}

/**
 * The same stop delivered twice. A host asks all its hooks at once and continues when all have answered: who had begun
 * before the first answer was given is asked about the same stop, though the host may have written its transcript
 * meanwhile. Where the first was decided before we even began, a fast agent may have stopped again with the same words
 * and not written its transcript yet: then it grows while we look, and this is a new stop.
 */
export async function isSameStop(
  world: World,
  { words, size }: { readonly words: string; readonly size: () => number | undefined },
  before: { key: string; at: string },
): Promise<boolean> {
  const key = (): string => stopKey(words, size())
  if (words !== wordsOf(before.key)) return false
  if (hasBegunBefore(world, before.at)) return true
  if (msSince(world, before.at) >= SAME_STOP_MS) return false
  if (world.startedAt().getTime() <= Date.parse(before.at)) return true
  if (key() !== before.key) return false
  // Without a transcript's length two stops cannot be told apart: then a later one is new.
  if (size() === undefined) return false
  for (let waited = 0; waited < FLUSH.longestMs; waited += FLUSH.lookMs) {
    await world.sleep(FLUSH.lookMs)
    if (key() !== before.key) return false
  }
  return true
}

/** As exact as the age of a process is told, and to spare. */
const DOUBT_MS = 30

/** On a busy machine a process waits long for its first line, and the launcher before it takes its time. */
function hasBegunBefore({ bornAt, now }: Pick<World, 'bornAt' | 'now'>, at: string): boolean {
  const decided = Date.parse(at)
  // Else the clock was set back, and nothing follows from it.
  return decided <= now().getTime() && bornAt().getTime() + DOUBT_MS <= decided
}

/** What was said at a stop, as a hash. */
export function stopWords(
  { hashOf }: Pick<World, 'hashOf'>,
  agent: string,
  { agentSessionId, promptId = '', lastMessage = '', afterRefusal }: Stop,
): string {
  return hashOf(agent, agentSessionId, promptId, lastMessage, `${afterRefusal}`)
}

/** The words, and how long the transcript was. */
export function stopKey(words: string, size: number | undefined): string {
  return `${words}-${size ?? 'none'}`
}

function wordsOf(key: string): string {
  return key.slice(0, key.lastIndexOf('-'))
}

export function msSince(world: World, at: string): number {
  // A clock that was set back must not make it less than nothing.
  return Math.max(0, world.now().getTime() - Date.parse(at))
}
