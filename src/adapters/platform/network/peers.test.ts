// Which socket, and which process, is at the other end of a connection from this machine.
import { expect, test } from 'bun:test'
import { findSocket, holdersOf, socketOf } from './peers.ts'
import { type Peer, serveHttp } from './serve.ts'

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1D09 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 100 1 0 100 0 0 10 0
   1: 0100007F:A1B2 0100007F:1D09 01 00000000:00000000 00:00000000 00000000  1000        0 200 1 0 20 4 30 10 -1
   2: 0200007F:A1B3 0100007F:1D09 06 00000000:00000000 00:00000000 00000000  1000        0 300 1 0 20 4 30 10 -1
   3: 0000000000000000FFFF00000100007F:A1B4 0000000000000000FFFF00000100007F:1D09 01 00000000:00000000 00:00000000 00000000  1000        0 400 1 0
`

test.each([
  ['its own end', { address: '127.0.0.1', port: 0xa1b2 }, '200'],
  ['as an IPv6 address', { address: '::ffff:127.0.0.1', port: 0xa1b2 }, '200'],
  ['another address', { address: '127.0.0.2', port: 0xa1b2 }, undefined],
  ['a connection that has ended', { address: '127.0.0.2', port: 0xa1b3 }, undefined],
  ['a socket of IPv6', { address: '127.0.0.1', port: 0xa1b4 }, '400'],
  ['the socket that listens', { address: '127.0.0.1', port: 0x1d09 }, undefined],
] satisfies [string, Peer, string | undefined][])('%s', (_name, peer, inode) => {
  expect(findSocket(TABLE, peer, 0x1d09)).toBe(inode as string)
})

test.skipIf(process.platform !== 'linux')('the process of a connection, with its parents', async () => {
  const server = serveHttp({
    host: '127.0.0.1',
    port: 0,
    handle: async (_request, peer) => {
      const socket = peer && socketOf(peer, server.port)
      return Response.json(socket ? holdersOf(socket).map(({ pid }) => pid) : [])
    },
  })
  try {
    const child = Bun.spawn(['sh', '-c', `curl -s http://127.0.0.1:${server.port}/; true`], { stdout: 'pipe' })
    const pids = JSON.parse(await new Response(child.stdout).text()) as number[]
    expect([pids.includes(child.pid), pids.includes(process.pid)]).toEqual([true, true])
    expect(pids.length).toBeGreaterThan(2)
    // Our own end of a connection is no stranger's.
    expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).json()).toEqual([])
  } finally {
    await server.close()
  }
})

test('a port is held by one program alone', async () => {
  const handle = async (): Promise<Response> => new Response(null)
  const server = serveHttp({ host: '127.0.0.1', port: 0, handle })
  try {
    expect(() => serveHttp({ host: '127.0.0.1', port: server.port, handle })).toThrow()
  } finally {
    await server.close()
  }
})
