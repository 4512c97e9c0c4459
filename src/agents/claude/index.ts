// Claude Code: its hooks, its transcript, and where the gate stands in its files. Formats as of 2.1.325.
import type { Agent } from '../agent.ts'
import { driver } from './driver.ts'
import { claudeHooks } from './hooks.ts'
import { install } from './install.ts'

export const claude: Agent = { ...claudeHooks, driver, install }
