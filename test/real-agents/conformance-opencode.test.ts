// OpenCode in the conformance suite: how it is started offline in the home of a person who has used it before.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTool } from '../model-server/script.ts'
import type { ConformingAgent, Home, Launch, Start } from './conformance-agent.ts'
import { conformance, launcherDeleted } from './conformance.suite.ts'
import { opencodePackage } from './install.ts'
import { onOneServer } from './opencode-served.ts'
import { furnish, offline, opencodeHome, shell } from './opencode-settings.ts'

const opencode: ConformingAgent = {
  id: 'opencode',
  title: 'OpenCode',
  package: opencodePackage,
  program: 'opencode',
  furnish,
  quick: [
    'A premature stop is refused',
    '`complete_task` is offered',
    'A claim with a red check is refused',
    'After a compaction the agent is told what was asked, and its claim counts [headless]',
    '`fullstop doctor` proves every line',
    '`fullstop init --undo` leaves no trace, and the agent runs as without us [headless]',
  ],
  headless: (start) => {
    const format = start.isPlain ? [] : ['--format', 'json']
    const permitted = start.isGuarded ? [] : ['--auto']
    return launch(start, ['run', ...format, ...permitted, ...modelOf(start), start.prompt ?? 'Do the work.'])
  },
  tui: (start) => {
    const permitted = start.isGuarded ? [] : ['--auto']
    const session = start.resume === undefined ? [] : ['--session', start.resume]
    return launch(start, [...permitted, ...modelOf(start), ...session])
  },
  isReady: (screen) => /ctrl\+p commands/.test(screen),
  interrupted: /interrupted/i,
  interruptAgain: /again to interrupt/,
  columns: 120,
  shell,
  delegate: [callTool('task', { description: 'A part', prompt: 'Do a part of it.', subagent_type: 'general' })],
  form: 'it shows no forms of MCP servers: the person is told the command that answers',
  repeatsOrders: 'its plugins cannot answer a prompt: the model is told to repeat the answer',
  compact: {
    order: '/compact',
    done: /Compaction/,
  },
  planning: { key: 'Tab', ordered: /┃ +Plan\b/ },
  models: ['scripted/small', 'scripted/large'],
  settingsFiles: ['.config/opencode/opencode.json', '.config/opencode/plugins/fullstop.js'],
  untoldHeadless: '`opencode run` shows nothing that a plugin says: the stop passes, nobody is told',
  breakages: [
    {
      name: 'plugin removed',
      line: 'plugin registered',
      apply: ({ room }) => rmSync(join(opencodeHome(room), 'plugins', 'fullstop.js')),
    },
    {
      name: 'server entry removed',
      line: 'MCP server registered',
      apply: (home) => change(home, (text) => text.replace('"fullstop": {', '"other": {')),
    },
    launcherDeleted,
  ],
}

const { proofs, close } = onOneServer()
await conformance({ ...opencode, proofs }, close)

function modelOf({ modelName }: Start): string[] {
  return modelName === undefined ? [] : ['--model', modelName]
}

/** It asks the variable where it is. */
function launch({ home, model }: Start, args: readonly string[]): Launch {
  const { room, env } = home
  return { args, cwd: room.cwd, env: { ...offline(room, model), ...env, PWD: room.cwd } }
}

function change({ room }: Home, edit: (text: string) => string): void {
  const path = join(opencodeHome(room), 'opencode.json')
  writeFileSync(path, edit(readFileSync(path, 'utf8')))
}
