// A command that starts a program of the project's own which came with the change: where that program runs one command and
// ends as it ends, the command stands for it. Whatever else it may do with the outcome, nothing is known of it.
import type { FileChange, Tampering } from '../../../../../contract/change.ts'
import { kindOfConfig } from '../../../yardstick/yardstick.ts'
import { pythonProgram } from './python-program.ts'
import { type RunsOne, scriptProgram } from './script-program.ts'

const KINDS: ReadonlySet<string | undefined> = new Set(['package', 'makefile', 'shell', 'tox', 'nox', 'ci'])
const SCRIPT = /\.[cm]?[jt]s$/
const MOST_PROGRAMS = 20

/** The changes with such a command in the place of its program; undefined where there is none. */
export function withProgramsSpelledOut(changes: readonly FileChange[]): readonly FileChange[] | undefined {
  const commands = changes.filter(({ path, after }) => after !== undefined && KINDS.has(kindOfConfig(path)))
  if (commands.length === 0) return undefined
  const programs = changes
    .filter(({ path, after }) => after !== undefined && (SCRIPT.test(path) || path.endsWith('.py')))
    .filter(({ path }) => commands.some(({ after = '' }) => after.includes(path.slice(path.lastIndexOf('/') + 1))))
    .slice(0, MOST_PROGRAMS)
    .flatMap(({ path, after = '' }) => {
      const runs = SCRIPT.test(path) ? scriptProgram(path, after) : pythonProgram(path, after)
      return runs && runs.words.every((word) => /^[\w@%+=:,./-]+$/.test(word)) ? [{ path, runs }] : []
    })
  if (programs.length === 0) return undefined
  const now = new Map(commands.map((change) => [change, programs.reduce(spelledOut, change)]))
  return changes.map((change) => now.get(change) ?? change)
}

interface Program {
  readonly path: string
  readonly runs: RunsOne
}

function spelledOut(change: FileChange, { path, runs }: Program): FileChange {
  const folder = change.path.slice(0, change.path.lastIndexOf('/') + 1)
  // A package runs its scripts in its own folder, all others in the root.
  const name = kindOfConfig(change.path) === 'package' && path.startsWith(folder) ? path.slice(folder.length) : path
  const starter = SCRIPT.test(path) ? '(?:node|tsx|ts-node|bun)' : 'python3?'
  const more = runs.isHandedOn ? '' : '(?=["\';&|]|[ \\t]*(?:$|&&|;))'
  const call = new RegExp(
    `(?<![\\w./-])${starter} (?:\\./)?${name.replaceAll(/[^\w/]/g, '\\$&')}(?![\\w./-])${more}`,
    'gm',
  )
  return { ...change, after: change.after?.replaceAll(call, runs.words.join(' ')) ?? '' }
}

const OF_COMMANDS: ReadonlySet<string | undefined> = new Set(['command', 'ci'])

/** What is said of commands in both readings, and all else. */
export function saidInBoth(found: readonly Tampering[], again: readonly Tampering[]): readonly Tampering[] {
  const known = new Set(again.map(({ file, line }) => `${line} ${file}`))
  return found.filter(({ kind, file, line }) => !OF_COMMANDS.has(kind) || known.has(`${line} ${file}`))
}
