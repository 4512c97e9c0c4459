// One POST, against real servers on loopback: answered, cut off, never answered, nobody there.
import { expect, test } from 'bun:test'
import { startReceiver } from '../../../../test/e2e/receiver.ts'
import { post } from './post.ts'

const LIMIT_MS = 60_000
const request = (url: string) => ({ url, headers: { 'X-One': '1' }, body: '{"a":"ä"}' })

test('the answer, without following it', async () => {
  await using receiver = await startReceiver({ status: 307, headers: { Location: '/other' } }, 204, {
    status: 429,
    headers: { 'Retry-After': '7' },
  })
  const answers = []
  for (let count = 0; count < 3; count++) answers.push(await post(request(`${receiver.url}/x?y`), LIMIT_MS))
  expect(answers).toEqual([
    { kind: 'answered', status: 307, location: '/other' },
    { kind: 'answered', status: 204 },
    { kind: 'answered', status: 429, retryAfter: '7' },
  ])
  expect(receiver.received.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/x?y', '{"a":"ä"}'],
    ['POST', '/x?y', '{"a":"ä"}'],
    ['POST', '/x?y', '{"a":"ä"}'],
  ])
  expect(receiver.received[0]?.headers).toMatchObject({ 'x-one': '1', 'user-agent': 'fullstop' })
})

test('failures name the host and never the whole address', async () => {
  await using receiver = await startReceiver('cut', 'hold')
  const host = new URL(receiver.url).host
  const cut = await post(request(`${receiver.url}/T0KEN`), LIMIT_MS)
  const held = await post(request(`${receiver.url}/T0KEN`), 50)
  const refused = await post(request('http://127.0.0.1:1/T0KEN'), LIMIT_MS)
  expect([cut, held, refused]).toEqual([
    { kind: 'unreachable', why: `${host} cannot be reached (ECONNRESET)` },
    { kind: 'unreachable', why: `${host} did not answer within 0 s` },
    { kind: 'unreachable', why: '127.0.0.1:1 cannot be reached (ECONNREFUSED)' },
  ])
})
