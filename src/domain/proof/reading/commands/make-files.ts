// Makefiles and justfiles read: targets with their recipes, and variables.
import { plainLines } from '../../source/source.ts'
import type { CheckLine } from './check-lines.ts'

export interface Target {
  readonly line: number
  readonly needs: readonly string[]
  readonly recipe: readonly CheckLine[]
}

export interface Targets {
  readonly targets: ReadonlyMap<string, Target>
  /** `PYTEST_FLAGS = -x` */
  readonly variables: ReadonlyMap<string, CheckLine>
}

/** All lines of all recipes. */
export function recipeLines(text: string): CheckLine[] {
  const lines = new Set([...readTargets(text).targets.values()].flatMap(({ recipe }) => recipe))
  return [...lines].map((line) => (IGNORED.test(line.text) ? { ...line, isSoft: true } : line))
}

/** The recipe of a target as one command; undefined where there is no such target. */
export function recipeOf(text: string, name: string): string | undefined {
  const recipe = readTargets(text).targets.get(name)?.recipe
  return recipe?.map(({ text: line }) => plainRecipe(line)).join(' && ')
}

/** A dash in front: whatever comes of it. */
const IGNORED = /^[@+]{0,9}-/

/** As a shell would be told. */
export function plainRecipe(line: string): string {
  const command = line.replace(/^[@+-]+/, '')
  return IGNORED.test(line) ? `${command} || true` : command
}

const RULE = /^([\w./%-]+(?:[ \t]+[\w./%-]+)*)[^\n:=]{0,200}:(?![=:])([^=#]*)(?:#.*)?$/
/** `all: $(SHELLS:%=test-%)` */
const EACH =
  /^([\w./%-]+)[ \t]{0,9}:(?![=:])((?:[^=#$\n]|\$\(\w{1,40}:%=[\w./-]{0,80}%[\w./-]{0,80}\)|\$(?!\()){0,400})(?:#.*)?$/
/** just: `test *args="-n auto":`, with arguments that have a value. */
const RECIPE =
  /^@?([\w-]+)(?:[ \t]{1,9}[*+$]?\w{1,40}(?:[ \t]?=[ \t]?(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[\w.-]{1,80}))?){1,9}[ \t]{0,9}:(?![=:])([^=#]*)(?:#.*)?$/
/** What an argument is where nobody gives one. */
const GIVEN = /[ \t][*+$]?(\w{1,40})[ \t]?=[ \t]?(?:"([^"\n]{0,200})"|'[^'\n]{0,200}')/g
const VARIABLE = /^(?:export\s+)?([\w.-]+)\s*[:?+]?=\s*(.*)$/

/** `other`: the variables of the same file at the other moment, where the two are compared. */
export function readTargets(text: string, other?: Targets['variables']): Targets {
  const targets = new Map<string, Target & { recipe: CheckLine[] }>()
  const variables = new Map<string, CheckLine>()
  const given: [recipe: CheckLine[], name: string, value: string][] = []
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
    const short = line.slice(0, 1000)
    const plain = variable ? null : (RULE.exec(short) ?? EACH.exec(short))
    const rule = variable ? null : (plain ?? RECIPE.exec(short))
    const isOfJust = rule !== null && plain === null
    if (variable) variables.set(variable[1] ?? '', { text: variable[2] ?? '', line: number })
    if (!rule) continue
    open = []
    for (const [, name = '', value = ''] of isOfJust ? short.matchAll(GIVEN) : []) given.push([open, name, value])
    // Whatever the list holds, a rule for all of them makes it.
    const list = (rule[2] ?? '').replaceAll(/\$\(\w{1,40}:%=([^()]{1,200})\)/g, '$1')
    const needs = list.split(/\s+/).filter((need) => need !== '')
    for (const name of (rule[1] ?? '').split(/\s+/))
      if (!name.startsWith('.')) targets.set(name, { line: number, needs, recipe: open })
  }
  for (const [recipe, name, value] of given) {
    const used = new RegExp(`\\{\\{[ \\t]{0,9}${name}[ \\t]{0,9}\\}\\}`, 'g')
    const filled = recipe.map((line) => ({ ...line, text: line.text.replaceAll(used, () => value) }))
    recipe.splice(0, Infinity, ...filled)
  }
  const isPipeSafe = PIPEFAIL.test(text)
  const isFilledIn = (name: string): boolean =>
    !CHECK_VARIABLE.test(name) || (other !== undefined && !other.has(name) && isSetOnce(name, text))
  for (const target of targets.values())
    target.recipe.splice(
      0,
      Infinity,
      ...target.recipe.map((line) => ({
        ...withTools(line, variables, isFilledIn),
        ...(isPipeSafe && { isPipeSafe }),
      })),
    )
  return { targets, variables }
}

/** Make hands each line to a shell that hears a failure on the left of a pipe. */
const PIPEFAIL = /^(?:export[ \t]+|override[ \t]+)?(?:\.SHELLFLAGS|SHELL)[ \t]*[:?+]?=[^\n]*\bpipefail\b/m

/**
 * `$(GO) test` with `GO ?= go` is `go test`. Variables with a name of a check are compared as such; one that only one
 * side has is filled in too.
 */
function withTools(line: CheckLine, variables: Targets['variables'], isFilledIn: (name: string) => boolean): CheckLine {
  if (!/\$[({]/.test(line.text) || line.shown !== undefined) return line
  const filled = (command: string, depth: number): string =>
    command.replaceAll(USED, (written, name: string) => {
      const value = variables.get(name)?.text
      if (value === undefined || depth > DEEPEST || value.length > LONGEST_VALUE || !isFilledIn(name)) return written
      const inner = filled(value, depth + 1)
      return inner.includes('$') ? written : inner
    })
  const text = filled(line.text, 0)
  return text === line.text ? line : { ...line, text, shown: line.text }
}

const USED = /\$[({](\w+)[)}]/g
/** `PYTEST = $(PYTHON) -m pytest` */
const DEEPEST = 2
const LONGEST_VALUE = 500

/** Neither added to, nor set again for one target, under a condition or in another file. */
function isSetOnce(name: string, text: string): boolean {
  const sets = new RegExp(`(?<![\\w.-])${name}[ \\t]{0,9}[:?+!]{0,3}=`, 'g')
  return (
    text.match(sets)?.length === 1 && !/^[ \t]*(?:[-s]?include|if\w+|define|undefine|override|\$\(eval)\b/m.test(text)
  )
}

export const CHECK_VARIABLE = /test|lint|check|flags|args|opts/i
