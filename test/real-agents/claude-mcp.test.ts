// Hook and MCP server together in the real Claude Code, headless: claims by tool, and the memory that outlives a session.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { EventOf } from '../../src/contract/event.ts'
import { callTool, crowded, readableText, type ModelRequest, type Turn } from '../model-server/script.ts'
import {
  failure,
  heldSuite,
  openProject,
  pretend,
  repair,
  shell,
  suite,
  type CheckedProject,
} from './checked-project.ts'
import type { HeadlessRun } from './agent-run.ts'
import { runHeadless } from './claude.ts'
import {
  claim,
  completeTask,
  decisionsIn,
  eventsIn,
  evidenceIn,
  hookAndServer,
  hookCommand,
  killAgent,
  launchedServer,
  ourTool,
  outcomesIn,
  pathWithFullstop,
  refusalsIn,
  resultsIn,
  waitForServer,
} from './gate.ts'
import { readHookCalls } from './hook-log.ts'
import { claudePackage, installAgent } from './install.ts'
import { openRoom, sendSignal, type Room } from './room.ts'
import { rounds } from '../rounds.ts'

const installed = await installAgent(claudePackage)
const reason = installed.kind === 'unavailable' ? ` (skipped: ${installed.reason})` : ''
const it = installed.kind === 'unavailable' ? test.skip : test
const env = { FULLSTOP_MODE: 'strict' }
/** What a person typed: words that no summary of it would repeat. */
const words = `Rename the "tide" module to <ebb>, keep the old name working,
and tell me which of the 14 callers you changed.`
const saved = {
  original_request: 'Rename a module.',
  summary: 'The file is renamed, nine callers are moved.',
  current_status: 'Five callers are left.',
  key_decisions: ['The old name re-exports the new one'],
}

/** Takes as long as a call may: begun before the other tests, and looked at after them. */
let slow: { readonly project: CheckedProject; readonly run: Promise<HeadlessRun> } | undefined

beforeAll(() => {
  if (installed.kind === 'unavailable') return console.warn(`Claude Code${reason}`)
  const project = openProject({ checks: [heldSuite] })
  const wait = (): Turn => {
    project.release()
    return shell('fullstop wait')
  }
  const script = [repair, completeTask(), wait, 'It is done.']
  const { room, env: trusted } = project
  const run = runHeadless({ ...hookAndServer, room, env: trusted, prompt: 'Repair add.', script })
  run.catch(() => undefined) // The test that waits for it tells.
  slow = { project, run }
})

afterAll(async () => {
  await slow?.project.room.close()
  await slow?.run.catch(() => undefined) // Where it was not waited for, it has lost its room.
})

it(`a claim on a red check fails with what failed, and a stop after it is refused too; fixed and claimed again it is verified${reason}`, async () => {
  const { room, env: trusted } = openProject({ checks: [suite] })
  await using run = await runHeadless({
    ...hookAndServer,
    room,
    env: trusted,
    prompt: 'Repair add.',
    script: [
      pretend,
      completeTask(),
      'It is done.',
      repair,
      completeTask({ summary: 'Repaired it.' }),
      'It is done now.',
    ],
  })
  const [, , refused, sentBack, , accepted] = mainOf(run)
  expect(toolErrorIn(refused)).toContain('FULLSTOP (1/5) Not done: check "test" failed (exit 1)')
  expect(toolErrorIn(refused)).toContain(failure)
  // The refusal of the stop counts on from that of the claim.
  expect(lackingIn(sentBack, 'FULLSTOP (1/5)', 'FULLSTOP (2/5)')).toEqual([])
  expect(lackingIn(accepted, 'Task completed successfully.', 'Verified: passed: test.')).toEqual([])
  // The stop looks at the tree once more, and takes over what holds for it.
  expect(resultsIn(room)).toEqual(['test=failed', 'test=passed'])
  expect(evidenceIn(room).runs).toHaveLength(2)
  expect(decisionsIn(room)).toEqual(['continue 11 claim-refused-before', 'allow 4 checks-passed'])
  expect(outcomesIn(room)).toEqual(['completed'])
  expect(run.exhausted).toBe(0)
})

it(`work after an accepted claim makes it stale: the stop is refused and says why${reason}`, async () => {
  await using run = await runHeadless({
    ...hookAndServer,
    env,
    prompt: words,
    script: [edit(), completeTask(), edit('more.txt'), 'It is done.', completeTask(), 'It is done now.'],
  })
  expect(lackingIn(mainOf(run)[4], 'you claimed success, but the tree changed after it: claim again')).toEqual([])
  expect(decisionsIn(run.room).map((decision) => decision.split(' ')[0])).toEqual(['continue', 'allow'])
  expect(outcomesIn(run.room)).toEqual(['unverified'])
})

it(`a session killed after it saved: a fresh one is told the person's own words and all that was saved, and so is the next after a conversation${reason}`, async () => {
  await using room = openRoom()
  const script = [edit(), ourTool('update_session_context', saved), () => dieIn(room)]
  const killed = await runHeadless({ ...hookAndServer, room, env, prompt: words, script })
  expect(killed.exitCode).toBeNull()
  const fresh = await runHeadless({
    ...hookAndServer,
    room,
    env,
    prompt: 'Hello.',
    script: [ourTool('get_session_context', {}), 'I know where we are.'],
  })
  const [first, second] = mainOf(fresh)
  expect(lackingIn(first, words, saved.summary, saved.current_status, ...saved.key_decisions)).toEqual([])
  expect(timesIn(second, saved.summary)).toBe(2)
  expect(briefsIn(room)).toEqual(['startup'])
  const next = await runHeadless({
    ...hookAndServer,
    room,
    env,
    prompt: 'Keep working on it.',
    script: ['With what?'],
  })
  expect(lackingIn(mainOf(next)[0], words, saved.summary)).toEqual([])
})

it(`a session killed in mid-work that saved nothing: a fresh one is told the person's own words${reason}`, async () => {
  await using room = openRoom()
  await runHeadless({ ...hookAndServer, room, env, prompt: words, script: [edit(), () => dieIn(room)] })
  const fresh = await runHeadless({ ...hookAndServer, room, env, prompt: 'Hello.', script: ['Hello.'] })
  expect(lackingIn(mainOf(fresh)[0], words, 'created: made.txt')).toEqual([])
  expect(briefsIn(room)).toEqual(['startup'])
})

it(`a task that was completed is not handed on${reason}`, async () => {
  const { room, env: trusted } = openProject({ checks: [suite] })
  await using _ = room
  const script = [repair, ourTool('update_session_context', saved), completeTask(), 'It is done.']
  await runHeadless({ ...hookAndServer, room, env: trusted, prompt: words, script })
  expect(outcomesIn(room)).toEqual(['completed'])
  const fresh = await runHeadless({ ...hookAndServer, room, env: trusted, prompt: 'Hello.', script: ['Hello.'] })
  expect(lackingIn(mainOf(fresh)[0], words, saved.summary)).toEqual([words, saved.summary])
  expect(briefsIn(room)).toEqual([])
})

it(`F13: a claim made just before a compaction still counts after it${reason}`, async () => {
  const { room, env: trusted } = openProject({ checks: [suite] })
  await using run = await runHeadless({
    ...hookAndServer,
    room,
    env: trusted,
    prompt: words,
    script: [repair, crowded(completeTask()), summary, 'It is done.'],
  })
  expect(run.hookCalls.filter((call) => call.event === 'PreCompact')).toHaveLength(1)
  expect(decisionsIn(room)).toEqual(['allow 4 checks-passed'])
  expect(outcomesIn(room)).toEqual(['completed'])
  expect(run.exhausted).toBe(0)
})

it(`F12: a subagent's complete_task is no claim: the main agent has to claim itself${reason}`, async () => {
  await using run = await runHeadless({
    ...hookAndServer,
    env,
    prompt: words,
    script: [edit(), delegate, 'The helper is done.', completeTask({ summary: 'The whole is done.' }), 'Done.'],
    subagentScript: [completeTask({ summary: 'The part is done.' }), 'The subtask is done.'],
  })
  const events = eventsIn(run.room)
  expect(claimsIn(run.room).map((claim) => claim.summary)).toEqual(['The part is done.', 'The whole is done.'])
  expect(events.filter((event) => event.kind === 'claim.voided')).toMatchObject([
    { claim: claimsIn(run.room)[0]?.id, why: 'subagent' },
  ])
  expect(decisionsIn(run.room)).toEqual(['continue 11 no-claim', 'allow 7 no-check-exists'])
  expect(outcomesIn(run.room)).toEqual(['unverified'])
})

it(`only Stop registered beside the server: a verified claim lets the stop pass, and it is one task${reason}`, async () => {
  const { room, env: trusted } = openProject({ checks: [suite] })
  await using run = await runHeadless({
    ...hookAndServer,
    hookEvents: ['Stop'],
    room,
    env: trusted,
    prompt: 'Repair add.',
    script: [pretend, completeTask(), repair, completeTask(), 'It is done.'],
  })
  expect(toolErrorIn(mainOf(run)[2])).toContain(failure)
  expect(decisionsIn(room)).toHaveLength(1)
  expect(refusalsIn(run.hookCalls)).toEqual([])
  expect(evidenceIn(room).runs.map(({ checks }) => checks[0]?.result)).toEqual(['failed', 'passed'])
  expect(outcomesIn(room)).toEqual(['completed'])
})

it(`F12: only Stop registered: a subagent's claim is found out by the transcript${reason}`, async () => {
  await using run = await runHeadless({
    ...hookAndServer,
    hookEvents: ['Stop'],
    env,
    prompt: words,
    script: [edit(), delegate, 'The helper is done.', completeTask({ summary: 'The whole is done.' }), 'Done.'],
    subagentScript: [completeTask({ summary: 'The part is done.' }), 'The subtask is done.'],
  })
  expect(decisionsIn(run.room)).toEqual(['continue 11 no-claim', 'allow 7 no-check-exists'])
  expect(outcomesIn(run.room)).toEqual(['unverified'])
})

it(`only Stop registered: work after an accepted claim makes it stale${reason}`, async () => {
  await using run = await runHeadless({
    ...hookAndServer,
    hookEvents: ['Stop'],
    env,
    prompt: words,
    script: [edit(), completeTask(), edit('more.txt'), 'It is done.', completeTask(), 'It is done now.'],
  })
  expect(refusalsIn(run.hookCalls)).toHaveLength(1)
  expect(decisionsIn(run.room)).toEqual(['continue 11 claim-stale', 'allow 7 no-check-exists'])
})

it(`\`fullstop claim\` from the agent's shell: recorded, and verified by the stop${reason}`, async () => {
  const { room, env: trusted } = openProject({ checks: [suite] })
  const say = shell('fullstop claim success --summary "Repaired add"')
  await using run = await runHeadless({
    hookCommand,
    room,
    env: trusted,
    prompt: 'Repair add.',
    script: [pretend, say, 'It is done.', repair, say, 'It is done now.'],
  })
  const [, , recorded, refused] = mainOf(run)
  expect(lackingIn(recorded, 'Claim recorded. Its checks run when you stop: test')).toEqual([])
  expect(lackingIn(refused, 'FULLSTOP (1/5) Not done: check "test" failed (exit 1)', failure)).toEqual([])
  expect(claimsIn(room).map(({ channel, summary: told }) => [channel, told])).toEqual([
    ['cli', 'Repaired add'],
    ['cli', 'Repaired add'],
  ])
  expect(decisionsIn(room)).toEqual(['continue 5 check-failed', 'allow 4 checks-passed'])
  expect(outcomesIn(room)).toEqual(['completed'])
})

it(`F12: \`fullstop claim\` from a subagent's shell is no claim of the main agent${reason}`, async () => {
  for (let round = 0; round < rounds(3); round += 1) {
    await using room = openRoom()
    await runHeadless({
      hookCommand,
      room,
      env: { ...env, PATH: pathWithFullstop(room) },
      prompt: words,
      script: [edit(), delegate, 'The helper is done.', claim],
      subagentScript: [shell('fullstop claim success --summary "The part is done."'), 'The subtask is done.'],
    })
    expect(decisionsIn(room)).toEqual(['continue 11 no-claim', 'allow 7 no-check-exists'])
    expect(kindsIn(room, /^claim\.voided/)).toEqual(['claim.voided'])
  }
})

it(`a refusal names the ways to claim that are there: the command without a server, the tool with one${reason}`, async () => {
  const script = [edit(), 'Stopping.', claim]
  await using room = openRoom()
  const path = { ...env, PATH: pathWithFullstop(room) }
  await runHeadless({ hookCommand, room, env: path, prompt: words, script })
  expect(refusalsIn(readHookCalls(room)).map(waysIn)).toEqual(['fullstop claim'])
  await using served = await runHeadless({ ...hookAndServer, env, prompt: words, script })
  expect(refusalsIn(served.hookCalls).map(waysIn)).toEqual(['complete_task'])
})

it(`a server behind a launcher such as npx is named in a refusal like any other${reason}`, async () => {
  const script = [edit(), 'Stopping.', claim]
  await using run = await runHeadless({ ...hookAndServer, mcpServers: launchedServer, env, prompt: words, script })
  expect(refusalsIn(run.hookCalls).map(waysIn)).toEqual(['complete_task'])
})

it(`a server killed between two calls changes nothing: the agent starts it anew, and the claim counts${reason}`, async () => {
  await using room = openRoom()
  const servers: string[] = []
  const noted = async (next: Turn): Promise<Turn> => {
    servers.push(await waitForServer(room))
    return next
  }
  // A call that is under way just then would be lost with it: the agent does something else first.
  const killServer = async (): Promise<Turn> => {
    const turn = await noted(edit('more.txt'))
    sendSignal(Number.parseInt(servers[0] ?? '', 10), 'SIGKILL')
    return turn
  }
  const look = () => noted(ourTool('get_session_context', { format: 'raw' }))
  const script = [edit(), ourTool('update_session_context', saved), killServer, completeTask(), look, 'It is done.']
  const run = await runHeadless({ ...hookAndServer, room, env, prompt: words, script })
  expect(new Set(servers).size).toBe(2)
  expect(lackingIn(mainOf(run).at(-1), 'Claim recorded as unverified', saved.key_decisions[0] ?? '')).toEqual([])
  expect(decisionsIn(room)).toEqual(['allow 7 no-check-exists'])
  expect(outcomesIn(room)).toEqual(['unverified'])
})

it(`complete_task is offered without a search; malformed arguments are told and not recorded; called as it asks, it ends the task with the stop${reason}`, async () => {
  const wrong = ourTool('complete_task', { status: 'finished', summary: 'All parts are done.' })
  await using run = await runHeadless({
    ...hookAndServer,
    env,
    prompt: words,
    script: [edit(), wrong, completeTask({ status: 'partial' }), completeTask(), 'It is done.'],
  })
  const [offered, , first, second, last] = mainOf(run)
  expect(offered?.body.tools?.map(({ name }) => name)).toContain('mcp__fullstop__complete_task')
  expect(toolErrorIn(first)).toMatch(
    /-32602.*complete_task was not carried out.*status.*original_request_summary is missing/s,
  )
  expect(toolErrorIn(second)).toMatch(/-32602.*remaining_work.*is required for partial/s)
  expect(lackingIn(last, 'Claim recorded as unverified')).toEqual([])
  expect(run.exitCode).toBe(0)
  expect(claimsIn(run.room)).toMatchObject([{ channel: 'tool', status: 'success', summary: 'All parts are done.' }])
  expect(kindsIn(run.room, /^(?:claim|stop|task)\./)).toEqual([
    'task.opened',
    'claim.made',
    'claim.decided',
    'claim.bound',
    'stop.decided',
    'task.ended',
  ])
  expect(decisionsIn(run.room)).toEqual(['allow 7 no-check-exists'])
  expect(outcomesIn(run.room)).toEqual(['unverified'])
})

it(`checks slower than a call may take: it is answered after 45 s, the agent waits, and its claim counts${reason}`, async () => {
  if (!slow) throw new Error('It was not begun')
  const { room } = slow.project
  const run = await slow.run
  expect(lackingIn(mainOf(run)[2], 'Verifying: checks still running (test).', 'fullstop wait')).toEqual([])
  expect(lackingIn(mainOf(run)[3], 'All checks passed.')).toEqual([])
  expect(decisionsIn(room)).toEqual(['allow 4 checks-passed'])
  expect(evidenceIn(room).runs).toHaveLength(1)
  expect(outcomesIn(room)).toEqual(['completed'])
  expect(run.exhausted).toBe(0)
})

/** The answer to the request for a summary: it keeps nothing of what was asked. */
const summary = '<analysis>x</analysis><summary>SUMMARY OF IT ALL</summary>'

const delegate = callTool('Agent', {
  description: 'Help',
  prompt: 'Do SUBTASK.',
  subagent_type: 'general-purpose',
  run_in_background: false,
})

/** The model's answer to an agent that does not live to hear it. */
function dieIn(room: Room): string {
  killAgent(room)
  return 'Never heard.'
}

function edit(file = 'made.txt'): Turn {
  return shell(`echo made > ${file}`)
}

function waysIn(refusal: string): string {
  return [...new Set(refusal.match(/complete_task|fullstop claim/g))].join()
}

function mainOf({ requests }: { readonly requests: readonly ModelRequest[] }): ModelRequest[] {
  return requests.filter((request) => request.lane === 'main')
}

/** Those of the texts that the model could not read in this request. */
function lackingIn(request: ModelRequest | undefined, ...texts: readonly string[]): string[] {
  return texts.filter((wanted) => timesIn(request, wanted) === 0)
}

/** A brief quotes what was said, line by line; an answer of our tools may reach the model as JSON. */
function timesIn(request: ModelRequest | undefined, wanted: string): number {
  const told = request ? readableText(request).replaceAll(/^> /gm, '') : ''
  return told.split(wanted).length - 1
}

/** The text of the tool error that the request ends with. */
function toolErrorIn(request: ModelRequest | undefined): string {
  const { content } = request?.body.messages?.findLast((message) => message.role === 'user') ?? {}
  const blocks = (Array.isArray(content) ? content : []) as { type: string; is_error?: boolean; content?: unknown }[]
  return blocks.flatMap((block) => (block.type === 'tool_result' && block.is_error ? [text(block.content)] : [])).join()
}

function text(content: unknown): string {
  return typeof content === 'string' ? content : (content as { text: string }[]).map((block) => block.text).join('\n')
}

function claimsIn(room: Room): EventOf<'claim.made'>['claim'][] {
  return eventsIn(room).flatMap((event) => (event.kind === 'claim.made' ? [event.claim] : []))
}

function kindsIn(room: Room, pattern: RegExp): string[] {
  return eventsIn(room).flatMap(({ kind }) => (pattern.test(kind) ? [kind] : []))
}

/** On what occasions a session was told how a task stands. */
function briefsIn(room: Room): string[] {
  return eventsIn(room).flatMap((event) => (event.kind === 'brief.given' ? [event.source] : []))
}
