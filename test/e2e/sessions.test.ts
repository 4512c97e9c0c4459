// Many sessions and many processes at once: no state of one holds another, and the person's order wins.
import { expect, test } from 'bun:test'
import { appendFileSync } from 'node:fs'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { refused, silent, told, unverified, unverifiedAgain } from './expected.ts'
import { masked, newRoom, type Room } from './room.ts'

const strict = { FULLSTOP_MODE: 'strict' }

test('[isolation F9] two sessions in one folder never touch each other', async () => {
  using room = newRoom()
  const [one, two] = [claudeSession(room, { env: strict }), claudeSession(room, { env: strict })]
  await one.type('Build the parser.')
  await two.type('Write the docs.')
  one.edit()
  two.edit()
  expect(await one.sayAndStop('Half.')).toEqual(refused('1/5', one.token))
  expect(await one.sayAndStop('More.')).toEqual(refused('2/5', one.token))
  expect(await two.sayAndStop('Half.')).toEqual(refused('1/5', two.token))
  expect(await two.sayAndStop(one.token)).toEqual(refused('2/5', two.token))
  expect(await one.sayAndStop(one.token)).toEqual(unverified)
  expect(await two.sayAndStop('More.')).toEqual(refused('3/5', two.token))
  await two.type('fullstop cancel')
  const titles = (await room.tasks()).map((task) => `${task.title} ${task.outcome}`).sort()
  expect(titles).toEqual(['Build the parser. unverified', 'Write the docs. cancelled'])
})

test.skipIf(isVariant)('[isolation] six sessions that stop at the same moments each keep their own count', async () => {
  using room = newRoom()
  const sessions = Array.from({ length: 6 }, () => claudeSession(room, { env: strict }))
  await Promise.all(sessions.map((session) => session.type('Build the parser.')))
  for (const count of [1, 2, 3]) {
    const answers = await Promise.all(
      sessions.map(async (session) => {
        session.edit()
        return session.sayAndStop(`Part ${count}.`)
      }),
    )
    expect(answers).toEqual(sessions.map((session) => refused(`${count}/5`, session.token)))
  }
  expect((await room.tasks()).map((task) => task.refusals)).toEqual([3, 3, 3, 3, 3, 3])
})

test('[same-stop] the same stop delivered by eight processes at once counts once', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  session.edit()
  expect(await session.sayAndStop('Part 1.')).toEqual(refused('1/5', session.token))
  appendFileSync(session.transcript, `${JSON.stringify({ type: 'system', subtype: 'turn_duration' })}\n`)
  const input = JSON.stringify(session.stopInput({ last: 'Part 2.' }))
  const deliver = async (): Promise<object> => masked(await room.run(['hook', 'claude'], { input, env: session.env }))
  const answers = await Promise.all(Array.from({ length: 8 }, deliver))
  expect(answers).toEqual(Array.from({ length: 8 }, () => refused('2/5', session.token)))
  const [task] = await room.tasks()
  expect({ stops: task?.stops, refusals: task?.refusals }).toEqual({ stops: 2, refusals: 2 })
})

test.skipIf(isVariant)(
  '[same-stop] the first stop of a session, delivered by eight processes at once, opens one task',
  async () => {
    using room = newRoom()
    const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
    await session.type('Build the parser.')
    session.edit()
    const input = JSON.stringify(session.stopInput({ last: 'Part 1.' }))
    const deliver = async (): Promise<object> => masked(await room.run(['hook', 'claude'], { input, env: session.env }))
    const answers = await Promise.all(Array.from({ length: 8 }, deliver))
    expect(answers).toEqual(Array.from({ length: 8 }, () => refused('1/5', session.token)))
    expect((await room.tasks()).map((task) => [task.prompts, task.stops, task.refusals])).toEqual([[1, 1, 1]])
  },
)

test('[same-prompt] a prompt hook that is registered twice opens one request', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  const input = JSON.stringify({
    session_id: session.id,
    transcript_path: session.transcript,
    cwd: room.cwd,
    prompt_id: session.promptId(),
    hook_event_name: 'UserPromptSubmit',
    prompt: 'Build the parser.',
  })
  const deliver = (): Promise<object> => room.run(['hook', 'claude'], { input, env: session.env })
  expect(await Promise.all([deliver(), deliver(), deliver()])).toEqual([silent, silent, silent])
  expect((await room.tasks()).map((task) => task.prompts)).toEqual([1])
})

test('[only-stop] with only Stop registered the gate works end to end, a new task after an ended one included', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
  await session.type('Build the parser.')
  session.edit()
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
  expect(await session.sayAndStop(session.token)).toEqual(unverified)
  await session.type('Write the docs.')
  session.edit()
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
  await session.type('Go on.')
  session.edit()
  expect(await session.sayAndStop('Nearly all of it.')).toEqual(refused('1/5', session.token))
  expect(await session.sayAndStop(session.token)).toEqual(unverifiedAgain)
  const tasks = await room.tasks()
  expect(tasks.map((task) => [task.title, task.outcome, task.prompts])).toEqual([
    ['Write the docs.', 'unverified', 2],
    ['Build the parser.', 'unverified', 1],
  ])
})

test.skipIf(isVariant)('[only-stop] a conversation and a question pass with only Stop registered', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
  await session.type('Hello!')
  expect(await session.sayAndStop('Hello.')).toEqual(silent)
  await session.type('What does the parser do?')
  session.use('Read', { file_path: 'parser.ts' })
  expect(await session.sayAndStop('It parses.')).toEqual(silent)
  await session.type('Then fix it.')
  session.edit()
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
})

test('[no-open-task F11] after a task has ended nobody is held until a person asks for something', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  session.edit()
  expect(await session.sayAndStop(session.token)).toEqual(unverified)
  await session.inject('<task-notification>\n<task-id>b1</task-id>\n</task-notification>')
  session.edit(3)
  expect(await session.sayAndStop('I cleaned up.')).toEqual(silent)
})

test('[resume] a resumed session keeps its task and its count', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.start()
  await session.type('Build the parser.')
  session.edit()
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
  await session.hook('SessionEnd', { reason: 'other' })
  await session.start('resume')
  expect(await session.sayAndStop('More of it.')).toEqual(refused('2/5', session.token))
})

test('[compaction F13] a compaction between loses neither the todo list nor the count', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  session.use('TodoWrite', { todos: [{ content: 'Test it', status: 'pending' }] })
  session.edit()
  const missing = 'Stop refused: nothing says that the task is done. Open todos: Test it.'
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token, missing))
  await session.hook('PreCompact', { trigger: 'auto' })
  session.write(
    { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' },
    {
      type: 'user',
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
      message: { role: 'user', content: 'Sum.' },
    },
  )
  await session.start('compact')
  expect(await session.sayAndStop(session.token)).toEqual(
    refused(
      '2/5',
      session.token,
      'Not done: open todo: Test it. Finish them, or say in the claim what became of each.',
    ),
  )
})

async function openTask(room: Room): Promise<{ session: ReturnType<typeof claudeSession>; task: string }> {
  const session = claudeSession(room, { env: { ...strict, FULLSTOP_MAX: '0', CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '0' } })
  await session.type('Build the parser.')
  session.edit()
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1', session.token))
  return { session, task: (await room.tasks())[0]?.id ?? '' }
}

test.skipIf(isVariant)('[cancel-wins] cancel from a terminal wins while hooks run at the same time', async () => {
  using room = newRoom()
  const { session, task } = await openTask(room)
  const others = Array.from({ length: 3 }, () => claudeSession(room, { env: session.env }))
  await Promise.all(others.map((other) => other.type('Write the docs.')))
  for (const count of [2, 3, 4, 5]) {
    expect(await session.sayAndStop(`Before ${count}.`)).toEqual(refused(`${count}`, session.token))
  }
  let isCancelled = false
  const afterCancel: object[] = []
  const keepStopping = async (): Promise<void> => {
    for (let count = 1; count <= 200 && afterCancel.length < 3; count++) {
      const began = isCancelled
      const answer = await session.sayAndStop(`Part ${count}.`)
      if (began) afterCancel.push(answer)
    }
  }
  const noise = others.map(async (other) => {
    for (let count = 1; count <= 6; count++) {
      other.edit()
      await other.sayAndStop(`Noise ${count}.`)
    }
  })
  const cancel = room.runAtTerminal(['cancel', task]).then((output) => {
    isCancelled = true
    return output
  })
  const [output] = await Promise.all([cancel, keepStopping(), ...noise])
  expect(output).toEqual({ code: 0, screen: `Cancelled ${task}. Build the parser.\n` })
  expect(afterCancel).toEqual([silent, silent, silent])
  const cancelled = (await room.tasks()).find((one) => one.id === task)
  expect([cancelled?.status, cancelled?.outcome]).toEqual(['ended', 'cancelled'])
})

test('[cancel-wins] a cancel that lands while a stop is being decided wins', async () => {
  for (let attempt = 1; attempt <= 10; attempt++) {
    using room = newRoom()
    const { session, task } = await openTask(room)
    // The transcript is behind: the hook looks again and again before it decides.
    const [answer] = await Promise.all([
      session.sayAndStop('Part 2.', { flush: 'never' }),
      room.runAtTerminal(['cancel', task]),
    ])
    const kinds = (await room.events(task)).map((event) => event.kind)
    if (kinds.indexOf('task.cancelled') > kinds.lastIndexOf('stop.decided')) continue
    expect(answer).toEqual(silent)
    return
  }
  throw new Error('the cancel never came first')
})

test.skipIf(isVariant)('[cancel-wins] pause and unpause from a terminal', async () => {
  using room = newRoom()
  const { session, task } = await openTask(room)
  expect(await room.runAtTerminal(['pause', task])).toEqual({
    code: 0,
    screen: `Paused ${task}. Build the parser.\n`,
  })
  expect(await session.sayAndStop('Part 2.')).toEqual(silent)
  expect(await room.runAtTerminal(['unpause', task.slice(5, 10)])).toEqual({
    code: 0,
    screen: `Unpaused ${task}. Build the parser.\n`,
  })
  session.edit()
  expect(await session.sayAndStop('Part 3.')).toEqual(refused('2', session.token))
  const actors = (await room.events(task)).flatMap((event) => ('actor' in event ? [event.actor] : []))
  expect(actors).toEqual(['terminal', 'terminal'])
})

test('[cancel-wins] a claim in the same moment does not turn a cancelled task into another outcome', async () => {
  using room = newRoom()
  const { session, task } = await openTask(room)
  expect((await room.runAtTerminal(['cancel', task])).code).toBe(0)
  expect(await session.sayAndStop(session.token)).toEqual(silent)
  expect((await room.tasks())[0]?.outcome).toBe('cancelled')
})

/** Each order with the prompt that does the same, where there is one. */
const orders = { cancel: 'fullstop cancel', pause: 'fullstop pause', unpause: 'fullstop on', forget: undefined }

for (const [order, prompt] of quarterOf(Object.entries(orders), 3)) {
  const instead = prompt === undefined ? '' : `, or type "${prompt}" as a prompt in the agent's session`
  const hint = `  next: run it in a terminal of your own${instead}\n`

  test(`[person-needed] ${order} is refused without a terminal`, async () => {
    using room = newRoom()
    const { task } = await openTask(room)
    expect(await room.run([order, task])).toEqual({
      code: 1,
      stdout: '',
      stderr: `fullstop: ${order} needs a person at a terminal\n${hint.replace('\n', ', or with --yes where there is none\n')}`,
    })
    expect((await room.tasks())[0]?.status).toBe('open')
  })

  test(`[person-needed] ${order} is refused at a terminal with an agent's mark`, async () => {
    using room = newRoom()
    const { task } = await openTask(room)
    for (const mark of ['CLAUDECODE', 'AI_AGENT', 'CODEX_SANDBOX']) {
      expect(await room.runAtTerminal([order, task], { [mark]: '1' })).toEqual({
        code: 1,
        screen: `fullstop: ${order} needs a person, but ${mark} shows that an agent runs this\n  next: run it in a terminal of your own\n`,
      })
    }
    expect((await room.tasks())[0]?.status).toBe('open')
  })
}

test('[person-needed] without a terminal --yes gives an order, but not to an agent', async () => {
  using room = newRoom()
  const { task } = await openTask(room)
  for (const [order, status] of [
    ['pause', 'paused'],
    ['unpause', 'open'],
    ['cancel', 'ended'],
  ] as const) {
    const marked = await room.run([order, task, '--yes'], { env: { CODEX_SANDBOX: '1' } })
    expect([order, marked.code, marked.stderr]).toEqual([order, 1, expect.stringContaining('an agent runs this')])
    expect((await room.run([order, task, '--yes'])).code).toBe(0)
    expect((await room.tasks())[0]?.status).toBe(status)
  }
  const actors = room.allEvents().flatMap((event) => ('actor' in event ? [event.actor] : []))
  expect(actors).toEqual(['script', 'script', 'script'])
})

test('[cancel-ended] an order that changes nothing says what would', async () => {
  using room = newRoom()
  const { task } = await openTask(room)
  const order = async (...args: string[]) => (await room.run([...args, task, '--yes'])).stderr
  expect(await order('unpause')).toBe(`fullstop: ${task} is open already\n  next: fullstop show ${task}\n`)
  await order('pause')
  expect(await order('pause')).toBe(`fullstop: ${task} is paused already\n  next: fullstop unpause ${task}\n`)
  expect((await room.run(['context', task])).stderr).toBe(
    `fullstop: nothing is stored of ${task}\n  next: \`fullstop context\` lists what is stored\n`,
  )
})

test('[cancel-ended] an ended task cannot be cancelled again', async () => {
  using room = newRoom()
  const { task } = await openTask(room)
  await room.runAtTerminal(['cancel', task])
  expect(await room.runAtTerminal(['cancel', task])).toEqual({
    code: 1,
    screen: `fullstop: ${task} has ended already (cancelled)\n  next: fullstop show ${task}\n`,
  })
})

test('[outcome-told F5] giving up is told as not proven done, never as success', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: { TASKMASTER_MAX: '1' } })
  await session.type('Build the parser.')
  session.edit()
  await session.sayAndStop('Half of it.')
  expect(await session.sayAndStop('I give up.')).toEqual(
    told('Fullstop: not proven done: capped (1 of 1 refusals used up). More: fullstop show task_ID'),
  )
  const { stdout } = await room.run(['show'])
  expect(stdout).toContain('ended: capped')
  expect(stdout).not.toContain('completed')
})
