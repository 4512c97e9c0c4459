// Places and users for the tests of this room.
import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PROGRAM_MS } from '../../../test/limits.ts'
import type { Order, Told } from './fixtures/run-once.ts'

const PROGRAM = join(import.meta.dirname, 'fixtures', 'run-once.ts')
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

export interface Place extends Disposable {
  readonly root: string
  readonly home: string
  readonly stateHome: string
  readonly outside: string
}

export interface TestUser {
  readonly name: string
  readonly uid: number
  /** What a program is started with to run as this user. */
  readonly as: readonly string[]
}

export const ME: TestUser = { name: isRoot ? 'root' : 'the user of the tests', uid: process.getuid?.() ?? -1, as: [] }
export const PLAIN: TestUser = {
  name: 'a plain user',
  uid: NOBODY,
  as: ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'],
}

export function makePlace({ uid }: TestUser, name = 'project', below = tmpdir()): Place {
  const base = realpathSync(mkdtempSync(join(below, 'fullstop-copies-')))
  const paths = {
    root: join(base, name),
    home: join(base, 'home'),
    stateHome: join(base, 'state'),
    outside: join(base, 'home', 'outside'),
  }
  for (const path of [paths.root, paths.outside, paths.stateHome]) mkdirSync(path, { recursive: true })
  if (isRoot) for (const path of [base, ...Object.values(paths)]) chownSync(path, uid, uid)
  write({ uid }, join(paths.root, 'file.txt'), 'old\n')
  return { ...paths, [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }) }
}

export function write({ uid }: Pick<TestUser, 'uid'>, path: string, text: string): void {
  const folder = mkdirSync(dirname(path), { recursive: true })
  if (isRoot && folder !== undefined) chownSync(folder, uid, uid)
  writeFileSync(path, text)
  if (isRoot) chownSync(path, uid, uid)
}

export function ownAll({ uid }: TestUser, path: string): void {
  if (isRoot) chownSync(path, uid, uid)
}

/** The runtime inside the workspace: a checkout below /tmp, with the runtime in it, cannot be seen from a copy. */
export function runtimeIn({ root }: Place): string {
  const path = join(root, 'runtime')
  try {
    linkSync(process.execPath, path)
  } catch {
    // On another disk, or of another user.
    copyFileSync(process.execPath, path)
  }
  return path
}

function orderOf({ root, stateHome, home }: Place, line: string, more: Partial<Order>): string {
  const order: Order = { root, stateHome, argv: ['sh', '-c', line], ...more, env: { HOME: home, ...more.env } }
  return JSON.stringify(order)
}

/** The runtime keeps no cache in the home folder. */
function envOf({ home }: Place): Record<string, string> {
  return { PATH: '/usr/bin:/bin', HOME: home, BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' }
}

export function run(user: TestUser, place: Place, line: string, more: Partial<Order> = {}): Told {
  const [program = '', ...args] = [...user.as, process.execPath, PROGRAM]
  const { stdout, stderr } = spawnSync(program, args, {
    input: orderOf(place, line, more),
    encoding: 'utf8',
    timeout: PROGRAM_MS,
    killSignal: 'SIGKILL',
    env: envOf(place),
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as Told
}

/** The same without waiting for it: for what a test kills. */
export function start(user: TestUser, place: Place, line: string, more: Partial<Order> = {}) {
  const [program = '', ...args] = [...user.as, process.execPath, PROGRAM]
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: envOf(place),
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(orderOf(place, line, more))
  return child
}

export const outputOf = (told: Told): string => (told.kind === 'ran' ? told.output : `not run: ${told.why}`)

/** Why the cases of a user cannot be run on this machine. */
export function skipped(user: TestUser): string | undefined {
  if (process.platform !== 'linux') return 'only Linux has namespaces'
  if (user === PLAIN && !isRoot) return 'only root can become another user'
  if (
    user === PLAIN &&
    spawnSync(PLAIN.as[0] ?? '', [...PLAIN.as.slice(1), process.execPath, '--version']).status !== 0
  )
    return 'a plain user cannot start the runtime'
  using place = makePlace(user)
  const told = run(user, place, 'true', { means: ['overlay'] })
  return told.kind === 'ran' ? undefined : told.why
}

/** Processes whose command line holds this word. */
export function processesWith(word: string): string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(word))
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // Gone meanwhile.
    return ''
  }
}
