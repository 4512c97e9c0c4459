// The environment: the only place that reads it.
import { fstatSync } from 'node:fs'
import { join } from 'node:path'
import { system } from './system.ts'

export type Env = Readonly<Record<string, string | undefined>>

export function readEnv(): Env {
  return process.env
}

export function userHome(env: Env): string {
  return env['HOME'] || system().homedir()
}

/** Where all our state lives: FULLSTOP_HOME, else the user's state folder. */
export function stateHome(env: Env): string {
  if (env['FULLSTOP_HOME']) return env['FULLSTOP_HOME']
  if (env['XDG_STATE_HOME']) return join(env['XDG_STATE_HOME'], 'fullstop')
  return defaultStateHome(userHome(env), env)
}

/** Where the system puts state, below this home folder. */
export function defaultStateHome(home: string, env: Env): string {
  if (process.platform === 'win32' && env['LOCALAPPDATA']) return join(env['LOCALAPPDATA'], 'fullstop')
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'fullstop')
  return join(home, '.local', 'state', 'fullstop')
}

/** Where your own config file is: FULLSTOP_CONFIG_HOME, else the folder where programs keep their config. */
export function configHome(env: Env): string {
  if (env['FULLSTOP_CONFIG_HOME']) return env['FULLSTOP_CONFIG_HOME']
  if (env['XDG_CONFIG_HOME']) return join(env['XDG_CONFIG_HOME'], 'fullstop')
  return defaultConfigHome(userHome(env), env)
}

export function defaultConfigHome(home: string, env: Env): string {
  if (process.platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'fullstop')
  return join(home, '.config', 'fullstop')
}

const DESCRIPTORS = { stdin: 0, stdout: 1, stderr: 2 } as const

/** A person sits at this process: standard input is a terminal. */
export function isTerminal(stream: keyof typeof DESCRIPTORS): boolean {
  // The type of the file is enough here: opening the runtime's stream would cost milliseconds.
  return isDevice(DESCRIPTORS[stream]) && process[stream].isTTY === true
}

function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice()
  } catch {
    // Standard input is closed.
    return false
  }
}
