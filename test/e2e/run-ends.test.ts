// How the turn of an agent ended is read from structured fields, never from words or an exit code, and every end has a name.
import { expect, test } from 'bun:test'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isVariant, quarterOf } from '../rounds.ts'
import { nothingLeft } from './checking.ts'
import { finishes, refusalOf, REQUEST, running, saysDone, stops, writes } from './running.ts'
import type { Turn } from '../fake-agents/script.ts'

/** The first pause after a fault; later ones grow from it. */
const quick = { env: { FULLSTOP_FIRST_PAUSE_MS: '5' } }

const works: Turn = [{ do: 'say', text: 'I look around.' }, writes('4\n')]

test('[run-ends F4] exit code 0 without a result is a crash, and no success', async () => {
  using at = await running()
  at.script([[...works, { do: 'exit', code: 0 }], finishes])
  const { code, story, calls } = await at.run([], quick)
  expect(story).toEqual([
    'starts: first',
    'ends: crashed',
    'allow by 2: not-the-agents-choice',
    'waits',
    'has waited',
    'starts: again',
    'ends: stopped',
    'claims success by done-token',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  expect(calls[1]).toMatchObject({
    isResumed: true,
    session: calls[0]?.session,
    prompt: 'FULLSTOP: Your process ended in the middle of the work. Look at what is there, then continue.',
  })
  expect(code).toBe(0)
})

test('[run-ends F4 F5] an agent that crashes three times has failed, with its own last words', async () => {
  using at = await running()
  at.script([], [{ do: 'exit', code: 1, errors: 'Error: EBADPORT, cannot bind\n' }])
  const { code, story, calls, stdout } = await at.run([], quick)
  expect(story.filter((line) => line.startsWith('end'))).toEqual([
    'ends: crashed',
    'ends: crashed',
    'ends: crashed',
    'ended: agent-failed',
  ])
  expect([code, calls.length]).toEqual([10, 3])
  expect(calls.map(({ prompt }) => prompt)).toEqual([REQUEST, REQUEST, REQUEST])
  expect(stdout).toContain('Error: EBADPORT, cannot bind')
})

test.skipIf(isVariant)('[run-ends] a crash that a turn follows is forgotten: only those in a row count', async () => {
  using at = await running()
  const crash: Turn = [...works, { do: 'die', signal: 'SIGKILL' }]
  at.script([crash, crash, [...works, { do: 'stop' }], crash, crash, finishes])
  const { code, story } = await at.run([], quick)
  expect(story.filter((line) => line.startsWith('end'))).toEqual([
    'ends: crashed',
    'ends: crashed',
    'ends: stopped',
    'ends: crashed',
    'ends: crashed',
    'ends: stopped',
    'ended: completed',
  ])
  expect(code).toBe(0)
})

test.each(
  quarterOf(
    [
      ['fault-401-always', 'auth', 'Invalid API key · Fix external API key'],
      ['oauth-401', 'auth', ''],
      ['not-logged-in', 'auth', 'Not logged in · Please run /login'],
      ['fault-404-model-always', 'model-missing', "There's an issue with the selected model"],
    ] as const,
    0,
  ),
)('[run-ends F5] %s: the agent has failed at once, in its own words', async (fixture, kind, words) => {
  using at = await running()
  at.script([], [{ do: 'replay', fixture }])
  const { code, story, calls, stdout } = await at.run([], quick)
  expect(story).toEqual([
    'starts: first',
    `ends: ${kind}`,
    'agent-failed by 2: not-the-agents-choice',
    'ended: agent-failed',
  ])
  expect([code, calls.length]).toEqual([10, 1])
  expect(stdout).toContain(words)
})

test('[run-ends F5] a model that refuses the request is blocked, not pushed', async () => {
  using at = await running()
  at.script([], [{ do: 'replay', fixture: 'fault-refusal-always' }])
  const { code, story, calls, stdout } = await at.run([], quick)
  expect(story.slice(1)).toEqual(['ends: model-refused', 'blocked by 2: not-the-agents-choice', 'ended: blocked'])
  expect([code, calls.length]).toEqual([5, 1])
  expect(stdout).toContain("Opus 5.5's safeguards flagged this message")
})

test.each(
  quarterOf(
    [
      [
        'fault-max-tokens-always',
        'output-cut',
        'Your output was cut off by its length limit. Continue where it ended, in smaller pieces.',
      ],
      ['max-turns', 'agent-cap', 'A limit of your own ended your turn. Continue where you were.'],
    ] as const,
    0,
  ),
)('[run-ends] %s: continues in its session, told why', async (fixture, kind, words) => {
  using at = await running()
  at.script([[...works, { do: 'replay', fixture }], finishes])
  const { code, story, calls } = await at.run([], quick)
  expect(story.slice(0, 4)).toEqual([
    'starts: first',
    `ends: ${kind}`,
    'continue by 2: not-the-agents-choice',
    'starts: same',
  ])
  const [first, second] = calls
  expect(second).toMatchObject({ isResumed: true, session: first?.session, prompt: refusalOf('1/5', first, words) })
  expect(code).toBe(0)
})

test.each(quarterOf(['fault-context-always', 'context-after-work'] as const, 0))(
  '[run-ends run-fresh] %s: the context is full, so a fresh session takes over with the brief',
  async (fixture) => {
    using at = await running()
    at.script([[...works, { do: 'replay', fixture }], finishes])
    const { code, story, calls } = await at.run([], quick)
    expect(story.slice(0, 4)).toEqual([
      'starts: first',
      'ends: context-limit',
      'continue by 2: not-the-agents-choice',
      'starts: fresh',
    ])
    expect(calls[1]?.isResumed).toBe(false)
    expect(calls[1]?.prompt).toContain('> Write the answer.\n> It is 42.')
    expect(calls[1]?.prompt).toContain('The context of the former session was full. Continue from here.')
    expect(code).toBe(0)
  },
)

test('[run-ends] a permission that nobody could give is told once; denied again, the task needs input', async () => {
  using at = await running()
  const denied: Turn = [
    { do: 'say', text: 'I could not install it.' },
    { do: 'stop', denied: [{ tool: 'Bash', command: 'npm install left-pad' }] },
  ]
  at.script([], denied)
  const { code, story, calls, stdout } = await at.run()
  expect(story.filter((line) => / by \d/.test(line))).toEqual([
    'continue by 10: permission',
    'needs-input by 10: permission',
  ])
  expect(calls[1]?.prompt).toStartWith('FULLSTOP (1/5) nobody could permit: Bash (npm install left-pad).')
  expect([code, calls.length]).toEqual([12, 2])
  expect(stdout).toContain('Bash (npm install left-pad)')
})

test.skipIf(isVariant)(
  '[run-ends] a denied call that the agent did without is no reason to hold its claim',
  async () => {
    using at = await running()
    at.script([[...finishes, { do: 'stop', denied: [{ tool: 'Bash', command: 'npm install left-pad' }] }]])
    const { code, story } = await at.run()
    expect(story.slice(-2)).toEqual(['completed by 4: checks-passed', 'ended: completed'])
    expect(code).toBe(0)
  },
)

const asks: Turn = [{ do: 'say', text: 'Shall I use tabs or spaces?' }]

test('[run-questions F5] a question is pushed once; asked again, the task needs input', async () => {
  using at = await running()
  at.script([], asks)
  const { code, story, calls, stdout } = await at.run()
  expect(story.filter((line) => / by \d/.test(line))).toEqual([
    'continue by 10: question',
    'needs-input by 10: question',
  ])
  expect(calls[1]?.prompt).toStartWith(
    'FULLSTOP (1/5) Nobody is there to answer. Decide it yourself if the request allows that.',
  )
  expect([code, calls.length]).toEqual([12, 2])
  expect(stdout).toContain('Shall I use tabs or spaces?')
  // The person answers later, and it continues with their words.
  at.script([], finishes)
  const answered = await at.goOn(['resume', (await at.room.tasks())[0]?.id ?? '', 'Tabs, of course.'])
  expect(answered.calls.at(-1)).toMatchObject({ isResumed: true, session: calls[0]?.session })
  expect(answered.calls.at(-1)?.prompt).toStartWith('Tabs, of course.')
  expect(answered.code).toBe(0)
})

test('[run-questions] --answer fail: the task needs input at once', async () => {
  using at = await running()
  at.script([], asks)
  const { code, story, calls } = await at.run(['--answer', 'fail'])
  expect(story.slice(-2)).toEqual(['needs-input by 10: question', 'ended: needs-input'])
  expect([code, calls.length]).toEqual([12, 1])
})

test.skipIf(isVariant)(
  '[run-questions] --answer ask where nobody can be asked: as if nothing had been said',
  async () => {
    using at = await running()
    at.script([], asks)
    const { code, story, calls } = await at.run(['--answer', 'ask'])
    expect(story.filter((line) => / by \d/.test(line))).toEqual([
      'continue by 10: question',
      'needs-input by 10: question',
    ])
    expect([code, calls.length]).toEqual([12, 2])
  },
)

test.skipIf(isVariant)(
  '[run-questions] --answer ask at a terminal: the person answers, and their words reach the agent',
  async () => {
    using at = await running()
    at.script([asks, finishes])
    const typed = [{ after: '\n> ', keys: 'Tabs, of course.\r' }]
    const args = ['run', '--agent', 'claude', '--answer', 'ask', REQUEST]
    const { code } = await at.room.runAtTerminal(args, at.env, { typed })
    expect(code).toBe(0)
    expect(at.calls()[1]).toMatchObject({ isResumed: true, session: at.calls()[0]?.session })
    expect(at.calls()[1]?.prompt).toStartWith('Tabs, of course.')
  },
)

test.skipIf(isVariant)('[run-questions] --answer TEXT: the words reach the agent, at every question', async () => {
  using at = await running()
  at.script([asks, [{ do: 'say', text: 'And how wide shall they be?' }], finishes])
  const answer = `Tabs, 8 wide. ${'Tabs are never spaces. '.repeat(60)}That is all.`
  const { code, story, calls } = await at.run(['--answer', answer])
  expect(story.filter((line) => / by \d/.test(line)).slice(0, 2)).toEqual([
    'continue by 10: question',
    'continue by 10: question',
  ])
  expect(calls[1]?.prompt).toStartWith('FULLSTOP (1/5) Your question is answered')
  expect(calls[1]?.prompt).toContain(answer)
  expect(calls[2]?.prompt).toStartWith('FULLSTOP (2/5) Your question is answered')
  expect(calls[2]?.prompt).toContain(answer)
  expect(code).toBe(0)
})

test.skipIf(isVariant)('[run-questions F9] --answer TEXT to an agent that only asks has an end: stuck', async () => {
  using at = await running()
  at.script([], asks)
  const { code, story, calls } = await at.run(['--answer', 'Tabs.'])
  expect(story.at(-1)).toBe('ended: stuck')
  expect([code, calls.length]).toEqual([7, 4])
})

test('[run-hangs F10] an agent that hangs is ended and told; nothing of it is left', async () => {
  using at = await running()
  at.script([[...works, { do: 'hang' }], finishes])
  const { code, story, calls } = await at.run(['--idle-timeout', '3s'])
  expect(story.slice(0, 4)).toEqual([
    'starts: first',
    'ends: hung',
    'continue by 2: not-the-agents-choice',
    'starts: same',
  ])
  expect(calls[1]?.prompt).toStartWith('FULLSTOP (1/5) Your turn was ended because nothing happened any more.')
  expect(code).toBe(0)
  await nothingLeft(at.room)
})

test.skipIf(isVariant)('[run-hangs F10] silence while a child computes is no hang', async () => {
  using at = await running()
  at.script([[{ do: 'burn', ms: 8000 }, ...finishes]])
  const { code, story } = await at.run(['--idle-timeout', '3s'])
  expect(story.slice(0, 2)).toEqual(['starts: first', 'ends: stopped'])
  expect(code).toBe(0)
})

test.skipIf(isVariant)(
  '[run-hangs] a dev server that outlives the turn is ended with it, and the claim counts',
  async () => {
    using at = await running()
    at.script([[{ do: 'background', line: 'npm run dev' }, ...finishes, { do: 'stop' }]])
    const { code, story, calls } = await at.run()
    expect(story).toEqual([
      'starts: first',
      'ends: stopped',
      'claims success by done-token',
      'completed by 4: checks-passed',
      'ended: completed',
    ])
    expect([code, calls.length]).toEqual([0, 1])
    await nothingLeft(at.room)
  },
)

test('[run-hangs F10] work in the background that ends by itself is waited for, and its turn counts', async () => {
  using at = await running()
  const background = { do: 'background', line: 'npm test', ms: 3600, next: [writes(), saysDone] } as const
  at.script([[background, { do: 'say', text: 'The tests run.' }, { do: 'stop' }]])
  const { code, story, calls } = await at.run()
  expect(story).toEqual([
    'starts: first',
    'ends: stopped',
    'claims success by done-token',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  expect([code, calls.length]).toEqual([0, 1])
})

test('[run-ends F5] a program that cannot be started has failed, once', async () => {
  using at = await running()
  const program = join(at.room.root, 'bin', 'claude')
  writeFileSync(program, '#!/no/such/interpreter\n')
  chmodSync(program, 0o755)
  const { code, story, stdout } = await at.run()
  expect(story).toEqual([
    'starts: first',
    'ends: not-started',
    'agent-failed by 2: not-the-agents-choice',
    'ended: agent-failed',
  ])
  expect(code).toBe(10)
  expect(stdout).toContain('agent-failed')
})

test.each(
  quarterOf(
    [
      ['fault-401-always', 'auth', 'agent-failed', 10],
      ['fault-404-model-always', 'model-missing', 'agent-failed', 10],
      ['fault-invalid-prompt-always', 'model-refused', 'blocked', 5],
    ] as const,
    2,
  ),
)('[run-ends F5] Codex, %s: %s, so %s', async (fixture, kind, outcome, exit) => {
  using at = await running()
  at.script([], [{ do: 'replay', fixture }])
  const { code, story, calls } = await at.run([], { agent: 'codex', ...quick })
  expect(story).toEqual([
    'starts: first',
    `ends: ${kind}`,
    `${outcome} by 2: not-the-agents-choice`,
    `ended: ${outcome}`,
  ])
  expect([code, calls.length]).toEqual([exit, 1])
})

test.each(
  quarterOf(
    [
      ['fault-incomplete-max-tokens-always', 'output-cut', 'same'],
      ['fault-context-400-always', 'context-limit', 'fresh'],
      ['fault-context-failed-always', 'context-limit', 'fresh'],
    ] as const,
    1,
  ),
)('[run-ends] Codex, %s: %s, so it goes on (%s)', async (fixture, kind, how) => {
  using at = await running()
  at.script([[...works, { do: 'replay', fixture }], finishes])
  const { code, story, calls } = await at.run([], { agent: 'codex', ...quick })
  expect(story.slice(0, 4)).toEqual([
    'starts: first',
    `ends: ${kind}`,
    'continue by 2: not-the-agents-choice',
    `starts: ${how}`,
  ])
  expect(calls[1]?.isResumed).toBe(how === 'same')
  expect(code).toBe(0)
})

test.skipIf(isVariant)(
  '[run-ends F4] Codex that ends in the middle of its turn with exit code 0 has crashed',
  async () => {
    using at = await running()
    at.script([[...works, { do: 'exit', code: 0 }], finishes])
    const { code, story, calls } = await at.run([], { agent: 'codex', ...quick })
    expect(story.slice(0, 3)).toEqual(['starts: first', 'ends: crashed', 'allow by 2: not-the-agents-choice'])
    expect(calls[1]).toMatchObject({ isResumed: true, session: calls[0]?.session })
    expect(code).toBe(0)
  },
)

test.skipIf(isVariant)(
  '[run-ends] a claim that the tool accepted stands, although the provider failed after it',
  async () => {
    using at = await running()
    const about = { original_request_summary: 'Write the answer.', summary: 'Wrote it.' }
    at.script([
      [
        writes(),
        { do: 'call', tool: 'complete_task', args: { status: 'success', ...about } },
        { do: 'replay', fixture: 'fault-529-always' },
      ],
      stops,
    ])
    const { code, story, calls } = await at.run([], quick)
    expect(story.at(-1)).toBe('ended: completed')
    expect([code, calls.length]).toEqual([0, 1])
  },
)

test('[run-ends plan-mode] an agent that nobody takes out of plan mode ends the task: it needs input', async () => {
  using at = await running()
  const init = { type: 'system', subtype: 'init', session_id: '{id}', permissionMode: 'plan', mcp_servers: [] }
  at.script(
    [],
    [
      { do: 'line', line: init },
      { do: 'say', text: 'Here is my plan.' },
    ],
  )
  const { code, story, calls } = await at.run([], quick)
  expect(story.slice(-2)).toEqual(['needs-input by 3: plan-mode', 'ended: needs-input'])
  expect([code, calls.length]).toEqual([12, 1])
})

test.each(quarterOf(['fault-context-always', 'fault-max-tokens-always', 'max-turns'] as const, 0))(
  '[run-ends run-guards F9] %s for ever has an end: stuck, after three continuations',
  async (fixture) => {
    using at = await running()
    at.script([], [{ do: 'replay', fixture }])
    const { code, story, calls } = await at.run([], quick)
    expect(story.at(-1)).toBe('ended: stuck')
    expect([code, calls.length]).toEqual([7, 4])
  },
)

test.skipIf(isVariant)('[run-hangs run-guards F9] an agent that hangs every time is stuck', async () => {
  using at = await running()
  at.script([], [...stops, { do: 'hang' }])
  const { code, story, calls } = await at.run(['--idle-timeout', '3s'])
  expect(story.filter((line) => line.startsWith('end'))).toEqual([
    'ends: hung',
    'ends: hung',
    'ends: hung',
    'ends: hung',
    'ended: stuck',
  ])
  expect([code, calls.length]).toEqual([7, 4])
})

test.skipIf(isVariant)(
  '[run-ends] once the person has logged in, resume goes on in the session that failed',
  async () => {
    using at = await running()
    at.script([[{ do: 'replay', fixture: 'not-logged-in' }]], finishes)
    expect((await at.run()).code).toBe(10)
    const { code, calls, story } = await at.goOn(['resume'])
    expect(story.slice(-2)).toEqual(['completed by 4: checks-passed', 'ended: completed'])
    expect([code, calls.length]).toEqual([0, 2])
  },
)

test.skipIf(isVariant)(
  '[run-ends F17] without a repository: a claim is unverified, and turns that do nothing are stuck',
  async () => {
    using at = await running([])
    rmSync(at.file('.git'), { recursive: true })
    at.script([], finishes)
    const done = await at.run()
    expect(done.story.at(-1)).toBe('ended: unverified')
    expect(done.code).toBe(3)
    at.script([], stops)
    const { code, story } = await at.run([], { prompt: 'Something else.' })
    expect(story.at(-1)).toBe('ended: stuck')
    expect(code).toBe(7)
  },
)

test.skipIf(isVariant)('[run-ends F4] Claude that was ended by a signal has crashed, and goes on', async () => {
  using at = await running()
  at.script([[...works, { do: 'replay', fixture: 'sigterm-mid-tool' }], finishes])
  const { code, story } = await at.run([], quick)
  expect(story.slice(0, 3)).toEqual(['starts: first', 'ends: crashed', 'allow by 2: not-the-agents-choice'])
  expect(code).toBe(0)
})

test.skipIf(isVariant)('[run-ends F5] an agent that somebody interrupted ends the task as interrupted', async () => {
  using at = await running()
  at.script([[...works, { do: 'replay', fixture: 'sigint-mid-tool' }]], finishes)
  const { code, story } = await at.run([], quick)
  expect(story.at(-1)).toBe('ended: interrupted')
  expect(code).toBe(130)
})

test.skipIf(isVariant)(
  '[run-ends run-guards F9] crashes and faults in turn, for ever, have an end as well',
  async () => {
    using at = await running()
    const crash: Turn = [...stops, { do: 'exit', code: 1 }]
    const fault: Turn = [...stops, { do: 'replay', fixture: 'fault-529-always' }]
    at.script([fault, crash, fault, crash, fault], crash)
    const { code, story, calls } = await at.run([], quick)
    expect(story.at(-1)).toBe('ended: agent-failed')
    expect(code).toBe(10)
    expect(calls.length).toBeLessThan(12)
  },
)
