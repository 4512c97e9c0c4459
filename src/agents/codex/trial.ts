// A run of Codex without a network: our hooks with their trust and our server as they are registered, and nothing else.
import type { FileEdit, Json, Part } from '../../contract/edit.ts'
import type { StagedTrial, Trial, TrialQuery } from '../agent.ts'
import { type FoundHandler, handlersIn, isHookOf, onlyOurs } from '../formats/hook-groups.ts'
import { codexHome, hookFiles, valueAt } from './places.ts'
import { trustKey } from './trust.ts'

export const trial: Trial = { wire: 'responses', stage }

function stage({ places, settings, home, prompt, modelUrl }: TrialQuery): StagedTrial {
  const config = settings(`${codexHome(places)}/config.toml`)
  const ofProject = settings(`${places.root}/.codex/config.toml`)
  const found = hookFiles(places).flatMap((file) =>
    handlersIn(settings(file))
      .filter((handler) => isHookOf('codex', handler))
      .map((handler) => ({
        handler,
        hash: valueAt(config, ['hooks', 'state', trustKey(file, handler), 'trusted_hash']),
      })),
  )
  const folder = `${home}/.codex`
  const hooks = onlyOurs(found.map(({ handler }) => handler))
  const kept = ([keys, value]: readonly [readonly string[], unknown]): Part[] =>
    value === undefined ? [] : [{ kind: 'set', at: keys, value: value as Json }]
  const either = (keys: readonly string[]): Part[] => kept([keys, valueAt(config, keys) ?? valueAt(ofProject, keys)])
  const file = (name: string, format: 'json' | 'toml', parts: readonly Part[]): FileEdit => ({
    path: `${folder}/${name}`,
    format,
    what: name,
    parts,
  })
  return {
    edits: [
      file('hooks.json', 'json', [{ kind: 'set', at: ['hooks'], value: hooks }]),
      file('config.toml', 'toml', [
        ...either(['model']),
        ...either(['features', 'hooks']),
        ...either(['features', 'code_mode']),
        ...either(['mcp_servers', 'fullstop']),
        ...trusted(`${folder}/hooks.json`, found),
      ]),
    ],
    env: { HOME: home, CODEX_HOME: folder, FULLSTOP_TRIAL_KEY: 'none' },
    args: [
      'exec',
      '--skip-git-repo-check',
      ...[...OFFLINE, `model_providers.trial.base_url="${modelUrl}/v1"`].flatMap((setting) => ['-c', setting]),
      prompt,
    ],
  }
}

const OFFLINE = [
  'model_provider="trial"',
  'model_providers.trial.name="trial"',
  'model_providers.trial.wire_api="responses"',
  'model_providers.trial.env_key="FULLSTOP_TRIAL_KEY"',
  'model_providers.trial.request_max_retries=0',
  'model_providers.trial.stream_max_retries=0',
  'features.plugins=false',
  'features.daemon_auto_start=false',
  'analytics.enabled=false',
  'check_for_update_on_startup=false',
]

/** Another file, so other places; each handler keeps the trust that it has. */
function trusted(file: string, found: readonly { handler: FoundHandler; hash: unknown }[]): Part[] {
  const counts: Record<string, number> = {}
  return found.flatMap(({ handler, hash }) => {
    const group = counts[handler.event] ?? 0
    counts[handler.event] = group + 1
    if (typeof hash !== 'string') return []
    const key = trustKey(file, { ...handler, group, handler: 0 })
    return [{ kind: 'set', at: ['hooks', 'state', key], value: { trusted_hash: hash } }]
  })
}
