// A finding on its way to the list: how telling it is, and how it is put into words.
import type { ChangeNote, Tampering } from '../../../contract/change.ts'
import type { CodePart } from './tests/matching/shrunk-code.ts'

/** The most telling first. */
const ORDER = [
  'deleted',
  'emptied',
  'shadowed',
  'hidden',
  'own-config',
  'rigged',
  'skipped',
  'gone',
  'vacuous',
  'fewer-assertions',
  'bent',
  'snapshot',
  'command',
  'ci',
  'config',
  'suppressed',
] as const
type Kind = (typeof ORDER)[number]

export interface TamperFinding extends Tampering {
  readonly kind: Kind
  readonly swap?: Swap
  /** Something that a person should see and that asks for nothing. */
  readonly isNote?: true
  /** It still runs where a condition holds that asks for no variable of the environment. */
  readonly isOnCondition?: true
  /** The part of the old test file that lost something. */
  readonly about?: CodePart
  /** The command that is no longer run as it was, where it is not just made deaf. */
  readonly was?: string
  /** The command that stands in its place. */
  readonly now?: string
  /** The script or target that it is about, by the name under which it is called. */
  readonly of?: string
  /** The pattern of paths that a list leaves out since then. */
  readonly leftOut?: string
  /** The packages of the same repository do it now, each by a script of that name. */
  readonly isHandedOn?: true
  /** Files that did not change decide whether it is true; until they are known nothing is said. */
  readonly isOpen?: true
  /** Go: build tags without which the tests do not run; a command that did not change may ask for them. */
  readonly tags?: readonly string[]
  /** It is about a single rule of a linter, or about how large code may be. */
  readonly isOfOneRule?: true
  /** Most of what the test asserted is still there, and what went speaks of code that changed too. */
  readonly isPart?: true
}

/** Tools that are no longer run, and those that are instead. */
export interface Swap {
  readonly lost: readonly string[]
  readonly came: readonly string[]
  /** For each lost one another that finds out the same kind of thing. */
  readonly isOfKind: boolean
  /** What came looks at everything. */
  readonly isWhole: boolean
}

const MOST_FINDINGS = 50
const MOST_PER_FILE = 10
const MOST_QUOTED = 80

export function finding(kind: Kind, file: string, line: number, what: string): TamperFinding {
  return { kind, file, line: Math.max(1, line), what, meant: false }
}

export function toTampering(findings: readonly TamperFinding[]): Tampering[] {
  return mostTelling(findings.filter(({ isNote }) => isNote !== true)).map(({ file, line, what, meant, kind }) => ({
    file,
    line,
    what,
    meant,
    kind,
  }))
}

export function toNotes(findings: readonly TamperFinding[]): ChangeNote[] {
  return mostTelling(findings.filter(({ isNote }) => isNote === true)).map(({ file, line, kind, what }) => ({
    file,
    line,
    kind,
    what,
  }))
}

function mostTelling(findings: readonly TamperFinding[]): TamperFinding[] {
  const perFile = new Map<string, number>()
  const known = new Set<string>()
  return findings
    .map((one, index) => ({ one, index }))
    .sort((a, b) => ORDER.indexOf(a.one.kind) - ORDER.indexOf(b.one.kind) || a.index - b.index)
    .map(({ one }) => one)
    .filter((one) => isNewTo(known, one))
    .filter(({ file }) => {
      const count = (perFile.get(file) ?? 0) + 1
      perFile.set(file, count)
      return count <= MOST_PER_FILE
    })
    .slice(0, MOST_FINDINGS)
}

function isNewTo(known: Set<string>, { file, line, what }: Tampering): boolean {
  const key = JSON.stringify([file, line, what])
  if (known.has(key)) return false
  known.add(key)
  return true
}

/** Those on whose line the others say nothing. */
export function unsaid(findings: readonly TamperFinding[], others: readonly TamperFinding[]): TamperFinding[] {
  const said = new Set(others.map(({ file, line }) => `${line} ${file}`))
  return findings.filter(({ file, line }) => !said.has(`${line} ${file}`))
}

/** For quoting inside `what`: one line, cut where it gets long. */
export function quote(text: string): string {
  return `"${cut(text)}"`
}

export function cut(text: string): string {
  const line = text.slice(0, 1000).replaceAll(/\s+/g, ' ').trim()
  return line.length > MOST_QUOTED ? `${line.slice(0, MOST_QUOTED - 1)}…` : line
}
