// Agents that speak ACP, each as its real program is started offline against the scripted model.
import { join } from 'node:path'
import type { Turn } from '../model-server/script.ts'
import { callTool } from '../model-server/script.ts'
import type { ModelServer } from '../model-server/server.ts'
import { offlineEnv } from './claude-settings.ts'
import { type AgentPackage, claudePackage, codexPackage, installAgent, opencodePackage } from './install.ts'
import { furnish, offline } from './opencode-settings.ts'
import { type Room, roomEnv, writeFiles } from './room.ts'

export interface AcpAgentProgram {
  readonly id: string
  readonly title: string
  readonly version: string
  /** All that must be installed; the last one is started. */
  readonly packages: readonly AgentPackage[]
  /** The command line, given the programs of the packages, and its environment. */
  readonly start: (
    programs: readonly string[],
    room: Room,
    model: ModelServer,
  ) => { readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>> }
  readonly shell: (command: string) => Turn
  /** Its longer stories are played only when all rounds are. */
  readonly isSlow?: boolean
  /** Why it asks no permission, and why it cannot load a session. */
  readonly asksNot?: string
  readonly loadsNot?: string
  /** Our tool as its model is shown it; undefined where it is not. */
  readonly tool: string | undefined
  /** It starts our server, whether or not its model is shown the tool. */
  readonly startsServer: boolean
}

const script = (agent: string, packageName: string, version: string, binaryName: string): AgentPackage => ({
  agent,
  packageName,
  version,
  binaryName,
  isScript: true,
})

const adapter = (...of: Parameters<typeof script>): AgentPackage => ({ ...script(...of), isBare: true })

/** A JavaScript program runs on the pinned Bun, where it asks for a Node newer than the oldest that we support. */
const bun = process.execPath

export const claude: AcpAgentProgram = {
  id: 'claude',
  title: 'Claude Code',
  version: '2.1.325, by claude-agent-acp 0.99.1',
  packages: [claudePackage, adapter('claude-acp', '@agentclientprotocol/claude-agent-acp', '0.99.1', 'dist/index.js')],
  start: ([cli = '', adapter = ''], room, model) => ({
    argv: [bun, adapter],
    env: { ...offlineEnv(room, model), CLAUDE_CODE_EXECUTABLE: cli, IS_SANDBOX: '1' },
  }),
  shell: (command) => callTool('Bash', { command, description: 'Work on it' }),
  tool: 'mcp__fullstop__complete_task',
  startsServer: true,
}

export const codex: AcpAgentProgram = {
  id: 'codex',
  title: 'Codex',
  version: '0.166.0, by codex-acp 2.6.0',
  packages: [codexPackage, adapter('codex-acp', '@agentclientprotocol/codex-acp', '2.6.0', 'dist/index.js')],
  start: ([cli = '', adapter = ''], room, model) => ({
    argv: [bun, adapter],
    env: {
      ...roomEnv(room),
      CODEX_HOME: codexHome(room),
      CODEX_PATH: cli,
      SCRIPTED_KEY: 'scripted-model-not-a-key',
      CODEX_CONFIG: JSON.stringify(codexConfig(room, model)),
      MODEL_PROVIDER: 'scripted',
    },
  }),
  shell: (command) => callTool('exec_command', { cmd: command }),
  asksNot: 'in its mode agent it asks nothing: its sandbox decides',
  tool: 'mcp__fullstop__complete_task',
  startsServer: true,
}

export const qwen: AcpAgentProgram = {
  id: 'qwen',
  title: 'Qwen Code',
  version: '0.24.4',
  packages: [script('qwen', '@qwen-code/qwen-code', '0.24.4', 'cli-entry.js')],
  start: ([program = ''], room, model) => ({
    argv: [bun, program, '--acp', '--auth-type', 'openai', '--approval-mode', 'default'],
    env: {
      ...roomEnv(room),
      OPENAI_BASE_URL: `${model.url}/v1`,
      OPENAI_API_KEY: 'scripted-model-not-a-key',
      OPENAI_MODEL: 'scripted',
    },
  }),
  shell: (command) => callTool('run_shell_command', { command, is_background: false }),
  tool: undefined,
  startsServer: true,
}

export const gemini: AcpAgentProgram = {
  id: 'gemini',
  isSlow: true,
  loadsNot: 'its file of the session may not be there yet: "No previous sessions found for this project"',
  title: 'Gemini CLI',
  version: '0.61.0',
  packages: [script('gemini', '@google/gemini-cli', '0.61.0', 'bundle/gemini.js')],
  start: ([program = ''], room, model) => ({
    // On Bun the terminal of a command is closed at once, and SIGHUP may end the command before it has done anything.
    argv: ['node', program, '--acp', '--model', 'gemini-2.5-pro'],
    env: {
      ...roomEnv(room),
      GEMINI_CLI_HOME: geminiHome(room),
      GEMINI_API_KEY: 'scripted-model-not-a-key',
      GOOGLE_GEMINI_BASE_URL: model.url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      // Else the process that we start only passes on what another one says.
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
  }),
  shell: (command) => callTool('run_shell_command', { command, description: 'Work on it' }),
  tool: 'mcp__fullstop__complete_task',
  startsServer: true,
}

export const copilot: AcpAgentProgram = {
  id: 'copilot',
  title: 'Copilot CLI',
  version: '1.0.102',
  packages: [{ agent: 'copilot', packageName: '@github/copilot', version: '1.0.102', binaryName: 'copilot' }],
  start: ([program = ''], room, model) => ({
    argv: [program, '--acp', '--no-auto-update'],
    env: {
      ...roomEnv(room),
      COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_MODEL: 'scripted',
      COPILOT_OFFLINE: 'true',
    },
  }),
  shell: (command) => callTool('bash', { command, description: 'Work on it' }),
  tool: undefined,
  startsServer: false,
}

export const opencode: AcpAgentProgram = {
  id: 'opencode',
  isSlow: true,
  title: 'OpenCode',
  version: '1.18.18',
  packages: [opencodePackage],
  start: ([program = ''], room, model) => {
    furnish(room)
    return { argv: [program, 'acp'], env: { ...offline(room, model) } }
  },
  shell: (command) => callTool('bash', { command, description: 'Run it' }),
  tool: 'mcp__fullstop__complete_task',
  startsServer: true,
}

function geminiHome(room: Room): string {
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' } },
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
  }
  writeFiles(room.home, { '.gemini/settings.json': JSON.stringify(settings) })
  return room.home
}

function codexHome(room: Room): string {
  const home = join(room.home, '.codex')
  writeFiles(home, { 'config.toml': '' })
  return home
}

function codexConfig(room: Room, model: ModelServer): object {
  return {
    model: 'scripted',
    model_provider: 'scripted',
    model_providers: {
      scripted: { name: 'scripted', base_url: `${model.url}/v1`, wire_api: 'responses', env_key: 'SCRIPTED_KEY' },
    },
    projects: { [room.cwd]: { trust_level: 'trusted' } },
    features: { plugins: false, daemon_auto_start: false },
    analytics: { enabled: false },
    check_for_update_on_startup: false,
  }
}

/** The programs of an agent, or why they cannot be had here. */
export async function programsOf({ packages }: AcpAgentProgram): Promise<readonly string[] | string> {
  const programs: string[] = []
  for (const one of packages) {
    const installed = await installAgent(one)
    if (installed.kind === 'unavailable') return installed.reason
    programs.push(installed.binary)
  }
  return programs
}
