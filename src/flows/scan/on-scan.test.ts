// A scan counts what is in several files once, and tells of a large file while it is read.
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asClaude, asCodex } from '../../../test/fake-agents/past-session.ts'
import { files } from '../../adapters/platform/files/files.ts'
import { claude } from '../../agents/claude/index.ts'
import { codex } from '../../agents/codex/index.ts'
import { onScan, type ScanProgress } from './on-scan.ts'

test('one large transcript: what was read of it is told in between', async () => {
  const home = mkdtempSync(join(tmpdir(), 'fullstop-scan-'))
  try {
    const folder = join(home, '.claude', 'projects', '-project')
    mkdirSync(folder, { recursive: true })
    const now = new Date()
    const id = '0b1c2d3e-4f5a-4b6c-8d7e-000000000001'
    const said = 'x'.repeat(500_000)
    const requests = Array.from({ length: 12 }, () => ({ asked: 'Fix it.', calls: ['edit src/a.ts'], said }))
    const text = asClaude({ id, cwd: '/project', at: now, requests })
    writeFileSync(join(folder, `${id}.jsonl`), text)
    const told: ScanProgress[] = []
    const world = { files, userHome: home, env: {}, now: () => now, sleep: Bun.sleep }
    const { bytes } = await onScan(world, {
      agents: [claude],
      since: new Date(0),
      most: 5,
      threadsFor: () => 1,
      startReader: () => expect.unreachable('no thread was wanted'),
      onProgress: (progress) => told.push(progress),
    })
    expect(bytes).toBe(Buffer.byteLength(text))
    const within = told.filter(({ done }) => done === 0).map((progress) => progress.bytes)
    expect(within.length).toBeGreaterThan(5)
    expect(within).toEqual(within.toSorted((one, other) => one - other))
    expect(within.at(-1)).toBeGreaterThan(bytes / 2)
    expect(told.at(-1)).toEqual({ done: 1, files: 1, bytes })
  } finally {
    rmSync(home, { recursive: true })
  }
})

test.each([
  { agent: claude, write: asClaude, folder: '.claude/projects/-project', name: 'session' },
  { agent: codex, write: asCodex, folder: '.codex/sessions/2026/11/15', name: 'rollout-session' },
])('$agent.id: what a fork repeats is counted once', async ({ agent, write, folder, name }) => {
  const home = mkdtempSync(join(tmpdir(), 'fullstop-scan-'))
  try {
    mkdirSync(join(home, folder), { recursive: true })
    const now = new Date()
    const request = { asked: 'Fix it.', calls: ['edit src/a.ts'], said: 'Half of it is fixed.' }
    const past = { id: '0b1c2d3e-4f5a-4b6c-8d7e-000000000001', cwd: '/project', at: now }
    const save = (file: string, count: number): void =>
      writeFileSync(
        join(home, folder, `${file}.jsonl`),
        write({ ...past, requests: Array.from({ length: count }, () => request) }),
      )
    save(name, 2)
    save(`${name}z`, 3)
    const report = await onScan(
      { files, userHome: home, env: {}, now: () => now, sleep: Bun.sleep },
      {
        agents: [agent],
        since: new Date(0),
        most: 5,
        threadsFor: () => 1,
        startReader: () => expect.unreachable('no thread was wanted'),
        onProgress: () => undefined,
      },
    )
    expect(report.rows.map(({ requests, stops, sessions }) => ({ requests, stops, sessions }))).toEqual([
      { requests: 3, stops: 3, sessions: 2 },
    ])
  } finally {
    rmSync(home, { recursive: true })
  }
})
