// What it costs to watch an agent, in steps: the clock of these tests moves only while the supervisor sleeps.
import { expect, test } from 'bun:test'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { files } from '../../adapters/platform/files/files.ts'
import { openTail } from '../../adapters/platform/files/tail.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import { driver } from '../../agents/claude/driver.ts'
import type { StintEnd } from '../../contract/agent/stint.ts'
import type { RunTask } from '../../contract/state.ts'
import { emptyWork } from '../../domain/tasks/request/work.ts'
import { openReading, usageOf } from '../../domain/tasks/run/stint.ts'
import { endFile, errorFile, outputFile, pidFile } from '../home/stint-files.ts'
import type { World } from '../world.ts'
import { watchStint } from './watch-stint.ts'

const STINT = 'stint_1'
const SECONDS = 120

interface Steps {
  /** Times that the supervisor woke up. */
  looks: number
  /** Questions to the store: what the person or the budget wants. */
  asks: number
  /** Questions to the system: whether the host lives. */
  hosts: number
  /** Files that were read or looked for. */
  reads: number
  tokens: number | undefined
}

/** An agent that prints so many small events a second, for two minutes of the clock. */
async function watched(rate: number): Promise<Steps> {
  const stateHome = mkdtempSync(join(tmpdir(), 'fullstop-watch-'))
  const steps: Steps = { looks: 0, asks: 0, hosts: 0, reads: 0, tokens: undefined }
  let ms = 0
  let printed = 0
  const counted = <T extends readonly unknown[], R>(read: (...args: T) => R): ((...args: T) => R) => {
    return (...args) => {
      steps.reads += 1
      return read(...args)
    }
  }
  const world = {
    stateHome,
    files: {
      ...files,
      exists: counted(files.exists),
      readText: counted(files.readText),
      readPart: counted(files.readPart),
      sizeOf: counted(files.sizeOf),
    },
    processes: {
      isAlive: () => {
        steps.hosts += 1
        return true
      },
    },
    elapsed: () => ms,
    now: () => new Date(Date.UTC(2026, 0, 1) + ms),
    sleep: async (forMs: number) => {
      steps.looks += 1
      ms += forMs
      const due = Math.floor((Math.min(ms, SECONDS * 1000) / 1000) * rate)
      appendFileSync(outputFile(world, STINT), eventsFrom(printed, due))
      printed = due
      const end: StintEnd = { how: { kind: 'exited', code: 0 }, at: world.now().toISOString() }
      if (ms >= SECONDS * 1000) writeFileSync(endFile(world, STINT), JSON.stringify(end))
    },
  } as unknown as World
  const task = { run: { stint: { id: STINT }, setup: {} }, policy: {} } as unknown as RunTask
  const start = {
    work: emptyWork(true),
    todos: [],
    knownPromptIds: [],
    knownPrompts: [],
    vendorGoal: false,
    closed: false,
  }
  try {
    mkdirSync(dirname(outputFile(world, STINT)), { recursive: true })
    for (const file of [outputFile, errorFile]) writeFileSync(file(world, STINT), '')
    writeFileSync(pidFile(world, STINT), JSON.stringify({ host: '1:1' }))
    const { reading } = await watchStint({
      world,
      shop: { openTail } as unknown as Workshop,
      task,
      driver,
      reading: openReading(start),
      earlyEnd: async () => {
        steps.asks += 1
        return undefined
      },
    })
    return { ...steps, tokens: usageOf(reading, undefined)?.tokens }
  } finally {
    rmSync(stateHome, { recursive: true, force: true })
  }
}

/** Each tells of one token. */
function eventsFrom(first: number, end: number): string {
  const line = (nth: number): string => {
    const message = { id: `msg-${nth}`, content: [{ type: 'text', text: 'ok' }], usage: { output_tokens: 1 } }
    return `${JSON.stringify({ type: 'assistant', message })}\n`
  }
  return Array.from({ length: end - first }, (_, index) => line(first + index)).join('')
}

test('S9: watching an agent takes a few steps a second, and no more of them for more events', async () => {
  const [few, many] = [await watched(1), await watched(200)]
  expect([few.tokens, many.tokens]).toEqual([SECONDS, SECONDS * 200])
  expect({ ...many, tokens: 0 }).toEqual({ ...few, tokens: 0 })
  // Often at first, then twice a second; the host is asked for once a second at the most.
  expect(few.looks).toBeLessThan(SECONDS * 2 + 60)
  expect(few.asks).toBeLessThanOrEqual(few.looks)
  expect(few.hosts).toBeLessThanOrEqual(SECONDS + 1)
  expect(few.reads).toBeLessThan(few.looks + 10)
})

/** How an agent ends that its host starts so late, and that then says nothing; after a minute it ends itself. */
async function endOfSilent(
  startedMs: number,
  idleTimeoutMs: number,
  cpuBelow: (ms: number) => number = () => 0,
): Promise<string> {
  const stateHome = mkdtempSync(join(tmpdir(), 'fullstop-watch-'))
  let ms = 0
  const world = {
    stateHome,
    files,
    processes: { isAlive: () => true },
    elapsed: () => ms,
    now: () => new Date(Date.UTC(2026, 0, 1) + ms),
    sleep: async (forMs: number) => {
      ms += forMs
      if (ms >= startedMs) writeFileSync(pidFile(world, STINT), JSON.stringify({ host: '1:1', agent: '2:2' }))
      const end: StintEnd = { how: { kind: 'exited', code: 0 }, at: `after ${Math.floor(ms / 1000)} s` }
      if (hasEnded || ms >= 60_000) writeFileSync(endFile(world, STINT), JSON.stringify(end))
    },
  } as unknown as World
  let hasEnded = false
  const disk = { appendLine: () => (hasEnded = true) }
  const shop = { openTail, cpuBelow: () => cpuBelow(ms), disk } as unknown as Workshop
  const task = {
    run: { stint: { id: STINT }, setup: {} },
    policy: { supervision: { idleTimeoutMs } },
  } as unknown as RunTask
  try {
    mkdirSync(dirname(outputFile(world, STINT)), { recursive: true })
    for (const file of [outputFile, errorFile]) writeFileSync(file(world, STINT), '')
    writeFileSync(pidFile(world, STINT), JSON.stringify({ host: '1:1' }))
    const start = openReading({
      work: emptyWork(true),
      todos: [],
      knownPromptIds: [],
      knownPrompts: [],
      vendorGoal: false,
      closed: false,
    })
    const ended = await watchStint({ world, shop, task, driver, reading: start, earlyEnd: async () => undefined })
    return ended.kind === 'ended' ? `${ended.end.kind} ${ended.at}` : ended.kind
  } finally {
    rmSync(stateHome, { recursive: true, force: true })
  }
}

test('R11: an agent is not silent before it is started, however long a busy machine takes for that', async () => {
  expect(await endOfSilent(0, 1000)).toBe('hung after 1 s')
  expect(await endOfSilent(5000, 1000)).toBe('hung after 6 s')
  // A host that never starts it is no agent at work either.
  expect(await endOfSilent(50_000, 1000)).toBe('hung after 11 s')
})

test('F10: a child that a busy machine lets compute only now and then is at work', async () => {
  // It is left alone until it ends itself, without a word.
  const nowAndThen = (ms: number): number => Math.floor(ms / 450) * 20
  for (let idleMs = 2000; idleMs <= 4000; idleMs += 50) {
    expect(await endOfSilent(0, idleMs, nowAndThen)).toBe('crashed after 60 s')
  }
  const endsEarly = (ms: number): number => Math.min(ms, 9000)
  expect(await endOfSilent(0, 3000, endsEarly)).toBe('hung after 12 s')
})

test('issue 17: the last line of a plain program is there to be shown while the program works', async () => {
  const stateHome = mkdtempSync(join(tmpdir(), 'fullstop-watch-'))
  const prints = ['reading\n', '\u001b[32mstep 1\u001b[0m\r', 'step 2']
  const seen: (string | undefined)[] = []
  let ms = 0
  const world = {
    stateHome,
    files,
    processes: { isAlive: () => true },
    elapsed: () => ms,
    now: () => new Date(Date.UTC(2026, 0, 1) + ms),
    sleep: async () => {
      ms += 1000
      const text = prints.shift()
      if (text !== undefined) return appendFileSync(outputFile(world, STINT), text)
      const end: StintEnd = { how: { kind: 'exited', code: 0 }, at: world.now().toISOString() }
      writeFileSync(endFile(world, STINT), JSON.stringify(end))
    },
  } as unknown as World
  const task = { run: { stint: { id: STINT }, setup: {} }, policy: {} } as unknown as RunTask
  const start = { todos: [], knownPromptIds: [], knownPrompts: [], vendorGoal: false, closed: false }
  try {
    mkdirSync(dirname(outputFile(world, STINT)), { recursive: true })
    for (const file of [outputFile, errorFile]) writeFileSync(file(world, STINT), '')
    writeFileSync(pidFile(world, STINT), JSON.stringify({ host: '1:1' }))
    await watchStint({
      world,
      shop: { openTail } as unknown as Workshop,
      task,
      driver: undefined,
      reading: openReading({ ...start, work: emptyWork(true) }),
      earlyEnd: async ({ printed }) => {
        seen.push(printed)
        return undefined
      },
    })
    expect(seen).toEqual([undefined, 'reading', 'step 1', 'step 2'])
  } finally {
    rmSync(stateHome, { recursive: true, force: true })
  }
})
