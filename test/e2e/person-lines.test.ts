// What the person reads in the agent's own screen, as the hooks answer it: refused claims, and what helps where no check
// can show that the work is done.
import { expect, test } from 'bun:test'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { claim, completed, strict } from './checking.ts'
import { told, unverified, unverifiedAgain } from './expected.ts'
import { claudeServerEnv, serve } from './mcp-client.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

const SUCCESS = { status: 'success', original_request_summary: 'The answer.', summary: 'Written.' }
const CHECK = { name: 'answer', run: 'sh check.sh' }

async function working(room: Room) {
  const session = claudeSession(room, { env: strict, pid: process.pid })
  await session.start()
  await session.type('Write the answer.')
  session.edit()
  return { session, server: await serve(room, { env: claudeServerEnv(session.id) }) }
}

function lineOf(hookOutput: string | undefined): unknown {
  return hookOutput === undefined || hookOutput === '' ? undefined : JSON.parse(hookOutput)
}

test('[claim-shown U5] a refused claim is told in one line with its reason; an accepted one at the stop', async () => {
  using room = newRoom()
  const repository = makeRepository(room, {
    'check.sh': 'test "$(cat answer)" = 42 || { echo "the answer is wrong"; exit 3; }\n',
    answer: '41\n',
  })
  await trustChecks(room, repository, [CHECK])
  const { session, server } = await working(room)
  await using _server = server
  const red = await session.call(server, 'complete_task', SUCCESS)
  expect(lineOf(red.told)).toEqual({
    systemMessage: 'Fullstop: claim refused (1 of 5): check "answer" failed: the answer is wrong',
  })
  repository.write('answer', '42\n')
  const green = await session.call(server, 'complete_task', { ...SUCCESS, summary: 'Fixed.' })
  expect(lineOf(green.told)).toBeUndefined()
  expect(await session.sayAndStop('The answer is 42.')).toEqual(completed('answer'))
})

test('[claim-shown U5] a partial or blocked claim that is sent back is told; a subagent’s call is not', async () => {
  using room = newRoom()
  const { session, server } = await working(room)
  await using _server = server
  const partial = await session.call(server, 'complete_task', {
    ...SUCCESS,
    status: 'partial',
    remaining_work: 'the docs',
  })
  expect(lineOf(partial.told)).toEqual({
    systemMessage: 'Fullstop: partial claim, sent back (1 of 5): remaining work: the docs',
  })
  session.edit()
  const blocked = await session.call(server, 'complete_task', {
    ...SUCCESS,
    status: 'blocked',
    remaining_work: 'the key',
  })
  expect(lineOf(blocked.told)).toEqual({
    systemMessage:
      'Fullstop: blocked claim, sent back to try another way (2 of 5): the agent says it is blocked: Written; remaining: the key',
  })
  const other = await session.call(server, 'complete_task', SUCCESS, { subagent: 'agent-1' })
  expect(lineOf(other.told)).toBeUndefined()
})

test('[unverified-remedy unverified-told U6] without checks what helps is told once in a session', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  for (const expected of [unverified, unverifiedAgain, unverifiedAgain]) {
    await session.type('Write it.')
    session.edit()
    expect(await claim(session)).toEqual(expected)
  }
  const other = claudeSession(room, { env: strict })
  await other.type('Write it.')
  other.edit()
  expect(await claim(other)).toEqual(unverified)
})

test('[unverified-remedy U6] the remedy works: found, written and trusted, the next task of the session is checked', async () => {
  using room = newRoom()
  const repository = makeRepository(room, {
    'package.json': '{ "scripts": { "test": "node --test" } }\n',
    'one.test.js': "require('node:test')('one', () => {})\n",
  })
  const session = claudeSession(room, { env: strict })
  await session.type('Write it.')
  session.edit()
  expect(await claim(session)).toEqual(unverified)
  expect((await room.run(['checks', 'find', '--write'])).code).toBe(0)
  await session.type('Write it again.')
  session.edit()
  const untrusted = 'Fullstop: unverified, the checks of this project are not trusted (test).'
  expect(await claim(session)).toEqual(told(`${untrusted} To let them run: \`fullstop trust\` in a terminal.`))
  await session.type('And again.')
  session.edit()
  expect(await claim(session)).toEqual(told(untrusted))
  await trustChecks(room, repository, [{ name: 'test', run: 'npm run test' }])
  await session.type('Once more.')
  session.edit()
  expect(await claim(session)).toEqual(completed('test'))
})

test('[unverified-told U17] a claim that nothing has checked is not answered as a success', async () => {
  using room = newRoom()
  const { session, server } = await working(room)
  await using _server = server
  const { texts, isError } = await session.call(server, 'complete_task', SUCCESS)
  expect([isError, texts.join('\n').split('\nReceipt')[0]]).toEqual([
    false,
    'Claim recorded as unverified: claimed, but no check can prove it.\nTell the user that nothing has checked this work. You may stop now; if you change anything more, claim again.',
  ])
})
