// Where the gate stands in Codex's files: hooks with the trust in them, the server and its visibility, the skill.
// Places and shapes as of 0.166.0.
import type { FileEdit, Part } from '../../contract/agent/edit.ts'
import type { Installer, InstallQuery, SettingsQuery } from '../agent.ts'
import {
  handlersIn,
  handlerText,
  hookParts,
  isHookOf,
  isPart,
  NO_OTHER_STOP_HOOK,
  type RegisteredEvent,
} from '../formats/hook-groups.ts'
import { codexHome, hookFiles, valueAt } from './places.ts'
import { trial } from './trial.ts'
import { movedTrust, trust, trustHash, trustKey } from './trust.ts'

/** Codex scrubs the environment of servers; what ours reads of it is named. */
const PASSED_ON = [
  'FULLSTOP_HOME',
  'FULLSTOP_MODE',
  'FULLSTOP_MAX',
  'FULLSTOP_TRUST',
  'TASKMASTER_MAX',
  'TASKMASTER_DONE_PREFIX',
  'XDG_STATE_HOME',
  'CODEX_HOME',
]

export const events: readonly RegisteredEvent[] = [
  { name: 'Stop', timeout: 60 },
  { name: 'SubagentStop', timeout: 10 },
  { name: 'SessionStart', timeout: 20 },
  // May wait for a baseline.
  { name: 'UserPromptSubmit', timeout: 60 },
  { name: 'PostToolUse', timeout: 10, matcher: 'mcp__.*fullstop__.*' },
  { name: 'PreCompact', timeout: 10 },
  { name: 'SessionEnd', timeout: 3, isFixed: true },
]

export const install: Installer = {
  signs: (places) => [codexHome(places), `${places.root}/.codex`],
  edits,
  rivals,
  noRivals: NO_OTHER_STOP_HOOK,
  asPlugin: ({ places, settings }) =>
    [`${codexHome(places)}/config.toml`].find(
      (file) => valueAt(settings(file), ['plugins', 'fullstop@fullstop', 'enabled']) === true,
    ),
  switchedOff: ({ places, settings }) =>
    [`${codexHome(places)}/config.toml`, `${places.root}/.codex/config.toml`]
      .filter((file) => valueAt(settings(file), ['features', 'hooks']) === false)
      .map((file) => ({ file, setting: 'features.hooks = false' })),
  trust,
  trial,
  moved: movedTrust,
}

function edits(query: InstallQuery): FileEdit[] {
  const { scope, places, settings, commandLine, argv, skill, preview } = query
  const [command, ...args] = argv(['mcp'])
  const folder = scope === 'user' ? codexHome(places) : `${places.root}/.codex`
  const file = `${folder}/hooks.json`
  const hooks: FileEdit = {
    path: file,
    format: 'json',
    what: 'hooks',
    parts: hookParts({ agent: 'codex', events, commandLine, settings: settings(file) }),
  }
  const configFile = `${folder}/config.toml`
  const server: Part[] = [
    // Claims wait for checks up to 45 s; without `approve` a reviewer model may deny the call.
    {
      kind: 'set',
      at: ['mcp_servers', 'fullstop'],
      value: { command, args, env_vars: PASSED_ON, default_tools_approval_mode: 'approve', tool_timeout_sec: 120 },
    },
  ]
  const seen = toConfig(configFile, 'MCP server', [...server, VISIBLE])
  // A file where that has no place, such as one with `code_mode = true`, still gets the rest.
  const isSeen = preview(seen) !== undefined || preview(toConfig(configFile, 'MCP server', server)) === undefined
  const tools = isSeen ? [...server, VISIBLE] : server
  const trust = trustParts(query, hooks)
  const skills = scope === 'user' ? `${folder}/skills` : `${places.root}/.agents/skills`
  return [
    hooks,
    // Trust is the user's, also in the hooks of a project.
    ...(scope === 'user'
      ? [toConfig(configFile, 'MCP server and trust', [...tools, ...trust])]
      : [
          toConfig(configFile, 'MCP server', tools),
          toConfig(`${codexHome(places)}/config.toml`, 'trust in the hooks', trust),
        ]),
    {
      path: `${skills}/fullstop/SKILL.md`,
      format: 'whole',
      what: 'skill',
      parts: [{ kind: 'text', text: skill.text, known: skill.known }],
    },
  ]
}

/** In code mode, which current models have, tools of servers are not even listed. */
const VISIBLE: Part = {
  kind: 'add',
  at: ['features', 'code_mode', 'direct_only_tool_namespaces'],
  value: 'mcp__fullstop',
  known: /^mcp__fullstop$/,
}

function toConfig(path: string, what: string, parts: readonly Part[]): FileEdit {
  return { path, format: 'toml', what, parts }
}

/** Codex runs no hook whose hash is not in the user's config, and `codex exec` says nothing about it. */
function trustParts({ preview, sha256 }: InstallQuery, hooks: FileEdit): Part[] {
  return (
    handlersIn(toValue(preview(hooks)))
      // Never by its looks: the file may be a repository's.
      .filter((handler) => isPart(handler, hooks.parts))
      .map((handler) => ({
        kind: 'set',
        at: ['hooks', 'state', trustKey(hooks.path, handler)],
        value: { trusted_hash: trustHash(handler, sha256) },
        ifSame: true,
      }))
  )
}

function toValue(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    // Codex takes plain JSON alone: a file that is none runs no hooks either.
    return undefined
  }
}

function rivals({ places, settings }: SettingsQuery): string[] {
  const config = settings(`${codexHome(places)}/config.toml`)
  return [
    ...hookFiles(places).map((file) => [file, settings(file)] as const),
    [`${codexHome(places)}/config.toml`, config] as const,
  ].flatMap(([file, value]) =>
    handlersIn(value)
      .filter((handler) => handler.event === 'Stop' && !isHookOf('codex', handler))
      .map((handler) => `another Stop hook in ${file}: ${handlerText(handler)}`),
  )
}
