// Processes by a name that is not given twice.
import { describe, expect, test } from 'bun:test'
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { until } from '../../../../test/until.ts'
import { endOf, isEnding, processes, statOf } from './processes.ts'

const isLinux = process.platform === 'linux'

test.skipIf(!isLinux)('ageMsOf: as old as the process, which is older than its first line', async () => {
  const child = spawn('sleep', ['60'])
  try {
    const pid = child.pid ?? 0
    await until(() => (processes.ageMsOf(pid) ?? 0) >= 50)
    expect(processes.ageMsOf(pid) ?? 0).toBeLessThanOrEqual(processes.ageMsOf(process.pid) ?? 0)
  } finally {
    child.kill('SIGKILL')
  }
})

const statWith = (state: string, flags: number, threads: number): { name: string; fields: string[] } => ({
  name: 'x',
  fields: `${state} 1 2 2 0 -1 ${flags} 0 0 0 0 0 0 0 0 20 0 ${threads} 0 100`.split(' '),
})
test.each([
  ['at work', statWith('R', 0x400000, 1), false],
  ['on its way out', statWith('R', 0x400004, 1), true],
  ['on its way out, held up by a disk', statWith('D', 0x400004, 3), true],
  ['a zombie', statWith('Z', 0x400004, 1), false],
  ['a zombie whose threads are on their way out', statWith('Z', 0x400004, 2), true],
  ['dead', statWith('X', 0x400004, 1), false],
  ['not there', undefined, false],
])('isEnding: %s', (_name, stat, expected) => expect(isEnding(stat)).toBe(expected))

test.skipIf(!isLinux)('isEnding: we are not', () => expect(isEnding(statOf(process.pid))).toBe(false))

test('ageMsOf: a process that is gone has none', () => {
  const { pid } = spawnSync('true')
  expect(processes.ageMsOf(pid)).toBeUndefined()
})

describe('keyOf', () => {
  test('our own process and its parent', () => {
    expect(processes.self).toBe(process.pid)
    expect(processes.starters()[0]).toBe(processes.keyOf(process.ppid) as string)
    expect(processes.keyOf(process.pid)).toStartWith(`${process.pid}`)
    expect(processes.keyOf(process.ppid)).not.toBe(processes.keyOf(process.pid))
  })

  test('the same each time', () => expect(processes.keyOf(process.pid)).toBe(processes.keyOf(process.pid) as string))

  test.skipIf(!isLinux)('with the moment it began (where the system tells)', () =>
    expect(processes.keyOf(process.pid)).toMatch(new RegExp(`^${process.pid}-\\d+$`)),
  )

  test.skipIf(!isLinux)('a child that began later has a later moment', async () => {
    const child = spawn('sleep', ['60'])
    try {
      const [, own = ''] = processes.keyOf(process.pid)?.split('-') ?? []
      const [pid, began = ''] = processes.keyOf(child.pid ?? 0)?.split('-') ?? []
      expect(pid).toBe(String(child.pid))
      expect(Number(began)).toBeGreaterThanOrEqual(Number(own))
    } finally {
      child.kill('SIGKILL')
    }
  })

  test('a process that is gone has none', () => {
    const { pid } = spawnSync('true')
    expect(processes.keyOf(pid)).toBeUndefined()
  })

  for (const pid of [0, 1, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 40]) {
    test(`${pid} is no process of an agent`, () => expect(processes.keyOf(pid)).toBeUndefined())
  }

  test.skipIf(!isLinux)('a program whose name holds brackets and spaces', async () => {
    const child = spawn('bash', ['-c', 'printf ") Z 1 (" > /proc/self/comm; echo ready; exec 1>&-; read -r'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    try {
      await new Promise((resolve) => child.stdout.once('data', resolve))
      expect(processes.keyOf(child.pid ?? 0)).toMatch(new RegExp(`^${child.pid}-\\d+$`))
    } finally {
      child.kill('SIGKILL')
    }
  })

  test.skipIf(!isLinux)('a zombie is no process any more', async () => {
    // The shell becomes `sleep`, which never asks how its child ended.
    const parent = spawn('bash', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const line = await new Promise<Buffer>((resolve) => parent.stdout.once('data', resolve))
      const pid = Number(String(line))
      await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim() === 'sleep')
      expect(processes.keyOf(pid)).toBeDefined()
      process.kill(pid, 'SIGKILL')
      await until(() => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
      expect(processes.keyOf(pid)).toBeUndefined()
    } finally {
      parent.kill('SIGKILL')
    }
  })
})

describe('isAlive', () => {
  const own = processes.keyOf(process.pid) ?? ''

  test('our own process is', () => expect(processes.isAlive(own)).toBe(true))
  test('a child is until it ends', async () => {
    const child = spawn('sleep', ['60'])
    const key = processes.keyOf(child.pid ?? 0) ?? ''
    expect(processes.isAlive(key)).toBe(true)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    expect(processes.isAlive(key)).toBe(false)
  })

  test.skipIf(!isLinux)('a number that was given again names another process', () => {
    const [pid, began] = own.split('-')
    expect(processes.isAlive(`${pid}-${Number(began) - 1}`)).toBe(false)
    expect(processes.isAlive(`${pid}`)).toBe(false)
  })

  for (const key of ['', 'x', '-1', '0', '1', '1-1', `${own}x`, ` ${own}`, '../../etc/passwd', '999999999-1']) {
    test(`not ${JSON.stringify(key.replace(own, 'OWN'))}`, () => expect(processes.isAlive(key)).toBe(false))
  }
})

describe.skipIf(!isLinux)('endOf', () => {
  test.each([
    ['exit 3', { kind: 'exited', code: 3 }],
    ['true', { kind: 'exited', code: 0 }],
    ["exec sh -c 'kill -TERM $$'", { kind: 'killed', signal: 'SIGTERM' }],
  ] as const)('one whose parent never asks: %s', async (line, end) => {
    // Its parent is a program by then that does not wait for the child it never had. A shell might have asked.
    const child = `(until grep -q sleep /proc/$$/comm; do :; done; ${line}) &`
    using parent = killing(spawn('sh', ['-c', `${child} echo $!; exec sleep 60`]))
    const pid = Number(await firstLine(parent.child))
    await until(() => endOf(pid) !== undefined)
    expect(endOf(pid)).toEqual(end)
  })

  test('one that lives has none', () => expect(endOf(process.pid)).toBeUndefined())

  test('of one that nobody knows any more, only that it has ended', () =>
    expect(endOf(spawnSync('true').pid)).toEqual({ kind: 'exited', code: -1 }))
})

function killing(child: ChildProcessByStdio<Writable, Readable, Readable>) {
  return { child, [Symbol.dispose]: () => void child.kill('SIGKILL') }
}

async function firstLine({ stdout }: { readonly stdout: Readable }): Promise<string> {
  for await (const chunk of stdout) return String(chunk)
  return ''
}
