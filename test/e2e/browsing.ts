// A room with `fullstop ui` in it: its link, and requests as a browser makes them.
import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { until } from '../until.ts'
import { binary } from './binary.ts'
import type { Env, Room } from './room.ts'

export interface Ui extends AsyncDisposable {
  /** `http://127.0.0.1:40321`. */
  readonly base: string
  readonly port: number
  readonly pid: number
  /** The token of its first link. */
  readonly token: string
  readonly output: () => string
  readonly exchange: (token: string) => Promise<Response>
  /** A browser that has a session. */
  readonly browse: () => Promise<Browser>
  readonly kill: (signal: NodeJS.Signals) => Promise<void>
}

export interface Browser {
  readonly cookie: string
  readonly get: (path: string, headers?: Env) => Promise<Response>
  readonly json: <T>(path: string) => Promise<T>
  readonly send: (method: 'POST' | 'DELETE', path: string, body?: unknown, headers?: Env) => Promise<Response>
}

export interface UiOptions {
  readonly args?: readonly string[]
  readonly env?: Env
  /** Of a server that was here before. */
  readonly port?: number
}

export async function serveUi(room: Room, { args = [], env = {}, port = 0 }: UiOptions = {}): Promise<Ui> {
  const child = spawn(binary, ['ui', '--no-open', '--port', `${port}`, ...args], {
    env: { ...room.env, ...env },
    cwd: room.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const output = (): string => Buffer.concat(chunks).toString()
  await until(() => output().includes('Ctrl-C ends it') || child.exitCode !== null, output)
  if (child.exitCode !== null) throw new Error(`fullstop ui: exit ${child.exitCode}\n${output()}`)
  const [, base = '', token = ''] = /(https?:\/\/[^/\s]+)\/#token=(\S+)/.exec(output()) ?? []
  const exchange: Ui['exchange'] = (given) =>
    fetch(`${base}/api/session`, {
      method: 'POST',
      headers: { origin: base, 'content-type': 'application/json' },
      body: JSON.stringify({ token: given }),
    })
  const kill = (signal: NodeJS.Signals): Promise<void> => ended(child, signal)
  return {
    base,
    port: Number(new URL(base).port),
    pid: child.pid ?? -1,
    token,
    output,
    exchange,
    browse: async () => {
      const answer = await exchange(token)
      if (answer.status !== 204) throw new Error(await answer.text())
      return browserWith(base, cookieOf(answer))
    },
    kill,
    [Symbol.asyncDispose]: () => kill('SIGKILL'),
  }
}

export function cookieOf(answer: Response): string {
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

export function browserWith(base: string, cookie: string): Browser {
  const get: Browser['get'] = (path, headers = {}) => fetch(`${base}${path}`, { headers: { cookie, ...headers } })
  return {
    cookie,
    get,
    json: async <T>(path: string) => {
      const answer = await get(path)
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as T
    },
    send: (method, path, body, headers = {}) =>
      fetch(`${base}${path}`, {
        method,
        headers: { cookie, origin: base, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  }
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.on('exit', () => resolve())
    child.kill(signal)
  })
}

/** The bytes of a request as they are: `fetch` would correct some headers. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(text))
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    socket.on('error', reject)
  })
}

export interface Notice {
  readonly id: number
  readonly tasks: readonly string[]
  readonly isAll: boolean
}

/** What a page hears, until it is closed. */
export function listen(base: string, { cookie }: Browser, lastEventId?: number): Listening {
  const stop = new AbortController()
  const notices: Notice[] = []
  const read = async (): Promise<void> => {
    const headers: Record<string, string> = { cookie }
    if (lastEventId !== undefined) headers['last-event-id'] = `${lastEventId}`
    const answer = await fetch(`${base}/api/changes`, { headers, signal: stop.signal })
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const [, id = '', data = ''] = /^id: (\d+)\nevent: changed\ndata: (.*)$/.exec(part) ?? []
        if (id !== '') notices.push({ ...(JSON.parse(data) as Omit<Notice, 'id'>), id: Number(id) })
      }
    }
  }
  const done = read().then(
    () => 'ended' as const,
    () => 'broken' as const,
  )
  return { notices, done, close: () => stop.abort() }
}

export interface Listening {
  readonly notices: readonly Notice[]
  readonly done: Promise<'ended' | 'broken'>
  readonly close: () => void
}
