// `npm run bench:mcp`: from spawn to the answer of `tools/list`, our server against a minimal one made with the same SDK
// and the same flags, interleaved in one run. First calls are timed as well, without a goal.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { binaryFlags } from '../scripts/binary-flags.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 40)
const GOAL = 1.25
const TOOLS = 5

const root = join(import.meta.dirname, '..')
const temp = mkdtempSync(join(tmpdir(), 'fullstop-bench-'))
const home = join(temp, 'home')
const folder = join(temp, 'project')
const minimal = join(temp, 'minimal-mcp')

interface Server {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Calls made after the list, each timed by itself. */
  readonly calls: readonly Call[]
}

interface Call {
  readonly name: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

const OURS = 'fullstop mcp'
const BASELINE = 'minimal server'
const OURS_FROM_SOURCE = 'fullstop mcp, from source'
const BASELINE_FROM_SOURCE = 'minimal server, from source'

const update = {
  original_request: 'Add rate limiting to the login route, with tests',
  summary: 'Limiter written and wired into the route',
  current_status: 'One of four tests fails: the clock is not reset',
}
const calls: readonly Call[] = [
  { name: 'get_session_context', tool: 'get_session_context', input: {} },
  { name: 'update_session_context', tool: 'update_session_context', input: update },
]
const nothing: readonly Call[] = [{ name: 'a tool that does nothing', tool: 'tool_1', input: { summary: 'none' } }]

try {
  prepare()
  const medians = await measure([
    { name: OURS, command: join(root, 'dist', 'fullstop'), args: ['mcp'], calls },
    { name: BASELINE, command: minimal, args: [], calls: nothing },
    {
      name: OURS_FROM_SOURCE,
      command: process.execPath,
      args: [join(root, 'src', 'frontends', 'cli', 'main.ts'), 'mcp'],
      calls: [],
    },
    {
      name: BASELINE_FROM_SOURCE,
      command: process.execPath,
      args: [join(root, 'bench', 'minimal-mcp.ts')],
      calls: [],
    },
  ])
  report(medians)
} finally {
  rmSync(temp, { recursive: true, force: true })
}

function prepare(): void {
  mkdirSync(home, { recursive: true })
  mkdirSync(folder, { recursive: true })
  must('npm', ['run', '--silent', 'build'])
  must(process.execPath, ['build', ...binaryFlags, join(root, 'bench', 'minimal-mcp.ts'), '--outfile', minimal])
}

/** One of each in turn, so that a busy moment of the machine falls on all alike. */
async function measure(servers: readonly Server[]): Promise<Map<string, number>> {
  const times = new Map<string, number[]>()
  for (let round = -2; round < ROUNDS; round++) {
    for (const server of servers) {
      for (const [name, ms] of await timesOf(server)) {
        // The first two rounds warm the file cache and make the store.
        if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms])
      }
    }
  }
  return new Map([...times].map(([name, list]) => [name, median(list)]))
}

async function timesOf({ name, command, args, calls }: Server): Promise<[name: string, ms: number][]> {
  const began = process.hrtime.bigint()
  const child = spawn(command, args, { cwd: folder, env: environment(), stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const ask = asker(child)
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '0.0.0' },
  })
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  const listed = (await ask('tools/list', {})) as { tools: unknown[] }
  const times: [string, number][] = [[`${name}: spawn to tools/list`, since(began)]]
  if (listed.tools.length !== TOOLS) throw new Error(`${name} lists ${listed.tools.length} tools, not ${TOOLS}`)
  for (const call of calls) {
    const sent = process.hrtime.bigint()
    const answer = (await ask('tools/call', { name: call.tool, arguments: call.input })) as { isError?: boolean }
    times.push([`${name}: first call, ${call.name}`, since(sent)])
    if (answer.isError === true) throw new Error(`${call.name}: ${JSON.stringify(answer)}`)
  }
  child.stdin.end()
  await ended
  return times
}

/** Writes a request and resolves with its result. One is under way at a time. */
function asker(child: ReturnType<typeof spawn>): (method: string, params: unknown) => Promise<unknown> {
  let number = 0
  let heard = ''
  let onLine = (_line: string): void => undefined
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    heard += chunk
    for (let end = heard.indexOf('\n'); end !== -1; end = heard.indexOf('\n')) {
      const line = heard.slice(0, end)
      heard = heard.slice(end + 1)
      onLine(line)
    }
  })
  return (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++number
      onLine = (line) => {
        const message = JSON.parse(line) as { id?: number; result?: unknown; error?: unknown }
        if (message.id !== id) return
        if (message.error === undefined) resolve(message.result)
        else reject(new Error(`${method}: ${JSON.stringify(message.error)}`))
      }
      child.once('close', () => reject(new Error(`${method}: the server ended`)))
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: home, FULLSTOP_HOME: join(home, 'fullstop') }
}

function since(began: bigint): number {
  return Number(process.hrtime.bigint() - began) / 1e6
}

function median(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
}

function report(medians: ReadonlyMap<string, number>): void {
  const of = (name: string): number => medians.get(`${name}: spawn to tools/list`) ?? Number.NaN
  const goals = [
    { name: `${OURS} / ${BASELINE}, spawn to tools/list`, ratio: of(OURS) / of(BASELINE), atMost: GOAL },
    {
      name: `${OURS} / ${BASELINE}, both from source`,
      ratio: of(OURS_FROM_SOURCE) / of(BASELINE_FROM_SOURCE),
      atMost: undefined,
    },
  ]
  const lines = [
    `median of ${ROUNDS} interleaved runs, ${arch()}, ${cpus().length} cores`,
    '',
    ...[...medians].map(([name, ms]) => `${ms.toFixed(1).padStart(8)} ms  ${name}`),
    '',
    ...goals.map(({ name, ratio, atMost }) => {
      const goal = atMost === undefined ? 'no goal' : `goal: at most ${atMost}${ratio > atMost ? ', MISSED' : ''}`
      return `${ratio.toFixed(2).padStart(8)}     ${name} (${goal})`
    }),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  mkdirSync(join(root, 'bench', 'results'), { recursive: true })
  writeFileSync(
    join(root, 'bench', 'results', 'mcp.json'),
    `${JSON.stringify({ rounds: ROUNDS, arch: arch(), medians: Object.fromEntries(medians), goals }, null, 2)}\n`,
  )
  if (goals.some(({ ratio, atMost }) => atMost !== undefined && ratio > atMost)) process.exitCode = 1
}

function must(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
}
