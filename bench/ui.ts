// `npm run bench:ui`: the pages of the browser in Chromium. How long 2,000 tasks take to paint against an empty list, how
// many elements a diff of 14,000 lines keeps and what its scrolling costs, and how much script is loaded.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Event } from '../src/contract/event.ts'
import { openSqliteStore } from '../src/adapters/store/sqlite/sqlite-store.ts'
import { POLICY } from '../src/domain/tasks/events.fixture.ts'
import { assets } from '../src/frontends/web/server/assets.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15)
const TASKS = 2000
const LINES = 14_000
const STEPS = 120
const MOST = { paint: 1.5, elements: 2000, taskMs: 50, script: 90_000 } as const
const root = join(import.meta.dirname, '..')
const temp = mkdtempSync(join(tmpdir(), 'fullstop-bench-ui-'))

interface Server {
  readonly url: string
  readonly open: (browser: Browser) => Promise<Page>
  readonly close: () => void
}

const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, encoding: 'utf8' })
if (status !== 0) throw new Error(`the build failed: ${stderr}`)
const repository = makeRepository()
await fill('empty', [])
await fill('many', [...Array.from({ length: TASKS }, (_, number) => eventsOf(`${number}`)), eventsOf('long')])
const servers: Server[] = []
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  const [empty, many] = [await serve('empty'), await serve('many')]
  const [emptyPage, manyPage] = [await empty.open(browser), await many.open(browser)]
  const paints: Record<'empty' | 'many', number[]> = { empty: [], many: [] }
  for (let round = 0; round < ROUNDS; round++) {
    paints.empty.push(await paintMs(emptyPage, `${empty.url}tasks`, '.nothing'))
    paints.many.push(await paintMs(manyPage, `${many.url}tasks`, 'a.task-row'))
  }
  report({ empty: median(paints.empty), many: median(paints.many) }, await scroll(manyPage, many))
} finally {
  await browser.close()
  for (const { close } of servers) close()
  rmSync(temp, { recursive: true, force: true })
}

/** A file of 14,000 lines that was not committed. */
function makeRepository(): string {
  const folder = join(temp, 'project')
  mkdirSync(join(folder, 'src'), { recursive: true })
  const git = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync('git', ['-c', 'user.name=bench', '-c', 'user.email=b@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  }
  git('init', '--quiet', '--initial-branch=main')
  writeFileSync(join(folder, 'README.md'), '# Bench\n')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Start')
  const lines = Array.from(
    { length: LINES },
    (_, number) => `export const value${number} = compute(${number}, 'name ${number}') // line ${number}`,
  )
  writeFileSync(join(folder, 'src', 'long.ts'), `${lines.join('\n')}\n`)
  return folder
}

function eventsOf(name: string): Event[] {
  const at = new Date(Date.now() - Number(/^\d+$/.test(name) ? name : 0) * 60_000).toISOString()
  const session = { at, session: `ses_${name}` }
  const head = { ...session, task: `task_${name}` }
  return [
    {
      ...session,
      id: `evt_${name}_seen`,
      kind: 'session.seen',
      agent: 'claude',
      agentSessionId: name,
      attended: true,
      source: 'startup',
      cwd: repository,
    },
    {
      ...head,
      id: `evt_${name}_task`,
      kind: 'task.opened',
      agent: 'claude',
      policy: { ...POLICY, root: repository },
      cwd: repository,
    },
    {
      ...head,
      id: `evt_${name}_request`,
      kind: 'request.opened',
      request: `req_${name}`,
      prompt: `Write part ${name} of the program, and test it.`,
      isQuestion: false,
      heard: true,
    },
  ]
}

async function fill(name: string, tasks: readonly (readonly Event[])[]): Promise<void> {
  const store = openSqliteStore({ home: join(temp, name), busyMs: 5000 })
  for (let first = 0; first < tasks.length; first += 250) {
    const appended = await store.append(tasks.slice(first, first + 250).flat())
    if (appended !== 'appended') throw new Error(`the store was not filled: ${appended}`)
  }
  store.close()
}

async function serve(name: string): Promise<Server> {
  const { PATH = '' } = process.env
  const env = { PATH, HOME: temp, FULLSTOP_HOME: join(temp, name), LANG: 'C.UTF-8' }
  const child = spawn(join(root, 'dist', 'fullstop'), ['ui', '--no-open', '--port', '0'], { cwd: temp, env })
  let text = ''
  const link = await new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      text += chunk.toString()
      const found = /https?:\/\/\S+#token=\S+/.exec(text)?.[0]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('exit', () => reject(new Error(`fullstop ui ended: ${text}`)))
  })
  const server: Server = {
    url: `${new URL(link).origin}/`,
    open: async (browser) => {
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
      await page.goto(link)
      await page.waitForSelector('main')
      return page
    },
    close: () => void child.kill('SIGTERM'),
  }
  servers.push(server)
  return server
}

/** From the beginning of the navigation until the frame after the selector first matched. */
async function paintMs(page: Page, url: string, selector: string): Promise<number> {
  await page.goto(url)
  await page.waitForSelector(selector)
  const script = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))`
  return page.evaluate<number>(script)
}

interface Scrolled {
  readonly elements: number
  /** Processor time of the page's thread for a step of 700 pixels, all of its tasks together. */
  readonly stepMs: number
  readonly slowestMs: number
  /** Tasks of more than 50 ms by the clock: on a busy machine they say more about the machine. */
  readonly long: number
}

async function scroll(page: Page, { url }: Server): Promise<Scrolled> {
  await page.goto(`${url}tasks/task_long/changes`)
  await page.waitForSelector('.line')
  await page.evaluate(
    `window.long = 0; new PerformanceObserver((list) => { window.long += list.getEntries().length }).observe({ entryTypes: ['longtask'] })`,
  )
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  const steps: number[] = []
  let elements = 0
  for (let step = 0; step < STEPS; step++) {
    const before = await spent()
    elements = Math.max(
      elements,
      await page.evaluate<number>(
        `new Promise((done) => { scrollBy(0, 700); requestAnimationFrame(() => requestAnimationFrame(() => done(document.querySelectorAll('*').length))) })`,
      ),
    )
    steps.push((await spent()) - before)
  }
  const long = await page.evaluate<number>('window.long')
  return { elements, stepMs: median(steps), slowestMs: Math.max(...steps), long }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
}

function report(paint: { readonly empty: number; readonly many: number }, scrolled: Scrolled): void {
  const script = gzipSync(assets['/app.js']?.text ?? '').length
  const ratio = paint.many / paint.empty
  const rows: readonly (readonly [string, string, boolean])[] = [
    [
      `${TASKS.toLocaleString('en')} tasks paint, against an empty list`,
      `${ratio.toFixed(2)} (${paint.many.toFixed(0)} ms, ${paint.empty.toFixed(0)} ms), at most ${MOST.paint}`,
      ratio <= MOST.paint,
    ],
    [
      `elements with a diff of ${LINES.toLocaleString('en')} lines`,
      `${scrolled.elements}, at most ${MOST.elements}`,
      scrolled.elements <= MOST.elements,
    ],
    [
      'scrolling it by 700 pixels, processor time',
      `${scrolled.stepMs.toFixed(0)} ms, slowest ${scrolled.slowestMs.toFixed(0)} ms`,
      scrolled.stepMs <= MOST.taskMs,
    ],
    [
      `tasks over ${MOST.taskMs} ms by the clock, in ${STEPS} steps`,
      `${scrolled.long}, at most 0`,
      scrolled.long === 0,
    ],
    ['compressed JavaScript', `${script} bytes, at most ${MOST.script}`, script <= MOST.script],
  ]
  console.log(`${cpus()[0]?.model ?? arch()}, ${cpus().length} cores, Chromium ${browser.version()}`)
  for (const [name, value, isReached] of rows) console.log(`${isReached ? 'ok ' : 'NO '} ${name}: ${value}`)
  if (rows.some(([, , isReached]) => !isReached)) process.exitCode = 1
}
