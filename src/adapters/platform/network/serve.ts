// An HTTP server on one address, for handlers that know only the web's own Request and Response. What is allowed is
// decided by the handler.
import { readFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'

export interface Peer {
  readonly address: string
  readonly port: number
}

export interface HttpServing {
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
  /** Paths of PEM files. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  /** Never rejects. */
  readonly handle: (request: Request, peer: Peer | undefined) => Promise<Response>
}

export interface HttpServer {
  readonly port: number
  readonly close: () => Promise<void>
}

/** A body that is larger ends the request before a handler sees all of it. */
const MOST_BYTES = 2 * 1024 * 1024

/** Throws as the system does: `EADDRINUSE`, `EADDRNOTAVAIL`, `EACCES`, and for files that cannot be read. */
export function serveHttp({ host, port, tls, handle }: HttpServing): HttpServer {
  const server = Bun.serve({
    hostname: host,
    port,
    development: false,
    // Without this, Bun shares the port with any other program of the user that asks for it.
    reusePort: false,
    maxRequestBodySize: MOST_BYTES,
    // Pages stay connected for days; they are sent something now and then.
    idleTimeout: 120,
    ...(tls ? { tls: { cert: readFileSync(tls.cert), key: readFileSync(tls.key) } } : {}),
    fetch(request, self): Promise<Response> {
      const from = self.requestIP(request)
      return handle(request, from ? { address: from.address, port: from.port } : undefined)
    },
    error: () => new Response(null, { status: 500 }),
  })
  return { port: server.port ?? port, close: () => server.stop(true) }
}

/** The names by which others reach this machine. */
export function ownNames(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return [hostname(), ...addresses.map(({ address }) => address)]
}

/** A secret of 256 bits, in letters that an address may hold. */
export function newSecret(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
}
