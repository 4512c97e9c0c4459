// Where the gate stands in Claude Code's files: hooks and permission in its settings, the server, the skill.
// Places and shapes as of 2.1.325.
import type { FileEdit } from '../../contract/agent/edit.ts'
import type { Installer, InstallQuery, SettingsQuery } from '../agent.ts'
import {
  handlersIn,
  handlerText,
  hookParts,
  isHookOf,
  NO_OTHER_STOP_HOOK,
  type RegisteredEvent,
} from '../formats/hook-groups.ts'
import { configFolder, settingsFiles, stateFile } from './places.ts'
import { trial } from './trial.ts'

/** A refused claim is an error of the tool: then only the second of the two fires. From a plugin, the name is longer. */
const OUR_TOOLS = 'mcp__.*fullstop__.*'

export const events: readonly RegisteredEvent[] = [
  { name: 'Stop', timeout: 60 },
  { name: 'SubagentStop', timeout: 10 },
  { name: 'StopFailure', timeout: 10 },
  { name: 'SessionStart', timeout: 20 },
  // May wait for a baseline.
  { name: 'UserPromptSubmit', timeout: 60 },
  { name: 'PostToolUse', timeout: 10, matcher: OUR_TOOLS },
  { name: 'PostToolUseFailure', timeout: 10, matcher: OUR_TOOLS },
  { name: 'PreCompact', timeout: 10 },
  { name: 'SessionEnd', timeout: 10 },
]

export const install: Installer = {
  signs: ({ home, root, env }) => [configFolder({ home, env }), stateFile({ home, env }), `${root}/.claude`],
  edits,
  rivals,
  noRivals: NO_OTHER_STOP_HOOK,
  formFilling: { files: settingsFiles, isSetIn: hasFormHook },
  asPlugin: ({ places, settings }) => settingsFiles(places).find((file) => hasPlugin(settings(file))),
  switchedOff: ({ places, settings }) =>
    settingsFiles(places)
      .filter((file) => isOff(settings(file)))
      .map((file) => ({ file, setting: '"disableAllHooks": true' })),
  trial,
}

function edits({ scope, places, settings, commandLine, argv, skill }: InstallQuery): FileEdit[] {
  const [command, ...args] = argv(['mcp'])
  const folder = scope === 'user' ? configFolder(places) : `${places.root}/.claude`
  const servers = scope === 'user' ? stateFile(places) : `${places.root}/.mcp.json`
  const file = `${folder}/settings.json`
  return [
    {
      path: file,
      format: 'json',
      what: 'hooks and permission',
      parts: [
        ...hookParts({ agent: 'claude', events, commandLine, settings: settings(file) }),
        { kind: 'add', at: ['permissions', 'allow'], value: 'mcp__fullstop', known: /^mcp__fullstop$/ },
      ],
    },
    {
      path: servers,
      format: 'json',
      what: 'MCP server',
      // Without `alwaysLoad` a server that starts slowly is missing from the first request.
      parts: [
        {
          kind: 'set',
          at: ['mcpServers', 'fullstop'],
          value: { type: 'stdio', command, args, alwaysLoad: true },
        },
      ],
      ...(scope === 'user' ? { lock: `${servers}.lock` } : {}),
    },
    {
      path: `${folder}/skills/fullstop/SKILL.md`,
      format: 'whole',
      what: 'skill',
      parts: [{ kind: 'text', text: skill.text, known: skill.known }],
    },
  ]
}

function rivals({ places, settings }: SettingsQuery): string[] {
  return settingsFiles(places).flatMap((file) =>
    handlersIn(settings(file))
      .filter((handler) => handler.event === 'Stop' && !isHookOf('claude', handler))
      .map((handler) => `another Stop hook in ${file}: ${handlerText(handler)}`),
  )
}

/** Hooks of these events may answer a form before the person sees it, or replace the person's answer. */
function hasFormHook(text: string): boolean {
  const read = text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return /"Elicitation(?:Result)?"\s*:/.test(read)
}

function hasPlugin(settings: unknown): boolean {
  if (typeof settings !== 'object' || settings === null || !('enabledPlugins' in settings)) return false
  const plugins = settings.enabledPlugins
  return (
    typeof plugins === 'object' &&
    plugins !== null &&
    'fullstop@fullstop' in plugins &&
    plugins['fullstop@fullstop'] === true
  )
}

function isOff(settings: unknown): boolean {
  return (
    typeof settings === 'object' &&
    settings !== null &&
    'disableAllHooks' in settings &&
    settings.disableAllHooks === true
  )
}
