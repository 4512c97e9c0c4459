// The host of one agent process: no matter which process is killed when, nothing of the agent is left, and its end is written down.
import { expect, test } from 'bun:test'
import { type ChildProcess, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { aWhile } from '../until.ts'
import type { StintEnd, StintOrder, StintRequest } from '../../src/contract/agent/stint.ts'
import { binary } from './binary.ts'
import { fileIn, nothingLeft, processesIn, until } from './checking.ts'
import { newRoom, type Room } from './room.ts'

/** Of this file alone: the end of a stint ends every process with its mark. */
const STINT = `stint_7k3f${process.pid}`
const TERMINAL = { columns: 90, rows: 30 }

interface Stint extends Disposable {
  readonly room: Room
  readonly path: (name: string) => string
  readonly text: (name: string) => string
  readonly host: () => ChildProcess
  readonly order: (order: StintOrder) => void
  readonly end: () => Promise<Omit<StintEnd, 'at' | 'ranMs'>>
  /** Its processes by their mark, and whatever lives in the room, however it hides. */
  readonly left: () => string[]
}

/** Written down as the supervisor does it; `line` is the agent. */
function stint(line: string, more: Partial<StintRequest> = {}): Stint {
  const room = newRoom()
  const folder = join(room.state, 'stints', STINT)
  const path = (name: string): string => join(folder, name)
  const text = (name: string): string => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : '')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const request: StintRequest = {
    stint: STINT,
    task: 'task_7k3f',
    argv: ['sh', '-c', line],
    cwd: room.cwd,
    env: { GIVEN: 'yes', STINT_FOLDER: folder },
    askedAt: '2026-01-01T00:00:00.000Z',
    ...more,
  }
  writeFileSync(path('request.json'), JSON.stringify(request))
  return {
    room,
    path,
    text,
    host: () =>
      spawn(binary, ['host', STINT], {
        env: { ...room.env, CLAUDECODE: '1' },
        cwd: room.cwd,
        stdio: 'ignore',
        detached: true,
      }),
    order: (order) => appendFileSync(path('orders.jsonl'), `${JSON.stringify(order)}\n`),
    end: async () => {
      await fileIn(path('end.json'))
      const { at, ranMs, ...end } = JSON.parse(text('end.json')) as StintEnd
      expect(Date.parse(at)).toBeGreaterThan(Date.parse('2026-01-01'))
      expect(ranMs).toBeGreaterThanOrEqual(0)
      return end
    },
    left: () => [...processesIn(room), ...marked()],
    [Symbol.dispose]: () => room[Symbol.dispose](),
  }
}

function marked(): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'utf8').includes(`FULLSTOP_RUN=${STINT}\0`)
    } catch {
      // Gone meanwhile.
      return false
    }
  })
}

/** How the host itself ended: its exit code, or the signal. */
function exitOf(child: ChildProcess): Promise<number | string | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode ?? child.signalCode)
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)))
}

const nobody = (at: Stint): Promise<void> => until(() => at.left().length === 0)
const agentKey = (at: Stint): string => (JSON.parse(at.text('pid')) as { agent: string }).agent

/** Stays until it is killed, twice forked away, in a session of its own, and says so in a file. */
const far = (name: string): string =>
  `( setsid sh -c "trap '' TERM HUP; echo x > ${name}; while :; do sleep 0.2; done" & ) >/dev/null 2>&1`
/** The same without its mark; its parent stays. */
const scrubbed = (name: string): string =>
  `env -i setsid sh -c "trap '' TERM HUP; echo x > ${name}; while :; do /bin/sleep 0.2; done" >/dev/null 2>&1 &`

/** The host writes down the process of its agent once it is started: an agent that ends at once may be gone by then. */
const known = 'until grep -q agent "$STINT_FOLDER/pid"; do sleep 0.01; done'

test('[host-ends] an agent that ends by itself: its output, its environment, its end, nothing left', async () => {
  using at = stint(
    `${known}; cat; echo wrong >&2; echo "$GIVEN $FULLSTOP_RUN $FULLSTOP_TASK_ID \${CLAUDECODE:-none}"; ls /proc/$$/fd; exit 3`,
    { input: 'prompt' },
  )
  writeFileSync(at.path('prompt'), 'Do it.\n')
  expect(await exitOf(at.host())).toBe(0)
  expect(at.text('out')).toBe(`Do it.\nyes ${STINT} task_7k3f none\n0\n1\n2\n`)
  expect(at.text('err')).toBe('wrong\n')
  expect(await at.end()).toEqual({ how: { kind: 'exited', code: 3 } })
  expect(['out', 'err', 'pid', 'end.json'].map((name) => statSync(at.path(name)).mode & 0o777)).toEqual(
    Array(4).fill(0o600),
  )
  expect(JSON.parse(at.text('pid'))).toEqual({ host: expect.stringMatching(/^\d+-\d+$/), agent: expect.any(String) })
  expect(at.left()).toEqual([])
})

test('[host-ends] what forked away from an agent that ended by itself is gone before its end is told', async () => {
  using at = stint(
    `${far('a')}; env -i setsid sh -c "trap '' TERM; echo x > b; while :; do /bin/sleep 0.2; done" >/dev/null 2>&1 &
    until test -s a && test -s b; do sleep 0.2; done; exit 0`,
  )
  const host = at.host()
  expect(await at.end()).toEqual({ how: { kind: 'exited', code: 0 } })
  expect(marked()).toEqual([])
  expect(await exitOf(host)).toBe(0)
  expect(at.left()).toEqual([])
})

test.each([[undefined], [TERMINAL]])(
  '[host-killed] kill -9 of the host ends the agent and its descendants, terminal: %p',
  async (terminal) => {
    using at = stint(
      `trap '' HUP TERM; ${far('a')}; ${scrubbed('b')} until test -s a && test -s b; do sleep 0.2; done
      echo x > begun; while :; do sleep 0.2; done`,
      terminal ? { terminal } : {},
    )
    const host = at.host()
    await fileIn(join(at.room.cwd, 'begun'))
    await until(() => agentKey(at) !== undefined)
    host.kill('SIGKILL')
    expect(await exitOf(host)).toBe('SIGKILL')
    await nobody(at)
    expect(existsSync(at.path('end.json'))).toBe(false)
    // A stint runs at most once, also after a host that was killed.
    expect(await exitOf(at.host())).toBe(0)
    expect(existsSync(at.path('end.json'))).toBe(false)
    expect(at.left()).toEqual([])
  },
)

test('[host-killed] one without its mark ends too if the agent dies of the hangup first', async () => {
  using at = stint(`( ${scrubbed('b')} ); sleep 300`, { terminal: TERMINAL })
  const host = at.host()
  await fileIn(join(at.room.cwd, 'b'))
  await until(() => ((JSON.parse(at.text('pid')) as { hidden?: string[] }).hidden ?? []).length > 0)
  host.kill('SIGKILL')
  await nobody(at)
})

test('[host-killed] a process that has the number of the agent, but is another one, is left alone', async () => {
  using at = stint('true')
  const other = spawn('sleep', ['30'], { cwd: '/' })
  try {
    writeFileSync(at.path('pid'), JSON.stringify({ host: '2-1', agent: `${other.pid}-1` }))
    expect((await at.room.run(['stint-reaper', STINT])).code).toBe(0)
    expect([other.exitCode, other.signalCode]).toEqual([null, null])
  } finally {
    other.kill('SIGKILL')
  }
  expect(at.left()).toEqual([])
})

test('[host-outlives] kill -9 of the supervisor changes nothing', async () => {
  using at = stint('echo x > begun; until test -e open; do sleep 0.2; done; echo well')
  const supervisor = spawn('sh', ['-c', `setsid ${binary} host ${STINT} & echo $! ; wait`], {
    env: at.room.env,
    cwd: at.room.cwd,
    stdio: 'ignore',
  })
  await fileIn(join(at.room.cwd, 'begun'))
  supervisor.kill('SIGKILL')
  expect(await exitOf(supervisor)).toBe('SIGKILL')
  writeFileSync(join(at.room.cwd, 'open'), '')
  expect(await at.end()).toEqual({ how: { kind: 'exited', code: 0 } })
  expect(at.text('out')).toBe('well\n')
  await nobody(at)
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '[host-ends] %s to the host ends all, and is told',
  async (signal) => {
    using at = stint(
      `${far('a')}; ${scrubbed('b')} until test -s a && test -s b; do sleep 0.2; done; echo x > begun; sleep 300`,
    )
    const host = at.host()
    await fileIn(join(at.room.cwd, 'begun'))
    host.kill(signal)
    expect(await exitOf(host)).toBe(0)
    expect(await at.end()).toEqual({ how: { kind: 'interrupted' } })
    expect(at.left()).toEqual([])
  },
)

test('[host-once] a second host starts nothing, neither beside the first nor after it', async () => {
  using at = stint('echo x >> begun; until test -e open; do sleep 0.2; done')
  const begun = join(at.room.cwd, 'begun')
  const hosts = [at.host(), at.host(), at.host()]
  await fileIn(begun)
  await until(() => hosts.filter(({ exitCode }) => exitCode === 0).length === 2)
  writeFileSync(join(at.room.cwd, 'open'), '')
  expect(await at.end()).toEqual({ how: { kind: 'exited', code: 0 } })
  expect(await Promise.all(hosts.map(exitOf))).toEqual([0, 0, 0])
  expect(await exitOf(at.host())).toBe(0)
  expect(readFileSync(begun, 'utf8')).toBe('x\n')
  expect(at.left()).toEqual([])
})

test('[host-once] what is removed while a host waits for its turn is not begun', async () => {
  using at = stint('true')
  const lock = new DatabaseSync(at.path('alive'))
  lock.exec('begin exclusive')
  chmodSync(at.path('alive'), 0o644)
  const host = at.host()
  // When it corrects the mode it has read the request.
  await until(() => (statSync(at.path('alive')).mode & 0o777) === 0o600)
  rmSync(at.path('request.json'))
  lock.close()
  expect(await exitOf(host)).toBe(0)
  expect(readdirSync(at.path(''))).toEqual(['alive'])
})

test('[host-orders] a paste gets into the terminal once, whole, and cannot end itself early', async () => {
  using at = stint('stty -echo; stty size; cat', { terminal: TERMINAL })
  const host = at.host()
  await until(() => at.text('out') === '30 90\r\n')
  at.order({ kind: 'paste', text: 'Go \u001b[20\u001b[201~1~on with “it”.' })
  await until(() => at.text('out').includes('“it”'))
  // A line without its end is no order yet, whatever it says. That nothing happens takes a few looks of the host.
  const line = JSON.stringify({ kind: 'paste', text: 'second' } satisfies StintOrder)
  appendFileSync(at.path('orders.jsonl'), `no order\n{"kind":"unknown"}\nnull\n${line}`)
  await aWhile(400)
  expect(at.text('out')).not.toContain('second')
  appendFileSync(at.path('orders.jsonl'), '\n')
  await until(() => at.text('out').includes('second'))
  at.order({ kind: 'paste', text: 'third' })
  await until(() => at.text('out').includes('third\u001b[201~\r\n'))
  expect(at.text('out').split('\r\n')).toEqual([
    '30 90',
    '\u001b[200~Go \u001b[20 1~on with “it”.\u001b[201~',
    '\u001b[200~second\u001b[201~',
    '\u001b[200~third\u001b[201~',
    '',
  ])
  at.order({ kind: 'end' })
  expect(await at.end()).toEqual({ how: { kind: 'interrupted' } })
  expect(await exitOf(host)).toBe(0)
  expect(at.left()).toEqual([])
})

test('[host-orders] the order to end ends an agent that does not want to', async () => {
  using at = stint(`trap '' TERM; ${far('a')}; until test -s a; do sleep 0.2; done; while :; do sleep 0.2; done`)
  const host = at.host()
  await fileIn(join(at.room.cwd, 'a'))
  at.order({ kind: 'end' })
  expect(await at.end()).toEqual({ how: { kind: 'interrupted' } })
  expect(await exitOf(host)).toBe(0)
  expect(at.left()).toEqual([])
})

test('[host-ends] no request, or no name of one: exit 1, and nothing is made', async () => {
  using room = newRoom()
  for (const name of [STINT, '../escape', 'stint_', 'run_7k3f']) expect((await room.run(['host', name])).code).toBe(1)
  expect(existsSync(join(room.state, 'stints'))).toBe(false)
  await nothingLeft(room)
})

test.each([[undefined], [TERMINAL]])(
  '[host-ends] a program that is not there is told, terminal: %p',
  async (terminal) => {
    using at = stint('', { argv: ['no-such-agent'], ...(terminal ? { terminal } : {}) })
    expect(await exitOf(at.host())).toBe(0)
    expect(await at.end()).toEqual({
      how: { kind: 'not-started', code: 'ENOENT', why: 'Executable not found in $PATH: "no-such-agent"' },
    })
    expect(at.left()).toEqual([])
  },
)
