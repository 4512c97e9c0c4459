// Variables of a CI file from which test runners and compilers take options that weaken.
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import type { ToolSetting } from '../../settings/setting.ts'
import { weakens } from '../variables/weakening.ts'

interface Sides {
  readonly old: readonly ToolSetting[]
  readonly now: readonly ToolSetting[]
}

export function weakerEnvironment(file: string, { old, now }: Sides): TamperFinding[] {
  const known = new Set(old.map(({ path, value }) => `${String(path.at(-1))}=${value}`))
  return now.flatMap(({ path, value, line }) => {
    const name = String(path.at(-1))
    if (!weakens(name, value) || known.has(`${name}=${value}`)) return []
    return [finding('ci', file, line, `${name} set to ${quote(value)}`)]
  })
}
