// Progress of a scan: a large transcript is told while it is read, not only when it has been.
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asClaude } from '../../../test/fake-agents/past-session.ts'
import { files } from '../../adapters/platform/files/files.ts'
import { claude } from '../../agents/claude/index.ts'
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
    const world = { files, userHome: home, env: {}, now: () => now }
    const { bytes } = await onScan(world, {
      agents: [claude],
      since: new Date(0),
      most: 5,
      threadsFor: () => 1,
      startReader: async () => undefined,
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
