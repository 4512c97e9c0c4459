// Targets of a Makefile or justfile that check: gone, or with a recipe that proves less.
import { isCheckName } from '../../yardstick/check-names.ts'
import { compareLines } from './check-lines.ts'
import type { CheckLine } from './check-lines.ts'
import { readCommand } from './command.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { plainLines } from '../../source/source.ts'
import { isWeaker } from './weaker-command.ts'

interface Target {
  readonly line: number
  readonly needs: readonly string[]
  readonly recipe: readonly CheckLine[]
}

interface Targets {
  readonly targets: ReadonlyMap<string, Target>
  /** `PYTEST_FLAGS = -x` */
  readonly variables: ReadonlyMap<string, CheckLine>
}

/** `also`: targets that a check calls, whatever their names. */
export function compareTargets(
  file: string,
  before: string,
  after: string,
  also: readonly string[] = [],
): TamperFinding[] {
  const [old, now] = [readTargets(before), readTargets(after)]
  const lines = [...now.targets.values()].flatMap(({ recipe }) => recipe)
  return [
    ...[...checkTargets(old.targets, also)].flatMap((name) => compareTarget(file, name, { old, now, lines })),
    ...compareVariables(file, old, now),
    ...ignoredTargets(file, before, after),
  ]
}

interface Sides {
  readonly old: Targets
  readonly now: Targets
  readonly lines: readonly CheckLine[]
}

function compareTarget(file: string, name: string, { old, now, lines }: Sides): TamperFinding[] {
  const [was, is] = [old.targets.get(name), now.targets.get(name)]
  if (!was) return []
  if (!is) {
    const isMoved = was.recipe.length > 0 && was.recipe.every(({ text }) => lines.some((other) => other.text === text))
    return isMoved ? [] : [finding('command', file, was.line, `target ${quote(name)} removed`)]
  }
  const called = is.recipe.flatMap(({ text }) => callsOf(text))
  const dropped = was.needs.filter((need) => isCheckName(need) && !is.needs.includes(need) && !called.includes(need))
  const ignored = is.recipe.find(({ text }) => /^@?-/.test(text) && !was.recipe.some((line) => line.text === text))
  if (ignored)
    return [
      finding('command', file, ignored.line, `target ${quote(name)} ignores failures now (${quote(ignored.text)})`),
    ]
  return [
    ...dropped.map((need) => finding('command', file, is.line, `target ${quote(name)} no longer needs ${quote(need)}`)),
    ...compareLines({
      file,
      before: was.recipe,
      after: is.recipe,
      elsewhere: reached(now, is),
      kind: 'command',
      isAllChecks: true,
    }),
  ]
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

const RULE = /^([\w./-]+(?:[ \t]+[\w./-]+)*)[^\n:=]{0,200}:(?![=:])([^=#]*)(?:#.*)?$/
const VARIABLE = /^(?:export\s+)?([\w.-]+)\s*[:?+]?=\s*(.*)$/

export function readTargets(text: string): Targets {
  const targets = new Map<string, Target & { recipe: CheckLine[] }>()
  const variables = new Map<string, CheckLine>()
  let open: CheckLine[] = []
  for (const [index, line] of plainLines(text).split('\n').entries()) {
    const number = index + 1
    if (/^\s+\S/.test(line)) {
      const command = line.trim()
      const last = open.at(-1)
      if (last?.text.endsWith('\\')) open.splice(-1, 1, { ...last, text: `${last.text.slice(0, -1)} ${command}` })
      else if (!command.startsWith('#')) open.push({ text: command, line: number })
      continue
    }
    const variable = VARIABLE.exec(line)
    const rule = variable ? null : RULE.exec(line.slice(0, 1000))
    if (variable) variables.set(variable[1] ?? '', { text: variable[2] ?? '', line: number })
    if (!rule) continue
    open = []
    const needs = (rule[2] ?? '').split(/\s+/).filter((need) => need !== '')
    for (const name of (rule[1] ?? '').split(/\s+/))
      if (!name.startsWith('.')) targets.set(name, { line: number, needs, recipe: open })
  }
  for (const target of targets.values())
    target.recipe.splice(0, Infinity, ...target.recipe.map((line) => withTools(line, variables)))
  return { targets, variables }
}

/** `$(GO) test` with `GO ?= go` is `go test`. Variables with a name of a check are compared as such. */
function withTools(line: CheckLine, variables: Targets['variables']): CheckLine {
  if (!/\$[({]/.test(line.text) || line.shown !== undefined) return line
  const text = line.text.replaceAll(/\$[({](\w+)[)}]/g, (written, name: string) => {
    const value = variables.get(name)?.text
    return value === undefined || value.includes('$') || CHECK_VARIABLE.test(name) ? written : value
  })
  return text === line.text ? line : { ...line, text, shown: line.text }
}

const CHECK_VARIABLE = /test|lint|check|flags|args|opts/i

const IGNORES = /^\.IGNORE[ \t]*:.*|^MAKEFLAGS[ \t]*[+:?]?=.*(?:-i\b|--ignore-errors).*/m

/** Make itself can be told that failures do not matter. */
function ignoredTargets(file: string, before: string, after: string): TamperFinding[] {
  const hit = IGNORES.exec(plainLines(after))
  if (!hit || plainLines(before).includes(hit[0])) return []
  const line = plainLines(after).slice(0, hit.index).split('\n').length
  return [finding('command', file, line, `failures are ignored now (${quote(hit[0])})`)]
}

function compareVariables(file: string, old: Targets, now: Targets): TamperFinding[] {
  return [...now.variables].flatMap(([name, { text, line }]) => {
    const was = old.variables.get(name)
    if (!was || !CHECK_VARIABLE.test(name) || !isWeaker(`x ${was.text}`, `x ${text}`)) return []
    return [finding('command', file, line, `${name} changed from ${quote(was.text)} to ${quote(text)}`)]
  })
}
