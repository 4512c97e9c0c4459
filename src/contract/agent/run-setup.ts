// How `fullstop run` starts the agent of a task: kept with the task, so that it can be taken up again.
import { z } from 'zod'
import { Config } from '../config/config.ts'

export const Permissions = z.enum(['settings', 'edits', 'all'])
export type Permissions = z.infer<typeof Permissions>

export const RunSetup = z.strictObject({
  /** The folder in which the agent works. */
  cwd: z.string(),
  /** The command line of a program that the person named; absent: the agent of the task. */
  command: z.array(z.string()).optional(),
  /** That program speaks ACP. Of any other we know nothing but what it prints. */
  acp: z.boolean().optional(),
  /** In a pseudo-terminal. */
  terminal: z.boolean().optional(),
  model: z.string().optional(),
  permissions: Permissions,
  /** Passed on to the agent as they are. */
  args: z.array(z.string()),
  /** What a question of the agent is answered with: a person is asked, the task ends, or these words. */
  answer: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('ask') }),
      z.strictObject({ kind: z.literal('fail') }),
      z.strictObject({ kind: z.literal('text'), text: z.string() }),
    ])
    .optional(),
  /** What the options of the command line said of budgets and the like: they stand above config, also in a resume. */
  flags: Config.pick({
    maxContinuations: true,
    continue: true,
    idleTimeout: true,
    settle: true,
    budget: true,
    limits: true,
  }).optional(),
})
export type RunSetup = z.infer<typeof RunSetup>
