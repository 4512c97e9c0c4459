// What one command of a check tells: its program behind assignments and groups, what a shell or a wrapper starts for it,
// the scripts and targets it asks for, and in which folder. What follows from it is left to those who walk the commands.
import { isAssignment } from '../../../shell/commands.ts'
import {
  afterOptions,
  programName,
  scriptOf,
  withoutGroup,
  withoutRedirections,
  wrappedBy,
} from '../../../shell/unwrapped.ts'
import { folderOf, joinPath } from './paths.ts'
import { type DefinerRule, NO_SCRIPTS, PACKAGE_FOLDERS, SHELLS } from './programs.ts'

export interface CommandCall {
  /** `A=1 B=2` before the program. */
  readonly assigned: readonly string[]
  /** The program as written. */
  readonly first: string
  readonly args: readonly string[]
}

/** Undefined where the words start nothing. */
export function toCommandCall(words: readonly string[]): CommandCall | undefined {
  const own = withoutRedirections(words)
    .map(withoutGroup)
    .filter((word) => word !== '')
  const from = own.findIndex((word) => !isAssignment(word))
  if (from < 0) return undefined
  const [first = '', ...args] = own.slice(from)
  return { assigned: own.slice(0, from), first, args }
}

/** The command behind `timeout 60`, `npx`, `env` and the like; undefined where the program starts none. */
export function commandBehind(program: string, args: readonly string[]): readonly string[] | undefined {
  if (program === 'timeout' || program === 'gtimeout')
    return afterOptions(args, ['-s', '--signal', '-k', '--kill-after']).slice(1)
  const wrapped = wrappedBy(program, args)
  return wrapped !== undefined && wrapped.length > 0 ? wrapped : undefined
}

/** Lines that are run as they stand, or the file of a script. */
export type ShellCall =
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | { readonly kind: 'script'; readonly word: string }

/** `sh -c …`, `bash run.sh`, `. ./env.sh` and `concurrently …`; undefined for every other program. */
export function toShellCall({ first, args }: Pick<CommandCall, 'first' | 'args'>): ShellCall | undefined {
  const program = programName(first)
  if (SHELLS.has(program)) {
    const script = scriptOf(args)
    if (script !== undefined) return { kind: 'lines', lines: [script] }
    return { kind: 'script', word: afterOptions(args, ['-o', '+o', '-O'])[0] ?? '' }
  }
  if (first === 'source' || first === '.') return { kind: 'script', word: args[0] ?? '' }
  if (program !== 'concurrently') return undefined
  const lines = args.filter((arg) => !arg.startsWith('-')).map((arg) => arg.replace(/^npm:/, 'npm run '))
  return { kind: 'lines', lines }
}

/** The scripts of package.json that a package manager is told to run. */
export function scriptNames(program: string, args: readonly string[]): readonly string[] {
  const words = afterOptions(args, [...PACKAGE_FOLDERS, '--filter', '-F'])
  if (/^(?:npm-run-all|run-[spz])$/.test(program)) return args.filter((word) => !word.startsWith('-'))
  if (program === 'nr') return words.slice(0, 1)
  const [first = '', ...rest] = words
  if (first === 'run' || first === 'run-script') return afterOptions(rest, PACKAGE_FOLDERS).slice(0, 1)
  if (program === 'bun' && first === 'test') return []
  if (/^(?:test|t|tst|start)$/.test(first)) return [first === 'start' ? first : 'test']
  return program === 'npm' || first === '' || NO_SCRIPTS.test(first) ? [] : [first]
}

export function optionValue(args: readonly string[], options: readonly string[]): string | undefined {
  for (const [index, arg] of args.entries()) {
    const [option = '', value] = splitOption(arg)
    if (options.includes(option)) return value ?? args[index + 1]
  }
  return undefined
}

/** The folder that a program is told to work in, else the one it stands in. */
export function folderGiven(args: readonly string[], options: readonly string[], cwd: string): string {
  const folder = optionValue(args, options)
  return folder === undefined ? cwd : (joinPath(cwd, folder) ?? cwd)
}

export interface DefinerCall {
  readonly cwd: string
  /** Those that it looks for, in its order. */
  readonly files: readonly string[]
  /** Targets or tasks. */
  readonly names: readonly string[]
}

/** What make, just and the like are told to do, and where. */
export function toDefinerCall(rule: DefinerRule, args: readonly string[], cwd: string): DefinerCall {
  const given = optionValue(args, rule.file ?? [])
  const valued = [...(rule.folder ?? []), ...(rule.file ?? []), ...(rule.valued ?? [])]
  const names = args.filter(
    (word, index) => !word.startsWith('-') && !isAssignment(word) && !valued.includes(args[index - 1] ?? ''),
  )
  return { cwd: folderGiven(args, rule.folder ?? [], cwd), files: given === undefined ? rule.files : [given], names }
}

/** The folder and those above it, up to the root. */
export function upwards(folder: string): string[] {
  const folders = [folder]
  for (let at = folder; at !== ''; at = folderOf(at)) folders.push(folderOf(at))
  return folders
}

export function splitOption(word: string): readonly [string, string?] {
  const at = word.indexOf('=')
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)]
}
