// Claude Code's hook input to our events, and our answers to its hook output.
import type { Involuntary, Receipt } from '../../contract/entry.ts'
import { OUR_TOOL } from '../../contract/tool-name.ts'
import type { BackgroundTask, HookEvent, HookOrigin, Host, SessionSource } from '../../contract/hook-event.ts'
import type { Decoded, Environment, HookAnswer, HookCodec, HookOutput } from '../agent.ts'
import { receiptIn } from '../formats/receipt.ts'
import { authorOf } from './author.ts'

const DEFAULT_BLOCK_CAP = 8

export const hook: HookCodec = { decode, host, encode }

function decode(payload: unknown): Decoded<HookEvent> {
  if (!isRecord(payload)) return invalid('the hook input is not a JSON object')
  const name = payload['hook_event_name']
  if (typeof name !== 'string') return invalid('the hook input names no hook_event_name')
  const wrong = wrongType(payload)
  if (wrong) return invalid(wrong)
  const origin = toOrigin(payload)
  if (!origin.ok) return origin
  const build = Object.hasOwn(events, name) ? events[name] : undefined
  if (!build)
    return { ok: false, reason: 'not-ours', message: `nothing is known about the hook event ${printable(name)}` }
  return build(payload, origin.value)
}

type Build = (payload: Payload, origin: HookOrigin) => Decoded<HookEvent>
type Payload = Readonly<Record<string, unknown>>

const events: Readonly<Record<string, Build>> = {
  Stop: (payload, origin) => toStop(payload, origin),
  SubagentStop: (payload, origin) =>
    ok({ ...origin, kind: 'subagent-stopped', subagent: text(payload, 'agent_id') ?? 'unknown' }),
  StopFailure: (payload, origin) =>
    ok({
      ...origin,
      kind: 'stop-failed',
      cause: toCause(text(payload, 'error'), text(payload, 'error_details')),
      detail: text(payload, 'error_details') ?? text(payload, 'error') ?? '',
    }),
  SessionStart: (payload, origin) =>
    ok({ ...origin, kind: 'session-started', source: toSource(text(payload, 'source')) }),
  SessionEnd: (payload, origin) => ok({ ...origin, kind: 'session-ended', why: text(payload, 'reason') ?? 'unknown' }),
  UserPromptSubmit: (payload, origin) => {
    const prompt = text(payload, 'prompt')
    if (prompt === undefined) return invalid('UserPromptSubmit without a prompt')
    return ok({
      ...origin,
      kind: 'prompt-submitted',
      by: authorOf(prompt),
      text: prompt,
      ...(payload['permission_mode'] === 'plan' ? { planMode: true } : {}),
    })
  },
  PostToolUse: toToolUsed,
  // A refused claim is an error of the tool: the call was made all the same.
  PostToolUseFailure: toToolUsed,
  PreCompact: (payload, origin) =>
    ok({ ...origin, kind: 'compaction-started', trigger: text(payload, 'trigger') ?? 'unknown' }),
}

function toToolUsed(payload: Payload, origin: HookOrigin): Decoded<HookEvent> {
  return ok({
    ...origin,
    kind: 'tool-used',
    tool: text(payload, 'tool_name') ?? 'unknown',
    ...optional('toolUseId', text(payload, 'tool_use_id')),
    ...optional('subagent', text(payload, 'agent_id')),
    ...optional('receipt', receiptOf(payload)),
  })
}

/** In what the tool answered, in whatever shape the host hands it on. */
function receiptOf(payload: Payload): Receipt | undefined {
  const answer = payload['tool_response'] ?? payload['error']
  // Other tools may answer with megabytes, and their receipts would not be ours.
  if (answer === undefined || !OUR_TOOL.test(text(payload, 'tool_name') ?? '')) {
    return undefined
  }
  return receiptIn(typeof answer === 'string' ? answer : JSON.stringify(answer))
}

function toStop(payload: Payload, origin: HookOrigin): Decoded<HookEvent> {
  // A stop that carries an agent id comes from inside a subagent, whatever its name says.
  const subagent = text(payload, 'agent_id')
  if (subagent) return ok({ ...origin, kind: 'subagent-stopped', subagent })
  const lastMessage = text(payload, 'last_assistant_message')
  if (lastMessage === undefined && origin.transcriptPath === undefined) {
    return invalid('the stop names neither a transcript_path nor a last_assistant_message')
  }
  return ok({
    ...origin,
    kind: 'stop-requested',
    ...optional('lastMessage', lastMessage),
    afterRefusal: payload['stop_hook_active'] === true,
    planMode: payload['permission_mode'] === 'plan',
    background: records(payload['background_tasks']).map(toBackgroundTask),
    wakeUps: records(payload['session_crons']).map((cron) => text(cron, 'prompt') ?? ''),
  })
}

/** Ended tasks stay in the list for a while: only a running one is waited for. */
function toBackgroundTask(task: Payload): BackgroundTask {
  const status = text(task, 'status')
  const running = status === undefined || ['running', 'pending', 'queued', 'starting', 'in_progress'].includes(status)
  const label =
    text(task, 'command') ?? text(task, 'description') ?? text(task, 'name') ?? text(task, 'type') ?? 'a task'
  const isShell = ['shell', undefined].includes(text(task, 'type'))
  const command = (text(task, 'command') ?? (isShell ? text(task, 'description') : undefined))?.slice(0, 2000)
  return { running, label: label.slice(0, 500), ...optional('command', command) }
}

function toOrigin(payload: Payload): Decoded<HookOrigin> {
  const sessionId = text(payload, 'session_id')
  if (sessionId === undefined) return invalid('the hook input names no session_id')
  // The id becomes part of the done token and of messages: nothing but a plain name may pass.
  if (!/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(sessionId)) {
    return invalid(`the session_id is not a plain name (${sessionId.length} characters)`)
  }
  return {
    ok: true,
    value: {
      agentSessionId: sessionId,
      ...optional('cwd', text(payload, 'cwd')),
      ...optional('transcriptPath', text(payload, 'transcript_path') || undefined),
      ...optional('promptId', text(payload, 'prompt_id')?.slice(0, 128)),
    },
  }
}

const expected: ReadonlyArray<readonly [string, (value: unknown) => boolean, string]> = [
  ['session_id', isText, 'a string'],
  ['transcript_path', isText, 'a string'],
  ['cwd', isText, 'a string'],
  ['prompt_id', isText, 'a string'],
  ['last_assistant_message', isText, 'a string'],
  ['prompt', isText, 'a string'],
  ['permission_mode', isText, 'a string'],
  ['agent_id', isText, 'a string'],
  ['stop_hook_active', (value) => typeof value === 'boolean', 'true or false'],
  ['background_tasks', Array.isArray, 'a list'],
  ['session_crons', Array.isArray, 'a list'],
]

function wrongType(payload: Payload): string | undefined {
  const wrong = expected.find(
    ([key, fits]) => payload[key] !== undefined && payload[key] !== null && !fits(payload[key]),
  )
  return wrong ? `${wrong[0]} in the hook input is not ${wrong[2]}` : undefined
}

/** https://docs.claude.com hook reference: the values of `error` in StopFailure. */
function toCause(error: string | undefined, details: string | undefined): Involuntary {
  if (error === 'rate_limit' || error === 'billing_error') return 'usage-limit'
  if (error === 'max_output_tokens') return 'output-cut'
  if (error === 'invalid_request' && details?.includes('prompt is too long')) return 'context-limit'
  if (
    /^(authentication_failed|oauth_org_not_allowed|account_on_hold|verification_required|cloud_credential_error)$/.test(
      error ?? '',
    )
  ) {
    return 'auth'
  }
  return 'api-error'
}

function toSource(source: string | undefined): SessionSource {
  if (source === 'startup' || source === 'resume' || source === 'clear' || source === 'compact') return source
  return 'unknown'
}

function host(env: Environment): Host {
  const cap = env['CLAUDE_CODE_STOP_HOOK_BLOCK_CAP'] ?? ''
  const pid = Number.parseInt(env['CLAUDE_PID'] ?? '', 10)
  return {
    attended: isAttended(env),
    blockCap: /^\d{1,9}$/.test(cap) ? Number(cap) : DEFAULT_BLOCK_CAP,
    ...(pid > 1 ? { pid } : {}),
  }
}

function isAttended(env: Environment): boolean {
  const said = env['CLAUDE_CODE_SESSION_ATTENDED']
  if (said === '1') return true
  if (said === '0') return false
  return !(env['CLAUDE_CODE_ENTRYPOINT'] ?? '').startsWith('sdk')
}

function encode(answer: HookAnswer): HookOutput {
  switch (answer.kind) {
    case 'silent':
      return { stdout: '', exitCode: 0 }
    case 'refuse':
      return json({ decision: 'block', reason: answer.say, ...optional('systemMessage', answer.tell) })
    case 'tell':
      return json({ systemMessage: answer.line })
    case 'inform':
      return json({
        hookSpecificOutput: {
          hookEventName: answer.at === 'prompt' ? 'UserPromptSubmit' : 'SessionStart',
          additionalContext: answer.text,
        },
        ...optional('systemMessage', answer.tell),
      })
    case 'answer':
      return json({ decision: 'block', reason: answer.text })
  }
}

function json(value: object): HookOutput {
  return { stdout: `${JSON.stringify(value)}\n`, exitCode: 0 }
}

function ok(value: HookEvent): Decoded<HookEvent> {
  return { ok: true, value }
}

function invalid(message: string): { ok: false; reason: 'invalid'; message: string } {
  return { ok: false, reason: 'invalid', message }
}

function isRecord(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function text(payload: Payload, key: string): string | undefined {
  const value = payload[key]
  return typeof value === 'string' ? value : undefined
}

function records(value: unknown): Payload[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V }
}

function printable(name: string): string {
  return JSON.stringify(name.slice(0, 60))
}
