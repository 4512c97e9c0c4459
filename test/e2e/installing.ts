// What tests of `init` share: a machine whose agents are small scripts, its files as a comparable list, and the command
// lines that an agent would run.
import { spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Env, newRoom, type Output, type Room, type RunOptions, runProgram } from './room.ts'

export interface Machine extends Disposable {
  readonly room: Room
  readonly home: string
  readonly project: string
  readonly state: string
  readonly env: Env
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Output>
  /** Puts a program on the PATH: the body of a shell script. */
  readonly program: (name: string, body: string) => string
  readonly write: (path: string, text: string | Uint8Array, mode?: number) => string
  readonly read: (path: string) => string
  /** Everything but our own state, the folders of programs and temporary files. */
  readonly files: () => Record<string, string>
}

/** Nothing of the machine that runs the tests: its own agents are not on this PATH. */
export function newMachine(): Machine {
  const room = newRoom()
  const bin = join(room.root, 'bin')
  mkdirSync(bin)
  const env = { PATH: `${bin}:/usr/bin:/bin` }
  const at = (path: string): string => (path.startsWith('/') ? path : join(room.home, path))
  const write: Machine['write'] = (path, text, mode = 0o644) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
    chmodSync(at(path), mode)
    return at(path)
  }
  return {
    room,
    home: room.home,
    project: room.cwd,
    state: room.state,
    env: { ...room.env, ...env },
    run: (args, options = {}) => room.run(args, { ...options, env: { ...env, ...options.env } }),
    program: (name, body) => write(join(bin, name), `#!/bin/sh\n${body}\n`, 0o755),
    write,
    read: (path) => readFileSync(at(path), 'utf8'),
    files: () => filesIn(room.home),
    [Symbol.dispose]: () => room[Symbol.dispose](),
  }
}

/** Path to kind, rights and content; links are not followed. */
export function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(walk(folder, '').sort(([one], [other]) => (one < other ? -1 : 1)))
}

function walk(folder: string, inside: string): [string, string][] {
  return readdirSync(join(folder, inside)).flatMap((entry): [string, string][] => {
    const name = join(inside, entry)
    const path = join(folder, name)
    const stat = lstatSync(path)
    const mode = (stat.mode & 0o7777).toString(8)
    if (stat.isSymbolicLink()) return [[name, `link to ${readlinkSync(path)}`]]
    if (stat.isDirectory()) return [[name, `folder ${mode}`], ...walk(folder, name)]
    return [[name, `${mode} ${stat.isFile() ? readFileSync(path).toString('latin1') : 'no file'}`]]
  })
}

interface Handler {
  readonly command: string
  readonly timeout: number
}

export type HooksFile = {
  readonly hooks?: Readonly<
    Record<string, readonly { readonly hooks: readonly Handler[]; readonly matcher?: string }[]>
  >
}

/** The command lines that a settings file registers for an event. */
export function linesIn(text: string, event: string): string[] {
  const { hooks = {} } = JSON.parse(text.replace(/^\uFEFF/, '')) as HooksFile
  return (hooks[event] ?? []).flatMap((group) => group.hooks.map(({ command }) => command))
}

/** As an agent does it: by a shell, with the event on standard input. */
export function runLine(line: string, options: RunOptions & { env: Env; cwd: string }): Promise<Output> {
  return runProgram('/bin/sh', ['-c', line], options)
}

/** As a user who is not root, where the machine has one and we may become one; else the reason why not. */
export const otherUser: { readonly uid: number; readonly gid: number } | undefined = findOtherUser()

function findOtherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const other = { uid: 65_534, gid: 65_534 }
  return spawnSync('/bin/true', { ...other }).status === 0 ? other : undefined
}
