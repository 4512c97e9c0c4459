// `npm run bench:acp`: what an update from an agent to an editor costs through `fullstop acp` against the same bytes piped
// through `cat`, interleaved in one run: processor time of the agent and of what stands behind it, from the first update
// that the editor hears to the last, with all that the gate reads of them meanwhile. The first of them are told apart:
// there the runtime still compiles. And how long a cancel takes, while the agent waits and while it floods the editor. On
// a busy machine most of that is waiting for a processor, so that time is taken off.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, tmpdir } from 'node:os'
import { join } from 'node:path'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9)
const UPDATES = 100_000
const FIRST = 20_000
const CANCELS = 20
const FLOOD = 1_000_000
const GOAL = 1.2
const CANCEL_MS = 50

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

const measuredOf: Record<Way, Measured[]> = { cat: [], gate: [] }
try {
  for (let round = 0; round <= ROUNDS; round++) {
    for (const way of ['cat', 'gate'] as const) {
      const measured = await measure(way)
      // The first round only warms up.
      if (round > 0) measuredOf[way].push(measured)
    }
  }
  report()
} finally {
  rmSync(temp, { recursive: true, force: true })
}

interface Measured {
  /** Microseconds, by the clock and of processor time. */
  readonly perUpdate: number
  readonly cpu: number
  readonly cpuFirst: number
  readonly cancels: readonly Cancel[]
}

/** Milliseconds. */
interface Cancel {
  readonly took: number
  /** Without the time in which a process that had to do with it waited for a processor. */
  readonly running: number
}

async function measure(way: Way): Promise<Measured> {
  const [program = '', ...args] = WAYS[way]
  const child = spawn(program, args, { cwd: project, env: env as NodeJS.ProcessEnv, stdio: 'pipe' })
  const editor = talk(child)
  await editor.request('initialize', { protocolVersion: 1 })
  await editor.request('session/new', { cwd: project, mcpServers: [] })
  await editor.prompt(2000)
  const pids = below(child.pid ?? 0)
  const marks: { readonly used: number; readonly at: number }[] = []
  await editor.prompt(UPDATES, (nth) => {
    if (nth === 1 || nth === FIRST || nth === UPDATES) marks.push({ used: usedBy(pids), at: performance.now() })
  })
  const [begin, first, last] = marks
  if (!begin || !first || !last) throw new Error('updates are missing')
  const cancels: Cancel[] = []
  for (let nth = 0; nth < CANCELS; nth++) cancels.push(await cancel(editor, pids, nth % 2 === 0 ? 0 : FLOOD))
  child.stdin.end()
  await new Promise((resolve) => child.on('close', resolve))
  return {
    perUpdate: ((last.at - begin.at) * 1000) / UPDATES,
    cpu: (last.used - begin.used) / UPDATES,
    cpuFirst: (first.used - begin.used) / FIRST,
    cancels,
  }
}

async function cancel(editor: ReturnType<typeof talk>, pids: readonly number[], updates: number): Promise<Cancel> {
  const begun = Promise.withResolvers<void>()
  const over = editor.prompt(updates, () => begun.resolve())
  await begun.promise
  const [asked, waited] = [performance.now(), waitedBy([process.pid, ...pids])]
  editor.send({ method: 'session/cancel', params: { sessionId: 's1' } })
  await over
  const took = performance.now() - asked
  return { took, running: Math.max(0, took - (waitedBy([process.pid, ...pids]) - waited)) }
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
  return threads.reduce((sum, thread) => sum + scheduled(thread).used / 1000, 0)
}

/** Milliseconds in which their main threads could have run and had no processor. */
function waitedBy(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + scheduled(`/proc/${pid}/task/${pid}`).waited / 1_000_000, 0)
}

/** Nanoseconds. */
function scheduled(thread: string): { readonly used: number; readonly waited: number } {
  const [used, waited] = readFileSync(`${thread}/schedstat`, 'utf8').split(' ').map(Number)
  return { used: used ?? 0, waited: waited ?? 0 }
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
  const of = (way: Way, value: (measured: Measured) => number): number => median(measuredOf[way].map(value))
  const cancelsOf = (way: Way): readonly Cancel[] => measuredOf[way].flatMap(({ cancels }) => cancels)
  const medians = {
    'cat: µs of processor per update': of('cat', ({ cpu }) => cpu),
    'gate: µs of processor per update': of('gate', ({ cpu }) => cpu),
    'cat: the same, first updates': of('cat', ({ cpuFirst }) => cpuFirst),
    'gate: the same, first updates': of('gate', ({ cpuFirst }) => cpuFirst),
    'cat: µs per update': of('cat', ({ perUpdate }) => perUpdate),
    'gate: µs per update': of('gate', ({ perUpdate }) => perUpdate),
    'cat: cancel to its answer, ms': median(cancelsOf('cat').map(({ took }) => took)),
    'gate: cancel to its answer, ms': median(cancelsOf('gate').map(({ took }) => took)),
    'cat: slowest cancel, ms': Math.max(...cancelsOf('cat').map(({ took }) => took)),
    'gate: slowest cancel, ms': Math.max(...cancelsOf('gate').map(({ took }) => took)),
    'gate: slowest, running, ms': Math.max(...cancelsOf('gate').map(({ running }) => running)),
  }
  const ratio = medians['gate: µs of processor per update'] / medians['cat: µs of processor per update']
  const goals = [
    { name: 'gate / cat, processor time per update', is: ratio, atMost: GOAL },
    { name: 'slowest cancel, running, ms', is: medians['gate: slowest, running, ms'], atMost: CANCEL_MS },
  ]
  const results = { rounds: ROUNDS, updates: UPDATES, first: FIRST, arch: arch(), medians, goals }
  writeFileSync(join(root, 'bench', 'results', 'acp.json'), `${JSON.stringify(results, null, 2)}\n`)
  for (const [name, value] of Object.entries(medians)) console.log(`${name.padEnd(38)} ${value.toFixed(2)}`)
  for (const { name, is, atMost } of goals) console.log(`${name.padEnd(38)} ${is.toFixed(3)} (at most ${atMost})`)
  if (goals.some(({ is, atMost }) => is > atMost)) process.exitCode = 1
}
