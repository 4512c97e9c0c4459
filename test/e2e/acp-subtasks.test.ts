// `fullstop acp` tells the end of a subtask at least once: it counts as told when the agent has answered the prompt that
// carried it, whoever is killed before.
import { expect, test } from 'bun:test'
import type { AcpAct } from '../fake-agents/acp-program.ts'
import { type AcpAgent, acpAgent, saysDone } from './acp-agent.ts'
import { type Editor, openEditor } from './acp-editor.ts'
import { strict, until } from './checking.ts'
import { eventsIn, kindsOf } from './crashing.ts'
import { makeRepository } from './repository.ts'
import { newRoom, type Room } from './room.ts'
import { REQUEST } from './running.ts'

const CHILD = 'Write the notes.'
const ENDED = `"${CHILD}" ended: cancelled.`
const begins: AcpAct = { do: 'write', file: 'notes', text: 'Begun.\n' }
const starts: AcpAct = { do: 'call', tool: 'start_subtask', args: { request: CHILD } }
const holds: AcpAct = { do: 'hold', file: 'go' }

interface Family {
  readonly agent: AcpAgent
  readonly editor: Editor
  readonly session: string
  readonly child: string
}

/** The agent is at work in its first turn, and the subtask that it has started is cancelled by a person. */
async function cancelledChild(room: Room, turns: readonly (readonly AcpAct[])[]): Promise<Family> {
  makeRepository(room)
  const agent = acpAgent(room)
  agent.script([[begins, starts, { do: 'stop', reason: 'max_tokens' }], ...turns], { canLoad: true })
  const editor = openEditor(room, agent.argv, strict)
  const session = await editor.open(room.cwd)
  await editor.prompt(session, REQUEST)
  const [child = ''] = kindsOf(eventsIn(room), 'subtask.started').map(({ subtask }) => subtask)
  expect((await room.run(['cancel', child, '--yes'])).code).toBe(0)
  return { agent, editor, session, child }
}

const tellings = (room: Room): number => kindsOf(eventsIn(room), 'subtask.telling').length
const told = (room: Room): number => kindsOf(eventsIn(room), 'subtask.told').length
const newsIn = ({ agent }: Family): boolean[] => agent.prompts().map((prompt) => prompt.includes(ENDED))

test('[acp-gate subtask-told] the end of a subtask is told with the prompt of the person, and counts once it is answered', async () => {
  using room = newRoom()
  const family = await cancelledChild(room, [[holds, { do: 'stop', reason: 'max_tokens' }]])
  await using editor = family.editor
  const second = editor.prompt(family.session, 'And hurry.')
  await until(family.agent.isHolding)
  expect(newsIn(family)).toEqual([false, true])
  expect([tellings(room), told(room)]).toEqual([1, 0])
  family.agent.release('go')
  await second
  await until(() => told(room) === 1)
  await editor.prompt(family.session, 'Once more.')
  expect(newsIn(family).slice(2).some(Boolean)).toBe(false)
  expect(tellings(room)).toBe(1)
})

test('[acp-gate subtask-told subtask-crash] a gate that is killed before the prompt is answered has told nothing', async () => {
  using room = newRoom()
  const family = await cancelledChild(room, [[holds]])
  void family.editor.prompt(family.session, 'And hurry.')
  await until(family.agent.isHolding)
  expect([tellings(room), told(room)]).toEqual([1, 0])
  family.editor.child.kill('SIGKILL')
  await family.editor.ended
  await using next = openEditor(room, family.agent.argv, strict)
  await next.request('initialize', { protocolVersion: 1, clientCapabilities: {} })
  const load = { sessionId: family.session, cwd: room.cwd, mcpServers: [] }
  expect((await next.request('session/load', load)).error).toBeUndefined()
  await next.prompt(family.session, 'Go on.')
  expect(newsIn(family).slice(0, 3)).toEqual([false, true, true])
  await until(() => told(room) === 1)
  expect(newsIn(family).slice(3).some(Boolean)).toBe(false)
})

test('[acp-gate subtask-told] a prompt that is answered with an error has told nothing', async () => {
  using room = newRoom()
  const family = await cancelledChild(room, [[{ do: 'fail', code: -32603, message: 'Overloaded' }]])
  await using editor = family.editor
  expect((await editor.prompt(family.session, 'And hurry.')).error).toBeDefined()
  await until(() => tellings(room) === 2)
  expect(told(room)).toBe(0)
  await editor.prompt(family.session, 'Once more.')
  expect(newsIn(family).slice(0, 3)).toEqual([false, true, true])
  await until(() => told(room) === 1)
})

test('[acp-gate subtask-told subtask-crash] our continuation tells it too, and a gate that is killed there has told nothing', async () => {
  using room = newRoom()
  makeRepository(room)
  const agent = acpAgent(room)
  agent.script([[begins, starts, holds], [{ do: 'hold', file: 'never' }], [begins, saysDone]], { canLoad: true })
  const editor = openEditor(room, agent.argv, strict)
  const session = await editor.open(room.cwd)
  void editor.prompt(session, REQUEST)
  await until(agent.isHolding)
  const [child = ''] = kindsOf(eventsIn(room), 'subtask.started').map(({ subtask }) => subtask)
  expect((await room.run(['cancel', child, '--yes'])).code).toBe(0)
  agent.release('go')
  await until(() => agent.prompts().length === 2)
  expect(agent.prompts()[1]).toContain(ENDED)
  expect([tellings(room), told(room)]).toEqual([1, 0])
  editor.child.kill('SIGKILL')
  await editor.ended
  await using next = openEditor(room, agent.argv, strict)
  await next.request('initialize', { protocolVersion: 1, clientCapabilities: {} })
  await next.request('session/load', { sessionId: session, cwd: room.cwd, mcpServers: [] })
  await next.prompt(session, 'Go on.')
  expect(agent.prompts()[2]).toContain(ENDED)
  await until(() => told(room) === 1)
})
