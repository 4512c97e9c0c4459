// The settings, state and environment with which the real Claude Code starts in a room: offline, and past every first-start dialog.

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { callTool, type Turn } from '../model-server/script.ts'
import type { ModelServer, ModelServerOptions } from '../model-server/server.ts'
import { answeringCommand, recordedCommand, type HookAnswers } from './hook-log.ts'
import { claudePackage } from './install.ts'
import { roomEnv, writeFiles, type Room } from './room.ts'

export interface ClaudeOptions extends ModelServerOptions {
  /** The hook under test, run by a shell. Without it `hookAnswers` answer, and without those nothing is refused. */
  readonly hookCommand?: string | undefined
  readonly hookAnswers?: HookAnswers | undefined
  /** False registers `hookCommand` as it is, without a recorder around it. */
  readonly isRecorded?: boolean | undefined
  readonly hookEvents?: readonly string[] | undefined
  /** Per event: only for tools whose name matches. */
  readonly hookMatchers?: Readonly<Record<string, string>> | undefined
  /** MCP servers of the user, as `claude mcp add --scope user` enters them. */
  readonly mcpServers?: Readonly<Record<string, object>> | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly prompt?: string | undefined
  /** A folder other than the room's project. */
  readonly cwd?: string | undefined
  readonly files?: Readonly<Record<string, string>> | undefined
  readonly permissionMode?: string | undefined
  readonly extraArgs?: readonly string[] | undefined
  /** Keys added to the user's settings file. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** A room that is there already: one made ready for this run, or of an earlier run, to resume its session. */
  readonly room?: Room | undefined
}

export const claudeHookEvents = [
  'Stop',
  'SubagentStop',
  'StopFailure',
  'SessionStart',
  'UserPromptSubmit',
  'PostToolUse',
  'PreCompact',
  'SessionEnd',
  'Notification',
] as const

const apiKey = 'sk-ant-scripted-model-not-a-key'

export interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Writes the settings of this run into the room and says where and with what environment to start. */
export function prepare(room: Room, options: ClaudeOptions, model: ModelServer): Place {
  const cwd = options.cwd ?? room.cwd
  const config = join(room.home, '.claude')
  writeFiles(config, {
    'settings.json': JSON.stringify({ ...userSettings(room, options), ...options.settings }, null, 2),
    ...(existsSync(join(config, '.claude.json'))
      ? {}
      : { '.claude.json': JSON.stringify(globalState(cwd, options), null, 2) }),
  })
  const env = {
    ...roomEnv(room),
    CLAUDE_CONFIG_DIR: config,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: apiKey,
    IS_SANDBOX: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    ...options.env,
  }
  return { cwd, env }
}

/** State and settings of a person, where they stand for everybody: no variable moves them. */
export function furnish(room: Room): void {
  const from = stage(room)
  prepare(from, { script: [], cwd: room.cwd, hookEvents: [] }, { url: '' } as ModelServer)
  mkdirSync(join(room.home, '.claude'), { recursive: true })
  renameSync(join(from.home, '.claude', '.claude.json'), join(room.home, '.claude.json'))
  renameSync(join(from.home, '.claude', 'settings.json'), join(room.home, '.claude', 'settings.json'))
  rmSync(from.home, { recursive: true })
}

/** For a home that is furnished: what keeps it offline, and nothing that moves its settings. */
export function offlineEnv(room: Room, model: ModelServer): Record<string, string> {
  const { CLAUDE_CONFIG_DIR: _, ...env } = prepare(stage(room), { script: [], hookEvents: [] }, model).env
  return env
}

/** The harness writes settings of its own, which must not touch those of the installer. */
function stage(room: Room): Room {
  return { ...room, home: join(room.root, 'stage') }
}

/** A turn that runs a command. */
export function shell(command: string): Turn {
  return callTool('Bash', { command, description: 'Work on it' })
}

export function commonArgs(options: ClaudeOptions): string[] {
  return ['--permission-mode', options.permissionMode ?? 'bypassPermissions', ...(options.extraArgs ?? [])]
}

function userSettings(room: Room, options: ClaudeOptions): object {
  const hook = { type: 'command', command: hookCommand(room, options), timeout: 60 }
  const events = options.hookEvents ?? claudeHookEvents
  return {
    skipDangerousModePermissionPrompt: true,
    hooks: Object.fromEntries(events.map((event) => [event, [{ ...matcherOf(event, options), hooks: [hook] }]])),
  }
}

function matcherOf(event: string, { hookMatchers = {} }: ClaudeOptions): { matcher?: string } {
  const matcher = hookMatchers[event]
  return matcher === undefined ? {} : { matcher }
}

function hookCommand(room: Room, options: ClaudeOptions): string {
  if (options.hookCommand === undefined) return answeringCommand(room, options.hookAnswers ?? {})
  return options.isRecorded === false ? options.hookCommand : recordedCommand(room, options.hookCommand)
}

/** What a person would have clicked through at the first start. */
function globalState(cwd: string, { mcpServers = {} }: ClaudeOptions): object {
  return {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: claudePackage.version,
    theme: 'dark',
    numStartups: 9,
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: [apiKey.slice(-20)], rejected: [] },
    mcpServers,
    projects: { [cwd]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  }
}
