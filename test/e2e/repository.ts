// A room whose project is a real git repository with checks that the user has trusted.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { disk } from '../../src/adapters/platform/files/disk.ts'
import { hashOf, newId } from '../../src/adapters/platform/ids.ts'
import { machineIn } from '../../src/adapters/platform/machine.ts'
import { openSqliteStore } from '../../src/adapters/store/sqlite/sqlite-store.ts'
import { type CheckConfig, Config } from '../../src/contract/config/config.ts'
import { type Trust, trustFile } from '../../src/flows/project/trust.ts'
import { WAIT_MS } from '../limits.ts'
import { initPlain } from '../plain-commit.ts'
import type { Room } from './room.ts'

export interface Repository {
  readonly write: (name: string, text: string, mode?: number) => void
  readonly git: (...args: readonly string[]) => string
  readonly commit: (message?: string) => void
}

/** Git starts its upkeep with a commit, in the background where there is much to do. */
const SETTINGS = ['user.name=Tester', 'user.email=tester@example.com', 'maintenance.auto=false'].flatMap((setting) => [
  '-c',
  setting,
])

export function makeRepository(room: Room, files: Readonly<Record<string, string>> = {}): Repository {
  const write: Repository['write'] = (name, text, mode) => {
    const path = join(room.cwd, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    if (mode !== undefined) chmodSync(path, mode)
  }
  const git: Repository['git'] = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', [...SETTINGS, ...args], {
      cwd: room.cwd,
      env: { PATH: room.env['PATH'], HOME: room.home, GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout
  }
  const plain = initPlain({ cwd: room.cwd, who: 'Tester <tester@example.com>', isPlain: () => isPlain(room) })
  if (!plain) git('init', '--quiet', '--initial-branch=main')
  for (const [name, text] of Object.entries({ 'README.md': '# Project\n', ...files })) write(name, text)
  const commit: Repository['commit'] = (message = 'Work') => {
    if (plain?.commit(message)) return
    git('add', '--all')
    git('commit', '--quiet', '--message', message)
  }
  commit('Start')
  return { write, git, commit }
}

/** Nothing says how git has to read the files. */
function isPlain({ cwd, home }: Room): boolean {
  const isSpecial = (name: string): boolean => /^(?:\.gitattributes|\.gitignore|\.gitmodules)$/.test(basename(name))
  return (
    !['.gitconfig', '.config/git'].some((name) => existsSync(join(home, name))) &&
    !readdirSync(cwd, { recursive: true, encoding: 'utf8' }).some(isSpecial)
  )
}

/** Writes `fullstop.json`, commits it, and trusts it. */
export async function trustChecks(
  room: Room,
  repository: Repository,
  checks: readonly CheckConfig[],
  more: Config = {},
): Promise<void> {
  writeConfig(room, { checks: [...checks], ...more })
  repository.commit('Checks')
  await storeTrust(room)
}

/**
 * Leaves what `fullstop trust --yes` leaves at a terminal (`test/room.test.ts` compares them). Most rooms need it, and the
 * command costs more than many of their tests.
 */
export async function storeTrust(room: Room): Promise<void> {
  const root = realpathSync(room.cwd)
  const text = readFileSync(join(root, 'fullstop.json'), 'utf8')
  // The command refuses a broken file, too.
  Config.parse(JSON.parse(text))
  const hash = hashOf(text)
  const at = new Date().toISOString()
  const file = trustFile({ stateHome: room.state, hashOf }, root)
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Trust).hashes : []
  const trust: Trust = { root, hashes: [hash, ...before.filter((one) => one !== hash)], at }
  disk.writeWhole(file, `${JSON.stringify(trust)}\n`)
  const store = openSqliteStore({ home: room.state, busyMs: WAIT_MS, machine: machineIn(room.state) })
  try {
    await store.append([{ id: newId('evt'), at, kind: 'trust.given', root, hash, actor: 'terminal' }])
  } finally {
    store.close()
  }
}

export function writeConfig(room: Room, config: Config): void {
  writeFileSync(join(room.cwd, 'fullstop.json'), `${JSON.stringify(config, null, 2)}\n`)
}

/** What the user says in their own file. */
export function writeUserConfig(room: Room, config: Config): void {
  mkdirSync(room.state, { recursive: true })
  writeFileSync(join(room.state, 'config.json'), JSON.stringify(config))
}

/** As a person at a terminal does. */
export async function trust(room: Room): Promise<void> {
  const { code, screen } = await room.runAtTerminal(['trust', '--yes'])
  if (code !== 0) throw new Error(`fullstop trust: exit ${code}\n${screen}`)
}
