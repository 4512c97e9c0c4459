// The schema of config files: that of the contract, with the strategies that there are.
import { z } from 'zod'
import { Config } from '../../contract/config.ts'
import { strategies } from '../../domain/strategies/index.ts'

const { detect, completion } = Config.shape
const known = { strategies: z.array(z.enum(strategies.map(({ name }) => name))).optional() }

export const ConfigFile = Config.extend({
  detect: detect.unwrap().extend(known).optional(),
  completion: completion.unwrap().extend(known).optional(),
})
