// What stands far back in a long turn is not read line by line, and is not missed either: prompts, orders, todos, what
// still runs. And a session that cannot be read does not count as little work.
import { expect, test } from 'bun:test'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type ClaudeSession, claudeSession } from '../fake-agents/claude-session.ts'
import { codexSession } from '../fake-agents/codex-session.ts'
import { isVariant } from '../rounds.ts'
import { NO_CLAIM, refused, silent, unverified } from './expected.ts'
import { newRoom, type Room } from './room.ts'

const strict = { FULLSTOP_MODE: 'strict' }
/** So many edits are several times what is read line by line. */
const LONG = 400

async function promptsIn(room: Room): Promise<string[]> {
  return (await room.events()).flatMap((event) =>
    event.kind === 'request.opened' || event.kind === 'prompt.joined' ? [`${event.kind} ${event.prompt}`] : [],
  )
}

/** One call of the host's own task tools, with the result that alone tells what it did. */
function task(session: ClaudeSession, name: string, input: object, result: object): void {
  const id = `toolu_${name}_${Math.random()}`
  session.write(
    {
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }], stop_reason: 'tool_use' },
    },
    {
      type: 'user',
      message: { role: 'user', content: [{ tool_use_id: id, type: 'tool_result', content: 'ok' }] },
      toolUseResult: result,
    },
  )
}

function create(session: ClaudeSession, id: string, subject: string): void {
  task(session, 'TaskCreate', { subject }, { task: { id, subject } })
}

function finish(session: ClaudeSession, taskId: string): void {
  const statusChange = { from: 'pending', to: 'completed' }
  task(session, 'TaskUpdate', { taskId, status: 'completed' }, { success: true, taskId, statusChange })
}

test('[long-turn S1] with only Stop registered, the prompt that opened a long turn is found', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
  await session.type('An earlier request.')
  session.edit(LONG)
  expect(await session.sayAndStop(session.token)).toEqual(unverified)
  await session.type('Build the parser.')
  session.edit(LONG)
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
  expect(await promptsIn(room)).toEqual(['request.opened Build the parser.'])
})

test.skipIf(isVariant)(
  '[long-turn S1] the same where the first stop of the session comes late, and turns have no ids',
  async () => {
    using room = newRoom()
    const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
    await session.type('An earlier request.')
    session.edit(LONG)
    session.write({
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'text', text: 'Done with that.' }], stop_reason: 'end_turn' },
    })
    await session.type('Build the parser.')
    session.edit(LONG)
    const more = { more: { prompt_id: undefined } }
    expect(await session.sayAndStop('Half of it.', more)).toEqual(refused('1/5', session.token))
    expect(await promptsIn(room)).toEqual(['request.opened Build the parser.'])
  },
)

test.skipIf(isVariant)(
  '[long-turn S1] with only Stop registered, a prompt typed in mid-work far back is kept',
  async () => {
    using room = newRoom()
    const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
    await session.type('Build the parser.')
    session.edit(LONG)
    await session.typeWhileWorking('Mind the comments.')
    session.edit(LONG)
    expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
    expect(await promptsIn(room)).toEqual(['request.opened Build the parser.', 'prompt.joined Mind the comments.'])
  },
)

for (const [where, edits] of [
  ['near', 1],
  ['far back', LONG],
] as const) {
  test(`[orders J8] with only Stop registered, "fullstop cancel" ${where} before the first stop cancels`, async () => {
    using room = newRoom()
    const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
    await session.type('Build the parser.')
    await session.typeWhileWorking('fullstop cancel')
    session.edit(edits)
    const output = await session.sayAndStop('Half of it.')
    expect(output.stdout).toContain('Cancelled task_ID')
    expect(output.stdout).not.toContain('block')
    expect((await room.tasks()).map(({ outcome }) => outcome)).toEqual(['cancelled'])
    expect(await session.sayAndStop('Still here.')).toEqual(silent)
  })
}

test.skipIf(isVariant)(
  '[orders J8] the same for "fullstop pause", and a prompt after "fullstop cancel" is a task of its own',
  async () => {
    using room = newRoom()
    const paused = claudeSession(room, { env: strict, hooks: ['Stop'] })
    await paused.type('Build the parser.')
    await paused.typeWhileWorking('fullstop pause')
    paused.edit(1)
    expect((await paused.sayAndStop('Half of it.')).stdout).toContain('Paused task_ID')
    expect((await room.tasks()).map(({ status }) => status)).toEqual(['paused'])
    const again = claudeSession(room, { env: strict, hooks: ['Stop'] })
    await again.type('Build the parser.')
    await again.typeWhileWorking('fullstop cancel')
    await again.typeWhileWorking('Build the printer instead.')
    again.edit(1)
    expect(await again.sayAndStop('Half of it.')).toEqual(refused('1/5', again.token))
  },
)

test('[orders J8] an order by itself is no request', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict, hooks: ['Stop'] })
  await session.type('fullstop status')
  expect((await session.sayAndStop('I do not know that command.')).stdout).not.toContain('block')
  expect(await room.tasks()).toEqual([])
})

test('[todo-open S1] a todo written far back holds a claim, also after stops that claimed nothing', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  session.use('TodoWrite', { todos: [{ content: 'Test it', status: 'pending' }] })
  session.edit(LONG)
  const missing = `${NO_CLAIM} Open todos: Test it.`
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token, missing))
  session.edit(LONG)
  expect((await session.sayAndStop(session.token)).stdout).toContain('open todo: Test it')
  session.use('TodoWrite', { todos: [{ content: 'Test it', status: 'completed' }] })
  session.edit(LONG)
  expect(await session.sayAndStop(session.token)).toEqual(unverified)
})

test.skipIf(isVariant)('[todo-open S1] single items moved far back are followed in their order', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  create(session, '1', 'Write it')
  create(session, '2', 'Test it')
  session.edit(LONG)
  finish(session, '1')
  session.edit(LONG)
  const output = (await session.sayAndStop(session.token)).stdout
  expect(output).toContain('open todo: Test it')
  expect(output).not.toContain('open todo: Write it')
  finish(session, '2')
  session.edit(LONG)
  expect(await session.sayAndStop(session.token)).toEqual(unverified)
})

test('[stuck S1] work far back since the last refusal is progress', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: { ...strict, FULLSTOP_MAX: '7' } })
  await session.type('Build the parser.')
  for (let round = 1; round <= 5; round++) {
    session.edit(1)
    for (let look = 0; look < LONG; look++) session.use('Bash', { command: 'npm test' })
    expect(await session.sayAndStop('Half of it.')).toEqual(refused(`${round}/7`, session.token))
  }
})

test('[conversation S1] a question answered by a great many looks is still a conversation', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('How does the parser work?')
  for (let look = 0; look < LONG; look++) session.use('Read', { file_path: `src/${look}.ts` })
  expect(await session.sayAndStop('It reads a line at a time.')).toEqual(silent)
})

test('[background S1] what a Codex session told to run on far back is waited for until it ends', async () => {
  using room = newRoom()
  const session = codexSession(room, { env: strict })
  await session.type('Build the parser.')
  const call = session.run('npm run long-build')
  session.edit(LONG)
  expect((await session.sayAndStop('The build runs.')).stdout).not.toContain('block')
  await session.type('Go on.')
  session.edit(LONG)
  session.ended(call, 'npm run long-build', 'completed')
  session.edit(LONG)
  expect((await session.sayAndStop('Half of it.')).stdout).toContain('block')
})

for (const looks of isVariant ? [1500] : [100, 400, 1500]) {
  test.skipIf(isVariant)(
    `[background S1] … also with ${looks} looks at files in between, and it is missed no longer once it has ended`,
    async () => {
      using room = newRoom()
      const session = codexSession(room, { env: strict })
      await session.type('Build the parser.')
      session.edit(1)
      const call = session.run('make all')
      for (let look = 0; look < looks; look++) session.run(`cat src/${look}.ts ${'x'.repeat(200)}`, 'completed')
      expect((await session.sayAndStop('The build is running.')).stdout).not.toContain('block')
      await session.type('Go on.')
      session.ended(call, 'make all', 'completed')
      for (let look = 0; look < looks; look++) session.run(`cat src/${look}.ts ${'x'.repeat(200)}`, 'completed')
      session.edit(1)
      expect((await session.sayAndStop('Half of it.')).stdout).toContain('block')
    },
  )
}

test('[todo-open S2] one open task holds a claim, however many were made and done after it', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: strict })
  await session.type('Build the parser.')
  for (let id = 0; id < 2600; id++) create(session, `${id}`, `Part ${id}`)
  for (let id = 1; id < 2600; id++) finish(session, `${id}`)
  session.edit(2)
  expect((await session.sayAndStop(session.token)).stdout).toContain('open todo: Part 0')
})

test.skipIf(isVariant)('[todo-open S1] a Codex plan far back holds a claim', async () => {
  using room = newRoom()
  const session = codexSession(room, { env: strict })
  await session.type('Build the parser.')
  session.plan({ 'Write it': 'completed', 'Test it': 'pending' })
  session.edit(LONG)
  expect((await session.sayAndStop(session.token)).stdout).toContain('open todo: Test it')
})

test('[balanced S1] a request longer than what is looked through is substantial, and the person is told', async () => {
  using room = newRoom()
  const session = claudeSession(room, { hooks: ['Stop'] })
  await session.type('Build the parser.')
  session.edit(1)
  for (let part = 0; part < 70; part++)
    session.write({ type: 'attachment', attachment: { type: 'x', text: 'y'.repeat(1_000_000) } })
  const output = await session.sayAndStop('Half of it.')
  expect(output.stdout).toContain('FULLSTOP (1/5)')
  expect(output.stdout).toContain('decided from the end of it')
})

test('[balanced S1] a shorter one is looked through, and what says nothing is no work', async () => {
  using room = newRoom()
  const session = claudeSession(room, { hooks: ['Stop'] })
  await session.type('Build the parser.')
  session.edit(1)
  for (let part = 0; part < 20; part++)
    session.write({ type: 'attachment', attachment: { type: 'x', text: 'y'.repeat(1_000_000) } })
  expect(await session.sayAndStop('Half of it.')).toEqual(silent)
})

for (const [what, line] of [
  ['short garbage', 'zz\n'],
  ['lines that are cut off', '{"type":"assistant","message":{"role":"assistant","content":[{"type":"tex\n'],
  ['other JSON', '{"payload":{"message":{}}}\n'],
] as const) {
  test(`[bad-transcript R6] a transcript full of ${what} gets an answer`, async () => {
    using room = newRoom()
    const session = claudeSession(room, { env: strict })
    await session.type('Build the parser.')
    session.edit(1)
    for (let part = 0; part < 20; part++) appendFileSync(session.transcript, line.repeat(50_000))
    const output = await session.sayAndStop('Half of it.')
    expect(output.stdout).toContain('FULLSTOP (1/5)')
    expect(output.code).toBe(0)
  })
}

test('[balanced R6] a transcript too damaged to be read is told, and what nobody saw is substantial', async () => {
  using room = newRoom()
  const session = claudeSession(room)
  await session.type('Build the parser.')
  session.edit(1)
  appendFileSync(session.transcript, '{"type":"assistant","message":{"role":"assistant","cont\n'.repeat(20_000))
  const output = await session.sayAndStop('Half of it.')
  expect(output.stdout).toContain('FULLSTOP (1/5)')
  expect(output.stdout).toContain('too long to be read in full')
})

test('[balanced J7] so is work in a transcript of which no line can be read', async () => {
  using room = newRoom()
  const session = claudeSession(room)
  await session.type('Build the parser.')
  writeFileSync(session.transcript, Buffer.alloc(500_000))
  expect((await session.sayAndStop('Half of it.', { flush: 'never' })).stdout).toContain('FULLSTOP (1/5)')
})

test('[balanced J7] work that nobody can see is substantial', async () => {
  using room = newRoom()
  const session = claudeSession(room)
  await session.type('Build the parser.')
  session.edit(10)
  rmSync(session.transcript)
  expect((await session.sayAndStop('Half of it.', { flush: 'never' })).stdout).toContain('FULLSTOP (1/5)')
  const blind = claudeSession(room, { hooks: ['Stop'] })
  const more = { transcript_path: undefined }
  expect((await blind.stop({ last: 'Half of it.', flush: 'never', more })).stdout).toContain('FULLSTOP (1/5)')
})

for (const [mode, env] of [
  ['balanced', {}],
  ['strict', strict],
] as const) {
  for (const [what, keep] of [
    ['all of it', () => ''],
    ['all but its last line', (text: string) => `${text.trimEnd().split('\n').at(-1)}\n`],
  ] as const) {
    test.skipIf(isVariant && (mode === 'strict') === what.startsWith('all of it'))(
      `[${mode} J7] work that an agent cuts out of its transcript is work that nobody can see: ${what}`,
      async () => {
        using room = newRoom()
        const session = claudeSession(room, { env })
        await session.type('What does the parser do?')
        await session.sayAndStop('It reads the file.')
        await session.type('Build the parser.')
        session.edit(10)
        session.say('Half of it.')
        writeFileSync(session.transcript, keep(readFileSync(session.transcript, 'utf8')))
        expect((await session.stop({ last: 'Half of it.', flush: 'never' })).stdout).toContain('FULLSTOP (1/5)')
      },
    )
  }
}

test.skipIf(isVariant)('[balanced J7] so is work of a first request in a transcript that is empty', async () => {
  using room = newRoom()
  const session = claudeSession(room)
  await session.type('Build the parser.')
  session.edit(10)
  writeFileSync(session.transcript, '')
  expect((await session.sayAndStop('Half of it.', { flush: 'never' })).stdout).toContain('FULLSTOP (1/5)')
})

for (const [what, take] of [
  ['removes its transcript', (path: string) => rmSync(path)],
  ['empties it', (path: string) => writeFileSync(path, '')],
] as const) {
  test.skipIf(isVariant && what === 'empties it')(
    `[balanced J7] Codex: an agent that ${what} is held, where a person was there before`,
    async () => {
      using room = newRoom()
      const session = codexSession(room)
      await session.type('Build the parser.')
      session.edit(10)
      take(session.transcript)
      expect((await session.stop('Half of it.')).stdout).toContain('FULLSTOP (1/5)')
    },
  )
}
