// Loads plugins as OpenCode does and plays to them what happens in its sessions. It decides nothing: what the plugins ask
// of OpenCode is printed, a line each. Shapes as recorded from 1.18.18.
// Usage: bun opencode-host.ts COMMAND PLUGIN… < [{…}, …]
import { pathToFileURL } from 'node:url'

/** What happens, in order. */
export type Happening =
  | { readonly kind: 'prompt'; readonly session: string; readonly text: string; readonly agent?: string }
  /** A step of the model: calls, words, and why it ended. */
  | {
      readonly kind: 'step'
      readonly session: string
      readonly calls?: number
      readonly text?: string
      readonly reason: string
    }
  | { readonly kind: 'interrupted'; readonly session: string }
  | { readonly kind: 'child'; readonly session: string; readonly parent: string }

/** What a plugin asked for. */
export interface Asked {
  readonly session?: string
  readonly said?: string
  /** Stands in the conversation, and the model does not read it. */
  readonly shown?: string
  readonly toast?: string
}

type Hook = (input: unknown, output?: unknown) => Promise<void>
type Message = { info: { id: string; role: string; sessionID: string; error?: { name: string } }; parts: Part[] }
type Part = Record<string, unknown> & { id: string; messageID: string; sessionID: string }

type Sent = { readonly text: string; readonly ignored?: boolean }

const messages: Message[] = []
/** Sessions whose loop continues with a message that came in time. */
const continued = new Set<string>()
const parents = new Map<string, string>()
let count = 0
const newId = (prefix: string): string => `${prefix}_${(count += 1)}`
const print = (asked: Asked): void => console.log(JSON.stringify(asked))

const client = {
  session: {
    get: async ({ path }: { path: { id: string } }) => ({ data: { id: path.id, parentID: parents.get(path.id) } }),
    messages: async ({ path }: { path: { id: string } }) => ({
      data: messages.filter(({ info }) => info.sessionID === path.id),
    }),
    prompt: async ({ path, body }: { path: { id: string }; body: { parts: Sent[] } }) => {
      const text = body.parts.map((part) => part.text).join('')
      const ignored = body.parts.every((part) => part.ignored === true)
      print({ session: path.id, ...(ignored ? { shown: text } : { said: text }) })
      if (!ignored) continued.add(path.id)
      await prompted(path.id, { text, ignored })
    },
    promptAsync: async () => undefined,
  },
  tui: { showToast: async ({ body }: { body: { message: string } }) => print({ toast: body.message }) },
}

const [, , , ...files] = process.argv
const plugins: Record<string, Hook>[] = []
for (const file of files) {
  const module = (await import(pathToFileURL(file).href)) as Record<string, (context: unknown) => Promise<never>>
  for (const plugin of Object.values(module)) plugins.push(await plugin({ client, directory: process.cwd() }))
}

for (const happening of (await Bun.stdin.json()) as Happening[]) {
  await happen(happening)
  // What a plugin began without being waited for is part of the happening.
  await new Promise((resolve) => setImmediate(resolve))
}

async function happen(happening: Happening): Promise<void> {
  const { kind, session } = happening
  if (kind === 'child') parents.set(session, happening.parent)
  if (kind === 'prompt') await prompted(session, happening, happening.agent)
  if (kind === 'step') await stepped(happening)
  if (kind === 'interrupted') {
    const message = add(session, 'assistant', [])
    message.info.error = { name: 'MessageAbortedError' }
    await tell('message.updated', { sessionID: session, info: message.info })
    await tell('session.error', { sessionID: session, error: message.info.error })
    await tell('session.idle', { sessionID: session })
  }
}

async function prompted(sessionID: string, { text, ignored = false }: Sent, agent = 'build'): Promise<void> {
  const message = { info: { id: newId('msg'), role: 'user', sessionID }, parts: [] as Part[] }
  const output = { message: message.info, parts: [{ ...partOf(message), type: 'text', text, ignored }] }
  for (const plugin of plugins) await plugin['chat.message']?.({ sessionID, agent }, output)
  message.parts.push(...output.parts)
  messages.push(message)
  await tell('message.updated', { sessionID, info: message.info })
  for (const part of message.parts) await tell('message.part.updated', { part })
}

async function stepped({ session, calls = 0, text = '', reason }: Happening & { kind: 'step' }): Promise<void> {
  const message = add(session, 'assistant', [])
  await tell('message.updated', { sessionID: session, info: message.info })
  await tell('message.part.updated', { part: { ...partOf(message), type: 'step-start' } })
  for (let nth = 0; nth < calls; nth++) {
    const state = { status: 'completed', input: { filePath: newId('file') }, output: 'Wrote file successfully.' }
    await keep(message, { type: 'tool', tool: 'write', callID: newId('call'), state })
  }
  if (text !== '') await keep(message, { type: 'text', text })
  await tell('message.part.updated', { part: { ...partOf(message), type: 'step-finish', reason } })
  if (reason !== 'tool-calls' && !continued.delete(session)) await tell('session.idle', { sessionID: session })
}

async function keep(message: Message, more: object): Promise<void> {
  const part = { ...partOf(message), ...more }
  message.parts.push(part)
  await tell('message.part.updated', { part })
}

function add(sessionID: string, role: string, parts: Part[]): Message {
  const message = { info: { id: newId('msg'), role, sessionID }, parts }
  messages.push(message)
  return message
}

function partOf({ info }: Message): Part {
  return { id: newId('prt'), messageID: info.id, sessionID: info.sessionID }
}

async function tell(type: string, properties: object): Promise<void> {
  for (const plugin of plugins) await plugin['event']?.({ event: { type, properties } })
}
