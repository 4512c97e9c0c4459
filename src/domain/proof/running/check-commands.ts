// Every command that a check starts, through package scripts, targets, tasks and shell scripts, and what of it cannot be
// followed. Nothing is read here: the caller brings the texts, as often as it takes.
import { toCommands } from '../../shell/commands.ts'
import { afterOptions, programName, withoutGroup } from '../../shell/unwrapped.ts'
import {
  type CommandCall,
  commandBehind,
  folderGiven,
  optionValue,
  scriptNames,
  toCommandCall,
  toDefinerCall,
  toShellCall,
  upwards,
} from '../yardstick/named/command-call.ts'
import { calledIn } from '../yardstick/named/definitions.ts'
import type { KnownTexts, NamingCheck } from '../yardstick/named/named-files.ts'
import { folderOf, isCodePath, isShellPath, isShellText, joinPath } from '../yardstick/named/paths.ts'
import {
  definerOf,
  type DefinerRule,
  interpreterOf,
  PACKAGE_FOLDERS,
  PACKAGE_MANAGERS,
} from '../yardstick/named/programs.ts'
import { isReachingProgram } from './repeatable-programs.ts'
import { readShellText } from './shell-text.ts'

export interface CheckCommand {
  /** By its bare name. */
  readonly program: string
  readonly args: readonly string[]
  /** The folder it runs in, relative to the root. */
  readonly cwd: string
  /** Where it stands, for people; empty in the check itself. */
  readonly from: string
}

export interface CheckCommands {
  readonly commands: readonly CheckCommand[]
  /** Scripts, targets and tasks that are called. */
  readonly names: readonly string[]
  /** `A=1`: what is given to commands by their lines; a file of variables by its option. */
  readonly variables: readonly string[]
  /** Code that is run as a program, by its path; empty where it stands on the line. */
  readonly code: readonly { readonly path: string; readonly text: string }[]
  /** Shell scripts that are run. */
  readonly scripts: readonly { readonly path: string; readonly text: string }[]
  /** A failure of one command does not always reach the end of the check: `a || true`, `a | b`, `a; b`. */
  readonly isLenient: boolean
  /** What cannot be followed, for people. */
  readonly unclear: readonly string[]
  /** Paths that may be files; with their texts the answer may change. */
  readonly missing: readonly string[]
}

export interface KnownFiles {
  readonly texts: KnownTexts
  /** All files of the tree, for commands that run in every package of it. */
  readonly paths?: readonly string[]
}

interface Walk extends KnownFiles {
  readonly commands: CheckCommand[]
  readonly names: Set<string>
  readonly variables: Set<string>
  readonly code: { path: string; text: string }[]
  readonly scripts: { path: string; text: string }[]
  isLenient: boolean
  readonly unclear: Set<string>
  readonly missing: Set<string>
  readonly seen: Set<string>
}

interface Place {
  readonly cwd: string
  readonly from: string
  readonly functions: ReadonlySet<string>
  readonly depth: number
}

const DEEPEST = 6
const MOST = 1000
const NONE: ReadonlySet<string> = new Set()

/** Never throws. */
export function checkCommands({ run, shell, cwd = '' }: NamingCheck, known: KnownFiles): CheckCommands {
  const walk: Walk = {
    ...known,
    commands: [],
    names: new Set(),
    variables: new Set(),
    code: [],
    scripts: [],
    isLenient: false,
    unclear: new Set(),
    missing: new Set(),
    seen: new Set(),
  }
  const place: Place = { cwd: joinPath('', cwd) ?? '', from: '', functions: NONE, depth: 0 }
  if (typeof run !== 'string') walkWords(walk, run, place)
  else if (shell) walkShell(walk, run, place)
  else for (const { words } of toCommands(run)) walkWords(walk, words, place)
  return {
    commands: walk.commands,
    names: [...walk.names],
    variables: [...walk.variables],
    code: walk.code,
    scripts: walk.scripts,
    isLenient: walk.isLenient,
    unclear: [...walk.unclear],
    missing: [...walk.missing],
  }
}

function walkShell(walk: Walk, text: string, place: Place): void {
  const key = `${place.cwd}\n${text}`
  if (walk.seen.has(key)) return
  walk.seen.add(key)
  if (place.depth > DEEPEST || walk.commands.length > MOST) {
    walk.unclear.add('too many scripts that call each other')
    return
  }
  const { lines, functions, unclear } = readShellText(text)
  if (unclear !== undefined) walk.unclear.add(unclear)
  walk.isLenient ||= isLenient(text, lines)
  let { cwd } = place
  const known = new Set([...place.functions, ...functions, ...functionsOfSourced(walk, lines, cwd)])
  for (const line of lines)
    for (const { words } of toCommands(line)) {
      const [first = '', target = ''] = words.map(withoutGroup).filter((word) => word !== '')
      if (first === 'cd' || first === 'pushd') cwd = joinPath(cwd, target) ?? cwd
      else walkWords(walk, words, { ...place, cwd, functions: known })
    }
}

const MOST_SOURCED = 20

/** Functions of the files that these lines take in, by `.` or `source`, and of those that they take in. */
function functionsOfSourced(walk: Walk, lines: readonly string[], cwd: string): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<string>()
  const look = (line: string): void => {
    const word = /^(?:\.|source)[ \t]+(\S+)/.exec(line)?.[1]
    const path = word === undefined ? undefined : joinPath(cwd, word.replaceAll(/["']/g, ''))
    if (path === undefined || seen.has(path) || seen.size > MOST_SOURCED) return
    seen.add(path)
    const { lines: inner, functions } = readShellText(textOf(walk, path) ?? '')
    for (const name of functions) found.add(name)
    inner.forEach(look)
  }
  lines.forEach(look)
  return found
}

/** A script that stops at the first failure may have many lines; `-` before a line of a Makefile is gone already. */
function isLenient(text: string, lines: readonly string[]): boolean {
  const isStrict = /^\s*set -\w*e|^#![^\n]*sh -\w*e|-o errexit/m.test(text)
  const joins = lines.flatMap((line) => toCommands(line).map(({ joiner }) => joiner))
  if (joins.some((joiner) => joiner === '||' || joiner === '|' || joiner === '|&' || joiner === '&')) return true
  return !isStrict && (lines.filter((line) => line !== '').length > 1 || joins.includes(';'))
}

function walkWords(walk: Walk, words: readonly string[], place: Place, depth = 0): void {
  const call = toCommandCall(words)
  if (!call) return
  const { first, args } = call
  const program = programName(first)
  for (const word of variablesIn(call, program)) walk.variables.add(word)
  if (depth > 10) return void walk.unclear.add(`"${first}"`)
  if (place.functions.has(first)) return
  if (/[$*?]/.test(first) && !/^\$\w*[=)]/.test(first)) return void walk.unclear.add(`"${first}"`)
  if (isReachingProgram(program)) return push(walk, program, args, place)
  if (PACKAGE_MANAGERS.has(program) && walkScripts(walk, program, args, place, depth)) return
  if (EVERYWHERE.has(program)) return walkEverywhere(walk, taskNames(program, args), place)
  const definer = definerOf(program)
  if (definer && definer.files.length > 0) return walkDefiner(walk, definer, args, place)
  const behind = commandBehind(program, args)
  if (behind) return walkWords(walk, behind, place, depth + 1)
  const inner = alsoBehind(program, args) ?? []
  if (inner.length > 0) return walkWords(walk, inner, place, depth + 1)
  walkProgram(walk, call, place)
}

const GIVES_ALL = /^(?:env|export|declare|cross-env(?:-shell)?)$/
const GIVES_FILE = /^(?:dotenv|dotenvx|env-cmd|direnv)$/
const ENV_FILE = /^--env-file(?:-if-exists)?(?:=|$)/

function variablesIn({ assigned, args }: CommandCall, program: string): string[] {
  if (GIVES_FILE.test(program)) return [...assigned, program]
  const given = args.filter((word) => ENV_FILE.test(word) || (GIVES_ALL.test(program) && /^\w+=/.test(word)))
  return [...assigned, ...given]
}

/** Words of the shell and programs that start another, beside those that every reader of commands knows. */
function alsoBehind(program: string, args: readonly string[]): readonly string[] | undefined {
  if (program === 'while' || program === 'until') return args
  if (program === 'c8' || program === 'nyc') {
    const rest = afterOptions(args, ['--reporter', '-r', '-x', '-n', '--exclude', '--include', '--check-coverage'])
    return rest[0] === 'report' ? ['true'] : rest
  }
  if (program === 'xargs') return afterOptions(args, ['-n', '-P', '-I', '-L', '-d', '-a', '-s', '-E'])
  if (program === 'find') {
    const at = args.findIndex((word) => /^-(?:exec|execdir|ok)$/.test(word))
    return at < 0 ? ['true'] : args.slice(at + 1)
  }
  if (program === 'coverage' && args[0] === 'run') {
    const rest = args.slice(1)
    const at = rest.indexOf('-m')
    return [
      'python',
      ...(at >= 0 ? rest.slice(at) : afterOptions(rest, ['--source', '--rcfile', '--include', '--omit'])),
    ]
  }
  return undefined
}

function walkProgram(walk: Walk, call: CommandCall, place: Place): void {
  const { first, args } = call
  const program = programName(first)
  const deeper = { ...place, depth: place.depth + 1 }
  const shell = toShellCall(call)
  if (shell?.kind === 'script') return walkFile(walk, shell.word, place, 'shell')
  if (shell) return shell.lines.forEach((line) => walkShell(walk, line, deeper))
  if (program === 'eval') return void walk.unclear.add(`"eval ${args.join(' ')}"`)
  if (program === 'trap') return walkShell(walk, args[0] ?? '', deeper)
  if (interpreterOf(program)) return walkInterpreter(walk, program, args, place)
  const isFile =
    first.includes('/') && !/(?:^|\/)node_modules\/\.bin\//.test(first) && !/(?:^|\/)(?:gradlew|mvnw)$/.test(first)
  if (isFile || isShellPath(first) || isCodePath(first)) return walkFile(walk, first, place)
  push(walk, program, args, place)
}

function push(walk: Walk, program: string, args: readonly string[], { cwd, from }: Place): void {
  walk.commands.push({ program, args, cwd, from })
}

/** An interpreter is a command of its own where it runs tests; else the code that it runs counts. */
function walkInterpreter(walk: Walk, program: string, args: readonly string[], place: Place): void {
  const { valued = [], loads = [], evals = [], modules = [], sub = [] } = interpreterOf(program) ?? {}
  if (args.includes('--test') || (sub.length > 0 && !sub.includes(args[0] ?? '') && !isCodePath(args[0] ?? ''))) {
    for (const [index, word] of args.entries())
      if (loads.includes(args[index - 1] ?? '') && /^[./]/.test(word)) walkFile(walk, word, place, 'code')
    return push(walk, program, args, place)
  }
  for (let at = sub.includes(args[0] ?? '') ? 1 : 0; at < args.length; at++) {
    const word = args[at] ?? ''
    const next = args[at + 1] ?? ''
    if (evals.includes(word)) {
      walk.code.push({ path: '', text: next })
      return push(walk, program, args.slice(at + 2), place)
    }
    if (modules.includes(word)) return walkModule(walk, program, [next, ...args.slice(at + 2)], place)
    if (loads.includes(word) && /^[./]/.test(next)) walkFile(walk, next, place, 'code')
    if (valued.includes(word) || loads.includes(word)) at += 1
    else if (!word.startsWith('-')) {
      walkFile(walk, word, place, 'code')
      return push(walk, program, args.slice(at), place)
    }
  }
  walk.unclear.add(`"${program}" without a file`)
}

/** `python -m pytest` runs a program; a module of the project is code. */
function walkModule(walk: Walk, program: string, [module = '', ...args]: readonly string[], place: Place): void {
  const path = joinPath(place.cwd, module.replaceAll('.', '/')) ?? ''
  for (const file of [`${path}.py`, `${path}/__main__.py`]) {
    const text = textOf(walk, file)
    if (text === undefined) continue
    walk.code.push({ path: file, text })
    return push(walk, program, [file, ...args], place)
  }
  walkWords(walk, [module, ...args], place, 5)
}

function walkFile(walk: Walk, word: string, place: Place, as?: 'shell' | 'code'): void {
  const path = joinPath(place.cwd, word.replace(/^\$(?:PWD|\{PWD\})\//, ''))
  const candidates =
    path === undefined ? [] : as === 'code' && !/\.\w+$/.test(path) ? [path, `${path}.js`, `${path}.ts`] : [path]
  for (const candidate of candidates) {
    const text = textOf(walk, candidate)
    if (text === undefined) continue
    if (as === 'shell' || (as === undefined && isShellText(candidate, text))) {
      walk.scripts.push({ path: candidate, text })
      walkShell(walk, text, { ...place, from: candidate, depth: place.depth + 1 })
    } else walk.code.push({ path: candidate, text })
    return
  }
  walk.unclear.add(`"${word}", which cannot be read`)
}

/** False where the package manager runs no script here. */
function walkScripts(walk: Walk, program: string, args: readonly string[], place: Place, depth: number): boolean {
  const names = scriptNames(
    program,
    args.filter((word) => !EVERY.test(word)),
  )
  if (names.length === 0) return false
  if (args.some((word) => EVERY.test(word)) || args[0] === 'workspaces') {
    walkEverywhere(walk, names, place)
    return true
  }
  const cwd = folderGiven(args, PACKAGE_FOLDERS, place.cwd)
  for (const base of upwards(cwd)) {
    const path = joinPath(base, 'package.json') ?? ''
    const text = textOf(walk, path)
    if (text === undefined) continue
    if (walkPackage(walk, path, names, place)) return true
    break
  }
  const [name = ''] = names
  // A program of a dependency, or a file.
  if (program === 'bun' && isCodePath(name)) walkFile(walk, name, place, 'code')
  else if (program === 'yarn' || program === 'pnpm' || program === 'bun')
    walkWords(walk, args.slice(args.indexOf(name)), place, depth + 1)
  else walk.unclear.add(`script "${name}", which no package.json defines`)
  return true
}

/** False where none of the scripts stands in it. */
function walkPackage(walk: Walk, path: string, names: readonly string[], place: Place): boolean {
  const { calls, lines } = calledIn('package', textOf(walk, path) ?? '', names)
  for (const [index, line] of lines.entries()) {
    walk.names.add(calls[index] ?? '')
    const from = `script "${calls[index]}" of ${path}`
    walkShell(walk, line, { ...place, cwd: folderOf(path), from, depth: place.depth + 1 })
  }
  return calls.length > 0
}

/** Options by which a package manager runs a script in every package. */
const EVERY = /^(?:--workspaces|-ws|-r|--recursive|--filter(?:=.*)?|foreach|-A|--all)$/
const EVERYWHERE: ReadonlySet<string> = new Set(['turbo', 'lerna', 'nx', 'lage', 'wsrun'])

function taskNames(program: string, args: readonly string[]): readonly string[] {
  const given = [optionValue(args, ['-t', '--target', '--targets'])].flatMap((value) => value?.split(',') ?? [])
  if (program === 'nx' && given.length > 0) return given
  const words = afterOptions(args, ['--filter', '--scope', '--concurrency', '-F'])
  const rest = words[0] === 'run' || words[0] === 'run-many' || words[0] === 'affected' ? words.slice(1) : words
  return rest.filter((word) => !word.startsWith('-')).map((word) => word.split(':').at(-1) ?? word)
}

function walkEverywhere(walk: Walk, names: readonly string[], place: Place): void {
  for (const name of names) walk.names.add(name)
  const packages = (walk.paths ?? []).filter(
    (path) => /(?:^|\/)package\.json$/.test(path) && !path.includes('node_modules/'),
  )
  if (packages.length === 0) return void walk.unclear.add('scripts of packages that are not known')
  let isFound = false
  for (const path of packages.slice(0, MOST)) isFound = walkPackage(walk, path, names, place) || isFound
  // Targets of Nx may stand elsewhere.
  for (const path of walk.paths ?? [])
    if (/(?:^|\/)project\.json$/.test(path) && /run-commands|"command"/.test(textOf(walk, path) ?? ''))
      walk.unclear.add(`the targets of ${path}`)
  if (!isFound) walk.unclear.add(`scripts "${names.join('", "')}", which no package defines`)
}

function walkDefiner(walk: Walk, rule: DefinerRule, args: readonly string[], place: Place): void {
  const { cwd, files: candidates, names } = toDefinerCall(rule, args, place.cwd)
  for (const name of names) walk.names.add(name)
  for (const file of candidates) {
    const path = joinPath(cwd, file)
    const text = path === undefined ? undefined : textOf(walk, path)
    if (path === undefined || text === undefined) continue
    if (rule.kind === 'whole') {
      walk.code.push({ path, text })
      return
    }
    const { calls, lines, files } = calledIn(rule.kind, text, names)
    if (files.length > 0) walk.unclear.add(`what ${path} includes`)
    if (lines.length === 0) walk.unclear.add(`${names.join(' ') || 'the first target'} of ${path}`)
    const from = `${calls[0] ?? names[0] ?? ''} of ${path}`.trim()
    // These run while the file is read, whatever target is made.
    for (const [, line = ''] of text.matchAll(/\$\(shell[ \t]+([^()\n]*)\)/g))
      walkShell(walk, line, { ...place, cwd, from: path, depth: place.depth + 1 })
    for (const call of calls) walk.names.add(call)
    for (const line of lines)
      walkShell(walk, line.replaceAll('$$', '$'), { ...place, cwd, from, depth: place.depth + 1 })
    return
  }
  walk.unclear.add(`the ${rule.kind} file of "${args.join(' ')}"`)
}

function textOf({ texts, missing }: Walk, path: string): string | undefined {
  if (!texts.has(path)) missing.add(path)
  return texts.get(path)
}
