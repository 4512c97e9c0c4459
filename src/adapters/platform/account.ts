// The account that this process runs under, by the system's own list of users: the runtime would answer with HOME and USER.
import { readFileSync } from 'node:fs'
import { system } from './system.ts'
import type { Env } from './env.ts'

/** Asked only where a folder is in doubt. */
export function osHome(): string | undefined {
  const fields = readAccount()
  // `id -P` of macOS has three fields more than the file.
  return fields?.[fields.length > 7 ? 8 : 5] || undefined
}

/** The environment is believed only where the system has no name for the account. */
export function accountName(env: Env, account = readAccount()): string {
  const named = account?.[0] || env['USER'] || env['LOGNAME']
  if (named) return named
  const uid = process.getuid?.()
  return uid === undefined ? system().userInfo().username : `uid ${uid}`
}

function readAccount(): readonly string[] | undefined {
  const uid = process.getuid?.()
  return uid === undefined ? undefined : (lineOf(readUsers(), uid) ?? lineOf(askSystem(uid), uid))
}

function lineOf(users: string, uid: number): readonly string[] | undefined {
  const lines = users.split('\n').map((line) => line.split(':'))
  return lines.find(([, , id]) => id !== '' && Number(id) === uid)
}

function readUsers(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    // A system that keeps its users elsewhere.
    return ''
  }
}

/** By the runtime itself: its module for processes costs start-up time. */
function askSystem(uid: number): string {
  const argv = process.platform === 'darwin' ? ['/usr/bin/id', '-P'] : ['/usr/bin/getent', 'passwd', `${uid}`]
  try {
    return Bun.spawnSync(argv, { timeout: 2000, stderr: 'ignore' }).stdout.toString()
  } catch {
    // There is no such program here.
    return ''
  }
}
