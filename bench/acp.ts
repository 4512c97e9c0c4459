// `npm run bench:acp`: the time per update from an agent to an editor, through `fullstop acp` against the same bytes piped
// through `cat`, interleaved in one run; and how long a cancel takes to reach the agent and come back.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { arch, tmpdir } from 'node:os'
import { join } from 'node:path'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9)
const UPDATES = 20_000
const CANCELS = 20
const GOAL = 1.2

const root = join(import.meta.dirname, '..')
const temp = mkdtempSync(join(tmpdir(), 'fullstop-bench-'))
const project = join(temp, 'project')
mkdirSync(project)
const agent = [process.execPath, join(import.meta.dirname, 'acp-agent.ts')]
const env = { PATH: process.env['PATH'], HOME: temp, FULLSTOP_HOME: join(temp, 'state'), TMPDIR: temp }

const WAYS = {
  cat: ['sh', '-c', '"$@" | cat', 'sh', ...agent],
  gate: [join(root, 'dist', 'fullstop'), 'acp', '--', ...agent],
} as const
type Way = keyof typeof WAYS

const perUpdate: Record<Way, number[]> = { cat: [], gate: [] }
const cancels: Record<Way, number[]> = { cat: [], gate: [] }
try {
  for (let round = 0; round <= ROUNDS; round++) {
    for (const way of ['cat', 'gate'] as const) {
      const measured = await measure(way)
      // The first round only warms up.
      if (round === 0) continue
      perUpdate[way].push(measured.perUpdate)
      cancels[way].push(...measured.cancels)
    }
  }
  report()
} finally {
  rmSync(temp, { recursive: true, force: true })
}

interface Measured {
  /** Microseconds. */
  readonly perUpdate: number
  /** Milliseconds. */
  readonly cancels: readonly number[]
}

async function measure(way: Way): Promise<Measured> {
  const [program = '', ...args] = WAYS[way]
  const child = spawn(program, args, { cwd: project, env: env as NodeJS.ProcessEnv, stdio: 'pipe' })
  const editor = talk(child)
  await editor.request('initialize', { protocolVersion: 1 })
  await editor.request('session/new', { cwd: project, mcpServers: [] })
  await editor.prompt(2000)
  const before = performance.now()
  let last = before
  await editor.prompt(UPDATES, () => (last = performance.now()))
  const times: number[] = []
  for (let nth = 0; nth < CANCELS; nth++) {
    const waits = Promise.withResolvers<void>()
    const over = editor.prompt(0, () => waits.resolve())
    await waits.promise
    const asked = performance.now()
    editor.send({ method: 'session/cancel', params: { sessionId: 's1' } })
    await over
    times.push(performance.now() - asked)
  }
  child.stdin.end()
  await new Promise((resolve) => child.on('close', resolve))
  return { perUpdate: ((last - before) * 1000) / UPDATES, cancels: times }
}

function talk(child: ChildProcessWithoutNullStreams) {
  const waiting = new Map<number, () => void>()
  let onUpdate = (): unknown => undefined
  let nth = 0
  let open = ''
  child.stdout.on('data', (piece: Buffer) => {
    const lines = `${open}${piece.toString('utf8')}`.split('\n')
    open = lines.pop() ?? ''
    for (const line of lines) {
      const message = JSON.parse(line) as { id?: number; method?: string; params?: { update?: { _meta?: unknown } } }
      if (message.method === 'session/update') onUpdate()
      else if (message.id !== undefined) waiting.get(message.id)?.()
    }
  })
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
  const request = (method: string, params: object): Promise<void> => {
    const id = nth++
    const answered = new Promise<void>((resolve) => waiting.set(id, resolve))
    send({ id, method, params })
    return answered
  }
  return {
    send,
    request,
    prompt: (count: number, heard: () => unknown = () => undefined): Promise<void> => {
      onUpdate = heard
      return request('session/prompt', { sessionId: 's1', prompt: [{ type: 'text', text: `${count}?` }] })
    },
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function report(): void {
  const medians = {
    'cat: µs per update': median(perUpdate.cat),
    'gate: µs per update': median(perUpdate.gate),
    'cat: cancel to its answer, ms': median(cancels.cat),
    'gate: cancel to its answer, ms': median(cancels.gate),
    'gate: slowest cancel, ms': Math.max(...cancels.gate),
  }
  const ratio = medians['gate: µs per update'] / medians['cat: µs per update']
  const goals = [{ name: 'gate / cat, time per update', ratio, atMost: GOAL }]
  const results = { rounds: ROUNDS, updates: UPDATES, arch: arch(), medians, goals }
  writeFileSync(join(root, 'bench', 'results', 'acp.json'), `${JSON.stringify(results, null, 2)}\n`)
  for (const [name, value] of Object.entries(medians)) console.log(`${name.padEnd(34)} ${value.toFixed(2)}`)
  console.log(`${'gate / cat, time per update'.padEnd(34)} ${ratio.toFixed(3)} (at most ${GOAL})`)
  if (ratio > GOAL) process.exitCode = 1
}
