// Who may see the pages: tokens that are exchanged once for a session, and sessions. Both are files below the state folder
// that are named by a hash, so that reading the folder gives nobody a way in. A session survives the server. `--revoke`
// begins a new era and removes the files: what was given before that is worthless, also where it is just being written.
import { join } from 'node:path'
import type { World } from '../../../flows/world.ts'
import { inState } from '../../../flows/home/state-folder.ts'

/** `opened`: by a browser on this machine. `invited`: by a link that was shown to a person. */
export type GrantKind = 'opened' | 'invited'

export const TOKEN_MS = 10 * 60_000
/** A session that nobody uses for this long ends. */
const SESSION_MS = 30 * 24 * 3_600_000
const TOUCH_MS = 24 * 3_600_000
const MOST_BYTES = 1000

interface Grant {
  readonly kind: GrantKind
  readonly until: string
  /** A session has that of its token. */
  readonly era: string
}

export function webFolder(world: Pick<World, 'stateHome'>): string {
  return inState(world, 'ui')
}

function eraFile(world: World): string {
  return join(webFolder(world), 'era')
}

/** Another one after each `--revoke`. Cheap: pages that are open ask for it all the time. */
export function eraOf(world: World): string {
  const read = world.files.readText(eraFile(world), MOST_BYTES)
  return read.kind === 'text' ? read.text.trim() : ''
}

function tokenFile(world: World, token: string): string {
  return join(webFolder(world), 'tokens', `${world.hashOf('token', token)}.json`)
}

function sessionFile(world: World, secret: string): string {
  return join(webFolder(world), 'sessions', `${world.hashOf('session', secret)}.json`)
}

/** The token works once, within ten minutes. */
export async function giveToken(world: World, token: string, kind: GrantKind): Promise<void> {
  const { disk } = await world.openWorkshop()
  disk.writeWhole(
    tokenFile(world, token),
    `${JSON.stringify(grantFor(world, { kind, era: eraOf(world) }, TOKEN_MS))}\n`,
  )
}

/** False: the token is not one of ours, was used, has expired or was revoked. `secret` is the session from then on. */
export async function exchangeToken(world: World, token: string, secret: string): Promise<boolean> {
  const { disk } = await world.openWorkshop()
  const file = tokenFile(world, token)
  const taken = `${file}.${world.hashOf(secret)}`
  try {
    // Of two that come at once, one finds nothing to move.
    disk.move(file, taken)
  } catch {
    return false
  }
  const grant = readGrant(world, taken)
  disk.remove(taken)
  if (!grant || isOver(world, grant)) return false
  writeSession(world, disk, secret, grant)
  // The files that opened a browser hold tokens; they have done their work.
  disk.remove(join(webFolder(world), 'open'))
  return true
}

/** Whether the session is still good. Using it makes it last. */
export async function isSession(world: World, secret: string): Promise<boolean> {
  const file = sessionFile(world, secret)
  const grant = readGrant(world, file)
  if (!grant || isOver(world, grant)) return false
  const { disk } = await world.openWorkshop()
  if (Date.parse(grant.until) - world.now().getTime() < SESSION_MS - TOUCH_MS) {
    writeSession(world, disk, secret, grant)
  }
  return true
}

/** Ends all sessions and makes all links worthless. */
export async function revokeAll(world: World): Promise<{ readonly sessions: number; readonly links: number }> {
  const { disk } = await world.openWorkshop()
  disk.writeWhole(eraFile(world), `${world.newId('era')}\n`)
  const clear = (name: string): number => {
    const folder = join(webFolder(world), name)
    const count = disk.names(folder).length
    disk.remove(folder)
    return count
  }
  return { links: clear('tokens'), sessions: clear('sessions') }
}

/** Tokens and sessions that are over are of no use to anybody. */
export async function removeOver(world: World): Promise<void> {
  const { disk } = await world.openWorkshop()
  for (const name of ['tokens', 'sessions']) {
    const folder = join(webFolder(world), name)
    for (const file of disk.names(folder).map((one) => join(folder, one))) {
      const grant = readGrant(world, file)
      if (!grant || isOver(world, grant)) disk.remove(file)
    }
  }
}

type Disk = Awaited<ReturnType<World['openWorkshop']>>['disk']

function writeSession(world: World, disk: Disk, secret: string, given: Pick<Grant, 'kind' | 'era'>): void {
  disk.writeWhole(sessionFile(world, secret), `${JSON.stringify(grantFor(world, given, SESSION_MS))}\n`)
}

function grantFor(world: World, { kind, era }: Pick<Grant, 'kind' | 'era'>, ms: number): Grant {
  return { kind, until: new Date(world.now().getTime() + ms).toISOString(), era }
}

function isOver(world: World, { until, era }: Grant): boolean {
  return !(Date.parse(until) > world.now().getTime()) || era !== eraOf(world)
}

function readGrant(world: World, file: string): Grant | undefined {
  const read = world.files.readText(file, MOST_BYTES)
  if (read.kind !== 'text') return undefined
  try {
    // One of an older version knows no era: it counts until the first `--revoke`.
    return { era: '', ...(JSON.parse(read.text) as Omit<Grant, 'era'>) }
  } catch {
    // Written whole or not at all: this is somebody else's.
    return undefined
  }
}
