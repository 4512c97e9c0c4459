// Orders that only a person may give: a terminal, and no mark of an agent in the environment. A fence, not a wall.
import { agents } from '../agents/index.ts'
import { FullstopError } from '../contract/error.ts'
import type { Context } from './command.ts'

/** Agents that have no folder of their own yet still leave their marks. */
const OTHER_MARKS = [
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'GEMINI_SESSION_ID',
  'QWEN_CODE',
  'QWEN_CODE_SESSION_ID',
  'COPILOT_CLI',
  'OPENCODE',
  'CURSOR_AGENT',
  'CLINE_ACTIVE',
  'CRUSH',
  'GOOSE_TERMINAL',
  'FACTORY_PROJECT_DIR',
]

/** What the person can type as a prompt instead, where there is such an order. */
const PROMPTS: Readonly<Record<string, string>> = {
  cancel: 'fullstop cancel',
  pause: 'fullstop pause',
  unpause: 'fullstop on',
}

export function requirePerson(context: Context, order: string): void {
  const marks = [...agents.flatMap((agent) => agent.marks), ...OTHER_MARKS]
  const mark = marks.find((name) => context.env[name] !== undefined && context.env[name] !== '')
  const prompt = PROMPTS[order]
  const hint = `run it in a terminal of your own${prompt ? `, or type "${prompt}" as a prompt in the agent's session` : ''}`
  if (mark)
    throw new FullstopError('person-needed', `${order} needs a person, but ${mark} shows that an agent runs this`, hint)
  if (!context.terminal.input) throw new FullstopError('person-needed', `${order} needs a person at a terminal`, hint)
}
