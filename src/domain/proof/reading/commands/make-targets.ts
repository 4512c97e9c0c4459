// Targets of a Makefile or justfile that check: gone, or with a recipe that proves less.
import type { FileChange } from '../../../../contract/change.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'
import { isCheckName } from '../../yardstick/check-names.ts'
import { compareLines } from './check-lines.ts'
import type { CheckLine } from './check-lines.ts'
import type { Target, Targets } from './make-files.ts'
import { CHECK_VARIABLE, readTargets } from './make-files.ts'
import { isCheck, kindOfCheck } from './check-kinds.ts'
import { weakens } from './variables/weakening.ts'
import { type CommandPart, readCommand } from './command.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { plainLines } from '../../source/source.ts'
import { isProof, isWeaker } from './weaker-command.ts'

interface Around {
  readonly also?: readonly string[]
  readonly elsewhere?: readonly CheckLine[]
}

/** `also`: targets that a check calls, whatever their names; `elsewhere`: new commands of other files. */
export function compareTargets(
  file: string,
  before: string,
  after: string,
  { also = [], elsewhere = [] }: Around = {},
): TamperFinding[] {
  const [old, now] = [
    readTargets(before, readTargets(after).variables),
    readTargets(after, readTargets(before).variables),
  ]
  const lines = [...now.targets.values()].flatMap(({ recipe }) => recipe)
  return [
    ...[...checkTargets(old.targets, also)].flatMap((name) =>
      compareTarget(file, name, { old, now, lines, elsewhere }).map((one) => ({ ...one, of: name })),
    ),
    ...compareVariables(file, old, now),
    ...ignoredTargets(file, before, after),
  ]
}

/** What a makefile that came does to the targets of others. */
export function newTargets(file: string, after: string, changes: readonly FileChange[]): TamperFinding[] {
  if (kindOfConfig(file) !== 'makefile') return []
  const taken = idleTargets(file, after)
  return [...taken, ...ignoredTargets(file, '', after), ...definedAgain(file, after, changes)]
}

/** Of two recipes for one target make takes the later one: nobody means that of a target that checks. */
function definedAgain(file: string, after: string, changes: readonly FileChange[]): TamperFinding[] {
  const included = new RegExp(`^[ \\t]*[-s]?include[ \\t][^\\n]{0,200}${baseName(file).replaceAll(/\W/g, '\\$&')}`, 'm')
  const others = changes.filter(({ path, after: text = '' }) => path !== file && included.test(text))
  return [...readTargets(after).targets].flatMap(([name, { line, recipe }]) => {
    if (recipe.length === 0 || !isCheckName(name)) return []
    const over = others.find(({ before = '' }) => (readTargets(before).targets.get(name)?.recipe.length ?? 0) > 0)
    const isLeft = over && (readTargets(over.after ?? '').targets.get(name)?.recipe.length ?? 0) > 0
    return isLeft ? [finding('command', file, line, `target ${quote(name)} of ${over.path} is defined again`)] : []
  })
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Make takes `GNUmakefile` and `makefile` before `Makefile`: adding one replaces its targets. */
function idleTargets(file: string, after: string): TamperFinding[] {
  if (!/(?:^|\/)(?:GNUm|m)akefile$/.test(file)) return []
  return [...readTargets(after).targets].flatMap(([name, { line, needs, recipe }]) => {
    const isIdle =
      needs.length === 0 && recipe.length > 0 && !recipe.some(({ text }) => readCommand(text).some(isProof))
    return isIdle && isCheckName(name) ? [finding('command', file, line, `target ${quote(name)} does nothing`)] : []
  })
}

interface Sides {
  readonly old: Targets
  readonly now: Targets
  readonly lines: readonly CheckLine[]
  /** New commands of other files. */
  readonly elsewhere: readonly CheckLine[]
}

function compareTarget(file: string, name: string, { old, now, lines, elsewhere }: Sides): TamperFinding[] {
  const [was, is] = [old.targets.get(name), now.targets.get(name)]
  if (!was) return []
  if (!is) {
    const isMoved =
      was.recipe.length > 0 &&
      compareLines({
        file,
        before: was.recipe,
        after: [],
        elsewhere: [...lines, ...elsewhere],
        kind: 'command',
        isAllChecks: true,
      }).length === 0
    const found = finding('command', file, was.line, `target ${quote(name)} removed`)
    return isMoved || isGatheredAnew(file, was, { old, now })
      ? []
      : [isMakingOnly(name, old) ? { ...found, isNote: true } : found]
  }
  const called = is.recipe.flatMap(({ text }) => callsOf(text))
  const isTakenOver = (need: string): boolean =>
    elsewhere.length > 0 &&
    compareLines({ file, before: old.targets.get(need)?.recipe ?? [], after: [], elsewhere, kind: 'command' })
      .length === 0
  const dropped = was.needs.filter(
    (need) =>
      (isCheckName(need) || old.targets.get(need)?.recipe.some(({ text }) => readCommand(text).some(isCheck))) &&
      !is.needs.includes(need) &&
      !isMakingOnly(need, old) &&
      !called.includes(need) &&
      !isTakenOver(need) &&
      !isSaidBy(need, { old, now, is }),
  )
  const ignored = is.recipe.find(({ text }) => /^@?-/.test(text) && !was.recipe.some((line) => line.text === text))
  if (ignored)
    return [
      finding('command', file, ignored.line, `target ${quote(name)} ignores failures now (${quote(ignored.text)})`),
    ]
  return [
    ...dropped.map((need) => finding('command', file, is.line, `target ${quote(name)} no longer needs ${quote(need)}`)),
    ...compareLines({
      file,
      before: was.recipe.filter(({ text }) => !makesOnly(text, old)),
      after: is.recipe,
      elsewhere: [...reached(now, is), ...elsewhere],
      kind: 'command',
      isAllChecks: true,
    }),
  ]
}

/** It only called others, and a target that came does all that they did. */
function isGatheredAnew(file: string, was: Target, { old, now }: Pick<Sides, 'old' | 'now'>): boolean {
  const before = was.recipe.length > 0 ? [] : allReached(old, was)
  if (before.length === 0) return false
  const came = [...now.targets].filter(([name]) => !old.targets.has(name)).slice(0, MOST_CAME)
  return came.some(([, target]) => {
    const elsewhere = [...target.recipe, ...allReached(now, target)]
    return compareLines({ file, before, after: [], elsewhere, kind: 'command', isAllChecks: true }).length === 0
  })
}

const MOST_CAME = 20

/** Recipes of what it needs or calls, and of what these do. */
function allReached({ targets }: Targets, { needs, recipe }: Target): CheckLine[] {
  const calls = (target: Pick<Target, 'needs' | 'recipe'>): readonly string[] => [
    ...target.needs,
    ...target.recipe.flatMap(({ text }) => callsOf(text)),
  ]
  const names = new Set(calls({ needs, recipe }))
  for (const name of names) for (const other of calls(targets.get(name) ?? NOTHING)) names.add(other)
  return [...names].flatMap((name) => targets.get(name)?.recipe ?? [])
}

const NOTHING = { needs: [], recipe: [] }

const MAKES = /^(?:build|compile|bundle)[-_:.]\w/

/** `build-parser`: it makes one thing that others use. Where they miss it they fail. */
function isMakingOnly(name: string, { targets }: Targets): boolean {
  const recipe = targets.get(name)?.recipe ?? []
  return MAKES.test(name) && recipe.length > 0 && !recipe.some(({ text }) => readCommand(text).some(isChecking))
}

/** `make build-types`: it calls nothing but such targets. */
function makesOnly(command: string, old: Targets): boolean {
  const called = callsOf(command)
  return called.length > 0 && readCommand(command).length === 1 && called.every((name) => isMakingOnly(name, old))
}

function isChecking(part: CommandPart): boolean {
  return isCheck(part) && kindOfCheck(part) !== 'build'
}

/** What the prerequisite did, the target or what it still needs does now. */
function isSaidBy(need: string, { old, now, is }: Pick<Sides, 'old' | 'now'> & { readonly is: Target }): boolean {
  const recipe = old.targets.get(need)?.recipe ?? []
  if (recipe.length === 0) return false
  const after = [...is.recipe, ...reached(now, is)]
  return compareLines({ file: '', before: recipe, after, kind: 'command', isAllChecks: true }).length === 0
}

/** Recipes of the targets that this one needs or calls. */
function reached({ targets }: Targets, { needs, recipe }: Target): CheckLine[] {
  return [...needs, ...recipe.flatMap(({ text }) => callsOf(text))].flatMap((name) => targets.get(name)?.recipe ?? [])
}

function callsOf(command: string): string[] {
  return readCommand(command).flatMap(({ tool, files }) =>
    /^(?:make|just|\$\(MAKE\)|\$\{MAKE\})$/.test(tool) ? files : [],
  )
}

function checkTargets(targets: Targets['targets'], also: readonly string[]): Set<string> {
  const names = new Set([...targets.keys()].filter((name) => isCheckName(name) || also.includes(name)))
  for (const name of names) {
    const target = targets.get(name)
    const called = [
      ...(target?.needs.filter(isCheckName) ?? []),
      ...(target?.recipe.flatMap(({ text }) => callsOf(text)) ?? []),
    ]
    for (const other of called) if (targets.has(other)) names.add(other)
  }
  return names
}

const IGNORES = new RegExp(
  [
    /^\.IGNORE[ \t]*:.*/,
    /^(?:export[ \t]+)?(?:GNU)?MAKEFLAGS[ \t]*[+:?]{0,2}=.*(?:[= \t]-[a-z]{0,3}[int]\b|--(?:ignore-errors|dry-run|just-print|touch)).*/,
    // Another program in the place of the shell, or a shell that is told to end well.
    /^(?:export[ \t]+|override[ \t]+)?SHELL[ \t]*[:?]{0,2}=(?![^\n]{0,200}\b(?:(?:ba|z|k|da|a|fi)?sh|pwsh|powershell|cmd|nu)(?:\.exe)?\b(?![-./])|[ \t]*\$).*/,
    /^\.SHELLFLAGS[ \t]*[:?]{0,2}=.*(?:\b(?:exit 0|true)\b|(?:^|[ \t])-n\b|\+e\b).*/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
)

/** Make itself can be told that failures do not matter. */
function ignoredTargets(file: string, before: string, after: string): TamperFinding[] {
  const hit = IGNORES.exec(plainLines(after))
  if (!hit || plainLines(before).includes(hit[0])) return []
  const line = plainLines(after).slice(0, hit.index).split('\n').length
  return [finding('command', file, line, `failures are ignored now (${quote(hit[0])})`)]
}

/** `$(shell go list ./... | grep -E 'a|b')` that asks for more: every word of before is there. */
function isLongerList(before: string, after: string): boolean {
  if (!before.startsWith('$(shell ') || !after.startsWith('$(shell ')) return false
  const words = (text: string): string[] => text.split(/[\s|'"()]+/)
  const hasGrepV = (text: string): number => text.split(/grep\s+(?:-\w+\s+)*-\w*v/).length
  const now = new Set(words(after))
  return hasGrepV(after) <= hasGrepV(before) && words(before).every((word) => now.has(word))
}

/** What a tool is fetched by says nothing of how it runs. */
const FETCHED_BY = /(?:^|_)(?:BASENAME|VERSION|URL|ARCHIVE|TARBALL|SHA\d{0,3}|CHECKSUM|DIGEST)$/i
const VERSION = /^v?\d+(?:\.\d+){0,3}$/

function compareVariables(file: string, old: Targets, now: Targets): TamperFinding[] {
  return [...now.variables].flatMap(([name, { text, line }]) => {
    const was = old.variables.get(name)
    if (text !== was?.text && weakens(name, text))
      return [finding('command', file, line, `${name} set to ${quote(text)}`)]
    if (!was || (VERSION.test(was.text) && VERSION.test(text))) return []
    if (
      FETCHED_BY.test(name) ||
      !CHECK_VARIABLE.test(name) ||
      isLongerList(was.text, text) ||
      !isWeaker(`x ${was.text}`, `x ${text}`)
    )
      return []
    return [finding('command', file, line, `${name} changed from ${quote(was.text)} to ${quote(text)}`)]
  })
}
