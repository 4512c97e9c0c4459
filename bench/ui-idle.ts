// `npm run bench:ui-idle`: what 50 open pages cost while nothing happens, in processor time of the server: a clock on the
// wall would measure what else the machine does. Linux only, since the kernel counts it.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { arch, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60)
const PAGES = 50
/** Of a core. */
const MOST = 0.05
const root = join(import.meta.dirname, '..')
const home = mkdtempSync(join(tmpdir(), 'fullstop-bench-ui-idle-'))

const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, encoding: 'utf8' })
if (status !== 0) throw new Error(`the build failed: ${stderr}`)
const { PATH = '' } = process.env
const server = spawn(join(root, 'dist', 'fullstop'), ['ui', '--no-open', '--port', '0'], {
  cwd: home,
  env: { PATH, HOME: home, FULLSTOP_HOME: home, LANG: 'C.UTF-8' },
})
try {
  const link = new URL(await linkOf())
  const cookie = await sessionAt(link)
  const alone = await shareOfCore()
  const pages = await Promise.all(Array.from({ length: PAGES }, () => openStream(link.origin, cookie)))
  const share = await shareOfCore()
  const pings = pages.map(({ pings }) => pings())
  console.log(`${cpus()[0]?.model ?? arch()}, ${cpus().length} cores, ${SECONDS} s each`)
  const isReached = share <= MOST
  console.log(`${isReached ? 'ok ' : 'NO '} ${PAGES} idle pages: ${percent(share)} of a core, at most ${percent(MOST)}`)
  console.log(
    `    the server alone: ${percent(alone)}; each page heard ${Math.min(...pings)} to ${Math.max(...pings)} pings`,
  )
  if (!isReached || pages.some(({ isOpen }) => !isOpen())) process.exitCode = 1
} finally {
  server.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
}
process.exit()

function linkOf(): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    server.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = /https?:\/\/\S+#token=\S+/.exec(text)?.[0]
      if (found !== undefined) resolve(found)
    })
    server.once('exit', () => reject(new Error(`fullstop ui ended: ${text}`)))
  })
}

async function sessionAt({ origin, hash }: URL): Promise<string> {
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token: hash.replace('#token=', '') }),
  })
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

interface Stream {
  readonly pings: () => number
  readonly isOpen: () => boolean
}

/** What a page that nobody touches holds open, once it has heard its first notice. */
async function openStream(origin: string, cookie: string): Promise<Stream> {
  const answer = await fetch(`${origin}/api/changes`, { headers: { cookie } })
  if (!answer.ok || !answer.body) throw new Error(`no stream: ${answer.status}`)
  const reader = answer.body.getReader()
  let pings = 0
  let isOpen = true
  await reader.read()
  const follow = async (): Promise<void> => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      pings += Buffer.from(part.value).toString().split(': still here').length - 1
    }
    isOpen = false
  }
  void follow().catch(() => (isOpen = false))
  return { pings: () => pings, isOpen: () => isOpen }
}

/** Processor time of the server, from now on, for as many seconds as are measured. */
async function shareOfCore(): Promise<number> {
  const before = spentMs()
  await Bun.sleep(SECONDS * 1000)
  return (spentMs() - before) / (SECONDS * 1000)
}

/** User and system time, in ticks of 10 ms: the 14th and 15th field, counted from behind the name. */
function spentMs(): number {
  const text = readFileSync(`/proc/${server.pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
