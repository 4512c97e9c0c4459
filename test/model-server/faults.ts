// What a provider answers when it does not answer: steps of a script, each as its wire has it.
// What agents make of them is in the tests.

import { fail, overflow, refuse, type ModelRequest, type Step, type Turn } from './script.ts'

/** Too many requests; the agent is told how many seconds to wait. */
export function rateLimited(seconds: number): Turn {
  return { ...failure(fail(429, 'Too many requests.')), headers: { 'retry-after': String(seconds) } }
}

/** The allowance of a subscription is used up, for so many seconds from the answer on; without them nobody is told. */
export function usageLimited(seconds?: number): Step {
  return (request) => {
    const reset = seconds === undefined ? undefined : String(Math.ceil(Date.now() / 1000) + seconds)
    if (request.path.startsWith('/v1/chat/')) return chatLimit(reset)
    return isResponses(request) ? codexLimit(reset) : claudeLimit(reset)
  }
}

/** The provider has no room. */
export const overloaded: Step = (request) =>
  isResponses(request)
    ? { ...failure(fail(503, 'Our servers are currently overloaded.')), type: 'server_is_overloaded' }
    : fail(529, 'Overloaded')

/** An error inside a stream that began well. */
export const errorInStream: Step = (request) => ({
  kind: 'failure',
  status: 200,
  type: isResponses(request) ? 'server_error' : 'api_error',
  message: 'The scripted model stumbled.',
})

/** The line is cut in the middle of an answer. */
export const dropped: Turn = { kind: 'broken', text: 'I begin and', how: 'dropped' }

/** An answer that begins and is never ended. */
export const silent: Turn = { kind: 'broken', text: 'I begin and', how: 'silent' }

/** No answer at all. */
export const hang: Turn = { kind: 'silence' }

/** The conversation no longer fits. */
export const tooLong: Step = (request) =>
  isResponses(request) ? overflow() : fail(400, 'prompt is too long: 250000 tokens > 200000 maximum')

export const unauthorized: Turn = fail(401, 'The scripted key is not valid.')

export const modelMissing: Step = (request) =>
  isResponses(request)
    ? {
        ...failure(fail(404, 'The model `scripted` does not exist or you do not have access to it.')),
        type: 'model_not_found',
      }
    : fail(404, 'model: scripted')

/** The model will not do it: in its own words, or by the rules of its provider. */
export const refused: Step = (request) =>
  isResponses(request)
    ? { kind: 'failure', status: 200, type: 'invalid_prompt', message: 'I will not do that.' }
    : refuse('I will not do that.')

function claudeLimit(reset: string | undefined): Turn {
  const limit = failure(fail(429, "This request would exceed your account's rate limit. Please try again later."))
  if (reset === undefined) return { ...limit, headers: { 'retry-after': '7200' } }
  return {
    ...limit,
    headers: {
      'retry-after': '7200',
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': reset,
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
      'anthropic-ratelimit-unified-5h-status': 'rejected',
      'anthropic-ratelimit-unified-5h-utilization': '1',
      'anthropic-ratelimit-unified-5h-reset': reset,
      'anthropic-ratelimit-unified-overage-status': 'rejected',
      'anthropic-ratelimit-unified-overage-disabled-reason': 'org_level_disabled',
    },
  }
}

function codexLimit(reset: string | undefined): Turn {
  const limit = { ...failure(fail(429, 'The usage limit has been reached')), type: 'usage_limit_reached' }
  if (reset === undefined) return { ...limit, fields: { plan_type: 'pro' } }
  return {
    ...limit,
    fields: { plan_type: 'pro', resets_at: Number(reset) },
    headers: {
      'x-codex-primary-used-percent': '100',
      'x-codex-primary-window-minutes': '300',
      'x-codex-primary-reset-at': reset,
    },
  }
}

/** A provider behind OpenCode: it names the moment as a date, as HTTP has it. Later than asked for: OpenCode takes longer to end. */
function chatLimit(reset: string | undefined): Turn {
  const limit = failure(fail(429, 'The usage limit has been reached'))
  return reset === undefined
    ? limit
    : { ...limit, headers: { 'retry-after': new Date((Number(reset) + 5) * 1000).toUTCString() } }
}

function isResponses({ path }: ModelRequest): boolean {
  return path.startsWith('/v1/responses')
}

function failure(turn: Turn): Extract<Turn, { kind: 'failure' }> {
  if (turn.kind !== 'failure') throw new Error(`This is no failure but a ${turn.kind}`)
  return turn
}
