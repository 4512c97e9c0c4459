// `fullstop run --acp`: any agent that speaks ACP, run to its end. The agent is a scripted one, in a process of its own.
import { expect, test } from 'bun:test'
import { processesOf } from '../processes.ts'
import type { AcpAct } from '../fake-agents/acp-program.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { type AcpAgent, acpAgent, claims, saysDone, writesAnswer } from './acp-agent.ts'
import { attached } from './attached.ts'
import { binary } from './binary.ts'
import { until } from './checking.ts'
import { refusals, REQUEST, type Ran, type Running, running } from './running.ts'
import { damageStore } from '../damage-store.ts'

interface AcpRunning extends Disposable {
  readonly at: Running
  readonly agent: AcpAgent
  readonly run: (...args: readonly string[]) => Promise<Ran>
}

async function acpRunning(...args: Parameters<typeof running>): Promise<AcpRunning> {
  const at = await running(...args)
  const agent = acpAgent(at.room)
  return {
    at,
    agent,
    run: (...more) => at.goOn(['run', '--acp', agent.line, ...more, REQUEST]),
    [Symbol.dispose]: () => at[Symbol.dispose](),
  }
}

const begins: AcpAct = { do: 'write', file: 'notes', text: 'Begun.\n' }
const looks: AcpAct = { do: 'say', text: 'I looked around.' }
const methods = (agent: AcpAgent): string[] => agent.received().flatMap(({ method }) => method ?? [])

test('[acp-run] a premature stop is continued by a further prompt in the same session and process', async () => {
  using here = await acpRunning()
  here.agent.script([[looks], [writesAnswer, saysDone]])
  const { code, stderr, story, events } = await here.run()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(story).toEqual([
    'starts: first',
    'continue by 11: no-claim',
    'claims success by done-token',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  expect(methods(here.agent)).toEqual(['initialize', 'session/new', 'session/prompt', 'session/prompt'])
  const [first, second] = here.agent.prompts()
  expect(first).toContain(REQUEST)
  expect(second).toBe(refusals(events)[0] as string)
})

test('[acp-run] the agent is given our server, and its claim by tool is decided by the checks', async () => {
  using here = await acpRunning()
  here.agent.script([[claims('success')], [writesAnswer, claims('success')]])
  const { code, story } = await here.run()
  expect(code).toBe(0)
  expect(story).toEqual([
    'starts: first',
    'claims success by tool',
    'answered: continue by 5: check-failed',
    'continue by 11: claim-refused-before',
    'claims success by tool',
    'answered: completed by 4: checks-passed',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  const [refused, accepted] = here.agent.heard()
  expect(refused).toContain('the answer is wrong')
  expect(accepted).toContain('completed')
  const made = here.agent.received().find(({ method }) => method === 'session/new')
  expect(made?.params?.mcpServers?.map(({ name }) => name)).toEqual(['fullstop'])
})

test.skipIf(isVariant)(
  '[acp-run] after a claim of partial work a fresh session takes over with the brief',
  async () => {
    using here = await acpRunning()
    here.agent.script([[claims('partial', { remaining_work: 'the answer' })], [writesAnswer, saysDone]])
    const { code, story } = await here.run()
    expect(code).toBe(0)
    expect(story.filter((line) => line.startsWith('starts'))).toEqual(['starts: first', 'starts: fresh'])
    expect(methods(here.agent).filter((method) => method === 'session/new')).toHaveLength(2)
    expect(here.agent.prompts()[1]).toContain('Write the answer.')
  },
)

test('[acp-run] an agent that crashes is started again and its session is loaded; what it tells of old is no claim', async () => {
  using here = await acpRunning()
  here.agent.script(
    [
      [begins, { do: 'die' }],
      [writesAnswer, saysDone],
    ],
    { canLoad: true },
  )
  const { code, story } = await here.run()
  expect(code).toBe(0)
  expect(story).toEqual([
    'starts: first',
    'ends: crashed',
    'allow by 2: not-the-agents-choice',
    'waits',
    'has waited',
    'starts: again',
    'claims success by done-token',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  const loaded = here.agent.received().find(({ method }) => method === 'session/load')
  expect(loaded?.params?.sessionId).toMatch(/^acp-/)
})

test.each(
  quarterOf(
    [
      ['cannot load', {}, 'it cannot load a session'],
      ['has forgotten', { canLoad: true, forgets: true }, 'Internal error: there is no such session'],
    ] as const,
    1,
  ),
)(
  '[acp-run] a session that the agent %s is continued in a fresh one, from the brief, and that costs no continuation',
  async (_why, script, says) => {
    using here = await acpRunning()
    here.agent.script([[begins, { do: 'die' }], [looks], [writesAnswer, saysDone]], script)
    const { code, story, stdout } = await here.run('--max-continuations', '1')
    expect(code).toBe(0)
    expect(story.filter((line) => /^(?:starts|ends)/.test(line))).toEqual([
      'starts: first',
      'ends: crashed',
      'starts: again',
      'ends: session-missing',
      'starts: fresh',
    ])
    expect(stdout).toContain(`lost its session: ${says}\n`)
  },
)

test('[acp-run] permission requests are answered by what the run permits, and what was denied is reported', async () => {
  using here = await acpRunning()
  const lines = ['sh check.sh', 'rm -rf elsewhere', 'cat check.sh']
  here.agent.script([[...lines.map((line): AcpAct => ({ do: 'shell', line })), writesAnswer, saysDone]])
  const { code, events } = await here.run()
  expect(code).toBe(0)
  const answers = here.agent.received().flatMap(({ method, result }) => (method === undefined ? [result] : []))
  const chosen = (optionId: string): unknown => ({ outcome: { outcome: 'selected', optionId } })
  expect(answers).toEqual([chosen('yes'), chosen('no'), chosen('yes')])
  const settled = events.find((event) => event.kind === 'stint.settled')
  expect(settled?.turn?.denied).toEqual(['execute (rm -rf elsewhere)'])
})

test.skipIf(isVariant)('[acp-run] with --permissions all everything is allowed', async () => {
  using here = await acpRunning()
  here.agent.script([[{ do: 'shell', line: 'touch elsewhere' }, writesAnswer, saysDone]])
  expect((await here.run('--permissions', 'all')).code).toBe(0)
  const answer = here.agent.received().find(({ method }) => method === undefined)
  expect(answer?.result).toEqual({ outcome: { outcome: 'selected', optionId: 'yes' } })
})

test.skipIf(isVariant)('[acp-run] a request that we do not know is answered as such, and work goes on', async () => {
  using here = await acpRunning()
  here.agent.script([[{ do: 'ask', method: 'vendor/drainQueue' }, writesAnswer, saysDone]])
  expect((await here.run()).code).toBe(0)
  expect(here.agent.received().find(({ error }) => error)?.error?.code).toBe(-32601)
})

test.each(
  quarterOf(
    [
      ['max_tokens', 'output-cut'],
      ['max_turn_requests', 'agent-cap'],
      ['refusal', 'model-refused'],
    ] as const,
    2,
  ),
)('[acp-run] the stop reason %s is no stop of the agent', async (reason, end) => {
  using here = await acpRunning()
  here.agent.script([[writesAnswer, saysDone, { do: 'stop', reason }]], { canLoad: true })
  const { story } = await here.run('--max-continuations', '1')
  expect(story[1]).toBe(`ends: ${end}`)
  expect(story).not.toContain('ended: completed')
})

test.skipIf(isVariant)(
  '[acp-run] an error in place of an answer is no stop of the agent: it is tried again',
  async () => {
    using here = await acpRunning()
    here.agent.script(
      [
        [begins, { do: 'fail', code: -32603, message: 'the provider is busy' }],
        [writesAnswer, saysDone],
      ],
      {
        canLoad: true,
      },
    )
    const { code, story } = await here.run()
    expect(code).toBe(0)
    expect(story.slice(0, 3)).toEqual(['starts: first', 'ends: api-error', 'allow by 2: not-the-agents-choice'])
  },
)

test.skipIf(isVariant)('[acp-run] an agent that nobody is logged in to is named as such', async () => {
  using here = await acpRunning()
  here.agent.script([], { refuses: { code: -32000, message: 'Authentication required' } })
  const { code, stdout, story } = await here.run()
  expect(code).not.toBe(0)
  expect(story).toContain('ends: auth')
  const [program] = here.agent.argv
  expect(stdout).toContain(`● ${program} is working\n`)
  expect(stdout).toContain(`once you are logged in to ${program}\n`)
})

test.skipIf(isVariant)('[acp-run] an agent of another version of the protocol is not prompted', async () => {
  using here = await acpRunning()
  here.agent.script([[saysDone]], { version: 2 })
  const { code, story } = await here.run()
  expect(code).not.toBe(0)
  expect(story[1]).toBe('ends: not-started')
  expect(here.agent.prompts()).toEqual([])
})

test.skipIf(isVariant)('[acp-run] an agent that never claims ends as stuck or capped, never as done', async () => {
  using here = await acpRunning()
  here.agent.script([], { rest: [looks] })
  const { code, story } = await here.run()
  expect(code).not.toBe(0)
  expect(story.at(-1)).toMatch(/^ended: (?:stuck|capped)$/)
})

test.skipIf(isVariant)('[acp-run] what the agent says of its use counts against the budget', async () => {
  using here = await acpRunning()
  const uses = (tokens: number): AcpAct => ({ do: 'stop', reason: 'end_turn', tokens })
  here.agent.script([], { rest: [looks, uses(6000)] })
  const { story } = await here.run('--max-tokens', '10000')
  expect(story.at(-1)).toBe('ended: over-budget')
  expect(here.agent.prompts()).toHaveLength(2)
})

test.skipIf(isVariant)('[acp-run] a plan with open items is not done', async () => {
  using here = await acpRunning()
  const plan = (done: boolean): AcpAct => ({ do: 'plan', items: [{ text: 'Write the tests', done }] })
  here.agent.script([
    [plan(false), writesAnswer, saysDone],
    [plan(true), saysDone],
  ])
  const { code, events } = await here.run()
  expect(code).toBe(0)
  expect(refusals(events)[0]).toContain('Write the tests')
})

test('[acp-run] a supervisor that is killed in mid-turn is followed by the next one, and no prompt is sent twice', async () => {
  using here = await acpRunning()
  here.agent.script([[looks], [{ do: 'hold', file: 'go' }, writesAnswer, saysDone]])
  const { spawn } = await import('node:child_process')
  const child = spawn(binary, ['run', '--acp', here.agent.line, REQUEST], {
    env: { ...here.at.room.env, ...here.at.env },
    cwd: here.at.room.cwd,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  await until(here.agent.isHolding)
  child.kill('SIGKILL')
  await ended
  here.agent.release('go')
  const { code, story } = await here.run()
  expect(code).toBe(0)
  expect(story).toEqual([
    'starts: first',
    'continue by 11: no-claim',
    'claims success by done-token',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  expect(here.agent.prompts()).toHaveLength(2)
})

test.skipIf(isVariant)('[acp-run attach] a run of an ACP agent can be followed from beside it', async () => {
  using here = await acpRunning()
  here.agent.script([
    [begins, looks],
    [{ do: 'hold', file: 'go' }, writesAnswer, saysDone],
  ])
  const run = here.run()
  await until(here.agent.isHolding)
  const beside = attached(here.at)
  await until(() => beside.stdout().includes('Write notes'))
  here.agent.release('go')
  expect((await run).code).toBe(0)
  expect(await beside.ended).toBe(0)
})

test('[acp-run] a failure of our own in mid-run holds no agent, leaves none behind, and is no success', async () => {
  using here = await acpRunning()
  const { room } = here.at
  here.agent.script([[begins, { do: 'hold', file: 'go' }, saysDone]], { rest: [looks] })
  const run = room.run(['run', '--acp', here.agent.line, REQUEST])
  await until(here.agent.isHolding)
  damageStore(room.database)
  here.agent.release('go')
  const { code, stderr } = await run
  expect(code).not.toBe(0)
  expect(stderr).toMatch(/^fullstop: the store .+ is damaged/m)
  expect(processesOf(room.root)).toEqual([])
})
