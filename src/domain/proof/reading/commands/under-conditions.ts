// Checks that stood by themselves and run now only where a variable is set that nothing in the file sets.
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { isCheck } from './check-kinds.ts'
import type { CheckLine } from './check-lines.ts'
import { readCommand } from './command.ts'

/** An `if` or a loop around commands. */
interface ShellBlock {
  /** Undefined: nobody can say when it holds. */
  condition: string | undefined
  /** Where the condition does not hold, something is checked too. */
  isCheckedOtherwise: boolean
  isElse: boolean
}

interface GuardedCommand {
  readonly text: string
  readonly line: number
  readonly blocks: readonly ShellBlock[]
}

interface ComparedLines {
  readonly before: readonly CheckLine[]
  readonly after: readonly CheckLine[]
  /** The whole file as it is now. */
  readonly text: string
}

export function underConditions(
  file: string,
  { before, after, text: whole }: ComparedLines,
  kind: 'command' | 'ci',
): TamperFinding[] {
  if (!after.some(({ text }) => IF.test(text) || SHORT.test(text))) return []
  const [was, is] = [guarded(before), guarded(after)]
  const isFree = (all: readonly GuardedCommand[], text: string): boolean =>
    all.some((one) => one.text === text && one.blocks.length === 0)
  const told = new Set<string>()
  return is.flatMap(({ text, line, blocks }) => {
    const variable = blocks.flatMap((block) => variableOf(block, whole) ?? [])[0]
    if (variable === undefined || told.has(text) || !isChecking(text)) return []
    if (!isFree(was, text) || isFree(is, text)) return []
    told.add(text)
    return [finding(kind, file, line, `${quote(text)} runs only where ${variable} is set`)]
  })
}

const IF = /^if\s/
const SHORT = /^(\[\[? [^\n]{1,200}? \]\]?|test [^&|;\n]{1,200}?)\s{0,9}&&\s{0,9}(?!exit\b|return\b)(.{1,1000})$/
const MOST_LINES = 2000

function guarded(lines: readonly CheckLine[]): GuardedCommand[] {
  const found: GuardedCommand[] = []
  let open: ShellBlock[] = []
  let place: string | undefined
  for (const line of lines.slice(0, MOST_LINES)) {
    if (line.place !== place) open = []
    place = line.place
    for (const piece of piecesOf(line.text)) {
      const last = open.at(-1)
      if (IF.test(piece)) open = [...open, blockOf(piece.slice('if '.length))]
      else if (/^(?:case|for|while|until|select)\s/.test(piece)) open = [...open, blockOf(undefined)]
      else if (/^(?:else$|elif\s)/.test(piece)) {
        if (last) last.isElse = true
      } else if (/^(?:fi|done|esac)\b/.test(piece)) open = open.slice(0, -1)
      else {
        const [, condition, text = piece] = SHORT.exec(piece) ?? []
        if (last?.isElse === true && isChecking(text)) last.isCheckedOtherwise = true
        const blocks = condition === undefined ? open : [...open, blockOf(condition)]
        // Under `else` the condition is another one.
        found.push({ text, line: line.line, blocks: blocks.map((one) => (one.isElse ? blockOf(undefined) : one)) })
      }
    }
  }
  return found
}

function blockOf(condition: string | undefined): ShellBlock {
  return { condition, isCheckedOtherwise: false, isElse: false }
}

/** One line may hold a whole `if`. */
function piecesOf(text: string): string[] {
  return text
    .split(
      /;\s{0,9}(?=(?:then|else|elif|fi|do|done|esac)\b)|(?<=^(?:then|do|else))\s{1,9}(?=\S)|(?<=;\s?(?:then|do|else))\s{1,9}(?=\S)/,
    )
    .map((piece) =>
      piece
        .replace(/^(?:then|do)\b/, '')
        .replace(/;$/, '')
        .trim(),
    )
    .filter((piece) => piece !== '')
}

function isChecking(text: string): boolean {
  return !/^(?:echo|printf)\b/.test(text) && (readCommand(text).some(isCheck) || /\bcoverage\b/.test(text))
}

/** `[ -n "$FULL" ]`, `[ "$FULL" = 1 ]`: false as long as nobody sets it. */
const IS_SET =
  /^(?:\[\[?|test)\s{1,9}(?:-n\s{1,9})?["']?\$\{?([A-Z][A-Z\d_]{1,40})(?::?-)?\}?["']?(?:\s{1,9}==?\s{1,9}["']?\w{1,40}["']?)?(?:\s{1,9}\]\]?)?$/
/** What the machines of CI set, each in its own way. */
const OF_MACHINES =
  /^(?:CI|OS|OSTYPE|RUNNER_\w+|GITHUB_\w+|GITLAB_\w+|CI_\w+|TRAVIS\w*|CIRCLE\w*|AGENT_\w+|BUILD_\w+|BUILDKITE\w*|JENKINS\w*|APPVEYOR\w*|CIRRUS\w*|DRONE\w*|HOSTTYPE|MACHTYPE|HOME|USER|SHELL|DISPLAY)$/

function variableOf({ condition, isCheckedOtherwise }: ShellBlock, whole: string): string | undefined {
  const name = condition === undefined || isCheckedOtherwise ? undefined : IS_SET.exec(condition.trim())?.[1]
  if (name === undefined || OF_MACHINES.test(name)) return undefined
  return new RegExp(`(?<![$\\{\\w])${name}["']?\\s{0,3}(?:=(?!=)|:)|\\b(?:for|read)\\b[^\\n]{0,20}\\b${name}\\b`).test(
    whole,
  )
    ? undefined
    : name
}
