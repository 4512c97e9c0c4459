// Notifications: what the config says about them, where they go, and the moments that are worth one.
import { z } from 'zod'

/** Where a notification can go. */
export const NotifyTarget = z.enum(['desktop', 'command', 'webhook', 'ntfy'])
export type NotifyTarget = z.infer<typeof NotifyTarget>

/** `needs-you`: nothing happens before a person has looked. `ended`: the task is over. */
export const MomentKind = z.enum(['needs-you', 'ended'])
export type MomentKind = z.infer<typeof MomentKind>

const Address = z.string().refine(isWebAddress, 'an address that begins with https:// or http://')
const Topic = Address.refine(hasTopic, 'the address of a topic, such as "https://ntfy.sh/my-topic"')

const Secret = z
  .string()
  .min(1)
  .refine(isSecret, 'the secret itself, "env:NAME" for a variable, or "file:/path" or "file:~/path" for a file')

export const NotifyConfig = z
  .strictObject({
    desktop: z.boolean().optional(),
    command: z
      .union([z.string(), z.array(z.string())], 'a program and its arguments, as one line or as a list')
      .refine((run) => (typeof run === 'string' ? run.trim() : run[0]), 'it names no program')
      .optional(),
    webhook: Address.optional(),
    secret: Secret.optional(),
    ntfy: Topic.optional(),
  })
  .refine(({ secret, webhook }) => secret === undefined || webhook !== undefined, {
    path: ['secret'],
    message: 'it signs a webhook: set "notify.webhook" first',
  })
export type NotifyConfig = z.infer<typeof NotifyConfig>

/** What a task was opened with. Addresses and secrets are kept in a file of that name, not in the log of events. */
export const NotifyPolicy = z.strictObject({ settings: z.string(), targets: z.array(NotifyTarget) })
export type NotifyPolicy = z.infer<typeof NotifyPolicy>

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

function hasTopic(text: string): boolean {
  return URL.canParse(text) && /^\/[^/]/.test(new URL(text).pathname)
}

function isSecret(text: string): boolean {
  if (text.startsWith('env:')) return /^env:[A-Za-z_]\w*$/.test(text)
  return !text.startsWith('file:') || /^file:(?:~?\/|[A-Za-z]:[\\/])/.test(text)
}

/** What a task was opened with, in full: kept in a private file under the name that its policy has. */
export interface NotifySettings {
  readonly desktop?: boolean
  readonly command?: readonly string[]
  /** Where the command runs; absent: in the user's home folder. */
  readonly commandIn?: string
  readonly webhook?: string
  readonly secret?: string
  readonly ntfy?: string
  /** Where the page of `fullstop ui` is found from other devices. */
  readonly page?: string
  /** The project file that names any of this: it must still be trusted when something is sent. */
  readonly trust?: { readonly root: string; readonly hash: string }
}

export interface PostRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type PostAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly retryAfter?: string
      /** Where a redirection leads. */
      readonly location?: string
    }
  | { readonly kind: 'unreachable'; readonly why: string }
