// The commands behind a name that a check calls: a script of package.json, a target, a task.
import { readScripts } from '../../reading/commands/package-scripts.ts'
import { readTargets } from '../../reading/commands/make-files.ts'
import { readLiteral } from '../../reading/settings/formats/read-literal.ts'
import { readIni, readToml } from '../../reading/settings/formats/read-sections.ts'
import { readYaml } from '../../reading/settings/formats/read-yaml.ts'
import type { ToolSetting } from '../../reading/settings/setting.ts'
import { lastKey } from '../../reading/settings/setting.ts'
import type { Definer } from './programs.ts'

export interface Called {
  /** The names that were found, with those that they need. */
  readonly calls: readonly string[]
  readonly lines: readonly string[]
  /** Files that belong to the definition: `include more.mk`. */
  readonly files: readonly string[]
}

const NOTHING: Called = { calls: [], lines: [], files: [] }
const MOST_CALLS = 100

/** `names` as they stand in the command, also words that are none. Without any: what the program does by itself. */
export function calledIn(kind: Definer, text: string, names: readonly string[]): Called {
  switch (kind) {
    case 'package':
      return calledScripts(text, names)
    case 'make':
      return calledTargets(text, names, makeStart(text))
    case 'just':
      return calledTargets(text, names, ['default'])
    case 'task':
      return calledTasks(text, names.length > 0 ? names : ['default'])
    case 'deno':
    case 'composer':
      return calledKeys(readLiteral(text), names)
    case 'pyproject':
      return calledKeys(readToml(text), names)
    case 'tox':
      return { ...NOTHING, lines: toxLines(text) }
    case 'whole':
      return NOTHING
  }
}

/** `pretest` and `posttest` run with `test`; `test:*` calls all that begin so. */
function calledScripts(text: string, names: readonly string[]): Called {
  const scripts = readScripts(text)
  const matches = (name: string): string[] =>
    name.endsWith('*') ? [...scripts.keys()].filter((key) => key.startsWith(name.replace(/\*+$/, ''))) : [name]
  const calls = names
    .flatMap(matches)
    .flatMap((name) => [`pre${name}`, name, `post${name}`])
    .filter((name) => scripts.has(name))
  return { ...NOTHING, calls, lines: calls.map((name) => scripts.get(name)?.command ?? '') }
}

/** The first target is the one that `make` alone makes. */
function makeStart(text: string): string[] {
  return [...readTargets(text).targets.keys()].slice(0, 1)
}

function calledTargets(text: string, names: readonly string[], byItself: readonly string[]): Called {
  const { targets } = readTargets(text)
  const named = names.filter((name) => targets.has(name))
  const calls = new Set(named.length > 0 ? named : byItself.filter((name) => targets.has(name)))
  for (const name of calls) {
    for (const need of targets.get(name)?.needs ?? []) if (targets.has(need) && calls.size < MOST_CALLS) calls.add(need)
  }
  const recipes = [...calls].flatMap((name) => targets.get(name)?.recipe ?? [])
  const included = Array.from(
    text.matchAll(/^[ \t]{0,9}-?s?(?:include|import)[ \t]{1,9}['"]?([\w./-]{1,200})/gm),
    ([, file = '']) => file,
  )
  return { calls: [...calls], lines: recipes.map(({ text: line }) => line.replace(/^[@+-]+/, '')), files: included }
}

function calledTasks(text: string, names: readonly string[]): Called {
  const settings = readYaml(text)
  const tasks = Map.groupBy(
    settings.filter(({ path }) => path[0] === 'tasks' && path.length > 1),
    ({ path }) => String(path[1]),
  )
  const calls = new Set(names.filter((name) => tasks.has(name)))
  const lines: string[] = []
  for (const name of calls) {
    for (const setting of tasks.get(name) ?? []) {
      const [, , part] = setting.path
      const isCall = lastKey(setting) === 'task' || (part === 'deps' && lastKey(setting) === 'deps')
      if (isCall && tasks.has(setting.value) && calls.size < MOST_CALLS) calls.add(setting.value)
      else if (part === undefined || part === 'cmds' || part === 'cmd') lines.push(setting.value)
    }
  }
  return { calls: [...calls], lines, files: [] }
}

/** `tasks.check`, `scripts.check`, with a list or a `command` below it. */
function calledKeys(settings: readonly ToolSetting[], names: readonly string[]): Called {
  const found = settings.filter(({ path }) => {
    const at = path.findIndex((part) => part === 'scripts' || part === 'tasks')
    return at >= 0 && names.includes(String(path[at + 1]))
  })
  const calls = [
    ...new Set(found.flatMap(({ path }) => path.filter((part): part is string => names.includes(String(part))))),
  ]
  return { ...NOTHING, calls, lines: found.map(({ value }) => value.replace(/^@(?=\w)/, '')) }
}

function toxLines(text: string): string[] {
  return readIni(text)
    .filter(({ path }) => String(path.at(-1)).startsWith('commands'))
    .flatMap(({ value }) => value.split('\n'))
    .map((line) => line.trim().replace(/^-\s/, ''))
}
