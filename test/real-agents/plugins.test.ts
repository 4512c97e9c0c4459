// The plugin in the real Claude Code and the real Codex: installed by their own commands into a fresh home, then a
// session against a scripted model. What an agent does not let a plugin do stands here as a test too.
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../package.json'
import { handlersIn, isHookOf } from '../../src/agents/formats/hook-groups.ts'
import { LAUNCHER_STAMP } from '../../src/domain/edits/launcher.ts'
import { callTool, readableText, toolsOf, type ModelRequest } from '../model-server/script.ts'
import { shell as claudeShell } from './checked-project.ts'
import type { JsonLine } from './agent-run.ts'
import { runHeadless as runClaude } from './claude.ts'
import type { ClaudeOptions } from './claude-settings.ts'
import { runHeadless as runCodex, startTui as startCodex } from './codex.ts'
import { codexHome, type CodexOptions } from './codex-settings.ts'
import { decisionsIn, hookAndServer, outcomesIn, pathWithFullstop } from './gate.ts'
import { claudePackage, codexPackage, installAgent, type Installed } from './install.ts'
import { runToEnd, type Finished } from './process.ts'
import { openRoom, roomEnv, type Room } from './room.ts'

const repository = join(import.meta.dirname, '..', '..')
const plugin = join(repository, 'plugins', 'fullstop')
const claude = await installAgent(claudePackage)
const codex = await installAgent(codexPackage)
const said = { status: 'success', original_request_summary: 'What was asked.', summary: 'All parts are done.' }

test('its launcher can be run, and its hooks are known as ours', () => {
  expect(statSync(join(plugin, 'bin', 'fullstop')).mode & 0o777).toBe(0o755)
  for (const [agent, file] of Object.entries({ claude: 'hooks.json', codex: 'codex.json' })) {
    const handlers = handlersIn(JSON.parse(readFileSync(join(plugin, 'hooks', file), 'utf8')))
    expect(handlers.map(({ event }) => event)).toContain('Stop')
    expect(handlers.filter((handler) => !isHookOf(agent, handler))).toEqual([])
  }
})

describe.skipIf(claude.kind === 'unavailable')(`Claude Code${whyNot(claude)}`, () => {
  const tool = 'mcp__plugin_fullstop_fullstop__complete_task'
  const edit = claudeShell('echo made > made.txt')

  for (const path of [plugin, repository]) {
    for (const flags of [[], ['--strict']]) {
      test(`finds no fault: validate ${[...flags, path.slice(repository.length + 1) || '.'].join(' ')}`, async () => {
        await using room = openRoom()
        const { stdout, exitCode } = await runTool(
          claude,
          ['plugin', 'validate', ...flags, path],
          room,
          claudeEnv(room),
        )
        expect(stdout).toEndWith('✔ Validation passed\n')
        expect(exitCode).toBe(0)
      })
    }
  }

  test('installed from the marketplace it refuses a stop without a claim, offers the tool under its long name, and lets a claimed stop pass', async () => {
    const room = openRoom()
    await using run = await runClaude({
      ...(await installedInClaude(room)),
      room,
      script: [edit, 'All done.', callTool(tool, said), 'It is done.'],
      extraArgs: ['--include-hook-events'],
    })
    const [first, , refused, accepted] = mainOf(run.requests)
    expect(first && toolsOf(first)).toContain(tool)
    expect(told(refused)).toContain('FULLSTOP (1/5) Stop refused: nothing says that the task is done.')
    expect(told(accepted)).toContain('Claim recorded as unverified')
    expect(decisionsIn(room)).toEqual(['continue 11 no-claim', 'allow 7 no-check-exists'])
    expect(outcomesIn(room)).toEqual(['unverified'])
    const [started] = run.events.filter((event) => event['subtype'] === 'init')
    expect(started?.['skills']).toContain('fullstop:fullstop')
    expect(started?.['mcp_servers']).toEqual([
      { name: 'plugin:fullstop:fullstop', status: 'connected', source: 'plugin' },
    ])
    expect(new Set(answersIn(run.events).map(({ exit_code }) => exit_code))).toEqual(new Set([0]))
  })

  test('for one session, by --plugin-dir', async () => {
    const room = openRoom()
    await using run = await runClaude({
      room,
      hookEvents: [],
      env: { FULLSTOP_MODE: 'strict', PATH: pathWithFullstop(room) },
      script: [edit, 'All done.', callTool(tool, said), 'It is done.'],
      extraArgs: ['--plugin-dir', plugin],
    })
    expect(run.exhausted).toBe(0)
    expect(decisionsIn(room)).toEqual(['continue 11 no-claim', 'allow 7 no-check-exists'])
  })

  test('a plugin cannot allow its own tools: headless the call is denied until the user allows the server', async () => {
    const room = openRoom()
    const { settings, ...options } = await installedInClaude(room)
    const allowed = { ...settings, permissions: { allow: ['mcp__plugin_fullstop_fullstop'] } }
    const answers: string[] = []
    for (const permitted of [settings, allowed]) {
      const script = [callTool(tool, said), 'Is that all?']
      const run = await runClaude({ ...options, room, settings: permitted, permissionMode: 'default', script })
      answers.push(told(mainOf(run.requests)[1]))
    }
    await room.close()
    expect(answers[0]).toContain(`Claude requested permissions to use ${tool}, but you haven't granted it yet.`)
    expect(answers[1]).toContain('Claim recorded as unverified')
  })

  test('with no fullstop anywhere the agent is not held, and a person is told once a day', async () => {
    const room = openRoom()
    const { env, ...options } = await installedInClaude(room)
    const runs: JsonLine[][] = []
    for (const script of [['All done.'], ['All done.']]) {
      const run = await runClaude({
        ...options,
        room,
        env: { ...env, PATH: pathWithoutFullstop() },
        script: [edit, ...script],
        extraArgs: ['--include-hook-events'],
      })
      expect([run.exitCode, run.exhausted]).toEqual([0, 0])
      runs.push(answersIn(run.events))
    }
    await room.close()
    const [first = [], second = []] = runs
    expect(new Set([...first, ...second].map(({ exit_code }) => exit_code))).toEqual(new Set([0]))
    expect(first.map(({ stdout }) => stdout).join('')).toBe(
      `${JSON.stringify({
        systemMessage:
          'Fullstop is not installed (there is no fullstop on PATH): stops are not checked. To repair: npm install -g fullstop. To remove it from your agents: uninstall this plugin.',
      })}\n`,
    )
    expect(second.map(({ stdout }) => stdout).join('')).toBe('')
  })

  test('beside the same hook of `init` both run, with one decision and one count for a refused stop', async () => {
    const room = openRoom()
    const { hookEvents: _, ...options } = await installedInClaude(room)
    await using run = await runClaude({
      ...hookAndServer,
      mcpServers: undefined,
      isRecorded: false,
      ...options,
      room,
      script: [edit, 'All done.', callTool(tool, said), 'It is done.'],
      extraArgs: ['--include-hook-events'],
    })
    const stops = answersIn(run.events).filter(({ hook_event }) => hook_event === 'Stop')
    expect(stops).toHaveLength(4)
    expect(stops[0]?.['stdout']).toContain('FULLSTOP (1/5) Stop refused')
    expect(stops[1]?.['stdout']).toBe(stops[0]?.['stdout'])
    // One that comes when the first has ended the task finds nothing to decide.
    const decisions = decisionsIn(room).filter((decision) => decision !== 'allow 1 no-open-task')
    expect(decisions).toEqual(['continue 11 no-claim', 'allow 7 no-check-exists'])
    // Claude Code tells the model each refusal twice, so here it reads the same one four times.
    expect(told(mainOf(run.requests)[2]).split('FULLSTOP (1/5)')).toHaveLength(5)
  })

  test('uninstalled by its own command, nothing of it is left in the settings', async () => {
    await using room = openRoom()
    await installedInClaude(room)
    for (const args of [
      ['plugin', 'uninstall', 'fullstop@fullstop'],
      ['plugin', 'marketplace', 'remove', 'fullstop'],
    ]) {
      expect((await runTool(claude, args, room, claudeEnv(room))).exitCode).toBe(0)
    }
    expect(readFileSync(join(room.home, '.claude', 'settings.json'), 'utf8')).not.toContain('fullstop')
  })
})

describe.skipIf(codex.kind === 'unavailable')(`Codex${whyNot(codex)}`, () => {
  const edit = callTool('exec_command', { cmd: 'echo made > made.txt' })
  const claim = callTool('mcp__fullstop__complete_task', said)
  const script = [edit, 'All done.', claim, 'It is done.']
  const isUntrusted = { extraArgs: ['--dangerously-bypass-hook-trust'] }

  test('codex exec runs its hooks once they were trusted on the screen, and no more when anything in its folder changed', async () => {
    const room = openRoom()
    const options = { ...(await installedInCodex(room)), room: keptOpen(room) }
    await runCodex({ ...options, script: [edit, 'All done.'] })
    expect(decisionsIn(room)).toEqual([])

    const isReady = (screen: string): boolean => screen.includes('7 hooks are new or changed.')
    const tui = await startCodex({ ...options, script: [], isReady })
    // A key that comes before the menu listens is lost.
    await tui.waitForScreen((screen) => {
      if (screen.includes('› 1. Review hooks')) tui.press('2')
      if (screen.includes('› 2. Trust all')) tui.press('Enter')
      return screen.includes('Ask Codex to do anything')
    })
    await tui.close()
    const config = readFileSync(join(codexHome(room), 'config.toml'), 'utf8')
    expect(config).toMatch(
      /\[hooks\.state\."fullstop@fullstop:hooks\/codex\.json:stop:0:0"\]\ntrusted_hash = "sha256:\w{64}"\ntrusted_content_hash = "sha256:\w{64}"\n/,
    )

    const run = await runCodex({ ...options, script })
    const [first, , refused, accepted] = mainOf(run.requests)
    expect(first && toolsOf(first)).toContain('mcp__fullstop__complete_task')
    expect(JSON.stringify(first?.sent)).toContain('- fullstop:fullstop: How to end a task')
    expect(told(refused)).toContain('FULLSTOP (1/5) Stop refused: nothing says that the task is done.')
    expect(told(accepted)).toContain('Claim recorded as unverified')
    expect(decisionsIn(room)).toEqual(['continue 11 no-claim', 'allow 7 no-check-exists'])

    writeFileSync(join(codexHome(room), 'plugins', 'cache', 'fullstop', 'fullstop', version, 'note'), '')
    await runCodex({ ...options, script: [edit, 'All done.'] })
    expect(decisionsIn(room)).toHaveLength(2)
    await room.close()
  })

  test('its hooks run without trust by --dangerously-bypass-hook-trust, and its tools need no approval', async () => {
    const room = openRoom()
    await using run = await runCodex({
      ...(await installedInCodex(room)),
      ...isUntrusted,
      room,
      permissionMode: 'default',
      script: [claim, 'It is done.'],
    })
    expect(told(mainOf(run.requests)[1])).toContain('Claim recorded as unverified')
    expect(decisionsIn(room)).toHaveLength(1)
  })

  test('a plugin cannot show its tools to models in code mode: the user names them in the config', async () => {
    const room = openRoom()
    const options = { ...(await installedInCodex(room)), room: keptOpen(room), modelName: 'gpt-6-sol' }
    const direct = { 'features.code_mode.direct_only_tool_namespaces': ['mcp__fullstop'] }
    const offered: boolean[] = []
    for (const more of [{}, direct]) {
      const settings = { ...options.settings, ...more }
      const run = await runCodex({ ...options, settings, script: ['Hello.'] })
      offered.push(JSON.stringify(run.requests[0]?.sent).includes('"name":"complete_task"'))
    }
    await room.close()
    expect(offered).toEqual([false, true])
  })

  test('with no fullstop anywhere the agent is not held, and nothing is written into the plugin', async () => {
    const room = openRoom()
    const { env, ...options } = await installedInCodex(room)
    await using run = await runCodex({
      ...options,
      ...isUntrusted,
      room,
      env: { ...env, PATH: pathWithoutFullstop() },
      script: [edit, 'All done.'],
    })
    expect([run.exitCode, run.exhausted]).toEqual([0, 0])
    const files = readdirSync(join(codexHome(room), 'plugins'), { recursive: true }) as string[]
    expect(files.filter((file) => file.endsWith(LAUNCHER_STAMP))).toEqual([
      join('data', 'fullstop-fullstop', LAUNCHER_STAMP),
    ])
  })

  test('removed by its own command, nothing of it is left in the config', async () => {
    await using room = openRoom()
    await installedInCodex(room)
    for (const args of [
      ['plugin', 'remove', 'fullstop@fullstop'],
      ['plugin', 'marketplace', 'remove', 'fullstop'],
    ]) {
      expect((await runTool(codex, args, room, codexEnv(room))).exitCode).toBe(0)
    }
    expect(readFileSync(join(codexHome(room), 'config.toml'), 'utf8')).not.toContain('fullstop')
  })
})

function whyNot(installed: Installed): string {
  return installed.kind === 'unavailable' ? ` (skipped: ${installed.reason})` : ''
}

function runTool(
  installed: Installed,
  args: readonly string[],
  room: Room,
  env: Readonly<Record<string, string>>,
): Promise<Finished> {
  if (installed.kind === 'unavailable') throw new Error(installed.reason)
  return runToEnd(installed.binary, args, { cwd: room.cwd, env })
}

function claudeEnv(room: Room): Record<string, string> {
  return {
    ...roomEnv(room),
    CLAUDE_CONFIG_DIR: join(room.home, '.claude'),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
    DISABLE_AUTOUPDATER: '1',
  }
}

/** The harness writes the user's settings anew for each run: what the install entered goes along. */
async function installedInClaude(room: Room): Promise<Pick<ClaudeOptions, 'env' | 'hookEvents' | 'settings'>> {
  for (const args of [
    ['plugin', 'marketplace', 'add', repository],
    ['plugin', 'install', 'fullstop@fullstop'],
  ]) {
    const { exitCode, stdout, stderr } = await runTool(claude, args, room, claudeEnv(room))
    if (exitCode !== 0) throw new Error(`claude ${args.join(' ')}: ${stdout}${stderr}`)
  }
  const settings = JSON.parse(readFileSync(join(room.home, '.claude', 'settings.json'), 'utf8')) as JsonLine
  return { settings, hookEvents: [], env: { FULLSTOP_MODE: 'strict', PATH: pathWithFullstop(room) } }
}

async function installedInCodex(room: Room): Promise<Pick<CodexOptions, 'env' | 'isConfigured' | 'settings'>> {
  mkdirSync(codexHome(room), { recursive: true })
  for (const args of [
    ['plugin', 'marketplace', 'add', repository],
    ['plugin', 'add', 'fullstop@fullstop'],
  ]) {
    const { exitCode, stdout, stderr } = await runTool(codex, args, room, codexEnv(room))
    if (exitCode !== 0) throw new Error(`codex ${args.join(' ')}: ${stdout}${stderr}`)
  }
  const env = { FULLSTOP_MODE: 'strict', PATH: pathWithFullstop(room) }
  return { env, isConfigured: false, settings: { 'features.plugins': true } }
}

function codexEnv(room: Room): Record<string, string> {
  return { ...roomEnv(room), CODEX_HOME: codexHome(room) }
}

/** For a run whose end is not the end of the room. */
function keptOpen(room: Room): Room {
  const close = async (): Promise<void> => undefined
  return { ...room, close, [Symbol.asyncDispose]: close }
}

function pathWithoutFullstop(): string {
  const folders = (process.env['PATH'] ?? '/usr/bin:/bin').split(':')
  return folders.filter((folder) => !existsSync(join(folder, 'fullstop'))).join(':')
}

function answersIn(events: readonly JsonLine[]): JsonLine[] {
  return events.filter((event) => event['subtype'] === 'hook_response')
}

function mainOf(requests: readonly ModelRequest[]): ModelRequest[] {
  return requests.filter((request) => request.lane === 'main')
}

function told(request: ModelRequest | undefined): string {
  return request ? readableText(request) : ''
}
