// Git behind one door: nothing that a repository's config names is run, and nothing is written.
import type { StatFiles } from '../platform/files/stat-files.ts'
import type { KnownIds } from './tree/stamp.ts'
import { given } from '../../contract/given.ts'
import { explainGit, type GitStart, startGit } from './start-git.ts'

export interface GitDoor extends GitStart {
  /** Without it every file that git says nothing about is read at every reading. */
  readonly ids?: KnownIds | undefined
  /** A quicker way to look at many files, where there is one. */
  readonly statFiles?: StatFiles | undefined
}

export type GitAnswer =
  | { readonly ok: true; readonly stdout: Buffer; readonly stderr: string }
  | { readonly ok: false; /** For people. */ readonly why: string }

export interface GitOptions {
  readonly input?: string | Uint8Array
  readonly timeoutMs?: number
  /** It is ended where it prints more. */
  readonly mostBytes?: number
  /** Filters that were just listed by `readConfig`, to spare a second listing. */
  readonly filters?: readonly string[]
  /** More settings that outrank the repository's. */
  readonly settings?: readonly string[]
  /** It also says what it did, each step as a line of JSON among its errors. */
  readonly isTraced?: boolean
  /** As if the index were empty: some commands read all of it for nothing. */
  readonly withoutIndex?: boolean
}

const MOST_FILTERS = 200

interface Command {
  /** Put before the caller's own, which may narrow but not undo them. */
  readonly options: readonly string[]
  /** It looks at no file's content, and so at no filter. The others get the filters switched off by name. */
  readonly isBlind: boolean
  /** So it ends where it found nothing, which is no failure. */
  readonly noneCode?: number
  /** It takes no path as it is written: one that could be read otherwise begins with `./`. */
  readonly readsPaths?: boolean
}

/** Drivers for diffs would run; so would, in a submodule, whatever its own config names. */
const SAFE_DIFF = ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all']

/** The commands that we know to be safe so. No other passes the door. */
const COMMANDS: Readonly<Record<string, Command>> = {
  config: { options: ['--list'], isBlind: true },
  'rev-parse': { options: [], isBlind: true },
  'ls-files': { options: [], isBlind: true },
  'check-attr': { options: [], isBlind: true },
  'check-ignore': { options: [], isBlind: true, noneCode: 1, readsPaths: true },
  'cat-file': { options: [], isBlind: true },
  'merge-base': { options: [], isBlind: true },
  'ls-tree': { options: [], isBlind: true },
  // Between two trees: no file is looked at, and so no filter runs.
  'diff-tree': { options: SAFE_DIFF, isBlind: true },
  'diff-files': { options: SAFE_DIFF, isBlind: false },
  'diff-index': { options: SAFE_DIFF, isBlind: false },
  'hash-object': { options: [], isBlind: false },
  status: { options: ['--ignore-submodules=all'], isBlind: false },
}

/** Options that would run a program or write, or look into submodules. */
const REFUSED =
  /^(?:--ext-diff|--textconv|--filters|--recurse-submodules|--ignore-submodules=(?:none|untracked)|-w|-p|-u|--patch.*|--output.*)$/

/** Never rejects. An exit code other than 0 is a failure. */
export async function runGit(
  door: GitDoor,
  cwd: string,
  [name = '', ...args]: readonly string[],
  options: GitOptions = {},
): Promise<GitAnswer> {
  const command = COMMANDS[name]
  const refused = args.find((arg) => REFUSED.test(arg))
  if (!command || refused !== undefined)
    return { ok: false, why: `git ${[name, refused].filter(Boolean).join(' ')} is not known to run nothing` }
  const whole = [name, ...command.options, ...args]
  // Between a commit and the index no file is looked at.
  const isBlind = command.isBlind || (name === 'diff-index' && args[0] === '--cached')
  if (isBlind) return start(door, cwd, whole, options, command)
  const config = options.filters ? { ok: true as const, filters: options.filters } : await readConfig(door, cwd)
  return config.ok ? start(door, cwd, [...toSwitches(config.filters), ...whole], options, command) : config
}

export interface GitConfig {
  /** Names of all filters that any config in force defines. */
  readonly filters: readonly string[]
  /** Line ends are converted even where no attribute asks for it. */
  readonly convertsLineEnds: boolean
  /** Set by git itself where a file system keeps no mode. */
  readonly ignoresModes: boolean
  /** Set by git itself where a file system holds names alike that differ in case. */
  readonly ignoresCase: boolean
  /** Flags of the index then depend on which files are there. */
  readonly isSparse: boolean
  /** A file of the user's that says what is ignored, if not the usual one. */
  readonly excludesFile: string | undefined
}

/** The effective config, with included files. Reading it runs nothing; comparing a file's content would run filters. */
export async function readConfig(
  door: GitDoor,
  cwd: string,
): Promise<({ readonly ok: true } & GitConfig) | { readonly ok: false; readonly why: string }> {
  const listed = await runGit(door, cwd, ['config', '-z'])
  if (!listed.ok) return listed
  const filters = new Set<string>()
  const values = new Map<string, string>()
  for (const item of listed.stdout.toString('utf8').split('\0')) {
    const end = item.indexOf('\n')
    const [key, value] = end < 0 ? [item, 'true'] : [item.slice(0, end), item.slice(end + 1)]
    const name = /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1]
    if (name !== undefined) filters.add(name)
    values.set(key, value)
  }
  // `-c` ends a key at the first "=", and a name that is not UTF-8 cannot be said: such a filter could not be switched off.
  const odd = [...filters].find((name) => /[=\uFFFD]/.test(name))
  if (odd !== undefined) return { ok: false, why: `the git config names a filter that cannot be switched off: ${odd}` }
  if (filters.size > MOST_FILTERS) return { ok: false, why: `the git config names more than ${MOST_FILTERS} filters` }
  return {
    ok: true,
    filters: [...filters],
    convertsLineEnds: !isNo(values.get('core.autocrlf') ?? 'false'),
    ignoresModes: isNo(values.get('core.filemode') ?? 'true'),
    ignoresCase: !isNo(values.get('core.ignorecase') ?? 'false'),
    isSparse: !isNo(values.get('core.sparsecheckout') ?? 'false'),
    excludesFile: values.get('core.excludesfile'),
  }
}

function isNo(value: string): boolean {
  return /^(?:false|no|off|0|)$/i.test(value)
}

function toSwitches(filters: readonly string[]): string[] {
  return filters.flatMap((name) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((value) => ['-c', `filter.${name}.${value}`]),
  )
}

/** A place where no file can be. */
const NO_INDEX = '/dev/fullstop-no-index'

async function start(
  door: GitDoor,
  cwd: string,
  args: readonly string[],
  { withoutIndex = false, isTraced = false, ...options }: GitOptions,
  { noneCode = 0, readsPaths = false }: Partial<Command> = {},
): Promise<GitAnswer> {
  const variables = {
    ...(withoutIndex ? { GIT_INDEX_FILE: NO_INDEX } : {}),
    ...(isTraced ? TRACED : {}),
    ...(readsPaths ? { GIT_LITERAL_PATHSPECS: '0' } : {}),
  }
  const { input, timeoutMs, mostBytes, settings } = options
  const ran = await startGit(door, cwd, args, given({ input, timeoutMs, mostBytes, settings, variables }))
  if (ran.kind === 'ended' && (ran.code === 0 || ran.code === noneCode))
    return { ok: true, stdout: ran.stdout, stderr: ran.stderr }
  return { ok: false, why: await explainGit(ran, cwd) }
}

const TRACED = { GIT_TRACE2_EVENT: '1', GIT_TRACE2_EVENT_BRIEF: '1', GIT_TRACE2_EVENT_NESTING: '10' }
