// Debian's Chromium on the real server of a room: `fullstop ui` as a person starts it, and pages as a person sees them.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { WAIT_MS } from '../limits.ts'
import { until } from '../until.ts'
import { binary } from './binary.ts'
import type { Env } from './room.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)
export const hasChromium: boolean = CHROMIUM !== undefined
if (!hasChromium) console.warn('Tests in a browser (skipped: there is no Chromium in /usr/bin)')

let running: Promise<Browser> | undefined

/** One for a whole test file; `closeBrowser` ends it. */
export function openBrowser(): Promise<Browser> {
  running ??= chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] })
  return running
}

export async function closeBrowser(): Promise<void> {
  idle.length = 0
  await (await running)?.close()
  running = undefined
}

interface Tab {
  readonly context: BrowserContext
  readonly page: Page
}

/** Tabs whose test is over. A new one costs a second of processor time, most of it for a process of its own. */
const idle: Tab[] = []

async function takeTab(isNew: boolean): Promise<Tab> {
  const used = isNew ? undefined : idle.pop()
  if (used) return used
  const context = await (await openBrowser()).newContext()
  context.setDefaultTimeout(WAIT_MS)
  return { context, page: await context.newPage() }
}

/** Leaves nothing of a test in its tab. What it stored goes by origin too, and each server has a port of its own. */
async function leaveTab({ context, page }: Tab): Promise<void> {
  try {
    page.removeAllListeners()
    await Promise.all(context.pages().map((other) => other === page || other.close()))
    await page.evaluate('localStorage.clear(); sessionStorage.clear()')
    await page.goto('about:blank')
    await context.clearCookies()
    idle.push({ context, page })
  } catch {
    // Its page is gone, or one of the browser's own.
    await context.close()
  }
}

export interface Ui extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** What it has printed so far. */
  readonly printed: () => string
  /** Another link that lets one browser in. */
  readonly link: () => Promise<string>
  readonly kill: (signal: NodeJS.Signals) => Promise<void>
}

/** Where a person starts it: a room of these tests, or the home of a real agent. */
export interface UiPlace {
  readonly cwd: string
  readonly env: Env
  readonly run: (args: string[]) => Promise<{ readonly stdout: string }>
}

/** The server, once it listens. */
export async function startUi(room: UiPlace, { port = 0, env = {} }: { port?: number; env?: Env } = {}): Promise<Ui> {
  const child = spawn(binary, ['ui', '--no-open', '--port', `${port}`], {
    cwd: room.cwd,
    env: { ...room.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const take = (chunk: Buffer): void => {
    text += chunk.toString()
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const linkIn = (printed: string): string | undefined => /https?:\/\/\S+#token=\S+/.exec(printed)?.[0]
  await until(
    () => linkIn(text) !== undefined || child.exitCode !== null,
    () => `fullstop ui printed: ${text}`,
  )
  const first = linkIn(text)
  if (first === undefined) throw new Error(`fullstop ui ended: ${text}`)
  let unused: string | undefined = first
  const kill: Ui['kill'] = async (signal) => {
    child.kill(signal)
    await ended
  }
  return {
    url: new URL(first).origin,
    port: Number(new URL(first).port),
    printed: () => text,
    link: async () => {
      const link = unused ?? linkIn((await room.run(['ui', '--no-open'])).stdout)
      unused = undefined
      if (link === undefined) throw new Error('no link was printed')
      return link
    },
    kill,
    [Symbol.asyncDispose]: () => kill('SIGTERM'),
  }
}

export interface Look {
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  /** The test changes more of its tab than can be undone: its clock, or what its requests get. */
  readonly isOwn?: boolean
}

export interface OpenedPage extends AsyncDisposable {
  readonly page: Page
  /** Errors of the page, and what its content security policy stopped. */
  readonly errors: readonly string[]
  readonly goTo: (path: string) => Promise<void>
  /** Once it stands on the page. */
  readonly sees: (text: string) => Promise<void>
  readonly text: () => Promise<string>
}

/** As a browser of its own, with a session. */
export async function openPage(ui: Ui, look: Look = {}): Promise<OpenedPage> {
  const { width = 1280, height = 900, theme = 'light', isOwn = false } = look
  const tab = await takeTab(isOwn)
  const { page } = tab
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: theme, reducedMotion: null })
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|ERR_/.test(message.text())) errors.push(message.text())
  })
  await page.goto(await ui.link())
  await page.waitForSelector('main')
  const text = (): Promise<string> => page.innerText('body')
  return {
    page,
    errors,
    text,
    goTo: async (path) => {
      await page.goto(`${ui.url}${path}`)
      await page.waitForSelector('main h1, main .nothing')
    },
    sees: async (expected) => {
      let seen = ''
      await until(
        async () => {
          seen = await text()
          return seen.includes(expected)
        },
        () => `"${expected}" on the page:\n${seen}`,
      )
    },
    [Symbol.asyncDispose]: () => (isOwn ? tab.context.close() : leaveTab(tab)),
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[]
  }[]
}

/**
 * What somebody with assistive technology would stumble over: one line for each rule and place. `colours`: only what may
 * differ between two themes.
 */
export async function findBarriers(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  const runOnly = rules === 'colours' ? { runOnly: ['cat.color'] } : {}
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...runOnly })})`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id} ${target.join(' ')}: ${failureSummary.replaceAll('\n', ' ')}`,
    ),
  )
}
