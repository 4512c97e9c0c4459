// `python -m pytest` where pytest is not installed: the interpreter ends with 1, as a failing test does, and says one line.
import { toCommands } from '../../shell/commands.ts'

const ONLY_LINE = /^\S{0,300}: No module named '?([\w.-]{1,100})'?$/

/** Why a check that ended with 1 could not run. Any other line of output means that something ran. */
export function whyMissing(command: string, output: string): string | undefined {
  const [, module] = ONLY_LINE.exec(output.trim()) ?? []
  const words = toCommands(command).flatMap((each) => each.words)
  if (module === undefined || !words.some((word, at) => word === module && words[at - 1] === '-m')) return undefined
  return `the Python module ${module} is not installed`
}
