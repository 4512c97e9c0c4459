// Subtasks with the real agents: Claude Code above Codex and Codex above Claude Code under `fullstop run`, and in a session
// with hooks an agent that does its subtask itself. How the subtask ended is read out of what the model above was sent.
import { beforeAll, expect, test } from 'bun:test'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventOf } from '../../src/contract/event.ts'
import { lastMatch, readableText, toolsOf, type ModelRequest, type Step, type Turn } from '../model-server/script.ts'
import { openProject } from './checked-project.ts'
import { runHeadless as runClaude } from './claude.ts'
import { runHeadless as runCodex } from './codex.ts'
import { codexHome, codexHookEvents, configFile } from './codex-settings.ts'
import { binary, completeTask, decisionsIn, eventsIn, hookAndServer, ourTool, outcomesIn } from './gate.ts'
import { installAgent } from './install.ts'
import type { Room } from './room.ts'
import { countIn, openBench, waitForNothing, type Bench, type RunnableAgent } from './run-agent.ts'
import { claude } from './run-claude.ts'
import { codex } from './run-codex.ts'

const REQUEST = 'Make the file made.txt. The subtask writes a part of it.'
const PART = 'Write the file part.txt, one line.'

const installed = await Promise.all([claude, codex].map(({ package: wanted }) => installAgent(wanted)))
const missing = installed.flatMap((one) => (one.kind === 'unavailable' ? [one.reason] : []))
const reason = missing.length === 0 ? '' : ` (skipped: ${missing.join('; ')})`
const it = missing.length === 0 ? test : test.skip

beforeAll(() => {
  if (missing.length > 0) console.warn(`Subtasks with real agents${reason}`)
})

const pairs = [
  [claude, codex],
  [codex, claude],
] as const

for (const [above, below] of pairs) {
  it(`F14: ${above.title} waits for a subtask of ${below.title}, and its next request holds the outcome${reason}`, async () => {
    const bench = await openBoth(above, below, [
      ourTool('start_subtask', { request: PART, agent: below.id, checks: ['part'] }),
      'I wait for the part.',
      below.shell('echo part > part.txt'),
      completeTask({ summary: 'The part says "part".' }),
      'The part is written.',
      above.shell('cat part.txt > made.txt'),
      completeTask({ summary: 'Made from the part.' }),
      'All is made.',
    ])
    try {
      const ran = await bench.run(REQUEST)
      const requests = bench.model.mainRequests()
      expect(requests).toHaveLength(8)
      const [opened, waited, first, , , next] = requests
      const id = lastMatch(at(requests, 1), /task_[0-9a-z]+(?= is open, below)/) ?? ''
      expect(toolsOf(asRequest(opened))).toContain('mcp__fullstop__start_subtask')
      expect(readableText(asRequest(waited))).toContain('It has a session of its own')
      // The agent of the subtask is told its own request, and nothing of the task above.
      expect(countIn(first, PART)).toBeGreaterThan(0)
      expect(countIn(first, REQUEST)).toBe(0)
      expect(first?.path).not.toBe(opened?.path)
      // The agent above continues in its own session, with status, summary and evidence of the subtask, each once.
      expect(next?.path).toBe(opened?.path ?? '')
      expect(countIn(next, 'I wait for the part.')).toBe(1)
      expect(countIn(next, `Subtask ${id} "${PART}" ended: completed.`)).toBe(1)
      expect(countIn(next, 'summary: The part says "part".')).toBe(1)
      expect(countIn(next, 'checks: part passed')).toBe(1)
      expect(outcomesIn(bench.room)).toEqual(['completed', 'completed'])
      expect(ran.exitCode).toBe(0)
      const agents = kindsIn(bench.room, 'task.opened').map(({ agent }) => agent)
      expect(agents.toSorted()).toEqual(['claude', 'codex'])
      const stops = kindsIn(bench.room, 'stop.decided')
      expect(Math.max(...stops.map(({ continuations }) => continuations))).toBe(0)
      await waitForNothing(bench.room)
    } finally {
      await bench.close()
    }
  })
}

it(`F14: a Codex that fails below Claude Code is told above, and must be named in the claim${reason}`, async () => {
  const bench = await openBoth(claude, codex, [
    ourTool('start_subtask', { request: PART, agent: 'codex' }),
    'I wait for the part.',
    completeTask({ status: 'blocked', summary: 'No way in.', remaining_work: 'All of it.', needs: 'credentials' }),
    'I am blocked.',
    claude.shell('echo part > part.txt; echo made > made.txt'),
    completeTask({ summary: 'Made.' }),
    (request) => completeTask({ summary: `Made; did ${subtaskIn(request)} myself.` }),
    'All is made.',
  ])
  try {
    const ran = await bench.run(REQUEST)
    const requests = bench.model.mainRequests()
    const next = at(requests, 4)
    const id = subtaskIn(next)
    expect(countIn(next, `Subtask ${id} "${PART}" ended: needs-input.`)).toBe(1)
    expect(countIn(next, 'summary: No way in.')).toBe(1)
    expect(countIn(next, 'remaining work: All of it.')).toBe(1)
    expect(readableText(at(requests, 6))).toContain(`subtask ${id} "${PART}" ended as needs-input`)
    expect(outcomesIn(bench.room)).toEqual(['completed', 'needs-input'])
    expect(ran.exitCode).toBe(0)
  } finally {
    await bench.close()
  }
})

const strict = { FULLSTOP_MODE: 'strict' }

/** Stops too early, completes the subtask by its id, then its own task. */
function ownStory(shell: (command: string) => Turn): readonly Step[] {
  return [
    ourTool('start_subtask', { request: PART, checks: ['part'] }),
    shell('echo part > part.txt; cp part.txt made.txt'),
    completeTask({ summary: 'Too early.' }),
    'All is made.',
    (request) => completeTask({ summary: 'The part is written.', task_id: subtaskIn(request) }),
    completeTask({ summary: 'Made from the part.' }),
    'All is made.',
  ]
}

function expectOwnStory(room: Room, requests: readonly ModelRequest[]): void {
  expect(requests).toHaveLength(7)
  const id = subtaskIn(at(requests, 1))
  expect(readableText(at(requests, 3))).toContain(`open subtask: ${id} "${PART}"`)
  // The stop is refused with the same reason.
  const refused = readableText(at(requests, 4)).slice(readableText(at(requests, 3)).length)
  expect(refused).toContain(`open subtask: ${id}`)
  const ended = readableText(at(requests, 5))
  expect(ended).toContain(`Subtask ${id} is recorded as completed.`)
  // Told once, with the answer to its claim.
  expect(requests.map((request) => readableText(request).split('ended: completed.').length - 1)).toEqual([
    0, 0, 0, 0, 0, 1, 1,
  ])
  expect(ended).toContain('checks: part passed')
  expect(decisionsIn(room).map((decision) => decision.split(' ')[0])).toEqual(['continue', 'allow'])
  expect(outcomesIn(room)).toEqual(['completed', 'completed'])
}

const PROJECT = {
  checks: [
    { name: 'part', run: 'test -e part.txt' },
    { name: 'made', run: 'test -e made.txt' },
  ],
}

it(`F14: Claude Code with hooks cannot stop over an open subtask, completes it by its id, then its own task${reason}`, async () => {
  const { room, env } = openProject(PROJECT)
  await using run = await runClaude({
    ...hookAndServer,
    room,
    env,
    prompt: REQUEST,
    script: ownStory(claude.shell),
  })
  expectOwnStory(
    room,
    run.requests.filter(({ lane }) => lane === 'main'),
  )
})

it(`F14: Codex with hooks cannot stop over an open subtask, completes it by its id, then its own task${reason}`, async () => {
  const { room, env } = openProject(PROJECT)
  await using run = await runCodex({
    room,
    env: { ...env, ...strict },
    prompt: REQUEST,
    hookCommand: `'${binary}' hook codex`,
    hookEvents: codexHookEvents,
    hookMatchers: { PostToolUse: 'mcp__.*fullstop__.*' },
    mcpServers: { fullstop: { command: binary, args: ['mcp'] } },
    script: ownStory(codex.shell),
  })
  expectOwnStory(
    room,
    run.requests.filter(({ lane }) => lane === 'main'),
  )
})

/** A home in which both agents have been used, and a supervisor that can start either. */
async function openBoth(above: RunnableAgent, below: RunnableAgent, script: readonly Step[]): Promise<Bench> {
  const [claudeBinary, codexBinary] = installed.map((one) => (one.kind === 'installed' ? one.binary : ''))
  const binaryOf = ({ id }: RunnableAgent): string => (id === 'claude' ? claudeBinary : codexBinary) ?? ''
  const { room } = openProject(PROJECT)
  const bench = await openBench(above, binaryOf(above), {
    room,
    script,
    env: {},
    isInstalled: false,
    beside: below,
  })
  symlinkSync(binaryOf(below), join(room.root, 'programs', below.program))
  below.furnish(room)
  if (below.id === 'codex') {
    const options = { script: [], permissionMode: 'default' } as const
    const file = join(codexHome(room), 'config.toml')
    // Before the first table of the person: what stands behind one is part of it.
    writeFileSync(file, `${configFile(room, options, bench.model)}\n${readFileSync(file, 'utf8')}`)
  }
  return bench
}

function subtaskIn(request: ModelRequest): string {
  return lastMatch(request, /(?<=[Ss]ubtask:? )task_[0-9a-z]+/) ?? ''
}

function at(requests: readonly ModelRequest[], index: number): ModelRequest {
  return asRequest(requests[index])
}

function asRequest(request: ModelRequest | undefined): ModelRequest {
  if (!request) throw new Error('The model was not asked so often')
  return request
}

function kindsIn<Kind extends 'task.opened' | 'stop.decided'>(room: Room, kind: Kind): EventOf<Kind>[] {
  return eventsIn(room).filter((event): event is EventOf<Kind> => event.kind === kind)
}
