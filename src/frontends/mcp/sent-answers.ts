// Work that is kept until the answer to a call is out: it is done once the line took the answer, or once the client gave
// the call up and no answer follows.
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { RequestId } from '@modelcontextprotocol/sdk/types.js'

type Settle = (isOut: boolean) => void

export interface SentAnswers {
  /** Called once for this call. */
  readonly settle: (call: { readonly id: RequestId; readonly signal: AbortSignal }, settle: Settle) => void
  /** For a transport that is connected. */
  readonly listen: (transport: Transport) => void
}

export function sentAnswers(): SentAnswers {
  const open = new Map<RequestId, Settle>()
  const end = (id: RequestId, isOut: boolean): void => {
    const settle = open.get(id)
    open.delete(id)
    settle?.(isOut)
  }
  return {
    settle: ({ id, signal }, settle) => {
      if (signal.aborted) return settle(false)
      open.set(id, settle)
      signal.addEventListener('abort', () => end(id, false), { once: true })
    },
    listen: (transport) => {
      const send = transport.send.bind(transport)
      transport.send = async (message, options) => {
        await send(message, options)
        if ('id' in message && message.id !== undefined && !('method' in message)) end(message.id, true)
      }
    },
  }
}
