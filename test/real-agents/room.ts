// A room: the temporary home, settings, project folder and store of one real agent, and the end of all that ran in it.
// It knows folders and processes; what goes into the settings is the business of the agent's own file.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { invalidEvents } from '../e2e/valid-events.ts'
import { endProcesses, processesOf } from '../processes.ts'
import { until } from '../until.ts'

export interface Room {
  readonly root: string
  readonly home: string
  /** The project the agent works in, a git repository with one commit. */
  readonly cwd: string
  readonly fullstopHome: string
  readonly temp: string
  /** Where recorded hook calls are written. */
  readonly hookLog: string
  /** Ends what still runs in the room and removes its folders. Never throws; harmless when called twice. */
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** A state folder whose store cannot be opened: a folder stands in its place. */
export function brokenStore(): Disposable & { readonly home: string } {
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'fullstop-broken-'))
  mkdirSync(join(home, 'fullstop.db'))
  return { home, [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }) }
}

export interface RoomOptions {
  /** Files of the project, by path inside it. */
  readonly files?: Readonly<Record<string, string>> | undefined
}

export function openRoom(options: RoomOptions = {}): Room {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'fullstop-'))
  const folder = (name: string) => {
    mkdirSync(join(root, name), { recursive: true })
    return join(root, name)
  }
  const cwd = folder('project')
  const fullstopHome = folder('fullstop')
  writeFiles(cwd, { 'README.md': '# Project\n', ...options.files })
  initRepository(cwd, folder('home'))

  const close = async () => {
    // Background shells of an agent outlive it in sessions of their own.
    endProcesses(() => processesOf(root))
    const invalid = invalidEvents(fullstopHome)
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
    if (invalid.length > 0) throw new Error(`events that are not as promised:\n${invalid.join('\n')}`)
  }
  return {
    root,
    cwd,
    fullstopHome,
    home: folder('home'),
    temp: folder('tmp'),
    hookLog: folder('hooks'),
    close,
    [Symbol.asyncDispose]: close,
  }
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** The environment of everything in the room. Built from nothing: a developer's own settings must not leak in. */
export function roomEnv(room: Room): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: room.home,
    TMPDIR: room.temp,
    FULLSTOP_HOME: room.fullstopHome,
    XDG_CONFIG_HOME: join(room.home, '.config'),
    XDG_CACHE_HOME: join(room.home, '.cache'),
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    SHELL: '/bin/bash',
    USER: 'tester',
  }
}

function initRepository(cwd: string, home: string): void {
  const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  const author = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com']
  const commands = [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...author, 'commit', '-q', '-m', 'Start'],
  ]
  for (const args of commands) {
    const { status, stderr } = spawnSync('git', args, { cwd, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`)
  }
}

/**
 * What runs in the room: all of it carries the room's store in its environment.
 * Linux only; elsewhere none is found, and the process group of the agent is all that is ended.
 */
export function processesIn({ fullstopHome }: Pick<Room, 'fullstopHome'>): number[] {
  if (process.platform !== 'linux') return []
  const entry = `FULLSTOP_HOME=${fullstopHome}`
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  return pids.filter((pid) => pid !== process.pid && environmentOf(pid).includes(entry))
}

/** Resolves when nothing but the spared processes runs in the room. Rejects with what still does when that takes too long. */
export async function waitForQuiet(room: Room, spared: readonly number[] = []): Promise<void> {
  const left = (): number[] => processesIn(room).filter((pid) => !spared.includes(pid))
  await until(
    () => left().length === 0,
    () => `still there: ${left().map(commandOf).join(' | ')}`,
  )
}

function commandOf(pid: number): string {
  try {
    return `${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 200)}`
  } catch {
    return `${pid} gone`
  }
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return [] // Gone meanwhile, or somebody else's.
  }
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Already gone, which is what the signal was for.
  }
}
