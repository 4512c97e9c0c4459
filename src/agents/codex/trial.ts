// A run of Codex without a network: our hooks with their trust and our server as they are registered, and nothing else.
import type { FileEdit, Json, Part } from '../../contract/agent/edit.ts'
import type { StagedTrial, Trial, TrialQuery } from '../agent.ts'
import { type FoundHandler, handlersIn, isHookOf, isPart, isSameJson, onlyOurs } from '../formats/hook-groups.ts'
import { codexHome, hookFiles, valueAt } from './places.ts'
import { trustKey } from './trust.ts'

export const trial: Trial = { wire: 'responses', stage }

function stage(query: TrialQuery): StagedTrial {
  const { places, settings, ofProject, home, prompt, modelUrl } = query
  const config = settings(`${codexHome(places)}/config.toml`)
  const [ofUser] = hookFiles(places)
  const found = hookFiles(places).flatMap((file) =>
    handlersIn(settings(file))
      .filter((handler) => (file === ofUser ? isHookOf('codex', handler) : isPart(handler, ofProject(file))))
      .map((handler) => ({
        handler,
        hash: valueAt(config, ['hooks', 'state', trustKey(file, handler), 'trusted_hash']),
      })),
  )
  const folder = `${home}/.codex`
  const hooks = onlyOurs(found.map(({ handler }) => handler))
  const kept = ([keys, value]: readonly [readonly string[], unknown]): Part[] =>
    value === undefined ? [] : [{ kind: 'set', at: keys, value: value as Json }]
  const ofPerson = (keys: readonly string[]): Part[] => kept([keys, valueAt(config, keys)])
  const server = valueAt(config, SERVER) ?? projectServer(query)
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
        ...ofPerson(['model']),
        ...ofPerson(['features', 'hooks']),
        ...ofPerson(['features', 'code_mode']),
        ...kept([SERVER, server]),
        ...(valueAt(config, SERVER) === undefined ? visibleInProject(query) : []),
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

const SERVER = ['mcp_servers', 'fullstop']

/** Only as an installation would have written it. */
function projectServer({ places, settings, ofProject }: TrialQuery): unknown {
  const file = `${places.root}/.codex/config.toml`
  const wanted = ofProject(file).find((part) => part.kind === 'set')
  const server = valueAt(settings(file), SERVER)
  return wanted?.kind === 'set' && isSameJson(server, wanted.value) ? server : undefined
}

function visibleInProject({ places, settings, ofProject }: TrialQuery): Part[] {
  const file = `${places.root}/.codex/config.toml`
  return ofProject(file).flatMap((part): Part[] => {
    const list = part.kind === 'add' ? valueAt(settings(file), part.at) : undefined
    if (part.kind !== 'add' || !Array.isArray(list) || !list.includes(part.value)) return []
    return [{ kind: 'set', at: part.at, value: [part.value] }]
  })
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
