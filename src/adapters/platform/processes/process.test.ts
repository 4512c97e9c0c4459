// Programs that we run to their end, with bounded output and time.
import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_MS } from '../../../../test/limits.ts'
import { type ProgramOptions, type Ran, runProgram } from './process.ts'

function run(line: string, more: Partial<ProgramOptions> = {}): Promise<Ran> {
  const env = { PATH: process.env['PATH'] }
  return runProgram(['sh', '-c', line], { cwd: tmpdir(), env, timeoutMs: PROGRAM_MS, mostBytes: 1000, ...more })
}

const ended = (code: number, stdout = '', stderr = ''): Ran => ({
  kind: 'ended',
  code,
  stdout: Buffer.from(stdout),
  stderr,
})

const INTERRUPTED: Ran = { kind: 'failed', why: 'sh was interrupted' }

const table: readonly (readonly [string, string, Partial<ProgramOptions>, Ran])[] = [
  ['output, errors and the exit code', 'echo out; echo err >&2; exit 3', {}, ended(3, 'out\n', 'err\n')],
  ['no input', 'cat', {}, ended(0)],
  ['input', 'cat', { input: 'given' }, ended(0, 'given')],
  ['input that is not read', 'exit 0', { input: 'x'.repeat(1_000_000) }, ended(0)],
  ['nothing of our environment', 'echo "$HOME$USER"', {}, ended(0, '\n')],
  ['too much output', 'exec yes', {}, { kind: 'failed', why: 'sh printed more than 1000 bytes' }],
  ['too long', 'exec sleep 3600', { timeoutMs: 50 }, { kind: 'failed', why: 'sh took longer than 0 s' }],
  ['interrupted', 'exec sleep 3600', { signal: AbortSignal.timeout(50) }, INTERRUPTED],
  ['interrupted before', 'exec sleep 3600', { signal: AbortSignal.abort() }, INTERRUPTED],
  [
    'interrupted while it is listened to',
    'exec sleep 3600',
    { signal: AbortSignal.timeout(50), until: () => false },
    INTERRUPTED,
  ],
  ['killed', 'kill -9 $$', {}, { kind: 'failed', why: 'sh was ended by SIGKILL' }],
]

test.each(table)('%s', async (_name, line, more, expected) => {
  expect(await run(line, more)).toEqual(expected)
})

test('what cannot be started is a value too', async () => {
  expect((await run('true', { cwd: '/no/such/folder' })).kind).toBe('failed')
  const options = { cwd: tmpdir(), env: {}, timeoutMs: PROGRAM_MS, mostBytes: 10 }
  expect((await runProgram(['no-such-program-at-all'], options)).kind).toBe('failed')
})

test.each([{}, { until: () => false }])('a file that is no program of this system: %j', async (more) => {
  const folder = mkdtempSync(join(tmpdir(), 'fullstop-process-'))
  try {
    const file = join(folder, 'agent')
    writeFileSync(file, 'MZ', { mode: 0o755 })
    const options = { cwd: folder, env: {}, timeoutMs: PROGRAM_MS, mostBytes: 10, ...more }
    const why = 'it is not a program that this system can run'
    expect(await runProgram([file], options)).toEqual({ kind: 'failed', why })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a program that was given up is gone when that is said, whatever it does with signals', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fullstop-process-'))
  try {
    const line = `trap '' TERM INT HUP; echo $$ >pid; while :; do echo more; done`
    const ran = await run(line, { cwd: folder })
    expect(ran).toEqual({ kind: 'failed', why: 'sh printed more than 1000 bytes' })
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    expect(() => process.kill(pid, 0)).toThrow()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
