// The cases of the tamper watch: `.diff` files that show whole files, with a header that says what must be found.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileChange, NamedFiles, Tampering } from '../../../contract/change.ts'
import { isTestFile } from '../yardstick/yardstick.ts'
import { namedFiles } from '../yardstick/named/named-files.ts'
import { readChange } from './read-change.ts'

export interface Case {
  readonly name: string
  readonly changes: readonly FileChange[]
  readonly found: readonly Tampering[]
  /** What must be noted; undefined: notes are not looked at. */
  readonly noted?: readonly string[]
  /** Commands of the checks; the files that they name are found in the texts before the change. */
  readonly checks?: readonly string[]
  /** Read as the change between two commits, where nothing can run. */
  readonly isOnlyRead?: boolean
  /** The files around the change are known: those before it, with the ones that are shown as they stay. */
  readonly isAroundKnown?: boolean
}

type Way = Pick<Case, 'checks' | 'isOnlyRead' | 'isAroundKnown'>

/** As the cases put them: without the word for scripts. */
export function suspicionsIn(changes: readonly FileChange[], way: Way = {}): Tampering[] {
  return read(changes, way).suspicions.map(({ file, line, what, meant }) => ({ file, line, what, meant }))
}

/** Whether files that did not change would say more. */
export function isOpenIn(changes: readonly FileChange[]): boolean {
  return read(changes, {}).isOpen === true
}

function read(
  shown: readonly FileChange[],
  { checks = [], isOnlyRead = false, isAroundKnown = false }: Way,
): ReturnType<typeof readChange> {
  const changes = shown.filter(({ before, after }) => before === undefined || before !== after)
  const before = shown.flatMap((one) => (one.before === undefined ? [] : [[one.path, one.before] as const]))
  const around = { files: before.map(([path]) => path), texts: new Map(before), checks }
  const same = shown.filter((one) => one.before !== undefined && one.before === one.after)
  const tests = new Map(same.flatMap(({ path, before = '' }) => (isTestFile(path) ? [[path, before] as const] : [])))
  return readChange(changes, {
    named: namedBefore(shown, checks),
    isOnlyRead,
    ...(isAroundKnown && { around, beyond: { ...around, tests } }),
  })
}

function namedBefore(changes: readonly FileChange[], checks: readonly string[]): NamedFiles {
  const texts = new Map<string, string | undefined>(changes.map(({ path, before }) => [path, before]))
  for (;;) {
    const { named, missing } = namedFiles(
      checks.map((run) => ({ run, shell: true })),
      texts,
    )
    if (missing.length === 0) return named
    for (const path of missing) texts.set(path, undefined)
  }
}

/** Written as in the cases: `src/a.test.ts:8 test "adds" is gone together with src/a.ts`. */
export function notesIn(changes: readonly FileChange[], way: Way = {}): string[] {
  return read(changes, way).notes.map(({ file, line, what }) => `${file}:${line} ${what}`)
}

/** Begins the lines of a header that name notes; they stand below the findings. */
const NOTE = 'note '
/** A line of the header. */
const ONLY_READ = 'between two commits'
const AROUND = 'between two commits, with the files around'

const folder = join(import.meta.dirname, 'fixtures')

/** By room, which is the path of the folder below `fixtures`. */
export function readCases(): Map<string, readonly Case[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.diff'))
  const cases = Map.groupBy(files.sort(), (file) => file.slice(0, file.lastIndexOf('/')))
  return new Map([...cases].map(([room, names]) => [room, names.map((name) => toCase(name))]))
}

function toCase(file: string): Case {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1)
  const from = lines.findIndex((line) => !line.startsWith('# '))
  const shown = lines.slice(from).filter((line) => !/^(?:diff --git|index|(?:new|deleted) file mode) /.test(line))
  const [name = '', ...said] = lines.slice(0, from).map((line) => line.slice('# '.length))
  const checks = said.flatMap((line) => /^check: (.+)$/.exec(line)?.[1] ?? [])
  const isAroundKnown = said.includes(AROUND)
  const isOnlyRead = said.includes(ONLY_READ) || isAroundKnown
  const expected = said.filter((line) => !line.startsWith('check: ') && line !== ONLY_READ && line !== AROUND)
  try {
    const noted = expected.filter((line) => line.startsWith(NOTE)).map((line) => line.slice(NOTE.length))
    const found = toFindings(expected.filter((line) => !line.startsWith(NOTE)))
    return {
      name,
      changes: toChanges(shown),
      found,
      ...(noted.length > 0 && { noted }),
      ...(checks.length > 0 && { checks }),
      ...(isOnlyRead && { isOnlyRead }),
      ...(isAroundKnown && { isAroundKnown }),
    }
  } catch (error) {
    throw new Error(`${file}: ${String(error)}`, { cause: error })
  }
}

/** `nothing`, or lines such as `src/a.test.ts:8 test "adds" is gone`; with `(meant)` where it may have been asked for. */
function toFindings(lines: readonly string[]): Tampering[] {
  if (lines.join() === 'nothing') return []
  if (lines.length === 0) throw new Error('the header does not say what must be found')
  return lines.map((text) => {
    const [, file, line, isMeant, what] = /^([^ ]+):(\d+) (\(meant\) )?(.+)$/.exec(text) ?? []
    if (file === undefined || what === undefined) throw new Error(`no finding: ${text}`)
    return { file, line: Number(line), what, meant: isMeant !== undefined }
  })
}

/** One hunk a file, from its first line to its last. A file without text is there as a binary one. */
function toChanges(lines: readonly string[]): FileChange[] {
  const changes: FileChange[] = []
  for (let at = 0; at < lines.length;) {
    const [, old, now] =
      /^Binary files (\S+) and (\S+) differ$/.exec(lines[at] ?? '') ??
      /^--- (\S+)\n\+\+\+ (\S+)$/.exec(`${lines[at]}\n${lines[at + 1]}`) ??
      []
    if (old === undefined || now === undefined) throw new Error(`no beginning of a file: ${lines[at]}`)
    const file = toFile(old, now)
    if (lines[at]?.startsWith('Binary ')) {
      changes.push(file)
      at += 1
    } else {
      const { before, after, end } = toTexts(lines, at + 2)
      at = end
      changes.push({
        ...file,
        ...(file.how === 'added' ? {} : { before }),
        ...(file.how === 'deleted' ? {} : { after }),
      })
    }
  }
  return changes
}

function toFile(old: string, now: string): FileChange {
  if (old === '/dev/null') return { path: now.slice('b/'.length), how: 'added' }
  return { path: old.slice('a/'.length), how: now === '/dev/null' ? 'deleted' : 'modified' }
}

function toTexts(lines: readonly string[], at: number): { before: string; after: string; end: number } {
  const hunk = /^@@ -[01](?:,(\d+))? \+[01](?:,(\d+))? @@/.exec(lines[at] ?? '')
  if (hunk === null) throw new Error(`no hunk of a whole file: ${lines[at]}`)
  const left = { before: Number(hunk[1] ?? 1), after: Number(hunk[2] ?? 1) }
  const texts = { before: '', after: '' }
  let end = at + 1
  for (; left.before > 0 || left.after > 0; end += 1) {
    const line = lines[end]
    if (line === undefined || !/^(?:[ +-]|$)/.test(line)) throw new Error(`no line of a hunk: ${line}`)
    // The mark of a last line without an end stands below it.
    const text = `${line.slice(1)}${lines[end + 1]?.startsWith('\\') ? '' : '\n'}`
    const sides = line.startsWith('-') ? ['before' as const] : line.startsWith('+') ? ['after' as const] : SIDES
    for (const side of sides) {
      left[side] -= 1
      texts[side] += text
    }
    if (lines[end + 1]?.startsWith('\\')) end += 1
  }
  return { ...texts, end }
}

const SIDES = ['before', 'after'] as const
