// One message to one target, until it is sent or given up. Only what a network may lose is tried again.
import { delimiter, isAbsolute } from 'node:path'
import type { NotifySettings, NotifyTarget, PostRequest } from '../../contract/config/notify.ts'
import { desktopCommand } from '../../domain/notify/desktop.ts'
import { type Message, toVariables } from '../../domain/notify/message.ts'
import { ntfyPost, webhookPost } from '../../domain/notify/post.ts'
import { afterTry } from '../../domain/notify/retry.ts'
import type { World } from '../world.ts'

export interface Delivery {
  readonly target: NotifyTarget
  readonly settings: NotifySettings
  readonly message: Message
  /** Where the agent works. */
  readonly project?: string
  /** Absent: one try. */
  readonly retry?: { readonly since: string; readonly jitter: () => number; readonly firstMs: number }
  /** Called before each try; tells how many there were, this one included. */
  readonly onTry?: () => Promise<number>
}

export type DeliveryResult = { readonly kind: 'sent' } | { readonly kind: 'failed'; readonly why: string }

const POST_MS = 10_000
const DESKTOP_MS = 10_000
const COMMAND_MS = 30_000
const LARGEST_SECRET = 4096

/** Never rejects for what the target does. */
export async function deliver(world: World, delivery: Delivery): Promise<DeliveryResult> {
  const { target, settings, message } = delivery
  switch (target) {
    case 'desktop':
      return tellDesktop(world, delivery)
    case 'command':
      return tellCommand(world, delivery)
    case 'webhook': {
      const secret = secretOf(world, settings.secret)
      if (!secret.ok) return { kind: 'failed', why: secret.why }
      const { hmacOf } = await world.openWorkshop()
      const { key } = secret
      const sign = key === undefined ? undefined : (body: string): string => hmacOf(key, body)
      return send(world, webhookPost(settings.webhook ?? '', message, sign), delivery)
    }
    case 'ntfy':
      return send(world, ntfyPost(settings.ntfy ?? '', message), delivery)
  }
}

async function send(world: World, first: PostRequest, { retry, onTry }: Delivery): Promise<DeliveryResult> {
  const { post } = await world.openWorkshop()
  let request = first
  for (let count = 1; ; count++) {
    const tries = (await onTry?.()) ?? count
    const answer = await post(request, POST_MS)
    const { url } = request
    const now = world.now()
    const { since = now.toISOString(), jitter = () => 0, firstMs = 0 } = retry ?? {}
    const next = afterTry({ answer, url, tries, since, now, jitter: jitter(), firstMs })
    if (next.kind === 'sent') return next
    if (next.kind === 'give-up') return { kind: 'failed', why: next.why }
    const isRedirected = next.url !== url
    if (!retry && !isRedirected) {
      const why = answer.kind === 'answered' ? `it answered ${answer.status}` : answer.why
      return { kind: 'failed', why }
    }
    request = { ...request, url: next.url }
    await world.sleep(next.afterMs)
  }
}

async function tellDesktop(world: World, { message, project, onTry }: Delivery): Promise<DeliveryResult> {
  const { tellProgram, platform } = await world.openWorkshop()
  const argv = desktopCommand(platform, message)
  if (!argv) return { kind: 'failed', why: `there is no desktop that we know on ${platform}` }
  const env = environmentOutside(world, project)
  await onTry?.()
  const told = await tellProgram(argv, { cwd: world.stateHome, env, input: '', timeoutMs: DESKTOP_MS })
  return toDelivered(told, argv[0] ?? '')
}

async function tellCommand(world: World, { settings, message, project, onTry }: Delivery): Promise<DeliveryResult> {
  const { tellProgram } = await world.openWorkshop()
  const argv = settings.command ?? []
  await onTry?.()
  const told = await tellProgram(argv, {
    cwd: settings.commandIn ?? world.osHome() ?? world.userHome,
    env: { ...environmentOutside(world, project), ...toVariables(message) },
    input: `${JSON.stringify(message.payload)}\n`,
    timeoutMs: COMMAND_MS,
  })
  return toDelivered(told, argv[0] ?? '')
}

/** A repository can set PATH, through an agent's settings: a name alone means no program inside it. */
function environmentOutside({ env, files }: World, project: string | undefined): World['env'] {
  const root = project === undefined ? undefined : files.realPath(project)
  const isInside = (folder: string): boolean => `${files.realPath(folder)}/`.startsWith(`${root}/`)
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder) && !isInside(folder))
  return { ...env, PATH: folders.join(delimiter) }
}

type Told = Awaited<ReturnType<Awaited<ReturnType<World['openWorkshop']>>['tellProgram']>>

function toDelivered(told: Told, program: string): DeliveryResult {
  if (told.kind === 'missing') return { kind: 'failed', why: `${program} is not installed` }
  if (told.kind === 'failed') return { kind: 'failed', why: `${program}: ${told.why}` }
  return told.code === 0 ? { kind: 'sent' } : { kind: 'failed', why: `${program} ended with exit ${told.code}` }
}

type Secret = { readonly ok: true; readonly key?: string } | { readonly ok: false; readonly why: string }

/** Looked up when it is used. What cannot be signed is not sent: its receiver would not believe it. */
function secretOf(world: World, secret: string | undefined): Secret {
  if (secret === undefined) return { ok: true }
  if (secret.startsWith('env:')) {
    const name = secret.slice('env:'.length)
    const key = world.env[name]
    return key ? { ok: true, key } : { ok: false, why: `notify.secret names the variable ${name}, which is not set` }
  }
  if (!secret.startsWith('file:')) return { ok: true, key: secret }
  const path = secret.slice('file:'.length).replace(/^~(?=\/)/, world.userHome)
  const read = world.files.readText(path, LARGEST_SECRET)
  const key = read.kind === 'text' ? read.text.trim() : ''
  return key === ''
    ? { ok: false, why: 'the file that notify.secret names is empty or cannot be read' }
    : { ok: true, key }
}
