// The second door to git: the few commands that write, each with all of its options. They write branches and worktrees
// of ours; what they could touch of the user's is left out. Nothing that a repository's config names is run.
import { realpathSync } from 'node:fs'
import { isAbsolute, sep } from 'node:path'
import { explainGit, type GitStart, startGit } from '../workspace/start-git.ts'

export interface WriteDoor extends GitStart {
  /** The folder of all our worktrees, as the system spells it. Files are written below it alone. */
  readonly home: string
}

/** Commits are whole ids, refs are whole names of branches, paths are absolute or relative to the top of the worktree. */
export type GitCall =
  | { readonly name: 'add-worktree'; readonly path: string; readonly commit: string }
  | { readonly name: 'remove-worktree'; readonly path: string }
  | { readonly name: 'list-worktrees' }
  | { readonly name: 'prune-worktrees' }
  | { readonly name: 'create-branch'; readonly ref: string; readonly to: string }
  | { readonly name: 'move-branch'; readonly ref: string; readonly to: string; readonly from: string }
  | { readonly name: 'delete-branch'; readonly ref: string; readonly from: string }
  | { readonly name: 'is-ancestor'; readonly commit: string; readonly of: string }
  | { readonly name: 'who-am-i' }
  // In a worktree of ours.
  | { readonly name: 'switch-to'; readonly ref: string }
  | { readonly name: 'reset'; readonly commit: string }
  | { readonly name: 'detach'; readonly commit: string }
  | { readonly name: 'clean' }
  | { readonly name: 'is-ignored'; readonly file: string }
  | { readonly name: 'status' }
  | { readonly name: 'merge'; readonly commit: string; readonly message: string }
  | { readonly name: 'add'; readonly file: string }
  | { readonly name: 'commit'; readonly message: string }
  | { readonly name: 'write-tree' }
  | { readonly name: 'commit-tree'; readonly tree: string; readonly commit: string; readonly message: string }

export interface CallOptions {
  /** The user trusts the repository: their own `lfs` filter is used. */
  readonly isTrusted?: boolean
}

export type CallAnswer =
  /** An exit code other than 0 can be an answer. */
  | { readonly ok: true; readonly code: number; readonly stdout: Buffer; readonly stderr: string }
  | { readonly ok: false; /** For people. */ readonly why: string }

/** For calls that write files, by filters too. */
const LONG_MS = 10 * 60_000
const MOST_NAMES = 500

/** Beside those of every call. Nothing signs, prompts, opens an editor, or merges by a program of the repository. */
const SETTINGS = [
  'commit.gpgSign=false',
  'merge.verifySignatures=false',
  'merge.renormalize=false',
  'merge.autoStash=false',
  'merge.default=text',
  'merge.stat=false',
  'merge.log=false',
  'rerere.enabled=false',
  'i18n.commitEncoding=UTF-8',
  'user.useConfigOnly=true',
  'core.filesRefLockTimeout=5000',
  'core.packedRefsTimeout=5000',
]

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** Never rejects. An exit code other than 0 is a failure, but for questions whose answer it is. */
export async function callGit(
  door: WriteDoor,
  cwd: string,
  call: GitCall,
  options: CallOptions = {},
): Promise<CallAnswer> {
  const problem = whyNot(door, cwd, call)
  if (problem !== undefined) return { ok: false, why: problem }
  const { args, codes = [0], seesFiles = false, variables = {} } = toArgs(call)
  const switches = seesFiles ? await readSwitches(door, cwd, options) : { ok: true as const, settings: [] }
  if (!switches.ok) return switches
  const settings = [...SETTINGS, ...switches.settings]
  const timing = seesFiles ? { timeoutMs: LONG_MS } : {}
  const ran = await startGit(door, cwd, args, {
    settings,
    variables: { ...toPerson(door.env), ...variables },
    ...timing,
  })
  if (ran.kind === 'ended' && codes.includes(ran.code)) return { ok: true, ...ran }
  if (
    ran.kind === 'ended' &&
    /tell me who you are|unable to auto-detect|auto-detection is disabled|empty ident name/.test(ran.stderr)
  )
    return { ok: false, why: NOBODY }
  return { ok: false, why: await explainGit(ran, cwd) }
}

const NOBODY =
  'git does not know who you are: git config --global user.name "Your Name" and git config --global user.email you@example.com'

const PERSON = ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL']

/** Where the user says by variables who they are. */
function toPerson(env: WriteDoor['env']): Record<string, string> {
  return Object.fromEntries(PERSON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
}

/** `check-ignore` refuses literal paths; one that begins with "./" is literal all the same. */
const PATHS_AS_USUAL = { GIT_LITERAL_PATHSPECS: '0' }

interface Args {
  readonly args: readonly string[]
  /** Exit codes that are answers. */
  readonly codes?: readonly number[]
  readonly variables?: Readonly<Record<string, string>>
  /** It looks at the content of files: every filter and driver is switched off by name. */
  readonly seesFiles?: boolean
}

function toArgs(call: GitCall): Args {
  switch (call.name) {
    case 'add-worktree':
      // Files come later, once the settings that hold in the new worktree are known.
      return { args: ['worktree', 'add', '--quiet', '--no-checkout', '--detach', call.path, call.commit] }
    case 'remove-worktree':
      return { args: ['worktree', 'remove', '--force', call.path] }
    case 'list-worktrees':
      return { args: ['worktree', 'list', '--porcelain'] }
    case 'prune-worktrees':
      return { args: ['worktree', 'prune'] }
    case 'create-branch':
      return {
        args: ['update-ref', '--no-deref', '-m', 'fullstop: begin', call.ref, call.to, '0'.repeat(call.to.length)],
      }
    case 'move-branch':
      return { args: ['update-ref', '--no-deref', '-m', 'fullstop: merge', call.ref, call.to, call.from] }
    case 'delete-branch':
      return { args: ['update-ref', '--no-deref', '-d', call.ref, call.from] }
    case 'is-ancestor':
      return { args: ['merge-base', '--is-ancestor', call.commit, call.of], codes: [0, 1] }
    case 'who-am-i':
      return { args: ['var', 'GIT_COMMITTER_IDENT'] }
    case 'switch-to':
      return { args: ['symbolic-ref', '-m', 'fullstop: begin', 'HEAD', call.ref] }
    case 'detach':
      return { args: ['update-ref', '--no-deref', '-m', 'fullstop: begin', 'HEAD', call.commit] }
    case 'reset':
      return { args: ['reset', '--quiet', '--hard', call.commit], seesFiles: true }
    case 'clean':
      return { args: ['clean', '--quiet', '-f', '-f', '-d'] }
    case 'is-ignored':
      return { args: ['check-ignore', '--quiet', '--', `./${call.file}`], codes: [0, 1], variables: PATHS_AS_USUAL }
    case 'status':
      // A look into a submodule would follow the submodule's own config.
      return {
        args: ['status', '--porcelain', '-z', '--untracked-files=all', '--ignore-submodules=all'],
        seesFiles: true,
      }
    case 'merge':
      return {
        args: [
          'merge',
          '--quiet',
          '--no-ff',
          '--no-edit',
          '--no-verify',
          '--no-gpg-sign',
          '--no-verify-signatures',
          '--no-autostash',
          '--no-rerere-autoupdate',
          '--no-log',
          '--no-stat',
          '--strategy=ort',
          '-m',
          call.message,
          call.commit,
        ],
        codes: [0, 1],
        seesFiles: true,
      }
    case 'add':
      return { args: ['add', '--', call.file], seesFiles: true }
    case 'write-tree':
      return { args: ['write-tree'], seesFiles: true }
    case 'commit-tree':
      return { args: ['commit-tree', '--no-gpg-sign', '-p', call.commit, '-m', call.message, call.tree] }
    case 'commit':
      return {
        args: [
          'commit',
          '--quiet',
          '--no-verify',
          '--no-gpg-sign',
          '--no-edit',
          '--no-status',
          '--cleanup=whitespace',
          '-m',
          call.message,
        ],
        seesFiles: true,
      }
  }
}

/** The door's own look at each value: none can be an option, and none leads out of our folder. */
function whyNot(door: WriteDoor, cwd: string, call: GitCall): string | undefined {
  for (const key of ['commit', 'to', 'from', 'of', 'tree'] as const) {
    const value = (call as Partial<Record<typeof key, string>>)[key]
    if (value !== undefined && !COMMIT.test(value)) return `${value} is no id of a commit`
  }
  if ('ref' in call && !isBranchRef(call.ref)) return `${call.ref} is no name of a branch`
  if ('path' in call && !(isAbsolute(call.path) && isBelow(call.path, door.home)))
    return `${call.path} is not in our folder of worktrees`
  if ('message' in call && call.message.includes('\0')) return 'the message holds a NUL character'
  return IN_WORKTREE.has(call.name) && !isBelow(realPath(cwd), door.home)
    ? `${cwd} is not in our folder of worktrees`
    : undefined
}

const IN_WORKTREE: ReadonlySet<GitCall['name']> = new Set([
  'switch-to',
  'reset',
  'detach',
  'clean',
  'is-ignored',
  'status',
  'merge',
  'add',
  'commit',
  'write-tree',
  'commit-tree',
])

/** As `git check-ref-format` has it. */
export function isBranchRef(ref: string): boolean {
  const name = /^refs\/heads\/(.+)$/s.exec(ref)?.[1]
  if (name === undefined || /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/.test(name)) return false
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}${sep}`) && !path.split(sep).includes('..')
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // Not there: git says so.
    return path
  }
}

type Switches =
  | { readonly ok: true; readonly settings: readonly string[] }
  | { readonly ok: false; readonly why: string }

/** By git's own three-way merge, for files whose driver is switched off: without a command git would keep one side. */
const PLAIN_MERGE = 'git merge-file --marker-size=%L %A %O %B'

/** All filters, merge drivers and hooks that the config in force here names, with included files. */
async function readSwitches(door: WriteDoor, cwd: string, { isTrusted = false }: CallOptions): Promise<Switches> {
  const ran = await startGit(door, cwd, ['config', '--list', '--show-scope', '-z'])
  if (ran.kind !== 'ended' || ran.code !== 0) return { ok: false, why: await explainGit(ran, cwd) }
  const fields = ran.stdout.toString('utf8').split('\0')
  const names = { filter: new Set<string>(), merge: new Set<string>(), hook: new Set<string>() }
  const lfs = new Map<string, string>()
  let isLfsOurs = isTrusted
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = '', entry = ''] = [fields[at], fields[at + 1]]
    const cut = entry.indexOf('\n')
    const [key, value] = cut === -1 ? [entry, 'true'] : [entry.slice(0, cut), entry.slice(cut + 1)]
    const [, section, name, variable] = /^(filter|merge|hook)\.(.*)\.([^.]*)$/s.exec(key) ?? []
    if (section === undefined || name === undefined || variable === undefined) continue
    names[section as keyof typeof names].add(name)
    if (section !== 'filter' || name !== 'lfs') continue
    lfs.set(variable, value)
    if (scope !== 'global' && scope !== 'system') isLfsOurs = false
  }
  const all = [...names.filter, ...names.merge, ...names.hook]
  // `-c` ends a key at the first "=", and a name that is not UTF-8 cannot be said: it could not be switched off.
  const odd = all.find((name) => /[=\uFFFD]/.test(name))
  if (odd !== undefined) return { ok: false, why: `the git config names a program that cannot be switched off: ${odd}` }
  if (all.length > MOST_NAMES) return { ok: false, why: `the git config names more than ${MOST_NAMES} programs` }
  const filters = [...names.filter].filter((name) => !(isLfsOurs && name === 'lfs'))
  return {
    ok: true,
    settings: [
      ...filters.flatMap((name) =>
        ['clean=', 'smudge=', 'process=', 'required=false'].map((value) => `filter.${name}.${value}`),
      ),
      ...(isLfsOurs ? [...lfs].map(([variable, value]) => `filter.lfs.${variable}=${value}`) : []),
      ...[...names.merge].map((name) => `merge.${name}.driver=${PLAIN_MERGE}`),
      ...[...names.hook].map((name) => `hook.${name}.enabled=false`),
    ],
  }
}
