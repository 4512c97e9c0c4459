// Commands that may do anything: how they end, what is kept of their output, and that nothing of them is left.
import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_MS } from '../../../../test/limits.ts'
import { until } from '../../../../test/until.ts'
import { type CommandEnd, type CommandOptions, endMarked, runCommand } from './command.ts'
import { findStrays } from './stray-processes.ts'

const MARK = { name: 'FULLSTOP_TEST_MARK', value: `command-${process.pid}` }
const mark = `${MARK.name}=${MARK.value}`
const env = { PATH: process.env['PATH'] }

function run(line: string, more: Partial<CommandOptions> = {}): Promise<CommandEnd> {
  return runCommand({
    argv: ['sh', '-c', line],
    cwd: tmpdir(),
    env,
    timeoutMs: PROGRAM_MS,
    mark: MARK,
    spared: new Set(),
    signal: new AbortController().signal,
    ...more,
  })
}

const text = ({ head, tail }: CommandEnd): string => Buffer.concat([head, tail]).toString()
const alive = (): number[] => findStrays(mark, new Set())

const endings: readonly (readonly [string, string, CommandEnd['how']])[] = [
  ['exit 0', 'exit 0', { kind: 'exited', code: 0 }],
  ['exit 3', 'exit 3', { kind: 'exited', code: 3 }],
  ['killed by itself', 'kill -KILL $$', { kind: 'killed', signal: 'SIGKILL' }],
  ['crashed', 'kill -SEGV $$', { kind: 'killed', signal: 'SIGSEGV' }],
]

test.each(endings)('%s', async (_name, line, how) => {
  const end = await run(line)
  expect(end.how).toEqual(how)
  expect(end.durationMs).toBeGreaterThanOrEqual(0)
})

test('a program that is not there, a folder that is not, and a file that is no program', async () => {
  const code = async (more: Partial<CommandOptions>): Promise<unknown> => {
    const { how } = await run('true', more)
    return how.kind === 'not-started' ? how.code : how
  }
  expect(await code({ argv: ['no-such-program-at-all'] })).toBe('ENOENT')
  expect(await code({ cwd: '/no/such/folder' })).toBe('ENOENT')
  expect(await code({ argv: [import.meta.filename] })).toBe('EACCES')
})

test('both streams in the order of their coming, and nothing on standard input', async () => {
  const end = await run('echo one; sleep 1; echo two >&2; sleep 1; cat; echo three')
  expect(text(end)).toBe('one\ntwo\nthree\n')
  expect(end.left).toBe(0)
})

test('only the environment that it is given, and the mark', async () => {
  const end = await run('env | grep -v -e ^PWD= -e ^SHLVL= -e ^_= | sort')
  expect(text(end)).toBe(`${mark}\nPATH=${process.env['PATH']}\n`)
})

test('the first and last 64 KiB are kept, and what lies between is counted', async () => {
  const end = await run('echo first; yes | head -c 10000000; echo last')
  expect([end.head.length, end.tail.length]).toEqual([64 * 1024, 64 * 1024])
  expect(end.left).toBe(10_000_000 + 'first\nlast\n'.length - 128 * 1024)
  expect(end.head.toString().startsWith('first\ny\n')).toBe(true)
  expect(end.tail.toString().endsWith('y\nlast\n')).toBe(true)
})

test('output just over the head loses nothing', async () => {
  const end = await run('head -c 70000 /dev/zero')
  expect([end.head.length, end.tail.length, end.left]).toEqual([65_536, 70_000 - 65_536, 0])
})

test('the time limit ends it', async () => {
  expect((await run('sleep 3600', { timeoutMs: 100 })).how).toEqual({ kind: 'timed-out' })
  expect(alive()).toEqual([])
})

test('it is asked to end first, and so is its whole group', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fullstop-command-'))
  const asked = (name: string, line: string): string => `trap 'echo ${name}; exit 0' TERM; echo > ${name}; ${line}`
  const child = asked('child', 'sleep 3600 & wait')
  const stop = new AbortController()
  const ended = run(`sh -c "${child}" & ${asked('parent', 'wait')}`, { cwd: folder, signal: stop.signal })
  await until(() => ['child', 'parent'].every((name) => existsSync(join(folder, name))))
  stop.abort()
  const end = await ended
  rmSync(folder, { recursive: true })
  expect(end.how).toEqual({ kind: 'interrupted' })
  expect(text(end).split('\n').sort()).toEqual(['', 'child', 'parent'])
  expect(alive()).toEqual([])
})

test('an interruption ends it, also one that came before it began', async () => {
  const stop = new AbortController()
  const running = run('echo begun; sleep 3600', { signal: stop.signal })
  await until(() => alive().length > 0)
  stop.abort()
  expect((await running).how).toEqual({ kind: 'interrupted' })
  expect((await run('sleep 3600', { signal: AbortSignal.abort() })).how).toEqual({ kind: 'interrupted' })
  expect(alive()).toEqual([])
})

test('what forks away is found by its mark and ended, and counted', async () => {
  const away = `setsid sh -c 'echo > away; exec sleep 3600' & nohup sh -c 'echo > nohup; exec sleep 3600' >/dev/null 2>&1 &`
  const folder = mkdtempSync(join(tmpdir(), 'fullstop-command-'))
  const both = `until test -e away && test -e nohup; do sleep 0.01; done`
  const end = await run(`${away} ${both}; exit 0`, { cwd: folder })
  rmSync(folder, { recursive: true })
  expect(end.how).toEqual({ kind: 'exited', code: 0 })
  expect(end.strays).toBe(2)
  expect(alive()).toEqual([])
})

test('whoever holds the output open does not hold us', async () => {
  const end = await run('sleep 3600 & echo said', {})
  expect(text(end)).toBe('said\n')
})

test('processes that are spared stay', async () => {
  const child = Bun.spawn(['sleep', '30'], { env: { ...env, [MARK.name]: MARK.value } })
  try {
    expect((await run('exit 0', { spared: new Set([child.pid]) })).strays).toBe(0)
    expect(alive()).toEqual([child.pid])
    expect(await endMarked(mark, new Set())).toBe(1)
    expect(await child.exited).not.toBe(0)
  } finally {
    child.kill('SIGKILL')
  }
})

test('one that ignores SIGTERM is made to end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fullstop-command-'))
  const ready = join(folder, 'ready')
  const child = Bun.spawn(['sh', '-c', `trap '' TERM; echo > ${ready}; while :; do sleep 0.1; done`], {
    env: { ...env, [MARK.name]: MARK.value },
  })
  try {
    await until(() => existsSync(ready) && readFileSync(ready, 'utf8') === '\n')
    expect(await endMarked(mark, new Set())).toBeGreaterThan(0)
    expect(alive()).toEqual([])
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
})
