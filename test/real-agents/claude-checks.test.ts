// Success claims of the real Claude Code, headless, are checked before they count: red, slow, tampered with, not runnable.
import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTool, readableText, type ModelRequest, type Turn } from '../model-server/script.ts'
import {
  deleteTest,
  failure,
  heldSuite,
  openProject,
  pretend,
  repair,
  restoreTest,
  shell,
  skipTest,
  suite,
} from './checked-project.ts'
import type { JsonLine } from './agent-run.ts'
import { runHeadless } from './claude.ts'
import {
  claim,
  decisionsIn,
  eventsIn,
  evidenceIn,
  hookCommand,
  hookWithin,
  outcomesIn,
  refusalsIn,
  resultsIn,
  waitForEvent,
} from './gate.ts'
import { readHookCalls } from './hook-log.ts'
import { claudePackage, installAgent } from './install.ts'
import { sendSignal, waitForQuiet, type Room } from './room.ts'

const installed = await installAgent(claudePackage)
const reason = installed.kind === 'unavailable' ? ` (skipped: ${installed.reason})` : ''
const it = installed.kind === 'unavailable' ? test.skip : test
const prompt = 'Repair add.'
it(`F6: a success claimed on a red check is refused with what failed; repaired and claimed again it is completed${reason}`, async () => {
  const { room, env } = openProject({ checks: [suite] })
  await using run = await runHeadless({ room, env, hookCommand, prompt, script: [pretend, claim, repair, claim] })
  expect(told(run)).toContain('FULLSTOP (1/5) Not done: check "test" failed (exit 1)')
  expect(told(run)).toContain(failure)
  expect(decisionsIn(room)).toEqual(['continue 5 check-failed', 'allow 4 checks-passed'])
  expect(resultsIn(room)).toEqual(['test=failed', 'test=passed'])
  expect(outcomesIn(room)).toEqual(['completed'])
  expect(shown(run)).toContain('Stop says: Fullstop: completed, passed: test.')
})

/** What is found by reading, and what is decided: a skipped test is run once more as it was, and fails. */
const tampering: ReadonlyArray<readonly [string, Turn, string, string]> = [
  ['deletes the failing test', deleteTest, 'add.test.js:1 test file deleted', 'tampered'],
  [
    'skips the failing test',
    skipTest,
    'add.test.js:5 test "two numbers are added" is skipped now (test.skip)',
    'old-tests-fail',
  ],
]

for (const [what, tamper, finding, code] of tampering) {
  it(`F24: an agent that ${what} and claims is held for a person, who is told file and line${reason}`, async () => {
    const { room, env } = openProject({ checks: [suite] })
    await using run = await runHeadless({ room, env, hookCommand, prompt, script: [tamper, claim] })
    expect(decisionsIn(room)).toEqual([`ask-human 7 ${code}`])
    expect(resultsIn(room)).toEqual(['test=passed'])
    expect(outcomesIn(room)).toEqual(['awaiting-review'])
    expect(shown(run)).toContain('Stop says: Fullstop: a person must look at this (')
    expect(shown(run)).toContain(finding)
    expect(refusalsIn(run.hookCalls)).toEqual([])
  })

  it(`F24: with "tamper": "refuse" an agent that ${what} has to undo it${reason}`, async () => {
    const { room, env } = openProject({ checks: [suite], tamper: 'refuse' })
    const script = [tamper, claim, restoreTest, repair, claim]
    await using run = await runHeadless({ room, env, hookCommand, prompt, script })
    expect(told(run)).toContain(`FULLSTOP (1/5) Not done: ${finding}`)
    expect(told(run)).toContain('Undo that: the yardstick is not yours to change.')
    expect(decisionsIn(room)).toEqual(['continue 5 tampered', 'allow 4 checks-passed'])
    expect(outcomesIn(room)).toEqual(['completed'])
  })
}

const secondStops: ReadonlyArray<readonly [string, typeof claim | string]> = [
  ['a new claim', claim],
  ['no new claim', 'The checks have passed.'],
]

for (const [what, secondStop] of secondStops) {
  it(`checks slower than the hook, nobody there: the agent is sent to \`fullstop wait\`, and stops with ${what}${reason}`, async () => {
    const { room, env, release } = openProject({ checks: [heldSuite] })
    const script = [repair, claim, waitAfter(release), secondStop]
    await using run = await runHeadless({ room, env, hookCommand: hookWithin('2s'), prompt, script })
    expect(told(run)).toContain(
      'Checks are still running: test.\nRun `fullstop wait`, then stop again: your claim stands.',
    )
    expect(told(run)).toContain('All checks passed. Stop again.')
    expect(decisionsIn(room)).toEqual(['continue 6 checks-running', 'allow 4 checks-passed'])
    expect(countedIn(room)).toEqual([0, 0])
    expect(resultsIn(room)).toEqual(['test=passed'])
    expect(evidenceIn(room).runs).toHaveLength(1)
    expect(outcomesIn(room)).toEqual(['completed'])
  })
}

it(`checks slower than the hook and red: the agent reads it from \`fullstop wait\`, repairs, and passes${reason}`, async () => {
  const { room, env, release } = openProject({ checks: [heldSuite] })
  const waited: ModelRequest[] = []
  const mend = (request: ModelRequest): Turn => {
    waited.push(request)
    return repair
  }
  // A busy machine may need to wait for the second run too: the script's end is then played as well.
  const script = [pretend, claim, waitAfter(release), mend, claim, shell('fullstop wait'), claim]
  await using run = await runHeadless({ room, env, hookCommand: hookWithin('2s'), prompt, script })
  expect(waited.map((request) => readableText(request).includes(failure))).toEqual([true])
  expect(told(run)).toContain('Not all checks passed: fix that, then claim again.')
  expect([...new Set(decisionsIn(room))]).toEqual(['continue 6 checks-running', 'allow 4 checks-passed'])
  expect([...new Set(countedIn(room))]).toEqual([0])
  expect(evidenceIn(room).runs.map(({ checks }) => checks[0]?.result)).toEqual(['failed', 'passed'])
  expect(outcomesIn(room)).toEqual(['completed'])
})

it(`a \`fullstop wait\` that gave up before the checks had ended is no failed tool that a person must look at${reason}`, async () => {
  const { room, env, release } = openProject({ checks: [heldSuite] })
  const giveUp = (): Turn => {
    setTimeout(release, 500)
    return shell('timeout 0.2 fullstop wait')
  }
  // Released, the checks end while one of the next stops waits for them.
  const script = [repair, claim, giveUp]
  const whenExhausted = 'The checks are still running.'
  await using run = await runHeadless({ room, env, hookCommand: hookWithin('2s'), prompt, script, whenExhausted })
  expect([...new Set(decisionsIn(room))]).toEqual(['continue 6 checks-running', 'allow 4 checks-passed'])
  expect(shown(run)).toContain('Stop says: Fullstop: completed, passed: test.')
})

it(`F9: an agent that never waits is let go before its own cap of 8, as verifying and not as done${reason}`, async () => {
  const { room, env, release } = openProject({ checks: [heldSuite] })
  await using run = await runHeadless({
    room,
    env,
    hookCommand: hookWithin('1s'),
    prompt,
    script: [repair, claim],
    whenExhausted: 'I stop here.',
  })
  expect(decisionsIn(room)).toEqual([...Array<string>(7).fill('continue 6 checks-running'), 'allow 6 checks-running'])
  expect(outcomesIn(room)).toEqual(['verifying'])
  expect(run.stdout).not.toContain('stop-hook-block-cap')
  expect(shown(run)).toContain('Stop says: Fullstop: the claim is being verified, still running: test.')
  release()
  await waitForEvent(room, 'task.ended')
  expect(outcomesIn(room)).toEqual(['completed'])
})

it(`a check whose command is missing leaves the claim unverified, says so, and holds nobody${reason}`, async () => {
  const { room, env } = openProject({ checks: [{ name: 'lint', run: 'no-such-linter --strict .' }] })
  await using run = await runHeadless({ room, env, hookCommand, prompt, script: [repair, claim] })
  expect(decisionsIn(room)).toEqual(['allow 7 check-could-not-run'])
  expect(outcomesIn(room)).toEqual(['unverified'])
  expect(refusalsIn(run.hookCalls)).toEqual([])
  expect(shown(run)).toContain(
    'Stop says: Fullstop: unverified, check "lint" could not run: command not found: no-such-linter; install it, or add its folder to your PATH.',
  )
})

it(`checks that are not trusted do not run: unverified, with the command that changes it${reason}`, async () => {
  const { room, env } = openProject({ checks: [{ name: 'proof', run: 'touch ../proof' }] }, { isTrusted: false })
  await using run = await runHeadless({ room, env, hookCommand, prompt, script: [repair, claim] })
  expect(decisionsIn(room)).toEqual(['allow 7 check-could-not-run'])
  expect(resultsIn(room)).toEqual(['proof=could-not-run'])
  expect(outcomesIn(room)).toEqual(['unverified'])
  expect(shown(run)).toContain('the checks of this project are not trusted (proof). To let them run: `fullstop trust`')
  expect(existsSync(join(room.root, 'proof'))).toBe(false)
  expect(eventsIn(room).map((event) => event.kind)).not.toContain('checks.started')
})

interface TodoTools {
  readonly name: string
  readonly env: Readonly<Record<string, string>>
  readonly open: Turn
  readonly close: Turn
}

const todoTools: readonly TodoTools[] = [
  {
    name: 'TodoWrite',
    env: { CLAUDE_CODE_ENABLE_TASKS: '0' },
    open: callTool('TodoWrite', { todos: [{ content: 'Repair add', status: 'pending', activeForm: 'Repairing add' }] }),
    close: callTool('TodoWrite', {
      todos: [{ content: 'Repair add', status: 'completed', activeForm: 'Repairing add' }],
    }),
  },
  {
    name: 'TaskCreate,TaskUpdate',
    env: {},
    open: callTool('TaskCreate', { subject: 'Repair add', description: 'It subtracts' }),
    close: callTool('TaskUpdate', { taskId: '1', status: 'completed' }),
  },
]

for (const { name, env: more, open, close } of todoTools) {
  it(`F8: a success claimed with an open item of ${name} is refused; closed, the checks run${reason}`, async () => {
    const { room, env } = openProject({ checks: [suite] })
    const find = callTool('ToolSearch', { query: `select:${name}` })
    await using run = await runHeadless({
      room,
      env: { ...env, ...more, CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' },
      hookCommand,
      prompt,
      script: [find, open, repair, claim, close, claim],
    })
    expect(told(run)).toContain('FULLSTOP (1/5) Not done: open todo: Repair add.')
    expect(decisionsIn(room)).toEqual(['continue 5 todo-open', 'allow 4 checks-passed'])
    expect(evidenceIn(room).runs).toHaveLength(1)
    expect(outcomesIn(room)).toEqual(['completed'])
  })
}

it(`F17: an agent that claims the same red state again and again ends stuck, never as a success${reason}`, async () => {
  const { room, env } = openProject({ checks: [suite] })
  await using run = await runHeadless({ room, env, hookCommand, prompt, script: [pretend], whenExhausted: claim })
  expect(refusalsIn(run.hookCalls)).toHaveLength(3)
  expect(decisionsIn(room)).toEqual([...Array<string>(3).fill('continue 5 check-failed'), 'allow 12 same-refusal'])
  expect(outcomesIn(room)).toEqual(['stuck'])
  expect(shown(run)).toContain('Stop says: Fullstop: not proven done: stuck')
})

it(`an agent killed while its stop waits for the checks: their run ends by itself, and nothing of it stays${reason}`, async () => {
  const { room, env, release } = openProject({ checks: [heldSuite] })
  const running = runHeadless({ room, env, hookCommand, prompt, script: [repair, claim] })
  await waitForEvent(room, 'check.started')
  const stop = readHookCalls(room).find((call) => call.event === 'Stop')
  sendSignal(Number(stop?.env['CLAUDE_PID']), 'SIGKILL')
  await using run = await running
  expect(run.exitCode).toBeNull()
  release()
  await waitForEvent(room, 'checks.finished')
  await waitForQuiet(room)
  expect(evidenceIn(room).runs.map(({ ended, checks }) => [ended, checks[0]?.result])).toEqual([[true, 'passed']])
})

it(`a check does not find out that an agent asked for it, may run fullstop, and cannot wait for itself${reason}`, async () => {
  const { room, env } = openProject({
    checks: [
      { name: 'environment', run: 'env' },
      { name: 'ours', run: 'fullstop tasks' },
      { name: 'itself', run: 'fullstop check; test $? = 2', shell: true },
    ],
  })
  await using run = await runHeadless({ room, env, hookCommand, prompt, script: [repair, claim] })
  const marks = ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_ENTRYPOINT', 'AI_AGENT']
  const given = readHookCalls(room).find((call) => call.event === 'Stop')?.env ?? {}
  expect(marks.filter((mark) => given[mark] === undefined)).toEqual([])
  const [environment, , itself] = evidenceIn(room).runs.flatMap(({ checks }) => checks)
  const seen = readFileSync(environment?.log ?? '', 'utf8').split('\n')
  expect(seen).toContain(`FULLSTOP_HOME=${room.fullstopHome}`)
  const details = ['CLAUDE_PID', 'CLAUDE_PROJECT_DIR', 'CLAUDE_CODE_MESSAGING_TOKEN', 'CLAUDE_CODE_SESSION_ATTENDED']
  expect(seen.filter((line) => [...marks, ...details].some((name) => line.startsWith(`${name}=`)))).toEqual([])
  expect(itself?.tail).toContain('would wait for itself')
  expect(resultsIn(room)).toEqual(['environment=passed, ours=passed, itself=passed'])
  expect(outcomesIn(room)).toEqual(['completed'])
  expect(run.exitCode).toBe(0)
})

it(`an agent that a check runs is not held, and does not wait for the check that it is part of${reason}`, async () => {
  const binary = installed.kind === 'installed' ? installed.binary : ''
  const { room, env } = openProject({ checks: [{ name: 'reviewer', run: [binary, '-p', 'Review add.js.'] }] })
  const script = [repair, claim, shell('cat add.js'), claim]
  await using run = await runHeadless({ room, env, hookCommand, prompt, script })
  const inside = run.hookCalls.filter((call) => call.env['FULLSTOP_CHECK'] !== undefined)
  expect(inside.map((call) => call.event)).toContain('Stop')
  expect(inside.map((call) => call.answer?.stdout ?? '').join('')).toBe('')
  expect(decisionsIn(room)).toEqual(['allow 4 checks-passed'])
})

/** All that the model could read in the end. */
function told({ requests }: { readonly requests: readonly ModelRequest[] }): string {
  const last = requests.findLast((request) => request.lane === 'main')
  return last ? readableText(last) : ''
}

/** What the person is told beside the agent's own words. */
function shown({ events }: { readonly events: readonly JsonLine[] }): string {
  return events.flatMap((event) => (event['subtype'] === 'informational' ? [event['content']] : [])).join('\n')
}

/** A model that was told to wait: it runs the command, and the checks may go on now. */
function waitAfter(release: () => void): () => Turn {
  return () => {
    setTimeout(release, 300)
    return shell('fullstop wait')
  }
}

/** How many continuations were counted at each stop. */
function countedIn(room: Room): number[] {
  return eventsIn(room).flatMap((event) => (event.kind === 'stop.decided' ? [event.continuations] : []))
}
