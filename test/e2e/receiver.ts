// A server on loopback that receives what is posted, and answers as its script says.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '../until.ts'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** `cut`: the connection ends without an answer. `hold`: no answer at all, until the receiver is disposed of. */
export type Reply =
  | number
  | 'cut'
  | 'hold'
  | { readonly status: number; readonly headers: Readonly<Record<string, string>> }

export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly received: Received[]
  /** What is answered from now on, in this order; the last one for good. */
  readonly reply: (...replies: readonly Reply[]) => void
  readonly got: (count: number) => Promise<void>
}

export async function startReceiver(...first: readonly Reply[]): Promise<Receiver> {
  const received: Received[] = []
  let replies = [...first]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? 200
      const { method = '', url = '', headers } = request
      received.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() })
      if (reply === 'hold') return
      if (reply === 'cut') request.socket.destroy()
      else if (typeof reply === 'number') response.writeHead(reply).end()
      else response.writeHead(reply.status, reply.headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    reply: (...next) => void (replies = [...next]),
    got: (count) =>
      until(
        () => received.length >= count,
        () => `${received.length} of ${count} arrived`,
      ),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
