// What the agent of a run is given: our server, the task and the contract, for this run only. Its settings stay as they are,
// and our own hook inside it stands aside.
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import type { Call } from '../fake-agents/script.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { binary } from './binary.ts'
import { strict } from './checking.ts'
import { claims, finishes, REQUEST, running, saysDone, stops, writes } from './running.ts'

function valueOf({ argv }: Pick<Call, 'argv'>, name: string): string | undefined {
  const at = argv.indexOf(name)
  return at < 0 ? undefined : argv[at + 1]
}

const CONTRACT = [
  'You work under Fullstop, unattended: nobody reads along, and nobody answers questions.',
  'call complete_task',
  'These checks are then run, and must pass: answer.',
  'status partial',
  'status blocked',
  'update_session_context',
]

test.each(quarterOf(['codex', 'claude'] as const, 0))(
  '[run-told] %s gets our server, its task and the contract; its own files stay as they were',
  async (agent) => {
    using at = await running()
    const files = {
      '.claude/settings.json': '{"permissions":{"allow":["Bash(ls:*)"]}}',
      '.claude.json': '{"mcpServers":{"fullstop":{"command":"another"}}}',
      '.codex/config.toml': 'model = "gpt-6-sol"\ndeveloper_instructions = "Speak Latin."\n',
      'project/.mcp.json': '{"mcpServers":{}}',
      'project/.claude/settings.json': '{}',
      'project/AGENTS.md': 'Be brief.\n',
    }
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(at.room.home, name)), { recursive: true })
      writeFileSync(join(at.room.home, name), text)
    }
    at.repository.commit()
    at.script([stops, finishes])
    const { code, calls, events } = await at.run([], { agent })
    expect(code).toBe(0)
    const task = events[0]?.task ?? ''
    expect(calls).toHaveLength(2)
    for (const call of calls) {
      expect(call.server).toMatchObject({
        command: binary,
        args: ['mcp'],
        env: { FULLSTOP_TASK_ID: task, FULLSTOP_HOME: at.room.state },
      })
      expect(call.env).toMatchObject({ FULLSTOP_TASK_ID: task, FULLSTOP_HOME: at.room.state })
      expect(call.cwd).toBe(at.room.cwd)
      for (const words of CONTRACT) expect(call.contract).toContain(words)
      if (agent === 'codex') expect(call.contract).toStartWith('Speak Latin.\n\n')
    }
    for (const [name, text] of Object.entries(files)) {
      expect(readFileSync(join(at.room.home, name), 'utf8')).toBe(text)
    }
    expect(existsSync(join(at.room.home, '.claude', 'CLAUDE.md'))).toBe(false)
  },
)

test.skipIf(isVariant)('[run-told] permissions, model and other options of the agent: as asked', async () => {
  using at = await running()
  at.script([], finishes)
  const one = await at.run(['--model', 'claude-sonnet-5-5'])
  expect(one.calls[0]?.argv).toEqual(
    expect.arrayContaining(['--permission-mode', 'acceptEdits', '--model', 'claude-sonnet-5-5']),
  )
  expect(one.calls[0]?.argv).not.toContain('--max-budget-usd')
  const all = await at.goOn(['run', '--agent', 'claude', '--permissions', 'all', REQUEST, '--', '--effort', 'high'])
  expect(valueOf(all.calls[1] ?? { argv: [] }, '--permission-mode')).toBe('bypassPermissions')
  expect(all.calls[1]?.argv.slice(-2)).toEqual(['--effort', 'high'])
  const own = await at.run(['--permissions', 'settings'])
  expect(own.calls[2]?.argv).not.toContain('--permission-mode')
  mkdirSync(at.file('sub'))
  const sub = await at.run(['--folder', 'sub'])
  expect(sub.calls[3]?.cwd).toBe(at.file('sub'))
})

test('[run-told] a prompt goes by standard input: long, with quotes and dollars, and never through a shell', async () => {
  using at = await running()
  at.script([], finishes)
  const prompt = `$(touch pwned) \`touch pwned\` "it" is '42'\n${'All of it matters. '.repeat(12_000)}`
  writeFileSync(at.file('../task.md'), prompt)
  const { code, calls } = await at.run([], { prompt: '@../task.md' })
  expect(calls[0]?.prompt).toBe(prompt)
  expect(calls[0]?.argv.join(' ').length).toBeLessThan(5000)
  expect(existsSync(at.file('pwned'))).toBe(false)
  expect(code).toBe(0)
  const piped = await at.run([], { prompt: '-', input: 'Write it, from a pipe.\n' })
  expect(piped.calls[1]?.prompt.trim()).toBe('Write it, from a pipe.')
})

test.skipIf(isVariant)(
  '[run-told] a prompt that begins like a command of the agent is a request all the same',
  async () => {
    using at = await running()
    at.script([], finishes)
    const { calls } = await at.run([], { prompt: '/compact the records of the archive' })
    // Claude Code runs `/compact …` itself if it is the first character.
    expect(calls[0]?.prompt).toMatch(/^\s+\/compact the records of the archive\s*$/)
  },
)

test.skipIf(isVariant)('[run-told secrets] the agent reads the request whole; the store keeps it masked', async () => {
  using at = await running()
  at.script([stops, finishes])
  const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ'
  const { code, calls, stdout } = await at.run([], { prompt: `Log in with ${secret} and write the answer.` })
  expect(calls[0]?.prompt).toContain(secret)
  expect(code).toBe(0)
  expect(JSON.stringify(at.room.allEvents())).not.toContain(secret)
  expect(stdout).not.toContain(secret)
})

test('[run-told twice] our registered hook inside the run stands aside: it says nothing and decides nothing', async () => {
  using at = await running()
  at.script([
    [
      { do: 'hook', event: 'SessionStart' },
      { do: 'hook', event: 'UserPromptSubmit' },
      ...stops,
      { do: 'hook', event: 'Stop' },
    ],
    finishes,
  ])
  const { code, story, calls } = await at.run([], { env: strict })
  const silent = JSON.stringify({ code: 0, stdout: '', stderr: '' })
  expect(calls[0]?.heard).toEqual([silent, silent, silent])
  expect(story).toEqual([
    'starts: first',
    'ends: stopped',
    'continue by 11: no-claim',
    'starts: same',
    'ends: stopped',
    'claims success by done-token',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  expect(await at.room.tasks()).toHaveLength(1)
  expect(code).toBe(0)
})

test('[run-told] outside a run its marks switch nothing off: neither made up nor left over', async () => {
  using at = await running()
  at.script([], finishes)
  const { events, calls } = await at.run()
  const past = events.flatMap((event) => (event.kind === 'stint.started' ? [event.stint] : []))[0] ?? ''
  expect(calls[0]?.env['FULLSTOP_RUN']).toBe(past)
  for (const mark of ['stint_nobodys', past, '../../etc', '']) {
    const session = claudeSession(at.room, { env: { ...strict, FULLSTOP_RUN: mark } })
    await session.type('Write the answer.')
    session.edit()
    expect((await session.sayAndStop('I stop here.')).stdout).toContain('"decision":"block"')
  }
})

test('[run-told] the claim of an agent inside the agent does not count for the task', async () => {
  using at = await running()
  const nested = { ...claims('success'), as: '0b6f2c1e-1111-4222-8333-444455556666' } as ReturnType<typeof claims>
  at.script([[writes(), nested, ...stops], [saysDone]])
  const { code, story } = await at.run()
  expect(story.filter((line) => / by \d/.test(line))).toEqual([
    'continue by 11: no-claim',
    'completed by 4: checks-passed',
  ])
  expect(story.filter((line) => line.startsWith('claims'))).toEqual(['claims success by done-token'])
  expect(code).toBe(0)
})

test.skipIf(isVariant)(
  '[run-told] the token of an agent inside the agent, in a tool result, does not count either',
  async () => {
    using at = await running()
    at.script([
      [writes(), { do: 'shell', line: 'echo "{token}"' }, { do: 'write', file: 'log', text: '{token}\n' }, ...stops],
      [saysDone],
    ])
    const { code, story } = await at.run()
    expect(story.slice(0, 3)).toEqual(['starts: first', 'ends: stopped', 'continue by 11: no-claim'])
    expect(code).toBe(0)
  },
)

test('[run-told F8] a server that does not start is not named: the agent is told the token instead', async () => {
  using at = await running()
  const failed = {
    type: 'system',
    subtype: 'init',
    session_id: '{id}',
    mcp_servers: [{ name: 'fullstop', status: 'failed' }],
  }
  at.script([[{ do: 'line', line: failed }, ...stops], finishes])
  const { calls, code } = await at.run()
  expect(calls[1]?.prompt).not.toContain('complete_task')
  expect(calls[1]?.prompt).toContain(`FULLSTOP_DONE::${calls[0]?.session}`)
  expect(code).toBe(0)
})
