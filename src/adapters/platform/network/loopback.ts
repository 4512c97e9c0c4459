// A server on the loopback of this machine, for programs that we start. It rejects every browser and every request
// without the secret in its address.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoopbackRequest {
  /** Behind the secret. */
  readonly path: string
  readonly body: string
}

export interface LoopbackAnswer {
  readonly status: number
  readonly type: string
  readonly body: string
}

export interface Loopback {
  readonly url: string
  readonly close: () => Promise<void>
}

const MOST_BYTES = 32 * 1024 * 1024

export async function startLoopback(answer: (request: LoopbackRequest) => LoopbackAnswer): Promise<Loopback> {
  // Loaded here: with what it needs, it costs 8 ms and more at every start.
  const { createServer } = await import('node:http')
  const secret = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const server = createServer((request, response) => void serve(request, response, { secret, answer, host: hostOf() }))
  const hostOf = (): string => `127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://${hostOf()}/${secret}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, answer, host }: { secret: string; answer: (request: LoopbackRequest) => LoopbackAnswer; host: string },
): Promise<void> {
  const path = (request.url ?? '').split('?')[0] ?? ''
  const isKnown =
    path.startsWith(`/${secret}/`) && request.headers.host === host && request.headers.origin === undefined
  if (!isKnown) {
    response.writeHead(403).end()
    return
  }
  const body = await readBody(request)
  const given =
    body === undefined
      ? { status: 413, type: 'text/plain', body: '' }
      : attempt(() => answer({ path: path.slice(secret.length + 1), body }))
  response.writeHead(given.status, { 'content-type': given.type, 'cache-control': 'no-store' }).end(given.body)
}

/** Nobody awaits a request, so an exception in it would end the whole process. */
function attempt(answer: () => LoopbackAnswer): LoopbackAnswer {
  try {
    return answer()
  } catch (error) {
    return { status: 500, type: 'text/plain', body: error instanceof Error ? error.message : String(error) }
  }
}

/** Undefined: too long, or aborted. */
function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MOST_BYTES) chunks.push(chunk)
    })
    request.on('end', () => resolve(size <= MOST_BYTES ? Buffer.concat(chunks).toString('utf8') : undefined))
    request.on('error', () => resolve(undefined))
  })
}
