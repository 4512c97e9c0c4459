// Conformance of the Claude Code integration: the real binary, headless, against a scripted model.
import { beforeAll, expect, test } from 'bun:test'
import { callTool, callTools, fail, readableText, toolUse } from '../model-server/script.ts'
import { runHeadless } from './claude.ts'
import { claim, decisionsIn, eventsIn, hookCommand, outcomesIn, refusalsIn } from './gate.ts'
import { brokenStore } from './room.ts'
import { claudePackage, installAgent } from './install.ts'

const installed = await installAgent(claudePackage)
const reason = installed.kind === 'unavailable' ? ` (skipped: ${installed.reason})` : ''
const it = installed.kind === 'unavailable' ? test.skip : test
const strict = { FULLSTOP_MODE: 'strict' }
const edit = callTool('Bash', { command: 'echo made > made.txt', description: 'Make the file' })
beforeAll(() => {
  if (reason) console.warn(`Claude Code${reason}`)
})

it(`a premature stop is refused and the reason reaches the model, a token stop passes${reason}`, async () => {
  await using run = await runHeadless({
    hookCommand,
    env: strict,
    prompt: 'Make the file made.txt.',
    script: [edit, 'I made good progress and will stop here.', claim],
  })
  const told = run.requests.filter((request) => request.lane === 'main').at(-1)
  expect(run.exitCode).toBe(0)
  expect(refusalsIn(run.hookCalls)).toHaveLength(1)
  expect(told && readableText(told)).toContain('FULLSTOP (1/5) Stop refused: nothing says that the task is done.')
  expect(decisionsIn(run.room)).toEqual(['continue 11 no-claim', 'allow 7 no-check-exists'])
  expect(outcomesIn(run.room)).toEqual(['unverified'])
})

it(`F11 F7: a text-only "I'm done." after a refusal is refused again, and a mention of the token is no claim${reason}`, async () => {
  const mention = (request: Parameters<typeof claim>[0]): string =>
    `I will write ${claim(request).split('\n').at(-1)} once it is done.`
  await using run = await runHeadless({
    hookCommand,
    env: strict,
    prompt: 'Make the file made.txt.',
    script: [edit, 'Stopping.', "I'm done.", mention, claim],
  })
  expect(decisionsIn(run.room)).toEqual([
    'continue 11 no-claim',
    'continue 11 no-claim',
    'continue 11 no-claim',
    'allow 7 no-check-exists',
  ])
})

it(`F9: the agent's own cap of 8 is never reached by our defaults, and giving up is not called success${reason}`, async () => {
  const steps = Array.from({ length: 12 }, (_, index) => [
    callTool('Bash', { command: `echo ${index} > made.txt` }),
    `Part ${index} is there.`,
  ]).flat()
  await using run = await runHeadless({ hookCommand, env: strict, prompt: 'Make many files.', script: steps })
  expect(refusalsIn(run.hookCalls)).toHaveLength(5)
  expect(run.stdout).not.toContain('stop-hook-block-cap')
  expect(outcomesIn(run.room)).toEqual(['capped'])
  expect(run.stdout).toContain('Fullstop: not proven done: capped')
})

it(`F9: an agent that only repeats itself is let go as stuck after three refusals${reason}`, async () => {
  await using run = await runHeadless({
    hookCommand,
    env: strict,
    prompt: 'Make the file made.txt.',
    script: [edit],
    whenExhausted: 'I am done, really.',
  })
  // A refusal that was given and not recorded shows as one more answer than decision.
  expect({ refusals: refusalsIn(run.hookCalls).length, decisions: decisionsIn(run.room) }).toEqual({
    refusals: 3,
    decisions: ['continue 11 no-claim', 'continue 11 no-claim', 'continue 11 no-claim', 'allow 12 same-refusal'],
  })
  expect(outcomesIn(run.room)).toEqual(['stuck'])
})

it(`F11: a conversation passes${reason}`, async () => {
  await using run = await runHeadless({
    hookCommand,
    env: strict,
    prompt: 'What is a monad?',
    script: ['A monoid in the category of endofunctors.'],
  })
  expect(decisionsIn(run.room)).toEqual(['allow 10 conversation'])
  expect(refusalsIn(run.hookCalls)).toEqual([])
})

it(`F11: a question answered with reading tools passes${reason}`, async () => {
  const look = callTools([toolUse('Bash', { command: 'cat README.md | head -3' })])
  await using run = await runHeadless({
    hookCommand,
    env: strict,
    prompt: 'What does the README say?',
    script: [look, 'It names the project.'],
  })
  expect(decisionsIn(run.room)).toEqual(['allow 10 conversation'])
})

it(`an unattended question is pushed once, then allowed as needs-input${reason}`, async () => {
  await using run = await runHeadless({
    hookCommand,
    env: strict,
    prompt: 'Make the file.',
    script: [edit, 'Which name should it have?', 'I cannot know. Which name should it have?'],
  })
  expect(decisionsIn(run.room)).toEqual(['continue 10 question', 'allow 10 question'])
  expect(outcomesIn(run.room)).toEqual(['needs-input'])
})

it(`plan mode passes${reason}`, async () => {
  const look = callTool('Bash', { command: 'ls' })
  await using run = await runHeadless({
    hookCommand,
    env: strict,
    permissionMode: 'plan',
    prompt: 'Plan the work.',
    script: [look, 'Here is the plan.'],
  })
  expect(decisionsIn(run.room)).toEqual(['allow 3 plan-mode'])
})

it(`F12: a subagent's stop passes and is not counted${reason}`, async () => {
  const delegate = callTool('Agent', {
    description: 'Help',
    prompt: 'Do SUBTASK.',
    subagent_type: 'general-purpose',
    run_in_background: false,
  })
  await using run = await runHeadless({
    hookCommand,
    env: strict,
    prompt: 'Delegate it.',
    script: [delegate, 'The helper is done.', claim],
    subagentScript: ['The subtask is done.'],
  })
  const kinds = eventsIn(run.room).map((event) => event.kind)
  expect(kinds).toContain('subagent.stopped')
  expect(decisionsIn(run.room)).toEqual(['continue 11 no-claim', 'allow 7 no-check-exists'])
})

it(`F4: a provider that fails for good is never recorded as done${reason}`, async () => {
  await using run = await runHeadless({
    hookCommand,
    // The agent does not wait for this hook when it leaves: a recorder around it would be too slow.
    isRecorded: false,
    env: { ...strict, CLAUDE_CODE_MAX_RETRIES: '0' },
    prompt: 'Make the file.',
    script: [edit, fail(401)],
    whenExhausted: fail(401),
  })
  expect(run.exitCode).toBe(1)
  const causes = () => eventsIn(run.room).flatMap((event) => (event.kind === 'stop.failed' ? [event.cause] : []))
  // On a busy machine the agent may end the hook before it began. On its screen it stays; see claude-tui.test.ts.
  expect(causes()).toBeOneOf([[], ['auth']])
  expect(outcomesIn(run.room)).toEqual(['open'])
})

it(`a headless session that we did not start is left alone${reason}`, async () => {
  await using run = await runHeadless({ hookCommand, prompt: 'Make the file.', script: [edit, 'Stopping.'] })
  expect(run.hookCalls.map((call) => call.answer?.stdout)).toEqual(run.hookCalls.map(() => ''))
  expect(run.events.findLast((event) => event['type'] === 'result')?.['result']).toBe('Stopping.')
  expect(outcomesIn(run.room)).toEqual([])
})

it(`only Stop registered: the same refusals, the same end${reason}`, async () => {
  await using run = await runHeadless({
    hookCommand,
    hookEvents: ['Stop'],
    env: strict,
    prompt: 'Make the file made.txt.',
    script: [edit, 'Stopping.', claim],
  })
  expect(decisionsIn(run.room)).toEqual(['continue 11 no-claim', 'allow 7 no-check-exists'])
  expect(eventsIn(run.room).flatMap((event) => (event.kind === 'request.opened' ? [event.prompt] : []))).toEqual([
    'Make the file made.txt.',
  ])
})

it(`F21: our own failure allows the stop, and the person sees why${reason}`, async () => {
  using broken = brokenStore()
  await using run = await runHeadless({
    hookCommand,
    env: { ...strict, FULLSTOP_HOME: broken.home },
    prompt: 'Make the file.',
    script: [edit, 'Stopping.'],
  })
  expect(run.exitCode).toBe(0)
  expect(run.events.findLast((event) => event['type'] === 'result')?.['result']).toBe('Stopping.')
  expect(run.stdout).toContain('Stop says: Fullstop: the stop was allowed, because the store')
})
