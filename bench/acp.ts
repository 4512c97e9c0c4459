// `npm run bench:acp`: what an update from an agent to an editor costs through `fullstop acp` against the same bytes piped
// through `cat`, interleaved in one run: processor time of the agent and of what stands behind it, until the editor has
// heard the last update. And how long updates and a cancel take, which says something on an idle machine alone.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
const cpu: Record<Way, number[]> = { cat: [], gate: [] }
const cancels: Record<Way, number[]> = { cat: [], gate: [] }
try {
  for (let round = 0; round <= ROUNDS; round++) {
    for (const way of ['cat', 'gate'] as const) {
      const measured = await measure(way)
      // The first round only warms up.
      if (round === 0) continue
      perUpdate[way].push(measured.perUpdate)
      cpu[way].push(measured.cpu)
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
  readonly cpu: number
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
  const pids = below(child.pid ?? 0)
  const [used, before] = [usedBy(pids), performance.now()]
  let [usedAtLast, last] = [used, before]
  await editor.prompt(UPDATES, (nth) => {
    if (nth === UPDATES) [usedAtLast, last] = [usedBy(pids), performance.now()]
  })
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
  const perUpdate = ((last - before) * 1000) / UPDATES
  return { perUpdate, cpu: (usedAtLast - used) / UPDATES, cancels: times }
}

/** The process and all that descend from it. */
function below(pid: number): readonly number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(below)]
}

/** Microseconds of processor time of all their threads. */
function usedBy(pids: readonly number[]): number {
  const threads = pids.flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`))
  const times = threads.map((thread) => Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0]))
  return times.reduce((sum, ns) => sum + ns / 1000, 0)
}

function talk(child: ChildProcessWithoutNullStreams) {
  const waiting = new Map<number, () => void>()
  let onUpdate = (): void => undefined
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
    prompt: (count: number, heard: (nth: number) => unknown = () => undefined): Promise<void> => {
      let updates = 0
      onUpdate = () => {
        heard(++updates)
        if (updates === count) send({ method: 'bench/heard' })
      }
      return request('session/prompt', { sessionId: 's1', prompt: [{ type: 'text', text: `${count}?` }] })
    },
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function report(): void {
  const medians = {
    'cat: µs of processor per update': median(cpu.cat),
    'gate: µs of processor per update': median(cpu.gate),
    'cat: µs per update': median(perUpdate.cat),
    'gate: µs per update': median(perUpdate.gate),
    'cat: cancel to its answer, ms': median(cancels.cat),
    'gate: cancel to its answer, ms': median(cancels.gate),
    'gate: slowest cancel, ms': Math.max(...cancels.gate),
  }
  const ratio = medians['gate: µs of processor per update'] / medians['cat: µs of processor per update']
  const goals = [{ name: 'gate / cat, processor time per update', ratio, atMost: GOAL }]
  const results = { rounds: ROUNDS, updates: UPDATES, arch: arch(), medians, goals }
  writeFileSync(join(root, 'bench', 'results', 'acp.json'), `${JSON.stringify(results, null, 2)}\n`)
  for (const [name, value] of Object.entries(medians)) console.log(`${name.padEnd(34)} ${value.toFixed(2)}`)
  console.log(`${'gate / cat, processor time'.padEnd(34)} ${ratio.toFixed(3)} (at most ${GOAL})`)
  if (ratio > GOAL) process.exitCode = 1
}
