// What the gate of an editor proves with a real agent behind it. The editor is ours; it keeps every line.
import { expect } from 'bun:test'
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Editor, editorOf } from '../e2e/acp-editor.ts'
import { hold, readableText, textsOf, toolsOf } from '../model-server/script.ts'
import { until } from '../until.ts'
import type { AcpAgentProgram } from './acp-agents.ts'
import { type AcpStage, type AcpStory, afterClaim, claims, OUR_TOOL, REQUEST } from './acp.suite.ts'
import { binary, outcomesIn } from './gate.ts'
import { damageStore } from '../damage-store.ts'

const ASKED = 'An answer to a question passes without a word of ours'
const PREMATURE = 'A premature stop is continued inside the turn of the editor, visibly, and the model reads why'
const CLAIM = 'It claims through the channel that its model is shown'
const LIE = 'A claim that the check denies is sent back with the output of the check'
const DONE = 'Repaired, the claim is proven by the check, and the editor is told how the task ended'
const PERMISSION = 'Its permission requests reach the editor, and the answers reach it'
const NEVER = 'An agent that never claims is let go with an outcome; that is no success'
const CANCEL = 'Cancel ends the turn, and nothing of ours follows it'
const ORDER = '`fullstop status` as a prompt is answered without the model'
const FAILURE = 'Our failure fails open and is visible'
const LOAD = 'Loaded by a new process, the session continues its task'

export function gateStories({ asksNot, loadsNot }: AcpAgentProgram): AcpStory[] {
  return [
    {
      name: 'one session: question, premature stop, false claim, completed, never done, cancel, our failure',
      proves: [
        { title: ASKED },
        { title: PREMATURE },
        { title: CLAIM },
        { title: LIE },
        { title: DONE },
        { title: PERMISSION, notHere: asksNot },
        { title: NEVER },
        { title: ORDER },
        { title: CANCEL },
        { title: FAILURE },
      ],
      play: oneSession,
    },
    { name: 'loaded', proves: [{ title: LOAD, notHere: loadsNot }], isLong: true, play: loaded },
  ]
}

async function oneSession(stage: AcpStage, proven: (title: string) => void): Promise<void> {
  const { agent, room, says, asked } = stage
  await using editor = openGate(stage)
  const session = await editor.open(room.cwd)
  const stopOf = async (words: string): Promise<unknown> => {
    const { result, error } = await editor.prompt(session, words)
    return error ?? result?.stopReason
  }

  says('It is a project.')
  expect(await stopOf('What is this?')).toBe('end_turn')
  expect(editor.ours()).toEqual([])
  const [first] = asked()
  expect(first && readableText(first)).toContain('Fullstop gates this session')
  proven(ASKED)

  const before = asked().length
  says(agent.shell('echo 41 > answer'), 'I stop here.', claims(agent))
  says(agent.shell('echo 42 > answer'), claims(agent), ...afterClaim(agent))
  expect(await stopOf(REQUEST)).toBe('end_turn')
  expect(outcomesIn(room).at(-1)).toBe('completed')
  expect(editor.ours().at(-1)?.text).toMatch(/^Fullstop: completed, passed: answer/)
  proven(DONE)
  const requests = asked().slice(before)
  const sentBack =
    requests
      .slice(2, 3)
      .flatMap((request) => textsOf(request, 'user'))
      .at(-1) ?? ''
  expect(sentBack).toContain('FULLSTOP (1/5)')
  expect(editor.ours()[0]?.about).toEqual({ continuation: 1 })
  proven(PREMATURE)
  expect(requests.flatMap(toolsOf).includes(OUR_TOOL)).toBe(agent.tool !== undefined)
  expect(sentBack.includes('complete_task')).toBe(agent.startsServer)
  proven(CLAIM)
  expect(requests.slice(3, 4).map(readableText).join()).toContain('wrong answer')
  proven(LIE)
  if (agent.asksNot === undefined) expect(asksIn(editor)).toBeGreaterThan(0)
  proven(PERMISSION)

  says(agent.shell('echo 43 > answer'))
  expect(await stopOf('Write 43 there instead, with a test.')).toBe('end_turn')
  expect(outcomesIn(room).at(-1)).toMatch(/^(?:stuck|capped)$/)
  expect(editor.ours().at(-1)?.text).toMatch(/stuck|capped/)
  proven(NEVER)

  const count = asked().length
  expect(await stopOf('fullstop status')).toBe('end_turn')
  expect(asked()).toHaveLength(count)
  proven(ORDER)

  const held = hold('I stop here.')
  says(held.turn)
  const seen = editor.ours().length
  const prompted = editor.prompt(session, 'Write 44 there.')
  await until(() => asked().length > count)
  editor.notify('session/cancel', { sessionId: session })
  expect((await prompted).result?.stopReason).toBe('cancelled')
  held.release()
  expect(editor.ours()).toHaveLength(seen)
  proven(CANCEL)

  says(agent.shell('echo 45 > answer'), () => {
    damageStore(join(room.fullstopHome, 'fullstop.db'))
    return 'I stop here.'
  })
  expect(await stopOf('Write 45 there.')).toBe('end_turn')
  expect(editor.ours().at(-1)?.text).toMatch(/^Fullstop: the stop was allowed, because /)
  for (const end of ['', '-wal', '-shm']) rmSync(join(room.fullstopHome, `fullstop.db${end}`), { force: true })
  proven(FAILURE)
}

async function loaded(stage: AcpStage, proven: (title: string) => void): Promise<void> {
  const { agent, room, says, asked } = stage
  const { shell } = agent
  let session: string
  {
    await using editor = openGate(stage)
    session = await editor.open(room.cwd)
    const held = hold('It is not done.')
    says(shell('echo 41 > answer'), held.turn)
    const prompted = editor.prompt(session, REQUEST)
    await until(() => asked().length === 2)
    editor.notify('session/cancel', { sessionId: session })
    await prompted
    held.release()
  }
  await using editor = openGate(stage)
  await editor.request('initialize', { protocolVersion: 1, clientCapabilities: {} })
  const { error } = await editor.request('session/load', { sessionId: session, cwd: room.cwd, mcpServers: [] })
  expect(error).toBeUndefined()
  says(shell('echo 41 > answer'), 'I stop here.', shell('echo 42 > answer'), claims(agent), ...afterClaim(agent))
  expect((await editor.prompt(session, 'Go on, please.')).result?.stopReason).toBe('end_turn')
  expect(outcomesIn(room)).toEqual(['completed'])
  proven(LOAD)
}

export function openGate({ room, argv, env }: AcpStage): Editor {
  const child = spawn(binary, ['acp', '--', ...argv], {
    cwd: room.cwd,
    env: { ...env, FULLSTOP_MODE: 'strict' },
    stdio: 'pipe',
  })
  const editor = editorOf(child)
  editor.permission = 'allow_once'
  return editor
}

function asksIn(editor: Editor): number {
  return editor.heard.filter(({ method }) => method === 'session/request_permission').length
}
