// What every event begins with, and who gave an order.
import { z } from 'zod'

export const Head = {
  id: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  session: z.string().optional(),
  task: z.string().optional(),
  workspace: z.string().optional(),
}

/** Who gave an order: the person at their own terminal, a script outside every agent, or the person's prompt in one. */
export const Actor = z.enum(['terminal', 'browser', 'script', 'prompt'])
export type Actor = z.infer<typeof Actor>

/** Variables by name; see `domain/checks/program-variables.ts`. */
export const Programs = z.record(z.string(), z.string())
