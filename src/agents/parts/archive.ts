// The transcripts that an agent keeps of past sessions, for `fullstop scan`.
import type { ClaimStatus } from '../../contract/claim.ts'
import type { Entry } from '../../contract/agent/entry.ts'
import type { BackgroundTask } from '../../contract/agent/hook-event.ts'
import type { Places } from './places.ts'

/** The transcripts that the agent keeps of its sessions, for `fullstop scan`, which reads them all. */
export interface Archive {
  /** Where they lie, at any depth. */
  readonly folders: (places: Pick<Places, 'home' | 'env'>) => readonly string[]
  /** By its path below such a folder: the transcript of a session that a person or a script began. */
  readonly isTranscript: (path: string) => boolean
  /** What a line says that need not be parsed for it. */
  readonly skim: (line: LineGlance, callOf: CallSeen) => Skimmed
  /** Of a line that was parsed: where and when it was written, and what else only a hook is told. */
  readonly toldBy: (line: unknown) => LineTold
  /** Tokens that the session has used: in one answer of the model, or in all so far. */
  readonly usage: (line: LineGlance) => UsageSeen | undefined
  /** Every turn that ended has a line of its own for that. */
  readonly marksEnds: boolean
  /** What a person types to open the session again. */
  readonly resume: (agentSessionId: string) => string
}

/** A line of a transcript by its bytes, each as one character. */
export interface LineGlance {
  /** At most `HEAD_CHARACTERS`. */
  readonly head: string
  readonly size: number
  /** `from`: after so many bytes. In JSON a bare quote never stands within a string. */
  readonly has: (mark: string, from?: number) => boolean
  /** The same for a mark that few lines have: it is searched for once in many of them. */
  readonly hasRare: (mark: string) => boolean
  /** What follows the first such mark among the last `last` bytes, at most `most` bytes of it. */
  readonly behind: (mark: string, last: number, most: number) => string | undefined
}

export const HEAD_CHARACTERS = 768

/** A call whose result has not been seen yet. */
export type CallSeen = (
  id: string,
) => { readonly name: string; readonly access: string; readonly detail?: string | undefined } | undefined

/**
 * `words`: the assistant speaks, and nothing else; `parse`: only the whole line tells; `over`: the turn has ended;
 * entries: all that the line says.
 */
export type Skimmed = 'words' | 'parse' | 'over' | readonly Entry[]

/** What is absent is not told by this line. */
export interface LineTold {
  readonly agentSessionId?: string | undefined
  readonly cwd?: string | undefined
  readonly at?: string | undefined
  /** The same in every copy of this line. */
  readonly key?: string | undefined
  readonly attended?: boolean | undefined
  /** This line, or the whole file where it is the first, belongs to an agent that another one started. */
  readonly isSubagent?: 'line' | 'file' | undefined
  readonly planMode?: boolean | undefined
  /** Work beside the conversation that began or ended, by the id of its call. */
  readonly background?: readonly (BackgroundTask & { readonly id: string })[] | undefined
  /** The host will wake the session up by itself, or no longer. */
  readonly wakesUp?: boolean | undefined
  /** Calls by which the agent claims. */
  readonly claims?: readonly ClaimTold[] | undefined
}

export interface ClaimTold {
  readonly id: string
  readonly status: ClaimStatus
  readonly channel: 'tool' | 'cli'
}

export interface UsageSeen {
  /** The answer that it belongs to; absent: it counts from the start of the session. */
  readonly answer?: string
  readonly input: number
  /** Of the input, what came from a cache. */
  readonly cached: number
  readonly output: number
}
