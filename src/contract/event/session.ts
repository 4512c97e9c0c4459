// Events of a session: an agent's own session was seen, ended, or told how strict to be.
import { z } from 'zod'
import { Mode } from '../config/config.ts'
import { Actor, Head } from './head.ts'

export const SessionSeen = z.strictObject({
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

export const SessionEnded = z.strictObject({
  ...Head,
  kind: z.literal('session.ended'),
  session: z.string(),
  why: z.string(),
})

export const SessionModeSet = z.strictObject({
  ...Head,
  kind: z.literal('session.mode-set'),
  session: z.string(),
  mode: Mode,
  actor: Actor,
})

export const SubagentStopped = z.strictObject({
  ...Head,
  kind: z.literal('subagent.stopped'),
  session: z.string(),
  subagent: z.string(),
})

export const CompactionStarted = z.strictObject({
  ...Head,
  kind: z.literal('compaction.started'),
  session: z.string(),
  trigger: z.string(),
})

export const ToolUsed = z.strictObject({
  ...Head,
  kind: z.literal('tool.used'),
  session: z.string(),
  tool: z.string(),
  toolUseId: z.string().optional(),
  subagent: z.string().optional(),
})
