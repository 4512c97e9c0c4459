// Programs that are told something: what they get, how they end, and that their group ends with the time limit.
import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../../../test/processes.ts'
import { until } from '../../../../test/until.ts'
import { tellProgram } from './tell-program.ts'

const PATH = process.env['PATH'] ?? ''
const LIMIT_MS = 60_000

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fullstop-tell-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const tell = (line: string, cwd: string, timeoutMs = LIMIT_MS) =>
  tellProgram(['sh', '-c', line], { cwd, env: { PATH, ONE: '1', TWO: undefined }, input: 'told\n', timeoutMs })

test('input, environment and folder', () =>
  inFolder(async (cwd) => {
    expect(await tell('{ cat; echo "$ONE|${TWO-unset}|$(pwd)"; } > out', cwd)).toEqual({ kind: 'ended', code: 0 })
    expect(readFileSync(join(cwd, 'out'), 'utf8')).toBe(`told\n1|unset|${cwd}\n`)
  }))

test('ends', () =>
  inFolder(async (cwd) => {
    const ends = [
      await tell('exit 3', cwd),
      await tell('kill -9 $$', cwd),
      await tell('yes | head -c 10000000; exit 0', cwd),
      await tellProgram(['no-such-program'], { cwd, env: { PATH }, input: '', timeoutMs: LIMIT_MS }),
    ]
    expect(ends).toEqual([
      { kind: 'ended', code: 3 },
      { kind: 'failed', why: 'it was ended by SIGKILL' },
      { kind: 'ended', code: 0 },
      { kind: 'missing' },
    ])
  }))

test('past its time it ends with its children', () =>
  inFolder(async (cwd) => {
    // On a busy machine it may not come to its child before it is ended.
    for (let limitMs = 250; !existsSync(join(cwd, 'child')); limitMs *= 2) {
      const told = await tell('sleep 1000 & echo $! > new; mv new child; wait', cwd, limitMs)
      expect(told).toEqual({ kind: 'failed', why: `it took longer than ${Math.round(limitMs / 1000)} s` })
    }
    const child = Number(readFileSync(join(cwd, 'child'), 'utf8'))
    await until(() => !isAlive(child))
  }))
