// What must still be read before a claim can be decided.
import type { Facts } from '../../contract/facts.ts'
import type { ReadNeeds, SessionRead } from '../../contract/agent/session-read.ts'
import type { CalledFound } from './called.ts'

/** Undefined: the reading was enough. */
export function stillNeeded(transcript: SessionRead, { claim }: Facts, found: CalledFound): ReadNeeds | undefined {
  if (transcript.kind !== 'entries' || (!transcript.isSparse && transcript.todosFrom === undefined)) return undefined
  // A claim that only names this session is another's if no line of this one makes it.
  if (transcript.isSparse && found.kind === 'ours' && found.by === 'hint') return { everything: true, todos: true }
  return claim?.status === 'success' ? { todos: true, running: true } : undefined
}
