// Does a shell command line only read? Several agents give their shell tool's command as one line of text.
// In doubt the answer is no: a command that we do not know may change something.
import { lazily, lazyWords } from '../../contract/lazily.ts'
import { isAssignment, toPlainCommands } from './commands.ts'

const readers =
  lazyWords(`[ ag awk base64 basename bat cal cat cd cmp column comm curl cut date df diff dir dirname du echo egrep env exa expr eza
  false fd fdfind fgrep file find free fullstop getent gh git grep groups head hexdump hostname id jq kubectl less locale ls lsof lsb_release
  lscpu man md5 md5sum more nl node nproc npm od pgrep pip pip3 pnpm printenv printf ps pwd python python3 readlink realpath
  rg ripgrep sed seq sha1sum sha256sum shasum sleep sort stat strings tail test top tr tree true tty type uname uniq uptime
  wc whereis which who whoami xargs xxd yarn yq zcat cargo go docker`)

/** For commands that also write: which arguments keep them reading. */
const onlyIf = lazily((): Readonly<Record<string, (args: readonly string[]) => boolean>> => ({
  awk: (args) => !args.some((arg) => /system\s*\(|>|\||getline|^-[fiE]|^--(?:file|include|exec)/.test(arg)),
  cargo: (args) => first(args, ['tree', 'metadata', '--version', '-V', 'search']),
  curl: (args) =>
    !args.some((arg) =>
      /^(-[a-zA-Z]*[oOXdFTDcK]|--(?:output|remote-name|request|data.*|form|upload-file|json|dump-header|cookie-jar|config|trace|libcurl|hsts|etag-save))/.test(
        arg,
      ),
    ),
  docker: (args) => first(args, ['ps', 'images', 'logs', 'inspect', 'version', 'info', 'stats']),
  env: (args) => args.length === 0 || runsReader(args.filter((arg) => !arg.includes('='))),
  find: (args) => !args.some((arg) => /^-(?:exec|execdir|ok|okdir|delete|fprint|fprintf|fls)/.test(arg)),
  fd: (args) => !args.some((arg) => /^(?:-x|-X|--exec)/.test(arg)),
  fdfind: (args) => !args.some((arg) => /^(?:-x|-X|--exec)/.test(arg)),
  // Asking us is no work.
  fullstop: (args) =>
    first(args, ['wait', 'tasks', 'show', 'log', 'evidence', 'config', 'checklist', 'checks', '--help', '--version']) &&
    !args.includes('--write'),
  gh: (args) =>
    ['view', 'list', 'diff', 'status', 'checks'].includes(args[1] ?? '') || first(args, ['--version', 'search']),
  git: (args) => gitReads(args),
  go: (args) => first(args, ['version', 'list', 'doc', 'vet']),
  kubectl: (args) => first(args, ['get', 'describe', 'logs', 'version', 'explain']),
  node: (args) => first(args, ['--version', '-v']),
  npm: (args) => first(args, ['ls', 'list', 'view', 'info', 'outdated', 'why', 'explain', '--version', '-v']),
  pip: (args) => first(args, ['list', 'show', 'freeze', '--version']),
  pip3: (args) => first(args, ['list', 'show', 'freeze', '--version']),
  pnpm: (args) => first(args, ['ls', 'list', 'why', 'outdated', '--version']),
  python: (args) => first(args, ['--version', '-V']),
  python3: (args) => first(args, ['--version', '-V']),
  sed: (args) =>
    !args.some((arg) => /^(?:-[a-zA-Z]*i|--in-place)/.test(arg)) &&
    !args.some((arg) => /(?:^|[;{\s\d$/!,|#])[a-zA-Z]*[wW]\s+\S/.test(arg)),
  sort: (args) => !args.some((arg) => /^(?:-[a-zA-Z]*o|--output)/.test(arg)),
  tree: (args) => !args.some((arg) => /^-[a-zA-Z]*[oR]/.test(arg)),
  uniq: (args) => args.filter((arg) => !arg.startsWith('-')).length <= 1,
  xxd: (args) => args.filter((arg) => !arg.startsWith('-')).length <= 1,
  xargs: (args) => runsReader(args.filter((arg) => !arg.startsWith('-'))),
  yarn: (args) => first(args, ['list', 'why', 'info', '--version']),
  yq: (args) => !args.some((arg) => /^(?:-[a-zA-Z]*i|--inplace)/.test(arg)),
}))

const gitReaders =
  lazyWords(`annotate blame cat-file cherry count-objects describe diff diff-tree for-each-ref grep log ls-files ls-remote ls-tree
  merge-base name-rev range-diff rev-list rev-parse shortlog show show-ref status var version whatchanged
  --version`)

const LONGEST_READ = 20_000
/** One simple command, without anything that a shell would take apart. */
const PLAIN_WORDS = /^[^'"\\`$<>|;&(){}\n]+$/

export function isReadOnlyCommand(command: string): boolean {
  if (command.length > LONGEST_READ) return false
  // Most commands are decided by their first word: where that is plain and no reader, nothing after it helps.
  const [, plain] = /^\s*([A-Za-z0-9_./-]+)(?=\s|$)/.exec(command) ?? []
  if (plain !== undefined && plain !== 'command' && !readers().has(withoutFolder(plain))) return false
  if (PLAIN_WORDS.test(command) && command.trim() !== '') return isReadOnlyWords(command.trim().split(/\s+/))
  const commands = toPlainCommands(command)
  return commands !== undefined && commands.length > 0 && commands.every(({ words }) => isReadOnlyWords(words))
}

function isReadOnlyWords(words: readonly string[]): boolean {
  let start = 0
  while (start < words.length && isAssignment(words[start] ?? '')) start++
  if (start === words.length) return true
  const name = withoutFolder(words[start] ?? '')
  if (name === 'command' && ['-v', '-V'].includes(words[start + 1] ?? '')) return true
  if (!readers().has(name)) return false
  return onlyIf()[name]?.(words.slice(start + 1)) ?? true
}

/** Programs that run the rest of their words: several in a row are no honest command, and each reads the rest anew. */
function runsReader(words: readonly string[]): boolean {
  const isChain = words.length >= 3 && words.slice(0, 3).every((word) => word === 'env' || word === 'xargs')
  return !isChain && isReadOnlyWords(words)
}

function withoutFolder(program: string): string {
  return program.startsWith('/') ? program.replace(/^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)?s?bin\//, '') : program
}

function gitReads(args: readonly string[]): boolean {
  let rest = args
  while (rest[0]?.startsWith('-') && rest[0] !== '--version') {
    if (rest[0] === '-c' || rest[0] === '--exec-path') return false
    rest = rest.slice(rest[0] === '-C' ? 2 : 1)
  }
  const [verb, ...flags] = rest
  if (verb === undefined) return true
  if (flags.some((flag) => flag.startsWith('--output'))) return false
  if (gitReaders().has(verb)) return true
  if (verb === 'branch' || verb === 'tag')
    return flags.every((flag) => /^(?:-[avrlL]+|--list|--all|--contains|--show-current|--merged)/.test(flag))
  if (verb === 'stash' || verb === 'worktree') return flags[0] === 'list' || (verb === 'stash' && flags[0] === 'show')
  if (verb === 'remote') return flags.length === 0 || ['-v', 'show', 'get-url'].includes(flags[0] ?? '')
  if (verb === 'config') return flags.some((flag) => ['--get', '--list', '-l', '--get-all'].includes(flag))
  if (verb === 'symbolic-ref') return flags.filter((flag) => !flag.startsWith('-')).length <= 1 && !flags.includes('-d')
  if (verb === 'reflog') return flags.length === 0 || flags[0] === 'show'
  return false
}

function first(args: readonly string[], allowed: readonly string[]): boolean {
  return allowed.includes(args[0] ?? '')
}
