// Sessions of Codex, turn by turn: who is there, what still runs, what joins a turn, and whose a call is.
import { expect, test } from 'bun:test'
import { codexSession } from '../fake-agents/codex-session.ts'
import { serve } from './mcp-client.ts'
import { newRoom, type Output } from './room.ts'

const strict = { FULLSTOP_MODE: 'strict' }
const answerOf = ({ stdout }: Output): { decision?: string; reason?: string; systemMessage?: string } =>
  JSON.parse(stdout || '{}') as object
const isRefused = (output: Output): boolean => answerOf(output).decision === 'block'

test('[codex headless-off] a script that takes up a session of the terminal is left alone, and the terminal is gated again', async () => {
  using room = newRoom()
  const session = codexSession(room)
  await session.type('Hello?')
  expect(isRefused(await session.sayAndStop('Hello.'))).toBe(false)
  expect((await session.type('Write nine files.', 'exec')).stdout).toBe('')
  session.edit(9)
  expect((await session.sayAndStop('Some of them.')).stdout).toBe('')
  await session.type('Write nine more.')
  session.edit(9)
  expect(isRefused(await session.sayAndStop('Some of them.'))).toBe(true)
})

test('[codex orders] an order in mid-work is obeyed and never held back: that would end the turn', async () => {
  using room = newRoom()
  const session = codexSession(room)
  expect(isRefused(await session.type('fullstop off'))).toBe(true)
  await session.type('Build it.')
  session.edit(2)
  const joined = await session.steer('fullstop on')
  expect(isRefused(joined)).toBe(false)
  expect(answerOf(joined).systemMessage).toContain('The gate is on (strict)')
  expect(joined.stdout).toContain('It asks nothing of you')
  session.edit(1)
  expect(isRefused(await session.sayAndStop('Half of it.'))).toBe(true)
})

test('[codex conversation F11] a todo that an earlier request left open holds back no conversation', async () => {
  using room = newRoom()
  const session = codexSession(room, { env: strict })
  await session.type('Write the importer.')
  session.plan({ 'Read the file': 'pending' })
  session.edit(1)
  expect(isRefused(await session.sayAndStop('Which format first, CSV or JSON?'))).toBe(false)
  await session.type('What is a CSV?')
  expect(isRefused(await session.sayAndStop('A text format.'))).toBe(false)
  await session.type('Take that one.')
  session.edit(1)
  expect(isRefused(await session.sayAndStop('Half of it.'))).toBe(true)
})

test('[codex background F10] a command that still runs is waited for; a dev server is not, nor one that has ended', async () => {
  using room = newRoom()
  const session = codexSession(room, { env: strict })
  await session.type('Build it.')
  session.edit(2)
  const build = session.run('cargo build --release')
  expect(isRefused(await session.sayAndStop('The build is running.'))).toBe(false)
  await session.type('And now?')
  session.edit(1)
  session.ended(build, 'cargo build --release', 'failed')
  expect(isRefused(await session.sayAndStop('Half of it.'))).toBe(true)
  await session.type('Start the server and mend the page.')
  session.edit(1)
  session.run('npm run dev')
  expect(isRefused(await session.sayAndStop('Half of it.'))).toBe(true)
})

test('[codex vendor-goal] while a goal of its own is active, also in a turn of many megabytes, Codex decides', async () => {
  using room = newRoom()
  const session = codexSession(room, { env: strict })
  session.write({ type: 'event_msg', payload: { type: 'thread_goal_updated', goal: { status: 'active' } } })
  session.write({
    type: 'event_msg',
    payload: { type: 'task_started', turn_attribution: { turn_id: 'turn-0', turn_trigger: 'goal' } },
  })
  session.edit(3)
  for (let part = 0; part < 6; part++) session.write({ type: 'world_state', payload: { text: 'x'.repeat(1_000_000) } })
  expect(isRefused(await session.sayAndStop('On my way.'))).toBe(false)
  session.write({ type: 'event_msg', payload: { type: 'thread_goal_updated', goal: { status: 'complete' } } })
  await session.type('Now something else.')
  session.edit(1)
  expect(isRefused(await session.sayAndStop('Half of it.'))).toBe(true)
})

test('[codex subagent F12] a call of a subagent is told that it is no claim, and changes nothing', async () => {
  using room = newRoom()
  await using server = await serve(room, { env: strict })
  const session = codexSession(room, { env: strict })
  await session.type('Build it.')
  session.edit(2)
  const claim = { status: 'success', original_request_summary: 'Build it.', summary: 'My part is done.' }
  const result = await server.call('complete_task', claim, { meta: session.meta('call_sub', 'sub-thread') })
  expect([result.isError, JSON.stringify(result.content)]).toEqual([
    true,
    expect.stringContaining('a subagent cannot claim for the task') as never,
  ])
  expect(isRefused(await session.sayAndStop('It reported back.'))).toBe(true)
})
