// Events of a session: an agent's own session was seen, ended, or told how strict to be.
import { z } from 'zod'
import { Mode } from '../config/config.ts'
import { Actor, Head } from './head.ts'

export const SessionSeen = z.strictObject({
  ...Head,
  kind: z.literal('session.seen').describe('A session of an agent began, was resumed, or was seen for the first time.'),
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
  kind: z.literal('session.ended').describe('The agent reported that its session is over.'),
  session: z.string(),
  why: z.string(),
})

export const SessionModeSet = z.strictObject({
  ...Head,
  kind: z.literal('session.mode-set').describe('A person set the mode of a session.'),
  session: z.string(),
  mode: Mode,
  actor: Actor,
})

export const SubagentStopped = z.strictObject({
  ...Head,
  kind: z.literal('subagent.stopped').describe('A subagent of the session stopped.'),
  session: z.string(),
  subagent: z.string(),
})

export const CompactionStarted = z.strictObject({
  ...Head,
  kind: z.literal('compaction.started').describe('The agent began to compact its context.'),
  session: z.string(),
  trigger: z.string(),
})

export const ToolUsed = z.strictObject({
  ...Head,
  kind: z.literal('tool.used').describe('The agent called a tool that Fullstop listens for.'),
  session: z.string(),
  tool: z.string(),
  toolUseId: z.string().optional(),
  subagent: z.string().optional(),
})
