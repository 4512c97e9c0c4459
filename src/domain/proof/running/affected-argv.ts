// A check with only some of its test files, for when there is too little time for all of them. Only where its one command is
// a runner that takes files as they are, and names none yet.
import { wordsAfter } from '../../checks/programs.ts'
import { programName } from '../../shell/unwrapped.ts'
import { scriptNames } from '../yardstick/named/named-files.ts'
import { PACKAGE_MANAGERS } from '../yardstick/named/programs.ts'
import { folderOf } from '../yardstick/named/paths.ts'
import type { CheckCommands } from './check-commands.ts'

/** `files`: test files, relative to the folder that the check runs in. Undefined where it cannot be told. */
export function affectedArgv(
  argv: readonly string[],
  { commands, unclear }: Pick<CheckCommands, 'commands' | 'unclear'>,
  files: readonly string[],
): readonly string[] | undefined {
  const [command] = commands
  if (!command || commands.length > 1 || unclear.length > 0 || files.length === 0) return undefined
  if (files.some((file) => file.startsWith('-'))) return undefined
  const own = [command.program, ...command.args]
  const given = own.slice(/^(?:bun|go)$/.test(command.program) ? 2 : 1)
  if (wordsAfter(own).kind !== 'filters' || given.some(namesFiles)) return undefined
  const words = command.program === 'go' ? [...new Set(files.map((file) => `./${folderOf(file)}`))] : files
  const [program = '', ...args] = argv
  if (!PACKAGE_MANAGERS.has(programName(program))) return [...argv, ...words]
  const isScript = scriptNames(programName(program), args).length > 0
  // The other package managers hand words on as they are.
  return isScript && programName(program) === 'npm' && !args.includes('--')
    ? [...argv, '--', ...words]
    : [...argv, ...words]
}

function namesFiles(word: string): boolean {
  return !word.startsWith('-') && (/[/*]/.test(word) || /\.\w{1,4}$/.test(word) || /^(?:tests?|specs?|src)$/.test(word))
}
