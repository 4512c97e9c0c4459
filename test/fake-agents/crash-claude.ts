// A `claude -p` that plays one turn of a script after the other, each time it is started: it records each start with what it was
// told, prints the stream of Claude Code 2.1, and decides nothing. Which turn it plays: as many as were begun before it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What happens in a turn, in this order. `$TOKEN` and `$SESSION` in texts are those of the session. */
export type Act =
  | { readonly say: string }
  | { readonly todos: Readonly<Record<string, 'pending' | 'completed'>> }
  /** A file of the project, with the call that writes it. */
  | { readonly write: readonly [name: string, text: string] }
  /** A command, with the call that runs it. */
  | { readonly shell: string }
  /** A file that says how far the turn is. */
  | { readonly mark: string }
  /** Until a file of that name is there, and written. */
  | { readonly until: string }
  /** A child in a session of its own that outlives its parent unless it is ended. */
  | { readonly leave: string }
  /** Ignores the signal to end. */
  | { readonly stubborn: true }
  /** The result, with other fields. */
  | { readonly result: Readonly<Record<string, unknown>> }
  /** The provider turns the request away until then. */
  | { readonly limit: { readonly resetsAt: number } }
  | { readonly exit: number }

export interface Invocation {
  readonly pid: number
  readonly stint: string
  readonly session: string
  readonly isResumed: boolean
  readonly prompt: string
}

export const USAGE_OF_TURN = 1000

/** `CRASH_STAGE` is the folder with the script, the marks and what was recorded. */
async function play(stage: string): Promise<void> {
  const args = process.argv.slice(2)
  const after = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const resumed = after('--resume')
  const session = resumed ?? after('--session-id') ?? ''
  const invocation: Invocation = {
    pid: process.pid,
    stint: process.env['FULLSTOP_RUN'] ?? '',
    session,
    isResumed: resumed !== undefined,
    prompt: readFileSync(0, 'utf8'),
  }
  const record = join(stage, 'invocations.jsonl')
  const turn = existsSync(record) ? readFileSync(record, 'utf8').trimEnd().split('\n').length : 0
  appendFileSync(record, `${JSON.stringify(invocation)}\n`)
  const turns = JSON.parse(readFileSync(join(stage, 'turns.json'), 'utf8')) as Act[][]
  const children: ChildProcess[] = []
  let count = 0
  let hasResult = false
  const print = (line: object): void => {
    process.stdout.write(`${JSON.stringify({ ...line, session_id: session })}\n`)
  }
  const filled = (text: string): string =>
    text.replaceAll('$TOKEN', `FULLSTOP_DONE::${session}`).replaceAll('$SESSION', session)
  const assistant = (block: object, stopReason: string): void => {
    count += 1
    const usage = { input_tokens: 90, output_tokens: 10 }
    const message = { id: `msg_${turn}_${count}`, role: 'assistant', content: [block], stop_reason: stopReason, usage }
    print({ type: 'assistant', message, parent_tool_use_id: null })
  }
  const tool = (name: string, input: object, run: () => string): void => {
    const id = `toolu_${turn}_${count + 1}`
    assistant({ type: 'tool_use', id, name, input }, 'tool_use')
    const content = run()
    print({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] } })
  }
  const result = (more: object): void => {
    hasResult = true
    const turnsOf = turnsOfSession(stage, session)
    const modelUsage = { model: { inputTokens: USAGE_OF_TURN * turnsOf, outputTokens: 0, contextWindow: 1_000_000 } }
    print({
      type: 'result',
      subtype: 'success',
      is_error: false,
      terminal_reason: 'completed',
      num_turns: 1,
      total_cost_usd: 0.01 * turnsOf,
      modelUsage,
      permission_denials: [],
      ...more,
    })
  }
  print({ type: 'system', subtype: 'init', model: 'model', permissionMode: 'acceptEdits', mcp_servers: [] })
  for (const act of turns[turn] ?? [{ say: 'I have nothing more to do.' }]) {
    if ('say' in act) assistant({ type: 'text', text: filled(act.say) }, 'end_turn')
    else if ('todos' in act) {
      const todos = Object.entries(act.todos).map(([content, status]) => ({ content, status, activeForm: content }))
      tool('TodoWrite', { todos }, () => 'ok')
    } else if ('write' in act) {
      const [name, text] = act.write
      tool('Write', { file_path: name, content: text }, () => {
        writeFileSync(name, text)
        return 'ok'
      })
    } else if ('shell' in act) {
      const command = filled(act.shell)
      tool('Bash', { command }, () => {
        const { stdout, stderr, status } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
        appendFileSync(join(stage, 'shell'), `${status} ${stdout}${stderr}\n`)
        return stdout
      })
    } else if ('mark' in act) writeFileSync(join(stage, act.mark), `${process.pid}`)
    else if ('until' in act) while (!Bun.file(join(stage, act.until)).size) await Bun.sleep(5)
    else if ('leave' in act) {
      const line = `trap '' TERM HUP; echo $$ > ${join(stage, act.leave)}; while :; do sleep 0.2; done`
      children.push(spawn('sh', ['-c', line], { detached: true, stdio: 'ignore' }))
    } else if ('stubborn' in act) process.on('SIGTERM', () => undefined)
    else if ('result' in act) result(act.result)
    else if ('limit' in act) {
      const info = { status: 'rejected', resetsAt: act.limit.resetsAt }
      print({
        type: 'assistant',
        is_api_error_message: true,
        error: 'rate_limit',
        api_error_params: { rate_limit_info: info },
        message: { role: 'assistant', content: [{ type: 'text', text: 'You have hit your limit.' }] },
        parent_tool_use_id: null,
      })
      result({ is_error: true, terminal_reason: 'api_error', result: 'You have hit your limit.' })
    } else {
      // As a program that crashed: without a result.
      process.exit(act.exit)
    }
  }
  if (!hasResult) result({})
  process.exit(0)
}

/** How many turns the session has had, this one included. */
function turnsOfSession(stage: string, session: string): number {
  const folder = join(stage, 'sessions')
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, session), 'x')
  return readFileSync(join(folder, session), 'utf8').length
}

const stage = process.env['CRASH_STAGE']
if (import.meta.main && stage !== undefined) await play(stage)
