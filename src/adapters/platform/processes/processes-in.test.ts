// Processes in a folder, with real ones.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processesIn } from './processes-in.ts'

test('a process counts for its folder and those around it, not for one of a similar name', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fullstop in ')))
  try {
    for (const name of ['a/deep', 'ab']) mkdirSync(join(root, name), { recursive: true })
    const living = spawn('cat', { cwd: join(root, 'a/deep'), stdio: ['pipe', 'ignore', 'ignore'] })
    await once(living, 'spawn')
    const expected = [{ pid: living.pid ?? 0, name: 'cat' }]
    expect(await processesIn(join(root, 'a'))).toEqual(expected)
    expect(await processesIn(join(root, 'a/deep'))).toEqual(expected)
    expect(await processesIn(join(root, 'ab'))).toEqual([])
    expect(await processesIn(join(root, 'gone'))).toEqual([])
    living.stdin.end()
    await once(living, 'exit')
    expect(await processesIn(join(root, 'a'))).toEqual([])
  } finally {
    rmSync(root, { recursive: true })
  }
})
