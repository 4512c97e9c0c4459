// Codex: its hooks, its transcript, and where the gate stands in its files. Formats as of 0.166.0.
import type { Agent } from '../agent.ts'
import { driver } from './driver.ts'
import { codexHooks } from './hooks.ts'
import { install } from './install.ts'

export const codex: Agent = { ...codexHooks, driver, install }
