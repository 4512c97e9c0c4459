// A session as Claude Code 2.1 plays it: transcript lines in its shape and order, and hook calls with its input and
// environment. Formats: the recorded runs in `test/real-agents/facts`. It decides nothing and checks nothing.
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Env, Output, Room } from '../e2e/room.ts'
import { masked } from '../e2e/room.ts'
import { startRead } from './start-read.ts'

export interface SessionOptions {
  readonly id?: string
  readonly env?: Env
  /** Nobody sits at the session: `claude -p`. */
  readonly headless?: boolean
  /** The hooks that the settings register; default: all. */
  readonly hooks?: readonly string[]
  readonly transcript?: string
  /** The time limit of the hook, as the settings name it. */
  readonly within?: string
  /** The agent's own process, which its hooks name. */
  readonly pid?: number
}

/** What an MCP server answered, as the host takes it in. */
export interface ServerAnswer {
  readonly texts: readonly string[]
  readonly structured?: Readonly<Record<string, unknown>>
  readonly isError: boolean
  /** What the hook that follows the call told the person, as its raw output. */
  readonly told?: string
}

export interface Server {
  readonly answer: (tool: string, args: object, meta: Readonly<Record<string, unknown>>) => Promise<ServerAnswer>
}

export interface ToolCallOptions {
  /** The name under which the server is registered. */
  readonly server?: string
  /** A subagent makes the call: no line of it reaches the main transcript. */
  readonly subagent?: string
}

export interface StopOptions {
  /** What goes into `last_assistant_message`, if it is not what was said last; null leaves the field out. */
  readonly last?: string | null
  readonly background?: readonly object[]
  readonly crons?: readonly object[]
  readonly planMode?: boolean
  /** The last message reaches the transcript before the hook is asked (default), or never. */
  readonly flush?: 'before' | 'never'
  readonly more?: Readonly<Record<string, unknown>>
}

export interface ClaudeSession {
  readonly id: string
  readonly token: string
  readonly transcript: string
  readonly env: Env
  readonly promptId: () => string
  readonly start: (source?: string) => Promise<Output>
  /** A person types a prompt; it reaches the transcript unless the hook answers it. */
  readonly type: (text: string) => Promise<Output>
  /** The same while the agent works: the hook hears it, the transcript gets it as an attachment. */
  readonly typeWhileWorking: (text: string) => Promise<Output>
  /** A prompt of the host itself, such as a task notification or a scheduled wake-up. */
  readonly inject: (text: string, marks?: Readonly<Record<string, unknown>>) => Promise<Output>
  /** Text of the assistant; it waits for the next tool call or stop before it is written. */
  readonly say: (text: string) => void
  readonly use: (tool: string, input: object, result?: { failed?: boolean; text?: string }) => void
  /** A call to a tool of an MCP server: transcript, call, hook and result as the host does it. */
  readonly call: (server: Server, tool: string, args: object, options?: ToolCallOptions) => Promise<ServerAnswer>
  /** `/clear`: the same process continues under a new id. */
  readonly clear: () => Promise<ClaudeSession>
  /** A command in the agent's own shell. */
  readonly shell: (args: readonly string[], line?: string) => Promise<Output>
  /** Edits of so many files: work that counts. */
  readonly edit: (count?: number) => void
  readonly stop: (options?: StopOptions) => Promise<Output>
  /** What the assistant says, and the stop after it. */
  readonly sayAndStop: (text: string, options?: StopOptions) => Promise<Output>
  readonly hook: (event: string, fields?: Readonly<Record<string, unknown>>) => Promise<Output>
  readonly write: (...lines: readonly object[]) => void
  readonly stopInput: (options?: StopOptions) => Readonly<Record<string, unknown>>
}

export function claudeSession(room: Room, options: SessionOptions = {}): ClaudeSession {
  const id = options.id ?? randomUUID()
  const transcript =
    options.transcript ?? join(room.home, '.claude', 'projects', room.cwd.replaceAll(/[/.]/g, '-'), `${id}.jsonl`)
  mkdirSync(dirname(transcript), { recursive: true })
  const env = {
    ...hookEnvironment(room, id, options.headless === true),
    ...(options.pid === undefined ? {} : { CLAUDE_PID: `${options.pid}` }),
    ...options.env,
  }
  let promptId = randomUUID() as string
  let afterRefusal = false
  let unsaid: string[] = []
  let lastSaid = ''
  let calls = 0
  let files = 0

  const common = (): object => ({
    isSidechain: false,
    uuid: randomUUID(),
    timestamp: new Date().toISOString(),
    userType: 'external',
    entrypoint: options.headless ? 'sdk-cli' : 'cli',
    cwd: room.cwd,
    sessionId: id,
    version: '2.1.325',
    gitBranch: 'main',
  })
  const write = (...lines: readonly object[]): void =>
    appendFileSync(transcript, lines.map((line) => `${JSON.stringify({ ...common(), ...line })}\n`).join(''))
  const assistant = (content: object, stopReason: string): object => ({
    type: 'assistant',
    message: {
      id: `msg_${randomUUID()}`,
      type: 'message',
      role: 'assistant',
      model: 'model',
      content: [content],
      stop_reason: stopReason,
    },
  })
  const flush = (stopReason: string): void => {
    for (const text of unsaid) write(assistant({ type: 'text', text }, stopReason))
    unsaid = []
  }
  const person = (text: string, source: string): object => ({
    type: 'user',
    promptId,
    message: { role: 'user', content: text },
    permissionMode: 'bypassPermissions',
    ...(options.headless
      ? { promptSource: 'sdk', turnOrigin: 'sdk' }
      : { origin: { kind: 'human' }, promptSource: source, turnOrigin: 'human' }),
  })
  const hook: ClaudeSession['hook'] = async (event, fields = {}) => {
    if (options.hooks && !options.hooks.includes(event)) return { code: 0, stdout: '', stderr: '' }
    const input = { session_id: id, transcript_path: transcript, cwd: room.cwd, hook_event_name: event, ...fields }
    const args = ['hook', 'claude', ...(options.within === undefined ? [] : ['--within', options.within])]
    return masked(await room.run(args, { input: JSON.stringify(input), env }))
  }
  const submit = async (text: string): Promise<Output> => {
    const fields = { prompt_id: promptId, permission_mode: 'bypassPermissions', prompt: text }
    const answer = await hook('UserPromptSubmit', fields)
    await startRead(room.state)
    return answer
  }

  const nextCall = (): string => `toolu_${(calls += 1)}_${id.slice(0, 8)}`
  const use: ClaudeSession['use'] = (tool, input, { failed = false, text = 'ok' } = {}) => {
    flush('tool_use')
    const callId = nextCall()
    write(assistant({ type: 'tool_use', id: callId, name: tool, input }, 'tool_use'))
    write({
      type: 'user',
      promptId,
      message: {
        role: 'user',
        content: [{ tool_use_id: callId, type: 'tool_result', content: text, ...(failed ? { is_error: true } : {}) }],
      },
      toolUseResult: { stdout: text, stderr: '', interrupted: false },
    })
  }

  const call: ClaudeSession['call'] = async (
    server,
    tool,
    args,
    { server: registered = 'fullstop', subagent } = {},
  ) => {
    const toolUseId = nextCall()
    const name = `mcp__${registered}__${tool}`
    if (subagent === undefined) {
      flush('tool_use')
      write(assistant({ type: 'tool_use', id: toolUseId, name, input: args }, 'tool_use'))
    }
    const answer = await server.answer(tool, args, { 'claudecode/toolUseId': toolUseId })
    const shown = shownToModel(answer)
    const { stdout: told } = await hook(answer.isError ? 'PostToolUseFailure' : 'PostToolUse', {
      prompt_id: promptId,
      permission_mode: 'bypassPermissions',
      ...(subagent === undefined ? {} : { agent_id: subagent, agent_type: 'general-purpose' }),
      effort: { level: 'medium' },
      tool_name: name,
      tool_input: args,
      tool_use_id: toolUseId,
      ...(answer.isError ? { error: shown, is_interrupt: false } : { tool_response: shown }),
      duration_ms: 15,
      mcp_server: { name: registered, source: 'dynamic' },
    })
    if (subagent !== undefined) return { ...answer, told }
    const content = { tool_use_id: toolUseId, type: 'tool_result', content: shown }
    write({
      type: 'user',
      promptId,
      message: { role: 'user', content: [answer.isError ? { ...content, is_error: true } : content] },
      toolUseResult: answer.isError ? `Error: ${answer.texts.join('\n')}` : shown,
      ...(answer.structured && !answer.isError ? { mcpMeta: { structuredContent: answer.structured } } : {}),
    })
    return { ...answer, told }
  }

  const stopInput: ClaudeSession['stopInput'] = ({ last, background = [], crons = [], planMode, more } = {}) => ({
    session_id: id,
    transcript_path: transcript,
    cwd: room.cwd,
    prompt_id: promptId,
    permission_mode: planMode ? 'plan' : 'bypassPermissions',
    effort: { level: 'medium' },
    hook_event_name: 'Stop',
    stop_hook_active: afterRefusal,
    ...(last === null ? {} : { last_assistant_message: last ?? lastSaid }),
    background_tasks: background,
    session_crons: crons,
    ...more,
  })

  const stop: ClaudeSession['stop'] = async (stopOptions = {}) => {
    const { flush: when = 'before' } = stopOptions
    if (when === 'before') flush('end_turn')
    const output = await hook('Stop', stopInput(stopOptions))
    const answer = parse(output.stdout)
    if (answer.decision === 'block') {
      afterRefusal = true
      write(
        {
          type: 'user',
          promptId,
          isMeta: true,
          message: { role: 'user', content: `Stop hook feedback:\n${answer.reason}` },
        },
        {
          type: 'attachment',
          attachment: { type: 'hook_blocking_error', hookEvent: 'Stop', blockingError: answer.reason },
        },
      )
    }
    write({ type: 'system', subtype: 'stop_hook_summary', hookCount: 1, stopReason: '' })
    return output
  }

  const session: ClaudeSession = {
    id,
    token: `FULLSTOP_DONE::${id}`,
    transcript,
    env,
    promptId: () => promptId,
    start: (source = 'startup') => hook('SessionStart', { source, model: 'model' }),
    type: async (text) => {
      promptId = randomUUID()
      afterRefusal = false
      const output = await submit(text)
      if (parse(output.stdout).decision !== 'block') write(person(text, 'typed'))
      return output
    },
    typeWhileWorking: async (text) => {
      const output = await submit(text)
      const attachment = { type: 'queued_command', commandMode: 'prompt', prompt: text, origin: { kind: 'human' } }
      if (parse(output.stdout).decision !== 'block') write({ type: 'attachment', attachment })
      return output
    },
    inject: async (text, marks = { promptSource: 'system', turnOrigin: 'task_notification' }) => {
      promptId = randomUUID()
      afterRefusal = false
      const output = await submit(text)
      write({ type: 'user', promptId, message: { role: 'user', content: text }, ...marks })
      return output
    },
    say: (text) => {
      lastSaid = text
      unsaid.push(text)
    },
    use,
    call,
    clear: async () => {
      await hook('SessionEnd', { reason: 'clear' })
      const { id: _old, transcript: _left, ...kept } = options
      const next = claudeSession(room, kept)
      await next.start('clear')
      return next
    },
    shell: async (args, line = ['fullstop', ...args].map(quoted).join(' ')) => {
      const output = await room.run(args, { env: { ...env, AI_AGENT: 'claude-code_2-1-325_agent' } })
      use('Bash', { command: line }, { text: `${output.stdout}${output.stderr}`, failed: output.code !== 0 })
      return output
    },
    edit: (count = 1) => {
      for (let index = 0; index < count; index++)
        use('Write', { file_path: join(room.cwd, `file-${(files += 1)}.ts`), content: 'export {}' })
    },
    stop,
    sayAndStop: async (text, stopOptions) => {
      session.say(text)
      return stop(stopOptions)
    },
    hook,
    write,
    stopInput,
  }
  return session
}

function hookEnvironment(room: Room, id: string, headless: boolean): Env {
  return {
    AI_AGENT: 'claude-code_2-1-325_harness',
    CLAUDECODE: '1',
    CLAUDE_CODE_CHILD_SESSION: '1',
    CLAUDE_CODE_ENTRYPOINT: headless ? 'sdk-cli' : 'cli',
    CLAUDE_CODE_SESSION_ATTENDED: headless ? '0' : '1',
    CLAUDE_CODE_SESSION_ID: id,
    CLAUDE_CONFIG_DIR: join(room.home, '.claude'),
    CLAUDE_PROJECT_DIR: room.cwd,
  }
}

/** The model sees the data of an answer where there is any, else its texts. */
function shownToModel({ texts, structured, isError }: ServerAnswer): string | object[] {
  if (isError) return texts.join('\n')
  return structured ? JSON.stringify(structured) : texts.map((text) => ({ type: 'text', text }))
}

function quoted(word: string): string {
  return /^[\w-]+$/.test(word) ? word : `'${word}'`
}

function parse(stdout: string): { decision?: string; reason?: string } {
  return stdout === '' ? {} : (JSON.parse(stdout) as { decision?: string; reason?: string })
}
