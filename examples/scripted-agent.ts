// A scripted agent: it reads a prompt, works, and prints its events as Claude Code does in its headless mode, but no model
// stands behind it. What it does depends on what it is told: it stops early, then lies, then repairs.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const args = process.argv.slice(2)
const session = valueOf('--session-id') ?? valueOf('--resume') ?? ''
const prompt = readFileSync(0, 'utf8')
/** Slow enough for people to watch. */
const pause = Number(process.env['SCRIPTED_AGENT_PAUSE_MS'] ?? '0')
let calls = 0

print({
  type: 'system',
  subtype: 'init',
  session_id: session,
  model: 'scripted',
  mcp_servers: [],
  permissionMode: 'acceptEdits',
})
if (prompt.includes('check "test" failed')) await repair()
else if (prompt.startsWith('FULLSTOP')) await lie()
else await stopEarly()

async function stopEarly(): Promise<void> {
  await todos([
    ['Write greet.mjs', 'in_progress'],
    ['Make the test pass', 'pending'],
  ])
  await write('greet.mjs', 'export const greet = (name) => `Hello ${name}`\n')
  await todos([
    ['Write greet.mjs', 'completed'],
    ['Make the test pass', 'pending'],
  ])
  await end('I wrote greet.mjs. Good progress, I will stop here.')
}

async function lie(): Promise<void> {
  await todos([
    ['Write greet.mjs', 'completed'],
    ['Make the test pass', 'completed'],
  ])
  await end(`Everything works, all tests pass.\n\nFULLSTOP_DONE::${session}`)
}

async function repair(): Promise<void> {
  await write('greet.mjs', 'export const greet = (name) => `Hello, ${name}!`\n')
  await run('node greet.test.mjs')
  await end(`The greeting is what the test expects now.\n\nFULLSTOP_DONE::${session}`)
}

async function write(name: string, content: string): Promise<void> {
  await call('Write', { file_path: join(process.cwd(), name), content }, () => {
    writeFileSync(name, content)
    return { content: 'File written.', is_error: false }
  })
}

async function run(command: string): Promise<void> {
  await call('Bash', { command }, () => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
    return { content: `${stdout}${stderr}`, is_error: status !== 0 }
  })
}

async function todos(items: readonly (readonly [string, string])[]): Promise<void> {
  const list = items.map(([content, status]) => ({ content, status, activeForm: content }))
  await call('TodoWrite', { todos: list }, () => ({ content: 'Todos have been modified.', is_error: false }))
}

async function call(name: string, input: object, does: () => object): Promise<void> {
  const id = `call-${(calls += 1)}`
  say([{ type: 'tool_use', id, name, input }])
  await sleep(pause)
  const result = { type: 'tool_result', tool_use_id: id, ...does() }
  print({ type: 'user', message: { role: 'user', content: [result] }, parent_tool_use_id: null, session_id: session })
}

async function end(text: string): Promise<void> {
  say([{ type: 'text', text }])
  await sleep(pause)
  // As in the real thing, what a session has used so far: every turn adds to it.
  const nth = prompt.includes('check "test" failed') ? 3 : prompt.startsWith('FULLSTOP') ? 2 : 1
  const usage = { inputTokens: 4200 * nth, outputTokens: 310 * nth, contextWindow: 200_000 }
  print({
    type: 'result',
    subtype: 'success',
    is_error: false,
    terminal_reason: 'completed',
    session_id: session,
    result: text,
    total_cost_usd: 0.0142 * nth,
    modelUsage: { scripted: usage },
    permission_denials: [],
  })
}

function say(content: readonly object[]): void {
  const usage = { input_tokens: 1400, output_tokens: 100 }
  const message = { id: `msg-${calls}`, role: 'assistant', content, usage }
  print({ type: 'assistant', message, parent_tool_use_id: null, session_id: session })
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

function valueOf(flag: string): string | undefined {
  const at = args.indexOf(flag)
  return at < 0 ? undefined : args[at + 1]
}
