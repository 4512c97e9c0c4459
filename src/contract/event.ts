// Everything that is recorded: plain objects with a past-tense name, append-only. State is folded from them.
import { z } from 'zod'
import { AgentEnd, Usage } from './agent-end.ts'
import { Claim } from './claim.ts'
import { Mode } from './config.ts'
import { ContextUpdate, Observation } from './context.ts'
import { Decision, Reason } from './decision.ts'
import { Artefact, CheckRun, Evidence } from './evidence.ts'
import { Outcome } from './outcome.ts'
import { Policy } from './policy.ts'
import { RunSetup } from './run-setup.ts'
import { TodoItem, Work } from './work.ts'

const Head = {
  id: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  session: z.string().optional(),
  task: z.string().optional(),
  workspace: z.string().optional(),
}

/** How a stint came about. */
const StintHow = z.enum(['first', 'same', 'fresh', 'again', 'probe'])
export type StintHow = z.infer<typeof StintHow>

/** Who gave an order: the person at their own terminal, a script outside every agent, or the person's prompt in one. */
export const Actor = z.enum(['terminal', 'script', 'prompt'])
export type Actor = z.infer<typeof Actor>

const SessionSeen = z.strictObject({
  ...Head,
  kind: z.literal('session.seen'),
  session: z.string(),
  agent: z.string(),
  agentSessionId: z.string(),
  cwd: z.string().optional(),
  attended: z.boolean(),
  source: z.string(),
  /** The agent's own process, so that a server started by it can be told apart from another's. */
  host: z.string().optional(),
  /** The process of a client without identity, so that no other client passes for it. */
  client: z.string().optional(),
  transcriptPath: z.string().optional(),
})

const SessionEnded = z.strictObject({
  ...Head,
  kind: z.literal('session.ended'),
  session: z.string(),
  why: z.string(),
})

const SessionModeSet = z.strictObject({
  ...Head,
  kind: z.literal('session.mode-set'),
  session: z.string(),
  mode: Mode,
  actor: Actor,
})

const TaskOpened = z.strictObject({
  ...Head,
  kind: z.literal('task.opened'),
  session: z.string(),
  task: z.string(),
  agent: z.string(),
  cwd: z.string().optional(),
  policy: Policy,
  /** The workspace as it was then is kept under this name. */
  start: z.string().optional(),
  /** The ended task of the same session before this one. */
  before: z.string().optional(),
  /** `fullstop run` opened it: this is how its agent is started. */
  run: RunSetup.optional(),
})

/** What was looked at beyond the transcript: if it moves, that is progress. */
const Observed = z.strictObject({
  tree: z.string().optional(),
  checks: z.string().optional(),
  todos: z.string().optional(),
})

const RequestOpened = z.strictObject({
  ...Head,
  kind: z.literal('request.opened'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  promptId: z.string().optional(),
  /** What the person typed, secrets masked; absent where it could not be read. */
  prompt: z.string().optional(),
  isQuestion: z.boolean(),
  /** The prompt hook told us, rather than the transcript. */
  heard: z.boolean(),
  /** Where in the transcript the request begins, and whether the agent's own goal feature is active there. */
  offset: z.int().optional(),
  vendorGoal: z.boolean().optional(),
  planMode: z.boolean().optional(),
  /** What a supervisor saw of the workspace then. */
  observed: Observed.optional(),
})

const PromptJoined = z.strictObject({
  ...Head,
  kind: z.literal('prompt.joined'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  promptId: z.string().optional(),
  prompt: z.string(),
  isQuestion: z.boolean(),
  heard: z.boolean(),
})

/** How a claim by tool or command came in. */
export const ClaimCall = z.strictObject({
  /** Equal for the same statement. */
  digest: z.string(),
  toolUseId: z.string().optional(),
  /** The tree it was made on, where there is one. */
  tree: z.string().optional(),
  /** A number that grows with progress, as it was then. */
  progress: z.int(),
  /** Seen to come from this session's main agent; until then its session is a guess. */
  isBound: z.boolean(),
})
export type ClaimCall = z.infer<typeof ClaimCall>

const ClaimMade = z.strictObject({
  ...Head,
  kind: z.literal('claim.made'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: Claim,
  /** Absent where the claim was read from the agent's words. */
  call: ClaimCall.optional(),
})

/** The call was seen in the session that it was taken for. */
const ClaimBound = z.strictObject({
  ...Head,
  kind: z.literal('claim.bound'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
})

/** The call came from elsewhere: it is no claim here. */
const ClaimVoided = z.strictObject({
  ...Head,
  kind: z.literal('claim.voided'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
  why: z.enum(['subagent', 'another-session', 'not-seen']),
})

const StopDecided = z.strictObject({
  ...Head,
  kind: z.literal('stop.decided'),
  session: z.string(),
  task: z.string().optional(),
  request: z.string().optional(),
  /** The same stop seen twice has the same key; absent where two stops cannot be told apart. */
  key: z.string().optional(),
  decision: Decision,
  /** Refusals given in this request, this one included. */
  continuations: z.int(),
  /** The last words the decision was made from, cut and masked. */
  lastWords: z.string().optional(),
  /** Why text that looked like a claim was not one. */
  nearMisses: z.array(z.string()),
  /** What the transcript had told up to `offset`. */
  work: Work.optional(),
  todos: z.array(TodoItem).optional(),
  /** The todo list was followed only up to here: older calls on it are read when a claim needs them. */
  todosFrom: z.int().optional(),
  offset: z.int().optional(),
  /** The claim waits for this run of its checks. */
  verifying: z.strictObject({ claim: Claim, run: z.string(), evidence: Evidence }).optional(),
  observed: Observed.optional(),
  /** The agent's own goal feature is active. */
  vendorGoal: z.boolean().optional(),
  planMode: z.boolean().optional(),
  /** Hashes of the prompts with which the host will wake the session up: they are not a person's. */
  wakeUps: z.array(z.string()).optional(),
})

/** What a claim was found to rest on. */
const ClaimVerified = z.strictObject({
  ...Head,
  kind: z.literal('claim.verified'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
  evidence: Evidence,
})

/** The call was answered while its checks still ran. */
const ClaimVerifying = z.strictObject({
  ...Head,
  kind: z.literal('claim.verifying'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
  run: z.string(),
  evidence: Evidence,
})

/** The answer to a claim that was not given with a stop: to a call, or after the stop had passed. */
const ClaimDecided = z.strictObject({
  ...Head,
  kind: z.literal('claim.decided'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
  decision: Decision,
  observed: Observed.optional(),
  progress: z.int().optional(),
  /** The answer to a call. */
  byCall: z.boolean().optional(),
  /** The agent is still at work: only its stop moves the task. */
  inMidWork: z.boolean().optional(),
})

/** Why checks run: a claim rests on them, a person asked, or a task began. */
export const RunCause = z.enum(['claim', 'person', 'baseline'])
export type RunCause = z.infer<typeof RunCause>

const ChecksStarted = z.strictObject({
  ...Head,
  kind: z.literal('checks.started'),
  workspace: z.string(),
  run: z.string(),
  root: z.string(),
  cause: RunCause,
  checks: z.array(z.string()),
})

const CheckStarted = z.strictObject({
  ...Head,
  kind: z.literal('check.started'),
  workspace: z.string(),
  run: z.string(),
  name: z.string(),
})

const CheckFinished = z.strictObject({
  ...Head,
  kind: z.literal('check.finished'),
  workspace: z.string(),
  run: z.string(),
  cause: RunCause,
  check: CheckRun,
})

const ChecksFinished = z.strictObject({
  ...Head,
  kind: z.literal('checks.finished'),
  workspace: z.string(),
  run: z.string(),
  cause: RunCause,
  /** The tree at the end, artefacts left out, and the checks of this run whose results hold for it. */
  tree: z.string().optional(),
  /** The first of those artefacts. */
  left: z.array(z.string()).optional(),
  valid: z.array(z.string()),
  /** All that are known of this workspace. */
  artefacts: z.array(Artefact),
  notes: z.array(z.string()),
})

const TrustGiven = z.strictObject({
  ...Head,
  kind: z.literal('trust.given'),
  root: z.string(),
  hash: z.string(),
  actor: Actor,
})
const TrustRevoked = z.strictObject({ ...Head, kind: z.literal('trust.revoked'), root: z.string(), actor: Actor })

const StopFailed = z.strictObject({
  ...Head,
  kind: z.literal('stop.failed'),
  session: z.string(),
  cause: z.string(),
  detail: z.string(),
})

const SubagentStopped = z.strictObject({
  ...Head,
  kind: z.literal('subagent.stopped'),
  session: z.string(),
  subagent: z.string(),
})

const CompactionStarted = z.strictObject({
  ...Head,
  kind: z.literal('compaction.started'),
  session: z.string(),
  trigger: z.string(),
})

const ToolUsed = z.strictObject({
  ...Head,
  kind: z.literal('tool.used'),
  session: z.string(),
  tool: z.string(),
  toolUseId: z.string().optional(),
  subagent: z.string().optional(),
})

/** A fresh or compacted session was told how this task stands. */
const BriefGiven = z.strictObject({
  ...Head,
  kind: z.literal('brief.given'),
  session: z.string(),
  task: z.string(),
  source: z.string(),
  characters: z.int(),
})

const ContextSaved = z.strictObject({
  ...Head,
  kind: z.literal('context.saved'),
  session: z.string(),
  task: z.string(),
  save: z.string(),
  agentSessionId: z.string(),
  toolUseId: z.string().optional(),
  /** Equal for the same words about the same files. */
  digest: z.string(),
  update: ContextUpdate,
  seen: Observation,
})

/** What is left of a save whose context was cleared. */
const ContextErased = z.strictObject({ ...Head, kind: z.literal('context.erased'), task: z.string() })

/** The save came from elsewhere: what stood there before stands again. */
const ContextWithdrawn = z.strictObject({
  ...Head,
  kind: z.literal('context.withdrawn'),
  task: z.string(),
  save: z.string(),
  why: z.enum(['subagent', 'another-session']),
})

const ContextCleared = z.strictObject({
  ...Head,
  kind: z.literal('context.cleared'),
  task: z.string(),
  by: z.enum(['agent', 'person', 'age']),
})

const TaskEnded = z.strictObject({
  ...Head,
  kind: z.literal('task.ended'),
  task: z.string(),
  outcome: Outcome,
  because: z.array(Reason),
  /** By the answer to a call, since no stop was ever heard of: one that comes after all decides anew. */
  byCall: z.boolean().optional(),
})

/** A person takes a task up that had ended; `policy` and `run` are what they changed for it. */
const TaskResumed = z.strictObject({
  ...Head,
  kind: z.literal('task.resumed'),
  session: z.string(),
  task: z.string(),
  actor: Actor,
  policy: Policy.optional(),
  run: RunSetup.optional(),
})

/** A supervisor takes the task on: the one that opened it, or another after that one was gone. */
const RunAttached = z.strictObject({
  ...Head,
  kind: z.literal('run.attached'),
  session: z.string(),
  task: z.string(),
  source: z.enum(['run', 'resume']),
})

/** One process of the agent begins. `again`: what a limit or a fault broke off; `probe`: it is only asked for its claim. */
const StintStarted = z.strictObject({
  ...Head,
  kind: z.literal('stint.started'),
  session: z.string(),
  task: z.string(),
  stint: z.string(),
  how: StintHow,
  /** The agent's own session, where it is known before the agent tells it. */
  agentSessionId: z.string().optional(),
  isBriefed: z.boolean(),
})

/** The agent told which session of its own it works in. */
const StintKnown = z.strictObject({
  ...Head,
  kind: z.literal('stint.known'),
  session: z.string(),
  task: z.string(),
  stint: z.string(),
  agentSessionId: z.string(),
  model: z.string().optional(),
})

/** What was typed for it into the program of a stint that waits at its prompt. */
const StintTold = z.strictObject({
  ...Head,
  kind: z.literal('stint.told'),
  session: z.string(),
  task: z.string(),
  stint: z.string(),
  how: StintHow,
  /** Where in its output the answer begins. */
  offset: z.int(),
})

/** The program has become quiet and waits at its prompt. */
const StintSettled = z.strictObject({
  ...Head,
  kind: z.literal('stint.settled'),
  session: z.string(),
  task: z.string(),
  stint: z.string(),
})

const StintEnded = z.strictObject({
  ...Head,
  kind: z.literal('stint.ended'),
  session: z.string(),
  task: z.string(),
  stint: z.string(),
  end: AgentEnd,
  /** When the agent ended; its end may have been seen later. */
  endedAt: z.string(),
  /** Over the agent's own session so far. */
  usage: Usage.optional(),
  /** How full the model's context is, from 0 to 1, where that is known. */
  contextUse: z.number().optional(),
  /** The session was compacted meanwhile. */
  isCompacted: z.boolean().optional(),
  /** Nothing was said or done in it. */
  isEmpty: z.boolean().optional(),
  notes: z.array(z.string()),
})

const WaitStarted = z.strictObject({
  ...Head,
  kind: z.literal('wait.started'),
  session: z.string(),
  task: z.string(),
  until: z.string(),
  why: z.string(),
})
const WaitEnded = z.strictObject({ ...Head, kind: z.literal('wait.ended'), session: z.string(), task: z.string() })

/** Four fifths of it are used up. */
const BudgetWarned = z.strictObject({
  ...Head,
  kind: z.literal('budget.warned'),
  session: z.string(),
  task: z.string(),
  budget: z.enum(['time', 'tokens', 'cost']),
  used: z.number(),
  limit: z.number(),
})

/** So much time on the clock was no work: the machine slept, or its clock was set. Less than 0: it was set back. */
const ClockSkipped = z.strictObject({
  ...Head,
  kind: z.literal('clock.skipped'),
  session: z.string(),
  task: z.string(),
  ms: z.number(),
})

const TaskPaused = z.strictObject({ ...Head, kind: z.literal('task.paused'), task: z.string(), actor: Actor })
const TaskUnpaused = z.strictObject({ ...Head, kind: z.literal('task.unpaused'), task: z.string(), actor: Actor })
/** The tombstone: every decision reads it, and nothing after it holds the agent. */
const TaskCancelled = z.strictObject({ ...Head, kind: z.literal('task.cancelled'), task: z.string(), actor: Actor })

/** It was opened for a call that turned out to be another session's. */
const TaskWithdrawn = z.strictObject({ ...Head, kind: z.literal('task.withdrawn'), task: z.string() })

const HookFailed = z.strictObject({
  ...Head,
  kind: z.literal('hook.failed'),
  agent: z.string(),
  code: z.string(),
  message: z.string(),
})

export const Event = z.discriminatedUnion('kind', [
  SessionSeen,
  SessionEnded,
  SessionModeSet,
  TaskOpened,
  RequestOpened,
  PromptJoined,
  ClaimMade,
  ClaimBound,
  ClaimVoided,
  ClaimVerifying,
  ClaimVerified,
  ClaimDecided,
  StopDecided,
  ChecksStarted,
  CheckStarted,
  CheckFinished,
  ChecksFinished,
  TrustGiven,
  TrustRevoked,
  StopFailed,
  SubagentStopped,
  CompactionStarted,
  ToolUsed,
  BriefGiven,
  ContextSaved,
  ContextErased,
  ContextWithdrawn,
  ContextCleared,
  TaskEnded,
  TaskResumed,
  RunAttached,
  StintStarted,
  StintKnown,
  StintTold,
  StintSettled,
  StintEnded,
  WaitStarted,
  WaitEnded,
  BudgetWarned,
  ClockSkipped,
  TaskPaused,
  TaskUnpaused,
  TaskCancelled,
  TaskWithdrawn,
  HookFailed,
])
export type Event = z.infer<typeof Event>
export type EventKind = Event['kind']
export type EventOf<K extends EventKind> = Extract<Event, { kind: K }>
