// The schema of config files: that of the contract, with the strategies that there are and patterns that can be used.
import { z } from 'zod'
import { Config } from '../../contract/config/config.ts'
import { toLinePattern } from '../../domain/checks/output/line-pattern.ts'
import { strategies } from '../../domain/strategies/index.ts'

const { detect, completion, checks } = Config.shape
const known = { strategies: z.array(z.enum(strategies.map(({ name }) => name))).optional() }

export const ConfigFile = Config.extend({
  detect: detect.unwrap().extend(known).optional(),
  completion: completion.unwrap().extend(known).optional(),
  checks: checks
    .unwrap()
    .superRefine((all, context) => {
      for (const [index, { expect }] of all.entries()) {
        const pattern = toLinePattern(expect?.output ?? '')
        if (pattern.ok) continue
        const path = [index, 'expect', 'output']
        context.addIssue({ code: 'custom', path, message: `the pattern cannot be used: ${pattern.why}` })
      }
    })
    .optional(),
})
