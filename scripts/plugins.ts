// The plugin for Claude Code and Codex, one folder for both, and the marketplace that offers it: made of what
// `fullstop init` would enter into their settings. `npm run generate` writes it, a test compares.
import { description, license, name, version } from '../package.json'
import type { Installer } from '../src/agents/agent.ts'
import { install as claude } from '../src/agents/claude/install.ts'
import { PLUGIN_FOLDER } from '../src/agents/claude/places.ts'
import { install as codex } from '../src/agents/codex/install.ts'
import type { FileEdit, Json } from '../src/contract/agent/edit.ts'
import { skill } from '../src/domain/gate/words/skill-text.ts'
import { launcherText } from '../src/domain/edits/launcher.ts'

const FOLDER = 'plugins/fullstop'

const manifest = { name, version, description, author: { name: 'The Fullstop authors' }, license }

export function pluginFiles(): Record<string, string> {
  const forClaude = partsOf(claude, LAUNCHER)
  // Codex knows the plugin's folder only as the working folder of a server, and ours has to work in the project.
  const forCodex = partsOf(codex, name)
  return {
    '.claude-plugin/marketplace.json': toJson(marketplace),
    [`${FOLDER}/.claude-plugin/plugin.json`]: toJson(manifest),
    [`${FOLDER}/hooks/hooks.json`]: toJson(hooksIn(forClaude)),
    [`${FOLDER}/.mcp.json`]: toJson({ mcpServers: { [name]: serverIn(forClaude, 'mcpServers') } }),
    [`${FOLDER}/.codex-plugin/plugin.json`]: toJson({
      ...manifest,
      skills: './skills/',
      hooks: './hooks/codex.json',
      mcpServers: { [name]: serverIn(forCodex, 'mcp_servers') },
    }),
    [`${FOLDER}/hooks/codex.json`]: toJson(hooksIn(forCodex)),
    [`${FOLDER}/skills/${name}/SKILL.md`]: skill.text,
    [`${FOLDER}/bin/${name}`]: launcherText({ platform: 'posix', plugin: { folderVariable: PLUGIN_FOLDER } }),
  }
}

const marketplace = {
  name,
  owner: manifest.author,
  description,
  plugins: [{ name, source: `./${FOLDER}`, description }],
}

/** Both agents put the plugin's folder in for the variable, Codex in the lines of hooks alone. */
const LAUNCHER = `\${CLAUDE_PLUGIN_ROOT}/bin/${name}`

function partsOf(installer: Installer, server: string): FileEdit['parts'] {
  const edits = installer.edits({
    scope: 'user',
    places: { home: '/', root: '/', env: {} },
    commandLine: (args) => [`"${LAUNCHER}"`, ...args].join(' '),
    argv: (args) => [server, ...args],
    skill,
    settings: () => undefined,
    preview: () => undefined,
    sha256: () => '',
  })
  return edits.flatMap(({ parts }) => parts)
}

function hooksIn(parts: FileEdit['parts']): object {
  const groups = parts.flatMap((part) => {
    const [top, event = ''] = part.kind === 'add' ? part.at : []
    return part.kind === 'add' && top === 'hooks' ? [[event, [part.value]] as const] : []
  })
  return { description, hooks: Object.fromEntries(groups) }
}

function serverIn(parts: FileEdit['parts'], table: string): Json {
  const found = parts.find((part) => part.kind === 'set' && part.at.join('.') === `${table}.${name}`)
  if (found?.kind !== 'set') throw new Error(`There is no ${table}.${name} among what init enters`)
  return found.value
}

function toJson(value: object): string {
  return JSON.stringify(value, null, 2)
}
