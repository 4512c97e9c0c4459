// How one stint of an agent came to its end, read from structured fields: exit codes and words prove nothing.
import { z } from 'zod'
import type { Involuntary } from './entry.ts'

const KINDS = [
  'stopped',
  'context-limit',
  'compaction',
  'auth',
  'api-error',
  'usage-limit',
  'output-cut',
  'model-missing',
  'model-refused',
  'agent-cap',
  'hung',
  'crashed',
  'not-started',
  'session-missing',
  'interrupted',
] as const satisfies readonly ('stopped' | Involuntary)[]

export const AgentEnd = z.strictObject({
  /** `stopped`: the agent ended its turn by itself. */
  kind: z.enum(KINDS),
  /** The agent's or the system's own words. */
  detail: z.string().optional(),
  /** When it may be tried again, ISO 8601, where the provider says so. */
  retryAt: z.string().optional(),
  /** Tool calls that were denied because nobody could be asked. */
  denied: z.array(z.string()).optional(),
  /** The program's exit code, where it ended by itself. */
  exitCode: z.int().optional(),
})
export type AgentEnd = z.infer<typeof AgentEnd>

/** What a stint used; cumulative over the agent's own session. */
export const Usage = z.strictObject({
  tokens: z.int(),
  cost: z.number().optional(),
  /** Those of stints that ended before the agent could sum them up: no later sum of its own holds them. */
  unsummed: z.int().optional(),
})
export type Usage = z.infer<typeof Usage>
