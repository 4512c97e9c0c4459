// The config file as users write it: `fullstop.json` in a project, `config.json` in the user's config folder. What each key means
// is in `config-meaning.ts`.
import { z } from 'zod'
import { DURATION, MODES } from '../names.ts'
import { NotifyConfig } from './notify.ts'

export const Mode = z.enum(MODES)
export type Mode = z.infer<typeof Mode>

const Duration = z
  .string()
  .regex(DURATION, 'a duration such as "90s", "10m", "8h" or "30d"')
  .meta({ examples: ['90s', '10m', '8h'] })

const Size = z
  .string()
  .regex(/^\d+(\.\d+)?(MB|GB|TB)$/, 'a size such as "500MB" or "20GB"')
  .meta({ examples: ['500MB', '20GB'] })

const BELOW = /^(?![/~])(?!(?:.*[/\\])?\.\.(?:[/\\]|$))[^\0\\]+$/
const PathBelow = z.string().regex(BELOW, 'a path below the root, such as "node_modules" or ".env"')

/** An origin: the paths behind it are ours. */
const PageAddress = z.string().refine(isPageAddress, 'an address such as "https://mac.tail1234.ts.net", without a path')

function isPageAddress(text: string): boolean {
  return /^https?:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text)
}

export const CheckConfig = z.strictObject({
  name: z.string().min(1),
  run: z.union([z.string().min(1), z.array(z.string()).min(1)]),
  shell: z.boolean().optional(),
  timeout: Duration.optional(),
  paths: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  cwd: z.string().regex(BELOW, 'a folder below the root, such as "packages/web"').optional(),
  expect: z
    .strictObject({
      tests: z.int().min(0).optional().describe('At least this many tests must have run; 0 = none need to.'),
      output: z
        .string()
        .min(1)
        .max(1000)
        .optional()
        .describe('A regular expression that a line of its output matches.'),
    })
    .optional(),
  repeat: z.boolean().optional(),
})
export type CheckConfig = z.infer<typeof CheckConfig>

const CommandLine = z.string().refine((line) => line.trim() !== '', 'it names no program')

/** The commands by which a list is read from another tracker; without a shell. */
export const TrackerConfig = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][\w.-]{0,39}$/, 'a short name such as "beads", without blanks'),
  list: CommandLine,
  take: CommandLine,
  close: CommandLine,
})
export type TrackerConfig = z.infer<typeof TrackerConfig>

/** Names of strategies; their table is in `domain/strategies`, and `flows/project/config-schema.ts` holds files to it. */
const Strategies = z.array(z.string())

export const Config = z.strictObject({
  $schema: z.string().optional(),
  mode: Mode.optional(),
  maxContinuations: z.int().min(0).optional(),
  blockedPushes: z.int().min(0).optional(),
  doneToken: z.strictObject({ prefix: z.string().min(1).max(100).optional() }).optional(),
  detect: z
    .strictObject({
      strategies: Strategies.optional(),
      phrases: z.array(z.string().min(1)).optional(),
    })
    .optional(),
  completion: z.strictObject({ strategies: Strategies.optional() }).optional(),
  checks: z
    .array(CheckConfig)
    .refine((checks) => new Set(checks.map(({ name }) => name)).size === checks.length, 'two checks have the same name')
    .optional(),
  waiting: z.strictObject({ ignore: z.array(z.string().min(1)).optional() }).optional(),
  baseline: z.enum(['off', 'record', 'must-not-worsen']).optional(),
  allowCommands: z.array(z.string().min(1)).optional(),
  tamper: z.enum(['warn', 'ask-human', 'refuse']).optional(),
  review: z.enum(['never', 'on-warning', 'always']).optional(),
  notify: NotifyConfig.optional(),
  ui: z.strictObject({ url: PageAddress.optional() }).optional(),
  memory: z.strictObject({ briefCharacters: z.int().min(500).optional(), keep: Duration.optional() }).optional(),
  continue: z.enum(['auto', 'same', 'fresh']).optional(),
  budget: z
    .strictObject({
      time: Duration.optional(),
      tokens: z.int().min(1).optional(),
      cost: z.number().positive().optional(),
    })
    .optional(),
  idleTimeout: Duration.optional(),
  settle: Duration.optional(),
  limits: z.strictObject({ wait: z.union([z.boolean(), Duration]).optional() }).optional(),
  agent: z.string().min(1).max(100).optional(),
  proof: z
    .strictObject({ when: z.enum(['read', 'suspicion', 'always']).optional(), time: Duration.optional() })
    .optional(),
  worktree: z
    .strictObject({
      setup: z
        .union([z.string(), z.array(z.string())], 'a program and its arguments, as one line or as a list')
        .refine((run) => (typeof run === 'string' ? run.trim() : run[0]), 'it names no program')
        .optional(),
      link: z.array(PathBelow).optional(),
      maxDisk: Size.optional(),
    })
    .optional(),
  trackers: z
    .array(TrackerConfig)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'two trackers have the same name')
    .optional(),
  subtasks: z
    .strictObject({
      onChildEnd: z.enum(['continue', 'wait']).optional(),
      maxDepth: z.int().min(0).max(10).optional(),
      maxOpen: z.int().min(0).max(1000).optional(),
    })
    .optional(),
})
export type Config = z.infer<typeof Config>
