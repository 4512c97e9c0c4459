// Whether everything that started this process has ended, so that nobody can say whose it is. An agent's shell leaves such
// processes behind with `nohup`, `setsid` or `&`. Only Linux tells; programs that people leave running are no sign of it.
import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { lineage } from './ancestors.ts'
import { statOf } from './processes.ts'

export interface Kin {
  readonly pid: number
  /** The name of its program; a script has the name of its interpreter. */
  readonly name: string
  readonly parent: number
  readonly session: number
  /** It has a controlling terminal. */
  readonly isAtTerminal: boolean
  /** systemd started it itself, as a service. */
  readonly isService: boolean
}

/** They only start what they are given, on behalf of the process that starts them. */
const CARRIERS: readonly string[] =
  `sh bash dash zsh ash ksh fish busybox coreutils env nohup setsid nice ionice timeout stdbuf script unbuffer expect
  xargs flock time chrt taskset sleep`.split(/\s+/)

export function isAdrift(): boolean {
  if (process.platform !== 'linux') return false
  return areAdrift([process.pid, ...lineage(parentGroupAndSession)].flatMap((pid) => kinOf(pid) ?? []))
}

/** This process first, then all that are above it, its group or its session. */
export function areAdrift([self, ...others]: readonly Kin[]): boolean {
  if (!self) return false
  const own = [self, ...others.filter((one) => !adopts(one))]
  if (own.some((one) => one !== self && !CARRIERS.includes(one.name))) return false
  const adopters = others.filter(adopts)
  const adopted = own.filter(({ parent }) => adopters.some(({ pid }) => pid === parent))
  return adopted.length > 0 && adopted.every((one) => isStray(one, adopters))
}

/** The first process of a container stands in the session of its init, a login has a terminal: both were not left behind. */
function isStray({ session, isAtTerminal, isService }: Kin, adopters: readonly Kin[]): boolean {
  return !isAtTerminal && !isService && !adopters.some(({ pid }) => pid === session)
}

/** The processes that are given orphans; of a user's, systemd is the only one with a name that tells. */
function adopts({ pid, name }: Kin): boolean {
  return pid === 1 || name === 'systemd'
}

function parentGroupAndSession(pid: number): number[] {
  return (statOf(pid)?.fields.slice(1, 4) ?? []).map(Number)
}

function kinOf(pid: number): Kin | undefined {
  const stat = statOf(pid)
  if (!stat) return undefined
  const [, parent, , session, terminal] = stat.fields
  return {
    pid,
    name: programOf(pid) ?? stat.name,
    parent: Number(parent),
    session: Number(session),
    isAtTerminal: terminal !== '0',
    isService: isService(pid),
  }
}

function programOf(pid: number): string | undefined {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`))
  } catch {
    // Gone meanwhile, or a process of another user.
    return undefined
  }
}

function isService(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`SYSTEMD_EXEC_PID=${pid}`)
  } catch {
    // Gone meanwhile, or a process of another user.
    return false
  }
}
