// Which files the checks themselves use: those that stand in a check's command, and, through package scripts, targets,
// tasks and scripts, those that stand there. Nothing is read here: the caller brings the texts, as often as it takes.
import type { NamedFile, NamedFiles, NamedUse } from '../../../../contract/change.ts'
import type { CheckConfig } from '../../../../contract/config/config.ts'
import { toCommands } from '../../../shell/commands.ts'
import { programName, withoutGroup } from '../../../shell/unwrapped.ts'
import {
  type CommandCall,
  commandBehind,
  folderGiven,
  scriptNames,
  splitOption,
  toCommandCall,
  toDefinerCall,
  toShellCall,
  upwards,
} from './command-call.ts'
import { calledIn } from './definitions.ts'
import {
  folderOf,
  isCodePath,
  isDataPath,
  isShellPath,
  isShellText,
  joinPath,
  plainTail,
  scriptLines,
} from './paths.ts'
import type { Definer, DefinerRule, Interpreter } from './programs.ts'
import { definerOf, interpreterOf, PACKAGE_FOLDERS, PACKAGE_MANAGERS, READERS, TAKES_FILE } from './programs.ts'
import { namedInCode } from './code-names.ts'
import { overruling } from './overruling.ts'

export type NamingCheck = Pick<CheckConfig, 'run' | 'shell' | 'cwd' | 'env'>

/** By path; undefined: no such file. A file that is there and no text has an empty one. */
export type KnownTexts = ReadonlyMap<string, string | undefined>

export interface NamedFound {
  readonly named: NamedFiles
  /** Paths that may be files; with their texts the answer may grow. */
  readonly missing: readonly string[]
}

const MOST_NAMED = 300
const MOST_MISSING = 500
/** A check, its script, what that calls, and what stands there. */
const DEEPEST = 5
const LONGEST_LINE = 8000

/** Never throws. */
export function namedFiles(checks: readonly NamingCheck[], texts: KnownTexts, root?: string): NamedFound {
  const walk: Walk = { texts, root, named: new Map(), missing: new Set(), seen: new Set() }
  for (const check of checks) walkCheck(walk, check)
  return { named: walk.named, missing: [...walk.missing].slice(0, MOST_MISSING) }
}

interface Walk {
  readonly texts: KnownTexts
  readonly root: string | undefined
  readonly named: Map<string, NamedFile>
  readonly missing: Set<string>
  readonly seen: Set<string>
}

/** Where a line stands: the folder it runs in, and those that its words may be relative to. */
interface Place {
  readonly cwd: string
  /** The folder of the script that it stands in. */
  readonly folder?: string | undefined
  /** Folders on the PATH of the check. */
  readonly path: readonly string[]
  readonly depth: number
}

function walkCheck(walk: Walk, { run, cwd = '', env = {} }: NamingCheck): void {
  const place: Place = { cwd: joinPath('', cwd) ?? '', path: foldersOnPath(walk, env['PATH'] ?? ''), depth: 0 }
  if (typeof run === 'string') walkLine(walk, run, place)
  else walkWords(walk, run, place)
  for (const [name, value] of Object.entries(env)) if (name !== 'PATH') walkValue(walk, value, place)
}

/** Folders of the workspace that stand on a PATH. */
function foldersOnPath(walk: Walk, value: string): string[] {
  return value.split(':').flatMap((part) => {
    const folder = joinPath('', withoutRoot(walk, part.replace(/^\$\{?PWD\}?\//, '')))
    return folder === undefined || part === '' ? [] : [folder]
  })
}

/** `NODE_OPTIONS=--require ./setup.js`, `BASH_ENV=tools/env.sh`. */
function walkValue(walk: Walk, value: string, place: Place): void {
  for (const word of value.slice(0, LONGEST_LINE).split(/[\s=:,]+/))
    if (isCodePath(word) || isShellPath(word)) nameFile(walk, word, 'runs', place)
}

function walkLine(walk: Walk, line: string, place: Place): void {
  if (place.depth > DEEPEST || isSeen(walk, `${place.cwd}\n${place.folder ?? ''}\n${line}`)) return
  let { cwd, path } = place
  for (const { words } of toCommands(line.slice(0, LONGEST_LINE))) {
    const plain = words.map(withoutGroup).filter((word) => word !== '')
    const [first = '', target = ''] = plain
    const onPath = plain.find((word) => word.startsWith('PATH='))
    if (onPath !== undefined) path = [...path, ...foldersOnPath(walk, onPath.slice('PATH='.length))]
    if (first === 'cd' || first === 'pushd') cwd = joinPath(cwd, target) ?? cwd
    else walkWords(walk, words, { ...place, cwd, path })
  }
}

function isSeen({ seen }: Walk, key: string): boolean {
  if (seen.has(key) || seen.size > 2000) return true
  seen.add(key)
  return false
}

function walkWords(walk: Walk, words: readonly string[], place: Place, depth = 0): void {
  const call = toCommandCall(words)
  if (!call || depth > 10) return
  const { assigned, first, args } = call
  for (const word of assigned) walkValue(walk, word.slice(word.indexOf('=') + 1), place)
  const program = programName(first)
  if (!/[/\\$]/.test(first)) for (const folder of place.path) nameOnPath(walk, joinPath(folder, first))
  if (PACKAGE_MANAGERS.has(program) && walkScripts(walk, program, args, place)) return
  const definer = program === 'deno' && args[0] === 'task' ? DENO : definerOf(program)
  if (definer) return walkDefiner(walk, definer, args, place)
  const behind = commandBehind(program, args)
  if (behind) return walkWords(walk, behind, place, depth + 1)
  walkProgram(walk, call, place)
}

const DENO: DefinerRule = {
  kind: 'deno',
  files: ['deno.json', 'deno.jsonc', 'package.json'],
  folder: ['--cwd'],
  file: ['-c', '--config'],
}

function walkProgram(walk: Walk, call: CommandCall, place: Place): void {
  const { first, args } = call
  const program = programName(first)
  nameConfigs(walk, program, place)
  const shell = toShellCall(call)
  if (shell?.kind === 'script') return nameFile(walk, shell.word, 'runs', place, 'shell')
  if (shell) return shell.lines.forEach((line) => walkLine(walk, line, { ...place, depth: place.depth + 1 }))
  const interpreter = interpreterOf(program)
  if (interpreter) return walkInterpreter(walk, interpreter, args, place)
  if (first.includes('/') || isShellPath(first) || isCodePath(first)) nameFile(walk, first, 'runs', place)
  walkArguments(walk, first, args, place)
}

/** The file that is run, files that are loaded before it, code on the line, and data that it is given. */
function walkInterpreter(walk: Walk, interpreter: Interpreter, args: readonly string[], place: Place): void {
  const { valued = [], loads = [], evals = [], modules = [], sub = [] } = interpreter
  let hasMain = false
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    const [option = '', value] = word.startsWith('-') ? splitOption(word) : [word]
    const given = value ?? args[at + 1] ?? ''
    const takesNext = value === undefined && [...valued, ...loads, ...evals, ...modules].includes(option)
    if (!hasMain && evals.includes(option)) walkCode(walk, given, '', place)
    else if (!hasMain && modules.includes(option)) nameModule(walk, given, place)
    else if (!hasMain && loads.includes(option)) nameFile(walk, given, 'runs', place)
    else if (!word.startsWith('-') && !hasMain && !(at === 0 && sub.includes(word))) nameMain(walk, word, place)
    else if (isDataPath(word)) nameFile(walk, word, 'reads', place)
    else if (isCodePath(word)) nameFile(walk, word, 'runs', place)
    if (modules.includes(option) || evals.includes(option)) hasMain = true
    if (!word.startsWith('-') && !(at === 0 && sub.includes(word))) hasMain = true
    if (takesNext) at += 1
  }
}

/** Configs that do not exist and would be taken before the one that does. */
function nameConfigs(walk: Walk, tool: string, { cwd }: Place): void {
  const at = (file: string): string => joinPath(cwd, file) ?? file
  for (const file of overruling(tool, (one) => textOf(walk, at(one)))) add(walk, at(file), SHADOW)
}

/** Node finds `gate` as `gate.js` and `tools` as `tools/index.js`; Go runs a folder. */
function nameMain(walk: Walk, word: string, place: Place): void {
  nameFile(walk, word, 'runs', place)
  if (/\.\w{1,6}$/.test(word)) return
  for (const ending of ['.js', '.mjs', '.cjs', '.ts', '/index.js', '/index.ts', '/main.go', '/__main__.py'])
    nameFile(walk, `${word.replace(/\/$/, '')}${ending}`, 'runs', place)
}

function nameModule(walk: Walk, module: string, place: Place): void {
  if (!/^\w[\w.]{0,200}$/.test(module)) return
  nameConfigs(walk, module, place)
  const path = module.replaceAll('.', '/')
  for (const folder of ['', 'src/'])
    for (const ending of ['.py', '/__main__.py']) nameFile(walk, `${folder}${path}${ending}`, 'runs', place)
}

/** A test runner, linter or compiler: the files it takes its rules from, and data. The files that it looks at are its subject. */
function walkArguments(walk: Walk, first: string, args: readonly string[], place: Place): void {
  const isReader = READERS.has(first)
  const isScript = isCodePath(first) || isShellPath(first) || first.includes('/')
  for (const [index, word] of args.entries()) {
    const [option = '', value] = word.startsWith('-') ? splitOption(word) : [args[index - 1] ?? '', word]
    if (value === undefined) continue
    if (TAKES_FILE.test(option) && isCodePath(value)) nameFile(walk, value, 'runs', place)
    else if (isReader || ((isScript || TAKES_FILE.test(option)) && isDataPath(value)))
      nameFile(walk, value, 'reads', place)
  }
}

/** False where the package manager runs no script here. */
function walkScripts(walk: Walk, program: string, args: readonly string[], place: Place): boolean {
  const names = scriptNames(program, args)
  if (names.length === 0) return false
  const cwd = folderGiven(args, PACKAGE_FOLDERS, place.cwd)
  const nearer: string[] = []
  for (const base of upwards(cwd)) {
    const path = joinPath(base, 'package.json') ?? ''
    if (textOf(walk, path) === undefined) {
      nearer.push(path)
      continue
    }
    for (const other of nearer) add(walk, other, SHADOW)
    const isScript = define(walk, path, 'package', names, { ...place, cwd: base })
    // `bun gate.ts`, `yarn gate` for a program of a dependency.
    if (!isScript && program === 'bun') nameFile(walk, names[0] ?? '', 'runs', place)
    return true
  }
  if (program === 'bun') nameFile(walk, names[0] ?? '', 'runs', place)
  return true
}

function walkDefiner(walk: Walk, rule: DefinerRule, args: readonly string[], place: Place): void {
  const { cwd, files, names } = toDefinerCall(rule, args, place.cwd)
  const earlier: string[] = []
  for (const file of files) {
    const path = joinPath(cwd, file)
    if (path === undefined || textOf(walk, path) === undefined) {
      if (path !== undefined) earlier.push(path)
      continue
    }
    for (const other of earlier) add(walk, other, SHADOW)
    define(walk, path, rule.kind, names, { ...place, cwd })
    return
  }
}

/** False where nothing of that name stands in it. */
function define(walk: Walk, path: string, kind: Definer, names: readonly string[], place: Place): boolean {
  const { calls, lines, files } = calledIn(kind, textOf(walk, path) ?? '', names)
  add(walk, path, { use: 'defines', calls })
  for (const file of files) nameFile(walk, file, 'defines', place)
  for (const line of lines) walkLine(walk, line, { ...place, depth: place.depth + 1 })
  return calls.length > 0
}

/** A word that may be a file: by the folder that the line runs in, then by that of its script. */
function nameFile(walk: Walk, word: string, use: NamedUse, place: Place, as?: 'shell'): void {
  const plain = withoutRoot(walk, plainTail(word) ?? word)
  const folders = [place.cwd, ...(place.folder === undefined ? [] : [place.folder, folderOf(place.folder)])]
  for (const folder of new Set(folders)) {
    const path = joinPath(folder, plain)
    const text = path === undefined || path === '' || isForeign(path) ? undefined : textOf(walk, path)
    if (path === undefined || text === undefined) continue
    enter(walk, path, { use, text, ...(as && { as }) }, place)
    return
  }
}

/** What was installed is measured by its lock file, and is no file of the project. */
function isForeign(path: string): boolean {
  return /(?:^|\/)(?:node_modules|vendor|\.venv|venv|site-packages|\.git)\//.test(path)
}

function withoutRoot({ root }: Walk, word: string): string {
  return root !== undefined && root !== '' && word.startsWith(`${root}/`) ? word.slice(root.length + 1) : word
}

interface Entered {
  readonly use: NamedUse
  readonly text: string
  readonly as?: 'shell'
}

function enter(walk: Walk, path: string, { use, text, as }: Entered, place: Place): void {
  add(walk, path, { use, calls: [] })
  if (use !== 'runs' || isSeen(walk, path)) return
  const inside: Place = { ...place, folder: folderOf(path), depth: place.depth + 1 }
  if (as === 'shell' || isShellText(path, text)) {
    if (inside.depth <= DEEPEST) for (const line of scriptLines(text)) walkLine(walk, line, inside)
  } else walkCode(walk, text, path, inside)
}

/** What a script names: helpers beside it, scripts that it starts, data that it compares with. */
function walkCode(walk: Walk, code: string, script: string, place: Place): void {
  if (place.depth > DEEPEST) return
  const { files, lines } = namedInCode(code, script)
  for (const { path, use } of files) nameFile(walk, path, use, place)
  for (const line of lines) walkLine(walk, line, { ...place, depth: place.depth + 1 })
}

function add({ named }: Walk, path: string, { use, calls }: NamedFile): void {
  const known = named.get(path)
  if (!known && named.size >= MOST_NAMED) return
  const strongest = ORDER.find((each) => each === use || each === known?.use) ?? use
  named.set(path, { use: strongest, calls: [...new Set([...(known?.calls ?? []), ...calls])] })
}

const ORDER: readonly NamedUse[] = ['runs', 'defines', 'reads', 'shadows']
const SHADOW: NamedFile = { use: 'shadows', calls: [] }

/** A folder on the PATH of the check: a program that is put there runs instead of the usual one. */
function nameOnPath(walk: Walk, path: string | undefined): void {
  if (path === undefined || isForeign(path)) return
  const text = textOf(walk, path)
  if (text === undefined) add(walk, path, SHADOW)
  else enter(walk, path, { use: 'runs', text }, { cwd: '', path: [], depth: 0 })
}

function textOf({ texts, missing }: Walk, path: string): string | undefined {
  if (!texts.has(path)) missing.add(path)
  return texts.get(path)
}
