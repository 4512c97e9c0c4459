// Which requests the server on the loopback answers, and which it rejects.
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { request } from 'node:http'
import { connect } from 'node:net'
import { type Loopback, type LoopbackRequest, startLoopback } from './loopback.ts'

let server: Loopback
let heard: LoopbackRequest[] = []

beforeEach(async () => {
  heard = []
  server = await startLoopback((asked) => {
    heard.push(asked)
    return { status: 200, type: 'text/plain', body: 'hello' }
  })
})

afterEach(() => server.close())

interface Call {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** By hand: `fetch` sets the Host itself. */
function call({ path, headers = {}, body = '' }: Call): Promise<{ status: number; text: string }> {
  const url = new URL(server.url)
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: url.hostname, port: url.port, path: path ?? `${url.pathname}/v1/messages`, method: 'POST', headers },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

test('the address is of this machine alone, with a long secret that is another each time', async () => {
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/)
  const other = await startLoopback(() => ({ status: 200, type: 'text/plain', body: '' }))
  expect(new URL(other.url).pathname).not.toBe(new URL(server.url).pathname)
  await other.close()
})

test('whoever knows the secret is answered; path and body arrive without it', async () => {
  const { pathname } = new URL(server.url)
  expect(await call({ path: `${pathname}/v1/messages?beta=true`, body: '{"a":"é"}' })).toEqual({
    status: 200,
    text: 'hello',
  })
  expect(heard).toEqual([{ path: '/v1/messages', body: '{"a":"é"}' }])
})

test('without the secret, with a part of it or with another: turned away unheard', async () => {
  const { pathname } = new URL(server.url)
  const wrong = `/${'0'.repeat(32)}/v1/messages`
  for (const path of [
    '/',
    '/v1/messages',
    wrong,
    pathname,
    pathname.slice(0, -1),
    `/x${pathname}/v1`,
    `/%2e${pathname}/`,
  ])
    expect([path, (await call({ path })).status]).toEqual([path, 403])
  expect(heard).toEqual([])
})

test('another Host, as a rebound name would send it, is turned away', async () => {
  const { host, port } = new URL(server.url)
  for (const name of [
    'evil.example',
    `evil.example:${port}`,
    `localhost:${port}`,
    '127.0.0.1',
    `127.0.0.1.evil:${port}`,
  ])
    expect([name, (await call({ headers: { host: name } })).status]).toEqual([name, 403])
  expect(heard).toEqual([])
  expect((await call({ headers: { host } })).status).toBe(200)
})

test('a browser is turned away, whatever page it shows', async () => {
  for (const origin of ['https://evil.example', 'null', new URL(server.url).origin])
    expect([origin, (await call({ headers: { origin } })).status]).toEqual([origin, 403])
  expect(heard).toEqual([])
})

test('a body without end is refused, not kept', async () => {
  const { status } = await call({ body: 'x'.repeat(33 * 1024 * 1024) })
  expect(status).toBe(413)
  expect(heard).toEqual([])
})

test('an answer that throws ends that request alone', async () => {
  const odd = await startLoopback(({ body }) => {
    if (body === 'throw') throw new Error('no')
    return { status: 200, type: 'text/plain', body: 'fine' }
  })
  const ask = (body: string): Promise<number> =>
    fetch(`${odd.url}/x`, { method: 'POST', body }).then((response) => response.status)
  expect(await ask('throw')).toBe(500)
  expect(await ask('')).toBe(200)
  await odd.close()
})

test('closing does not wait for whoever keeps a connection open', async () => {
  const { port } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.on('error', () => undefined)
  await server.close()
  socket.destroy()
  const refused = await call({}).catch(() => 'refused')
  expect(refused).toBe('refused')
})
