// Which socket, and which process, is at the other end of a connection from this machine.
import { expect, test } from 'bun:test'
import { findEnd, processesAt } from './peers.ts'
import { type Peer, serveHttp } from './serve.ts'

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1D09 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 100 1 0 100 0 0 10 0
   1: 0100007F:A1B2 0100007F:1D09 01 00000000:00000000 00:00000000 00000000  1000        0 200 1 0 20 4 30 10 -1
   2: 0200007F:A1B3 0100007F:1D09 05 00000000:00000000 03:00001770 00000000     0        0 0 3 0
   3: 0000000000000000FFFF00000100007F:A1B4 0000000000000000FFFF00000100007F:1D09 01 00000000:00000000 00:00000000 00000000  1000        0 400 1 0
   4: 0100007F:1D09 0100007F:A1B5 08 00000000:00000000 00:00000000 00000000  1000        0 500 1 0 20 4 30 10 -1
   5: 0100007F:1D09 07001BAC:A1B6 01 00000000:00000000 00:00000000 00000000  1000        0 600 1 0 20 4 30 10 -1
   6: 0100007F:A1B7 0100007F:1D09 05 00000000:00000000 00:00000000 00000000  1000        0 700 1 0 20 4 30 10 -1
`

test.each([
  ['its own end', { address: '127.0.0.1', port: 0xa1b2 }, '200'],
  ['as an IPv6 address', { address: '::ffff:127.0.0.1', port: 0xa1b2 }, '200'],
  ['another address', { address: '127.0.0.2', port: 0xa1b2 }, 'left'],
  ['a process that has ended', { address: '127.0.0.2', port: 0xa1b3 }, 'left'],
  ['a socket of IPv6', { address: '127.0.0.1', port: 0xa1b4 }, '400'],
  ['one that left without a trace of its own', { address: '127.0.0.1', port: 0xa1b5 }, 'left'],
  ['another machine', { address: '172.27.0.7', port: 0xa1b6 }, 'elsewhere'],
  ['one that has closed its side and waits for the answer', { address: '127.0.0.1', port: 0xa1b7 }, '700'],
] satisfies [string, Peer, string][])('%s', (_name, peer, expected) => {
  const end = findEnd(TABLE, peer, 0x1d09)
  expect(end.kind === 'socket' ? end.inode : end.kind).toBe(expected)
  expect(findEnd('', peer, 0x1d09).kind).toBe('elsewhere')
})

test.skipIf(process.platform !== 'linux')('the process of a connection, with its parents', async () => {
  const server = serveHttp({
    host: '127.0.0.1',
    port: 0,
    handle: async (_request, peer) => {
      const processes = peer ? await processesAt(peer, server.port) : []
      return Response.json(processes === 'gone' ? processes : processes.map(({ pid }) => pid))
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
