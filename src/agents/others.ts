// Agents that have no folder here yet: how a process that one of them started is recognized.

/** A program, and the npm package that brings it. */
export type AgentProgram = readonly [program: string, npmPackage?: string]

export const otherPrograms: readonly AgentProgram[] = [
  ['gemini', '@google/gemini-cli'],
  ['qwen', '@qwen-code/qwen-code'],
  ['copilot', '@github/copilot'],
  ['cursor-agent'],
  ['cline'],
  ['droid'],
  ['goose'],
  ['amp', '@sourcegraph/amp'],
  ['crush', '@charmland/crush'],
  ['aider'],
]

/** Environment variables whose presence shows that a process runs inside such an agent. */
export const otherMarks: readonly string[] = [
  'GEMINI_CLI',
  'GEMINI_SESSION_ID',
  'QWEN_CODE',
  'QWEN_CODE_SESSION_ID',
  'COPILOT_CLI',
  'CURSOR_AGENT',
  'CLINE_ACTIVE',
  'CRUSH',
  'GOOSE_TERMINAL',
  'FACTORY_PROJECT_DIR',
]
