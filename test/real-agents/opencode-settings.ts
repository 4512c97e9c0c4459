// The settings and environment with which the real OpenCode starts in a room: offline, with the scripted model as its
// provider in a file of its own, so that the files of the person are free for an installer.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { callTool, type Turn } from '../model-server/script.ts'
import type { ModelServer } from '../model-server/server.ts'
import { roomEnv, writeFiles, type Room } from './room.ts'

/** The folder of the person's settings. */
export function opencodeHome(room: Room): string {
  return join(room.home, '.config', 'opencode')
}

/** What a person has in their home who has used it before. OpenCode itself adds the schema where it is missing. */
export function furnish(room: Room): void {
  const schema = '"$schema": "https://opencode.ai/config.json"'
  writeFiles(opencodeHome(room), {
    'opencode.json': `{\n  // Mine.\n  ${schema},\n  "username": "tester", // keep\n  "permission": { "bash": "ask" }\n}\n`,
    ...installedOnce,
  })
}

/** At its first start it installs the types of plugins from npm, beside its settings. Where they are, it asks nobody. */
const installedOnce: Readonly<Record<string, string>> = {
  'package-lock.json': JSON.stringify({ packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } }),
  'node_modules/@opencode-ai/plugin/package.json': '{}',
}

/** A turn that runs a command. */
export function shell(command: string): Turn {
  return callTool('bash', { command, description: 'Run it' })
}

/** Everything that keeps it offline. The person's own settings stand in their own files. */
export function offline(room: Room, model: ModelServer): Readonly<Record<string, string>> {
  mkdirSync(join(room.root, 'provider'), { recursive: true })
  writeFiles(join(room.root, 'provider'), { 'opencode.json': JSON.stringify(provider(model)), 'models.json': '{}' })
  return {
    ...roomEnv(room),
    XDG_DATA_HOME: join(room.home, '.local', 'share'),
    XDG_STATE_HOME: join(room.home, '.local', 'state'),
    OPENCODE_CONFIG: join(room.root, 'provider', 'opencode.json'),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    // It reads a list of all models of all providers at every start: a sixth of the work of a short run.
    OPENCODE_MODELS_PATH: join(room.root, 'provider', 'models.json'),
    OPENCODE_DISABLE_FFF: '1',
    OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_SHARE: '1',
  }
}

/** `large` is asked for by its full name, as a person does; both cost something, so that a report can say how much. */
function provider(model: ModelServer): object {
  const scripted = { name: 'Scripted', tool_call: true, limit: { context: 200_000, output: 8000 } }
  const cost = { input: 3, output: 15 }
  return {
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Scripted',
        options: { baseURL: `${model.url}/v1`, apiKey: 'scripted-model-not-a-key' },
        models: { small: { ...scripted, cost }, large: { ...scripted, cost, id: 'scripted/large' } },
      },
    },
    model: 'scripted/small',
    small_model: 'scripted/small',
    // Another sixth, and no test looks at any of it.
    lsp: false,
    formatter: false,
    agent: { title: { disable: true } },
  }
}
