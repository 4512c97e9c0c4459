// Claude Code's hook input to our events, and our answers to its hook output.
import type { Involuntary } from '../../contract/agent/entry.ts'
import type { BackgroundTask, Host } from '../../contract/agent/hook-event.ts'
import type { Environment, HookCodec } from '../agent.ts'
import {
  commonEvents,
  decodeInput,
  type Dialect,
  ok,
  optional,
  type HookPayload,
  records,
  text,
  toPrompt,
  toStop,
  toToolUsed,
} from '../formats/hook-input.ts'
import { encodeOutput } from '../formats/hook-output.ts'
import { authorOf } from './author.ts'

const DEFAULT_BLOCK_CAP = 8

const dialect: Dialect = {
  promptKey: 'prompt_id',
  lists: ['background_tasks', 'session_crons'],
  events: {
    ...commonEvents,
    Stop: (payload, origin) =>
      toStop(payload, origin, {
        background: records(payload['background_tasks']).map(toBackgroundTask),
        wakeUps: records(payload['session_crons']).map((cron) => text(cron, 'prompt') ?? ''),
      }),
    StopFailure: (payload, origin) =>
      ok({
        ...origin,
        kind: 'stop-failed',
        cause: toCause(text(payload, 'error'), text(payload, 'error_details')),
        detail: text(payload, 'error_details') ?? text(payload, 'error') ?? '',
      }),
    UserPromptSubmit: (payload, origin) => toPrompt(payload, origin, authorOf),
    // A refused claim is an error of the tool: the call was made all the same.
    PostToolUseFailure: toToolUsed,
  },
}

export const hook: HookCodec = { decode: (payload) => decodeInput(payload, dialect), host, encode: encodeOutput }

/** Ended tasks stay in the list for a while: only a running one is waited for. */
function toBackgroundTask(task: HookPayload): BackgroundTask {
  const status = text(task, 'status')
  const running = status === undefined || ['running', 'pending', 'queued', 'starting', 'in_progress'].includes(status)
  const label =
    text(task, 'command') ?? text(task, 'description') ?? text(task, 'name') ?? text(task, 'type') ?? 'a task'
  const isShell = ['shell', undefined].includes(text(task, 'type'))
  const command = (text(task, 'command') ?? (isShell ? text(task, 'description') : undefined))?.slice(0, 2000)
  return { running, label: label.slice(0, 500), ...optional('command', command) }
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
