// Claude Code in the conformance suite: how it is started offline in the home of a person who has used it before.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTool } from '../model-server/script.ts'
import { commonArgs, furnish, offlineEnv, shell } from './claude-settings.ts'
import type { ConformingAgent, Home, Launch, Start } from './conformance-agent.ts'
import { conformance, launcherDeleted } from './conformance.suite.ts'
import { claudePackage } from './install.ts'

const claude: ConformingAgent = {
  id: 'claude',
  title: 'Claude Code',
  package: claudePackage,
  program: 'claude',
  furnish,
  headless: (start) => {
    const format = start.isPlain ? [] : ['--output-format', 'stream-json', '--verbose']
    return launch(start, ['-p', start.prompt ?? 'Do the work.', ...format])
  },
  tui: (start) => launch(start, start.resume === undefined ? [] : ['--resume', start.resume]),
  // The input line stands under a rule; the choices of a dialog are numbered.
  isReady: (screen) => /─{20}\n❯(?! ?\d\.)/.test(screen),
  interrupted: /Interrupted/,
  shell,
  delegate: [
    callTool('Agent', {
      description: 'Help',
      prompt: 'Do a part of it.',
      subagent_type: 'general-purpose',
      run_in_background: false,
    }),
  ],
  // A choice is unfolded, chosen, and the form accepted.
  form: {
    change: ['Right', 'Enter', 'Enter'],
    send: ['Down', 'Enter'],
    approve: ['Right', 'Down', 'Enter', 'Enter'],
  },
  compact: {
    order: '/compact',
    summary: '<analysis>x</analysis><summary>SUMMARY OF IT ALL</summary>',
    done: /Compacted/,
  },
  planning: {},
  models: ['scripted'],
  settingsFiles: ['.claude/settings.json', '.claude.json'],
  breakages: [
    {
      name: 'hooks removed',
      line: 'hooks and permission registered',
      apply: (home) => change(home, '.claude/settings.json', (settings) => ({ ...settings, hooks: {} })),
    },
    {
      name: 'server entry removed',
      line: 'MCP server registered',
      apply: (home) => change(home, '.claude.json', (state) => ({ ...state, mcpServers: {} })),
    },
    launcherDeleted,
    {
      name: 'hooks switched off by the person',
      line: 'the hook fires',
      needsTrial: true,
      apply: (home) => change(home, '.claude/settings.json', (settings) => ({ ...settings, disableAllHooks: true })),
      takeBack: {
        setting: 'disableAllHooks',
        apply: (home) => change(home, '.claude/settings.json', (settings) => ({ ...settings, disableAllHooks: false })),
      },
    },
  ],
}

await conformance(claude)

function launch(start: Start, args: readonly string[]): Launch {
  const { room, env } = start.home
  const permissionMode = start.isPlanning ? 'plan' : start.isGuarded ? 'default' : 'bypassPermissions'
  const options = { script: [], permissionMode, hookEvents: [] }
  const place = { cwd: room.cwd, env: { ...offlineEnv(room, start.model), ...env } }
  return { args: [...args, ...commonArgs(options)], ...place }
}

function change({ room }: Home, file: string, edit: (value: Record<string, unknown>) => object): void {
  const path = join(room.home, file)
  writeFileSync(path, JSON.stringify(edit(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>), null, 2))
}
