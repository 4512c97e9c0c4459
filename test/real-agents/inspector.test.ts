// The MCP Inspector's command-line mode drives every tool of the built server, each call with a server process of its own.
import { beforeAll, expect, test } from 'bun:test'
import { tools } from '../../src/frontends/mcp/tools/index.ts'
import { failure, openProject, suite } from './checked-project.ts'
import { binary, outcomesIn } from './gate.ts'
import { inspectorPackage, installAgent } from './install.ts'
import { runToEnd } from './process.ts'
import { openRoom, roomEnv, type Room } from './room.ts'

const installed = await installAgent(inspectorPackage)
const reason = installed.kind === 'unavailable' ? ` (skipped: ${installed.reason})` : ''
const it = installed.kind === 'unavailable' ? test.skip : test
beforeAll(() => {
  if (reason) console.warn(`MCP Inspector${reason}`)
})

const request = 'Add a limiter, with tests'
const claim = { original_request_summary: request, summary: 'The limiter is there.' }

it(`tools/list: all tools, and nothing in their schemas that some client could not take${reason}`, async () => {
  await using room = openRoom()
  const { exitCode, json, stderr } = await inspect(room, ['--method', 'tools/list', '--strict'])
  const listed = json['tools'] as Record<string, unknown>[]
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
  expect(listed.map(({ _meta }) => _meta)).toEqual(listed.map(() => ({ 'anthropic/alwaysLoad': true })))
  expect([exitCode, stderr]).toEqual([0, ''])
})

it(`a client without identity: the id that it is given carries context and claim from call to call${reason}`, async () => {
  await using room = openRoom()
  const saved = await call(room, 'update_session_context', {
    original_request: request,
    summary: 'The limiter = written',
    current_status: 'Two of four tests pass',
    key_decisions: ['Count per address'],
    files_modified: ['limit.ts', { path: 'limit.test.ts', operation: 'created' }],
    remaining_work: 'The last two tests',
  })
  expect(saved.text).toStartWith('Context saved successfully. Last updated: ')
  const own = { task_id: saved.structured['task_id'] }

  const brief = await call(room, 'get_session_context', own)
  expect(brief.structured['has_context']).toBe(true)
  for (const told of [request, 'The limiter = written', 'Count per address', 'limit.test.ts', 'The last two tests']) {
    expect(brief.structured['formatted_prompt']).toContain(told)
  }
  const raw = await call(room, 'get_session_context', { ...own, format: 'raw' })
  expect(raw.structured['context']).toMatchObject({
    originalRequest: request,
    keyDecisions: ['Count per address'],
    remainingWork: 'The last two tests',
  })

  const cleared = await call(room, 'clear_session_context', own)
  expect(cleared.text).toBe(`Context cleared for task ${String(own.task_id)}`)
  expect((await call(room, 'get_session_context', own)).structured).toEqual({ has_context: false })

  const partial = await call(room, 'complete_task', { ...claim, ...own, status: 'partial', remaining_work: 'Tests' })
  expect(partial.text).toStartWith('Task partially completed. Remaining work: Tests')
  expect(partial.structured).toMatchObject({ ...own, status: 'partial', decision: 'go-on', may_stop: false })
  const done = await call(room, 'attempt_completion', { ...own, result: 'The limiter is there, with tests.' })
  expect(done.text).toStartWith('Claim recorded as unverified:')
  expect(done.structured).toMatchObject({ ...own, decision: 'accepted', outcome: 'unverified', may_stop: true })
  expect(outcomesIn(room)).toEqual(['unverified'])
})

it(`complete_task: blocked is recorded; success on a red check is a tool error with what failed${reason}`, async () => {
  const { room, env } = openProject({ checks: [suite] })
  await using _ = room
  const blocked = { ...claim, status: 'blocked', remaining_work: 'The upload', needs: 'credentials' }
  expect((await call(room, 'complete_task', blocked, env)).text).toStartWith('Task blocked. Remaining work: The upload')
  const refused = await call(room, 'complete_task', { ...claim, status: 'success' }, env)
  expect(refused.isError).toBe(true)
  expect(refused.text).toStartWith('FULLSTOP (1/5) Not done: check "test" failed (exit 1)')
  expect(refused.text).toContain(failure)
})

const wrongCalls: ReadonlyArray<readonly [string, string, Readonly<Record<string, unknown>>, string]> = [
  ['arguments that are missing', 'complete_task', { status: 'success' }, 'original_request_summary is missing'],
  ['a status that there is none', 'complete_task', { ...claim, status: 'finished' }, 'status'],
  ['a blank text', 'attempt_completion', { result: ' ' }, 'result must not be blank'],
]

for (const [what, tool, args, complaint] of wrongCalls) {
  it(`${what}: a JSON-RPC error that says so, and nothing is recorded${reason}`, async () => {
    await using room = openRoom()
    const { exitCode, stderr } = await inspect(room, callOf(tool, args))
    expect(exitCode).not.toBe(0)
    expect(stderr).toContain('-32602')
    expect(stderr).toContain(complaint)
    expect(outcomesIn(room)).toEqual([])
  })
}

it(`an id that nobody gave is refused with what to do instead${reason}`, async () => {
  await using room = openRoom()
  const refused = await call(room, 'clear_session_context', { task_id: 'task_nowhere' })
  expect(refused.isError).toBe(true)
  expect(refused.text).toContain('there is no task "task_nowhere"')
  expect(refused.text).toMatch(/leave .*task.id out/)
})

interface Inspected {
  readonly exitCode: number | null
  readonly stderr: string
  readonly json: Readonly<Record<string, unknown>>
}

interface Called {
  readonly isError: boolean
  readonly text: string
  readonly structured: Readonly<Record<string, unknown>>
}

async function call(room: Room, tool: string, args: object, env: object = {}): Promise<Called> {
  const { json, stderr } = await inspect(room, callOf(tool, args), env)
  const [content] = (json['content'] ?? []) as { text: string }[]
  if (!content) throw new Error(`The Inspector got no content: ${stderr}`)
  return {
    isError: json['isError'] === true,
    text: content.text,
    structured: (json['structuredContent'] ?? {}) as Record<string, unknown>,
  }
}

function callOf(tool: string, args: object): string[] {
  const pairs = Object.entries(args).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return ['--method', 'tools/call', '--tool-name', tool, '--tool-arg', ...pairs]
}

/** The Inspector hands its own environment on only in part: what the server is to see is named. */
async function inspect(room: Room, args: readonly string[], env: object = {}): Promise<Inspected> {
  const script = installed.kind === 'installed' ? installed.binary : ''
  const named = Object.entries({ ...roomEnv(room), ...env }).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  const { stdout, ...ended } = await runToEnd(process.execPath, [script, '--cli', ...named, binary, 'mcp', ...args], {
    cwd: room.cwd,
    env: roomEnv(room),
  })
  return { ...ended, json: stdout.trim() === '' ? {} : (JSON.parse(stdout) as Record<string, unknown>) }
}
