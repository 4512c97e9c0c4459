// Files that are lists of commands: which check lines are gone or weakened. Serves shell scripts, targets and CI files.
import type { CommandPart } from './command.ts'
import { readCommand } from './command.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { swapOf } from './tool-swaps.ts'
import { isCheck, isSideWork, isSpelledOut } from './check-kinds.ts'
import { covers, isHeardAt, isProof, isWeakerThan } from './weaker-command.ts'

export interface CheckLine {
  readonly text: string
  readonly line: number
  /** What people see, where the text is not what stands in the file. */
  readonly shown?: string
  /** The job it belongs to, in files that have some. */
  readonly place?: string
  /** It may fail, or it never runs. */
  readonly isSoft?: boolean
  /** A failure on the left of a pipe is heard. */
  readonly isPipeSafe?: boolean
}

type Expand = (command: string) => string

interface Compared {
  readonly file: string
  readonly before: readonly CheckLine[]
  readonly after: readonly CheckLine[]
  /** New lines of other files that may have taken one over. */
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
  const { file, kind, expand, isAllChecks = false } = compared
  const [before, after] = [compared.before.slice(0, MOST_LINES), compared.after.slice(0, MOST_LINES)]
  const open = unmatched(before, after)
    .filter(({ isSoft }) => isSoft !== true)
    .map(toRead)
  if (open.length === 0) return []
  const now = after.map(toRead)
  const fresh = unmatched(after, before).map(toRead)
  const others = (compared.elsewhere ?? []).slice(0, MOST_LINES).map(toRead)
  const jobs = new Set(after.map(({ place }) => place))
  return open.flatMap((old) => {
    // A job that is still there does its own work: what another one does already takes nothing over.
    const own = jobs.has(old.place) ? now.filter(({ place }) => place === old.place) : now
    const candidates = [...own, ...fresh, ...others].filter(({ isSoft }) => isSoft !== true)
    const isChecking =
      old.parts.some((part) => isCheck(part) && !isRunElsewhere(part)) || (isAllChecks && old.parts.some(isProof))
    if (!isChecking)
      return deafened(
        file,
        kind,
        old,
        fresh.filter(({ place }) => place === old.place),
      )
    if (isCovered(old, candidates, expand)) return []
    return [lost(file, kind, old, fresh)]
  })
}

/** Hooks also run at every commit and by a service of their own. */
function isRunElsewhere({ tool }: CommandPart): boolean {
  return tool === 'pre-commit'
}

/** Lines without a twin, which they look for in their own job first. */
function unmatched(lines: readonly CheckLine[], others: readonly CheckLine[]): CheckLine[] {
  const inPlace = takeOut(lines, others, ({ place, text }) => `${place ?? ''}\n${text}`)
  return takeOut(inPlace.left, inPlace.others, ({ text }) => text).left
}

interface Left {
  readonly left: readonly CheckLine[]
  readonly others: readonly CheckLine[]
}

function takeOut(
  lines: readonly CheckLine[],
  others: readonly CheckLine[],
  keyOf: (line: CheckLine) => string,
): Left & { readonly left: CheckLine[] } {
  const pool = new Map<string, CheckLine[]>()
  for (const other of others) {
    const list = pool.get(keyOf(other))
    if (list) list.push(other)
    else pool.set(keyOf(other), [other])
  }
  const left = lines.filter((line) => pool.get(keyOf(line))?.pop() === undefined)
  return { left, others: [...pool.values()].flat() }
}

/** Said on the line itself. */
const PIPEFAIL = /^@?set[ \t]+-\w*o[ \t]+pipefail[ \t]*(?:;|&&)/

function toRead(line: CheckLine): Read {
  const parts = readCommand(line.text)
  const isSafe = line.isPipeSafe === true || line.text.includes('PIPESTATUS') || PIPEFAIL.test(line.text)
  return { ...line, parts: isSafe ? parts.map(asHeard) : parts }
}

function asHeard(part: CommandPart): CommandPart {
  return part.joiner === '|' || part.joiner === ';' ? { ...part, joiner: '&&' } : part
}

function isCovered(old: Read, lines: readonly Read[], expand: Compared['expand']): boolean {
  return (
    lines.some((other) => !isWeakerThan(old.parts, other.parts) || isSpelledOut(old.parts, other.parts)) ||
    isSplit(old.parts, lines) ||
    isUnfolded(old.text, lines) ||
    isSaidByScripts(old, lines, expand)
  )
}

function lost(file: string, kind: 'command' | 'ci', old: Read, fresh: readonly Read[]): TamperFinding {
  const replacement =
    fresh.find((other) => other.place === old.place && isAlike(old.parts, other.parts)) ??
    fresh.find((other) => isAlike(old.parts, other.parts))
  const swap = swapOf(
    old.parts,
    fresh.map(({ parts }) => parts),
  )
  const was = quote(old.shown ?? old.text)
  const found = replacement
    ? finding(
        kind,
        file,
        replacement.line,
        `command changed from ${was} to ${quote(replacement.shown ?? replacement.text)}`,
      )
    : finding(kind, file, old.line, `command ${was} removed`)
  return { ...found, was: old.text, ...(replacement && { now: replacement.text }), ...(swap && { swap }) }
}

const OF_RELEASE = /release/i

/** Not known as a check, but its failure counted; now it does not. */
function deafened(file: string, kind: 'command' | 'ci', old: Read, fresh: readonly Read[]): TamperFinding[] {
  const index = old.parts.findIndex(
    (part, at) => isProof(part) && isHeardAt(old.parts, at) && !isSideWork(old.text) && !OF_RELEASE.test(old.text),
  )
  const part = old.parts[index]
  if (!part) return []
  const same = fresh.filter(({ parts }) => parts.some((other) => isSame(other, part)))
  const [first] = same
  const isStillHeard = same.some(({ parts }) => parts.some((other, at) => isSame(other, part) && isHeardAt(parts, at)))
  if (!first || isStillHeard) return []
  const what = `command changed from ${quote(old.shown ?? old.text)} to ${quote(first.shown ?? first.text)}`
  return [finding(kind, file, first.line, what)]
}

function isSame(now: CommandPart, old: CommandPart): boolean {
  return now.tool === old.tool && now.files.join(' ') === old.files.join(' ')
}

/** The script has another name now, or another script calls it. */
function isSaidByScripts(old: Read, lines: readonly Read[], expand: Compared['expand']): boolean {
  if (!expand) return false
  const was = expand.before(old.text)
  return lines.some((line) => {
    const is = expand.after(line.text)
    return (was !== old.text || is !== line.text) && !isWeakerThan(readCommand(was), readCommand(is))
  })
}

/** One line became several. */
function isSplit(parts: readonly CommandPart[], lines: readonly Read[]): boolean {
  if (parts.length < 2 || parts.some(({ joiner }) => joiner === '||' || joiner === ';')) return false
  return parts
    .filter(isCheck)
    .every((part) => lines.some((other) => !isWeakerThan([{ ...part, joiner: '' }], other.parts)))
}

const IF = /^if\s([^;]{1,300});\s{0,9}then\s([^\n]{1,2000});\s{0,9}fi;?$/

/** `if …; then npm test; fi` stands on several lines now, under the same condition. */
function isUnfolded(text: string, lines: readonly Read[]): boolean {
  const [, condition = '', body = ''] = IF.exec(text) ?? []
  if (condition === '' || !lines.some((line) => isHead(line.text, condition))) return false
  const commands = body.split(/;\s{0,9}(?:else\s{1,9})?/).map((command) => command.trim())
  if (commands.some((command) => /^(?:if|elif|for|while|case)\b|\|\||\bexit 0\b/.test(command))) return false
  return commands.every((command) => {
    const parts = readCommand(command)
    return !parts.some(isCheck) || lines.some((line) => !isWeakerThan(parts, line.parts))
  })
}

function isHead(line: string, condition: string): boolean {
  return line.replace(/;?\s{0,9}then$/, '').trim() === `if ${condition.trim()}`
}

function isAlike(old: readonly CommandPart[], now: readonly CommandPart[]): boolean {
  return (
    old.some((part) => now.some((other) => covers(other, part) || (other.tool === part.tool && isCheck(part)))) ||
    now.some(({ tool }) => tool === 'echo' || tool === 'true')
  )
}
