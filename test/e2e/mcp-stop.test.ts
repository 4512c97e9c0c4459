// Claims by tool and command, and the stop after them: hook and server together, as they are installed in Claude Code.
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClaudeSession, claudeSession, type SessionOptions } from '../fake-agents/claude-session.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { completed, lastEvidence, notProven, outcomes, started, strict } from './checking.ts'
import { silent, unverified, unverifiedAgain } from './expected.ts'
import {
  blocked,
  claudeServerEnv,
  maskReceipts,
  type McpServer,
  partial,
  RECEIPT,
  serve,
  success,
} from './mcp-client.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { newRoom, type Output, type Room } from './room.ts'

const answerCheck = { name: 'answer', run: 'sh check.sh' }

async function checked(room: Room): Promise<Repository> {
  const repository = makeRepository(room, {
    'check.sh': 'test "$(cat answer)" = 42 || { echo "the answer is wrong"; exit 3; }\n',
    answer: '42\n',
  })
  await trustChecks(room, repository, [answerCheck])
  return repository
}

interface Installed extends AsyncDisposable {
  readonly session: ClaudeSession
  readonly server: McpServer
}

/** A session with our hooks and our server, that was asked for something and has worked. */
async function installed(room: Room, { isKnown = false, ...options }: Registration = {}): Promise<Installed> {
  const session = claudeSession(room, { pid: process.pid, ...options, env: { ...strict, ...options.env } })
  await session.start()
  const server = await serve(room, {
    env: { ...strict, ...options.env, ...claudeServerEnv(session.id, { headless: options.headless === true }) },
  })
  if (isKnown) {
    await session.type('What is the answer?')
    await session.sayAndStop(`It is 42.\n\n${session.token}`)
  }
  await session.type('Write the answer.')
  session.edit(2)
  return { session, server, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

async function claim({ session, server }: Installed, args: object = success()): Promise<string> {
  const { texts } = await session.call(server, 'complete_task', args)
  return maskReceipts(texts.join('\n'))
}

function refused(count: string, { session }: Pick<Installed, 'session'>, missing: string, tail?: string): Output {
  return {
    code: 0,
    stdout: `${JSON.stringify({ decision: 'block', reason: refusal(count, session, missing, tail) })}\n`,
    stderr: '',
  }
}

function refusal(count: string, { token }: ClaudeSession, missing: string, tail?: string): string {
  return [
    `FULLSTOP (${count}) ${missing}`,
    'Done: re-read the request, check each part, then call complete_task, or end with the line',
    token,
    'Not done: keep working.',
    ...(missing.includes('check "') ? ['Check wrong? Dispute it (disputed_checks); never work around it.'] : []),
    'Stuck: call complete_task with status blocked.',
    ...(tail === undefined ? [] : tail.split('\n').map((line) => `| ${line}`.trimEnd())),
  ].join('\n')
}

function claimsMade(room: Room): number {
  return room.allEvents().filter(({ kind }) => kind === 'claim.made').length
}

function endings(room: Room): number {
  return room.allEvents().filter(({ kind }) => kind === 'task.ended').length
}

const VERIFIED = `Task completed successfully.\nVerified: passed: answer. You may stop now; if you change anything more, claim again.\n${RECEIPT}`
const UNVERIFIED = `Claim recorded as unverified: claimed, but no check can prove it.\nTell the user that nothing has checked this work. You may stop now; if you change anything more, claim again.\n${RECEIPT}`

interface Registration extends SessionOptions {
  /** A request went before: the session is known from its stop. */
  readonly isKnown?: boolean
}

const registrations: ReadonlyArray<readonly [string, Registration]> = [
  ['all hooks', {}],
  ['all hooks, headless', { headless: true }],
  ['only Stop', { hooks: ['Stop'] }],
  ['only Stop, second request', { hooks: ['Stop'], isKnown: true }],
]
const [allHooks, , onlyStop] = registrations
if (!allHooks || !onlyStop) throw new Error('the table is short')

for (const [name, options] of isVariant ? [allHooks, onlyStop] : registrations) {
  test(`[claim-tool claim-stop F15] (${name}) a verified claim lets the next stop pass: one task, completed once`, async () => {
    using room = newRoom()
    const repository = await checked(room)
    await using at = await installed(room, options)
    repository.write('answer', '42\n')
    expect(await claim(at)).toBe(VERIFIED)
    expect(await at.session.sayAndStop('The answer is written.')).toEqual(completed('answer'))
    expect((await outcomes(room))[0]).toBe('completed')
    if (options.hooks === undefined) expect([claimsMade(room), endings(room)]).toEqual([1, 1])
    expect(started(room)).toEqual(['answer'])
    expect(lastEvidence(room)).toMatchObject({ checks: [{ name: 'answer', result: 'passed' }] })
    // Nothing is held until the person asks for more.
    expect(await at.session.sayAndStop('Bye.')).toEqual(silent)
  })
}

for (const [name, options] of quarterOf(registrations, 0)) {
  test(`[claim-tool claim-stop verify-red] (${name}) a refused claim does not: the stop repeats its reason; mended and claimed again, it passes`, async () => {
    using room = newRoom()
    const repository = await checked(room)
    await using at = await installed(room, options)
    repository.write('answer', '41\n')
    const { texts, isError } = await at.session.call(at.server, 'complete_task', success())
    expect(isError).toBe(true)
    const [head, ...rest] = maskReceipts(texts.join('\n')).split('\n')
    expect([head, rest.slice(-4)]).toEqual([
      'FULLSTOP (1/5) Not done: check "answer" failed (exit 3)',
      [RECEIPT, '', '', 'Claim refused (1 of 5): check "answer" failed: the answer is wrong'],
    ])
    const { stdout } = await at.session.sayAndStop('I stop here.')
    expect(stdout).toContain(
      'FULLSTOP (2/5) Stop refused: the last claim was refused: check \\"answer\\" failed (exit 3).',
    )
    repository.write('answer', '42\n')
    expect(await claim(at, success({ summary: 'Mended.' }))).toBe(VERIFIED)
    expect(await at.session.sayAndStop('Mended.')).toEqual(completed('answer'))
    expect((await outcomes(room))[0]).toBe('completed')
  })
}

for (const [name, options] of quarterOf(registrations, 1)) {
  test(`[claim-tool unverified-told] (${name}) without checks the claim is recorded as unverified, and the stop says so once`, async () => {
    using room = newRoom()
    await using at = await installed(room, options)
    expect(await claim(at)).toBe(UNVERIFIED)
    // `second request`: the remedy came with the first.
    expect([unverified, unverifiedAgain]).toContainEqual(await at.session.sayAndStop('Written.'))
    expect((await outcomes(room))[0]).toBe('unverified')
  })
}

for (const [name, options] of quarterOf(registrations, 2)) {
  test(`[claim-tool claim-stop] (${name}) partial: told to go on, the stop is refused; the second one without progress passes`, async () => {
    using room = newRoom()
    await using at = await installed(room, options)
    expect(await claim(at, partial())).toBe(
      `Task partially completed. Remaining work: the other half\nThis does not end the task: continue with the remaining work, then claim again.\n${RECEIPT}`,
    )
    const { stdout } = await at.session.sayAndStop('Half of it.')
    expect(stdout).toContain('the last claim was refused: remaining work: the other half')
    expect(await claim(at, partial({ summary: 'Still half.' }))).toBe(
      `Task partially completed. Remaining work: the other half\nYou may stop. The task is recorded as partial: tell the user what is missing.\n${RECEIPT}`,
    )
    expect(await at.session.sayAndStop('Still half of it.')).toEqual(
      notProven('partial', 'claimed partial twice with no progress in between'),
    )
    expect((await outcomes(room))[0]).toBe('partial')
  })
}

for (const [name, options] of quarterOf(registrations, 3)) {
  test(`[claim-tool claim-stop] (${name}) blocked: with needs the stop passes at once`, async () => {
    using room = newRoom()
    await using at = await installed(room, options)
    expect(await claim(at, blocked({ needs: 'credentials' }))).toBe(
      `Task blocked. Remaining work: the download\nYou may stop: tell the user what you need (credentials) and what for.\n${RECEIPT}`,
    )
    expect(await at.session.sayAndStop('I need the key.')).toEqual(
      notProven('needs-input', 'the agent needs credentials'),
    )
    expect((await outcomes(room))[0]).toBe('needs-input')
  })
}

test.skipIf(isVariant)(
  '[claim-tool claim-stale] (only Stop and PostToolUse) work after the claim makes it stale',
  async () => {
    using room = newRoom()
    await using at = await installed(room, { hooks: ['Stop', 'PostToolUse', 'PostToolUseFailure'] })
    await claim(at)
    at.session.edit(20)
    expect((await at.session.sayAndStop('And 20 more files.')).stdout).toContain('worked on after it: claim again')
  },
)

test.skipIf(isVariant)(
  '[claim-tool claim-stop] (only Stop, after a conversation) the claim reaches the request that only the stop tells of',
  async () => {
    using room = newRoom()
    const repository = await checked(room)
    const session = claudeSession(room, { pid: process.pid, hooks: ['Stop'], env: strict })
    await using server = await serve(room, { env: { ...strict, ...claudeServerEnv(session.id) } })
    await session.type('What is the answer?')
    expect(await session.sayAndStop('It is 42, I think.')).toEqual(silent)
    await session.type('Write it down.')
    session.edit(2)
    repository.write('answer', '42\n')
    const { texts } = await session.call(server, 'complete_task', success())
    expect(maskReceipts(texts.join('\n'))).toBe(VERIFIED)
    expect(await session.sayAndStop('Written.')).toEqual(completed('answer'))
    expect([await outcomes(room), endings(room)]).toEqual([['completed'], 1])
  },
)

test.skipIf(isVariant)('[claim-tool claim-stop] blocked without needs: pushed once, then it passes', async () => {
  using room = newRoom()
  await using at = await installed(room)
  expect(await claim(at, blocked())).toBe(
    `Task blocked. Remaining work: the download\nTry another way now. If nothing works, claim blocked again, with \`needs\` if only the user can help: then you may stop.\n${RECEIPT}`,
  )
  at.session.edit()
  expect(await claim(at, blocked({ summary: 'Tried a third.' }))).toBe(
    `Task blocked. Remaining work: the download\nYou may stop. The task is recorded as blocked: tell the user what is missing.\n${RECEIPT}`,
  )
  expect(await at.session.sayAndStop('No mirror works.')).toEqual(
    notProven('blocked', 'the agent says it is blocked: Tried a third; remaining: the download'),
  )
  expect(await outcomes(room)).toEqual(['blocked'])
})

test.skipIf(isVariant)(
  '[claim-tool claim-stop] blocked without needs and then just a stop: refused with the reason, no third push',
  async () => {
    using room = newRoom()
    await using at = await installed(room)
    await claim(at, blocked())
    const { stdout } = await at.session.sayAndStop('I give up.')
    expect(stdout).toContain(
      'FULLSTOP (2/5) Stop refused: the last claim was refused: the agent says it is blocked: Tried both mirrors; remaining: the download',
    )
    await claim(at, blocked({ summary: 'Really.' }))
    expect(await at.session.sayAndStop('I give up.')).toEqual(
      notProven('blocked', 'the agent says it is blocked: Really; remaining: the download'),
    )
  },
)

for (const [name, options] of quarterOf([allHooks, onlyStop], 0)) {
  test(`[claim-stale stale-claim] (${name}) work after the claim makes it stale, and the refusal says why`, async () => {
    using room = newRoom()
    const repository = await checked(room)
    await using at = await installed(room, options)
    repository.write('answer', '42\n')
    expect(await claim(at)).toBe(VERIFIED)
    repository.write('other', 'more\n')
    at.session.edit()
    expect(await at.session.sayAndStop('And another file.')).toEqual(
      refused('1/5', at, 'Stop refused: you claimed success, but the tree changed after it: claim again.'),
    )
    expect(await claim(at)).toBe(VERIFIED)
    expect(await at.session.sayAndStop('Now.')).toEqual(completed('answer'))
    expect(await outcomes(room)).toEqual(['completed'])
  })

  test(`[claim-stale stale-claim] (${name}) without a repository a changing call after it does`, async () => {
    using room = newRoom()
    await using at = await installed(room, options)
    expect(await claim(at)).toBe(UNVERIFIED)
    at.session.edit()
    expect(await at.session.sayAndStop('And another file.')).toEqual(
      refused('1/5', at, 'Stop refused: you claimed success, but worked on after it: claim again.'),
    )
    expect(await claim(at, success({ summary: 'Wrote both.' }))).toBe(UNVERIFIED)
    expect(await at.session.sayAndStop('Now.')).toEqual(unverified)
  })

  test(`[claim-stale] (${name}) a commit alone does not, nor does a look around`, async () => {
    using room = newRoom()
    const repository = await checked(room)
    await using at = await installed(room, options)
    repository.write('answer', '42\n')
    repository.write('notes', 'more\n')
    expect(await claim(at)).toBe(VERIFIED)
    repository.commit()
    at.session.use('Bash', { command: 'git add --all && git commit --message Answer' })
    at.session.use('Read', { file_path: 'answer' })
    expect(await at.session.sayAndStop('Committed.')).toEqual(completed('answer'))
    expect(started(room)).toEqual(['answer'])
  })
}

test.skipIf(isVariant)(
  '[claim-stale] a change that is taken back before the stop leaves the claim as it was',
  async () => {
    using room = newRoom()
    const repository = await checked(room)
    await using at = await installed(room)
    repository.write('answer', '42\n')
    await claim(at)
    repository.write('answer', '43\n')
    repository.write('answer', '42\n')
    at.session.edit()
    expect(await at.session.sayAndStop('Back again.')).toEqual(completed('answer'))
  },
)

test.skipIf(isVariant)(
  '[claim-tool] claims by tool and by text in one message: the words add nothing, and there is one claim',
  async () => {
    using room = newRoom()
    const repository = await checked(room)
    await using at = await installed(room)
    repository.write('answer', '42\n')
    await claim(at)
    expect(await at.session.sayAndStop(`Done.\n\n${at.session.token}`)).toEqual(completed('answer'))
    expect(claimsMade(room)).toBe(1)
    expect(await outcomes(room)).toEqual(['completed'])
  },
)

test('[claim-tool claim-newest] the newest claim counts: success in words after a partial call', async () => {
  using room = newRoom()
  const repository = await checked(room)
  await using at = await installed(room)
  await claim(at, partial())
  repository.write('answer', '42\n')
  at.session.edit()
  expect(await at.session.sayAndStop(`All of it.\n\n${at.session.token}`)).toEqual(completed('answer'))
})

test.skipIf(isVariant)('[claim-tool claim-newest] the newest claim counts: a call after words', async () => {
  using room = newRoom()
  const repository = await checked(room)
  await using at = await installed(room)
  repository.write('answer', '42\n')
  at.session.say(`I think it is done.\n\n${at.session.token}`)
  expect(await claim(at, blocked({ needs: 'input' }))).toStartWith('Task blocked.')
  expect(await at.session.sayAndStop('I need to know which answer.')).toEqual(
    notProven('needs-input', 'the agent needs input'),
  )
})

test.skipIf(isVariant)(
  '[claim-tool claim-newest] words that claim after a refused call are a claim of their own',
  async () => {
    using room = newRoom()
    const repository = await checked(room)
    await using at = await installed(room)
    repository.write('answer', '41\n')
    await claim(at)
    repository.write('answer', '42\n')
    at.session.edit()
    expect(await at.session.sayAndStop(`Mended.\n\n${at.session.token}`)).toEqual(completed('answer'))
  },
)

test('[claim-tool mention] the last message takes the claim back, and the stop is refused for it', async () => {
  using room = newRoom()
  const repository = await checked(room)
  await using at = await installed(room)
  repository.write('answer', '42\n')
  await claim(at)
  expect(await at.session.sayAndStop('Wait, that is wrong: it is not done yet, the second part is missing.')).toEqual(
    refused('1/5', at, 'Stop refused: you claimed success, but your last message takes it back.'),
  )
})

test('[claim-tool stale-claim] a prompt after the claim spends it', async () => {
  using room = newRoom()
  const repository = await checked(room)
  await using at = await installed(room)
  repository.write('answer', '42\n')
  await claim(at)
  await at.session.typeWhileWorking('And write the docs.')
  at.session.edit()
  const { stdout } = await at.session.sayAndStop('The answer is there.')
  expect(stdout).toContain('FULLSTOP (1/5) Stop refused: ')
  await claim(at, success({ summary: 'Docs too.' }))
  expect(await at.session.sayAndStop('Docs too.')).toEqual(completed('answer'))
  expect(await outcomes(room)).toEqual(['completed'])
})

test.skipIf(isVariant)('[claim-tool stale-claim] … also where only the transcript tells of the prompt', async () => {
  using room = newRoom()
  const repository = await checked(room)
  await using at = await installed(room, { hooks: ['Stop'] })
  repository.write('answer', '42\n')
  await claim(at)
  await at.session.typeWhileWorking('And write the docs.')
  at.session.edit()
  const { stdout } = await at.session.sayAndStop('The answer is there.')
  expect(stdout).toContain('FULLSTOP (1/5) Stop refused: ')
})

test.skipIf(isVariant)(
  '[claim-tool stale-claim] a claim of an earlier request does not carry over to the next',
  async () => {
    using room = newRoom()
    const repository = await checked(room)
    await using at = await installed(room)
    repository.write('answer', '42\n')
    await claim(at)
    expect(await at.session.sayAndStop('Done.')).toEqual(completed('answer'))
    await at.session.type('Now the docs.')
    at.session.edit(2)
    expect(await at.session.sayAndStop('Half of the docs.')).toEqual(
      refused('1/5', at, 'Stop refused: nothing says that the task is done.'),
    )
    expect(await outcomes(room)).toEqual(['open', 'completed'])
  },
)

test('[claim-tool no-open-task] a claim after the task has ended is told so, and opens nothing', async () => {
  using room = newRoom()
  await using at = await installed(room)
  await claim(at)
  await at.session.sayAndStop('Done.')
  expect(await claim(at, success({ summary: 'Once more.' }))).toBe(
    'No task is open here: task_ID has ended (unverified), and the user asked for nothing since. You may stop.',
  )
  expect(await outcomes(room)).toEqual(['unverified'])
  expect(claimsMade(room)).toBe(1)
})

test('[claim-tool todo-open] an open todo refuses the claim in the same turn; closed, the next stop asks for a claim', async () => {
  using room = newRoom()
  await using at = await installed(room)
  at.session.use('TodoWrite', { todos: [{ content: 'Write the docs', status: 'pending' }] })
  expect(await claim(at)).toBe(
    `${refusal('1/5', at.session, 'Not done: open todo: Write the docs. Finish them, or say in the claim what became of each.')}\n${RECEIPT}\n\n\nClaim refused (1 of 5): open todo: Write the docs`,
  )
  at.session.use('TodoWrite', { todos: [{ content: 'Write the docs', status: 'completed' }] })
  expect(await at.session.sayAndStop('The docs are written now.')).toEqual(
    refused('2/5', at, 'Stop refused: the todos that your claim was refused for are closed now: claim again.'),
  )
  expect(await claim(at, success({ summary: 'With docs.' }))).toBe(UNVERIFIED)
  expect(await at.session.sayAndStop('Done.')).toEqual(unverified)
})

test.skipIf(isVariant)(
  '[claim-tool F9 stuck] the same refusal by tool three times without progress: not proven, and the stop passes',
  async () => {
    using room = newRoom()
    const repository = await checked(room)
    await using at = await installed(room)
    repository.write('answer', '41\n')
    const told: string[] = []
    for (const nth of [1, 2, 3, 4]) told.push(await claim(at, success({ summary: `Try ${nth}.` })))
    expect(told.map((text) => text.split('\n')[0])).toEqual([
      'FULLSTOP (1/5) Not done: check "answer" failed (exit 3)',
      'FULLSTOP (2/5) Not done: check "answer" failed (exit 3)',
      'FULLSTOP (3/5) Not done: check "answer" failed (exit 3)',
      'Not proven done: stuck (the same refusal was given 3 times with no progress in between; check "answer" failed (exit 3)).',
    ])
    const { stdout } = await at.session.sayAndStop('I cannot.')
    expect(stdout).toContain('Fullstop: not proven done: stuck')
    expect(await outcomes(room)).toEqual(['stuck'])
  },
)

test('[claim-tool F9 cap] refusals by tool and by stop are counted together, and the loop ends', async () => {
  using room = newRoom()
  const repository = await checked(room)
  await using at = await installed(room)
  const firsts: string[] = []
  for (const nth of [1, 2, 3, 4, 5, 6]) {
    repository.write('answer', `${nth}\n`)
    at.session.edit()
    if (nth % 2 === 1) firsts.push((await claim(at, success({ summary: `Try ${nth}.` }))).slice(0, 14))
    else firsts.push((await at.session.sayAndStop(`Try ${nth}.`)).stdout.slice(0, 60))
  }
  expect(firsts.slice(0, 5).map((text) => /FULLSTOP \((\d)\/5\)/.exec(text)?.[1])).toEqual(['1', '2', '3', '4', '5'])
  expect(firsts[5]).toContain('not proven done: capped')
})

test.skipIf(isVariant)(
  '[claim-tool warnings] the refused call itself is not the failed last tool that a person must look at',
  async () => {
    using room = newRoom()
    const repository = await checked(room)
    await using at = await installed(room)
    repository.write('answer', '41\n')
    await claim(at)
    repository.write('answer', '42\n')
    expect(await at.session.sayAndStop(`Mended.\n\n${at.session.token}`)).toEqual(completed('answer'))
  },
)

for (const server of quarterOf(['plugin_fullstop_fullstop', 'fullstop', 'gate'], 0)) {
  test(`[claim-tool claim-stop] the server registered as "${server}": its call is no work, and the stop passes`, async () => {
    using room = newRoom()
    await using at = await installed(room, { hooks: ['Stop', 'SessionStart', 'UserPromptSubmit'] })
    await at.session.call(at.server, 'complete_task', success(), { server })
    expect(await at.session.sayAndStop('Written.')).toEqual(unverified)
    expect(endings(room)).toBe(1)
  })
}

test.skipIf(isVariant)('[claim-tool] attempt_completion is the same as complete_task with success', async () => {
  using room = newRoom()
  const repository = await checked(room)
  await using at = await installed(room)
  repository.write('answer', '42\n')
  const { texts } = await at.session.call(at.server, 'attempt_completion', { result: 'Wrote it.' })
  expect(maskReceipts(texts.join('\n'))).toBe(VERIFIED)
  expect(await at.session.sayAndStop('Done.')).toEqual(completed('answer'))
})

test.skipIf(isVariant)('[claim-tool background] a claim wins over a question as the last words', async () => {
  using room = newRoom()
  const repository = await checked(room)
  await using at = await installed(room)
  repository.write('answer', '42\n')
  await claim(at)
  expect(await at.session.sayAndStop('All done. Shall I commit it?')).toEqual(completed('answer'))
})

test.skipIf(isVariant)(
  '[claim-tool resume F15] a session that is resumed after the claim keeps it only until it works on',
  async () => {
    using room = newRoom()
    const repository = await checked(room)
    await using at = await installed(room)
    repository.write('answer', '42\n')
    await claim(at)
    await at.session.start('compact')
    expect(await at.session.sayAndStop('Done.')).toEqual(completed('answer'))
    expect(await outcomes(room)).toEqual(['completed'])
  },
)

test.skipIf(isVariant)(
  '[claim-tool no-transcript] without a transcript the hook binds the claim, and the stop passes',
  async () => {
    using room = newRoom()
    const repository = await checked(room)
    await using at = await installed(room)
    repository.write('answer', '42\n')
    await claim(at)
    writeFileSync(at.session.transcript, '')
    expect(await at.session.sayAndStop('Done.', { flush: 'never' })).toEqual(completed('answer'))
  },
)

test('[claim-tool late-flush] a transcript that has neither call nor last message yet does not void the claim', async () => {
  using room = newRoom()
  const repository = await checked(room)
  await using at = await installed(room, { hooks: ['SessionStart', 'UserPromptSubmit', 'Stop'] })
  repository.write('answer', '42\n')
  // The host writes the call and what follows only after it asked us.
  await at.server.answer('complete_task', success(), { 'claudecode/toolUseId': 'toolu_late' })
  expect(await at.session.sayAndStop('Done.', { flush: 'never' })).toEqual(completed('answer'))
})

// `fullstop claim` from the agent's own shell

const fromShell = ['claim', 'success', '--summary', 'Wrote the answer'] as const

for (const [name, options] of quarterOf([allHooks, onlyStop], 0)) {
  test(`[claim-cli] (${name}) a claim from the agent's shell: its checks run at the stop`, async () => {
    using room = newRoom()
    const repository = await checked(room)
    await using at = await installed(room, options)
    repository.write('answer', '42\n')
    const { code, stdout } = await at.session.shell(fromShell)
    expect(code).toBe(0)
    // Where no hook was heard yet, nobody knows that a stop will come.
    if (options.hooks === undefined) {
      expect(maskReceipts(stdout)).toBe(
        `Claim recorded. Its checks run when you stop: answer. Stop now; if you change anything more, claim again.\n${RECEIPT}\n`,
      )
    }
    expect(started(room)).toEqual([])
    expect(await at.session.sayAndStop('Done.')).toEqual(completed('answer'))
    expect(await outcomes(room)).toEqual(['completed'])
  })

  test.skipIf(isVariant)(`[claim-cli verify-red] (${name}) … and red checks refuse the stop`, async () => {
    using room = newRoom()
    const repository = await checked(room)
    await using at = await installed(room, options)
    repository.write('answer', '41\n')
    await at.session.shell(fromShell)
    const { stdout } = await at.session.sayAndStop('Done.')
    expect(stdout).toContain('FULLSTOP (1/5) Not done: check \\"answer\\" failed (exit 3)')
    repository.write('answer', '42\n')
    await at.session.shell(['claim', 'success', '--summary', 'Mended'])
    expect(await at.session.sayAndStop('Mended.')).toEqual(completed('answer'))
  })
}

test.skipIf(isVariant)('[claim-cli claim-stale] work after it makes it stale', async () => {
  using room = newRoom()
  const repository = await checked(room)
  await using at = await installed(room)
  repository.write('answer', '42\n')
  await at.session.shell(fromShell)
  repository.write('other', 'more\n')
  at.session.edit()
  const { stdout } = await at.session.sayAndStop('Done.')
  expect(stdout).toContain('you claimed success, but the tree changed after it: claim again.')
})

test('[claim-cli] partial and blocked are answered at once; without checks success is unverified', async () => {
  using room = newRoom()
  await using at = await installed(room)
  const said = async (...args: readonly string[]): Promise<readonly [number, string]> => {
    const { code, stdout } = await at.session.shell(['claim', ...args])
    return [code, stdout.split('\n')[0] ?? '']
  }
  expect(await said('partial', '--summary', 'Half', '--remaining', 'the rest')).toEqual([
    0,
    'Task partially completed. Remaining work: the rest',
  ])
  at.session.edit()
  expect(await said('blocked', '--summary', 'No', '--remaining', 'the rest', '--needs', 'permission')).toEqual([
    0,
    'Task blocked. Remaining work: the rest',
  ])
  expect(await said('success', '--summary', 'All of it')).toEqual([
    0,
    'Claim recorded as unverified: claimed, but no check can prove it.',
  ])
  expect(await at.session.sayAndStop('Done.')).toEqual(unverified)
})

test("[claim-cli F12] a claim from a subagent's shell is none: the call is not on the main chain", async () => {
  using room = newRoom()
  const repository = await checked(room)
  await using at = await installed(room)
  repository.write('answer', '42\n')
  await room.run([...fromShell], { env: at.session.env })
  at.session.use('Task', { description: 'Write the answer', prompt: 'Write it.' })
  const { stdout } = await at.session.sayAndStop('The helper says it is done.')
  expect(stdout).toContain('FULLSTOP (1/5) Stop refused: nothing says that the task is done.')
})

test('[claim-cli] usage: what is missing is named, exit 2, and nothing is recorded', async () => {
  using room = newRoom()
  const rows: ReadonlyArray<readonly [readonly string[], string]> = [
    [[], 'success|partial|blocked is missing'],
    [['done', '--summary', 'x'], '"done" is not success, partial or blocked'],
    [['success'], '--summary is missing or blank'],
    [['success', '--summary', '  '], '--summary is missing or blank'],
    [['partial', '--summary', 'x'], '--remaining is required for partial'],
    [['blocked', '--summary', 'x', '--remaining', 'y', '--needs', 'luck'], '--needs luck is not one of'],
    [['success', '--summary', 'x'.repeat(40_000)], '--summary has 40000 characters; 32768 is the most'],
  ]
  for (const [args, words] of rows) {
    const { code, stderr } = await room.run(['claim', ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)])
  }
  expect(await room.tasks()).toEqual([])
})

test('[claim-cli] from a clean environment the checks run at once: exit 0 accepted, 1 refused', async () => {
  using room = newRoom()
  const repository = await checked(room)
  repository.write('answer', '41\n')
  const red = await room.run([...fromShell, '--json'])
  expect([red.code, JSON.parse(red.stdout)]).toMatchObject([1, { decision: 'refused', may_stop: false }])
  repository.write('answer', '42\n')
  const green = await room.run([...fromShell])
  expect([green.code, green.stdout]).toEqual([
    0,
    expect.stringMatching(
      /^Task completed successfully\.\nVerified: passed: answer\. [\s\S]*\nReceipt: clm_\w+ for task_\w+\n$/,
    ),
  ])
})

test('[claim-tool claim-cli] detect.strategies without tool and cli: such claims are refused with the ways that are on', async () => {
  using room = newRoom()
  writeFileSync(join(room.cwd, 'fullstop.json'), JSON.stringify({ detect: { strategies: ['done-token'] } }))
  makeRepository(room)
  await room.runAtTerminal(['trust', '--yes'])
  await using at = await installed(room)
  expect(await claim(at)).toBe(
    'The claim was not recorded: claims by tool are off here (detect.strategies).\nNext: claim by one of: done-token.',
  )
  const { code, stdout } = await at.session.shell(fromShell)
  expect([code, stdout]).toEqual([
    1,
    'The claim was not recorded: claims by cli are off here (detect.strategies).\nNext: claim by one of: done-token.\n',
  ])
})
