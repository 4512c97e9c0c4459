// The outbox: one small file for each moment that is to be sent, named after its event. It says where to look; what is
// sent, and what was sent already, is read from the events.
import { join } from 'node:path'
import { withoutMarks } from '../home/marks.ts'
import { NOTIFIER, notifyFolder } from '../home/notify-folder.ts'
import type { NotifyTarget } from '../../contract/config/notify.ts'
import type { World } from '../world.ts'

export interface OutboxEntry {
  /** Of the event. */
  readonly id: string
  readonly task: string
  readonly since: string
  /** How often each target was tried: a sender that is killed again and again gives up too. */
  readonly tries?: Partial<Record<NotifyTarget, number>>
}

const LARGEST = 16 * 1024
const ENDING = '.json'

function folderOf(world: Pick<World, 'stateHome'>): string {
  return join(notifyFolder(world), 'due')
}

function fileOf(world: Pick<World, 'stateHome'>, id: string): string {
  return join(folderOf(world), `${id}${ENDING}`)
}

/** Held by the one process that sends. */
export function senderLock(world: Pick<World, 'stateHome'>): string {
  return join(notifyFolder(world), 'sender.lock')
}

export function dueEntries(world: Pick<World, 'stateHome' | 'files'>): string[] {
  const names = world.files.names(folderOf(world)).filter((name) => name.endsWith(ENDING))
  return names.map((name) => name.slice(0, -ENDING.length))
}

export async function writeEntry(world: World, entry: OutboxEntry): Promise<void> {
  const { disk } = await world.openWorkshop()
  disk.writeQuickly(fileOf(world, entry.id), `${JSON.stringify(entry)}\n`)
}

export async function removeEntry(world: World, id: string): Promise<void> {
  const { disk } = await world.openWorkshop()
  disk.remove(fileOf(world, id))
}

/** Undefined: it is gone or damaged. */
export function readEntry(world: World, id: string): OutboxEntry | undefined {
  const read = world.files.readText(fileOf(world, id), LARGEST)
  if (read.kind !== 'text') return undefined
  try {
    const entry = JSON.parse(read.text) as Partial<OutboxEntry>
    const isWhole = typeof entry.task === 'string' && typeof entry.since === 'string'
    return isWhole ? { ...(entry as OutboxEntry), id } : undefined
  } catch {
    // Half of it is on the disk, after a power cut.
    return undefined
  }
}

/** Starts the process that sends, unless there is nothing to send or it is there. It looks for new entries itself. */
export async function startIfDue(world: World): Promise<void> {
  if (dueEntries(world).length === 0) return
  const { startSelf, isLocked } = await world.openWorkshop()
  if (isLocked(senderLock(world))) return
  startSelf([NOTIFIER], { env: senderEnvironment(world.env), log: logOf(world), cwd: world.stateHome })
}

export function logOf(world: Pick<World, 'stateHome'>): string {
  return join(notifyFolder(world), 'sender.log')
}

/**
 * A repository can set variables, through the settings of an agent. These would let it read what is sent, plain text by a
 * proxy and the rest by an authority of its own, or keep a trust that was taken back.
 */
const DROPPED =
  /^(?:http_proxy|all_proxy|NODE_TLS_REJECT_UNAUTHORIZED|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|FULLSTOP_TRUST)$/i

function senderEnvironment(env: World['env']): World['env'] {
  return Object.fromEntries(Object.entries(withoutMarks(env)).filter(([name]) => !DROPPED.test(name)))
}
