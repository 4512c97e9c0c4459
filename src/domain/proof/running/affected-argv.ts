// A check with only some of its test files, for when there is too little time for all of them. Only where its one command is
// a runner that takes files as they are, and names none yet.
import type { CheckConfig } from '../../../contract/config/config.ts'
import { toArgv } from '../../checks/argv.ts'
import { wordsAfter } from '../../checks/programs.ts'
import { programName } from '../../shell/unwrapped.ts'
import { scriptNames } from '../yardstick/named/command-call.ts'
import { folderOf } from '../yardstick/named/paths.ts'
import { PACKAGE_MANAGERS } from '../yardstick/named/programs.ts'
import type { CheckCommands } from './check-commands.ts'

/** For the others a further word is the name of a test, or means one file alone. */
const TAKES_FILES = new Set('pytest py.test vitest jest mocha ava bun node deno playwright rspec mix go'.split(' '))

/** `files`: test files, relative to the root. Undefined where it cannot be told. Never throws. */
export function affectedArgv(
  check: Pick<CheckConfig, 'run' | 'shell' | 'cwd'>,
  { commands, unclear }: Pick<CheckCommands, 'commands' | 'unclear'>,
  files: readonly string[],
): readonly string[] | undefined {
  const words = toArgv(check)
  const [command] = commands
  if (!words.ok || words.shell || !command || commands.length > 1 || unclear.length > 0) return undefined
  const own = [command.program, ...command.args]
  const given = own.slice(/^(?:bun|go|deno|playwright|mix)$/.test(command.program) ? 2 : 1)
  if (!TAKES_FILES.has(command.program) || wordsAfter(own).kind !== 'filters' || given.some(namesFiles))
    return undefined
  const here = command.cwd === '' ? '' : `${command.cwd}/`
  const named = files.map((file) => (file.startsWith(here) ? file.slice(here.length) : '-'))
  if (named.length === 0 || named.some((file) => file.startsWith('-'))) return undefined
  const added = command.program === 'go' ? [...new Set(named.map((file) => `./${folderOf(file)}`))] : named
  const [program = '', ...args] = words.argv
  const isHandedOn = PACKAGE_MANAGERS.has(programName(program)) && scriptNames(programName(program), args).length > 0
  if (!isHandedOn) return command.from === '' ? [...words.argv, ...added] : undefined
  // The other package managers hand words on as they are.
  const needsDashes = programName(program) === 'npm' && !args.includes('--')
  return [...words.argv, ...(needsDashes ? ['--'] : []), ...added]
}

function namesFiles(word: string): boolean {
  return !word.startsWith('-') && (/[/*]/.test(word) || /\.\w{1,4}$/.test(word) || /^(?:tests?|specs?|src)$/.test(word))
}
