// What an agent's hook told us, in our words. Every hook codec decodes to this and nothing else.
import type { Entry, Involuntary, Receipt } from './entry.ts'

export type HookEvent =
  | (HookOrigin & StopRequested)
  | (HookOrigin & { readonly kind: 'subagent-stopped'; readonly subagent: string })
  | (HookOrigin & { readonly kind: 'stop-failed'; readonly cause: Involuntary; readonly detail: string })
  | (HookOrigin & { readonly kind: 'session-started'; readonly source: SessionSource })
  | (HookOrigin & { readonly kind: 'session-ended'; readonly why: string })
  | (HookOrigin & {
      readonly kind: 'prompt-submitted'
      readonly by: 'person' | 'host' | 'us'
      readonly text: string
      readonly planMode?: boolean
    })
  | (HookOrigin & {
      readonly kind: 'tool-used'
      readonly tool: string
      readonly toolUseId?: string
      readonly subagent?: string
      /** The receipt in what our tool answered. */
      readonly receipt?: Receipt
    })
  | (HookOrigin & { readonly kind: 'compaction-started'; readonly trigger: string })

export type SessionSource = 'startup' | 'resume' | 'clear' | 'compact' | 'unknown'

export interface HookOrigin {
  readonly agentSessionId: string
  readonly cwd?: string
  readonly transcriptPath?: string
  readonly promptId?: string
  /** From an agent without a transcript file: they replace the transcript. */
  readonly delivered?: Delivered
}

/**
 * A part of the session, up to its end, that the agent sends with the hook call. Items are numbered from the start of
 * the session, so that an item that is sent twice counts once.
 */
export interface Delivered {
  /** The number of the first item. */
  readonly from: number
  /** The entries of each item; an item that tells us nothing has none. */
  readonly items: readonly (readonly Entry[])[]
  /** More was sent than we accept: the oldest items were left out. */
  readonly isCut?: boolean
}

export interface StopRequested {
  readonly kind: 'stop-requested'
  readonly lastMessage?: string
  /** The host says that an earlier stop of this turn was refused. A hint: we keep our own count. */
  readonly afterRefusal: boolean
  readonly planMode: boolean
  readonly background: readonly BackgroundTask[]
  /** The prompts with which the host will wake the session up by itself. */
  readonly wakeUps: readonly string[]
}

export interface BackgroundTask {
  readonly running: boolean
  readonly label: string
  /** The command line, where it is a shell command; anything else ends by itself. */
  readonly command?: string
}

/** What the codec learns from the environment the host gives its hooks. */
export interface Host {
  readonly attended: boolean
  /** Nothing tells whether a person is there. */
  readonly isUntold?: boolean
  /** The agent's own process, where the host names it. */
  readonly pid?: number
  /** The stint whose mark its processes carry, where we have started it: our server announces itself by that. */
  readonly stint?: string
  /** That process serves other sessions too: that it lives says nothing of this one. */
  readonly isShared?: boolean
  /** By its key: the process of a client that has no identity of its own. */
  readonly client?: string
  /** How many stops in a row the host lets a hook refuse; 0: no cap. */
  readonly blockCap: number
  /** The time limit of the hook, as its settings name it. */
  readonly withinMs?: number
}
