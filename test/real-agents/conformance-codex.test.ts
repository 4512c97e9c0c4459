// Codex in the conformance suite: how it is started offline in the home of a person who has used it before.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTool, type ModelRequest } from '../model-server/script.ts'
import { codexHome, commonArgs, furnish, prepare, shell, type CodexOptions } from './codex-settings.ts'
import type { ConformingAgent, Home, Launch, Start } from './conformance-agent.ts'
import { conformance, launcherDeleted } from './conformance.suite.ts'
import { codexPackage } from './install.ts'

const codex: ConformingAgent = {
  id: 'codex',
  title: 'Codex',
  package: codexPackage,
  program: 'codex',
  furnish,
  headless: (start) => {
    const format = start.isPlain ? [] : ['--json']
    return launch(start, ['exec', '--skip-git-repo-check', ...format], [start.prompt ?? 'Do the work.'])
  },
  tui: (start) => (start.resume === undefined ? launch(start, [], []) : launch(start, ['resume'], [start.resume])),
  // The input line stands above one that names model and folder; a dialog's choices are numbered.
  isReady: (screen) => /^› (?!\d\.).*\n(?:.*\n)? {2}\S.* · [/~]/m.test(screen),
  interrupted: /Conversation interrupted/,
  shell,
  delegate: [
    callTool('multi_agent_v1__spawn_agent', { message: 'Do a part of it.', agent_type: 'default' }),
    (request) => callTool('multi_agent_v1__wait_agent', { targets: [startedIn(request)], timeout_ms: 10_000 }),
  ],
  form: { change: ['Enter'], send: ['Enter'], approve: ['Down', 'Enter'] },
  compact: { order: '/compact', summary: 'SUMMARY OF IT ALL', done: /Context compacted/, isWordsKept: true },
  planning: {
    order: '/plan',
    ordered: /for Plan mode/,
    notHeadless: '`codex exec` has no plan mode',
  },
  // A name that its catalog does not know has plain tools, those that it knows have code mode or a search for tools.
  models: ['scripted', 'gpt-6.1-sol', 'gpt-5.5'],
  settingsFiles: ['.codex/hooks.json', '.codex/config.toml'],
  untoldHeadless: '`codex exec` shows nothing that a hook says: the stop passes, nobody is told',
  breakages: [
    {
      name: 'hooks removed',
      line: 'hooks registered',
      apply: ({ room }) => rmSync(join(codexHome(room), 'hooks.json')),
    },
    {
      name: 'trust hash altered',
      line: 'hooks trusted',
      apply: (home) => change(home, (text) => text.replace(/sha256:\w{4}/, 'sha256:0000')),
    },
    {
      name: 'server entry removed',
      line: 'MCP server and trust registered',
      apply: (home) => change(home, (text) => text.replace(/^\[mcp_servers\.fullstop\]\n(?:.+\n)*/m, '')),
    },
    launcherDeleted,
    {
      name: 'hooks switched off by the person',
      line: 'the hook fires',
      needsTrial: true,
      apply: (home) => change(home, (text) => text.replace(/^(?=\[features\.)/m, '[features]\nhooks = false\n\n')),
      takeBack: {
        setting: 'features.hooks',
        apply: (home) => change(home, (text) => text.replace('[features]\nhooks = false\n\n', '')),
      },
    },
  ],
}

const MARK = '# Below is what a person and the installer wrote.\n'

await conformance(codex)

function launch(start: Start, before: readonly string[], after: readonly string[]): Launch {
  const { room, env } = start.home
  const options: CodexOptions = {
    script: [],
    isConfigured: false,
    permissionMode: start.isGuarded ? 'default' : 'bypassPermissions',
    modelName: start.modelName,
  }
  const place = { cwd: room.cwd, env: { ...prepare(room, options).env, ...env } }
  if (!start.isShared) return { args: [...before, ...commonArgs(room, options, start.model), ...after], ...place }
  // With settings on the command line it does not use its daemon: here they stand in its file.
  const flags = commonArgs(room, { ...options, settings: { 'features.daemon_auto_start': true } }, start.model)
  const lines = flags.filter((flag) => flag !== '-c').map((flag) => `${flag}\n`)
  change(start.home, (text) => `${lines.join('')}${MARK}${text.split(MARK).at(-1)}`)
  return { args: [...before, ...after], ...place }
}

function startedIn(request: ModelRequest): string {
  return /agent_id[^0-9a-f]*([0-9a-f-]{36})/.exec(JSON.stringify(request.body))?.[1] ?? 'none'
}

function change({ room }: Home, edit: (text: string) => string): void {
  const path = join(codexHome(room), 'config.toml')
  writeFileSync(path, edit(readFileSync(path, 'utf8')))
}
