// The scripts of package.json that check: gone, replaced or weakened.
import { isCheckName } from '../../yardstick/check-names.ts'
import type { CheckLine } from './check-lines.ts'
import { type CommandPart, readCommand } from './command.ts'
import { isWeakening } from './variables/weakening.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { readLiteral } from '../settings/formats/read-literal.ts'
import { swapOf } from './tool-swaps.ts'
import { isSpelledOut, kindOfCheck } from './check-kinds.ts'
import { isBundle, isClean, isProof, isWeaker, isWeakerThan } from './weaker-command.ts'

interface Script {
  readonly command: string
  readonly line: number
}

type Scripts = ReadonlyMap<string, Script>

interface Around {
  readonly also?: readonly string[]
  readonly rename?: (command: string) => string
}

/** `also`: scripts that a check calls, whatever their names; `rename` gives the files that a command names their new names. */
export function compareScripts(
  file: string,
  before: string,
  after: string,
  { also = [], rename = (command) => command }: Around = {},
): TamperFinding[] {
  const [old, now] = [readScripts(before), readScripts(after)]
  return [...checkNames(old, also)].flatMap((name) => {
    const was = old.get(name)
    const is = now.get(name)
    if (!was || was.command === is?.command || isPlaceholder(was.command)) return []
    const said = rename(expand(old, name))
    if (!is) {
      if (isCoveredElsewhere(name, said, now)) return []
      const what = `script ${quote(name)} removed (${quote(was.command)})`
      const swap = swapOf(readCommand(said), cameIn(old, now))
      const isNote = isOfOneVersion(was.command, now)
      const found = { ...finding('command', file, was.line, what), of: name, was: said }
      return [{ ...found, ...(isNote && { isNote }), ...(swap?.isOfKind && { swap }) }]
    }
    const saidNow = expand(now, name)
    if (!provesLess(said, saidNow) || !provesLess(rename(was.command), is.command)) return []
    if (isSpelledOut(readCommand(said), readCommand(saidNow))) return []
    if (isBuild(name) && !losesCheck(said, saidNow)) return []
    if (isOnlyOfBuild(old, name) && !readCommand(said).some(isChecking)) return []
    const what = `script ${quote(name)} changed from ${quote(was.command)} to ${quote(is.command)}`
    const swap = swapOf(readCommand(said), [readCommand(saidNow)])
    return [
      {
        ...finding('command', file, is.line, what),
        of: name,
        ...(isPlain(saidNow) && !(name === 'test' && isAboutElse(said, saidNow)) && { was: said, now: saidNow }),
        ...(isHandedOn(said, is.command) && { isHandedOn: true as const }),
        ...(swap && { swap }),
      },
    ]
  })
}

/** It ran tests, and what it runs now is known to be something else. */
function isAboutElse(was: string, is: string): boolean {
  const isTest = (part: CommandPart): boolean => kindOfCheck(part) === 'test'
  return (
    readCommand(was).some(isTest) &&
    readCommand(is).every((part) => /^(?:lint|format|types)$/.test(kindOfCheck(part) ?? ''))
  )
}

const IN_ALL_PACKAGES =
  /^(?:pnpm (?:-r|--recursive)\s|turbo (?:run )?\w|nx run-many\s|lerna run\s|npm (?:run \S+|test) (?:--workspaces|-ws)\b|yarn workspaces (?:foreach|run)\s|wsrun\s|ultra\s)/

/** `vitest run` became `pnpm -r test`: what the packages call so is looked at where it stands. */
function isHandedOn(was: string, is: string): boolean {
  const parts = readCommand(is)
  if (!IN_ALL_PACKAGES.test(is) || !isClean(parts) || / --(?:filter|scope|projects?)\b/.test(is)) return false
  const kinds = new Set(parts.map(kindOfCheck))
  const checks = readCommand(was).filter(isProof)
  return checks.length > 0 && checks.every((part) => kinds.has(kindOfCheck(part)) && kindOfCheck(part) !== undefined)
}

/** What the scripts that came call. */
function cameIn(old: Scripts, now: Scripts): CommandPart[][] {
  return [...now.keys()]
    .filter((name) => !old.has(name) && isCheckName(name))
    .map((name) => readCommand(expand(now, name)))
}

/** It still does something, and its failure counts. */
function isPlain(command: string): boolean {
  const parts = readCommand(command)
  return parts.some(isProof) && isClean(parts)
}

/** It makes something: by what means is nobody's business as long as it still does. */
function isBuild(name: string): boolean {
  return /^(?:pre|post)?(?:build|bundle|minify|compile|dist)(?:$|[:.-])/.test(name)
}

function isChecking(part: CommandPart): boolean {
  return /^(?:test|lint|types)$/.test(kindOfCheck(part) ?? '')
}

/** A step of a build that no check calls. */
function isOnlyOfBuild(scripts: Scripts, name: string): boolean {
  if (isCheckName(name)) return false
  const callers = [...scripts.keys()].filter((other) => other !== name && calledBy(scripts, other).includes(name))
  return callers.length > 0 && callers.every(isBuild)
}

function losesCheck(before: string, after: string): boolean {
  const now = readCommand(after)
  if (!now.some(isProof) || !isClean(now)) return true
  const checks = readCommand(before).filter(isChecking)
  return checks.length > 0 && isWeakerThan(checks, now)
}

/** The commands of all scripts. */
export function scriptLines(text: string): CheckLine[] {
  return [...readScripts(text).values()].map(({ command, line }) => ({ text: command, line }))
}

export function readScripts(text: string): Scripts {
  const scripts = new Map<string, Script>()
  for (const { path, value, line } of readLiteral(text)) {
    if (path[0] !== 'scripts' && path[0] !== 'tasks') continue
    const name = String(path[1])
    // Composer: a script may be a list.
    const isNext = path.length === 3 && typeof path[2] === 'number'
    if ((path.length !== 2 && !isNext) || value.startsWith('@putenv ')) continue
    const first = isNext ? scripts.get(name) : undefined
    const command = ofComposer(unescaped(value))
    scripts.set(name, first ? { command: `${first.command} && ${command}`, line: first.line } : { command, line })
  }
  return scripts
}

/** Composer: `@test` calls a script, `@php` and `@composer` these programs. */
function ofComposer(command: string): string {
  return command.replace(/^@(?:(php|composer)(?= )|(?=[\w-]))/, (_, program?: string) => program ?? 'composer run ')
}

function unescaped(value: string): string {
  return value.replaceAll(/\\(.)/g, '$1')
}

/** What `npm init` leaves behind is no check. */
function isPlaceholder(command: string): boolean {
  return /no test specified/i.test(command) || /^\s*(?:echo\b[^&|;]*(?:&&\s*)?)?(?:exit 1)?\s*$/.test(command)
}

/** Scripts with the name of a check, and the scripts that these call. */
function checkNames(scripts: Scripts, also: readonly string[]): Set<string> {
  const names = new Set([...scripts.keys()].filter((name) => isCheckName(name) || also.includes(name)))
  for (const name of names) {
    for (const called of calledBy(scripts, name)) if (scripts.has(called)) names.add(called)
  }
  return names
}

function calledBy(scripts: Scripts, name: string): string[] {
  return readCommand(scripts.get(name)?.command ?? '').flatMap(({ tool, files }) => {
    if (tool === 'run') return files.slice(0, 1)
    return /^(?:run-s|run-p|npm-run-all|concurrently)$/.test(tool)
      ? files.flatMap((file) => namesLike(file.replace(/^npm:/, ''), scripts))
      : []
  })
}

/** `test:*` calls all scripts whose names begin so. */
function namesLike(pattern: string, scripts: Scripts): string[] {
  const start = /^([\w:.-]+:)\*{1,2}$/.exec(pattern)?.[1]
  if (start === undefined) return [pattern]
  const isDeep = pattern.endsWith('**')
  return [...scripts.keys()].filter(
    (name) => name.startsWith(start) && (isDeep || !name.slice(start.length).includes(':')),
  )
}

/** Puts the scripts of a package.json in the place of their calls. */
export function expander(text: string | undefined): (command: string) => string {
  const scripts = text === undefined ? new Map<string, Script>() : readScripts(text)
  return (command) => (scripts.size === 0 ? command : expandCommand(scripts, command, new Set()))
}

function expand(scripts: Scripts, name: string, seen = new Set<string>()): string {
  return expandCommand(scripts, scripts.get(name)?.command ?? '', seen.add(name))
}

/** The command with the scripts it calls put in their place, each once, as far as they are plain calls. */
function expandCommand(scripts: Scripts, command: string, seen: Set<string>): string {
  const parts = readCommand(command)
  const isPlain = parts.every(({ joiner }) => joiner === '' || joiner === '&&')
  if (!isPlain) return command
  const isKnown = (name: string): boolean => scripts.has(name)
  const inner = parts.map(({ tool, files: called, flags, variables }) => {
    const files = called.flatMap((name) => namesLike(name, scripts))
    const isCall = tool === 'run' && files.length === 1 && flags.length === 0
    const isList = /^(?:run-s|run-p|npm-run-all)$/.test(tool)
    if (!(isCall || isList) || files.length === 0 || !files.every(isKnown)) return undefined
    return files.flatMap((name) => (seen.has(name) ? [] : [withVariables(expand(scripts, name, seen), variables)]))
  })
  // What calls none stays as it is, with its quotes.
  if (inner.every((commands) => commands === undefined)) return command
  return parts.flatMap((part, at) => inner[at] ?? [writtenAgain(part)]).join(' && ')
}

/** What a script is given, each of its commands is given; only options that weaken matter. */
function withVariables(command: string, variables: readonly string[] = []): string {
  const weak = variables.filter(isWeakening)
  if (weak.length === 0) return command
  return readCommand(command)
    .map((part) => `${part.joiner} ${weak.map(inQuotes).join(' ')} ${writtenAgain(part)}`.trim())
    .join(' ')
}

/** With the quotes that its variables need. */
function writtenAgain({ written, variables = [] }: CommandPart): string {
  const bare = variables.join(' ')
  if (!/\s/.test(bare) || !written.startsWith(bare)) return written
  return `${variables.map(inQuotes).join(' ')}${written.slice(bare.length)}`
}

function inQuotes(assignment: string): string {
  const at = assignment.indexOf('=') + 1
  return /\s/.test(assignment)
    ? `${assignment.slice(0, at)}"${assignment.slice(at).replaceAll('"', '\\"')}"`
    : assignment
}

/** Of a command that does more than put files together, only the rest counts. */
function provesLess(command: string, now: string): boolean {
  const isOnlyBundle = readCommand(command).filter(isProof).every(isBundle)
  return isOnlyBundle ? isWeaker(command, now) : isLess(command, now)
}

/** Less than it proved; putting files together proves nothing. */
function isLess(command: string, now: string): boolean {
  const parts = readCommand(command)
  return isWeakerThan(
    parts.filter((part) => !isBundle(part)),
    readCommand(now),
  )
}

const VERSION =
  /(?<=\b(?:typescript|ts|node|php|python|react|vue|svelte|preact|angular|ember|webpack|vite|eslint)[@-]?)\d[\d.]*/g

/** The same is still done with other versions of the tool: which ones are supported is decided elsewhere. */
function isOfOneVersion(command: string, now: Scripts): boolean {
  const said = command.replaceAll(VERSION, 'version')
  return (
    said !== command &&
    [...now].some(([name, script]) => isCheckName(name) && script.command.replaceAll(VERSION, 'version') === said)
  )
}

/** `pretest` runs with `test`: then only `test` can take its place. */
function isCoveredElsewhere(name: string, command: string, now: Scripts): boolean {
  const main = /^(?:pre|post)(.+)$/.exec(name)?.[1]
  if (main !== undefined && now.has(main)) return !isWeaker(command, expand(now, main))
  return [...now.keys()].some(
    (other) => (isCheckName(other) || name.startsWith(`${other}:`)) && !isLess(command, expand(now, other)),
  )
}
