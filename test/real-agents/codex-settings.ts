// The settings and environment with which the real Codex starts in a room: offline, and past every first-start dialog.
// What it needs to run offline goes on the command line, so that its files are free for the hook under test, or for an
// installer that writes them itself.

import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { callTool, type Turn } from '../model-server/script.ts'
import type { ModelServer, ModelServerOptions } from '../model-server/server.ts'
import { answeringCommand, recordedCommand, type HookAnswers } from './hook-log.ts'
import { roomEnv, writeFiles, type Room } from './room.ts'

export interface CodexOptions extends ModelServerOptions {
  /** The hook under test, run by a shell. Without it `hookAnswers` answer, and without those nothing is refused. */
  readonly hookCommand?: string | undefined
  readonly hookAnswers?: HookAnswers | undefined
  /** False registers `hookCommand` as it is, without a recorder around it. */
  readonly isRecorded?: boolean | undefined
  readonly hookEvents?: readonly string[] | undefined
  /** Per event: only for tools (or agent types) whose name matches. */
  readonly hookMatchers?: Readonly<Record<string, string>> | undefined
  /** Seconds that a hook may take. */
  readonly hookTimeout?: number | undefined
  /** False leaves the hooks without trust, as after an edit by hand. */
  readonly isTrusted?: boolean | undefined
  /** False writes no hooks and no settings: they are there already, such as by an installer. */
  readonly isConfigured?: boolean | undefined
  /** MCP servers of the user, as `codex mcp add` enters them. */
  readonly mcpServers?: Readonly<Record<string, object>> | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly prompt?: string | undefined
  /** A session of the same room to go on with. */
  readonly resume?: string | undefined
  /** A folder other than the room's project. */
  readonly cwd?: string | undefined
  readonly files?: Readonly<Record<string, string>> | undefined
  /** `bypassPermissions` unless told; `default` asks a person and works in a sandbox. */
  readonly permissionMode?: 'bypassPermissions' | 'default' | undefined
  /** `scripted` unless told: a name that its catalog does not know has plain tools, one that it knows code mode. */
  readonly modelName?: string | undefined
  readonly extraArgs?: readonly string[] | undefined
  /** Settings of this run, by dotted key, on the command line. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** TUI: what the screen shows when it may be typed into; the empty prompt unless told. */
  readonly isReady?: ((screen: string) => boolean) | undefined
  /** A room that is there already: one made ready for this run, or of an earlier run, to resume its session. */
  readonly room?: Room | undefined
}

export const codexHookEvents = [
  'Stop',
  'SubagentStop',
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PreCompact',
  'PostCompact',
  'Interrupt',
  'SessionEnd',
] as const

export interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export function codexHome(room: Room): string {
  return join(room.home, '.codex')
}

/** What a person has in their home who has used it before. */
export function furnish(room: Room): void {
  writeFiles(codexHome(room), {
    'version.json': '{}',
    'config.toml': '# Mine.\npersonality = "pragmatic"   # keep\n\n[history]\npersistence = "save-all"\n',
  })
}

/** A turn that runs a command. */
export function shell(command: string): Turn {
  return callTool('exec_command', { cmd: command })
}

/** Writes the settings of this run into the room and says where and with what environment to start. */
export function prepare(room: Room, options: CodexOptions): Place {
  const home = codexHome(room)
  mkdirSync(home, { recursive: true }) // It does not start without.
  if (options.isConfigured !== false) writeFiles(home, userFiles(room, options))
  const env = { ...roomEnv(room), CODEX_HOME: home, SCRIPTED_KEY: 'scripted-model-not-a-key', ...options.env }
  return { cwd: options.cwd ?? room.cwd, env }
}

/** Everything that keeps it offline, and what a person would have clicked through at the first start. */
export function commonArgs(room: Room, options: CodexOptions, model: ModelServer): string[] {
  const flags = Object.entries(offlineSettings(room, options, model)).flatMap(([key, value]) => [
    '-c',
    `${key}=${toToml(value)}`,
  ])
  return [...flags, ...(options.extraArgs ?? [])]
}

/** The same as a settings file, for a Codex whose command line is not ours. */
export function configFile(room: Room, options: CodexOptions, model: ModelServer): string {
  const settings = Object.entries(offlineSettings(room, options, model))
  return settings.map(([key, value]) => `${key} = ${toToml(value)}\n`).join('')
}

function offlineSettings(room: Room, options: CodexOptions, model: ModelServer): Record<string, unknown> {
  const isBypassed = (options.permissionMode ?? 'bypassPermissions') === 'bypassPermissions'
  return {
    model: options.modelName ?? 'scripted',
    model_provider: 'scripted',
    'model_providers.scripted': {
      name: 'scripted',
      base_url: `${model.url}/v1`,
      wire_api: 'responses',
      env_key: 'SCRIPTED_KEY',
      request_max_retries: 1,
      stream_max_retries: 1,
    },
    projects: { [options.cwd ?? room.cwd]: { trust_level: 'trusted' } },
    'features.plugins': false,
    'features.daemon_auto_start': false,
    'analytics.enabled': false,
    check_for_update_on_startup: false,
    'tui.show_tooltips': false,
    ...(isBypassed ? { approval_policy: 'never', sandbox_mode: 'danger-full-access' } : {}),
    ...options.settings,
  }
}

export interface CommandHook {
  readonly type: 'command'
  readonly command: string
  readonly timeout: number
}

export interface HookGroup {
  readonly matcher?: string
  readonly hooks: readonly CommandHook[]
}

/** The entries by which Codex knows that a person has agreed to the hooks of a file. */
export function trustEntries(file: string, hooks: Readonly<Record<string, readonly HookGroup[]>>): string {
  const entries = Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap((group, groupIndex) =>
      group.hooks.map((hook, index) => {
        const key = `${file}:${snakeCase(event)}:${groupIndex}:${index}`
        return `[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${trustHash(event, group, hook)}"\n`
      }),
    ),
  )
  return entries.join('\n')
}

/** The key order is part of the hash, and the time that it really gives. */
function trustHash(event: string, { matcher }: HookGroup, hook: CommandHook): string {
  const timeout = Math.min(hook.timeout, longestTimeout(event))
  const identity = {
    event_name: snakeCase(event),
    hooks: [{ async: false, command: hook.command, timeout, type: 'command' }],
    ...(matcher === undefined ? {} : { matcher }),
  }
  return `sha256:${createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`
}

function userFiles(room: Room, options: CodexOptions): Record<string, string> {
  const file = join(codexHome(room), 'hooks.json')
  const hooks = userHooks(room, options)
  const trust = options.isTrusted === false ? '' : trustEntries(file, hooks)
  const servers = Object.entries(options.mcpServers ?? {}).map(([name, server]) => serverTable(name, server))
  return {
    'hooks.json': JSON.stringify({ hooks }, null, 2),
    'config.toml': [...servers, trust].join('\n'),
  }
}

function userHooks(room: Room, options: CodexOptions): Record<string, HookGroup[]> {
  const command = hookCommand(room, options)
  const events = options.hookEvents ?? codexHookEvents
  const groupOf = (event: string): HookGroup => {
    const timeout = Math.min(options.hookTimeout ?? 60, longestTimeout(event))
    return { ...matcherOf(event, options), hooks: [{ type: 'command', command, timeout }] }
  }
  return Object.fromEntries(events.map((event) => [event, [groupOf(event)]]))
}

/** What is over this is cut, with a warning. */
function longestTimeout(event: string): number {
  return event === 'SessionEnd' || event === 'Interrupt' ? 3 : Infinity
}

function matcherOf(event: string, { hookMatchers = {} }: CodexOptions): { matcher?: string } {
  const matcher = hookMatchers[event]
  return matcher === undefined ? {} : { matcher }
}

function hookCommand(room: Room, options: CodexOptions): string {
  if (options.hookCommand === undefined) return answeringCommand(room, options.hookAnswers ?? {})
  return options.isRecorded === false ? options.hookCommand : recordedCommand(room, options.hookCommand)
}

/**
 * It knows no `type`: a server with a command is one on standard input and output. The environment of a server is
 * scrubbed: what is not named does not reach it, the room's store neither.
 */
function serverTable(name: string, server: object): string {
  const fields = Object.entries({ env_vars: ['FULLSTOP_HOME'], ...server }).filter(([key]) => key !== 'type')
  const lines = fields.map(([key, value]) => `${key} = ${toToml(value)}`)
  return `[mcp_servers.${JSON.stringify(name)}]\n${lines.join('\n')}\n`
}

/** A value as TOML on one line. */
function toToml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toToml).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)} = ${toToml(inner)}`)
  return `{ ${fields.join(', ')} }`
}

function snakeCase(event: string): string {
  return event.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}
