// A session between an editor and its agent, as far as the gate needs to know it, and what of it is told to the flows of a
// hook: the same facts, the same decision.
import { dirname, join } from 'node:path'
import type { Entry } from '../../contract/agent/entry.ts'
import type { HookOrigin } from '../../contract/agent/hook-event.ts'
import { NOTHING_TOLD, type SessionTelling, type UpdateRead } from '../../agents/acp/updates.ts'
import type { RequestId } from '../../agents/acp/wire.ts'
import { DEFAULT_KEEP_MS } from '../../domain/tasks/retention.ts'
import type { AnsweredWork, World } from '../world.ts'
import { inState } from '../home/state-folder.ts'

/** Changed in place: it lives as long as the connection, and everything that must outlive that is in the store. */
export interface GatedSession {
  /** The agent's own id, and the one under which we keep it: that is known before the agent has chosen its own. */
  readonly id: string
  readonly key: string
  readonly cwd: string
  /** The id as the agent writes it. */
  readonly wireId: string | number
  /** Entries since the last decision, and the number of the first. */
  from: number
  items: (readonly Entry[])[]
  telling: SessionTelling
  planMode: boolean
  /** What the agent is told with its next prompt. */
  contract: string | undefined
  /** Prompts of the editor that are not answered yet. */
  readonly turns: Map<RequestId, GatedTurn>
  /** It is loaded again: what is told until then is history. */
  isLoading: boolean
  /** The editor has left it; it stays until its prompts are answered. */
  isClosed: boolean
  /** Prompts wait for it: the session is loaded, or could not be. */
  readonly isReady: Promise<void>
  readonly setReady: () => void
}

export interface GatedTurn {
  readonly editor: RequestId
  /** The id of the prompt that the agent works on: the editor's, or one of ours. */
  agent: RequestId
  continuations: number
  isCancelled: boolean
  /** The agent waits for us: it is decided whether it may stop. */
  isDeciding: boolean
  /** What the prompt that the agent works on tells it; its answer shows that it was read. */
  carried: readonly AnsweredWork[]
}

const MOST_ITEMS = 5000

export type GatedAbout = Pick<GatedSession, 'wireId' | 'key' | 'cwd' | 'planMode'>

export function openGated(about: GatedAbout): GatedSession {
  const { promise: isReady, resolve: setReady } = Promise.withResolvers<void>()
  return {
    ...about,
    id: String(about.wireId),
    isReady,
    setReady,
    from: 0,
    items: [],
    telling: NOTHING_TOLD,
    contract: undefined,
    turns: new Map(),
    isLoading: false,
    isClosed: false,
  }
}

export function openTurn(session: GatedSession, id: RequestId): GatedTurn {
  const turn: GatedTurn = {
    editor: id,
    agent: id,
    continuations: 0,
    isCancelled: false,
    isDeciding: false,
    carried: [],
  }
  session.turns.set(id, turn)
  return turn
}

export function noteRead(session: GatedSession, { telling, entries }: UpdateRead): void {
  session.telling = telling
  note(session, entries)
}

export function note(session: GatedSession, entries: readonly Entry[]): void {
  if (entries.length === 0) return
  for (const entry of entries) if (entry.kind === 'plan-mode') session.planMode = entry.active
  session.items.push(entries)
  if (session.items.length <= MOST_ITEMS) return
  session.items.shift()
  session.from += 1
}

export function originOf({ key, cwd }: GatedSession): Pick<HookOrigin, 'agentSessionId' | 'cwd'> {
  return { agentSessionId: key, cwd }
}

/** What the agent said last, with nothing after it. */
export function lastWords({ items }: GatedSession): string | undefined {
  const last = items.flat().findLast((entry) => entry.kind === 'said' || entry.kind === 'tool-called')
  return last?.kind === 'said' ? last.text : undefined
}

/** It has been decided: what was told until then is known. What has come meanwhile stays. */
export function forgetUntil(session: GatedSession, until: number): void {
  const known = Math.max(0, until - session.from)
  session.items = session.items.slice(known)
  session.from += known
}

/** A session that is loaded again keeps the key that it had. */
export async function keepKey(
  world: World,
  agent: string,
  { id, key }: Pick<GatedSession, 'id' | 'key'>,
): Promise<void> {
  const { disk } = await world.openWorkshop()
  const path = keyFile(world, agent, id)
  disk.writeWhole(path, key)
  // The store forgets a session after this time as well.
  const oldest = world.now().getTime() - DEFAULT_KEEP_MS
  for (const old of disk.list(dirname(path)).filter(({ changedMs }) => changedMs < oldest)) {
    disk.remove(join(dirname(path), old.name))
  }
}

export function knownKey(world: World, agent: string, id: string): string | undefined {
  const read = world.files.readText(keyFile(world, agent, id), 200)
  return read.kind === 'text' && /^acp_[0-9a-z]+$/.test(read.text) ? read.text : undefined
}

function keyFile(world: World, agent: string, id: string): string {
  return inState(world, 'acp', world.hashOf(agent, id))
}
