// Who may ask at all, before anything is looked up: the right name of the server, no foreign page, no agent, not too much.
// Which session it is comes after this.
import type { PeerProcesses } from '../../../adapters/platform/network/peers.ts'
import type { Peer } from '../../../adapters/platform/network/serve.ts'
import { agentAmong } from '../../../flows/session/agent-above.ts'
import type { Bucket } from './limits.ts'
import { refuse } from './respond.ts'

export interface WebGate {
  /** `127.0.0.1:7433`: every name by which a browser may call the server, with its port where that is not the usual one. */
  readonly hosts: ReadonlySet<string>
  /** `http://127.0.0.1:7433`: those of its own pages. */
  readonly origins: ReadonlySet<string>
  readonly requests: Bucket
  /** The processes at the other end of a connection from this machine; empty where the system does not tell. */
  readonly processesOf: (peer: Peer) => Promise<PeerProcesses>
}

const READING: readonly string[] = ['GET', 'HEAD']
const OWN_SITE: readonly string[] = ['same-origin', 'none']

/** Undefined: the request may go on. */
export function refuseStranger(gate: WebGate, request: Request, peer: Peer | undefined): Response | undefined {
  const host = request.headers.get('host')?.toLowerCase() ?? ''
  if (!gate.hosts.has(host)) {
    return refuse('wrong-host', 'this server is not called by that name', 'use the address that `fullstop ui` prints')
  }
  if (!isOwnOrigin(gate, request)) {
    return refuse('wrong-origin', 'only the page of this server may ask it for anything')
  }
  // A foreign page that shows our pictures uses up no request of the person's own.
  const side = isForeign(request) ? 'foreign ' : ''
  if (!gate.requests.take(`${side}${peer?.address ?? ''}`)) {
    return refuse('too-many', 'too many requests: wait a few seconds')
  }
  return undefined
}

/** Every browser names the origin of what it writes. A page that is merely opened, by a link of others too, holds no data. */
function isOwnOrigin({ origins }: WebGate, request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin !== null) return origins.has(origin.toLowerCase())
  if (!READING.includes(request.method)) return false
  return !isForeign(request) || !isForData(request)
}

function isForeign({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  return site !== null && !OWN_SITE.includes(site)
}

export function isForData({ url }: Request): boolean {
  return new URL(url).pathname.startsWith('/api/')
}

/**
 * An agent must not answer its own review: no matter which cookie it has found. A fence, not a wall. A process that asks and
 * leaves at once wants no answer, and must not be obeyed because nobody can tell any more what it was.
 */
export async function refuseAgentPeer(gate: WebGate, peer: Peer | undefined): Promise<Response | undefined> {
  // Of a connection that was reset not even the address is known.
  const processes = peer ? await gate.processesOf(peer) : 'gone'
  if (processes === 'gone') return refuse('agent', 'this is for people, but the program that asked has left')
  const agent = agentAmong(processes)
  if (agent === undefined) return undefined
  return refuse(
    'agent',
    `this is for people, but ${agent} shows that an agent asks`,
    'open it in a browser of your own',
  )
}
