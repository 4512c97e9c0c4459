// Transcripts of past sessions as agents write them, made from short notes: what was asked, which calls followed and how
// they ended, and what was said last.

/** `edit FILE`, `read FILE`, `todo x done, o open`, or a command line; `!` at its end: it failed, `!!`: it was denied. */
export type CallNote = string

export interface PastRequest {
  readonly asked: string
  readonly calls: readonly CallNote[]
  readonly said: string
}

export interface PastSession {
  readonly id: string
  readonly cwd: string
  readonly at: Date
  readonly isHeadless?: boolean
  readonly requests: readonly PastRequest[]
  /** What a tool printed, where that matters. */
  readonly printed?: string
}

interface Noted {
  readonly kind: 'edit' | 'read' | 'todo' | 'shell'
  readonly detail: string
  readonly end: 'ok' | 'failed' | 'denied'
}

function noted(note: CallNote): Noted {
  const end = note.endsWith('!!') ? 'denied' : note.endsWith('!') ? 'failed' : 'ok'
  const [, kind, rest] = /^(edit|read|todo) (.*)$/.exec(note) ?? []
  const detail = (rest ?? note).replace(/!+$/, '')
  return { kind: (kind ?? 'shell') as Noted['kind'], detail, end }
}

const RED = 'FAIL src/parse.test.ts > parses nested lists\nexpected 2, got 1\n1 failed, 12 passed'
const DENIED = "The user doesn't want to proceed with this tool use. The tool use was rejected."

function todosIn(detail: string): { step: string; isDone: boolean }[] {
  return detail.split(', ').map((item) => ({ step: item.slice(2), isDone: item.startsWith('x') }))
}

const toText = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** As Claude Code 2.1 writes them. */
export function asClaude({
  id: sessionId,
  cwd,
  at,
  isHeadless = false,
  requests,
  printed = 'ok',
}: PastSession): string {
  let count = 0
  const line = (type: string, message: object, more: object = {}): object => {
    count += 1
    const timestamp = new Date(at.getTime() + count * 1000).toISOString()
    const uuid = `${sessionId}-${count}`
    const entrypoint = isHeadless ? 'sdk-cli' : 'cli'
    const own = { uuid, timestamp, ...more, userType: 'external', entrypoint, cwd, sessionId, version: '2.1.325' }
    return { parentUuid: `${sessionId}-${count - 1}`, isSidechain: false, type, message, ...own, gitBranch: 'main' }
  }
  const spoken = (content: object, stop: string): object =>
    line('assistant', {
      id: `msg_${sessionId}_${count}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [content],
      stop_reason: stop,
      usage: {
        input_tokens: 12,
        cache_creation_input_tokens: 1800,
        cache_read_input_tokens: 24_000,
        output_tokens: 240,
      },
    })
  return toText(
    requests.flatMap(({ asked, calls, said }) => [
      line('user', { role: 'user', content: asked }),
      ...calls.flatMap((note, index) => {
        const { kind, detail, end } = noted(note)
        const id = `toolu_${count}_${index}`
        const name = { edit: 'Edit', read: 'Read', todo: 'TodoWrite', shell: 'Bash' }[kind]
        const todos = todosIn(detail).map(({ step, isDone }) => ({
          content: step,
          status: isDone ? 'completed' : 'pending',
        }))
        const input = kind === 'todo' ? { todos } : kind === 'shell' ? { command: detail } : { file_path: detail }
        const content = end === 'ok' ? printed : end === 'denied' ? DENIED : `Exit code 1\n${RED}`
        const result = { tool_use_id: id, type: 'tool_result', content, is_error: end !== 'ok' }
        return [
          spoken({ type: 'tool_use', id, name, input }, 'tool_use'),
          line('user', { role: 'user', content: [result] }, { toolUseResult: { stdout: content, stderr: '' } }),
        ]
      }),
      spoken({ type: 'text', text: said }, 'end_turn'),
    ]),
  )
}

/** As Codex 0.166 writes them. */
export function asCodex({ id: sessionId, cwd, at, isHeadless = false, requests, printed = 'ok' }: PastSession): string {
  let count = 0
  const line = (type: string, payload: object): object => {
    count += 1
    return { timestamp: new Date(at.getTime() + count * 1000).toISOString(), ordinal: count, type, payload }
  }
  let turn = ''
  const item = (type: string, id: string, more: object): object =>
    line('event_msg', { type: 'item_completed', thread_id: sessionId, turn_id: turn, item: { type, id, ...more } })
  const lines: object[] = [line('session_meta', { id: sessionId, cwd, source: isHeadless ? 'exec' : 'cli' })]
  for (const { asked, calls, said } of requests) {
    turn = `${sessionId}-${count}`
    const turn_attribution = { turn_trigger: isHeadless ? 'exec' : 'user' }
    lines.push(
      line('event_msg', { type: 'task_started', turn_attribution, turn_id: turn }),
      item('UserMessage', `u-${count}`, { content: [{ type: 'text', text: asked }] }),
      ...calls.flatMap((note, index) => codexCall(noted(note), `call_${count}_${index}`, { line, item, printed })),
      item('AgentMessage', `m-${count}`, { content: [{ type: 'Text', text: said }] }),
      line('event_msg', {
        type: 'token_count',
        info: {
          total_token_usage: { input_tokens: count * 900, cached_input_tokens: count * 800, output_tokens: count },
        },
      }),
      line('event_msg', { type: 'task_complete', turn_id: turn, last_agent_message: said }),
    )
  }
  return toText(lines)
}

interface CodexWriter {
  readonly line: (type: string, payload: object) => object
  readonly item: (type: string, id: string, more: object) => object
  readonly printed: string
}

function codexCall({ kind, detail, end }: Noted, id: string, { line, item, printed }: CodexWriter): object[] {
  const call = (name: string, args: object): object =>
    line('response_item', { type: 'function_call', name, arguments: JSON.stringify(args), call_id: id })
  const status = { ok: 'completed', failed: 'failed', denied: 'declined' }[end]
  if (kind === 'todo') {
    const plan = todosIn(detail).map(({ step, isDone }) => ({ step, status: isDone ? 'completed' : 'pending' }))
    const output = 'Plan updated'
    return [call('update_plan', { plan }), line('response_item', { type: 'function_call_output', call_id: id, output })]
  }
  if (kind === 'edit') {
    const input = `*** Begin Patch\n*** Update File: ${detail}\n*** End Patch`
    return [
      line('response_item', { type: 'custom_tool_call', name: 'apply_patch', input, call_id: id }),
      item('FileChange', id, { changes: { [detail]: {} }, status }),
    ]
  }
  const command = kind === 'read' ? `cat ${detail}` : detail
  const output = end === 'failed' ? RED : printed
  return [
    call('exec_command', { cmd: command }),
    item('CommandExecution', id, {
      command: ['/bin/bash', '-lc', command],
      status,
      aggregated_output: output,
      exit_code: end === 'failed' ? 1 : 0,
    }),
    line('response_item', { type: 'function_call_output', call_id: id, output }),
  ]
}
