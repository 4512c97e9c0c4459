// Threads: what they are told and answer, and how they end without an answer.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownThread, processors, runThread } from './threads.ts'

const folder = mkdtempSync(join(tmpdir(), 'fullstop-threads-'))
afterAll(() => rmSync(folder, { recursive: true }))

function program(name: string, lines: string): string {
  const path = join(folder, `${name}.ts`)
  writeFileSync(path, `import { ownThread } from '${join(import.meta.dir, 'threads.ts')}'\n${lines}\n`)
  return path
}

test('a thread gets its arguments and data, and answers; memory is shared', async () => {
  const path = program(
    'answers',
    `const { data, answer } = ownThread()
    answer({ args: process.argv.slice(2), was: Atomics.add(data.counters, 0, 5n) })
    process.exit(0)`,
  )
  const counters = new BigInt64Array(new SharedArrayBuffer(8))
  expect(await runThread(['one', 'two'], { counters }, path).answer).toEqual({ args: ['one', 'two'], was: 0n })
  expect(counters[0]).toBe(5n)
})

test('what a thread tells is there while nobody waits for it, and all of it once it has answered', async () => {
  const path = program(
    'tells',
    `const { data, tell, answer } = ownThread()
    for (let number = 0; number < 100; number++) {
      tell({ number })
      Atomics.store(data.counters, 0, BigInt(number))
    }
    answer({})
    process.exit(0)`,
  )
  const counters = new BigInt64Array(new SharedArrayBuffer(8))
  const { answer, next } = runThread<object, { readonly number: number }>([], { counters }, path)
  while (Atomics.load(counters, 0) < 50n) Bun.sleepSync(1)
  const early = Array.from({ length: 51 }, () => next()?.number)
  expect(await answer).toEqual({})
  const late = Array.from({ length: 49 }, () => next()?.number)
  expect([...early, ...late]).toEqual(Array.from({ length: 100 }, (_, number) => number))
  expect(next()).toBeUndefined()
})

test.each([
  ['throws', 'throw new Error("no")'],
  ['exits', 'process.exit(3)'],
  ['ends', ''],
])('a thread that %s has no answer', async (name, lines) => {
  expect(await runThread([], {}, program(name, lines)).answer).toBeUndefined()
})

test('a program that is not there has no answer', async () => {
  expect(await runThread([], {}, join(folder, 'nowhere.ts')).answer).toBeUndefined()
})

test('the first thread of a process is none that was started', () => {
  expect(ownThread()).toBeUndefined()
  expect(processors()).toBeGreaterThan(0)
})
