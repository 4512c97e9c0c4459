// An editor for tests: talks ACP to `fullstop acp -- AGENT`, and keeps every line that it reads.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { until } from '../until.ts'
import { binary } from './binary.ts'
import type { Env, Room } from './room.ts'

export interface Heard {
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: {
    readonly sessionId?: string
    readonly update?: {
      readonly sessionUpdate?: string
      readonly content?: { readonly text?: string }
      readonly _meta?: { readonly fullstop?: Readonly<Record<string, unknown>> }
    }
    readonly [key: string]: unknown
  }
  readonly result?: { readonly stopReason?: string; readonly sessionId?: string; readonly [key: string]: unknown }
  readonly error?: { readonly code: number; readonly message: string }
}

export interface Editor extends AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams
  readonly heard: readonly Heard[]
  /** Lines as they came. */
  readonly lines: readonly string[]
  readonly write: (line: string) => void
  readonly notify: (method: string, params: object) => void
  readonly request: (method: string, params: object) => Promise<Heard>
  /** To a request that was written as a line. */
  readonly answerTo: (id: string) => Promise<Heard>
  /** `initialize` and `session/new`; answers with the session. */
  readonly open: (cwd: string) => Promise<string>
  readonly prompt: (session: string, text: string) => Promise<Heard>
  /** Answers permission requests with the option of this kind or name; without it they wait. */
  permission: string | undefined
  /** What the person saw of the agent's words, and what of it is ours. */
  readonly words: (session?: string) => string
  readonly ours: () => { readonly text: string; readonly about: Readonly<Record<string, unknown>> }[]
  readonly ended: Promise<number | null>
}

export function openEditor(room: Room, argv: readonly string[], env: Env = {}): Editor {
  return editorOf(spawn(binary, ['acp', '--', ...argv], { cwd: room.cwd, env: { ...room.env, ...env }, stdio: 'pipe' }))
}

export function editorOf(child: ChildProcessWithoutNullStreams): Editor {
  const heard: Heard[] = []
  const lines: string[] = []
  const waiting = new Map<string | number | null, (answer: Heard) => void>()
  let nth = 0
  const write = (line: string): void => void child.stdin.write(`${line}\n`)
  const send = (message: object): void => write(JSON.stringify({ jsonrpc: '2.0', ...message }))
  createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
    lines.push(line)
    const message = parsed(line)
    if (!message) return
    heard.push(message)
    if (message.method === 'session/request_permission' && editor.permission !== undefined) {
      const options = message.params?.['options'] as readonly { readonly optionId: string; readonly kind: string }[]
      const optionId = options.find(({ kind }) => kind === editor.permission)?.optionId ?? editor.permission
      send({ id: message.id, result: { outcome: { outcome: 'selected', optionId } } })
    }
    if (message.method !== undefined || message.id === undefined) return
    // As lenient as some clients are: the text of a number is taken for it.
    const resolve = waiting.get(message.id) ?? waiting.get(Number(message.id))
    resolve?.(message)
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const request: Editor['request'] = (method, params) => {
    const id = nth++
    const answer = new Promise<Heard>((resolve) => waiting.set(id, resolve))
    send({ id, method, params })
    return Promise.race([answer, ended.then(() => ({ error: { code: 0, message: 'the gate has ended' } }))])
  }
  const editor: Editor = {
    child,
    heard,
    lines,
    write,
    notify: (method, params) => send({ method, params }),
    request,
    answerTo: (id) => new Promise((resolve) => waiting.set(id, resolve)),
    open: async (cwd) => {
      await request('initialize', { protocolVersion: 1, clientCapabilities: {} })
      const made = await request('session/new', { cwd, mcpServers: [] })
      if (made.result?.sessionId === undefined) throw new Error(`no session: ${JSON.stringify(made)}`)
      return made.result.sessionId
    },
    prompt: (sessionId, text) => request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }),
    permission: undefined,
    words: (session) =>
      heard
        .flatMap(({ params }) => {
          const { update, sessionId } = params ?? {}
          const isTheirs = update?._meta?.fullstop === undefined && (session === undefined || sessionId === session)
          return update?.sessionUpdate === 'agent_message_chunk' && isTheirs ? [update.content?.text ?? ''] : []
        })
        .join(''),
    ours: () =>
      heard.flatMap(({ params }) => {
        const { update } = params ?? {}
        const about = update?._meta?.fullstop
        return about === undefined ? [] : [{ text: (update?.content?.text ?? '').trim(), about }]
      }),
    ended,
    [Symbol.asyncDispose]: async () => {
      child.stdin.end()
      await ended
    },
  }
  return editor
}

/** An editor ignores what is no message. */
function parsed(line: string): Heard | undefined {
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}

export function heardOf(editor: Editor, method: string): Promise<void> {
  return until(() => editor.heard.some((message) => message.method === method))
}
