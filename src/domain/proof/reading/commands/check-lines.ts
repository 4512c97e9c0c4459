// Files that are lists of commands: which check lines are gone or weakened. Serves shell scripts, targets and CI files.
import type { CommandPart } from './command.ts'
import { readCommand } from './command.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { swapOf } from './tool-swaps.ts'
import { covers, isCheck, isWeakerThan } from './weaker-command.ts'

export interface CheckLine {
  readonly text: string
  readonly line: number
  /** What people see, where the text is not what stands in the file. */
  readonly shown?: string
}

type Expand = (command: string) => string

interface Compared {
  readonly file: string
  readonly before: readonly CheckLine[]
  readonly after: readonly CheckLine[]
  /** Lines of other files that may have taken one over. */
  readonly elsewhere?: readonly CheckLine[]
  readonly kind: 'command' | 'ci'
  /** What the scripts called by a line say, before and now. */
  readonly expand?: { readonly before: Expand; readonly after: Expand }
  /** Also lines that look like no check count: the target's name says that they are. */
  readonly isAllChecks?: boolean
}

interface Read extends CheckLine {
  readonly parts: readonly CommandPart[]
}

const MOST_LINES = 2000

export function compareLines(compared: Compared): TamperFinding[] {
  const { file, before, after, elsewhere = [], kind, expand, isAllChecks = false } = compared
  const known = new Set(before.map(({ text }) => text))
  const unchanged = new Set(after.map(({ text }) => text))
  const now = after.slice(0, MOST_LINES).map(toRead)
  const others = elsewhere.slice(0, MOST_LINES).map(toRead)
  const open = before
    .slice(0, MOST_LINES)
    .filter(({ text }) => !unchanged.has(text))
    .map(toRead)
  return open
    .filter(({ parts }) => isAllChecks || parts.some(isCheck))
    .filter(
      ({ parts }) =>
        ![...now, ...others].some((other) => !isWeakerThan(parts, other.parts)) && !isSplit(parts, [...now, ...others]),
    )
    .filter((old) => !isSaidByScripts(old, [...now, ...others], expand))
    .map((old) => {
      const replacement = now.find((other) => !known.has(other.text) && isAlike(old.parts, other.parts))
      const swap = swapOf(
        old.parts,
        now.filter(({ text }) => !known.has(text)).map(({ parts }) => parts),
      )
      const found = replacement
        ? finding(
            kind,
            file,
            replacement.line,
            `command changed from ${quote(old.text)} to ${quote(replacement.shown ?? replacement.text)}`,
          )
        : finding(kind, file, old.line, `command ${quote(old.shown ?? old.text)} removed`)
      return { ...found, ...(swap && { swap }) }
    })
}

function toRead(line: CheckLine): Read {
  return { ...line, parts: readCommand(line.text) }
}

/** The script has another name now, or another script calls it. */
function isSaidByScripts(old: Read, lines: readonly Read[], expand: Compared['expand']): boolean {
  const was = expand?.before(old.text) ?? old.text
  if (!expand || was === old.text) return false
  return lines.some(({ text }) => !isWeakerThan(readCommand(was), readCommand(expand.after(text))))
}

/** One line became several. */
function isSplit(parts: readonly CommandPart[], lines: readonly Read[]): boolean {
  if (parts.length < 2 || parts.some(({ joiner }) => joiner === '||' || joiner === ';')) return false
  return parts
    .filter(isCheck)
    .every((part) => lines.some((other) => !isWeakerThan([{ ...part, joiner: '' }], other.parts)))
}

function isAlike(old: readonly CommandPart[], now: readonly CommandPart[]): boolean {
  return (
    old.some((part) => now.some((other) => covers(other, part) || (other.tool === part.tool && isCheck(part)))) ||
    now.some(({ tool }) => tool === 'echo' || tool === 'true')
  )
}
