// Where the gate stands in OpenCode's files: a plugin of its own, the server in its settings, the skill.
// Places and shapes as of 1.18.18.
import type { FileEdit, Part } from '../../contract/agent/edit.ts'
import type { Installer, InstallQuery, SettingsQuery } from '../agent.ts'
import { isRecord } from '../formats/hook-input.ts'
import gatePlugin from './gate-plugin.js.txt' with { type: 'text' }
import { configFolder, pluginFile, projectFiles, settingsFile, userFiles } from './places.ts'
import { trial } from './trial.ts'

export const install: Installer = {
  signs: (places) => [configFolder(places), `${places.root}/.opencode`, `${places.root}/opencode.json`],
  edits,
  rivals,
  noRivals: 'no other plugin that is known to prompt the agent',
  asPlugin: () => undefined,
  switchedOff: () => [],
  trial,
}

const KNOWN = /^\/\/ Written by fullstop: the gate of OpenCode\./

function edits({ scope, places, settings, argv, skill }: InstallQuery): FileEdit[] {
  const folder = scope === 'user' ? configFolder(places) : `${places.root}/.opencode`
  const file = settingsFile(scope === 'user' ? configFolder(places) : places.root, settings)
  const command = JSON.stringify(argv(['hook', 'opencode']))
  return [
    {
      path: pluginFile(folder),
      format: 'whole',
      what: 'plugin',
      parts: [{ kind: 'text', text: gatePlugin.replace('__COMMAND__', () => command), known: KNOWN }],
    },
    {
      path: file,
      format: 'json',
      what: 'MCP server',
      parts: [
        {
          kind: 'set',
          at: ['mcp', 'fullstop'],
          value: { type: 'local', command: [...argv(['mcp'])], enabled: true, timeout: 30_000 },
        },
        ...permission(settings(file)),
      ],
    },
    {
      path: `${folder}/skills/fullstop/SKILL.md`,
      format: 'whole',
      what: 'skill',
      parts: [{ kind: 'text', text: skill.text, known: skill.known }],
    },
  ]
}

/** Without rules of the user our tools are permitted; among such rules one of ours says so. */
function permission(settings: unknown): Part[] {
  if (!isRecord(settings) || !isRecord(settings['permission'])) return []
  return [{ kind: 'set', at: ['permission', 'fullstop_*'], value: 'allow', ifSame: true }]
}

/** Plugins that are known to prompt an agent that has stopped. */
const PROMPTS = /oh-my-open|ralph|auto-?(?:resume|continue)|taskmaster|keep-?going/i

function rivals({ places, settings }: SettingsQuery): string[] {
  return [...userFiles(places), ...projectFiles(places)].flatMap((file) => {
    const value = settings(file)
    const plugins = isRecord(value) && Array.isArray(value['plugin']) ? value['plugin'] : []
    const names = plugins.map((one) => (Array.isArray(one) ? one[0] : one)).filter((one) => typeof one === 'string')
    return names
      .filter((name) => PROMPTS.test(name))
      .map((name) => `another plugin that prompts the agent in ${file}: ${name.slice(0, 100)}`)
  })
}
