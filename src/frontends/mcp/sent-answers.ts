// Work that is kept until the answer to a call is out: it is done once the line took the answer, or once the client gave
// the call up and no answer follows.
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { RequestId } from '@modelcontextprotocol/sdk/types.js'

type Told = (isOut: boolean) => void

export interface SentAnswers {
  /** Called once for this call. */
  readonly whenOut: (call: { readonly id: RequestId; readonly signal: AbortSignal }, tell: Told) => void
  /** For a transport that is connected. */
  readonly listen: (transport: Transport) => void
}

export function sentAnswers(): SentAnswers {
  const open = new Map<RequestId, Told>()
  const end = (id: RequestId, isOut: boolean): void => {
    const tell = open.get(id)
    open.delete(id)
    tell?.(isOut)
  }
  return {
    whenOut: ({ id, signal }, tell) => {
      if (signal.aborted) return tell(false)
      open.set(id, tell)
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
