// A machine that never saw Fullstop: empty home, empty npm prefix and empty npm cache, and the real npm in it.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcesses, processesOf } from '../processes.ts'
import { type Output, runProgram } from '../e2e/room.ts'

export interface RunOptions {
  readonly input?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Room extends Disposable {
  readonly prefix: string
  readonly home: string
  /** An empty folder in the home folder. */
  readonly project: string
  /** The installed command. */
  readonly command: string
  readonly run: (program: string, args: readonly string[], options?: RunOptions) => Promise<Output>
  /** Fails the test if npm does. */
  readonly npm: (...args: readonly string[]) => Promise<Output>
  /** All that is in the prefix and is no folder. */
  readonly installed: () => readonly string[]
}

export function newRoom(registry: string, prefixName = 'prefix'): Room {
  const root = mkdtempSync(join(tmpdir(), 'fullstop-release-'))
  const prefix = join(root, prefixName)
  const home = join(root, 'home')
  const project = join(home, 'project')
  mkdirSync(prefix)
  mkdirSync(project, { recursive: true })
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    FULLSTOP_HOME: join(root, 'state'),
    LANG: 'C.UTF-8',
    npm_config_cache: join(root, 'npm-cache'),
    npm_config_registry: registry,
    npm_config_prefix: prefix,
    npm_config_userconfig: join(home, '.npmrc'),
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
  }
  const run: Room['run'] = (program, args, options = {}) =>
    runProgram(program, args, { cwd: project, ...options, env: { ...env, ...options.env } })
  return {
    prefix,
    home,
    project,
    command: join(prefix, 'bin', 'fullstop'),
    run,
    npm: async (...args) => {
      const output = await run('npm', args)
      if (output.code !== 0) throw new Error(`npm ${args.join(' ')}: exit ${output.code}\n${output.stderr}`)
      return output
    },
    installed: () =>
      readdirSync(prefix, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name)),
    [Symbol.dispose]: () => {
      endProcesses(() => processesOf(root))
      rmSync(root, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** A folder for PATH with these programs and no others: no Node above all. */
export function makePath(folder: string, programs: readonly string[]): string {
  const path = join(folder, 'few-programs')
  mkdirSync(path, { recursive: true })
  for (const name of programs) {
    const program = Bun.which(name)
    if (program === null) throw new Error(`${name} is not installed`)
    symlinkSync(program, join(path, name))
  }
  return path
}
