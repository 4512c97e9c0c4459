// mypy: what holds for some modules alone. A table in TOML names several of them, a section in INI too; each gets its own key.
import type { ToolSetting } from '../setting.ts'

const FILES = /(?:^|\/)(?:pyproject\.toml|\.?mypy\.ini|setup\.cfg|tox\.ini)$/
const SECTION = /^mypy-(.{1,500})$/
const OVERRIDES = 'overrides'

/** `[mypy-a,b]` and `[[tool.mypy.overrides]]` with `module = ["a", "b"]` read the same: `mypy.overrides.a.…`, `….b.…` */
export function byModule(file: string, settings: readonly ToolSetting[]): ToolSetting[] {
  if (!FILES.test(file)) return [...settings]
  const modules = new Map<string, string[]>()
  for (const setting of settings) {
    const table = tableOf(setting)
    if (table === undefined || setting.path[table.length] !== 'module') continue
    const key = JSON.stringify(table)
    modules.set(key, [...(modules.get(key) ?? []), setting.value])
  }
  return settings.flatMap((setting) => {
    const { path } = setting
    const section = SECTION.exec(String(path[0]))?.[1]
    if (section !== undefined) {
      const named = section.split(',').map((one) => one.trim())
      return named.map((one) => ({ ...setting, path: ['mypy', OVERRIDES, one, ...path.slice(1)] }))
    }
    const table = tableOf(setting)
    if (table === undefined) return [setting]
    if (path[table.length] === 'module') return []
    const named = modules.get(JSON.stringify(table)) ?? []
    return named.map((one) => ({ ...setting, path: [...table.slice(0, -1), one, ...path.slice(table.length)] }))
  })
}

/** The path down to one of the tables. */
function tableOf({ path }: ToolSetting): ToolSetting['path'] | undefined {
  const at = path.indexOf(OVERRIDES)
  return at > 0 && path[at - 1] === 'mypy' && typeof path[at + 1] === 'number' ? path.slice(0, at + 2) : undefined
}

/** The module that it is about; undefined where it is about all. */
export function moduleOf({ path }: ToolSetting): string | undefined {
  const at = path.indexOf(OVERRIDES)
  const module = at > 0 && path[at - 1] === 'mypy' ? path[at + 1] : undefined
  return typeof module === 'string' ? module : undefined
}
