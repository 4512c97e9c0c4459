// What `fullstop run --acp` proves with a real agent.
import { expect } from 'bun:test'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hold, readableText, textsOf, toolsOf } from '../model-server/script.ts'
import type { AcpAgentProgram } from './acp-agents.ts'
import { type AcpStage, type AcpStory, afterClaim, claims, OUR_TOOL, REQUEST } from './acp.suite.ts'
import { binary, eventsIn, fullstop, outcomesIn } from './gate.ts'
import { type Finished, runToEnd } from './process.ts'
import { sendSignal } from './room.ts'
import { processesOf, stintsIn, waitForNothing } from './run-agent.ts'
import { damageStore } from '../damage-store.ts'

const PREMATURE = 'A premature stop is continued in the same session, and the model reads why'
const CLAIM = 'It claims through the channel that its model is shown'
const LIE = 'A claim that the check denies is sent back with the output of the check'
const CRASH = 'Killed in mid-turn it is started again and its session loaded, or a fresh one takes over'
const PARTIAL = 'A partial claim continues in a fresh session, which is told the brief'
const DONE = 'Repaired, the claim is proven by the check, and the task completed'
const ALLOWED = 'What it asks permission for is allowed with `--permissions all`'
const DENIED = 'What nobody permits is denied, and reported with the run'
const NEVER = 'An agent that never claims is let go after the continuations that are allowed; that is no success'
const CANCEL = '`fullstop cancel` ends the run and all processes of the agent'
const FAILURE = 'Our failure fails open and is visible'

export function runStories(agent: AcpAgentProgram): AcpStory[] {
  const { asksNot } = agent
  const noPartial = agent.tool === undefined ? 'a claim by the done token is always a success' : undefined
  return [
    {
      name: 'premature stop, false claim, crash, partial claim, completed',
      proves: [
        { title: PREMATURE },
        { title: CLAIM },
        { title: LIE },
        { title: CRASH },
        { title: PARTIAL, notHere: noPartial },
        { title: DONE },
        { title: ALLOWED, notHere: asksNot },
      ],
      play: wholeRun,
    },
    {
      name: 'denied, and never done',
      proves: [{ title: DENIED, notHere: asksNot }, { title: NEVER }],
      isLong: true,
      play: neverDone,
    },
    { name: 'cancelled', proves: [{ title: CANCEL }], isLong: true, play: cancelled },
    { name: 'our failure', proves: [{ title: FAILURE }], isLong: true, play: ourFailure },
  ]
}

async function wholeRun(stage: AcpStage, proven: (title: string) => void): Promise<void> {
  const { agent, room, says, asked } = stage
  const { shell, tool } = agent
  says(shell('echo 41 > answer'), 'I stop here.', claims(agent), () => {
    sendSignal(processesOf(room).agent, 'SIGKILL')
    return 'It is gone.'
  })
  if (tool !== undefined) says(claims(agent, 'partial', { remaining_work: 'The right answer.' }), 'A part is done.')
  says(shell('echo 42 > answer'), claims(agent), ...afterClaim(agent))
  const { exitCode, stdout, stderr } = await ran(stage, '--permissions', 'all')
  expect({ exitCode, outcomes: outcomesIn(room) }, `${stdout}\n${stderr}`).toEqual({
    exitCode: 0,
    outcomes: ['completed'],
  })
  proven(DONE)
  proven(ALLOWED)
  const told = asked().map(readableText)
  expect(told[0]).toContain('You work under Fullstop, unattended')
  expect(told[2]).toContain('FULLSTOP (1/')
  proven(PREMATURE)
  expect(asked().slice(0, 3).flatMap(toolsOf).includes(OUR_TOOL)).toBe(tool !== undefined)
  const sentBack =
    asked()
      .slice(2, 3)
      .flatMap((request) => textsOf(request, 'user'))
      .at(-1) ?? ''
  expect(sentBack.includes('complete_task')).toBe(agent.startsServer)
  proven(CLAIM)
  expect(told[3]).toContain('wrong answer')
  proven(LIE)
  const stints = stintsIn(room)
  expect(stints.filter((stint) => stint.endsWith(' crashed'))).toHaveLength(1)
  const isLoaded = !stints.some((stint) => stint.endsWith('session-missing'))
  if (isLoaded) expect(told[4]).toContain('FULLSTOP (1/')
  proven(CRASH)
  if (tool === undefined) return
  expect(stints.at(-1)).toMatch(/^fresh /)
  expect(told[6]).toContain('The right answer.')
  expect(told[6]).not.toContain('FULLSTOP (1/')
  proven(PARTIAL)
}

async function neverDone(stage: AcpStage, proven: (title: string) => void): Promise<void> {
  const { agent, room, says } = stage
  says(agent.shell('touch elsewhere'))
  const { exitCode, stdout } = await ran(stage, '--permissions', 'edits', '--max-continuations', '1')
  expect(exitCode, stdout).not.toBe(0)
  expect(['capped', 'stuck', 'needs-input']).toContain(outcomesIn(room)[0] ?? '')
  proven(NEVER)
  if (agent.asksNot !== undefined) return
  expect(existsSync(join(room.cwd, 'elsewhere'))).toBe(false)
  const denied = eventsIn(room).flatMap((event) => (event.kind === 'stint.settled' ? (event.turn?.denied ?? []) : []))
  expect(denied.join()).toContain('touch elsewhere')
  proven(DENIED)
}

async function cancelled(stage: AcpStage, proven: (title: string) => void): Promise<void> {
  const { room, says } = stage
  const held = hold('It is written.')
  says(() => {
    const [task] = JSON.parse(fullstop(room, 'tasks', '--json')) as { id: string }[]
    fullstop(room, 'cancel', task?.id ?? '', '--yes')
    return held.turn
  })
  const { exitCode, stdout } = await ran(stage, '--permissions', 'all')
  expect(exitCode, stdout).not.toBe(0)
  expect(outcomesIn(room)).toEqual(['cancelled'])
  await waitForNothing(room)
  held.release()
  proven(CANCEL)
}

/** The store is gone while the agent works: it is not held, nothing of it stays, and nobody takes that for a success. */
async function ourFailure(stage: AcpStage, proven: (title: string) => void): Promise<void> {
  const { agent, room, says } = stage
  says(agent.shell('echo 42 > answer'), () => {
    damageStore(join(room.fullstopHome, 'fullstop.db'))
    return 'I stop here.'
  })
  const { exitCode, stderr } = await ran(stage, '--permissions', 'all')
  expect(exitCode).not.toBe(0)
  expect(stderr).toMatch(/^fullstop: the store .+ is damaged/m)
  await waitForNothing(room)
  for (const end of ['', '-wal', '-shm']) rmSync(join(room.fullstopHome, `fullstop.db${end}`), { force: true })
  proven(FAILURE)
}

function ran({ room, argv, env }: AcpStage, ...more: readonly string[]): Promise<Finished> {
  const line = argv.map((word) => `'${word}'`).join(' ')
  return runToEnd(binary, ['run', '--acp', line, ...more, REQUEST], { cwd: room.cwd, env, starts: 3 })
}
