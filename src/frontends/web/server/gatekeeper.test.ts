// Whose requests are counted together.
import { expect, test } from 'bun:test'
import type { PeerProcesses } from '../../../adapters/platform/network/peers.ts'
import type { Peer } from '../../../adapters/platform/network/serve.ts'
import { refuseAgentPeer, refuseStranger, type WebGate } from './gatekeeper.ts'
import { newBucket } from './limits.ts'

const PEER = { address: '127.0.0.1', port: 40_000 }

function gateOf(processes: PeerProcesses = []): WebGate {
  return {
    hosts: new Set(['127.0.0.1:7433']),
    origins: new Set(['http://127.0.0.1:7433']),
    requests: newBucket({ most: 3, perSecond: 1 }, () => 0),
    processesOf: async () => processes,
  }
}

function ask(path: string, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request(`http://127.0.0.1:7433${path}`, { headers: { host: '127.0.0.1:7433', ...headers } })
}

test('a foreign page that loads our pictures leaves the person their own requests', () => {
  const gate = gateOf()
  const status = (request: Request): number | undefined => refuseStranger(gate, request, PEER)?.status
  for (const site of ['cross-site', 'same-site']) {
    const statuses = Array.from({ length: 5 }, () => status(ask('/icon.svg', { 'sec-fetch-site': site })))
    expect(statuses.at(-1)).toBe(429)
  }
  expect([1, 2, 3, 4].map(() => status(ask('/api/waiting', { 'sec-fetch-site': 'same-origin' })))).toEqual([
    undefined,
    undefined,
    undefined,
    429,
  ])
})

test('a program that has left after asking is refused, one that cannot be seen is not', async () => {
  const status = async (gate: WebGate, peer: Peer | undefined): Promise<number | undefined> =>
    (await refuseAgentPeer(gate, peer))?.status
  expect(await status(gateOf('gone'), PEER)).toBe(403)
  expect(await status(gateOf(), undefined)).toBe(403)
  expect(await status(gateOf(), PEER)).toBeUndefined()
})
