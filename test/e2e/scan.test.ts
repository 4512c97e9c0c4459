// `fullstop scan` over transcripts in a home of its own: what it counts, what it shows, and what it must not do.
import { expect, test } from 'bun:test'
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import type { ScanReport } from '../../src/domain/view/scan.ts'
import { asClaude, asCodex, type PastRequest, type PastSession } from '../fake-agents/past-session.ts'
import { until } from '../until.ts'
import { isVariant } from '../rounds.ts'
import { binary } from './binary.ts'
import { hasTmux, screenOf } from './pane.ts'
import { listing, newRoom, type Room } from './room.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const EDIT = 'edit src/parse.ts'
const lie: PastRequest = {
  asked: 'Fix the parser.',
  calls: [EDIT, 'npm test!'],
  said: 'I fixed the parser. All tests pass.',
}
const early: PastRequest = {
  asked: 'Move all endpoints.',
  calls: [EDIT, EDIT],
  said: 'I moved the first two endpoints. I still have to convert the other five.',
}
const honest: PastRequest = { asked: 'Fix it.', calls: [EDIT, 'npm test'], said: 'Fixed. All tests pass.' }
const unclaimed: PastRequest = {
  asked: 'Port it.',
  calls: Array.from({ length: 9 }, () => EDIT),
  said: 'It is ported.',
}

let count = 0
function session(room: Room, requests: readonly PastRequest[], more: Partial<PastSession> = {}): PastSession {
  count += 1
  const id = `0b1c2d3e-4f5a-4b6c-8d7e-${`${count}`.padStart(12, '0')}`
  return { id, cwd: room.cwd, at: new Date(Date.now() - 1.5 * HOUR), requests, ...more }
}

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

const inClaude = (room: Room, past: PastSession): string =>
  write(join(room.home, '.claude/projects/-project', `${past.id}.jsonl`), asClaude(past))
const inCodex = (room: Room, past: PastSession): string =>
  write(join(room.home, '.codex/sessions/2026/11/15', `rollout-2026-11-15T00-00-00-${past.id}.jsonl`), asCodex(past))

async function report(room: Room, ...args: string[]): Promise<ScanReport> {
  const { stdout } = await room.run(['scan', '--json', ...args])
  return JSON.parse(stdout) as ScanReport
}

const row = (agent: string, counts: Partial<ScanReport['rows'][number]>): ScanReport['rows'][number] => ({
  agent,
  isHeadless: false,
  sessions: 1,
  requests: 1,
  stops: 1,
  falseClaims: 0,
  premature: 0,
  asksOnce: 0,
  ...counts,
})

test('[scan] counts sessions, requests and stops of both agents, and judges each stop as the hook would', async () => {
  using room = newRoom()
  inClaude(room, session(room, [lie, honest, unclaimed]))
  inCodex(room, session(room, [early, honest]))
  const { rows, findings, cost } = await report(room)
  expect(rows).toEqual([
    row('claude', { requests: 3, stops: 3, falseClaims: 1, asksOnce: 1 }),
    row('codex', { requests: 2, stops: 2, premature: 1 }),
  ])
  expect(findings.map(({ verdict, agent, quote }) => [verdict, agent, quote])).toEqual([
    ['false-claim', 'claude', 'I fixed the parser. All tests pass.'],
    ['premature', 'codex', early.said],
  ])
  expect(findings[0]?.shown).toEqual([
    {
      kind: 'red-check',
      command: 'npm test',
      exitCode: 1,
      line: 'FAIL src/parse.test.ts > parses nested lists',
    },
  ])
  expect(cost.continuations).toBe(3)
  expect(cost.turn?.output).toBeGreaterThan(0)
})

test.skipIf(process.platform !== 'linux')(
  '[scan-compiler] begins anew without the slowest compiler, with the same arguments and result',
  async () => {
    using room = newRoom()
    const folder = join(room.root, 'old sessions, ü')
    const past = session(room, [lie, honest])
    write(join(folder, `${past.id}.jsonl`), asClaude(past))
    const { stdout, stderr, code } = await room.run(['scan', '--json', '--path', folder], {
      env: { BUN_JSC_dumpOptions: '1' },
    })
    expect(stderr.match(/(?:useFTLJIT|largeHeapSize)=\w+/g)?.toSorted()).toEqual([
      'largeHeapSize=33554432',
      'useFTLJIT=false',
    ])
    expect(code).toBe(0)
    const elsewhere = await room.run(['-C', 'old sessions, ü', 'scan', '--json', '--path', '.'], { cwd: room.root })
    expect((JSON.parse(elsewhere.stdout) as ScanReport).folders).toEqual([folder])
    const { folders, rows } = JSON.parse(stdout) as ScanReport
    expect([folders, rows]).toEqual([[folder], [row('claude', { requests: 2, stops: 2, falseClaims: 1 })]])
  },
)

test.skipIf(process.platform !== 'linux' || availableParallelism() < 2)(
  '[scan-threads] copies that several threads read are counted once, and an interrupt ends them all',
  async () => {
    using room = newRoom()
    const file = inClaude(room, session(room, [lie, honest], { printed: 'x'.repeat(4_000_000) }))
    for (let copy = 0; copy < 40; copy++) linkSync(file, join(dirname(file), `copy-${copy}.jsonl`))
    inCodex(room, session(room, [early]))
    expect((await report(room)).rows).toEqual([
      row('claude', { sessions: 1, requests: 2, stops: 2, falseClaims: 1 }),
      row('codex', { premature: 1 }),
    ])
    const { env, cwd } = room
    const scan = Bun.spawn([binary, 'scan'], { env, cwd, stdout: 'ignore', stderr: 'ignore' })
    await until(() => threadsOf(scan.pid).includes('Worker'))
    scan.kill('SIGINT')
    await scan.exited
    expect(scan.signalCode).toBe('SIGINT')
  },
)

function threadsOf(pid: number): string[] {
  const tasks = `/proc/${pid}/task`
  return readdirSync(tasks).map((thread) => readFileSync(join(tasks, thread, 'comm'), 'utf8').trim())
}

test('[scan-untouched] reads only: no store, no state folder, and no file of the agents is changed', async () => {
  using room = newRoom()
  inClaude(room, session(room, [lie]))
  inCodex(room, session(room, [early]))
  const before = listing(room.root)
  expect((await room.run(['scan'])).code).toBe(0)
  expect(listing(room.root)).toEqual(before)
})

test('[scan-command] names a command that opens each session, or the file and line where its folder is gone', async () => {
  using room = newRoom()
  const here = session(room, [lie])
  const gone = session(room, [honest, lie], { cwd: '/nowhere/at all' })
  inClaude(room, here)
  const file = inClaude(room, gone)
  const { stdout } = await room.run(['scan'])
  expect(stdout).toContain(`cd ~/project && claude --resume ${here.id}\n`)
  // The lines of the first request, a prompt, two calls with their results, and then the words.
  expect(stdout).toContain(`less +12 ${file}\n`)
})

test('[scan-hostile] masks secrets, and nothing in a transcript steers the terminal or becomes part of a command', async () => {
  using room = newRoom()
  const key = `sk-ant-api03-${'a1B2'.repeat(20)}AA`
  const said = `\u001b]0;owned\u0007\u001b[2J\u202eI set ANTHROPIC_API_KEY=${key}. All tests pass.`
  inClaude(room, session(room, [{ ...lie, said }], { id: '$(touch owned)', cwd: room.cwd }))
  inCodex(room, session(room, [{ ...lie, said }], { id: '; touch owned', cwd: `${room.home}/x';touch owned;'` }))
  for (const args of [['scan'], ['scan', '--all']]) {
    const { stdout } = await room.run(args)
    expect(stdout).toContain('All tests pass.')
    expect(stdout).not.toContain(key)
    expect(stdout).not.toContain('resume')
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  }
  expect((await room.run(['scan', '--json'])).stdout).not.toContain(key)
})

test('[scan-period] only the wanted period counts, also within a file that was written to since', async () => {
  using room = newRoom()
  const old = session(room, [lie], { at: new Date(Date.now() - 40 * DAY) })
  const file = inClaude(room, old)
  appendFileSync(
    file,
    asClaude({ ...old, at: new Date(Date.now() - HOUR), requests: [honest] }).replaceAll(old.id, 'x'),
  )
  const untouched = inCodex(room, session(room, [lie], { at: new Date(Date.now() - 40 * DAY) }))
  utimesSync(untouched, new Date(Date.now() - 40 * DAY), new Date(Date.now() - 40 * DAY))
  expect((await report(room)).rows).toEqual([row('claude', {})])
  // Without one that would be refused, nothing is offered against "such stops".
  expect((await room.run(['scan'])).stdout).toEndWith(
    'No stop would have been refused.\n\nNothing was changed or sent.\n',
  )
  expect((await report(room, '--days', '60')).rows).toEqual([
    row('claude', { requests: 2, stops: 2, falseClaims: 1 }),
    row('codex', { falseClaims: 1 }),
  ])
  const since = new Date(Date.now() - 50 * DAY).toISOString().slice(0, 10)
  expect((await report(room, '--since', since, '--agent', 'codex')).rows).toEqual([row('codex', { falseClaims: 1 })])
})

test.each([
  [['--days', 'x'], '--days must be a number from 1 to 9999'],
  [['--since', 'yesterday'], '--since is not a day such as 2026-11-01'],
  [['--days', '3', '--since', '2026-11-01'], 'use --days or --since, not both'],
  [['--path', 'nowhere'], 'there is no folder "nowhere"'],
])('[scan] wrong usage: %p', async (args, message) => {
  using room = newRoom()
  const { code, stderr } = await room.run(['scan', ...args])
  expect([code, stderr.split('\n')[0]]).toEqual([2, `fullstop: scan: ${message}`])
})

test('[scan-places] reads where the agents were told to keep their files, or a folder that the person names', async () => {
  using room = newRoom()
  const moved = join(room.root, 'elsewhere')
  const past = session(room, [lie])
  write(join(moved, 'c/projects/p', `${past.id}.jsonl`), asClaude(past))
  write(join(moved, 'x/sessions/2026', `rollout-${past.id}.jsonl`), asCodex(past))
  const env = { CLAUDE_CONFIG_DIR: join(moved, 'c'), CODEX_HOME: join(moved, 'x') }
  const found = JSON.parse((await room.run(['scan', '--json'], { env })).stdout) as ScanReport
  expect(found.rows.map(({ agent, falseClaims }) => [agent, falseClaims])).toEqual([
    ['claude', 1],
    ['codex', 1],
  ])
  const named = await report(room, '--path', '../../elsewhere')
  expect(named.rows.map(({ agent }) => agent)).toEqual(['claude', 'codex'])
  // The agents would not find those sessions.
  expect(named.findings.every(({ resume }) => resume === undefined)).toBe(true)
})

test('[scan-headless] headless sessions are counted apart, and subagents not at all', async () => {
  using room = newRoom()
  inClaude(room, session(room, [lie], { isHeadless: true }))
  inCodex(room, session(room, [lie], { isHeadless: true }))
  inClaude(room, session(room, [honest]))
  const past = session(room, [lie])
  write(join(room.home, '.claude/projects/-project', past.id, 'subagents/agent-a1.jsonl'), asClaude(past))
  write(join(room.home, '.claude/projects/-project/agent-b2.jsonl'), asClaude(past))
  const sub = asCodex(past).replace('"source":"cli"', '"source":{"subagent":{}}')
  write(join(room.home, '.codex/sessions', `rollout-${past.id}.jsonl`), sub)
  const { rows, found, cost } = await report(room)
  // They stand in the order of their first sessions, whose names are random.
  expect(rows.toSorted((a, b) => a.agent.localeCompare(b.agent) || a.falseClaims - b.falseClaims)).toEqual([
    row('claude', {}),
    row('claude', { isHeadless: true, falseClaims: 1 }),
    row('codex', { isHeadless: true, falseClaims: 1 }),
  ])
  expect([found, cost.continuations]).toEqual([0, 0])
  expect((await room.run(['scan'])).stdout).toContain(
    'Headless sessions are not counted above, because the gate is off there by default: 2 stops, 2 false claims, 0 premature stops.',
  )
})

test.skipIf(isVariant)(
  '[scan-headless] where all sessions are headless, that is said instead of an empty table',
  async () => {
    using room = newRoom()
    inClaude(room, session(room, [honest], { isHeadless: true }))
    expect((await room.run(['scan'])).stdout).toContain('\n\nNo session with a person at it was found.\n\nHeadless')
  },
)

test('[scan-unreadable] garbage, cut lines, links and closed files hide no other session', async () => {
  using room = newRoom()
  const folder = join(room.home, '.claude/projects/-project')
  inClaude(room, session(room, [lie]))
  write(join(folder, 'noise.jsonl'), `${'no json\n'.repeat(50_000)}${'x'.repeat(3_000_000)}`)
  write(join(folder, 'broken.jsonl'), '{"message":{"role":"user","content":"x\n'.repeat(5000))
  write(join(folder, 'empty.jsonl'), '')
  const cut = asClaude(session(room, [lie]))
  write(join(folder, 'cut.jsonl'), `${cut}{"parentUuid":"x","message":{"role":"assistant","content":[{"type":"te`)
  write(join(room.root, 'outside.jsonl'), asClaude(session(room, [lie])))
  symlinkSync(join(room.root, 'outside.jsonl'), join(folder, 'link.jsonl'))
  symlinkSync(folder, join(folder, 'loop'))
  const isRoot = process.getuid?.() === 0
  if (!isRoot) chmodSync(write(join(folder, 'closed.jsonl'), 'x'), 0)
  const { rows, unreadable } = await report(room)
  expect(rows).toEqual([row('claude', { sessions: 2, requests: 2, stops: 2, falseClaims: 2 })])
  expect(unreadable.map(({ file }) => file.split('/').at(-1)).toSorted()).toEqual([
    'broken.jsonl',
    ...(isRoot ? [] : ['closed.jsonl']),
    'link.jsonl',
  ])
  const { code, stderr } = await room.run(['scan'])
  expect([code, stderr.split('\n')[0]]).toEqual([
    0,
    `fullstop: ${isRoot ? 2 : 3} transcripts could not be read to the end:`,
  ])
})

test.skipIf(isVariant)('[scan-unreadable] a copy of a session, as a fork leaves it, is counted once', async () => {
  using room = newRoom()
  const past = session(room, [lie])
  inClaude(room, past)
  write(join(room.home, '.claude/projects/-project/copy.jsonl'), asClaude(past))
  expect((await report(room)).rows.map(({ stops, falseClaims }) => [stops, falseClaims])).toEqual([[1, 1]])
})

test('[scan-nothing] without transcripts it says where it looked and what else can be tried', async () => {
  using room = newRoom()
  expect(await room.run(['scan'])).toEqual({
    code: 1,
    stdout: `No transcripts of the last 30 days.

Looked in:
  ${room.home}/.claude/projects
  ${room.home}/.codex/sessions
  ${room.home}/.codex/archived_sessions

Look further back with --days 365, or in another folder with --path DIR.
`,
    stderr: '',
  })
  expect(await room.run(['scan', '--agent', 'opencode'])).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'fullstop: scan: transcripts of OpenCode cannot be read\n  next: name an agent whose transcripts can: claude, codex\n',
  })
  // Only agents whose transcripts it reads are offered.
  expect((await room.run(['scan', '--agent', 'gemini'])).stderr).toBe(
    'fullstop: there is no agent "gemini"\n  next: known: claude, codex\n',
  )
  for (const days of ['365', '4000'])
    expect((await room.run(['scan', '--days', days])).stdout).toEndWith('\n\nLook in another folder with --path DIR.\n')
})

for (const columns of [80, 120]) {
  test.skipIf(!hasTmux)(`[scan-screen] the whole screen fits ${columns} columns`, async () => {
    using room = newRoom()
    inClaude(room, session(room, [lie, honest, unclaimed], { id: '0b1c2d3e-4f5a-4b6c-8d7e-0000000000aa' }))
    inCodex(room, session(room, [early], { id: '0b1c2d3e-4f5a-4b6c-8d7e-0000000000bb' }))
    const screen = await screenOf(room, ['scan'], { columns, rows: 60 })
    expect(screen).toMatchSnapshot()
    expect(screen.filter((line) => line.length > columns)).toEqual([])
  })
}
