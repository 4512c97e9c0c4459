// What a command line leaves behind, as far as its words show: files that it writes, and a search that found nothing.
import { lazyWords } from '../../contract/lazily.ts'
import { isReadOnlyCommand } from './read-only.ts'
import { type Started, startedPrograms } from './unwrapped.ts'

const LONGEST = 4000

/** Programs whose purpose is to change files, whatever they are asked for. */
const writers = lazyWords(
  `cp mv rm mkdir rmdir touch ln install patch truncate dd rsync unzip chmod chown apply_patch ed ex sponge prettier black isort
  gofmt autopep8 rename sd codemod jscodeshift`,
)
/** Sub-commands that change files of programs that also do other things. */
const WRITING: Readonly<Record<string, RegExp>> = {
  git: /^(?:add|am|apply|checkout|cherry-pick|clean|clone|commit|init|merge|mv|pull|rebase|reset|restore|revert|rm|stash|switch|tag)$/,
  npm: /^(?:i|install|ci|add|un|uninstall|remove|update|init|version|pkg)$/,
  pnpm: /^(?:i|install|add|remove|update|init)$/,
  yarn: /^(?:install|add|remove|upgrade|init)$/,
  bun: /^(?:i|install|add|remove|update|init|create)$/,
  pip: /^(?:install|uninstall)$/,
  pip3: /^(?:install|uninstall)$/,
  uv: /^(?:add|remove|sync|lock|init)$/,
  poetry: /^(?:add|remove|install|lock|update|init|new)$/,
  cargo: /^(?:add|remove|new|init|update|fmt|fix)$/,
  go: /^(?:get|mod|fmt|generate)$/,
  composer: /^(?:require|remove|install|update)$/,
  bundle: /^(?:add|install|update)$/,
  rails: /^(?:g|generate|new|destroy|db:migrate)$/,
  dotnet: /^(?:new|add|remove|format)$/,
}
const NEEDS_FLAG: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-[a-zA-Z]*i|--in-place)/,
  perl: /^-[a-zA-Z]*i/,
  ruby: /^-[a-zA-Z]*i/,
  eslint: /^--fix/,
  ruff: /^--fix/,
  oxfmt: /^(?!--check)/,
  prettier: /^(?:-w|--write)$/,
  tee: /^[^-]/,
}
const AUTHORS = /^(?:cat|echo|printf)$/
/** A script in the line that opens a file to write. */
const SCRIPT_WRITES =
  /\b(?:write_text|writeFile(?:Sync)?|appendFile(?:Sync)?|File\.write|fs\.write\w*)\b|open\([^)\n]{1,200},\s*['"][wa]/

/** The agent writes files by it. What a program prints into a file, such as the log of a test, is no file of its own. */
export function writesFiles(command: string): boolean {
  const line = command.slice(0, LONGEST)
  if (SCRIPT_WRITES.test(line)) return true
  const started = startedPrograms(line)
  return started.some((one, index) => isWriter(one, started[index - 1]))
}

function isWriter({ program, args, command }: Started, before: Started | undefined): boolean {
  if (AUTHORS.test(program)) return />{1,2}(?!&|\s{0,9}(?:\/dev\/|\/tmp\/))/.test(command.written)
  const flag = NEEDS_FLAG[program]
  if (program === 'tee')
    return before !== undefined && AUTHORS.test(before.program) && args.some((arg) => !arg.startsWith('-'))
  if (flag) return args.some((arg) => flag.test(arg))
  const sub = WRITING[program]
  if (sub) return sub.test(args.find((arg) => !arg.startsWith('-')) ?? '')
  return writers().has(program)
}

/**
 * Most lines name no such program, and need not be taken apart. `git diff` at the start of a command tells by its exit code
 * only with an option.
 */
const MAY_SEARCH = /grep|rg|\bag\b|ack|which|type|test|\[|--exit-code|(?<!(?:^|(?:^|[^<>\\])[;&|]) ?git )diff|cmp/i
const searchers = lazyWords('grep egrep fgrep zgrep rg ripgrep ag ack pgrep which type test [ [[ diff cmp')

/**
 * Exit code 1 says that a search found nothing, that two files differ or that something is not there. In a row of commands
 * any may have ended it, so each of them must be one that only reads.
 */
export function mayFindNothing(command: string): boolean {
  if (!MAY_SEARCH.test(command)) return false
  const started = startedPrograms(command.slice(0, LONGEST))
  const ending: Started[] = []
  for (const one of started.toReversed()) {
    ending.push(one)
    if (one.command.joiner !== '&&') break
  }
  return ending.some(isSearch) && ending.every((one) => isSearch(one) || isReadOnlyCommand(one.command.written))
}

function isSearch({ program, args }: Started): boolean {
  if (program === 'git') return args.includes('grep') || (args.includes('diff') && args.includes('--exit-code'))
  return searchers().has(program)
}
