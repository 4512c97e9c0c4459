// Everything that is recorded: plain objects with a past-tense name, append-only. State is folded from them.
import { z } from 'zod'
import { Claim } from './claim.ts'
import { Mode } from './config.ts'
import { Decision, Reason } from './decision.ts'
import { Artefact, CheckRun, Evidence } from './evidence.ts'
import { Outcome } from './outcome.ts'
import { Policy } from './policy.ts'
import { TodoItem, Work } from './work.ts'

const Head = {
  id: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  session: z.string().optional(),
  task: z.string().optional(),
  workspace: z.string().optional(),
}

/** Who gave an order: the person at their own terminal, or the person's prompt inside the agent. */
export const Actor = z.enum(['terminal', 'prompt'])
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

const ClaimMade = z.strictObject({
  ...Head,
  kind: z.literal('claim.made'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: Claim,
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
  offset: z.int().optional(),
  /** The claim waits for this run of its checks. */
  verifying: z.strictObject({ claim: Claim, run: z.string(), evidence: Evidence }).optional(),
  /** What was looked at beyond the transcript: if it moves, that is progress. */
  observed: z.strictObject({ tree: z.string().optional(), checks: z.string().optional() }).optional(),
  /** The agent's own goal feature is active. */
  vendorGoal: z.boolean().optional(),
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

/** The answer to a claim that came after the stop it was made in had passed. */
const ClaimDecided = z.strictObject({
  ...Head,
  kind: z.literal('claim.decided'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
  decision: Decision,
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

const TaskEnded = z.strictObject({
  ...Head,
  kind: z.literal('task.ended'),
  task: z.string(),
  outcome: Outcome,
  because: z.array(Reason),
})

const TaskPaused = z.strictObject({ ...Head, kind: z.literal('task.paused'), task: z.string(), actor: Actor })
const TaskUnpaused = z.strictObject({ ...Head, kind: z.literal('task.unpaused'), task: z.string(), actor: Actor })
/** The tombstone: every decision reads it, and nothing after it holds the agent. */
const TaskCancelled = z.strictObject({ ...Head, kind: z.literal('task.cancelled'), task: z.string(), actor: Actor })

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
  TaskEnded,
  TaskPaused,
  TaskUnpaused,
  TaskCancelled,
  HookFailed,
])
export type Event = z.infer<typeof Event>
export type EventKind = Event['kind']
export type EventOf<K extends EventKind> = Extract<Event, { kind: K }>
