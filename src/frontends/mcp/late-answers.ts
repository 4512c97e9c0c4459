// Answers to forms that were taken back. The library drops them; here they are heard, so that the person can be told.
import { z } from 'zod'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'

/** With a form: the task that it asks about. */
export const TASK_META = 'fullstop/task'
const MOST_KEPT = 20

export interface LateAnswer {
  readonly task: string
  readonly answer: string
}

/** For a transport that is connected. */
export function hearLate(transport: Transport, onLate: (late: LateAnswer) => void): void {
  const asked = new Map<RequestId, string>()
  const takenBack = new Map<RequestId, string>()
  const send = transport.send.bind(transport)
  const hear = transport.onmessage?.bind(transport)
  transport.send = (message, options) => {
    note(message, asked, takenBack)
    return send(message, options)
  }
  const onmessage: NonNullable<Transport['onmessage']> = (message, extra) => {
    const id = 'id' in message && !('method' in message) ? message.id : undefined
    if (id !== undefined) asked.delete(id)
    const task = id === undefined ? undefined : takenBack.get(id)
    if (id === undefined || task === undefined) return hear?.(message, extra)
    takenBack.delete(id)
    const answer = answerIn(message)
    if (answer !== undefined) onLate({ task, answer })
  }
  Object.assign(transport, { onmessage })
}

function note(message: JSONRPCMessage, asked: Map<RequestId, string>, takenBack: Map<RequestId, string>): void {
  if (!('method' in message)) return
  const { method, params = {} } = message
  if (method === 'elicitation/create' && 'id' in message) {
    const task = params._meta?.[TASK_META]
    if (typeof task === 'string') asked.set(message.id, task)
  }
  if (method !== 'notifications/cancelled') return
  const id = params['requestId']
  if (typeof id !== 'string' && typeof id !== 'number') return
  const task = asked.get(id)
  asked.delete(id)
  if (task !== undefined) takenBack.set(id, task)
  const [oldest] = takenBack.keys()
  if (takenBack.size > MOST_KEPT && oldest !== undefined) takenBack.delete(oldest)
}

const Accepted = z.object({
  action: z.literal('accept'),
  content: z.object({ answer: z.string().optional(), words: z.string().optional() }),
})

/** Undefined: declined, cancelled, or without a word. */
function answerIn(message: JSONRPCMessage): string | undefined {
  if (!('result' in message)) return undefined
  const { data } = Accepted.safeParse(message.result)
  return data?.content.answer ?? data?.content.words
}
