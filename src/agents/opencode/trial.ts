// A run of OpenCode without a network: our plugin as it is installed, our server as it is registered, and nothing else.
import type { FileEdit, Json, Part } from '../../contract/agent/edit.ts'
import type { StagedTrial, Trial, TrialQuery } from '../agent.ts'
import { isRecord } from '../formats/hook-input.ts'
import { isSameJson } from '../formats/hook-groups.ts'
import { configFolder, pluginFile, projectFiles, userFiles } from './places.ts'

export const trial: Trial = { wire: 'chat', stage }

function stage(query: TrialQuery): StagedTrial {
  const { places, home, prompt, modelUrl } = query
  const server = registered(query)
  const parts: Part[] = [
    { kind: 'set', at: ['provider', 'trial'], value: provider(modelUrl) },
    { kind: 'set', at: ['model'], value: 'trial/trial' },
    { kind: 'set', at: ['small_model'], value: 'trial/trial' },
    { kind: 'set', at: ['plugin'], value: [`file://${pluginFile(configFolder(places))}`] },
    ...(server === undefined ? [] : [{ kind: 'set', at: ['mcp', 'fullstop'], value: server } as const]),
  ]
  const settings: FileEdit = {
    path: `${home}/.config/opencode/opencode.json`,
    format: 'json',
    what: 'settings',
    parts,
  }
  return {
    edits: [settings, ...asIfInstalled(home)],
    env: { ...environment(home), PWD: query.root },
    args: ['run', '--auto', prompt],
  }
}

/** Beside its settings it installs the types of plugins from npm, unless they are there and in the lock file. */
function asIfInstalled(home: string): FileEdit[] {
  const lock = { packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } }
  const files = { 'package-lock.json': JSON.stringify(lock), 'node_modules/@opencode-ai/plugin/package.json': '{}' }
  return Object.entries(files).map(([name, text]) => ({
    path: `${home}/.config/opencode/${name}`,
    format: 'whole',
    what: 'settings',
    parts: [{ kind: 'text', text: `${text}\n`, known: /^/ }],
  }))
}

/** The entry of the user; one of a project only as an installation would have written it. */
function registered({ places, settings, ofProject }: TrialQuery): Json | undefined {
  const serverIn = (file: string): unknown => {
    const value = settings(file)
    return isRecord(value) && isRecord(value['mcp']) ? value['mcp']['fullstop'] : undefined
  }
  const ofUser = userFiles(places).map(serverIn).findLast(isRecord)
  const ofRepository = projectFiles(places).flatMap((file) => {
    const server = serverIn(file)
    const isOurs = ofProject(file).some((part) => part.kind === 'set' && isSameJson(part.value, server))
    return isOurs ? [server] : []
  })
  return (ofUser ?? ofRepository[0]) as Json | undefined
}

function provider(modelUrl: string): Json {
  return {
    npm: '@ai-sdk/openai-compatible',
    name: 'Trial',
    options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
    models: { trial: { name: 'Trial', tool_call: true, limit: { context: 100_000, output: 4000 } } },
  }
}

function environment(home: string): Record<string, string> {
  return {
    HOME: home,
    XDG_CONFIG_HOME: `${home}/.config`,
    XDG_DATA_HOME: `${home}/.local/share`,
    XDG_STATE_HOME: `${home}/.local/state`,
    XDG_CACHE_HOME: `${home}/.cache`,
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_SHARE: '1',
  }
}
