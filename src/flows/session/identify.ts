// Whose call is this? What the client and the environment tell are hints: the hook or the transcript binds a call later.
import { given } from '../../contract/given.ts'
import type { Agent, CallMeta } from '../../agents/agent.ts'
import { acp } from '../../agents/acp/index.ts'
import { agents } from '../../agents/index.ts'
import { PLAIN_ID } from '../../contract/plain-id.ts'
import type { RunState, TaskState } from '../../contract/state.ts'
import type { Known } from '../../domain/tasks/known.ts'
import { UNKNOWN_AGENT } from '../../domain/facts/called.ts'
import { loadSession } from './load-known.ts'
import { isAlive } from './session-alive.ts'
import { ownStint } from './supervised.ts'
import type { World } from '../world.ts'

/** A client of our tools, or a process in an agent's shell. */
export interface Caller {
  readonly meta: CallMeta
  readonly cwd: string
  /** The id that we gave back to a client without identity, or a task by its name. */
  readonly taskId?: string | undefined
}

export interface Identity {
  /** An agent of the table, or `mcp` for a client that nobody knows. */
  readonly agent: string
  readonly agentSessionId: string
  readonly known: Known
  readonly toolUseId?: string
  /** The id under which a new task is to be opened. */
  readonly taskId?: string
  /** The client or its host named this very task: no other is opened in its place. */
  readonly isNamed: boolean
  /** Nothing tells this client's next call from another's. */
  readonly isStranger: boolean
  readonly isSubagent?: boolean
  /** The caller named a subtask of its own that another session works on. */
  readonly isAtWorkElsewhere?: boolean
  /** The session is the one that runs in the process which started us; else it is what the environment or the call says. */
  readonly isCertain: boolean
}

export type Identified =
  | { readonly kind: 'known'; readonly identity: Identity }
  | { readonly kind: 'refused'; readonly why: string; readonly next: string }

export async function identify(world: World, caller: Caller): Promise<Identified> {
  const hint = await hintOf(world, caller)
  const named = namedTask(world)
  const isOwnName = named !== undefined && caller.taskId === named && (await ownStint(world)) !== undefined
  if (caller.taskId !== undefined && !isOwnName) return byTaskId(world, { ...caller, taskId: caller.taskId }, hint)
  if (hint?.isElsewhere) return { kind: 'known', identity: await unplaced(world, toolUseOf(hint)) }
  if (named !== undefined) return { kind: 'known', identity: await byEnvironment(world, named, hint) }
  if (hint) return { kind: 'known', identity: await toIdentity(world, hint) }
  return { kind: 'known', identity: { ...(await toIdentity(world, stranger(world))), isStranger: true } }
}

export type OwnTask =
  | { readonly kind: 'task'; readonly task: TaskState }
  /** The session is known, and nothing was asked of it yet. */
  | { readonly kind: 'none' }
  /** Nothing tells which session it is. */
  | { readonly kind: 'unknown' }

/** The task of the session that a command in an agent's shell belongs to. */
export async function ownTask(world: World, caller: Caller): Promise<OwnTask> {
  const identified = await identify(world, caller)
  const own = identified.kind === 'known' ? identified.identity : undefined
  const task = own?.known.task.state
  if (task) return { kind: 'task', task }
  if (own && !own.isStranger && own.agent !== UNKNOWN_AGENT) return { kind: 'none' }
  // Between the shell and its agent may stand programs of any kind.
  for (const host of world.processes.above()) {
    const session = await world.store.newestSession(host)
    if (session?.task === undefined) continue
    const { state } = await world.store.loadTask(session.task)
    if (state) return { kind: 'task', task: state }
  }
  return { kind: 'unknown' }
}

interface Hint {
  readonly agent: string
  readonly agentSessionId: string
  readonly toolUseId?: string
  readonly isCertain?: boolean
  readonly isOfCall?: boolean
  readonly isSubagent?: boolean
  /** The session that was named runs in a process that did not start us. */
  readonly isElsewhere?: boolean
}

async function hintOf(world: World, { meta }: Caller): Promise<Hint | undefined> {
  // The call itself is nearer than an environment, which may be inherited from an agent around this one.
  // Nearest of all is what our own gate gave to this server and to no other process.
  const told = toldBy([acp], world.env, meta) ?? toldBy(agents, {}, meta) ?? toldBy(agents, world.env, meta)
  const found = await sessionOfHost(world)
  const here = found?.hint
  // A server outlives the session that it was started in: what its host runs now is nearer than what it was told then.
  // The same goes for a server that the agent knows from its own settings, if a gate stands before that agent.
  if (here?.agent === acp.id && told?.agent !== acp.id) return here
  if (here && (!told || (told.agent === here.agent && !told.isOfCall))) return { ...told, ...here }
  if (told && (await runsElsewhere(world, told, found?.host))) return here ?? { ...told, isElsewhere: true }
  if (told) return told
  const hosted = plain(world.env['ACCOMPLISH_SESSION_ID'])
  return hosted === undefined ? undefined : { agent: UNKNOWN_AGENT, agentSessionId: hosted }
}

function toldBy(those: readonly Agent[], env: World['env'], meta: CallMeta): Hint | undefined {
  return those.flatMap((agent): Hint[] => {
    const hint = agent.callOf?.({ env, meta })
    return hint && PLAIN_ID.test(hint.agentSessionId) ? [{ ...hint, agent: agent.id }] : []
  })[0]
}

/**
 * Anybody can name a session, in the environment or with a call. Where its hooks told of its process, and that lives,
 * only what this process started can belong to it.
 */
async function runsElsewhere(world: World, told: Hint, nearest: string | undefined): Promise<boolean> {
  const { state } = await world.store.loadSession(sessionIdOf(world, told))
  if (state?.host === undefined || !isAlive(world, state)) return false
  // The supervisor of a run is not above its agent; its stint tells.
  if (state.task !== undefined && (await world.store.loadTask(state.task)).state?.run) return false
  return world.processes.isAbove(state.host) === false || (nearest !== undefined && nearest !== state.host)
}

/** Between the agent and its server may stand a shell or another launcher. */
async function sessionOfHost(world: World): Promise<{ hint: Hint; host: string } | undefined> {
  for (const [nth, host] of world.processes.starters().entries()) {
    const session = await world.store.newestSession(host)
    if (!session) continue
    const { agent, agentSessionId, startsHeard = false } = session
    // Beyond a launcher it is likely, not certain: another agent may stand between.
    return { hint: { agent, agentSessionId, isCertain: startsHeard && nth === 0 }, host }
  }
  return undefined
}

/** The caller's own task, a subtask that it does itself, and no other. */
async function byTaskId(
  world: World,
  caller: Caller & { readonly taskId: string },
  hint: Hint | undefined,
): Promise<Identified> {
  const { taskId } = caller
  const { state: task } = await world.store.loadTask(taskId)
  if (!task) {
    return {
      kind: 'refused',
      why: `there is no task "${taskId.slice(0, 60)}"`,
      next: 'leave the task id out, or pass the one of an earlier answer',
    }
  }
  if (task.parent !== undefined) return ofSubtask(world, task, caller, hint)
  const known = await loadSession(world, task.session)
  if (!(await isOwn(world, task, hint))) {
    const why = `${task.id} belongs to another session`
    return { kind: 'refused', why, next: 'leave the task id out: your own task is known' }
  }
  const agentSessionId = known.session.state?.agentSessionId ?? task.id
  const named = { known: await withTask(world, known, task.id), isNamed: true, isStranger: false, isCertain: true }
  return { kind: 'known', identity: { agent: task.agent, agentSessionId, ...named } }
}

/** A subtask that no supervisor runs is done by the session of the task above it, and by no other. */
async function ofSubtask(world: World, task: TaskState, caller: Caller, hint: Hint | undefined): Promise<Identified> {
  const own = await identify(world, { ...caller, taskId: undefined })
  const self = own.kind === 'known' ? own.identity : undefined
  const owner = await ownerOf(world, task)
  if (!owner || (self?.known.task.state?.id !== owner.id && !(await isOwn(world, owner, hint)))) {
    const next = 'leave the task id out: your own task is known'
    return { kind: 'refused', why: `${task.id} is a subtask of another session's task`, next }
  }
  const known = await loadSession(world, task.session)
  return {
    kind: 'known',
    identity: {
      agent: task.agent,
      agentSessionId: task.id,
      known,
      isNamed: true,
      isStranger: false,
      isCertain: true,
      ...(self?.isSubagent ? { isSubagent: true } : {}),
      ...(task.run ? { isAtWorkElsewhere: true } : {}),
      ...toolUseOf(hint),
    },
  }
}

/** For what only the session that works on a subtask may do. */
export function otherAtWork({
  known,
  isAtWorkElsewhere,
}: Identity): Extract<Identified, { kind: 'refused' }> | undefined {
  if (!isAtWorkElsewhere) return undefined
  const why = `${known.task.state?.id ?? 'the subtask'} has a session of its own, which speaks for it`
  return { kind: 'refused', why, next: 'end your turn without a claim: you are told when it has ended' }
}

/** The nearest task above a subtask that has a session of its own. */
async function ownerOf(world: World, { parent }: TaskState): Promise<TaskState | undefined> {
  const above = parent === undefined ? undefined : (await world.store.loadTask(parent)).state
  return above?.parent === undefined || above.run ? above : ownerOf(world, above)
}

/** By the session of the caller; a client without one has the id that we gave it, and the process that it runs in. */
async function isOwn(world: World, task: TaskState, hint: Hint | undefined): Promise<boolean> {
  if (hint && !hint.isElsewhere && sessionIdOf(world, hint) === task.session) return true
  if (task.agent !== UNKNOWN_AGENT) return false
  const { client } = (await world.store.loadSession(task.session)).state ?? {}
  if (hint) return client !== undefined && world.processes.isAbove(client) === true
  if (namedTask(world) === task.id) return true
  if (client === undefined) return true
  return (
    world.processes.isHere(client) && (!world.processes.isAlive(client) || world.processes.isAbove(client) !== false)
  )
}

/** Its own, the one that its session was told of, and what an earlier session left behind. */
export async function mayRead(world: World, caller: Caller, task: TaskState): Promise<boolean> {
  const hint = await hintOf(world, caller)
  if (await isOwn(world, task, hint)) return true
  const identified = await identify(world, { ...caller, taskId: undefined })
  if (identified.kind === 'known') {
    const { known } = identified.identity
    if (task.session === known.sessionId || known.session.state?.briefed === task.id) return true
  }
  return !isAlive(world, (await world.store.loadSession(task.session)).state)
}

/** A host that names the task. An agent inside an agent inherits that name, and it is not its own. */
async function byEnvironment(world: World, named: string, hint: Hint | undefined): Promise<Identity> {
  const { state: task } = await world.store.loadTask(named)
  if (task?.run && (await isOfRun(world, task, task.run, hint))) return ofRun(world, task, hint)
  const isOwn = hint && sessionIdOf(world, hint) === task?.session
  if (task && (isOwn || (!hint && task.agent === UNKNOWN_AGENT))) {
    const known = await withTask(world, await loadSession(world, task.session), task.id)
    const agentSessionId = known.session.state?.agentSessionId ?? named
    return {
      agent: task.agent,
      agentSessionId,
      known,
      isNamed: true,
      isStranger: false,
      isCertain: true,
      ...toolUseOf(hint),
    }
  }
  if (task && !hint) return { ...(await toIdentity(world, stranger(world))), isStranger: true }
  const identity = await toIdentity(world, hint ?? { agent: UNKNOWN_AGENT, agentSessionId: named })
  const isOpen = identity.known.openTask !== undefined
  return task || isOpen || identity.known.session.state?.gated === true ? identity : { ...identity, taskId: named }
}

/** The session that a supervisor started, and no agent inside it. A program that nobody knows may be any agent. */
async function isOfRun(
  world: World,
  { agent }: TaskState,
  { setup, stint }: RunState,
  hint: Hint | undefined,
): Promise<boolean> {
  // The name of the task alone may have been inherited from anywhere.
  if (stint === undefined || (await ownStint(world)) !== stint.id) return false
  if (!hint || setup.command !== undefined) return true
  // Which session it is, it may not have told yet: the stream shows later whose call it was.
  return hint.agent === agent && (stint.agentSessionId ?? hint.agentSessionId) === hint.agentSessionId
}

/** One request over all sessions of the agent. */
async function ofRun(world: World, task: TaskState, hint: Hint | undefined): Promise<Identity> {
  const known = await withTask(world, await loadSession(world, task.session), task.id)
  const agentSessionId = hint?.agentSessionId ?? task.run?.stint?.agentSessionId ?? task.id
  const subagent = hint?.isSubagent ? { isSubagent: true } : {}
  const sure = { isNamed: true, isStranger: false, isCertain: true }
  return { agent: task.agent, agentSessionId, known, ...sure, ...subagent, ...toolUseOf(hint) }
}

async function toIdentity(world: World, hint: Hint): Promise<Identity> {
  const { agent, agentSessionId } = hint
  const known = await loadSession(world, sessionIdOf(world, hint))
  const isCertain = hint.isCertain === true
  // What the environment tells may be long over: after /clear a server still has the id of the session before.
  if (known.session.state?.ended && !isCertain) return unplaced(world, toolUseOf(hint))
  const subagent = hint.isSubagent ? { isSubagent: true } : {}
  return { agent, agentSessionId, known, isNamed: false, isStranger: false, isCertain, ...subagent, ...toolUseOf(hint) }
}

/** A call that belongs to some session, but not to the one that it names: kept by itself until it is seen whose it is. */
export async function unplaced(world: World, { toolUseId }: Pick<Identity, 'toolUseId'>): Promise<Identity> {
  const nobody = await toIdentity(world, stranger(world))
  return toolUseId === undefined ? nobody : { ...nobody, toolUseId }
}

function stranger(world: World): Hint {
  return { agent: UNKNOWN_AGENT, agentSessionId: world.newId('client') }
}

/** The session's task is the newest; a task that was named may be an older one. */
async function withTask(world: World, known: Known, id: string): Promise<Known> {
  if (known.task.state?.id === id) return known
  const task = await world.store.loadTask(id)
  const { openTask: _newest, ...rest } = known
  const isOpen = task.state !== undefined && task.state.status !== 'ended'
  return { ...rest, task, ...(isOpen ? { openTask: task.state } : {}) }
}

function sessionIdOf(world: World, { agent, agentSessionId }: Hint): string {
  return `ses_${world.hashOf(agent, agentSessionId)}`
}

function toolUseOf(hint: Hint | undefined): { toolUseId?: string } {
  return given({ toolUseId: hint?.toolUseId })
}

function namedTask({ env }: World): string | undefined {
  return plain(env['FULLSTOP_TASK_ID']) ?? plain(env['ACCOMPLISH_TASK_ID'])
}

function plain(value: string | undefined): string | undefined {
  return value !== undefined && PLAIN_ID.test(value) ? value : undefined
}
