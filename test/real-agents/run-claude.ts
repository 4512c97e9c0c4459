// Claude Code as the suite of `fullstop run` has to know it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTool } from '../model-server/script.ts'
import { furnish, offlineEnv, shell } from './claude-settings.ts'
import { claudePackage } from './install.ts'
import type { RunnableAgent } from './run-agent.ts'
import type { Room } from './room.ts'

export const claude: RunnableAgent = {
  id: 'claude',
  title: 'Claude Code',
  package: claudePackage,
  program: 'claude',
  furnish,
  shell,
  reach: (room, model) => ({ env: { ...offlineEnv(room, model), CLAUDE_CODE_MAX_RETRIES: '1' }, args: [] }),
  subscribed: { ANTHROPIC_API_KEY: undefined, CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-scripted-model-not-a-token' },
  loggedOut: { env: { ANTHROPIC_API_KEY: undefined }, says: 'Not logged in · Please run /login' },
  asks: { failing: 2, overloaded: 2 },
  saysOfKey: 'The scripted key is not valid.',
  saysOfModel: "There's an issue with the selected model",
  background: (command, description) => callTool('Bash', { command, description, run_in_background: true }),
  forbidden: callTool('Bash', { command: 'touch made.txt', description: 'Work on it' }),
  models: ['sonnet'],
  todos: {
    env: { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' },
    open: (subject) => callTool('TaskCreate', { subject, description: subject }),
    close: () => callTool('TaskUpdate', { taskId: '1', status: 'completed' }),
  },
  instruct: (room, text) => writeFileSync(join(room.home, '.claude', 'CLAUDE.md'), `${text}\n`),
  addStopHook: (room, command) => {
    const file = join(room.home, '.claude', 'settings.json')
    const settings = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    writeFileSync(file, JSON.stringify({ ...settings, hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } }))
  },
  addRival: (room, [command, ...args]) => {
    const state = stateOf(room)
    const mcpServers = { ...state['mcpServers'], fullstop: { type: 'stdio', command, args } }
    writeFileSync(join(room.home, '.claude.json'), JSON.stringify({ ...state, mcpServers }, null, 2))
  },
  sessions: '.claude/projects',
  // It keeps a diary of its own in the file that has the servers.
  settings: (room) => ({
    '.claude/settings.json': readFileSync(join(room.home, '.claude', 'settings.json'), 'utf8'),
    'mcpServers of .claude.json': JSON.stringify(stateOf(room)['mcpServers']),
  }),
}

function stateOf(room: Room): Record<string, object> {
  return JSON.parse(readFileSync(join(room.home, '.claude.json'), 'utf8')) as Record<string, object>
}
