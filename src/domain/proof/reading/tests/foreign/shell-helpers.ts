// Functions of shell scripts that lie among tests: one that could say no, and now only prints.
import type { FileChange } from '../../../../../contract/change.ts'
import { codeLines } from '../../../source/foreign-lines.ts'
import { isTestPlace } from '../../../yardstick/yardstick.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'

interface ShellFunction {
  readonly line: number
  readonly body: readonly string[]
}

const SHELL = /\.(?:bash|sh|bats)$/

export function hollowFunctions({ path, before, after }: FileChange): TamperFinding[] {
  if (before === undefined || after === undefined || before === after) return []
  if (!SHELL.test(path) || !isTestPlace(path)) return []
  const [was, is] = [functionsIn(path, before), functionsIn(path, after)]
  return [...was].flatMap(([name, { body }]) => {
    const now = is.get(name)
    if (!now || !body.some((line) => FAILS.test(line)) || !now.body.every((line) => ONLY_SAYS.test(line))) return []
    return [finding('vacuous', path, now.line, `helper ${quote(name)} can no longer fail`)]
  })
}

const FAILS = /(?:^|[;&|{]\s{0,9})(?:(?:return|exit) [1-9]\d{0,2}|false|fail\b[^=]{0,200})\s{0,9}(?:$|[;}])/
/** Conditions of what is printed, and the frame around it. Any other command may fail. */
const ONLY_SAYS =
  /^(?:(?:el)?if\b.*|then|else|fi|(?:local|declare|readonly|echo|printf)\b(?:(?!\|\||&&|;).)*|(?:return|exit) 0|return|:|true|[{}])?$/

const HEAD = /^(?:function\s{1,9})?([A-Za-z_][\w:.-]{0,80})\s{0,9}\(\)\s{0,9}\{?$/

/** By name; the last one of a name counts, as in the shell. */
function functionsIn(path: string, text: string): Map<string, ShellFunction> {
  const found = new Map<string, ShellFunction>()
  const lines = codeLines(path, text)
  const ends = text.split('\n').map((line) => line.startsWith('}'))
  for (const [at, line] of lines.entries()) {
    const name = HEAD.exec(line)?.[1]
    const end = name === undefined ? -1 : ends.indexOf(true, at)
    if (name !== undefined && end > at) found.set(name, { line: at + 1, body: lines.slice(at + 1, end) })
  }
  return found
}
