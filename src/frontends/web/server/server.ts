// The server of `fullstop ui`: the shell for everybody, a session for a token, and data for a session. It decides nothing
// and keeps nothing: every request opens the store anew, and killed anywhere nothing is lost.
import type { HttpServer, Peer, HttpServing } from '../../../adapters/platform/network/serve.ts'
import type { Answerer } from '../../../contract/view/comment.ts'
import { FullstopError } from '../../../contract/error.ts'
import { SessionRequest } from '../../../contract/view/web.ts'
import type { World } from '../../../flows/world.ts'
import { assets, shell } from './assets.ts'
import { readBody, receiveBody } from './body.ts'
import { type WebGate, isForData, refuseAgentPeer, refuseStranger } from './gatekeeper.ts'
import { newBucket } from './limits.ts'
import { type Live, openLive } from './live.ts'
import { refuse, respond, respondEmpty } from './respond.ts'
import type { ShownDiffs } from './review-pages.ts'
import { answerFor } from './routes.ts'
import { exchangeToken, isSession } from './sessions.ts'

export interface WebOptions {
  readonly host: string
  readonly port: number
  readonly tls?: HttpServing['tls']
  /** Names under which it is reached, beside those of this machine's loopback: without a port. */
  readonly names: readonly string[]
  /** The address in notifications: a proxy may stand before the server. */
  readonly publicUrl?: string | undefined
  readonly version: string
  readonly by: Answerer
  readonly openWorld: () => World
  readonly serve: (serving: HttpServing) => HttpServer
  readonly newSecret: () => string
  readonly elapsed: () => number
  readonly processesOf: (peer: Peer, port: number) => ReturnType<WebGate['processesOf']>
}

export interface RunningWeb {
  readonly port: number
  /** Where a browser on this machine finds it. */
  readonly url: string
  readonly close: () => Promise<void>
}

const REQUESTS = { most: 1500, perSecond: 100 }
/** Nobody guesses 256 bits; nobody needs to try it either. */
const EXCHANGES = { most: 20, perSecond: 0.2 }
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']
const NO_SESSION = 'this browser has no session here'
const HOW = 'run `fullstop ui` on the machine for a link, or `fullstop ui --invite` there for another device'
/** `Max-Age` of the cookie: the server ends a session earlier where nobody uses it. */
const COOKIE_SECONDS = 365 * 24 * 3600
const MOST_COOKIES = 20

/** Throws as the system does where it cannot listen. */
export function startWeb(options: WebOptions): RunningWeb {
  const { host, port, tls, serve, openWorld, version, elapsed } = options
  const live = openLive(openWorld, version)
  const exchanges = newBucket(EXCHANGES, elapsed)
  const requests = newBucket(REQUESTS, elapsed)
  const shown: ShownDiffs = new Map()
  const started: { web?: Web } = {}
  const server = serve({
    host,
    port,
    tls,
    handle: async (request, peer) => {
      const { web } = started
      if (!web) return refuse('failed', 'the server is just starting')
      try {
        return await handle(web, request, peer)
      } catch (error) {
        return failed(error)
      }
    },
  })
  const names = namesOf(options, server.port)
  started.web = {
    options,
    gate: {
      ...names,
      requests,
      processesOf: (peer) => options.processesOf(peer, server.port),
    },
    exchanges,
    cookie: `fullstop_${server.port}`,
    live,
    shown,
  }
  return {
    port: server.port,
    url: `${tls ? 'https' : 'http'}://${hostForUrl(isEvery(host) ? '127.0.0.1' : host)}:${server.port}/`,
    close: async () => {
      live.close()
      await server.close()
    },
  }
}

interface Web {
  readonly options: WebOptions
  readonly gate: WebGate
  readonly exchanges: ReturnType<typeof newBucket>
  readonly cookie: string
  readonly live: Live
  readonly shown: ShownDiffs
}

async function handle(web: Web, asked: Request, peer: Peer | undefined): Promise<Response> {
  const stranger = refuseStranger(web.gate, asked, peer)
  if (stranger) return stranger
  if (!isForData(asked)) return showShell(asked)
  const agent = await refuseAgentPeer(web.gate, peer)
  if (agent) return agent
  const request = await receiveBody(asked)
  if (request instanceof Response) return request
  const url = new URL(request.url)
  const world = web.options.openWorld()
  try {
    if (url.pathname === '/api/session') return await openSession(web, world, request, peer)
    const secret = await sessionIn(world, request, web.cookie)
    if (secret === undefined) return refuse('no-session', NO_SESSION, HOW)
    if (url.pathname === '/api/changes' && request.method === 'GET') {
      return await web.live.open(request, () => stillWelcome(web, secret))
    }
    return await answerFor({ world, request, url, by: web.options.by, shown: web.shown })
  } finally {
    world.store.close()
  }
}

async function stillWelcome({ options }: Web, secret: string): Promise<boolean> {
  const world = options.openWorld()
  try {
    return await isSession(world, secret)
  } finally {
    world.store.close()
  }
}

/** Every path that names no file is a page that the script draws. */
function showShell(request: Request): Response {
  const { pathname } = new URL(request.url)
  const asset = Object.hasOwn(assets, pathname) ? assets[pathname] : /\.\w+$/.test(pathname) ? undefined : shell
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && asset ? respond(asset.text, asset.type) : refuse('unknown', 'there is nothing at this address')
}

async function openSession(web: Web, world: World, request: Request, peer: Peer | undefined): Promise<Response> {
  if (request.method !== 'POST') return refuse('unknown', 'there is nothing at this address')
  const body = await readBody(request, SessionRequest)
  if (body instanceof Response) return body
  const secret = web.options.newSecret()
  if (!(await exchangeToken(world, body.token, secret))) {
    // Only wrong ones are counted, so that guessing does not lock out people who have a link.
    if (!web.exchanges.take(peer?.address ?? '')) return refuse('too-many', 'too many tries: wait a minute')
    return refuse('bad-token', 'this link was used already, is older than ten minutes, or was revoked', HOW)
  }
  const isSecure = web.options.tls !== undefined || isProxied(web.options, request)
  const cookie = [
    `${web.cookie}=${secret}`,
    'HttpOnly',
    'SameSite=Strict',
    'Path=/',
    `Max-Age=${COOKIE_SECONDS}`,
    ...(isSecure ? ['Secure'] : []),
  ]
  return respondEmpty({ 'Set-Cookie': cookie.join('; ') })
}

/** The browser speaks TLS with a proxy that the person has named. */
function isProxied({ publicUrl }: WebOptions, request: Request): boolean {
  if (publicUrl === undefined) return false
  const { protocol, host } = new URL(publicUrl)
  return protocol === 'https:' && host === request.headers.get('host')?.toLowerCase()
}

/** A server on another port can set cookies of the same name, and a browser sends all of them. One that is good will do. */
async function sessionIn(world: World, request: Request, name: string): Promise<string | undefined> {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  const secrets = pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
  for (const secret of secrets.slice(0, MOST_COOKIES)) if (await isSession(world, secret)) return secret
  return undefined
}

function namesOf({ tls, names, publicUrl }: WebOptions, port: number): Pick<WebGate, 'hosts' | 'origins'> {
  const scheme = tls ? 'https' : 'http'
  const own = [...LOOPBACK, ...names.map((name) => hostForUrl(name).toLowerCase())]
  // A browser leaves out the usual port.
  const isUsual = port === (tls ? 443 : 80)
  const hosts = own.flatMap((name) => [`${name}:${port}`, ...(isUsual ? [name] : [])])
  const outside = publicUrl === undefined ? undefined : new URL(publicUrl)
  return {
    hosts: new Set([...hosts, ...(outside ? [outside.host] : [])]),
    origins: new Set([...hosts.map((name) => `${scheme}://${name}`), ...(outside ? [outside.origin] : [])]),
  }
}

/** It listens on all addresses of the machine. */
export function isEvery(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function hostForUrl(name: string): string {
  return name.includes(':') && !name.startsWith('[') ? `[${name}]` : name
}

function failed(error: unknown): Response {
  if (error instanceof FullstopError) return refuse('failed', error.message, error.hint)
  return refuse('failed', 'something went wrong in the server: try again')
}
