// A git that writes down what it was asked for, so that tests can count how often the files of a workspace are read.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env, Room } from './room.ts'

export interface GitLog {
  /** With it the logging git is found before the real one. */
  readonly env: Env
  /** The commands since the last reset, in the order in which they began. */
  readonly commands: () => readonly string[]
  /** Those that the hook itself started, and not a process beside it. */
  readonly commandsOfHook: () => readonly string[]
  /** From now on no files are listed. */
  readonly hold: () => void
  readonly letGo: () => void
  readonly reset: () => void
}

export function logGit(room: Room): GitLog {
  const folder = join(room.root, 'logging-git')
  const [log, held] = [join(folder, 'log'), join(folder, 'held')]
  const real = spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8', env: room.env }).stdout.trim()
  mkdirSync(folder)
  const script = [
    '#!/bin/sh',
    'for word in "$@"; do',
    '  case "$word" in',
    '    config|rev-parse|ls-files|diff-files|diff-index|check-attr|hash-object|cat-file|status)',
    `      echo "$word $(tr '\\0' ' ' < /proc/$PPID/cmdline)" >> '${log}'`,
    `      if test "$word" = ls-files; then while test -e '${held}'; do sleep 0.2; done; fi`,
    '      break;;',
    '  esac',
    'done',
    `exec '${real}' "$@"`,
  ]
  writeFileSync(join(folder, 'git'), `${script.join('\n')}\n`, { mode: 0o755 })
  const lines = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
  return {
    env: { PATH: `${folder}:${room.env['PATH'] ?? ''}` },
    commands: () => lines().map((line) => line.split(' ')[0] ?? ''),
    commandsOfHook: () =>
      lines()
        .filter((line) => line.includes(' hook '))
        .map((line) => line.split(' ')[0] ?? ''),
    hold: () => writeFileSync(held, ''),
    letGo: () => rmSync(held, { force: true }),
    reset: () => rmSync(log, { force: true }),
  }
}

/** Each reading of the tree lists the files once. */
export function readings(commands: readonly string[]): number {
  return commands.filter((command) => command === 'ls-files').length
}
