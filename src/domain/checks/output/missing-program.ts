// A program that a command line did not find: its name, as the shell or make told it, and what to do about it.
import { packageRunner } from '../package-runner.ts'
import { type CheckEnd, INSTALL_IT } from './outcome.ts'

const NAME = `[‘'"]?([^\\s‘’'":]{1,100})[’'"]?`

/** The last line of output that fits tells what ended the command. */
const TOLD: readonly RegExp[] = [
  // zsh:1: command not found: jest
  new RegExp(`\\bcommand not found: ${NAME}\\s*$`),
  // bash: line 1: jest: command not found
  new RegExp(`^[^\\n]{0,300}?: ${NAME}: command not found\\s*$`, 'i'),
  // sh: 1: jest: not found
  new RegExp(`^[^\\n]{0,300}?: ${NAME}: not found\\s*$`),
  // make: go: No such file or directory; env: ‘python’: No such file or directory
  new RegExp(`^(?:\\S{0,100}/)?(?:g?make(?:\\[\\d+\\])?|env): ${NAME}: No such file or directory\\s*$`),
]
/** make ends with 2, whatever its recipe ended with. */
const MAKE_ENDED = /^(?:\S{0,100}\/)?g?make(?:\[\d+\])?: \*\*\* \[[^\n]{0,300}\] Error 127\s*$/
const MOST_LINES = 40

/** Exit 127, or make's report of it, says that nothing was measured. */
export function withMissingProgram(ended: CheckEnd, command: string, output: string): CheckEnd {
  const lines = output.trimEnd().split('\n').slice(-MOST_LINES).toReversed()
  const isMissing = ended.exitCode === 127 || (ended.exitCode === 2 && MAKE_ENDED.test(lines[0] ?? ''))
  if (!isMissing || ended.result === 'passed') return ended
  const [name] = lines.flatMap((line) => TOLD.flatMap((told) => told.exec(line.slice(0, 500))?.[1] ?? []))
  const what = name === undefined ? 'a command was not found' : `command not found: ${name}`
  return { ...ended, result: 'could-not-run', why: `${what} (exit ${ended.exitCode}); ${remedy(command)}` }
}

function remedy(command: string): string {
  const runner = packageRunner(command)
  return runner ? `run \`${runner} install\`, or install it` : INSTALL_IT
}
