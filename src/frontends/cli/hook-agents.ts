// The agents that have hooks, each without its driver and its installer: all that a hook loads of them.
// `test/architecture.test.ts` compares this table with the whole one.
import type { Agent } from '../../agents/agent.ts'
import { claudeHooks } from '../../agents/claude/hooks.ts'
import { codexHooks } from '../../agents/codex/hooks.ts'

export const hookAgents: readonly Agent[] = [claudeHooks, codexHooks]
