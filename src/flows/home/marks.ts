// Environment variables that show that a process runs inside an agent.
import { agents } from '../../agents/index.ts'
import { STINT_MARK } from './stint-files.ts'

/** Agents that have no folder of their own yet still leave their marks. */
const OTHERS = [
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

/** What `fullstop run` starts bears our own mark, whatever agent it is. */
export const marks: readonly string[] = [...agents.flatMap((agent) => agent.marks), ...OTHERS, STINT_MARK]

type Environment = Readonly<Record<string, string | undefined>>

export function markIn(env: Environment): string | undefined {
  return marks.find((name) => env[name] !== undefined && env[name] !== '')
}

/** Beside the marks, what an agent tells its children of the session they belong to. */
const SESSION_DETAIL = /^CLAUDE_(?:CODE_(?:SESSION|MESSAGING)_\w+|PID|PROJECT_DIR|EFFORT|ENV_FILE)$/

/** The environment as the person's own shell would give it: a check must not find out who asked for it. */
export function withoutMarks(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !marks.includes(name) && !SESSION_DETAIL.test(name)))
}

/** Whatever runs from here has the environment that the agent gave it. */
export function isFromShell(env: Environment): boolean {
  return agents.some((agent) => agent.isShell?.(env) === true)
}
