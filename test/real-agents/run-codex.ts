// Codex as the suite of `fullstop run` has to know it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTool } from '../model-server/script.ts'
import { codexHome, commonArgs, furnish, prepare, shell, trustEntries, type CodexOptions } from './codex-settings.ts'
import { codexPackage } from './install.ts'
import type { RunnableAgent } from './run-agent.ts'
import type { Room } from './room.ts'

const options: CodexOptions = { script: [], isConfigured: false, permissionMode: 'default' }

export const codex: RunnableAgent = {
  id: 'codex',
  title: 'Codex',
  package: codexPackage,
  program: 'codex',
  furnish,
  shell,
  reach: (room, model) => ({ env: prepare(room, options).env, args: commonArgs(room, options, model) }),
  subscribed: {},
  loggedOut: 'it does not look: it asks its provider, and a 401 is a key that is not valid',
  asks: { failing: 4, overloaded: 2 },
  saysOfKey: 'unexpected status 401 Unauthorized: The scripted key is not valid.',
  saysOfModel: 'The model `scripted` does not exist',
  noCost: 'it reports no cost: tokens only',
  background: (command) => callTool('exec_command', { cmd: command, yield_time_ms: 250 }),
  noBackground: '`codex exec` ends what was left running with the turn',
  forbidden: '`codex exec` never asks: what its sandbox stops, the model alone is told',
  models: ['gpt-6.1-sol', 'gpt-5.5'],
  todos: {
    enable: (room) => change(room, (config) => `${config}\n[tools]\nupdate_plan = { enabled = true }\n`),
    open: (step) => callTool('update_plan', { plan: [{ step, status: 'in_progress' }] }),
    close: (step) => callTool('update_plan', { plan: [{ step, status: 'completed' }] }),
  },
  instruct: (room, text) => change(room, (config) => `developer_instructions = ${JSON.stringify(text)}\n${config}`),
  addStopHook: (room, command) => {
    const file = join(codexHome(room), 'hooks.json')
    const hooks = { Stop: [{ hooks: [{ type: 'command' as const, command, timeout: 60 }] }] }
    writeFileSync(file, JSON.stringify({ hooks }))
    change(room, (config) => `${config}\n${trustEntries(file, hooks)}`)
  },
  addRival: (room, [command, ...args]) => {
    const rival = `[mcp_servers.fullstop]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`
    const ours = /^\[mcp_servers\.fullstop\]\n(?:.+\n)*/m
    writeFileSync(
      join(codexHome(room), 'config.toml'),
      configOf(room).replace(ours, () => rival),
    )
  },
  sessions: '.codex/sessions',
  settings: (room) => ({
    'config.toml': configOf(room),
    'hooks.json': readFileSync(join(codexHome(room), 'hooks.json'), 'utf8'),
  }),
}

function configOf(room: Room): string {
  return readFileSync(join(codexHome(room), 'config.toml'), 'utf8')
}

function change(room: Room, edit: (config: string) => string): void {
  writeFileSync(join(codexHome(room), 'config.toml'), edit(configOf(room)))
}
