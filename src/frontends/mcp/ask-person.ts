// A question to the person at the client, by MCP elicitation: a form with three answers and a line for words.
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { type ElicitRequestFormParams, type ElicitResult, EmptyResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { AskPerson, ScreenAnswer } from '../../flows/review/ask-on-screen.ts'

const ANSWERS: Readonly<Record<string, ScreenAnswer['kind']>> = {
  approve: 'approve',
  'request changes': 'request-changes',
  reject: 'reject',
}

const FORM: ElicitRequestFormParams['requestedSchema'] = {
  type: 'object',
  properties: {
    answer: { type: 'string', title: 'Answer', enum: Object.keys(ANSWERS) },
    words: {
      type: 'string',
      title: 'Words',
      description: 'What is to be changed, or why it is rejected. Required to request changes.',
    },
  },
  required: ['answer'],
}

/** Undefined: the client cannot ask. */
export function personAt(server: Server, signal: AbortSignal): AskPerson | undefined {
  if (!server.getClientCapabilities()?.elicitation?.form) return undefined
  return async (message, timeout) => {
    // Clients of the same library overlook that their request number 0 is taken back, so that one asks nothing.
    void server.request({ method: 'ping' }, EmptyResultSchema, { timeout, signal }).catch(() => undefined)
    try {
      // Past its time the library takes the question back.
      return toAnswer(await server.elicitInput({ message, requestedSchema: FORM }, { timeout, signal }))
    } catch {
      // Out of time, taken back, or no answer that fits the form: as if nobody had been asked.
      return undefined
    }
  }
}

function toAnswer({ action, content }: ElicitResult): ScreenAnswer | undefined {
  const { answer, words } = content ?? {}
  const kind = action === 'accept' && typeof answer === 'string' ? ANSWERS[answer] : undefined
  if (kind === undefined) return undefined
  return { kind, ...(typeof words === 'string' ? { words } : {}) }
}
