// What the gate knows of its connection, and the ways in which it speaks: to the flows of a hook, to the editor.
import { given } from '../../contract/given.ts'
import { acp } from '../../agents/acp/index.ts'
import type { LineShape } from '../../agents/acp/same-shape.ts'
import { notice, type Params, type RequestId } from '../../agents/acp/wire.ts'
import type { HookAnswer } from '../../agents/agent.ts'
import type { HookEvent, Host } from '../../contract/agent/hook-event.ts'
import { onFailure } from '../hook/on-failure.ts'
import { onHook } from '../hook/on-hook.ts'
import type { AnsweredWork, World } from '../world.ts'
import { type GatedSession, type GatedTurn, note } from './gated-session.ts'

export interface GateOptions {
  /** The command line of the agent. */
  readonly command: readonly string[]
  readonly cwd: string
  readonly pid: number | undefined
  /** The mark that all its processes carry. */
  readonly stint: string
  readonly server: readonly [string, ...string[]]
  readonly serverEnv: Readonly<Record<string, string>>
  readonly toEditor: (line: string) => void
  readonly toAgent: (line: string) => void
}

/** What becomes of a line: it passes as it came, is replaced, or stays here. */
export type Passed = 'as-it-came' | 'held' | { readonly instead: string }

/** Changed in place: it lives as long as the connection. */
export interface GateState {
  readonly world: World
  readonly options: GateOptions
  readonly agentName: string
  readonly host: Host
  readonly sessions: Map<string, GatedSession>
  /** Requests of the editor that the agent has not answered. */
  readonly asked: Map<RequestId, Asked>
  /** Lines of the agent that have passed and are not read yet. */
  unread: Unread[]
  unreadBytes: number
  /** Of the line that was read last, where more like it may follow. */
  shape: LineShape | undefined
  /** Prompts of ours, over all sessions. */
  continuations: number
  /** The agent is gone: nobody is told anything more. */
  isOver: boolean
}

/** Lines that are read one by one, or many that differ in their words alone. */
export type Unread = { readonly kind: 'lines'; readonly lines: Buffer } | UnreadWords

export interface UnreadWords {
  readonly kind: 'words'
  readonly shape: LineShape
  /** `words`: one character for each byte. */
  readonly parts: { readonly lines: Buffer; readonly words: string }[]
  length: number
}

export interface Asked {
  readonly method: string
  /** Of a session that is made or loaded. */
  readonly opens?: { readonly key: string; readonly cwd: string; readonly wireId?: string | number }
}

/** As long as a person waits for checks before the stop is allowed, and the result is told later. */
const WITHIN_MS = 10 * 60_000

export function openGateState(world: World, options: GateOptions): GateState {
  return {
    world,
    options,
    agentName: options.command.join(' '),
    host: {
      attended: true,
      blockCap: 0,
      withinMs: WITHIN_MS,
      stint: options.stint,
      ...given({ pid: options.pid }),
    },
    sessions: new Map(),
    asked: new Map(),
    unread: [],
    unreadBytes: 0,
    shape: undefined,
    continuations: 0,
    isOver: false,
  }
}

/** Our own failure holds nobody up, and is said in one line. `carried`: what is done once the agent has read the answer. */
export async function tell(
  { world, host }: GateState,
  event: HookEvent,
  carried: AnsweredWork[] = [],
): Promise<HookAnswer> {
  const now = world.now()
  // We live as long as the connection; each event begins anew, and two stops are never the same one.
  const here: World = {
    ...world,
    startedAt: () => now,
    bornAt: () => now,
    onAnswered: (work) => void carried.push(work),
  }
  // The lines that came with this one are written first: what follows may take its time.
  await Promise.resolve()
  try {
    return await onHook(here, acp, host, event)
  } catch (error) {
    return onFailure(here, acp, host, { event, error })
  }
}

/** A pipe takes a prompt long before it is read: only what the agent answers proves that it was. */
export async function finishCarried(
  { world }: GateState,
  carried: readonly AnsweredWork[],
  isOut: boolean,
): Promise<void> {
  try {
    for (const work of carried) await work(world, isOut)
  } catch {
    // Nothing says that it was told: the next prompt tells it again.
  }
}

/** A line of ours in the session, for the person. */
export function show({ options }: GateState, { wireId }: GatedSession, text: string, about: Params): void {
  const content = { type: 'text', text: `\n\n${text}\n\n` }
  const update = { sessionUpdate: 'agent_message_chunk', content, _meta: { fullstop: about } }
  options.toEditor(notice('session/update', { sessionId: wireId, update }))
}

export function answer(gate: GateState, session: GatedSession, turn: GatedTurn, line: string): void {
  closeTurn(gate, session, turn)
  if (!gate.isOver) gate.options.toEditor(line)
}

/** The turn of the editor is over. */
export function closeTurn({ asked, sessions }: GateState, session: GatedSession, turn: GatedTurn): void {
  session.turns.delete(turn.editor)
  asked.delete(turn.editor)
  if (turn.isCancelled) note(session, [{ kind: 'interrupted' }])
  if (session.isClosed && session.turns.size === 0 && sessions.get(session.id) === session) sessions.delete(session.id)
}
