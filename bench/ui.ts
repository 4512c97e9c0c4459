// `npm run bench:ui`: the pages of the browser in Chromium. How long 2,000 tasks take to paint against an empty list, how
// many elements a diff of 14,000 lines keeps, what its scrolling costs and by what, against the same rows put into the
// page by hand, and how much script is loaded. Tasks are judged by their processor time: a busy machine adds no work.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, tmpdir } from 'node:os'
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
const VIEWPORT = { width: 1280, height: 900 } as const
/** Of the style sheet. */
const LINE_HEIGHT = 20
const MOST = { paint: 1.5, elements: 2000, taskMs: 50, byHand: 2, script: 90_000 } as const
/** What the browser calls the parts of its work. */
const CAUSES = [
  'FunctionCall',
  'FireIdleCallback',
  'UpdateLayoutTree',
  'Layout',
  'PrePaint',
  'Paint',
  'MinorGC',
  'MajorGC',
]
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
  const paints: Record<'empty' | 'many' | 'whole', number[]> = { empty: [], many: [], whole: [] }
  for (let round = 0; round < ROUNDS; round++) {
    paints.empty.push(await paintMs(emptyPage, `${empty.url}tasks`, '.nothing'))
    paints.many.push(await paintMs(manyPage, `${many.url}tasks`, 'a.task-row'))
    paints.whole.push(await wholeMs(manyPage))
  }
  const scrolled = await scroll(manyPage, many)
  const byHand = await putInByHand(await rowsOf(manyPage), many)
  report({ empty: median(paints.empty), many: median(paints.many), whole: median(paints.whole) }, scrolled, byHand)
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
      const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage()
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

/** From there on until the oldest task is painted, with all that lie between: pages of the list come as it is scrolled. */
async function wholeMs(page: Page): Promise<number> {
  return page.evaluate<number>(
    `new Promise((done) => {
      const oldest = 'a.task-row[href$="/task_${TASKS - 1}"]'
      const step = () => {
        scrollTo(0, document.documentElement.scrollHeight)
        const isThere = document.querySelector(oldest) !== null
        requestAnimationFrame(isThere ? () => done(performance.now()) : step)
      }
      step()
    })`,
  )
}

interface StepCost {
  /** Processor time of the page's thread for a step, all of its tasks together, and of its parts. */
  readonly all: number
  readonly script: number
  readonly style: number
  readonly layout: number
}

interface Scrolled {
  readonly elements: number
  readonly step: StepCost
  readonly slowestStepMs: number
  /** Of one task: what a person feels when it is long. */
  readonly largestTaskMs: number
  /** What the browser did for the longest, in sum over all steps. */
  readonly causes: Readonly<Record<string, number>>
  /** Tasks of more than 50 ms by processor time, and by the clock: the second says more about the machine. */
  readonly long: number
  readonly longByClock: number
}

async function scroll(page: Page, { url }: Server): Promise<Scrolled> {
  await page.goto(`${url}tasks/task_long/changes`)
  await page.waitForSelector('.line')
  const spent = await meter(page)
  const trace = await startTrace()
  const steps: StepCost[] = []
  let elements = 0
  for (let step = 0; step < STEPS; step++) {
    const before = await spent()
    await page.evaluate(
      `new Promise((done) => { scrollBy(0, 700); requestAnimationFrame(() => requestAnimationFrame(done)) })`,
    )
    steps.push(between(before, await spent()))
    elements = Math.max(elements, await page.evaluate<number>(`document.querySelectorAll('*').length`))
  }
  const events = await trace()
  const tasks = events.filter(({ name }) => name === 'RunTask')
  const isOver = (micros = 0): boolean => micros > 1000 * MOST.taskMs
  return {
    elements,
    step: medianCost(steps),
    slowestStepMs: Math.max(...steps.map(({ all }) => all)),
    largestTaskMs: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
    causes: Object.fromEntries(CAUSES.map((name) => [name, sumMs(events.filter((event) => event.name === name))])),
    long: tasks.filter(({ tdur }) => isOver(tdur)).length,
    longByClock: tasks.filter(({ dur }) => isOver(dur)).length,
  }
}

/** The rows on the page as markup. */
function rowsOf(page: Page): Promise<string> {
  return page.evaluate<string>(`document.querySelector('.rows').innerHTML`)
}

/** The floor: as many of the same rows, put in and taken out by the browser alone, on a page without a script of ours. */
async function putInByHand(rows: string, { url }: Server): Promise<StepCost> {
  const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage()
  await page.route('**/app.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.goto(url)
  const markup = `<main class="wide"><div class="rows">${rows}</div></main>`
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(markup)}`)
  const count = 700 / LINE_HEIGHT
  await page.evaluate(`(() => {
    const box = document.querySelector('.rows')
    for (const away of box.querySelectorAll('.rows-away')) away.remove()
    const ready = [...box.children].map((row) => row.cloneNode(true))
    window.turn = (number) => {
      for (let at = 0; at < ${count}; at++) box.firstChild.remove()
      const added = Array.from({ length: ${count} }, (_, at) => ready[at % ready.length].cloneNode(true))
      for (const [at, row] of added.entries()) {
        for (const each of row.querySelectorAll('.num')) each.textContent = String(number + at)
      }
      box.append(...added)
    }
  })()`)
  const spent = await meter(page)
  const steps: StepCost[] = []
  for (let step = 0; step < STEPS; step++) {
    const before = await spent()
    await page.evaluate(
      `new Promise((done) => { turn(${step * count}); requestAnimationFrame(() => requestAnimationFrame(done)) })`,
    )
    steps.push(between(before, await spent()))
  }
  return medianCost(steps)
}

async function meter(page: Page): Promise<() => Promise<StepCost>> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    const of = (wanted: string): number => 1000 * (metrics.find(({ name }) => name === wanted)?.value ?? 0)
    return {
      all: of('TaskDuration'),
      script: of('ScriptDuration'),
      style: of('RecalcStyleDuration'),
      layout: of('LayoutDuration'),
    }
  }
}

function between(before: StepCost, after: StepCost): StepCost {
  return {
    all: after.all - before.all,
    script: after.script - before.script,
    style: after.style - before.style,
    layout: after.layout - before.layout,
  }
}

function medianCost(steps: readonly StepCost[]): StepCost {
  const of = (part: keyof StepCost): number => median(steps.map((step) => step[part]))
  return { all: of('all'), script: of('script'), style: of('style'), layout: of('layout') }
}

interface TraceEvent {
  readonly name: string
  readonly tid: number
  readonly pid: number
  readonly args: { readonly name?: string }
  /** Microseconds by the clock, and of the processor. */
  readonly dur?: number
  readonly tdur?: number
}

/** Returns what ends it, with the events of the threads that run pages. */
async function startTrace(): Promise<() => Promise<readonly TraceEvent[]>> {
  const client = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  client.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata']
  await client.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  return async () => {
    const isOver = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve))
    await client.send('Tracing.end')
    await isOver
    const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
    const pages = new Set(events.filter(({ args }) => args?.name === 'CrRendererMain').map(threadOf))
    return events.filter((event) => pages.has(threadOf(event)))
  }
}

function sumMs(events: readonly TraceEvent[]): number {
  return events.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
}

function report(
  paint: { readonly empty: number; readonly many: number; readonly whole: number },
  scrolled: Scrolled,
  byHand: StepCost,
): void {
  const script = assets['/app.js']?.text ?? ''
  const compressed = gzipSync(script).length
  const { elements, step, slowestStepMs, largestTaskMs, causes, long, longByClock } = scrolled
  const goals = [
    {
      name: `first rows of ${count(TASKS)} tasks painted / an empty list`,
      value: paint.many / paint.empty,
      atMost: MOST.paint,
    },
    { name: `elements with a diff of ${count(LINES)} lines`, value: elements, atMost: MOST.elements },
    { name: 'largest task of scrolling it, ms of the processor', value: largestTaskMs, atMost: MOST.taskMs },
    { name: `tasks over ${MOST.taskMs} ms of the processor, in ${STEPS} steps of 700 pixels`, value: long, atMost: 0 },
    { name: 'a step / the same rows put in by hand, processor', value: step.all / byHand.all, atMost: MOST.byHand },
    { name: 'bytes of JavaScript, compressed by gzip', value: compressed, atMost: MOST.script },
  ]
  const ms = (value: number): string => `${value.toFixed(1)} ms`
  const parts = ({ all, script, style, layout }: StepCost): string =>
    `${ms(all)} (script ${ms(script)}, style ${ms(style)}, layout ${ms(layout)}, paint and others ${ms(all - script - style - layout)})`
  const lines = [
    `${cpus()[0]?.model ?? arch()}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Chromium ${browser.version()}`,
    '',
    `paint, median of ${ROUNDS}: empty ${ms(paint.empty)}, first rows ${ms(paint.many)}, scrolled to the last of ${count(TASKS)} ${ms(paint.whole)} (${(paint.whole / paint.empty).toFixed(2)} of empty)`,
    `a step of 700 pixels, median: ${parts(step)}, slowest ${ms(slowestStepMs)}`,
    `the same rows put in by hand: ${parts(byHand)}`,
    `by cause, a step: ${Object.entries(causes)
      .map(([name, sum]) => `${name} ${ms(sum / STEPS)}`)
      .join(', ')}`,
    `tasks over ${MOST.taskMs} ms by the clock: ${longByClock}; JavaScript before compression: ${count(script.length)} bytes`,
    '',
    ...goals.map(
      ({ name, value, atMost }) =>
        `${value > atMost ? 'NO ' : 'ok '} ${name}: ${Number.isInteger(value) ? count(value) : value.toFixed(2)}, at most ${count(atMost)}`,
    ),
  ]
  console.log(lines.join('\n'))
  mkdirSync(join(root, 'bench', 'results'), { recursive: true })
  const results = { rounds: ROUNDS, arch: arch(), load: loadavg()[0], paint, scrolled, byHand, goals }
  writeFileSync(join(root, 'bench', 'results', 'ui.json'), `${JSON.stringify(results, null, 2)}\n`)
  if (goals.some(({ value, atMost }) => value > atMost)) process.exitCode = 1
}

function count(number: number): string {
  return number.toLocaleString('en')
}
