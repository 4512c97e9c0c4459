// A scan by one thread and by several says the same, also where a thread ends without an answer.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asClaude, asCodex, type PastRequest } from '../../../test/fake-agents/past-session.ts'
import { files } from '../../adapters/platform/files/files.ts'
import { runThread } from '../../adapters/platform/processes/threads.ts'
import { agents } from '../../agents/index.ts'
import type { ScanReport } from '../../domain/view/scan.ts'
import { onScan, SCAN_READER } from './on-scan.ts'
import { findTranscripts } from './find-transcripts.ts'
import type { UnjudgedMoment } from './hear-transcript.ts'
import { type ReaderOrder, type ScanProgress, shareOut, type ShareRead, type Sharing, threadsOn } from './share-out.ts'

const MAIN = join(import.meta.dir, '../../frontends/cli/main.ts')
const NOW = new Date('2026-11-15T12:00:00Z')
const EDIT = 'edit src/parse.ts'
const REQUESTS: readonly PastRequest[] = [
  { asked: 'Fix the parser.', calls: [EDIT, 'npm test!'], said: 'I fixed the parser. All tests pass.' },
  { asked: 'Move it.', calls: [EDIT, EDIT], said: 'I moved two of them. I still have to convert the other five.' },
  { asked: 'Fix it.', calls: [EDIT, 'npm test'], said: 'Fixed. All tests pass.' },
  { asked: 'Port it.', calls: Array.from({ length: 9 }, () => EDIT), said: 'It is ported.' },
  { asked: 'What is this?', calls: ['read src/a.ts'], said: 'A parser. Should I go on?' },
]
const home = mkdtempSync(join(tmpdir(), 'fullstop-share-'))
const world = { files, userHome: home, env: {}, now: () => NOW, sleep: Bun.sleep }

beforeAll(() => {
  const folder = join(home, 'transcripts')
  mkdirSync(folder)
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text)
    utimesSync(join(folder, name), NOW, NOW)
  }
  for (let index = 0; index < 24; index++) {
    const at = new Date(NOW.getTime() - (index % 5) * 3_600_000)
    // Of different length, so that files are read in another order than they are found.
    const requests = Array.from({ length: 1 + ((index * 7) % 24) }, (_, nth) => REQUESTS[(index + nth) % 5]).flatMap(
      (request) => (request ? [request] : []),
    )
    const past = { id: `s${index}`, cwd: home, at, isHeadless: index % 6 === 5, requests }
    write(`${index}.jsonl`, asClaude(past))
    write(`rollout-${index}.jsonl`, asCodex(past))
    // A fork repeats a session before it continues, and is found before or after it.
    const forked = { ...past, requests: [...requests, ...REQUESTS.slice(0, index % 5)] }
    if (index % 3 === 0) write(`${index % 2 === 0 ? 'a' : 'z'}-fork-${index}.jsonl`, asClaude(forked))
  }
  write('broken.jsonl', '{"message":{"role":"user","content":"x\n'.repeat(5000))
})
afterAll(() => rmSync(home, { recursive: true }))

type How = Pick<Sharing, 'threadsFor' | 'startReader'> & { readonly files?: typeof files }

function scan({ files: own = files, ...how }: How, most: number): Promise<ScanReport> {
  const query = { agents, folder: join(home, 'transcripts'), since: new Date(0), most, onProgress: () => {}, ...how }
  return onScan({ ...world, files: own }, query)
}

const alone: How = { threadsFor: () => 1, startReader: () => expect.unreachable('no thread was wanted') }

/** This thread reads its first file only when the others have read all that is left. */
function lastOfAll(
  count: number,
  start: Sharing['startReader'] = (order) => runThread([SCAN_READER], order, MAIN),
): How & { readonly orders: ReaderOrder[] } {
  const orders: ReaderOrder[] = []
  const isLast = (): boolean =>
    orders.every(
      ({ counters, queues }) => Atomics.load(counters, 0) >= BigInt(queues.flatMap((queue) => queue.files).length - 1),
    )
  const openFile: typeof files.openFile = (path, within) => {
    while (!isLast()) Bun.sleepSync(1)
    return files.openFile(path, within)
  }
  const startReader: Sharing['startReader'] = (order) => {
    orders.push(order)
    return start(order)
  }
  return { threadsFor: () => count, startReader, files: { ...files, openFile }, orders }
}

const ALL = Number.MAX_SAFE_INTEGER
let one: string
let oneWorst: string
beforeAll(async () => {
  one = JSON.stringify(await scan(alone, ALL))
  oneWorst = JSON.stringify(await scan(alone, 5))
})

test('there is something to say', () => {
  const report = JSON.parse(one) as ScanReport
  expect(report.rows.map(({ agent, isHeadless, stops }) => [agent, isHeadless, stops > 20])).toEqual([
    ['claude', false, true],
    ['claude', true, true],
    ['codex', false, true],
    ['codex', true, true],
  ])
  expect(report.found).toBeGreaterThan(50)
  expect(report.unreadable.map(({ why }) => why)).toEqual(['too many of its lines are not JSON'])
  expect(report.cost.turn).toBeDefined()
})

test.each([
  [2, ALL, () => one],
  [4, 5, () => oneWorst],
])('%d threads say the same as one', async (count, most, expected) => {
  const several = lastOfAll(count)
  expect(JSON.stringify(await scan(several, most))).toBe(expected())
  expect(several.orders).toHaveLength(count - 1)
})

test('whether the thread that reads a file judges its stops or leaves them to us says nothing', async () => {
  for (const sent of [0n, 8n]) {
    const moments: number[] = []
    const startReader: Sharing['startReader'] = (order) => {
      // As if we were behind by so many.
      Atomics.add(order.counters, 2, sent)
      const { answer, next } = runThread<ShareRead, readonly UnjudgedMoment[]>([SCAN_READER], order, MAIN)
      const counted = (): readonly UnjudgedMoment[] | undefined => {
        const told = next()
        if (told) moments.push(told.length)
        return told
      }
      return { answer, next: counted }
    }
    const several = lastOfAll(2, startReader)
    expect(JSON.stringify(await scan(several, ALL))).toBe(one)
    expect(moments.length > 0).toBe(sent === 0n)
  }
})

test('files that a thread took and did not answer for are read all the same', async () => {
  const dies: Sharing['startReader'] = ({ counters }) => {
    Atomics.add(counters, 3, 7n)
    const stop = { kind: 'request', attended: true } as const
    // It read one of them in part.
    const sent = [[{ agent: 'claude', path: join(home, 'transcripts', '0.jsonl'), what: stop }]]
    return { answer: Promise.resolve(undefined), next: () => sent.pop() }
  }
  expect(JSON.stringify(await scan({ threadsFor: () => 3, startReader: dies }, ALL))).toBe(one)
})

test('what other threads read is told while they are waited for', async () => {
  const bytes: number[] = []
  const sharing = Promise.withResolvers<undefined>()
  let order: ReaderOrder | undefined
  const left = [1n, 2n, 3n]
  const sleep = async (): Promise<void> => {
    const more = left.shift()
    if (more === undefined) return sharing.resolve(undefined)
    if (order) Atomics.add(order.counters, 1, more)
  }
  const startReader: Sharing['startReader'] = (given) => {
    order = given
    return { answer: sharing.promise, next: () => undefined }
  }
  const how = { since: '', threadsFor: () => 2, startReader, onProgress: (now: ScanProgress) => bytes.push(now.bytes) }
  const { files: found } = await findTranscripts(world, { agents, folder: join(home, 'transcripts'), sinceMs: 0 })
  await shareOut({ files, sleep }, found, how)
  const own = found.reduce((sum, { size }) => sum + size, 0)
  expect(bytes.filter((all) => all > own)).toEqual([own + 1, own + 3, own + 6, own + 6])
})

test('a thread for 32 MB at least, and at most four', () => {
  const MB = 1024 * 1024
  expect([0, 63 * MB, 64 * MB, 1024 * MB].map(threadsOn(2))).toEqual([0, 1, 2, 2])
  expect([64 * MB, 1024 * MB].map(threadsOn(16))).toEqual([2, 4])
})
