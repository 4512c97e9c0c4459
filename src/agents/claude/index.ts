// Claude Code: who it is, and what it can do. Formats as of 2.1.325. Every hook call loads this file, so the driver and the
// installer are imported only when they are needed.
import type { Agent } from '../agent.ts'
import { hook } from './hook.ts'
import { transcript } from './transcript.ts'

/** `-p` alone or among other short options, `--print`, and what works only with it. */
const PRINTS = /^(?:-[a-zA-Z]*p[a-zA-Z]*|--print|--(?:input|output)-format(?:=.*)?)$/

export const claude: Agent = {
  id: 'claude',
  title: 'Claude Code',
  tested: '2.1.325',
  program: 'claude',
  npmPackage: '@anthropic-ai/claude-code',
  marks: ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_CHILD_SESSION', 'AI_AGENT'],
  sessionDetail: /^CLAUDE_(?:CODE_(?:SESSION|MESSAGING)_\w+|PID|PROJECT_DIR|EFFORT|ENV_FILE)$/,
  // Otherwise it hides tools until the model searches for them.
  toolMeta: { 'anthropic/alwaysLoad': true },
  callOf: ({ env, meta }) => {
    const agentSessionId = env['CLAUDE_CODE_SESSION_ID']
    const toolUseId = meta['claudecode/toolUseId']
    if (!agentSessionId) return undefined
    return { agentSessionId, ...(typeof toolUseId === 'string' ? { toolUseId } : {}) }
  },
  callsInTranscript: true,
  isInteractive: (words) => !words.some((word) => PRINTS.test(word)),
  // Its servers are not given this, its shell and its hooks are.
  isShell: (env) => (env['CLAUDE_PID'] ?? '') !== '',
  toolMarks: ['CLAUDE_CODE_EXECPATH'],
  hook,
  transcript,
  driver: () => import('./driver.ts'),
  install: () => import('./install.ts'),
  archive: () => import('./archive.ts'),
}
