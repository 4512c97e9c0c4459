// A run of Claude Code without a network: our hooks, permission and server as they are registered, and nothing else.
import type { Json, Part } from '../../contract/agent/edit.ts'
import type { StagedTrial, Trial, TrialQuery } from '../agent.ts'
import { handlersIn, isHookOf, isPart, isSameJson, onlyOurs } from '../formats/hook-groups.ts'
import { isRecord } from '../formats/hook-input.ts'
import { settingsFiles, stateFile } from './places.ts'

export const trial: Trial = { wire: 'anthropic', stage }

const NO_KEY = 'sk-ant-trial-not-a-key'

function stage(query: TrialQuery): StagedTrial {
  const { places, settings, ofProject, home, root, prompt, modelUrl } = query
  const config = `${home}/.claude`
  const [ofUser = '', ...rest] = settingsFiles(places)
  const all = [ofUser, ...rest].map(settings)
  const handlers = [
    ...handlersIn(settings(ofUser)).filter((handler) => isHookOf('claude', handler)),
    ...rest.flatMap((file) => handlersIn(settings(file)).filter((handler) => isPart(handler, ofProject(file)))),
  ]
  const isAllowed = all.some((one) => allowed(one).includes('mcp__fullstop'))
  const server = serverIn(settings(stateFile(places))) ?? projectServer(query)
  const set = (at: string, value: Json): Part => ({ kind: 'set', at: [at], value })
  return {
    edits: [
      {
        path: `${config}/settings.json`,
        format: 'json',
        what: 'settings',
        parts: [
          set('hooks', onlyOurs(handlers)),
          set('permissions', { allow: isAllowed ? ['mcp__fullstop'] : [] }),
          // What switches hooks off for the user switches them off here.
          ...(all.some((one) => isRecord(one) && one['disableAllHooks'] === true)
            ? [set('disableAllHooks', true)]
            : []),
        ],
      },
      {
        path: `${config}/.claude.json`,
        format: 'json',
        what: 'state',
        parts: [
          set('hasCompletedOnboarding', true),
          set('mcpServers', server === undefined ? {} : { fullstop: server }),
          set('projects', { [root]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } }),
        ],
      },
    ],
    env: {
      HOME: home,
      CLAUDE_CONFIG_DIR: config,
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: NO_KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
      CLAUDE_CODE_MAX_RETRIES: '0',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
    },
    args: ['-p', prompt, '--output-format', 'json'],
  }
}

function serverIn(settings: unknown): Json | undefined {
  const servers = isRecord(settings) ? settings['mcpServers'] : undefined
  return isRecord(servers) ? (servers['fullstop'] as Json | undefined) : undefined
}

function projectServer({ places, settings, ofProject }: TrialQuery): Json | undefined {
  const file = `${places.root}/.mcp.json`
  const [wanted] = ofProject(file)
  const server = serverIn(settings(file))
  return wanted?.kind === 'set' && isSameJson(server, wanted.value) ? server : undefined
}

function allowed(settings: unknown): readonly unknown[] {
  const permissions = isRecord(settings) ? settings['permissions'] : undefined
  const allow = isRecord(permissions) ? permissions['allow'] : undefined
  return Array.isArray(allow) ? allow : []
}
