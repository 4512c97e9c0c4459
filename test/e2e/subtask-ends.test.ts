// Every end of a subtask reaches the agent above it once, whatever the end was and wherever that agent stands; and a
// subtask that waits for a person makes the task above it wait too.
import { describe, expect, test } from 'bun:test'
import type { Outcome } from '../../src/contract/outcome.ts'
import { claudeSession, type ClaudeSession } from '../fake-agents/claude-session.ts'
import type { Act, Turn } from '../fake-agents/script.ts'
import { isVariant, pairsOf, quarterOf } from '../rounds.ts'
import { fileIn, nothingLeft, strict } from './checking.ts'
import { eventsIn, kindsOf, supervisor } from './crashing.ts'
import { blocked, claudeServerEnv, type McpServer, saving, serve, success } from './mcp-client.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom, type Output, type Room } from './room.ts'
import { claims, REQUEST, running, type Running } from './running.ts'

const CHILD = 'Write the notes.'

interface AtWork extends AsyncDisposable {
  readonly session: ClaudeSession
  readonly server: McpServer
  readonly call: (tool: string, args: object) => Promise<{ text: string; isError: boolean }>
}

async function atWork(room: Room): Promise<AtWork> {
  const server = await serve(room, { ownHost: true, env: { ...strict, ...claudeServerEnv('one') } })
  const session = claudeSession(room, { id: 'one', pid: server.host, env: strict })
  await session.type('Write the answer.')
  session.edit(2)
  return {
    session,
    server,
    call: async (tool, args) => {
      const { texts, isError } = await session.call(server, tool, args)
      return { text: texts.join('\n'), isError }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const idIn = (text: string): string => /task_[0-9a-z]+/.exec(text)?.[0] ?? ''

/** What the agent itself reads of a hook's answer. */
function readByAgent(stdout: string): string {
  if (stdout.trim() === '') return ''
  const { reason = '', hookSpecificOutput } = JSON.parse(stdout) as {
    reason?: string
    hookSpecificOutput?: { additionalContext?: string }
  }
  return `${reason}${hookSpecificOutput?.additionalContext ?? ''}`
}

describe('in a session with hooks', () => {
  /** How a subtask ends while its session is busy elsewhere. All of them are a person's. */
  const ends: Readonly<Record<string, (room: Room, child: string) => Promise<Output>>> = {
    cancelled: (room, child) => room.run(['cancel', child, '--yes']),
    completed: (room, child) => room.run(['review', child, 'approve', '--yes']),
    rejected: (room, child) => room.run(['review', child, 'reject', 'Wrong notes.', '--yes']),
  }
  /** Where the agent above it stands when it ends, and what brings the news there. */
  const places: Readonly<
    Record<string, { before?: (at: AtWork) => Promise<unknown>; next: (at: AtWork) => Promise<string> }>
  > = {
    'in mid-turn, the user types': {
      next: async ({ session }) => readByAgent((await session.typeWhileWorking('And hurry.')).stdout),
    },
    'in mid-turn, it saves its context': {
      next: async ({ call }) => (await call('update_session_context', saving())).text,
    },
    'in mid-turn, it opens another': {
      next: async ({ call }) => (await call('start_subtask', { request: 'Another part.' })).text,
    },
    'in mid-turn, it lists them': {
      next: async ({ call }) => (await call('list_subtasks', {})).text,
    },
    'it stops too early': {
      before: ({ call }) => call('start_subtask', { request: 'Another part.' }),
      next: async ({ session }) => readByAgent((await session.sayAndStop('Done.')).stdout),
    },
    'in mid-turn, it claims': {
      next: async ({ call }) => (await call('complete_task', success())).text,
    },
    'it waits, and the user types': {
      before: ({ session }) => session.sayAndStop('I wait for the review.'),
      next: async ({ session }) => readByAgent((await session.type('Go on.')).stdout),
    },
    'its task has ended, and the user types': {
      before: async ({ call, session }) => {
        await call('complete_task', blocked({ needs: 'input' }))
        await session.sayAndStop('I need an answer.')
      },
      next: async ({ session }) => readByAgent((await session.type('Something else.')).stdout),
    },
  }

  test.each(quarterOf(pairsOf(Object.keys(ends), Object.keys(places)), 0))(
    '[subtask-told F14] %s; %s: told once, with all that is known',
    async (end, place) => {
      using room = newRoom()
      const repository = makeRepository(room)
      await trustChecks(room, repository, [{ name: 'notes', run: 'true' }], { review: 'always' })
      await using at = await atWork(room)
      const child = idIn((await at.call('start_subtask', { request: CHILD })).text)
      const waits = await at.call('complete_task', success({ summary: 'The notes are there.', task_id: child }))
      expect(waits.text).toContain('A person must look before it counts')
      await places[place]?.before?.(at)
      expect((await ends[end]?.(room, child))?.code).toBe(0)
      const told = (await places[place]?.next(at)) ?? ''
      // What a hook prints comes here without ids.
      const isHook = !told.includes(child)
      expect(told).toContain(`Subtask ${isHook ? 'task_ID' : child} "${CHILD}" ended: ${end}.`)
      expect(told).toContain('summary: The notes are there.')
      expect(told).toContain('checks: notes passed')
      if (end !== 'completed') expect(told).toContain('in the summary of your claim')
      if (end === 'rejected') expect(told).toContain('why: a person rejected it: Wrong notes.')
      if (end === 'cancelled') expect(told).toContain('why: a person cancelled it')
      const again = [
        readByAgent((await at.session.typeWhileWorking('Really.')).stdout),
        (await at.call('update_session_context', saving({ summary: 'More.' }))).text,
      ]
      expect(again.join()).not.toContain(`ended: ${end}`)
      const events = eventsIn(room)
      expect(kindsOf(events, 'subtask.ended').map(({ subtask, outcome }) => [subtask, outcome])).toEqual([
        [child, end as Outcome],
      ])
      expect(kindsOf(events, 'subtask.told')).toHaveLength(1)
    },
  )

  test.skipIf(isVariant)('[subtask-told] the person sees in a line that the agent was told', async () => {
    using room = newRoom()
    makeRepository(room)
    await using at = await atWork(room)
    const child = idIn((await at.call('start_subtask', { request: CHILD })).text)
    await room.run(['cancel', child, '--yes'])
    const { stdout } = await at.session.typeWhileWorking('And hurry.')
    expect((JSON.parse(stdout) as { systemMessage: string }).systemMessage).toBe(
      `Fullstop: the agent is told how a subtask ended: task_ID cancelled.`,
    )
  })

  test('[subtask-held F14] a subtask that waits for a review lets the agent stop and wait; a claim then costs nothing', async () => {
    using room = newRoom()
    const repository = makeRepository(room)
    await trustChecks(room, repository, [{ name: 'notes', run: 'true' }], { review: 'always' })
    await using at = await atWork(room)
    const child = idIn((await at.call('start_subtask', { request: CHILD })).text)
    await at.call('complete_task', success({ task_id: child }))
    const early = await at.call('complete_task', success())
    expect([early.isError, early.text]).toEqual([true, expect.stringContaining('a person has to answer its review')])
    const stopped = await at.session.sayAndStop('I wait for the review of the notes.')
    expect(stopped.stdout).not.toContain('"decision":"block"')
    const [parent] = (await room.tasks()).filter((task) => task.parent === undefined)
    expect(parent?.status).toBe('waiting')
    const [decided] = kindsOf(eventsIn(room), 'stop.decided')
    expect([decided?.continuations, decided?.decision.because[0]?.text]).toEqual([
      0,
      `waits for subtask ${child} "${CHILD}", which a person has to review`,
    ])
    // Where another subtask is left to do, there is no reason to wait.
    const other = idIn((await at.call('start_subtask', { request: 'Something to do.' })).text)
    const refused = await at.session.sayAndStop('I wait again.')
    expect([other !== '', refused.stdout.includes('"decision":"block"')]).toEqual([true, true])
  })
})

const split: Act = { do: 'call', tool: 'start_subtask', args: { request: CHILD, detached: true } }
const stop: Act = { do: 'stop' }
const write: Act = { do: 'write', file: 'answer', text: '42\n' }
const held: readonly Act[] = [
  { do: 'write', file: 'working', text: 'x\n' },
  { do: 'hang', until: 'proceed' },
]

describe('under a supervisor that waits', () => {
  const left = { remaining_work: 'The rest.', summary: 'As far as it goes.' }
  /** What the agent of the subtask does, turn by turn, and what becomes of it. */
  const rows: readonly (readonly [name: string, turns: readonly Turn[], outcome: Outcome, told: readonly string[]])[] =
    [
      [
        'it is done',
        [[write, claims('success'), stop]],
        'completed',
        ['summary: What there is.', 'checks: answer passed'],
      ],
      [
        'it fails its checks until the guards end it',
        Array.from({ length: 4 }, (): Turn => [claims('success'), stop]),
        'stuck',
        ['summary: What there is.', 'checks: answer failed', 'why: '],
      ],
      [
        'it never claims',
        Array.from({ length: 4 }, (): Turn => [{ do: 'say', text: 'Hm.' }, stop]),
        'stuck',
        ['why: '],
      ],
      [
        'it gives up',
        [
          [claims('blocked', left), stop],
          [claims('blocked', left), stop],
        ],
        'blocked',
        ['summary: As far as it goes.', 'remaining work: The rest.'],
      ],
      ['it needs something', [[claims('blocked', { ...left, needs: 'permission' }), stop]], 'needs-input', ['why: ']],
      [
        'it does a part',
        [
          [claims('partial', left), stop],
          [claims('partial', left), stop],
        ],
        'partial',
        ['remaining work: The rest.'],
      ],
      [
        'its process is killed again and again',
        Array.from({ length: 9 }, (): Turn => [{ do: 'die', signal: 'SIGKILL' }]),
        'agent-failed',
        ['why: '],
      ],
      [
        'its program ends with exit 127 each time',
        Array.from({ length: 9 }, (): Turn => [{ do: 'exit', code: 127 }]),
        'agent-failed',
        ['why: '],
      ],
      // An exit without a word is a fault that is tried again: what ends the subtask is what its second start says.
      [
        'its program ends with exit 127 once, and then it needs something',
        [[{ do: 'exit', code: 127 }], [claims('blocked', { ...left, needs: 'input' }), stop]],
        'needs-input',
        ['summary: As far as it goes.'],
      ],
    ]
  test.each(quarterOf(rows, 0))('[subtask-told F14] %s', async (_name, turns, outcome, told) => {
    using at = await running()
    const over: Turn = [claims('blocked', { ...left, needs: 'input' }), stop]
    at.script([[split, stop], ...turns], over)
    await at.run([], { env: { FULLSTOP_FIRST_PAUSE_MS: '1' } })
    expect(toldOf(at)).toEqual([outcome])
    const next = at.calls().find(({ prompt }) => prompt.includes('Continue with your own task.'))?.prompt ?? ''
    expect(next).toContain(`"${CHILD}" ended: ${outcome}.`)
    for (const words of told) expect(next).toContain(words)
    await nothingLeft(at.room)
  })

  test('[subtask-told F14] never started: cancelled before its turn came', async () => {
    using at = await running()
    at.script([
      [split, { ...split, args: { request: 'Another.', detached: true } }, stop],
      [...held, write, claims('success'), stop],
      [claims('blocked', { ...left, needs: 'input' }), stop],
    ])
    const run = supervisor(['run', '--agent', 'claude', REQUEST], { ...at.room.env, ...at.env }, at.room.cwd)
    await fileIn(at.file('working'))
    const other = kindsOf(eventsIn(at.room), 'subtask.started').at(-1)?.subtask ?? ''
    expect((await at.goOn(['cancel', '--yes', other])).code).toBe(0)
    at.repository.write('proceed', 'x\n')
    await run.ended
    expect(toldOf(at).toSorted()).toEqual(['cancelled', 'completed'])
    const next = at.calls().at(-1)?.prompt ?? ''
    expect(next).toContain(`Subtask ${other} "Another." ended: cancelled.`)
    expect(next).toContain(`"${CHILD}" ended: completed.`)
    expect(at.calls()).toHaveLength(3)
    await nothingLeft(at.room)
  })

  test('[subtask-held F14] it waits with a subtask that waits for a review; the answer and resume continue it', async () => {
    using at = await running(undefined, { review: 'always' })
    at.script([
      [split, { do: 'say', text: 'I wait.' }, stop],
      [write, claims('success', { summary: 'Notes.' }), stop],
      [claims('success'), stop],
    ])
    const ran = await at.run()
    expect(at.calls()).toHaveLength(2)
    const { task: parent = '', subtask: child = '' } = kindsOf(eventsIn(at.room), 'subtask.started')[0] ?? {}
    expect(ran.code).toBe(9)
    expect(ran.stdout).toContain(`fullstop review ${child}`)
    expect(ran.stdout).toContain(`fullstop resume ${parent}`)
    // Nothing has changed: nobody is asked again.
    const early = await at.goOn(['resume', parent])
    expect([early.code, at.calls().length]).toEqual([9, 2])
    const approved = await at.goOn(['review', child, 'approve', '--yes'])
    expect(approved.stdout).toContain(`fullstop resume ${parent}`)
    await at.goOn(['resume', parent])
    expect(at.calls()[2]?.prompt).toContain(`Subtask ${child} "${CHILD}" ended: completed.`)
    const stops = kindsOf(eventsIn(at.room), 'stop.decided').filter(({ task }) => task === parent)
    expect(Math.max(...stops.map(({ continuations }) => continuations))).toBe(0)
    await nothingLeft(at.room)
  })

  test.skipIf(isVariant)(
    '[subtask-held] resume at a terminal opens the review of the subtask: left for later, then approved',
    async () => {
      using at = await running(undefined, { review: 'always' })
      at.script([
        [split, { do: 'say', text: 'I wait.' }, stop],
        [write, claims('success', { summary: 'Notes.' }), stop],
        [claims('blocked', { ...left, needs: 'input' }), stop],
      ])
      await at.run()
      const { task: parent = '', subtask: child = '' } = kindsOf(eventsIn(at.room), 'subtask.started')[0] ?? {}
      const resume = async (line: string): Promise<number> => {
        const typed = [{ after: 'leave it for later', keys: `${line}\r` }]
        // A terminal without a screen is asked by lines.
        return (await at.room.runAtTerminal(['resume', parent], { ...at.env, TERM: 'dumb' }, { typed })).code
      }
      expect([await resume(''), at.calls().length]).toEqual([9, 2])
      await resume('approve')
      expect(kindsOf(eventsIn(at.room), 'review.approved').map(({ task }) => task)).toEqual([child])
      expect(at.calls()[2]?.prompt).toContain(`Subtask ${child} "${CHILD}" ended: completed.`)
      await nothingLeft(at.room)
    },
  )

  test.skipIf(isVariant)(
    '[subtask-held] news of one subtask is told at once, though another waits for a review',
    async () => {
      using at = await running(undefined, { review: 'always' })
      at.script([
        [split, { ...split, args: { request: 'Another.', detached: true } }, stop],
        [write, claims('success', { summary: 'Notes.' }), stop],
        [claims('blocked', { ...left, needs: 'input' }), stop],
        [{ do: 'say', text: 'I wait for the review.' }, stop],
      ])
      const ran = await at.run()
      const next = at.calls()[3]?.prompt ?? ''
      expect(next).toContain('"Another." ended: needs-input.')
      expect(next).toContain('a person has to answer its review')
      expect([ran.code, at.calls().length]).toEqual([9, 4])
    },
  )
})

/** The outcomes that were addressed to the task above, each told once. */
function toldOf({ room }: Running): Outcome[] {
  const events = eventsIn(room)
  const ended = kindsOf(events, 'subtask.ended')
  expect(
    kindsOf(events, 'subtask.told')
      .map(({ task }) => task)
      .toSorted(),
  ).toEqual(ended.map(({ subtask }) => subtask).toSorted())
  return ended.map(({ outcome }) => outcome)
}
